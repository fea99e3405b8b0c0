//! The list of all puzzles: a new puzzle is a folder and one line here.

use crate::puzzle::{LevelId, Puzzle};

/// Every puzzle, in the order in which front ends show them.
pub fn puzzles() -> &'static [&'static dyn Puzzle] {
    &[
        &crate::coil::Coil,
        &crate::connect::Connect,
        &crate::maze::Maze,
        &crate::pellet::Pellet,
    ]
}

/// The puzzle with this name.
pub fn puzzle(name: &str) -> Option<&'static dyn Puzzle> {
    puzzles()
        .iter()
        .copied()
        .find(|puzzle| puzzle.name() == name)
}

/// The puzzle of which a word is meant as a level's id.
pub fn puzzle_of_id(word: &str) -> Option<&'static dyn Puzzle> {
    puzzles()
        .iter()
        .copied()
        .find(|puzzle| LevelId::is_meant(puzzle.name(), word))
}
