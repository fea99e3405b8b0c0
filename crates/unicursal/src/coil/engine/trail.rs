//! What was removed, in the order in which it happened, so that it can be put back.
//!
//! Nearly all entries are values of edges. These are packed into four bytes and kept apart from the
//! others: they are put back in any order and without looking at what they are.

use super::values::flip;
use super::{Engine, Joined};

/// A point in time, to go back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    edges: usize,
    others: usize,
}

/// What else can be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Other {
    /// The other end of a cell's fragment was this one.
    End { cell: u32, before: u32 },
    /// These corners were not joined.
    Corners(Joined),
    /// The roles of a cell were these.
    Roles { cell: u32, before: u8 },
}

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Trail {
    /// Twice the cell and the direction, then four bits of values.
    edges: Vec<u32>,
    others: Vec<Other>,
}

#[inline]
fn unpack(entry: u32) -> (usize, usize, u16) {
    let dir = (entry >> 4 & 1) as usize;
    ((entry >> 5) as usize, dir, (entry & 15) as u16)
}

impl Trail {
    /// Notes that values of the right (0) or lower (1) edge of a cell are gone.
    #[inline]
    pub(super) fn push_values(&mut self, cell: usize, dir: usize, gone: u16) {
        self.edges
            .push(((2 * cell + dir) << 4) as u32 | u32::from(gone));
    }

    #[inline]
    pub(super) fn push(&mut self, other: Other) {
        self.others.push(other);
    }

    pub(super) fn clear(&mut self) {
        self.edges.clear();
        self.others.clear();
    }
}

impl Engine {
    /// What [`Engine::undo`] goes back to from later on.
    pub fn mark(&self) -> Mark {
        Mark {
            edges: self.trail.edges.len(),
            others: self.trail.others.len(),
        }
    }

    /// The right (0) and lower (1) edges that changed since a mark, with repetitions.
    pub fn changed_since(&self, mark: Mark) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.trail.edges[mark.edges..].iter().map(|&entry| {
            let (cell, dir, _) = unpack(entry);
            (cell, dir)
        })
    }

    /// Puts back everything that was removed since the mark, empties the queues and clears the
    /// conflict.
    pub fn undo(&mut self, mark: Mark) {
        self.clear_queues();
        self.conflict = None;
        for &entry in &self.trail.edges[mark.edges..] {
            let (cell, dir, gone) = unpack(entry);
            self.cells[cell].add(dir, gone);
            self.cells[cell + self.delta[dir]].add(dir + 2, flip(gone));
        }
        self.trail.edges.truncate(mark.edges);
        while self.trail.others.len() > mark.others {
            match self.trail.others.pop() {
                Some(Other::End { cell, before }) => self.other_end[cell as usize] = before,
                Some(Other::Corners(joined)) => self.corners.split(joined),
                Some(Other::Roles { cell, before }) => self.restore_roles(cell as usize, before),
                None => break,
            }
        }
    }

    /// Forgets how to undo what has been deduced so far: it is now given.
    pub fn settle(&mut self) {
        self.trail.clear();
    }
}
