//! Cells without which the rest of the board falls apart.
//!
//! A depth-first walk from the start over all links that are used or undecided finds the parts that
//! can be reached only through a single cell. The path enters such a part and cannot come back, so
//! it ends there; the part has all numbers from some number on, and as many cells of each colour as
//! a path from its door to the end needs.

use std::ops::Range;

use super::{AFTER, Conflict, ENDS, Links, Reason};
use crate::Dir;

/// Memory for a walk.
pub struct Scratch {
    order: Vec<u32>,
    low: Vec<u32>,
    way: Vec<Visit>,
    round: u32,
    seen: Vec<u32>,
}

/// A cell on the way from the start, and what was seen since: cells, numbers, and whether the last
/// cell may be there.
#[derive(Clone, Copy)]
struct Visit {
    cell: u32,
    left: u8,
    cells: u32,
    /// Cells of this cell's colour minus the others.
    balance: i32,
    numbers: u32,
    least: u32,
    has_end: bool,
}

impl Visit {
    /// Adds what was seen behind a cell that was reached from this one.
    fn contain(&mut self, other: &Self) {
        self.cells += other.cells;
        self.balance -= other.balance;
        self.numbers += other.numbers;
        self.least = self.least.min(other.least);
        self.has_end |= other.has_end;
    }
}

impl Scratch {
    pub fn new(cells: usize) -> Self {
        Self {
            order: vec![0; cells],
            low: vec![0; cells],
            way: Vec::new(),
            round: 0,
            seen: vec![0; cells],
        }
    }
}

/// What a look at the whole board found.
type Found = Option<(Reason, usize, u8, bool)>;

