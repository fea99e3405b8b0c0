//! A Pellet Eater board: which cells must be visited, and where the path starts.

use std::ops::Deref;

use crate::hamilton::Graph;

/// A grid whose free cells must all be visited, and the one of them on which the path starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board(Graph);

impl Board {
    /// A board whose cell (x, y) is free if `is_free(x, y)` is true, and at the start.
    ///
    /// # Panics
    /// When a side is 0 or the start is outside; text is checked for that by the parser.
    pub fn from_fn(
        width: usize,
        height: usize,
        start: (usize, usize),
        is_free: impl FnMut(usize, usize) -> bool,
    ) -> Self {
        Self(Graph::from_fn(width, height, start, is_free))
    }
}

impl Deref for Board {
    type Target = Graph;

    fn deref(&self) -> &Graph {
        &self.0
    }
}
