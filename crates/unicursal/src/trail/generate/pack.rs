//! The levels that come with the puzzle: easy ones first, then larger and harder ones.

use crate::LevelId;
use crate::reason::Grade;

/// How many levels there are.
pub const PACK_SIZE: u64 = 300;

/// The sizes of each difficulty, a level each in turn.
const SIZES: [(Grade, [(usize, usize); 5]); 4] = [
    (Grade::Easy, [(5, 5), (6, 6), (6, 6), (7, 7), (8, 8)]),
    (Grade::Medium, [(6, 6), (7, 7), (7, 7), (8, 8), (9, 9)]),
    (Grade::Hard, [(6, 6), (7, 7), (8, 8), (8, 8), (10, 10)]),
    (Grade::Expert, [(7, 7), (8, 8), (8, 8), (9, 9), (10, 10)]),
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
    let seed = match number {
        // The first seed of this one makes no board.
        260 => "pack-260-1".to_owned(),
        _ => format!("pack-{number}"),
    };
    Some(LevelId::new("trail", (width, height), variant, seed))
}
