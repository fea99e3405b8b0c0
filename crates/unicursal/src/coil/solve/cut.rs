//! Where a board that looks like a closed loop must be cut.
//!
//! If the ends of the path are neighbours, 'there is no end' may not contradict anything locally: the
//! deduction takes the step from the end to the start for a used edge. But a fragment of the path is
//! walked without a break, so that one known 'visited before' between two cells orders their whole
//! fragments; and then these relations form cycles. In truth there are no cycles, and what
//! is wrong is the fragment that contains the step which does not exist. So it lies on every cycle,
//! and without it there is none.

use std::collections::VecDeque;

use super::fragments::Fragments;
use crate::coil::Board;
use crate::coil::engine::values::{EARLIER, LATER, towards};
use crate::coil::tuning::cut::{FEW_STEPS, FRAGMENT_CYCLES, SUSPECTS, WRONG_RELATIONS};
use crate::{Dir, Rng};

/// The cells of the fragments that may be the one: first of that in which known relations leave the smallest
/// share of cells, then of all of them. None if there are no cycles. If not all cycles come through one
/// fragment, those through which the most come, as a whole.
pub fn cut_cells(board: &Board, words: &[u16], fragments: &Fragments) -> Vec<Vec<usize>> {
    let order = Order {
        board,
        words,
        fragments,
    };
    let kept = order.without_loose_ends();
    let candidates: Vec<usize> = (0..kept.len()).filter(|&fragment| kept[fragment]).collect();
    if candidates.is_empty() {
        return Vec::new();
    }
    // How many of the cycles come through each fragment.
    let mut visits = vec![0_u32; kept.len()];
    let mut cycles = 0;
    let mut rng = Rng::from_number(0);
    for _ in 0..FRAGMENT_CYCLES {
        let cycle = order.cycle_through(candidates[rng.below(candidates.len())], &kept);
        cycles += u32::from(!cycle.is_empty());
        for fragment in cycle {
            visits[fragment] += 1;
        }
    }
    let most = visits.iter().copied().max().unwrap_or(0);
    let suspects = candidates
        .into_iter()
        .filter(|&fragment| visits[fragment] == most);
    if most < cycles {
        // What is wrong has spread already, and has made cycles of its own.
        return vec![suspects.flat_map(|f| fragments.cells(f)).collect()];
    }
    let mut places: Vec<Vec<usize>> = Vec::new();
    let mut least = f64::INFINITY;
    for fragment in suspects.take(SUSPECTS) {
        if order.is_acyclic_without(fragment, &kept) {
            let cut = order.cut_places(fragment);
            let share = cut.len() as f64 / fragments.cells(fragment).count() as f64;
            places.push(cut);
            if share < least {
                least = share;
                let last = places.len() - 1;
                places.swap(0, last);
            }
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

/// What is known about the order of fragments, as a graph.
struct Order<'a> {
    board: &'a Board,
    words: &'a [u16],
    fragments: &'a Fragments<'a>,
}

impl Order<'_> {
    /// The cells of a fragment at which it may be cut: those where a cut contradicts the fewest known relations,
    /// or hardly more. Most relations are true, but some near the cut follow from the very step that may not
    /// exist, and so those over a few steps are left aside.
    fn cut_places(&self, fragment: usize) -> Vec<usize> {
        let fragments = self.fragments;
        let walk: Vec<usize> = fragments.cells(fragment).collect();
        if !fragments.is_directed(fragment) {
            return walk;
        }
        // By how much the number of known relations that a cut before a place contradicts is more than
        // that of a cut before the place ahead of it.
        let mut more = vec![0_i32; walk.len() + 1];
        let mut deny = |from: usize, to: usize| {
            more[from] += 1;
            more[to] -= 1;
        };
        for (i, &cell) in walk.iter().enumerate() {
            for dir in Dir::ALL {
                let mask = towards(self.words[cell], dir.index());
                let (earlier, later) = (mask & LATER == 0, mask & EARLIER == 0);
                if mask == 0 || !(earlier || later) {
                    continue;
                }
                let other = self.board.neighbour(cell, dir);
                let j = fragments.place(other);
                if fragments.of(other) != fragment {
                    // All others are visited after the cells behind the cut, and before those ahead of it.
                    if earlier {
                        deny(i + 1, walk.len());
                    } else {
                        deny(1, i + 1);
                    }
                } else if j > i + FEW_STEPS {
                    if earlier {
                        deny(i + 1, j + 1);
                    } else {
                        deny(1, i + 1);
                        deny(j + 1, walk.len());
                    }
                }
            }
        }
        let mut against = 0;
        let all: Vec<i32> = (1..walk.len())
            .map(|i| {
                against += more[i];
                against
            })
            .collect();
        let least = all.iter().copied().min().unwrap_or(0);
        let mut places = Vec::new();
        for (i, &against) in all.iter().enumerate() {
            if against <= least + WRONG_RELATIONS {
                places.extend([walk[i], walk[i + 1]]);
            }
        }
        places.sort_unstable();
        places.dedup();
        places
    }

    /// The fragments that are known to be walked later, or earlier, with repetitions.
    fn related(&self, fragment: usize, later: bool) -> impl Iterator<Item = usize> {
        let excluded = if later { LATER } else { EARLIER };
        self.fragments
            .cells(fragment)
            .flat_map(move |cell| {
                Dir::ALL.into_iter().filter_map(move |dir| {
                    let mask = towards(self.words[cell], dir.index());
                    let known = mask != 0 && mask & excluded == 0;
                    known.then(|| self.fragments.of(self.board.neighbour(cell, dir)))
                })
            })
            .filter(move |&other| other != fragment)
    }

    /// Takes away, again and again, the fragments that nothing comes before or nothing comes after.
    /// What is left lies on cycles, or between two.
    fn without_loose_ends(&self) -> Vec<bool> {
        let mut kept = vec![true; self.fragments.count()];
        for later in [true, false] {
            self.peel(&mut kept, later);
        }
        kept
    }

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

    fn is_acyclic_without(&self, fragment: usize, kept: &[bool]) -> bool {
        let mut kept = kept.to_vec();
        kept[fragment] = false;
        self.peel(&mut kept, true);
        kept.iter().all(|&kept| !kept)
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
