//! Which cells can be ends, by their colour on a chess board.
//!
//! Black and white cells follow each other on a path. So with an odd number of cells both ends have
//! the colour of which there is one more, and with an even number one is black and one white. That
//! says of half the cells that they are no ends, at once or as soon as one end is known.

use crate::coil::Board;
use crate::coil::engine::values::role;
use crate::grid;

/// What the colours, and perhaps a given start, say about the ends.
#[derive(Clone, Copy, Debug)]
pub struct Colours {
    stride: usize,
    /// Whether they may say anything.
    count: bool,
    /// Whether both ends have the same colour.
    same: bool,
    /// Whether that is black.
    black: bool,
    start: Option<usize>,
}

impl Colours {
    /// The colours of a board whose numbers of black and white cells admit a path; they say nothing
    /// unless they `count`.
    pub fn new(board: &Board, count: bool, start: Option<usize>) -> Self {
        Self {
            stride: board.stride(),
            count,
            same: board.free_count() % 2 == 1,
            black: board.balance() > 0,
            start,
        }
    }

    fn is_black(self, cell: usize) -> bool {
        grid::is_black(self.stride, cell)
    }

    /// Whether two cells exclude the same cells from being the other end.
    pub fn are_alike(self, one: usize, other: usize) -> bool {
        !self.count || self.is_black(one) == self.is_black(other)
    }

    /// Whether the path may have its ends at these two cells.
    pub fn fit(self, start: usize, end: usize) -> bool {
        !self.count || (self.is_black(start) == self.is_black(end)) == self.same
    }

    /// The roles that a cell may have.
    pub fn roles(self, cell: usize) -> u8 {
        match self.start {
            Some(start) if start == cell => role::START,
            Some(start) if self.fit(start, cell) => role::END | role::MIDDLE,
            None if !self.count || !self.same || self.is_black(cell) == self.black => role::ANY,
            _ => role::MIDDLE,
        }
    }

    /// Whether there can be this many black ends more than white ones at a place with a single end.
    pub fn allow_surplus(self, surplus: i64) -> bool {
        match (self.count && self.same, self.black) {
            (true, true) => surplus == 1,
            (true, false) => surplus == -1,
            (false, _) => surplus.abs() == 1,
        }
    }
}
