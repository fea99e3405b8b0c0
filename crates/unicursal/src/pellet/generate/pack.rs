//! The levels that come with the puzzle: a ladder from 8x8 to 672x439.
//!
//! There are five of each size, with the holes that make them harder from one to the next for a depth-first
//! search. Up to 28x21, level 101, where that search fails nearly always, sizes grow slowly; then faster and faster.

use crate::LevelId;

/// How many levels there are.
pub const PACK_SIZE: u64 = 300;

/// Per cent of holes, the easiest first: a board without holes is easier than one with some.
const HOLES: [usize; 5] = [50, 40, 30, 10, 20];

/// The size from which sizes grow faster, and how many sizes there are before it and from it to the last.
const MIDDLE: (usize, usize) = (28, 21);
const BEFORE: usize = 20;
const AFTER: usize = 39;

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
    Some(LevelId {
        puzzle: "pellet".to_owned(),
        width,
        height,
        variant: HOLES[step % HOLES.len()].to_string(),
        seed: format!("pack-{number}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pellet::{Pellet, solve::dfs};
    use crate::{Control, Kind};

    /// How many of twenty levels the depth-first search passes within 10,000 states.
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
