//! A Pellet Eater board: which cells must be visited, and where the path starts.

use std::ops::Deref;

use crate::Grid;

/// A grid, all of whose free cells are to be visited, and the one of them on which the path starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    grid: Grid,
    start: usize,
}

impl Board {
    /// A board whose cell (x, y) is free where `is_free(x, y)` says so, and at the start.
    ///
    /// # Panics
    /// When a side is 0 or the start is outside; text is checked for that by the parser.
    pub fn from_fn(
        width: usize,
        height: usize,
        start: (usize, usize),
        mut is_free: impl FnMut(usize, usize) -> bool,
    ) -> Self {
        assert!(start.0 < width && start.1 < height);
        let grid = Grid::from_fn(width, height, |x, y| (x, y) == start || is_free(x, y));
        let start = grid.cell(start.0, start.1);
        Self { grid, start }
    }

    /// The cell on which the path starts.
    pub fn start(&self) -> usize {
        self.start
    }
}

impl Deref for Board {
    type Target = Grid;

    fn deref(&self) -> &Grid {
        &self.grid
    }
}