impl Links<'_> {
    /// Looks for cells without which the board falls apart, and draws the first conclusion, if
    /// there is one.
    pub fn look_for_cuts(&mut self) -> Result<Found, Conflict> {
        let mut scratch = std::mem::replace(&mut self.scratch, Scratch::new(0));
        let found = self.walk_for_cuts(&mut scratch);
        self.scratch = scratch;
        let found = found?;
        if let Some((_, cell, bit, is_used)) = found {
            self.assume(cell, bit, is_used)?;
        }
        Ok(found)
    }

    fn visit(&self, cell: usize) -> Visit {
        let number = self.number[cell];
        Visit {
            cell: cell as u32,
            left: (self.open[cell] | self.used[cell]) & !ENDS,
            cells: 1,
            balance: 1,
            numbers: u32::from(number > 0),
            least: if number > 0 { number } else { u32::MAX },
            has_end: (self.open[cell] | self.used[cell]) & ENDS != 0 && cell != self.graph.start(),
        }
    }

    fn walk_for_cuts(&self, scratch: &mut Scratch) -> Result<Found, Conflict> {
        let graph = self.graph;
        let Scratch {
            order,
            low,
            way,
            round,
            seen,
        } = scratch;
        *round += 1;
        let mut count = 0;
        let mut see = |cell: usize, order: &mut [u32], low: &mut [u32], seen: &mut [u32]| {
            seen[cell] = *round;
            order[cell] = count;
            low[cell] = count;
            count += 1;
        };
        way.clear();
        see(graph.start(), order, low, seen);
        way.push(self.visit(graph.start()));
        let mut found: Found = None;
        // The part of the first door that was found, by the order of its cells.
        let mut inner: Option<Range<u32>> = None;
        while let Some(visit) = way.last_mut() {
            let cell = visit.cell as usize;
            if visit.left != 0 {
                let dir = Dir::from_index(visit.left.trailing_zeros() as usize);
                visit.left &= visit.left - 1;
                let near = graph.neighbour(cell, dir);
                if seen[near] == *round {
                    low[cell] = low[cell].min(order[near]);
                } else {
                    see(near, order, low, seen);
                    let visit = self.visit(near);
                    way.push(visit);
                }
                continue;
            }
            let done = *visit;
            way.pop();
            let Some(before) = way.last_mut() else {
                if (done.cells as usize) < graph.free_count() {
                    let missed = graph.free_cells().find(|&cell| seen[cell] != *round);
                    return Err(Conflict {
                        reason: Reason::Cut,
                        cell: missed.unwrap_or(cell),
                    });
                }
                break;
            };
            let at = before.cell as usize;
            before.contain(&done);
            low[at] = low[at].min(low[cell]);
            if low[cell] < order[at] {
                continue;
            }
            // All cells since `cell` are reached through `at` alone.
            let conflict = |reason| Conflict { reason, cell: at };
            if !self.is_last(&done) {
                return Err(conflict(Reason::Cut));
            }
            let part = order[cell]..order[cell] + done.cells;
            // The walk leaves parts from the inside out: each contains the innermost, or else there
            // are two ends.
            let innermost = inner.get_or_insert_with(|| part.clone()).start;
            if !part.contains(&innermost) {
                return Err(conflict(Reason::Cut));
            }
            if !self.is_balanced(&done) {
                return Err(conflict(Reason::Parity));
            }
            if found.is_none() && at != graph.start() {
                let is_behind = |cell: usize| seen[cell] == *round && part.contains(&order[cell]);
                found = self.look_at_door(at, is_behind)?;
            }
        }
        if let (None, Some(part)) = (found, inner) {
            let is_outside =
                |&cell: &usize| self.open[cell] & ENDS != 0 && !part.contains(&order[cell]);
            let outside = graph.free_cells().find(is_outside);
            found = outside.map(|cell| (Reason::Cut, cell, ENDS, false));
        }
        Ok(found)
    }

    /// Whether a path may end in a part: it has an end there, and all numbers from some number on.
    fn is_last(&self, part: &Visit) -> bool {
        part.has_end && (part.numbers == 0 || part.least + part.numbers - 1 == self.numbers as u32)
    }

    /// Whether a path from the first cell of a part to the end can visit its cells of both colours.
    fn is_balanced(&self, part: &Visit) -> bool {
        let is_black = |cell| self.graph.is_black(cell);
        match self.known_end() {
            Some(end) => part.balance == i32::from(is_black(end) == is_black(part.cell as usize)),
            None => (0..=1).contains(&part.balance),
        }
    }

    /// One link of the only door of a part leads into it, and one out of it.
    fn look_at_door(
        &self,
        at: usize,
        is_behind: impl Fn(usize) -> bool,
    ) -> Result<Found, Conflict> {
        for is_inside in [true, false] {
            let (mut open, mut used) = (0_u8, 0_u8);
            for dir in Dir::ALL {
                let bit = 1 << dir.index();
                let is_way = (self.open[at] | self.used[at]) & bit != 0;
                if is_way && is_behind(self.graph.neighbour(at, dir)) == is_inside {
                    open |= self.open[at] & bit;
                    used |= self.used[at] & bit;
                }
            }
            match (used.count_ones(), open.count_ones()) {
                (2.., _) | (0, 0) => {
                    return Err(Conflict {
                        reason: Reason::Cut,
                        cell: at,
                    });
                }
                (1, 1..) => {
                    let bit = open & open.wrapping_neg();
                    return Ok(Some((Reason::Cut, at, bit, false)));
                }
                (0, 1) => return Ok(Some((Reason::Cut, at, open, true))),
                _ => {}
            }
        }
        let may_end = self.open[at] & ENDS != 0;
        Ok(may_end.then_some((Reason::Cut, at, ENDS, false)))
    }

    /// The last cell, if it is known.
    fn known_end(&self) -> Option<usize> {
        if self.graph.end().is_some() {
            return self.graph.end();
        }
        let other = self.other[AFTER] as usize;
        (other != AFTER).then(|| self.last_cell(other)).flatten()
    }

    /// The cell of the path that is linked to nothing, if the piece with that cell begins at this
    /// end.
    fn last_cell(&self, end: usize) -> Option<usize> {
        if self.used[end] & ENDS != 0 {
            return Some(end);
        }
        let mut at = end;
        let mut came = 0;
        for _ in 0..self.graph.free_count() {
            let ways = self.used[at] & !came;
            if ways & ENDS != 0 {
                return Some(at);
            }
            if ways == 0 {
                return None;
            }
            let dir = Dir::from_index(ways.trailing_zeros() as usize);
            at = self.graph.neighbour(at, dir);
            came = 1 << dir.opposite().index();
        }
        None
    }
}
