//! Where a board that looks like a closed loop must be cut.
//!
//! If the ends of the path are neighbours, or nearly so, 'there is no end' may not contradict
//! anything locally. But then the deduced 'visited before' relations form cycles. Every cycle
//! contains a relation that is wrong, and relations are wrong only near the ends: so that is where
//! the cycles meet. This looks at single cells; [`crate::coil::solve::ends::cut`] says more where
//! the order of whole fragments of the path has cycles.

use std::collections::VecDeque;

use crate::Rng;
use crate::coil::Board;
use crate::coil::engine::values::{EARLIER, LATER, towards};
use crate::coil::tuning::cut::{CELL_CYCLES, SPREAD};

/// The cell that most cycles come near, or `None` if there is no cycle.
pub fn meeting_point(board: &Board, words: &[u16]) -> Option<usize> {
    let cycles = Cycles::new(board, words);
    let candidates: Vec<usize> = board
        .free_cells()
        .filter(|&cell| cycles.kept[cell])
        .collect();
    if candidates.is_empty() {
        return None;
    }
    let mut rng = Rng::from_number(0);
    let mut votes = vec![0_u16; board.cell_count()];
    let mut voted = vec![0_u16; board.cell_count()];
    let mut before = vec![0_u32; board.cell_count()];
    let mut seen = vec![0_u16; board.cell_count()];
    let stride = board.stride() as isize;
    for sample in 1..=CELL_CYCLES as u16 {
        let from = candidates[rng.below(candidates.len())];
        for cell in cycles.shortest(from, sample, &mut seen, &mut before) {
            for y in -SPREAD..=SPREAD {
                for x in -SPREAD..=SPREAD {
                    let near = cell as isize + y * stride + x;
                    if let Some(vote) = voted.get_mut(near as usize)
                        && *vote != sample
                        && board.is_free(near as usize)
                    {
                        *vote = sample;
                        votes[near as usize] += 1;
                    }
                }
            }
        }
    }
    let most = *votes.iter().max()?;
    let best: Vec<usize> = (0..votes.len())
        .filter(|&cell| votes[cell] == most)
        .collect();
    if most == 0 {
        return None;
    }
    let mean = |part: &dyn Fn(usize) -> usize| {
        best.iter().map(|&cell| part(cell)).sum::<usize>() / best.len()
    };
    let (x, y) = (
        mean(&|cell| cell % board.stride()),
        mean(&|cell| cell / board.stride()),
    );
    best.into_iter().min_by_key(|&cell| {
        (cell % board.stride()).abs_diff(x) + (cell / board.stride()).abs_diff(y)
    })
}

/// The cells that lie on cycles of 'visited before', or between two.
struct Cycles<'a> {
    board: &'a Board,
    words: &'a [u16],
    kept: Vec<bool>,
}

impl<'a> Cycles<'a> {
    /// Takes away, again and again, the cells that nothing kept comes before or after.
    fn new(board: &'a Board, words: &'a [u16]) -> Self {
        let kept = (0..board.cell_count())
            .map(|cell| board.is_free(cell))
            .collect();
        let mut cycles = Self { board, words, kept };
        for forwards in [true, false] {
            let mut stack: Vec<usize> = board
                .free_cells()
                .filter(|&cell| cycles.kept[cell] && !cycles.has(cell, !forwards))
                .collect();
            while let Some(cell) = stack.pop() {
                if !std::mem::replace(&mut cycles.kept[cell], false) {
                    continue;
                }
                for next in cycles.related(cell, forwards) {
                    if cycles.kept[next] && !cycles.has(next, !forwards) {
                        stack.push(next);
                    }
                }
            }
        }
        cycles
    }

    /// The neighbours left that are known to be visited later, or earlier.
    fn related(&self, cell: usize, later: bool) -> impl Iterator<Item = usize> + use<'_, 'a> {
        let excluded = if later { LATER } else { EARLIER };
        crate::Dir::ALL
            .into_iter()
            .filter(move |dir| {
                let mask = towards(self.words[cell], dir.index());
                mask != 0 && mask & excluded == 0
            })
            .map(move |dir| self.board.neighbour(cell, dir))
            .filter(|&next| self.kept[next])
    }

    fn has(&self, cell: usize, later: bool) -> bool {
        self.related(cell, later).next().is_some()
    }

    /// A shortest cycle through a cell; empty if there is none.
    fn shortest(
        &self,
        from: usize,
        sample: u16,
        seen: &mut [u16],
        before: &mut [u32],
    ) -> Vec<usize> {
        let mut queue = VecDeque::from([from]);
        while let Some(cell) = queue.pop_front() {
            for next in self.related(cell, true) {
                if next == from {
                    let mut cycle = vec![from];
                    let mut at = cell;
                    while at != from {
                        cycle.push(at);
                        at = before[at] as usize;
                    }
                    return cycle;
                }
                if seen[next] != sample {
                    seen[next] = sample;
                    before[next] = cell as u32;
                    queue.push_back(next);
                }
            }
        }
        Vec::new()
    }
}
