//! The levels that come with the puzzle: a ladder from 8x8 to 672x439.
//!
//! There are five of each size, with shares of holes that make each harder than the one before for
//! a depth-first search. Sizes grow slowly up to 28x21, level 101, where that search nearly always
//! fails; then faster and faster.

use crate::LevelId;
use crate::reason::Grade;

/// How many levels there are.
pub const PACK_SIZE: u64 = 300;

/// Per cent of holes, the easiest first. A board without holes is easier than one with a few.
const HOLES: [usize; 5] = [50, 40, 30, 10, 20];

/// The size from which sizes grow faster, and how many sizes there are before it and from it to the
/// last.
const MIDDLE: (usize, usize) = (28, 21);
const BEFORE: usize = 20;
const AFTER: usize = 39;

/// How many levels the graded pack has: a quarter for each grade.
pub const GRADED_SIZE: u64 = SEEDS.len() as u64;

/// The sides of the boards of each grade, including the border: a harder board needs more room.
const SIDES: [(Grade, [usize; 5]); 4] = [
    (Grade::Easy, [8, 8, 9, 9, 10]),
    (Grade::Medium, [10, 11, 11, 12, 12]),
    (Grade::Hard, [12, 12, 13, 13, 14]),
    (Grade::Expert, [14, 15, 15, 16, 16]),
];

/// What is appended to the seed of each level, so that the first board made is as hard as it must
/// be.
const SEEDS: [u8; 100] = [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 1, 1, 2, 0, 4, 0, 1, 4,
    0, 0, 5, 2, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 0, 0, 0, 10, 10, 0, 0, 1, 0, 15, 0, 0, 9, 9, 7, 0,
    3, 1, 1, 2, 1, 2, 0, 0, 1, 1, 1, 0, 8, 14, 12, 11, 25, 3, 0, 6, 3, 12, 0, 8, 6, 5, 4, 2, 0, 0,
    0, 1, 0, 0, 1, 3, 9,
];

/// The id of a level of the graded pack. Every level has a single path and is as hard as its name
/// says.
pub fn graded(number: u64) -> Option<LevelId> {
    let step = number.checked_sub(1)? as usize;
    let seed = SEEDS.get(step)?;
    let quarter = SEEDS.len() / SIDES.len();
    let (grade, sides) = SIDES[step / quarter];
    let side = sides[step % quarter * sides.len() / quarter];
    let variant = format!("0-unique-{grade}");
    let seed = format!("pack2-{number}-{seed}");
    Some(LevelId::new("pellet", (side, side), variant, seed))
}

/// The id of a level.
pub fn pack(number: u64) -> Option<LevelId> {
    let step = number.checked_sub(1)? as usize;
    let size = step / HOLES.len();
    let (width, height) = match size.checked_sub(BEFORE) {
        None => (
            8 + (MIDDLE.0 - 8) * size / BEFORE,
            8 + (MIDDLE.1 - 8) * size / BEFORE,
        ),
        Some(beyond) => {
            let share = |most: usize| most * beyond * beyond / (AFTER * AFTER);
            (MIDDLE.0 + share(644), MIDDLE.1 + share(418))
        }
    };
    let (holes, seed) = (HOLES[step % HOLES.len()], format!("pack-{number}"));
    Some(LevelId::new(
        "pellet",
        (width, height),
        holes.to_string(),
        seed,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pellet::{Pellet, solve::dfs};
    use crate::{Control, Generates};

    /// How many of twenty levels the depth-first search solves within 10,000 states.
    fn passed(first: u64) -> usize {
        let control = Control::new();
        let easy = |number: &u64| {
            let id = pack(*number).expect("there is such a level");
            let made = Pellet::generate_id(&id, &control).expect("it can be made");
            let states = dfs::count_states(&made.board, 10_000, &control);
            states.expect("nothing interrupts it").is_some()
        };
        (first..first + 20).filter(easy).count()
    }

    #[test]
    fn levels_grow_harder_step_by_step() {
        let passed: Vec<usize> = (1..=100).step_by(20).map(passed).collect();
        assert!(passed.is_sorted_by(|a, b| a >= b), "{passed:?}");
        assert!(passed[0] >= 18 && passed[4] <= 4, "{passed:?}");
    }
}
