//! The list of all puzzles: a new puzzle of ours is a folder and one line here. A program that has
//! a puzzle of its own adds it by [`register`].

use std::sync::{PoisonError, RwLock};

use crate::Error;
use crate::adapter::adapt;
use crate::puzzle::Puzzle;

type Puzzles = &'static [&'static dyn Puzzle];

const OURS: Puzzles = &[
    adapt::<crate::coil::Coil>(),
    adapt::<crate::connect::Connect>(),
    adapt::<crate::maze::Maze>(),
    adapt::<crate::pellet::Pellet>(),
    adapt::<crate::trail::Trail>(),
];

/// All of them; the list is replaced by a longer one when a puzzle is registered.
static PUZZLES: RwLock<Puzzles> = RwLock::new(OURS);

/// Every puzzle, in the order in which front ends show them.
pub fn puzzles() -> &'static [&'static dyn Puzzle] {
    *PUZZLES.read().unwrap_or_else(PoisonError::into_inner)
}

/// Adds a puzzle of the program's own, for as long as the program runs. From then on everything
/// that works on all puzzles knows it: [`puzzle`], [`recognise`](crate::recognise()), the studio,
/// and the commands where the program calls that of `unicursal-cli`. `examples/own_puzzle.rs` is a
/// puzzle.
///
/// An error if its name is taken, or is not one word of lower-case letters, digits and `-`.
pub fn register(puzzle: &'static dyn Puzzle) -> Result<(), Error> {
    let name = puzzle.name();
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if !name.starts_with(|first: char| first.is_ascii_lowercase()) || !name.bytes().all(fits) {
        return Err(Error::bad_request(format!(
            "'{}' is no name of a puzzle: it is one word of lower-case letters, digits and '-'",
            name.escape_debug()
        )));
    }
    let mut known = PUZZLES.write().unwrap_or_else(PoisonError::into_inner);
    if known.iter().any(|other| other.name() == name) {
        return Err(Error::bad_request(format!(
            "there is a puzzle '{name}' already"
        )));
    }
    let all: Vec<_> = known.iter().copied().chain([puzzle]).collect();
    // The caller with the shorter list may keep it.
    *known = all.leak();
    Ok(())
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
