//! Where a board that looks like a closed loop must be cut.
//!
//! If the ends of the path are neighbours, 'there is no end' may not contradict anything locally:
//! the deduction takes the step from the end to the start for a used edge. But a fragment of the
//! path is walked without a break, so that one known 'visited before' between two cells orders
//! their whole fragments; and then these relations form cycles. In truth there are no cycles, and
//! what is wrong is the fragment that contains the step which does not exist. So it lies on every
//! cycle, and without it there is none.

use std::collections::VecDeque;
use std::ops::Range;

use crate::Dir;
use crate::coil::Board;
use crate::coil::engine::values::{LATER, is_ordered};
use crate::coil::solve::deduce::fragments::{Fragments, Words};
use crate::coil::tuning::cut::{FEW_STEPS, SUSPECTS, WRONG_RELATIONS};

/// The cells between which the cut may be: guesses, the best first; none if there are no cycles.
///
/// The first guess is the fragment in which known relations leave the smallest share of cells, the
/// second all that may be the one. If all cells are in one ring, it is where a cut contradicts the
/// fewest relations.
pub fn places<W: Words + ?Sized>(
    board: &Board,
    words: &W,
    fragments: &Fragments<W>,
) -> Vec<Vec<usize>> {
    let order = Order {
        board,
        words,
        fragments,
    };
    if fragments.is_ring() {
        return vec![order.places_in_ring()];
    }
    let mut places: Vec<Vec<usize>> = Vec::new();
    let mut least = f64::INFINITY;
    for fragment in order.on_all_cycles() {
        let cut = order.places_in(fragment);
        let share = cut.len() as f64 / fragments.cells(fragment).count() as f64;
        places.push(cut);
        if share < least {
            least = share;
            let last = places.len() - 1;
            places.swap(0, last);
        }
    }
    let Some(first) = places.first().cloned() else {
        return Vec::new();
    };
    let all: Vec<usize> = places.into_iter().flatten().collect();
    if all.len() == first.len() {
        return vec![first];
    }
    vec![first, all]
}

/// How many known relations a cut contradicts, by the place of the cell behind it.
struct Denials {
    /// By how much it is more than for a cut before the cell ahead.
    more: Vec<i32>,
}

impl Denials {
    fn new(count: usize) -> Self {
        Self {
            more: vec![0; count + 1],
        }
    }

    /// A relation contradicts a cut in front of these cells.
    fn deny(&mut self, cells: Range<usize>) {
        self.more[cells.start] += 1;
        self.more[cells.end] -= 1;
    }

    /// The cells on both sides of the cuts that contradict the fewest relations, or hardly more, of
    /// those in front of these cells of a walk.
    fn least(&self, walk: &[usize], cells: Range<usize>) -> Vec<usize> {
        let mut against = 0;
        let all: Vec<i32> = self
            .more
            .iter()
            .map(|more| {
                against += more;
                against
            })
            .collect();
        let least = all[cells.clone()].iter().copied().min().unwrap_or(0);
        let mut places = Vec::new();
        for i in cells.filter(|&i| all[i] <= least + WRONG_RELATIONS) {
            let ahead = i.checked_sub(1).unwrap_or(walk.len() - 1);
            places.extend([walk[ahead], walk[i]]);
        }
        places.sort_unstable();
        places.dedup();
        places
    }
}

/// What is known about the order of fragments, as a graph.
struct Order<'a, W: ?Sized> {
    board: &'a Board,
    words: &'a W,
    fragments: &'a Fragments<'a, W>,
}

impl<'a, W: Words + ?Sized> Order<'a, W> {
    /// The neighbours of a cell of which it is known whether it comes before them, and that.
    fn relations(&self, cell: usize) -> impl Iterator<Item = (usize, bool)> + use<'_, 'a, W> {
        let word = self.words.word(cell);
        Dir::ALL.into_iter().filter_map(move |dir| {
            let mask = word.towards(dir.index());
            let is_known = mask != 0 && is_ordered(mask);
            is_known.then(|| (self.board.neighbour(cell, dir), mask & LATER == 0))
        })
    }

    /// The cells of a fragment at which it may be cut. Most relations are true, but some near the
    /// cut follow from the very step that may not exist, and so those over a few steps are left
    /// aside.
    fn places_in(&self, fragment: usize) -> Vec<usize> {
        let fragments = self.fragments;
        let walk: Vec<usize> = fragments.cells(fragment).collect();
        if !fragments.is_directed(fragment) {
            return walk;
        }
        let count = walk.len();
        let mut denials = Denials::new(count);
        for (i, &cell) in walk.iter().enumerate() {
            for (other, is_first) in self.relations(cell) {
                let j = fragments.place(other);
                if fragments.of(other) != fragment {
                    // All others are visited after the cells behind the cut, and before those ahead
                    // of it.
                    denials.deny(if is_first { i + 1..count } else { 1..i + 1 });
                } else if j > i + FEW_STEPS {
                    if is_first {
                        denials.deny(i + 1..j + 1);
                    } else {
                        denials.deny(1..i + 1);
                        denials.deny(j + 1..count);
                    }
                }
            }
        }
        denials.least(&walk, 1..count)
    }

