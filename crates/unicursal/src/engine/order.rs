//! Cycles among the cells that are known to be visited before one another.
//!
//! Blocks of four see short cycles; what remains are cycles around walls. When the order of two
//! neighbours becomes known, a breadth-first search along known relations looks for a way back. The
//! search is bounded in cells and distance: that makes it incomplete, never wrong. It is on only while
//! a path is being walked, where it catches a wrong turn long before the path gets stuck.

use super::values::{EARLIER, LATER, towards};
use super::{Engine, Rule};

/// The most cells that one search looks at.
const CELLS: usize = 400;
/// How far from the new relation it goes.
const RADIUS: usize = 20;

#[derive(Default)]
pub(super) struct Order {
    on: bool,
    queue: Vec<(u32, u8)>,
    seen: Vec<u32>,
    round: u32,
    front: Vec<u32>,
}

impl Order {
    #[inline]
    pub(super) fn is_on(&self) -> bool {
        self.on
    }

    pub(super) fn queue(&mut self, cell: usize, dir: usize) {
        self.queue.push((cell as u32, dir as u8));
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<(usize, usize)> {
        self.queue
            .pop()
            .map(|(cell, dir)| (cell as usize, usize::from(dir)))
    }

    pub(super) fn clear_queue(&mut self) {
        self.queue.clear();
    }
}

impl Engine {
    /// Switches the search for cycles on or off.
    pub fn watch_order(&mut self, on: bool) {
        self.order.on = on && self.switches.order;
        self.order.queue.clear();
        if self.order.on {
            self.order.seen.resize(self.cells.len(), 0);
        }
    }

    /// Looks for a cycle through an edge whose order has become known.
    pub(super) fn check_order(&mut self, cell: usize, dir: usize) -> bool {
        let other = self.neighbour(cell, dir);
        let mask = self.edge(cell, dir);
        let (first, second) = if mask & LATER == 0 {
            (cell, other)
        } else {
            (other, cell)
        };
        let (x, y) = (first % self.stride, first / self.stride);
        if self.order.round == u32::MAX {
            self.order.seen.fill(0);
            self.order.round = 0;
        }
        self.order.round += 1;
        let round = self.order.round;
        let mut front = std::mem::take(&mut self.order.front);
        front.clear();
        front.push(second as u32);
        self.order.seen[second] = round;
        let mut next = 0;
        let mut found = false;
        'search: while next < front.len() && front.len() < CELLS {
            let at = front[next] as usize;
            next += 1;
            let word = self.word(at);
            for dir in 0..4 {
                let mask = towards(word, dir);
                if mask & EARLIER == 0 || mask & LATER != 0 {
                    continue;
                }
                let to = self.neighbour(at, dir);
                if to == first {
                    found = true;
                    break 'search;
                }
                if self.order.seen[to] == round {
                    continue;
                }
                self.order.seen[to] = round;
                let (tx, ty) = (to % self.stride, to / self.stride);
                if tx.abs_diff(x) <= RADIUS && ty.abs_diff(y) <= RADIUS {
                    front.push(to as u32);
                }
            }
        }
        self.order.front = front;
        if found {
            self.fail(first, Rule::Order)
        } else {
            true
        }
    }
}
