//! The thin path from which a level grows: it reaches every part of the board and leaves room.
//!
//! Each [shape](super::shape) of it keeps the invariant of [`Weave`](super::weave::Weave) by
//! itself.

use crate::Dir;

/// The first path of a level.
pub(super) struct Skeleton {
    /// The first cell, as (x, y).
    pub start: (usize, usize),
    /// The steps from there.
    pub steps: Vec<Dir>,
    /// Columns that stay walls wherever the first path does not cross them.
    pub wall_columns: Vec<usize>,
    /// Rows of the same kind.
    pub wall_rows: Vec<usize>,
}

impl Skeleton {
    /// The last cell.
    pub fn end(&self) -> (usize, usize) {
        self.steps.iter().fold(self.start, |(x, y), step| {
            let (dx, dy) = step.delta();
            (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy))
        })
    }
}
