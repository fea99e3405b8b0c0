//! The plain search: slides from every start, shallow looks ahead, many short tries.
//!
//! Open boards have long slides and small trees: a walk with a good order of choices fills an empty
//! rectangle almost without backtracking, and where it does not, another start or another order does.
//! So the search spends little on each try: the first starts get a little work, and more as long as their
//! walks grow, then those with the longest walks get more and more; after that half of the work is a
//! sweep over all starts with a limit that grows fourfold each round, half goes to random starts and
//! orders with the limits of Luby's sequence. A start whose tree was searched to the end is struck off
//! for good, and when none is left there is no answer.

use std::cmp::Reverse;

use super::chain::Chain;
use super::field::{Field, Look, Mark};
use super::sketch;
use crate::coil::Board;
use crate::coil::tuning::search::{
    CHAIN_PATIENCE, FIRST_PASSES, FIRST_PROMISING, FIRST_STARTS, LUBY_CELLS_PER_CHOICE,
    LUBY_CHOICES, SWEEP_CHOICES, TASTES, Taste,
};
use crate::ended::Ended;
use crate::{Control, Interruption, Rng};

/// A search that can be paused and continued. See the [module](self).
pub struct Forward {
    field: Field,
    chain: Chain,
    rng: Rng,
    width: f32,
    /// Black free cells minus white ones.
    balance: isize,
    /// Starts that are not struck off, best first.
    starts: Vec<u32>,
    struck: Vec<bool>,
    live: usize,
    /// The starts of the next pass of first tries, and how far that is.
    first: Vec<First>,
    first_pass: usize,
    first_next: usize,
    sweep_next: usize,
    sweep_round: u32,
    luby_next: u64,
    /// Work spent on the sweep minus work spent at random.
    sweep_lead: i64,
    /// The work done when the chain of blocks was last tested, or the latest try began.
    chain_tested: u64,
    /// Choices made.
    pub nodes: u64,
    /// Cells entered, those taken back included.
    pub work: u64,
    /// The longest walk.
    pub longest: usize,
}

/// A choice that has another way.
struct Choice {
    mark: Mark,
    other: Option<usize>,
}

/// One of the starts that are tried first.
struct First {
    start: u32,
    /// The longest walk from it.
    longest: usize,
}

/// How much a try may do.
#[derive(Clone, Copy)]
struct Limit {
    /// Choices that may be made, and one more for so many cells of the longest walk.
    choices: u64,
    cells_per_choice: usize,
    /// Cells that may be entered, and so many more for each cell of the longest walk.
    work: u64,
    work_per_cell: u64,
}

impl Limit {
    const NONE: Self = Self {
        choices: u64::MAX,
        cells_per_choice: usize::MAX,
        work: u64::MAX,
        work_per_cell: 0,
    };

    /// Whether a try has come to its limit that has made so many choices, entered so many cells and
    /// whose longest walk has so many.
    fn is_reached(self, choices: u64, work: u64, longest: usize) -> bool {
        let more_choices = (longest / self.cells_per_choice) as u64;
        let more_work = self.work_per_cell * longest as u64;
        choices > self.choices.saturating_add(more_choices)
            || work > self.work.saturating_add(more_work)
    }
}

impl Forward {
    /// A search over the starts for which `may_start` holds, for paths that end at one of `ends`, or
    /// anywhere.
    pub fn new(
        board: &Board,
        seed: u64,
        may_start: impl Fn(usize) -> bool,
        ends: Option<Vec<u32>>,
    ) -> Self {
        let field = Field::new(board, ends);
        let mut rng = Rng::from_number(seed);
        let balance = board.balance();
        let mut starts: Vec<u32> = board
            .free_cells()
            .filter(|&cell| may_start(cell))
            .filter(|&cell| balance == 0 || (balance > 0) == board.is_black(cell))
            .map(|cell| cell as u32)
            .collect();
        if field.starts_at_dead_end() {
            starts.retain(|&cell| field.free_neighbours(cell as usize) == 1);
        }
        for i in (1..starts.len()).rev() {
            starts.swap(i, rng.below(i + 1));
        }
        // Few free neighbours first, the border of the board before the inside: on an empty board
        // that begins in a corner.
        starts.sort_by_key(|&cell| {
            let (x, y) = board.position(cell as usize);
            let sides = [
                x == 0,
                x + 1 == board.width(),
                y == 0,
                y + 1 == board.height(),
            ];
            let borders = sides.into_iter().filter(|&side| side).count() as u8;
            field.free_neighbours(cell as usize) * 4 + 4 - borders
        });
        Self {
            chain: Chain::default(),
            rng,
            width: board.width() as f32,
            balance,
            struck: vec![false; field.cell_count()],
            live: starts.len(),
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
            chain_tested: 0,
            nodes: 0,
            work: 0,
            longest: 0,
            field,
        }
    }

