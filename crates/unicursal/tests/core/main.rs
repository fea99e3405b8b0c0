//! The interface of all puzzles: what the adapter makes sure of, tried with a puzzle that lies, and
//! what holds for every puzzle in the registry.

mod abilities;
mod answers;
mod formats;
mod games;
mod json;
mod liar;
mod limits;
mod own_puzzle;
mod packs;
mod places;
mod recounts;
mod requests;
mod sheets;
mod typed;

use unicursal::{Control, GenerateRequest, Level, LevelName, Options, Puzzle, puzzle};

/// The names of all puzzles that we know, so that a lost one is missed.
const NAMES: [&str; 5] = ["coil", "connect", "maze", "pellet", "trail"];

fn all() -> impl Iterator<Item = &'static dyn Puzzle> {
    let named = |name| puzzle(name).expect("it is in the registry");
    NAMES.into_iter().map(named)
}

/// A puzzle's example.
fn example(puzzle: &dyn Puzzle) -> Box<dyn Level> {
    let level = puzzle.parse(puzzle.about().example.as_bytes(), &Control::new());
    level.expect("an example can be read")
}

/// A request without options.
fn request(width: usize, height: usize, seed: &str) -> GenerateRequest {
    GenerateRequest {
        width,
        height,
        seed: seed.to_owned(),
        options: Options::default(),
    }
}

/// The name that a word stands for.
fn name(puzzle: &dyn Puzzle, word: &str) -> LevelName {
    let name = LevelName::read(puzzle.name(), word).expect("it is a name");
    name.expect("it is meant as one")
}
