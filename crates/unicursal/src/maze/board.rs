//! The map of a maze: where one can walk.

use std::ops::Deref;

use crate::{Dir, Grid};

/// A grid whose free cells are those on which one can walk, with one start and one end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    grid: Grid,
    start: usize,
    end: usize,
}

impl Board {
    /// The order in which a walker at the start looks for a way: north, then turning left.
    pub const FIRST_LOOKS: [Dir; 4] = [Dir::Up, Dir::Left, Dir::Down, Dir::Right];

    /// A map whose cell (x, y) is path if `is_path(x, y)` is true, and at the start and the end.
    ///
    /// # Panics
    /// When the start or the end is outside, or both are the same.
    pub fn from_fn(
        (width, height): (usize, usize),
        start: (usize, usize),
        end: (usize, usize),
        is_path: impl Fn(usize, usize) -> bool,
    ) -> Self {
        assert!(start != end, "start and end are two cells");
        let inside = |(x, y): (usize, usize)| x < width && y < height;
        assert!(inside(start) && inside(end), "start or end is outside");
        let grid = Grid::from_fn(width, height, |x, y| {
            is_path(x, y) || (x, y) == start || (x, y) == end
        });
        Self {
            start: grid.cell(start.0, start.1),
            end: grid.cell(end.0, end.1),
            grid,
        }
    }

    /// The start, `S`.
    pub fn start(&self) -> usize {
        self.start
    }

    /// The end, `E`.
    pub fn end(&self) -> usize {
        self.end
    }

    /// Whether one can walk from a cell to its neighbour in this direction.
    pub fn can_go(&self, cell: usize, dir: Dir) -> bool {
        self.is_free(self.neighbour(cell, dir))
    }

    /// In how many directions one can walk from a cell.
    pub fn exits(&self, cell: usize) -> usize {
        self.free_neighbours(cell).count()
    }
}

impl Deref for Board {
    type Target = Grid;

    fn deref(&self) -> &Grid {
        &self.grid
    }
}
