//! Fragments of the path: chains of used edges, known by their two ends.
//!
//! `other_end` of a fragment's end is its other end, of a cell without used edges the cell itself;
//! inside a fragment it is stale and never read, because an inner cell gets no further used edge.

use super::values::{UNUSED, USED};
use super::{Engine, Rule, entry};

impl Engine {
    /// Joins the fragments of two neighbouring cells whose edge has become used.
    pub(super) fn link(&mut self, cell: usize, other: usize) -> bool {
        if !self.switches.loops {
            return true;
        }
        let (a, b) = (self.other_end[cell], self.other_end[other]);
        if a as usize == other {
            return self.fail(cell, Rule::Loop);
        }
        for (end, new) in [(a, b), (b, a)] {
            let old = &mut self.other_end[end as usize];
            self.trail.push((entry::OTHER_END | end, *old));
            *old = new;
        }
        // Two neighbouring ends of one fragment must not be joined. A fragment of a single edge has
        // neighbouring ends too, and that edge is the fragment.
        let (a, b) = (a as usize, b as usize);
        if (a, b) == (cell, other) {
            return true;
        }
        match self.direction(a, b) {
            Some(dir) if self.edge(a, dir) & USED != 0 => {
                if self.revision_limit == u64::MAX {
                    self.deleted.loops += 1;
                }
                self.keep(a, dir, UNUSED)
            }
            _ => true,
        }
    }

    /// In which direction a cell has another as its neighbour. The last cell of a row and the first of
    /// the next have consecutive numbers and are no neighbours.
    fn direction(&self, from: usize, to: usize) -> Option<usize> {
        let dir = self
            .delta
            .iter()
            .position(|&delta| from.wrapping_add(delta) == to)?;
        (dir & 1 == 1 || from / self.stride == to / self.stride).then_some(dir)
    }

    /// The other end of the fragment that ends at this cell.
    pub fn other_end(&self, cell: usize) -> usize {
        self.other_end[cell] as usize
    }
}
