//! The plain search: slides from every start, shallow looks ahead, many short tries.
//!
//! Open boards have long slides and small trees: a walk with a good order of choices fills an empty
//! rectangle almost without backtracking, and where it does not, another start or another order
//! does. So the search spends little on each [try](crate::coil::solve::slides::tries): the first
//! starts get a little work, and more as long as their walks grow, then those with the longest
//! walks get more and more; these tries leave out walks that hardly ever lead to an answer. After
//! that comes a sweep over all starts with a limit that grows fourfold each round, half goes to
//! random starts and orders with the limits of Luby's sequence. A start whose tree was searched to
//! the end is struck off for good, and when none is left there is no answer.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::cell_set::CellSet;
use super::tries::{Limit, Plan, Tries};
use crate::coil::Board;
use crate::coil::solve::slides::field::Field;
use crate::coil::solve::slides::window_facts::LocalFacts;
use crate::coil::tuning::slides::{
    CHOICES, FIRST_PASSES, FIRST_STARTS, ORDERS, STANDSTILL, STRETCH,
};
use crate::ended::Ended;
use crate::{Control, Interruption, Rng};

/// A search that can be paused and continued. See the [module](self).
pub struct Restarts {
    tries: Tries,
    /// The cells where the path may end, if not everywhere.
    ends: Option<Arc<[u32]>>,
    /// What is known of the path.
    facts: Option<LocalFacts>,
    /// Starts that are not struck off, best first.
    starts: Vec<u32>,
    struck: CellSet,
    live: usize,
    /// How many there were.
    all: usize,
    /// The starts of the next pass of first tries, and how far that is.
    first: Vec<First>,
    first_pass: usize,
    first_next: usize,
    sweep_next: usize,
    sweep_round: u32,
    luby_next: u64,
    /// Work spent on the sweep minus work spent at random.
    sweep_lead: i64,
}

/// One of the starts that are tried first.
struct First {
    start: u32,
    /// The longest walk from it.
    longest: usize,
}

impl Restarts {
    /// A search over these starts, in the order of their numbers, for paths that end at one of
    /// `ends`, or anywhere. The field must be empty; it can be shared with other searches.
    pub fn new(
        board: &Board,
        field: &mut Field,
        seed: u64,
        starts: impl IntoIterator<Item = usize>,
        ends: Option<Arc<[u32]>>,
    ) -> Self {
        let mut tries = Tries::new(board, Rng::from_number(seed));
        let balance = board.balance();
        let mut starts: Vec<u32> = starts
            .into_iter()
            .filter(|&cell| balance == 0 || (balance > 0) == board.is_black(cell))
            .map(|cell| cell as u32)
            .collect();
        field.look_for(ends.clone(), None);
        if field.starts_at_dead_end() {
            starts.retain(|&cell| field.free_neighbours(cell as usize) == 1);
        }
        let mut places = places(board, field, &starts);
        starts.clear();
        for place in &mut places {
            tries.rng().shuffle(place);
            starts.append(place);
        }
        Self {
            struck: CellSet::new(board.cell_count()),
            live: starts.len(),
            all: starts.len(),
            first: starts
                .iter()
                .take(FIRST_STARTS)
                .map(|&start| First { start, longest: 0 })
                .collect(),
            starts,
            first_pass: 0,
            first_next: 0,
            sweep_next: 0,
            sweep_round: 0,
            luby_next: 1,
            sweep_lead: 0,
            tries,
            ends,
            facts: None,
        }
    }

    /// Takes note of what is known of paths from starts that are not near.
    pub fn use_facts(&mut self, facts: LocalFacts) {
        self.strike_others(|start| facts.may_start(start));
        self.facts = Some(facts);
    }

    /// Strikes off the starts from which there is no path, as others have shown.
    pub fn strike_others(&mut self, may_start: impl Fn(usize) -> bool) {
        for &start in &self.starts {
            let start = start as usize;
            if !may_start(start) && self.struck.insert(start) {
                self.live -= 1;
            }
        }
    }

