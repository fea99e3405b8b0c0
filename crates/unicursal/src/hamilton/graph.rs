//! The cells that a path must visit, the steps between them, and where the path begins and ends.

use std::ops::{Deref, RangeInclusive};

use crate::{Dir, Grid};

/// A grid whose free cells must all be visited, with the cell on which the path starts and perhaps
/// the one on which it ends. Some free neighbours may be separated by a thin wall: there is no step
/// between them.
///
/// A cell takes two bytes, including the one of the grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    grid: Grid,
    /// For each cell, the directions in which a step is possible, a bit for each.
    steps: Vec<u8>,
    start: usize,
    end: Option<usize>,
}

impl Graph {
    /// A graph whose cell (x, y) is free if `is_free(x, y)` is true, and at the start. There is a
    /// step between any two free neighbours, and the path may end anywhere.
    ///
    /// # Panics
    /// When a side is 0 or the start is outside; code that reads text checks for that.
    pub fn from_fn(
        width: usize,
        height: usize,
        start: (usize, usize),
        mut is_free: impl FnMut(usize, usize) -> bool,
    ) -> Self {
        assert!(start.0 < width && start.1 < height);
        let grid = Grid::from_fn(width, height, |x, y| (x, y) == start || is_free(x, y));
        let mut steps = vec![0; grid.cell_count()];
        for y in 0..height {
            for x in 0..width {
                let cell = grid.cell(x, y);
                if grid.is_free(cell) {
                    let open = |dir: &Dir| grid.is_free(grid.neighbour(cell, *dir));
                    let dirs = Dir::ALL.into_iter().filter(open);
                    steps[cell] = dirs.fold(0, |dirs, dir| dirs | 1 << dir.index());
                }
            }
        }
        let start = grid.cell(start.0, start.1);
        Self {
            grid,
            steps,
            start,
            end: None,
        }
    }

    /// The cells in some columns and rows that `keeps` accepts, with all steps between them, as a
    /// graph of its own with this start. The end stays the same.
    #[must_use]
    pub fn part_from(
        &self,
        start: usize,
        columns: RangeInclusive<usize>,
        rows: RangeInclusive<usize>,
        keeps: impl Fn(usize) -> bool,
    ) -> Self {
        let (left, top) = (*columns.start(), *rows.start());
        let (x, y) = self.position(start);
        let size = (columns.count(), rows.count());
        let mut part = Self::from_fn(size.0, size.1, (x - left, y - top), |x, y| {
            let cell = self.cell(x + left, y + top);
            self.is_free(cell) && keeps(cell)
        });
        for y in 0..size.1 {
            for x in 0..size.0 {
                let (old, new) = (self.cell(x + left, y + top), part.cell(x, y));
                part.steps[new] &= self.steps[old];
            }
        }
        let end = self.end.map(|end| self.position(end));
        let end = end.map(|(x, y)| part.cell(x - left, y - top));
        part.ending(end)
    }

    /// Puts a thin wall between a cell and its neighbour in a direction, both of them inside the
    /// board.
    pub fn part(&mut self, cell: usize, dir: Dir) {
        let near = self.grid.neighbour(cell, dir);
        self.steps[cell] &= !(1 << dir.index());
        self.steps[near] &= !(1 << dir.opposite().index());
    }

    /// The path must end on this free cell, or, with `None`, may end anywhere.
    #[must_use]
    pub fn ending(mut self, end: Option<usize>) -> Self {
        self.end = end;
        self
    }

    /// The cell on which the path starts.
    pub fn start(&self) -> usize {
        self.start
    }

    /// The cell on which it must end; `None` if it may end anywhere.
    pub fn end(&self) -> Option<usize> {
        self.end
    }

    /// Whether a step leads from a cell in a direction.
    #[inline]
    pub fn opens(&self, cell: usize, dir: Dir) -> bool {
        self.steps[cell] >> dir.index() & 1 != 0
    }

    /// The directions in which a step is possible, a bit for each.
    #[inline]
    pub fn open_dirs(&self, cell: usize) -> u8 {
        self.steps[cell]
    }

    /// The cells to which a step leads from a cell.
    pub fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        let steps = self.steps[cell];
        let open = Dir::ALL
            .into_iter()
            .filter(move |dir| steps >> dir.index() & 1 != 0);
        open.map(move |dir| self.grid.neighbour(cell, dir))
    }
}

impl Deref for Graph {
    type Target = Grid;

    fn deref(&self) -> &Grid {
        &self.grid
    }
}
