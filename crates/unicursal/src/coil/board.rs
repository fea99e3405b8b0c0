//! A Coil board: which cells are free.

use std::ops::Deref;

use crate::Grid;

/// A grid, all of whose free cells are to be visited, from any of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board(Grid);

impl Board {
    /// A board whose cell (x, y) is free where `is_free(x, y)` says so; see [`Grid::from_fn`].
    pub fn from_fn(width: usize, height: usize, is_free: impl FnMut(usize, usize) -> bool) -> Self {
        Self(Grid::from_fn(width, height, is_free))
    }
}

impl Deref for Board {
    type Target = Grid;

    fn deref(&self) -> &Grid {
        &self.0
    }
}