    /// How many starts are not struck off.
    pub fn live_starts(&self) -> usize {
        self.live
    }

    /// Whether a cell was searched to the end as a start, in vain.
    pub fn is_struck(&self, cell: usize) -> bool {
        self.struck[cell]
    }

    /// The cells of the complete path with which the last run ended, if it found one.
    pub fn found(&self) -> Option<&[u32]> {
        (self.field.left() == 0).then(|| self.field.path())
    }

    /// Searches until about `work` more cells have been entered.
    pub fn run(&mut self, work: u64, control: &Control) -> Result<Ended, Interruption> {
        let last = self.work.saturating_add(work);
        while self.live > 0 {
            if self.work > last {
                return Ok(Ended::Undecided);
            }
            control.check()?;
            let before = self.work;
            let sweeping = self.sweep_lead <= 0;
            let (start, limit, taste) = if let Some(first) = self.next_of_first() {
                first
            } else if sweeping {
                self.next_of_sweep()
            } else {
                self.next_at_random()
            };
            if !self.struck[start] {
                match self.search(start, limit, &TASTES[taste], control)? {
                    Ended::Found => return Ok(Ended::Found),
                    Ended::Exhausted => {
                        self.struck[start] = true;
                        self.live -= 1;
                    }
                    Ended::Undecided => {}
                }
            }
            let spent = (self.work - before + 1) as i64;
            self.sweep_lead += if sweeping { spent } else { -spent };
        }
        Ok(Ended::Exhausted)
    }

    /// The next of the tries with which the search begins, as long as there are any: those from which the
    /// longest walks came get more and more work.
    fn next_of_first(&mut self) -> Option<(usize, Limit, usize)> {
        if self.first_next == self.first.len() {
            self.first_next = 0;
            self.first_pass += 1;
            let struck = &self.struck;
            self.first.retain(|first| !struck[first.start as usize]);
            self.first.sort_by_key(|first| Reverse(first.longest));
            self.first.truncate(FIRST_PROMISING);
        }
        let first = self.first.get(self.first_next)?;
        let &(work, work_per_cell, taste) = FIRST_PASSES.get(self.first_pass)?;
        self.first_next += 1;
        let limit = Limit {
            work,
            work_per_cell,
            ..Limit::NONE
        };
        Some((first.start as usize, limit, taste))
    }

    fn next_of_sweep(&mut self) -> (usize, Limit, usize) {
        if self.sweep_next >= self.starts.len() {
            self.sweep_next = 0;
            self.sweep_round += 1;
            let struck = &self.struck;
            self.starts.retain(|&cell| !struck[cell as usize]);
        }
        let start = self.starts[self.sweep_next] as usize;
        self.sweep_next += 1;
        let limit = Limit {
            choices: SWEEP_CHOICES << (2 * self.sweep_round).min(40),
            ..Limit::NONE
        };
        (start, limit, self.sweep_round as usize % TASTES.len())
    }

    fn next_at_random(&mut self) -> (usize, Limit, usize) {
        let limit = Limit {
            choices: LUBY_CHOICES * luby(self.luby_next),
            cells_per_choice: LUBY_CELLS_PER_CHOICE,
            ..Limit::NONE
        };
        self.luby_next += 1;
        let among = self.starts.len();
        let among = if self.rng.below(2) == 0 {
            among
        } else {
            among / 8 + 1
        }
        .min(among);
        let start = self.starts[self.rng.below(among)] as usize;
        (start, limit, self.rng.below(TASTES.len()))
    }

