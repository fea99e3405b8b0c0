//! What was removed, in order, so that it can be restored.
//!
//! Nearly all entries are values of edges. These are packed into four bytes and kept apart from the
//! others, because they can be restored in any order. The others are packed into eight: a walk
//! through a whole board leaves several entries for each of its cells.

use super::values::flip;
use super::{Engine, Joined};

/// A point in time, to go back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    edges: usize,
    others: usize,
}

/// Other things that can be taken back.
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
    /// See [`Other::pack`].
    others: Vec<u64>,
}

impl Other {
    /// The kind in the lowest bits, then the cell or the root, then what it had before: 31 bits
    /// each, more than any board has cells.
    #[inline]
    fn pack(self) -> u64 {
        let (kind, what, before) = match self {
            Self::End { cell, before } => (0, cell, before),
            Self::Corners(Joined { below, size }) => (1, below, size),
            Self::Roles { cell, before } => (2, cell, u32::from(before)),
        };
        u64::from(before) << 33 | u64::from(what) << 2 | kind
    }

    #[inline]
    fn unpack(packed: u64) -> Self {
        let before = (packed >> 33) as u32;
        let what = (packed >> 2) as u32 & (u32::MAX >> 1);
        match packed & 3 {
            0 => Self::End { cell: what, before },
            1 => Self::Corners(Joined {
                below: what,
                size: before,
            }),
            _ => Self::Roles {
                cell: what,
                before: before as u8,
            },
        }
    }
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
        self.others.push(other.pack());
    }

    pub(super) fn clear(&mut self) {
        self.edges.clear();
        self.others.clear();
    }
}

impl Engine {
    /// The point to which [`Engine::undo`] can return later.
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

    /// Restores everything that was removed since the mark, empties the queues and clears the
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
        let mut ends = 0;
        while self.trail.others.len() > mark.others {
            match self.trail.others.pop().map(Other::unpack) {
                Some(Other::End { cell, before }) => {
                    self.other_end[cell as usize] = before;
                    ends += 1;
                }
                Some(Other::Corners(joined)) => self.corners.split(joined),
                Some(Other::Roles { cell, before }) => self.restore_roles(cell as usize, before),
                None => break,
            }
        }
        // Each link has changed two.
        self.links -= ends / 2;
    }

    /// Makes what has been deduced so far permanent, and frees the memory for undoing it.
    pub fn settle(&mut self) {
        self.trail = Trail::default();
    }
}

#[cfg(test)]
mod tests {
    use super::{Joined, Other};

    #[test]
    fn what_is_packed_comes_out_again() {
        let most = u32::MAX >> 1;
        let (below, size) = (most, most - 1);
        for other in [
            Other::End {
                cell: most,
                before: 0,
            },
            Other::End {
                cell: 0,
                before: most,
            },
            Other::Corners(Joined { below, size }),
            Other::Roles {
                cell: most,
                before: u8::MAX,
            },
        ] {
            assert_eq!(Other::unpack(other.pack()), other);
        }
    }
}
