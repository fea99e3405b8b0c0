//! What a checker says about an answer that has the right form.

use std::fmt;

/// Whether an answer is right, and if not, why: `R` is the reason that its puzzle gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<R> {
    /// It is as it should be.
    Valid,
    /// It is not.
    Wrong(Wrong<R>),
}

/// What is wrong with an answer, and what the board looked like. Shown as its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong<R> {
    /// Where and why.
    pub reason: R,
    pub(crate) board: String,
}

impl<R> Wrong<R> {
    /// The board at the failure, as lines of text, with `@` at the place.
    pub fn board(&self) -> &str {
        &self.board
    }
}

impl<R: fmt::Display> fmt::Display for Wrong<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason.fmt(f)
    }
}

/// A step of a walk, and the cell that a reason is about. Shown as `step 3 (U)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Which letter of the walk, counted from 1.
    pub number: usize,
    /// The letter.
    pub letter: char,
    /// Column of the cell, from 0.
    pub x: usize,
    /// Row of the cell, from 0.
    pub y: usize,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {} ({})", self.number, self.letter)
    }
}

/// The cells that a path should have visited and did not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missed {
    /// How many, at least one.
    pub count: usize,
    /// Column of the first of them, from 0.
    pub x: usize,
    /// Row of the first of them, from 0.
    pub y: usize,
}

impl fmt::Display for Missed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { count, x, y } = self;
        match count {
            1 => write!(f, "the path misses the cell ({x}, {y})"),
            _ => write!(
                f,
                "the path misses {count} cells, one of them at ({x}, {y})"
            ),
        }
    }
}
