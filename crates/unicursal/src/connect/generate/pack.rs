//! The levels that come with the puzzle: a ladder from 5x5 to 34x34.
//!
//! The first one is the puzzle's example. After it there are ten of each size, in which special tiles become
//! rarer and paths longer: with fewer tiles that tell where a path goes, boards are harder for solvers and
//! for people.

use super::Recipe;
use crate::LevelId;
use crate::connect::Rules;

/// How many levels there are.
pub const PACK_SIZE: u64 = 301;

/// Cells for each colour, per cent of directional tiles and of blockers, and cells for each checkpoint (0: none).
const RUNGS: [(usize, usize, usize, usize); 10] = [
    (8, 15, 10, 20),
    (8, 10, 10, 0),
    (10, 10, 5, 30),
    (10, 10, 5, 0),
    (12, 8, 5, 40),
    (12, 5, 5, 0),
    (15, 5, 2, 0),
    (15, 2, 1, 0),
    (18, 1, 0, 0),
    (20, 0, 0, 0),
];

/// The id of a level; none for the example.
pub fn pack(number: u64) -> Option<LevelId> {
    let step = number.checked_sub(2)? as usize;
    let side = 5 + step / RUNGS.len();
    let cells = side * side;
    let (length, directional, blockers, apart) = RUNGS[step % RUNGS.len()];
    let recipe = Recipe {
        colours: (cells / length).max(1),
        directional,
        blockers,
        checkpoints: cells.checked_div(apart).unwrap_or(0),
        apart: false,
        rules: Rules::default(),
        unique: false,
    };
    Some(LevelId {
        puzzle: "connect".to_owned(),
        width: side,
        height: side,
        variant: recipe.to_string(),
        seed: format!("pack-{number}"),
    })
}
