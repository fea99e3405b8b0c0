//! The levels that come with the puzzle: a ladder from 5x5 to 34x34.
//!
//! The first one is the puzzle's example. After it there are ten of each size, in which special tiles become
//! rarer and paths longer: with fewer tiles that tell where a path goes, boards are harder for solvers and
//! for people.

use super::Recipe;
use crate::LevelId;
use crate::connect::Rules;
use crate::reason::Grade;

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

/// How many levels the graded pack has: twenty of each size from 6x6 to 10x10.
pub const GRADED_SIZE: u64 = SEEDS.len() as u64;

/// What is put behind the seed of each level, so that one of the first attempts is as hard as it must be: making one takes
/// less than 0.1 s.
const SEEDS: [u8; 100] = [
    0, 0, 0, 0, 0, 1, 0, 0, 3, 1, 0, 2, 1, 0, 0, 0, 0, 0, 0, 1, 2, 3, 1, 1, 5, 2, 3, 4, 0, 4, 1, 1,
    0, 1, 1, 1, 0, 2, 0, 1, 13, 3, 7, 3, 10, 0, 5, 8, 2, 4, 1, 3, 4, 2, 4, 1, 4, 2, 0, 4, 2, 1, 2,
    7, 4, 1, 61, 13, 1, 4, 2, 1, 1, 1, 2, 2, 4, 1, 4, 0, 9, 7, 3, 10, 24, 6, 24, 37, 4, 11, 11, 4,
    29, 6, 12, 49, 25, 28, 20, 3,
];

/// The grade of each level of a size: from easy to expert, and on the larger boards, which are hardly ever easy, from medium.
fn grade(side: usize, step: usize) -> Grade {
    if side <= 8 {
        Grade::ALL[step / 5]
    } else {
        Grade::ALL[1 + step / 7]
    }
}

/// The id of a level of the graded pack. Every one has a single answer, nothing on it that is not needed for that, and is as
/// hard as its name says.
pub fn graded(number: u64) -> Option<LevelId> {
    let step = number.checked_sub(1)? as usize;
    let seed = SEEDS.get(step)?;
    let side = 6 + step / 20;
    let recipe = Recipe {
        colours: side * side / 10,
        directional: 0,
        blockers: 0,
        checkpoints: 0,
        apart: true,
        rules: Rules::default(),
        unique: true,
        grade: Some(grade(side, step % 20)),
    };
    Some(LevelId {
        puzzle: "connect".to_owned(),
        width: side,
        height: side,
        variant: recipe.to_string(),
        seed: format!("pack2-{number}-{seed}"),
    })
}

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
        grade: None,
    };
    Some(LevelId {
        puzzle: "connect".to_owned(),
        width: side,
        height: side,
        variant: recipe.to_string(),
        seed: format!("pack-{number}"),
    })
}
