//! What a checker says about an answer, and about a text that it cannot read.

use std::fmt;

/// A text that is not of the form that it should have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Malformed(pub(crate) String);

impl Malformed {
    /// What is wrong with a level, an answer or another text.
    pub(crate) fn of(text: &'static str) -> impl Fn(String) -> Self {
        move |flaw| Self(format!("{text}: {flaw}"))
    }
}

/// Whether an answer is right, and if not, why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is as it should be.
    Valid,
    /// It is not.
    Wrong(Wrong),
}

/// What is wrong with an answer, and what the board looked like. Shown as its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Where and why.
    pub reason: String,
    pub(crate) board: String,
}

impl Wrong {
    /// The board at the failure, as lines of text, with `@` at the place.
    pub fn board(&self) -> &str {
        &self.board
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

/// A letter of a walk, by its index, as reasons name it.
pub fn step(index: usize, letter: u8) -> String {
    format!("step {} ({})", index + 1, char::from(letter))
}

/// What is wrong with a path that misses these cells, of which there is at least one.
pub fn missed(mut cells: impl Iterator<Item = (usize, usize)>) -> Option<String> {
    let (x, y) = cells.next()?;
    Some(match cells.count() {
        0 => format!("the path misses the cell ({x}, {y})"),
        more => format!(
            "the path misses {} cells, one of them at ({x}, {y})",
            more + 1
        ),
    })
}
