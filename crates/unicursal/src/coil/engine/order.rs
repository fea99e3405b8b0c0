//! Cycles among the cells that are known to be visited before one another.
//!
//! Blocks of four see short cycles; what remains are cycles around walls. When the order of two
//! neighbours becomes known, a breadth-first search along known relations looks for a way back, from
//! both sides at once: one of them soon has nowhere to go as a rule. The search is bounded in cells and
//! distance: that makes it incomplete, never wrong. It is on only while a path is being walked, where
//! it catches a wrong turn long before the path gets stuck. Cells that the path has passed come before
//! all others anyway, so that a cycle can only be among the others.

use super::values::{EARLIER, LATER, towards};
use super::{Engine, Rule};
use crate::coil::tuning::engine::{ORDER_CELLS, ORDER_RADIUS};

#[derive(Default)]
pub(super) struct Order {
    on: bool,
    queue: Vec<(u32, u8)>,
    seen: Vec<u32>,
    round: u32,
    /// The cells found after the second cell of a relation, and those before the first.
    fronts: [Vec<u32>; 2],
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
            self.order.seen.resize(self.len(), 0);
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
        if self.is_passed(first) || self.is_passed(second) {
            return true;
        }
        if self.order.round == u32::MAX / 2 {
            self.order.seen.fill(0);
            self.order.round = 0;
        }
        self.order.round += 1;
        let mut fronts = std::mem::take(&mut self.order.fronts);
        let found = self.ways_meet(first, second, &mut fronts);
        self.order.fronts = fronts;
        if found {
            self.fail(first, Rule::Order)
        } else {
            true
        }
    }

    /// Whether the cells that come after `second` meet those that come before `first`.
    fn ways_meet(&mut self, first: usize, second: usize, fronts: &mut [Vec<u32>; 2]) -> bool {
        const SIDES: [(u16, u16); 2] = [(EARLIER, LATER), (LATER, EARLIER)];
        let mark = |side: usize, round: u32| 2 * round + side as u32;
        let round = self.order.round;
        for (side, cell) in [second, first].into_iter().enumerate() {
            fronts[side].clear();
            fronts[side].push(cell as u32);
            self.order.seen[cell] = mark(side, round);
        }
        let (x, y) = (first % self.stride, first / self.stride);
        let mut next = [0, 0];
        while fronts[0].len() + fronts[1].len() < ORDER_CELLS {
            let waiting = [0, 1].map(|side| fronts[side].len() - next[side]);
            let side = usize::from(waiting[1] < waiting[0]);
            if waiting[side] == 0 {
                return false;
            }
            let at = fronts[side][next[side]] as usize;
            next[side] += 1;
            let word = self.word(at);
            let (wanted, barred) = SIDES[side];
            for dir in 0..4 {
                let mask = towards(word, dir);
                if mask & wanted == 0 || mask & barred != 0 {
                    continue;
                }
                let to = self.neighbour(at, dir);
                if self.order.seen[to] == mark(1 - side, round) {
                    return true;
                }
                if self.order.seen[to] == mark(side, round) || self.is_passed(to) {
                    continue;
                }
                self.order.seen[to] = mark(side, round);
                let (tx, ty) = (to % self.stride, to / self.stride);
                if tx.abs_diff(x) <= ORDER_RADIUS && ty.abs_diff(y) <= ORDER_RADIUS {
                    fronts[side].push(to as u32);
                }
            }
        }
        false
    }
}
