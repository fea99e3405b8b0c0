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

/// So many cells, of which this is the first.
pub(crate) fn cells(count: usize, x: usize, y: usize) -> String {
    match count {
        1 => format!("the cell ({x}, {y})"),
        _ => format!("{count} cells, one of them at ({x}, {y})"),
    }
}