    /// How many starts are not struck off.
    pub fn live_starts(&self) -> usize {
        self.live
    }

    /// How many starts are struck off.
    pub fn struck_starts(&self) -> usize {
        self.all - self.live
    }

    /// Whether a cell was searched to the end as a start, in vain.
    pub fn is_struck(&self, cell: usize) -> bool {
        self.struck.contains(cell)
    }

    /// Choices made.
    pub fn nodes(&self) -> u64 {
        self.tries.counts().nodes
    }

    /// The work done so far, in ticks.
    pub fn work(&self) -> u64 {
        self.tries.counts().work
    }

    /// Cells entered or looked at, those taken back included.
    pub fn entered(&self) -> u64 {
        self.tries.counts().entered
    }

    /// The longest walk.
    pub fn longest(&self) -> usize {
        self.tries.counts().longest
    }

    /// Searches until about this much more work was done. The field, of the same board, must be
    /// empty; it holds the complete path with which the search ended, if it found one.
    pub fn run(
        &mut self,
        field: &mut Field,
        work: u64,
        control: &Control,
    ) -> Result<Ended, Interruption> {
        field.look_for(self.ends.clone(), self.facts.clone());
        let last = self.work().saturating_add(work);
        while self.live > 0 {
            if self.work() > last {
                return Ok(Ended::Undecided);
            }
            control.check()?;
            let before = self.work();
            let sweeping = self.sweep_round == 0 || self.sweep_lead <= 0;
            let (start, plan) = if let Some(first) = self.next_of_first() {
                first
            } else if sweeping {
                self.next_of_sweep()
            } else {
                self.next_at_random()
            };
            if !self.struck.contains(start) {
                let (ended, longest) = self.tries.attempt(field, start, plan, control)?;
                self.note(start, longest);
                match ended {
                    Ended::Found => return Ok(Ended::Found),
                    Ended::Exhausted => {
                        self.struck.insert(start);
                        self.live -= 1;
                    }
                    Ended::Undecided => {}
                }
            }
            let spent = (self.work() - before + 1) as i64;
            self.sweep_lead += if sweeping { spent } else { -spent };
        }
        Ok(Ended::Exhausted)
    }

    /// Takes note of the longest walk from one of the first starts.
    fn note(&mut self, start: usize, longest: usize) {
        let is_it = |first: &&mut First| first.start as usize == start;
        if let Some(first) = self.first.iter_mut().find(is_it) {
            first.longest = first.longest.max(longest);
        }
    }

    /// The next of the tries with which the search begins, as long as there are any: those from
    /// which the longest walks came get more and more work.
    fn next_of_first(&mut self) -> Option<(usize, Plan<'static>)> {
        if self.first_next == self.first.len() {
            self.first_next = 0;
            self.first_pass += 1;
            let struck = &self.struck;
            self.first
                .retain(|first| !struck.contains(first.start as usize));
            self.first.sort_by_key(|first| Reverse(first.longest));
            let longest = self.first.first().map_or(0, |first| first.longest);
            self.first.retain(|first| 2 * first.longest >= longest);
        }
        let first = self.first.get(self.first_next)?;
        let pass = FIRST_PASSES.get(self.first_pass)?;
        self.first_next += 1;
        let plan = Plan {
            limit: Limit {
                work: pass.work,
                work_per_cell: pass.work_per_cell,
                ..Limit::NONE
            },
            order: &ORDERS[pass.order],
            end_last: pass.end_last,
            leaps: Some(STANDSTILL),
        };
        Some((first.start as usize, plan))
    }

    fn next_of_sweep(&mut self) -> (usize, Plan<'static>) {
        if self.sweep_next >= self.starts.len() {
            self.sweep_next = 0;
            self.sweep_round += 1;
            let struck = &self.struck;
            self.starts.retain(|&cell| !struck.contains(cell as usize));
        }
        let start = self.starts[self.sweep_next] as usize;
        self.sweep_next += 1;
        let limit = Limit {
            choices: CHOICES << (2 * self.sweep_round).min(40),
            ..Limit::NONE
        };
        let order = self.sweep_round as usize % ORDERS.len();
        (start, Plan::complete(limit, order))
    }

