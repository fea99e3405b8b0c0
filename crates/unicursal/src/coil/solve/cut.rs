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
use crate::coil::engine::values::{EARLIER, LATER, USED, towards};
use crate::coil::tuning::cut::{FEW_STEPS, FRAGMENT_CYCLES, SUSPECTS};
use crate::{Dir, Rng};

/// The cells of the fragments that may be the one; none if there are no cycles, or none that all come
/// through one fragment.
pub fn cut_cells(board: &Board, words: &[u16], fragments: &Fragments) -> Vec<usize> {
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
    if most < cycles {
        return Vec::new();
    }
    let suspects = candidates
        .into_iter()
        .filter(|&fragment| visits[fragment] == most);
    suspects
        .take(SUSPECTS)
        .filter(|&fragment| order.is_acyclic_without(fragment, &kept))
        .flat_map(|fragment| order.cut_places(fragment))
        .collect()
}

/// What is known about the order of fragments, as a graph.
struct Order<'a> {
    board: &'a Board,
    words: &'a [u16],
    fragments: &'a Fragments<'a>,
}

impl Order<'_> {
    /// The cells of a fragment at which it may be cut. Where the rules demand that a cell is visited
    /// before a later one of the same fragment, no cut can lie between them; relations over a few
    /// steps are left aside, because they follow from the very step that may not exist.
    fn cut_places(&self, fragment: usize) -> Vec<usize> {
        let fragments = self.fragments;
        let walk: Vec<usize> = fragments.cells(fragment).collect();
        if !fragments.is_directed(fragment) {
            return walk;
        }
        // How many demands begin, minus how many end, at each place.
        let mut demands = vec![0_i32; walk.len() + 1];
        for (i, &cell) in walk.iter().enumerate() {
            for dir in Dir::ALL {
                let mask = towards(self.words[cell], dir.index());
                if mask == 0 || mask & (LATER | USED) != 0 {
                    continue;
                }
                let other = self.board.neighbour(cell, dir);
                let j = fragments.place(other);
                if fragments.of(other) == fragment && j > i + FEW_STEPS {
                    demands[i + 1] += 1;
                    demands[j + 1] -= 1;
                }
            }
        }
        let mut open = 0;
        let mut places = Vec::new();
        for i in 1..walk.len() {
            open += demands[i];
            if open == 0 {
                places.extend([walk[i - 1], walk[i]]);
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