    /// Searches from one start within a limit. The field is left empty unless the
    /// path is complete.
    fn search(
        &mut self,
        start: usize,
        limit: Limit,
        taste: &Taste,
        control: &Control,
    ) -> Result<Ended, Interruption> {
        let empty = self.field.mark();
        let (nodes, work) = (self.nodes, self.work);
        let mut longest = 0;
        self.chain_tested = self.work;
        if !self.field.start(start, self.balance) {
            self.work += 1;
            return Ok(Ended::Exhausted);
        }
        if self.field.left() == 0 {
            return Ok(Ended::Found);
        }
        let mut choices: Vec<Choice> = Vec::new();
        let mut ways = self.weigh(&[0, 1, 2, 3], taste);
        // The directions of the start are choices like any other, of up to four ways.
        for &(_, way) in ways.iter().skip(1).rev() {
            choices.push(Choice {
                mark: self.field.mark(),
                other: Some(way),
            });
        }
        let mut looks = 0_u32;
        loop {
            let mut dir = ways.first().map(|&(_, way)| way);
            if let Some(way) = dir
                && (self.slide(way).is_none() || !self.chain_holds(way))
            {
                dir = None;
            }
            if self.field.left() == 0 {
                return Ok(Ended::Found);
            }
            looks = looks.wrapping_add(1);
            if looks.is_multiple_of(256) {
                let field = &self.field;
                control.sketch_whole(|| {
                    sketch::of_walk(field.stride(), field.cell_count(), field.path())
                });
                if let Err(why) = control.check() {
                    self.field.undo(empty);
                    return Err(why);
                }
            }
            if limit.is_reached(self.nodes - nodes, self.work - work, longest) {
                if let Some(first) = self
                    .first
                    .iter_mut()
                    .find(|first| first.start == start as u32)
                {
                    first.longest = first.longest.max(longest);
                }
                self.field.undo(empty);
                return Ok(Ended::Undecided);
            }
            if let Some(dir) = dir {
                longest = longest.max(self.field.path().len());
                self.longest = self.longest.max(longest);
                ways = self.ways_after(dir, taste);
                if let [_, (_, other)] = ways[..] {
                    choices.push(Choice {
                        mark: self.field.mark(),
                        other: Some(other),
                    });
                }
                continue;
            }
            let Some(Choice {
                mark,
                other: Some(other),
            }) = choices.pop()
            else {
                self.field.undo(empty);
                return Ok(Ended::Exhausted);
            };
            self.field.undo(mark);
            ways = vec![(0.0, other)];
        }
    }

    fn slide(&mut self, dir: usize) -> Option<Look> {
        let before = self.field.path().len();
        let look = self.field.slide(dir);
        self.work += (self.field.path().len() - before + 1) as u64;
        look
    }

    /// The ways on after a slide in direction `dir`, better first; no choice if there is only one.
    fn ways_after(&mut self, dir: usize, taste: &Taste) -> Vec<(f32, usize)> {
        let head = self.field.head();
        let free = [dir + 1, dir + 3].map(|side| {
            let next = self.field.neighbour(head, side);
            !self.field.is_blocked(next) && self.field.may_enter(next)
        });
        match free {
            [false, false] => Vec::new(),
            [true, false] => vec![(0.0, (dir + 1) % 4)],
            [false, true] => vec![(0.0, (dir + 3) % 4)],
            [true, true] => self.weigh(&[(dir + 1) % 4, (dir + 3) % 4], taste),
        }
    }

    /// Tries each direction and keeps those after which the walk may be completed, better first. The
    /// second of two is not tried if the first is none.
    fn weigh(&mut self, dirs: &[usize], taste: &Taste) -> Vec<(f32, usize)> {
        self.nodes += 1;
        let head = self.field.head();
        let mut ways = Vec::with_capacity(dirs.len());
        for (number, &dir) in dirs.iter().enumerate() {
            let next = self.field.neighbour(head, dir);
            if self.field.is_blocked(next) || !self.field.may_enter(next) {
                continue;
            }
            if ways.is_empty() && number == 1 && dirs.len() == 2 {
                // Nothing is to be weighed: the slide itself will tell whether this way is one.
                return vec![(0.0, dir)];
            }
            let mark = self.field.mark();
            let look = self.slide(dir);
            let complete = self.field.left() == 0;
            self.field.undo(mark);
            if let Some(look) = look {
                let cost = if complete {
                    f32::MIN
                } else {
                    self.cost(look, taste)
                };
                ways.push((cost, dir));
            }
        }
        ways.sort_by(|a, b| a.0.total_cmp(&b.0));
        ways
    }

    fn cost(&mut self, look: Look, taste: &Taste) -> f32 {
        let chance = (self.rng.next_u64() >> 40) as f32 / (1 << 24) as f32;
        taste.beside * look.fewer_beside as f32 / look.length as f32
            + taste.length * look.length as f32 / self.width
            + taste.contacts * look.contacts as f32
            + taste.dead_ends * look.dead_ends as f32
            + taste.chance * chance
    }

    /// From time to time, whether what is left is a chain of blocks from where the walk goes on.
    fn chain_holds(&mut self, dir: usize) -> bool {
        let cost = self.field.left() as u64;
        if cost == 0 || self.work - self.chain_tested < CHAIN_PATIENCE * cost {
            return true;
        }
        self.work += cost;
        self.chain_tested = self.work;
        let head = self.field.head();
        [dir + 1, dir + 3].into_iter().any(|side| {
            let next = self.field.neighbour(head, side);
            !self.field.is_blocked(next) && self.chain.holds(&self.field, next)
        })
    }
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
    use super::luby;

    #[test]
    fn luby_begins_as_published() {
        let first: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
