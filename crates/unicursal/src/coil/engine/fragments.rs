//! Fragments of the path: chains of used edges, known by their two ends.
//!
//! `other_end` of a fragment's end is its other end, of a cell without used edges the cell itself;
//! inside a fragment it is stale and never read, because an inner cell gets no further used edge.

use super::trail::Other;
use super::values::USED;
use super::{Engine, Rule};

impl Engine {
    /// Joins the fragments of two neighbouring cells whose edge has become used.
    pub(super) fn link(&mut self, cell: usize, other: usize) -> bool {
        if !self.switches.loops {
            return true;
        }
        let (a, b) = (self.other_end[cell], self.other_end[other]);
        if a as usize == other {
            return self.is_whole_ring() || self.fail(cell, Rule::Loop);
        }
        self.set_other_end(a, b);
        self.set_other_end(b, a);
        self.links += 1;
        // Two neighbouring ends of one fragment must not be joined. A fragment of a single edge has
        // neighbouring ends too, and that edge is the fragment.
        let (a, b) = (a as usize, b as usize);
        let apart = a.abs_diff(b);
        if apart != 1 && apart != self.stride || (a, b) == (cell, other) || self.is_whole_ring() {
            return true;
        }
        self.keep_apart(a.min(b), usize::from(apart != 1))
    }

    /// Says whether a ring of all cells is permitted. By default it is a conflict; but where a
    /// board whose ends are neighbours is looked at as if it had no ends, everything that is true
    /// leads to one.
    pub fn permit_ring(&mut self, permitted: bool) {
        self.ring_permitted = permitted;
    }

    /// Whether all cells are in one fragment, and it may be closed.
    #[inline]
    fn is_whole_ring(&self) -> bool {
        self.ring_permitted && self.links + 1 == self.free
    }

    #[inline]
    fn set_other_end(&mut self, cell: u32, end: u32) {
        let before = std::mem::replace(&mut self.other_end[cell as usize], end);
        self.trail.push(Other::End { cell, before });
    }

    /// Keeps the path from using an edge to the right (0) or downwards (1). The last cell of a row
    /// and the first of the next have consecutive numbers but are not neighbours.
    fn keep_apart(&mut self, cell: usize, dir: usize) -> bool {
        let gone = self.edge(cell, dir) & USED;
        if gone == 0 || dir == 0 && (cell + 1).is_multiple_of(self.stride) {
            return true;
        }
        if self.revision_limit == u64::MAX {
            self.deleted.loops += 1;
        }
        self.remove_from(cell, dir, gone)
    }

    /// The other end of the fragment that ends at this cell.
    #[cfg(test)]
    pub fn other_end(&self, cell: usize) -> usize {
        self.other_end[cell] as usize
    }
}
