//! Checks a path of a Pellet Eater board.
//!
//! The walker stands on `S`. Each letter `u d l r` is one step to the next cell up, down, left or
//! right, which must be a `.` that was not visited before. At the end every `.` is visited.
//!
//! ```
//! use unicursal_check::pellet::{Verdict, check};
//!
//! let board = b"3 2\n..#\nS..\n";
//! assert_eq!(check(b"2 2\n..\nS.\n", b"urd\n").unwrap(), Verdict::Valid);
//! let Verdict::Wrong(wrong) = check(board, b"rur").unwrap() else { panic!() };
//! assert_eq!(wrong.to_string(), "step 3 (r): there is a wall at (2, 0)");
//! assert_eq!(wrong.board(), ".@X\n##.\n");
//! ```

use crate::verdict::{missed, step};
use crate::{Malformed, Wrong, steps};

/// What the checker says about a well-formed path. The board of a wrong one shows `X` for a wall,
/// `#` visited, `.` free, `@` the walker. Columns and rows count from 0, steps from 1.
pub use crate::Verdict;

/// Judges a path on a board.
pub fn check(board: &[u8], path: &[u8]) -> Result<Verdict, Malformed> {
    let mut rows = read_board(board).map_err(Malformed::of("board"))?;
    let letters = steps::read_path(path)?;
    let start = rows
        .iter()
        .enumerate()
        .find_map(|(y, row)| Some((row.iter().position(|&cell| cell == b'S')?, y)));
    let (mut x, mut y) = start.ok_or_else(|| Malformed("board: there is no S".to_owned()))?;
    for (index, &byte) in letters.iter().enumerate() {
        let step = step(index, byte);
        let next = steps::next((x, y), byte);
        let cell = next.and_then(|(x, y)| rows.get(y)?.get(x).copied());
        let (Some(cell), Some(to)) = (cell, next) else {
            let reason = format!("{step}: the board ends at ({x}, {y})");
            return Ok(wrong(reason, &rows, (x, y)));
        };
        let at = (x, y);
        (x, y) = to;
        let reason = match cell {
            b'.' => {
                rows[y][x] = b'+';
                continue;
            }
            b'#' => format!("{step}: there is a wall at ({x}, {y})"),
            _ => format!("{step}: ({x}, {y}) was visited before"),
        };
        return Ok(wrong(reason, &rows, at));
    }
    let free = rows.iter().enumerate().flat_map(|(y, row)| {
        let cells = row.iter().enumerate();
        cells
            .filter(|(_, cell)| **cell == b'.')
            .map(move |(x, _)| (x, y))
    });
    Ok(match missed(free) {
        None => Verdict::Valid,
        Some(reason) => wrong(reason, &rows, (x, y)),
    })
}

fn wrong(reason: String, rows: &[Vec<u8>], at: (usize, usize)) -> Verdict {
    let mut board = String::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, &cell) in row.iter().enumerate() {
            board.push(match cell {
                _ if (x, y) == at => '@',
                b'#' => 'X',
                b'.' => '.',
                _ => '#',
            });
        }
        board.push('\n');
    }
    Verdict::Wrong(Wrong { reason, board })
}

/// Reads rows of `.`, `#` and one `S`, with or without a line of two numbers before them.
pub(crate) fn read_board(text: &[u8]) -> Result<Vec<Vec<u8>>, String> {
    let text = std::str::from_utf8(text).map_err(|_| "it is not text".to_owned())?;
    let mut lines = text
        .lines()
        .skip_while(|line| line.trim().is_empty())
        .peekable();
    let header = lines.next_if(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    let mut rows: Vec<Vec<u8>> = lines.map(|line| line.as_bytes().to_vec()).collect();
    while rows.last().is_some_and(Vec::is_empty) {
        rows.pop();
    }
    let width = rows.first().map_or(0, Vec::len);
    if width == 0 || rows.iter().any(|row| row.len() != width) {
        return Err("its rows are not of one length".to_owned());
    }
    if let Some(header) = header {
        let sizes: Vec<&str> = header.split_whitespace().collect();
        if sizes != [width.to_string(), rows.len().to_string()] {
            return Err(format!(
                "'{header}' is not the size of {width}x{}",
                rows.len()
            ));
        }
    }
    let cells = || rows.iter().flatten();
    if let Some(bad) = cells().find(|cell| !b".#S".contains(cell)) {
        return Err(format!("'{}' is not a cell", bad.escape_ascii()));
    }
    match cells().filter(|&&cell| cell == b'S').count() {
        1 => Ok(rows),
        count => Err(format!("it has {count} cells S")),
    }
}
