//! The list of all puzzles: a new puzzle is a folder and one line here.

use crate::adapter::adapt;
use crate::puzzle::Puzzle;

/// Every puzzle, in the order in which front ends show them.
pub fn puzzles() -> &'static [&'static dyn Puzzle] {
    const {
        &[
            adapt::<crate::coil::Coil>(),
            adapt::<crate::connect::Connect>(),
            adapt::<crate::maze::Maze>(),
            adapt::<crate::pellet::Pellet>(),
            adapt::<crate::trail::Trail>(),
        ]
    }
}

/// The puzzle with this name.
pub fn puzzle(name: &str) -> Option<&'static dyn Puzzle> {
    puzzles()
        .iter()
        .copied()
        .find(|puzzle| puzzle.name() == name)
}

/// The puzzle of which a word is meant as a level's name: `coil:40x30#spring`, `coil:pack/7`.
pub fn puzzle_of_id(word: &str) -> Option<&'static dyn Puzzle> {
    let (name, _) = word.split_once(':')?;
    puzzle(name)
}
