//! Cycles among the cells that are known to be visited before one another.
//!
//! Blocks of four see short cycles; what remains are cycles around walls. When the order of two
//! neighbours becomes known, a breadth-first search along known relations looks for a way back,
//! from both sides at once: usually one of them soon has nowhere to go. The search is bounded in
//! cells and distance: that makes it incomplete, never wrong. It is on only while a path is being
//! walked, where it catches a wrong turn long before the path gets stuck. Cells that the path has
//! passed come before all others anyway, so that a cycle can only be among the others.

use super::values::{EARLIER, LATER};
use super::{Engine, Rule};
use crate::coil::tuning::clock::FOLLOWED;
use crate::coil::tuning::engine::STEPS;

/// Columns and rows of the box, around the new relation, in which a search marks what it has seen.
/// It fits into the fastest memory, which marks for a whole board would not.
const BOX: usize = 64;
const CENTRE: usize = BOX / 2;

/// A cell, and its place in the box.
type Seen = (u32, u16);

#[derive(Default)]
pub(super) struct Order {
    on: bool,
    queue: Vec<(u32, u8)>,
    /// When each place of the box was last seen, and from which side.
    seen: Vec<u32>,
    round: u32,
    /// The cells found after the second cell of a relation, and those before the first.
    fronts: [Vec<Seen>; 2],
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
            self.order.seen.resize(BOX * BOX, 0);
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
        let looked_at = fronts.iter().map(Vec::len).sum::<usize>();
        self.ticks += FOLLOWED.times(looked_at as u64);
        self.order.fronts = fronts;
        if found {
            self.fail(first, Rule::Order)
        } else {
            true
        }
    }

    /// Whether the cells that come after `second`, a neighbour of `first`, meet those that come
    /// before `first`.
    fn ways_meet(&mut self, first: usize, second: usize, fronts: &mut [Vec<Seen>; 2]) -> bool {
        const SIDES: [(u16, u16); 2] = [(EARLIER, LATER), (LATER, EARLIER)];
        const MOVES: [usize; 4] = [1, BOX, 1_usize.wrapping_neg(), BOX.wrapping_neg()];
        let mark = |side: usize, round: u32| 2 * round + side as u32;
        let round = self.order.round;
        let centre = CENTRE * BOX + CENTRE;
        let beside = (0..4).find(|&dir| self.neighbour(first, dir) == second);
        let beside = centre.wrapping_add(beside.map_or(0, |dir| MOVES[dir]));
        for (side, (cell, place)) in [(second, beside), (first, centre)].into_iter().enumerate() {
            fronts[side].clear();
            fronts[side].push((cell as u32, place as u16));
            self.order.seen[place] = mark(side, round);
        }
        let mut next = [0, 0];
        while fronts[0].len() + fronts[1].len() < STEPS as usize {
            let waiting = [0, 1].map(|side| fronts[side].len() - next[side]);
            let side = usize::from(waiting[1] < waiting[0]);
            if waiting[side] == 0 {
                return false;
            }
            let (at, from) = fronts[side][next[side]];
            let at = at as usize;
            next[side] += 1;
            let word = self.word(at);
            let (wanted, barred) = SIDES[side];
            for (dir, &step) in MOVES.iter().enumerate() {
                let mask = word.towards(dir);
                if mask & wanted == 0 || mask & barred != 0 {
                    continue;
                }
                let to = self.neighbour(at, dir);
                let place = usize::from(from).wrapping_add(step);
                if self.order.seen[place] == mark(1 - side, round) {
                    return true;
                }
                if self.order.seen[place] == mark(side, round) || self.is_passed(to) {
                    continue;
                }
                self.order.seen[place] = mark(side, round);
                // Whatever is beside what is looked at must be inside the box, too.
                let inner = 1..BOX - 1;
                if inner.contains(&(place % BOX)) && inner.contains(&(place / BOX)) {
                    fronts[side].push((to as u32, place as u16));
                }
            }
        }
        false
    }
}