    fn next_at_random(&mut self) -> (usize, Plan<'static>) {
        let limit = Limit {
            choices: CHOICES * luby(self.luby_next),
            ..Limit::NONE
        };
        self.luby_next += 1;
        let rng = self.tries.rng();
        let among = self.starts.len();
        let among = if rng.below(2) == 0 {
            among
        } else {
            among / 8 + 1
        }
        .min(among);
        let start = self.starts[rng.below(among)] as usize;
        (start, Plan::complete(limit, rng.below(ORDERS.len())))
    }
}

/// The starts by their kinds of places, in the order in which these are tried.
///
/// Cells along a straight wall are many and alike, so the ends of walls come before what is between
/// them; then those with few free neighbours, and the border of the board before the inside. On an
/// empty board that begins in a corner. Cells without a wall beside them are last.
fn places(board: &Board, field: &Field, starts: &[u32]) -> Vec<Vec<u32>> {
    let mut places: BTreeMap<_, Vec<u32>> = BTreeMap::new();
    let mut others = Vec::with_capacity(starts.len());
    for &start in starts {
        let cell = start as usize;
        let free = field.free_neighbours(cell);
        if free == 4 {
            others.push(start);
            continue;
        }
        let (x, y) = board.position(cell);
        let sides = [
            x == 0,
            x + 1 == board.width(),
            y == 0,
            y + 1 == board.height(),
        ];
        let inner = sides.into_iter().filter(|&side| !side).count();
        let to_end = usize::BITS - to_end_of_wall(field, cell).leading_zeros();
        places.entry((to_end, free, inner)).or_default().push(start);
    }
    places.into_values().chain([others]).collect()
}

/// The cells from a start to where a wall beside it ends, or another begins, up to [`STRETCH`].
fn to_end_of_wall(field: &Field, cell: usize) -> usize {
    let free = field.free_neighbours(cell);
    let mut least = STRETCH;
    for dir in 0..4 {
        let is_wall = |at, side| field.is_blocked(field.neighbour(at, side));
        let (one, other) = (is_wall(cell, dir + 1), is_wall(cell, dir + 3));
        if !one && !other {
            continue;
        }
        let mut at = cell;
        for length in 0..least {
            at = field.neighbour(at, dir);
            let is_alike = !field.is_blocked(at)
                && field.free_neighbours(at) == free
                && is_wall(at, dir + 1) == one
                && is_wall(at, dir + 3) == other;
            if !is_alike {
                least = length;
                break;
            }
        }
    }
    least
}

/// Luby's sequence, counted from 1: 1 1 2 1 1 2 4 ...
fn luby(mut i: u64) -> u64 {
    loop {
        let bits = 64 - i.leading_zeros();
        if i + 1 == 1 << bits {
            return 1 << (bits - 1);
        }
        i -= (1 << (bits - 1)) - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::{Field, Restarts, luby};
    use crate::coil::Board;

    #[test]
    fn the_ends_of_a_wall_come_before_what_is_along_it() {
        let board = Board::from_fn(30, 30, |x, y| y != 20 || !(5..25).contains(&x));
        let mut field = Field::new(&board);
        let search = Restarts::new(&board, &mut field, 0, board.free_cells(), None);
        let rank = |x, y| {
            let start = board.cell(x, y) as u32;
            let rank = search.starts.iter().position(|&other| other == start);
            rank.expect("this is a start")
        };
        // Four corners with two cells beside each; two ends of the wall with a cell on either side
        // of it.
        assert!(rank(0, 0) < 4);
        assert!(rank(4, 20) < 18 && rank(25, 20) < 18);
        assert!(rank(15, 19) > 18 && rank(15, 0) > 18);
        assert!(rank(15, 19) < rank(15, 10));
    }

    #[test]
    fn luby_begins_as_published() {
        let first: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
