//! Paths of steps from cell to cell, as Pellet Eater and Trail have them.

use crate::Malformed;

/// The letters of a path.
pub fn read_path(text: &[u8]) -> Result<&[u8], Malformed> {
    let letters = text.trim_ascii();
    match letters.iter().position(|letter| !b"udlr".contains(letter)) {
        None => Ok(letters),
        Some(index) => Err(Malformed(format!(
            "path: letter {}, '{}', is none of u, d, l, r",
            index + 1,
            letters[index].escape_ascii()
        ))),
    }
}

/// The neighbour that a letter leads to, unless the board ends above it or to its left.
pub fn next((x, y): (usize, usize), letter: u8) -> Option<(usize, usize)> {
    match letter {
        b'u' => Some((x, y.checked_sub(1)?)),
        b'd' => Some((x, y + 1)),
        b'l' => Some((x.checked_sub(1)?, y)),
        _ => Some((x + 1, y)),
    }
}
