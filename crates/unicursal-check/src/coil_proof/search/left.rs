//! The cells that a walk has left, and what they lack.
//!
//! Each of them, but the one that is entered next, needs two free neighbours, or one if the path
//! ends there.

use super::super::state::State;

#[derive(Clone, Copy)]
struct Cell {
    /// A wall, or visited.
    blocked: bool,
    /// How many neighbours are free, if it is.
    ways: u8,
    may_end: bool,
    /// Whether something is known of its pairs.
    told: bool,
}

impl Cell {
    /// If it is free: whether it can only be the end, and whether it cannot even be that.
    fn lacks(self) -> (usize, usize) {
        let few = self.ways < 2;
        let dead_end = self.ways == 1 && self.may_end;
        (usize::from(dead_end), usize::from(few && !dead_end))
    }
}

/// See the [module](self).
pub struct Left {
    /// From a cell to its neighbours.
    steps: [isize; 4],
    cells: Vec<Cell>,
    /// The free cells where the path may end.
    ends: usize,
    /// Those that can only be the end.
    dead_ends: usize,
    /// Those that cannot even be that.
    lost: usize,
}

impl Left {
    /// All free cells, for walks from a start like this one. Of some of them something is known.
    pub fn new(state: &State, start: usize, is_told: impl Fn(usize) -> bool) -> Self {
        let cell = |cell: usize| Cell {
            blocked: state.roles(cell) == 0,
            ways: (0..4).filter(|&dir| state.values(cell, dir) != 0).count() as u8,
            may_end: state.may_end(start, cell),
            told: is_told(cell),
        };
        let cells: Vec<Cell> = (0..state.len()).map(cell).collect();
        let stride = state.beside(0, 1) as isize;
        let mut left = Self {
            steps: [1, stride, -1, -stride],
            ends: cells.iter().filter(|cell| cell.may_end).count(),
            dead_ends: 0,
            lost: 0,
            cells,
        };
        for cell in 0..state.len() {
            if left.is_free(cell) {
                left.count(cell, true);
            }
        }
        left
    }

    /// The neighbour of a cell.
    pub fn beside(&self, cell: usize, dir: usize) -> usize {
        cell.wrapping_add_signed(self.steps[dir])
    }

    /// Whether a cell is neither a wall nor visited.
    pub fn is_free(&self, cell: usize) -> bool {
        !self.cells[cell].blocked
    }

    /// Whether something is known of a cell's pairs.
    pub fn is_told(&self, cell: usize) -> bool {
        self.cells[cell].told
    }

    /// Whether no cell is left where the path may end.
    pub fn has_no_end(&self) -> bool {
        self.ends == 0
    }

    /// Whether a cell is free, and the others do not lack too much for it to be next.
    pub fn may_be_next(&self, cell: usize) -> bool {
        let (dead_ends, lost) = self.cells[cell].lacks();
        self.is_free(cell) && self.dead_ends - dead_ends <= 1 && self.lost == lost
    }

    /// Visits a cell, or takes that back. Its free neighbours on these sides have one way less, or
    /// more.
    pub fn mark(&mut self, cell: usize, visited: bool, sides: &[usize]) {
        self.count(cell, !visited);
        self.cells[cell].blocked = visited;
        if self.cells[cell].may_end {
            self.ends = if visited {
                self.ends - 1
            } else {
                self.ends + 1
            };
        }
        for &side in sides {
            let beside = self.beside(cell, side);
            if self.is_free(beside) {
                self.count(beside, false);
                let ways = &mut self.cells[beside].ways;
                *ways = if visited { *ways - 1 } else { *ways + 1 };
                self.count(beside, true);
            }
        }
    }

    /// Counts a free cell that lacks ways, or no longer.
    fn count(&mut self, cell: usize, more: bool) {
        if self.cells[cell].ways > 1 {
            return;
        }
        let (dead_ends, lost) = self.cells[cell].lacks();
        if more {
            self.dead_ends += dead_ends;
            self.lost += lost;
        } else {
            self.dead_ends -= dead_ends;
            self.lost -= lost;
        }
    }
}
