//! A ladder of levels of our own, numbered from 1, that grows as the original one does.
//!
//! A level is made from its id when it is needed, so the whole pack is one formula. The sides grow
//! by one cell every three levels: 114x114 at level 333, 337x336 at level 1000. From there they
//! grow by seven cells a level up to 2000x2000.

use super::generate::{Ends, Id, Profile, Request};

/// How many levels there are.
pub const SIZE: u64 = 1240;
/// From here on the levels grow faster.
const STEEP: u64 = 1000;

/// The seed of the first level, found by search: it makes the 3x3 example of the game.
const FIRST: &str = "corner-4";

/// The id of a level, if there is one with this number.
pub fn level(number: u64) -> Option<Id> {
    if !(1..=SIZE).contains(&number) {
        return None;
    }
    let (width, height) = sides(number);
    let seed = if number == 1 {
        FIRST.to_owned()
    } else {
        format!("pack-{number}")
    };
    Some(Id {
        request: Request {
            width,
            height,
            profile: Profile::Original,
            density: None,
            ends: Ends::Any,
            seed,
        },
        changes: Vec::new(),
    })
}

/// Columns and rows of a level.
fn sides(number: u64) -> (usize, usize) {
    let slow = |number: u64| 6 + (2 * number + 1) / 3;
    let sum = if number == 1 {
        6
    } else if number <= STEEP {
        slow(number)
    } else {
        let first = slow(STEEP);
        first + (number - STEEP) * (4000 - first) / (SIZE - STEEP)
    };
    (sum.div_ceil(2) as usize, (sum / 2) as usize)
}

#[cfg(test)]
mod tests {
    use super::{SIZE, level, sides};
    use crate::Control;
    use crate::coil::text::print_board;

    #[test]
    fn the_ladder_grows_as_it_should() {
        assert_eq!(sides(1), (3, 3));
        assert_eq!(sides(2), (4, 3));
        assert_eq!(sides(333), (114, 114));
        assert_eq!(sides(1000), (337, 336));
        assert_eq!(sides(SIZE), (2000, 2000));
        for number in 1..SIZE {
            let ((w, h), (wider, higher)) = (sides(number), sides(number + 1));
            assert!(w <= wider && h <= higher);
        }
        assert!(level(0).is_none() && level(SIZE + 1).is_none());
        let id = level(333).unwrap().to_string();
        assert_eq!(id, "coil:114x114/original#pack-333");
    }

    #[test]
    fn the_first_level_is_the_example_of_the_game() {
        let id = level(1).unwrap();
        let (board, solved) = id.make(&Control::new()).unwrap();
        assert_eq!(print_board(&board).trim_end(), "x=3&y=3&board=X.......X");
        assert!(solved.is_some());
    }
}
