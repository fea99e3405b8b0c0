//! The levels that come with the puzzle: easy ones first, then larger and harder ones.

use super::super::grade::Difficulty;
use crate::LevelId;

/// How many levels there are.
pub const PACK_SIZE: u64 = 300;

/// The sizes of each difficulty, a level each in turn.
const SIZES: [(Difficulty, [(usize, usize); 5]); 4] = [
    (Difficulty::Easy, [(5, 5), (6, 6), (6, 6), (7, 7), (8, 8)]),
    (Difficulty::Medium, [(6, 6), (7, 7), (7, 7), (8, 8), (9, 9)]),
    (Difficulty::Hard, [(6, 6), (7, 7), (8, 8), (8, 8), (10, 10)]),
    (
        Difficulty::Expert,
        [(7, 7), (8, 8), (8, 8), (9, 9), (10, 10)],
    ),
];

/// The id of a level: a quarter of the pack for each difficulty.
pub fn pack(number: u64) -> Option<LevelId> {
    let step = number.checked_sub(1)?;
    let quarter = PACK_SIZE / SIZES.len() as u64;
    let (difficulty, sizes) = SIZES[((step / quarter) as usize).min(SIZES.len() - 1)];
    // Sizes grow within a difficulty; every third level has no walls, every fifth is symmetric.
    let within = (step % quarter) as usize;
    let (width, height) = sizes[within * sizes.len() / quarter as usize];
    let mut variant = difficulty.name().to_owned();
    if number.is_multiple_of(3) {
        variant.push_str("-none");
    }
    if number.is_multiple_of(5) {
        variant.push_str("-symmetric");
    }
    Some(LevelId {
        puzzle: "trail".to_owned(),
        width,
        height,
        variant,
        seed: format!("pack-{number}"),
    })
}