    /// The same if all cells are in one ring.
    fn places_in_ring(&self) -> Vec<usize> {
        let walk: Vec<usize> = self.fragments.cells(0).collect();
        if !self.fragments.is_directed(0) {
            return walk;
        }
        let count = walk.len();
        let mut denials = Denials::new(count);
        for (i, &cell) in walk.iter().enumerate() {
            for (other, is_first) in self.relations(cell) {
                let j = self.fragments.place(other);
                if !is_first || (j + count - i) % count <= FEW_STEPS {
                    continue;
                }
                // There is no cut on the way from this cell to the other.
                if i < j {
                    denials.deny(i + 1..j + 1);
                } else {
                    denials.deny(i + 1..count);
                    denials.deny(0..j + 1);
                }
            }
        }
        denials.least(&walk, 0..count)
    }

    /// The fragments that are known to be walked later, or earlier, with repetitions.
    fn related(&self, fragment: usize, later: bool) -> impl Iterator<Item = usize> {
        self.fragments
            .cells(fragment)
            .flat_map(move |cell| self.relations(cell))
            .filter(move |&(_, is_first)| is_first == later)
            .map(|(other, _)| self.fragments.of(other))
            .filter(move |&other| other != fragment)
    }

    /// The fragments that lie on every cycle, [`SUSPECTS`] at most.
    ///
    /// They are on the first that is found. Whenever there is one without a fragment, they are on
    /// that, too.
    fn on_all_cycles(&self) -> Vec<usize> {
        let mut kept = vec![true; self.fragments.count()];
        let mut suspects = self.any_cycle(&mut kept);
        let mut tested = 0;
        while tested < suspects.len().min(SUSPECTS) {
            let mut others = kept.clone();
            others[suspects[tested]] = false;
            let cycle = self.any_cycle(&mut others);
            if cycle.is_empty() {
                tested += 1;
            } else {
                suspects.retain(|fragment| cycle.contains(fragment));
            }
        }
        suspects.truncate(tested);
        suspects
    }

    /// A short cycle of fragments that are kept; empty if there is none. Fragments on none are taken
    /// away, unless they are between two.
    fn any_cycle(&self, kept: &mut [bool]) -> Vec<usize> {
        for later in [true, false] {
            self.peel(kept, later);
        }
        let Some(mut at) = kept.iter().position(|&kept| kept) else {
            return Vec::new();
        };
        // Something comes after each of them: so one comes to a cycle.
        let mut seen = vec![false; kept.len()];
        while !std::mem::replace(&mut seen[at], true) {
            at = self
                .related(at, true)
                .find(|&next| kept[next])
                .unwrap_or(at);
        }
        self.cycle_through(at, kept)
    }

    /// Takes away, again and again, the fragments that no other comes before, or after.
    fn peel(&self, kept: &mut [bool], later: bool) {
        let mut before = vec![0_u32; kept.len()];
        for fragment in (0..kept.len()).filter(|&fragment| kept[fragment]) {
            for other in self.related(fragment, later) {
                before[other] += 1;
            }
        }
        let mut free: Vec<usize> = (0..kept.len())
            .filter(|&f| kept[f] && before[f] == 0)
            .collect();
        while let Some(fragment) = free.pop() {
            kept[fragment] = false;
            for other in self.related(fragment, later) {
                before[other] -= 1;
                if before[other] == 0 && kept[other] {
                    free.push(other);
                }
            }
        }
    }

    /// A shortest cycle through a fragment; empty if there is none.
    fn cycle_through(&self, from: usize, kept: &[bool]) -> Vec<usize> {
        let mut before = vec![u32::MAX; kept.len()];
        let mut queue = VecDeque::from([from]);
        while let Some(fragment) = queue.pop_front() {
            for next in self.related(fragment, true).filter(|&next| kept[next]) {
                if next == from {
                    let mut cycle = vec![from];
                    let mut at = fragment;
                    while at != from {
                        cycle.push(at);
                        at = before[at] as usize;
                    }
                    return cycle;
                }
                if before[next] == u32::MAX {
                    before[next] = fragment as u32;
                    queue.push_back(next);
                }
            }
        }
        Vec::new()
    }
}
