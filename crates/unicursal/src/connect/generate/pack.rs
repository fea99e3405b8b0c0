//! The levels that come with the puzzle: a ladder from 5x5 to 34x34.
//!
//! The first one is the puzzle's example. After it there are ten of each size, in which special
//! tiles become rarer and paths longer: with fewer tiles that show where a path goes, boards are
//! harder for solvers and for people.

use super::Recipe;
use crate::LevelId;
use crate::connect::Rules;
use crate::reason::Grade;

/// How many levels there are.
pub const PACK_SIZE: u64 = 301;

/// Cells for each colour, per cent of directional tiles and of blockers, and cells for each
/// checkpoint (0: none).
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

/// How many levels the graded pack has: twenty of each size from 6x6 to 10x10, the easy ones first.
pub const GRADED_SIZE: u64 = SEEDS.len() as u64;

/// What is appended to the seed of each level, so that one of the first attempts has the right
/// difficulty: making one takes less than 0.1 s.
const SEEDS: [u8; 100] = [
    0, 0, 0, 0, 0, 1, 0, 0, 3, 1, 0, 2, 1, 0, 0, 0, 0, 0, 0, 1, 2, 3, 1, 1, 5, 2, 3, 4, 0, 4, 1, 1,
    0, 1, 1, 1, 0, 2, 0, 1, 13, 3, 7, 3, 10, 0, 5, 8, 2, 4, 1, 3, 4, 2, 4, 1, 4, 2, 0, 4, 2, 1, 2,
    7, 4, 1, 61, 13, 1, 4, 2, 1, 1, 1, 2, 2, 4, 1, 4, 0, 9, 7, 3, 10, 24, 6, 24, 37, 4, 11, 11, 4,
    29, 6, 12, 49, 25, 28, 20, 3,
];

/// The side of each board, and its grade: from easy to expert, and of the larger ones, which are
/// hardly ever easy, from medium.
fn kind(step: usize) -> (usize, Grade) {
    let side = 6 + step / 20;
    let grade = if side <= 8 {
        step % 20 / 5
    } else {
        1 + step % 20 / 7
    };
    (side, Grade::ALL[grade])
}

/// The id of a level of the graded pack. Every one has a single answer, nothing superfluous, and
/// the difficulty that its name says. Grades rise, and sizes within a grade.
pub fn graded(number: u64) -> Option<LevelId> {
    let place = number.checked_sub(1)? as usize;
    let mut steps: Vec<usize> = (0..SEEDS.len()).collect();
    // Stable, so that sizes stay in their order.
    steps.sort_by_key(|&step| kind(step).1);
    let step = *steps.get(place)?;
    let (side, grade) = kind(step);
    let recipe = Recipe::graded(side * side, grade).to_string();
    let seed = format!("pack2-{}-{}", step + 1, SEEDS[step]);
    Some(LevelId::new("connect", (side, side), recipe, seed))
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
    let (recipe, seed) = (recipe.to_string(), format!("pack-{number}"));
    Some(LevelId::new("connect", (side, side), recipe, seed))
}
