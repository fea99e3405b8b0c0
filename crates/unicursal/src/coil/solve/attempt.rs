//! One try of the plain search: walks from one start, until a limit.
//!
//! Going back choice by choice tries everything, and is what proofs need. Tries that look for an answer only
//! may do two things that leave walks out:
//!
//! - *The end comes last.* A dead end that the walk leaves behind must be the end, and then no other may be
//!   left: nearly always a mistake that shows a lap later, after everything on the lap has been tried. So
//!   none is left behind before the board is nearly full.
//! - *Leaps.* Where a walk comes to a standstill, what it left behind when it came by the last time is mostly
//!   what stops it: near in space, far back in time, with many choices between the two that have nothing to
//!   do with it. So it goes back to the latest untried choice near that place.

use super::chain::Chain;
use super::field::{Field, Look, Mark};
use super::local_facts::LocalFacts;
use super::sketch;
use crate::coil::Board;
use crate::coil::tuning::search::{CHAIN_PATIENCE, LAST_CELLS, LEAP_RADIUS, ORDERS, Order};
use crate::ended::Ended;
use crate::{Control, Interruption, Rng};

/// What tries need and leave behind. See the [module](self).
pub struct Walker {
    field: Field,
    chain: Chain,
    rng: Rng,
    width: f32,
    /// Black free cells minus white ones.
    balance: isize,
    /// While more cells are left, no dead end may be left behind.
    last_cells: Option<usize>,
    /// Whether the try at hand has left walks out.
    incomplete: bool,
    /// The work done when the chain of blocks was last tested, or the latest try began.
    chain_tested: u64,
    /// Choices made.
    pub nodes: u64,
    /// Cells entered, those taken back included.
    pub work: u64,
    /// The longest walk.
    pub longest: usize,
}

/// What a try may do.
#[derive(Clone, Copy)]
pub struct Plan<'a> {
    pub limit: Limit,
    pub order: &'a Order,
    /// Whether the end comes last.
    pub end_last: bool,
    /// The cells entered since the longest walk has grown after which it leaps, if it does.
    pub leaps: Option<u64>,
}

impl Plan<'static> {
    /// A try that leaves nothing out within its limit, with the order of this number.
    pub fn complete(limit: Limit, order: usize) -> Self {
        Self {
            limit,
            order: &ORDERS[order],
            end_last: false,
            leaps: None,
        }
    }
}

/// How much a try may do.
#[derive(Clone, Copy)]
pub struct Limit {
    /// Choices that may be made, and one more for so many cells of the longest walk.
    pub choices: u64,
    pub cells_per_choice: usize,
    /// Cells that may be entered, and so many more for each cell of the longest walk.
    pub work: u64,
    pub work_per_cell: u64,
}

impl Limit {
    pub const NONE: Self = Self {
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

/// A choice that has another way.
struct Choice {
    mark: Mark,
    other: usize,
}

/// The longest walk of a try, since its latest leap.
struct Growth {
    longest: usize,
    /// Where it ended.
    place: usize,
    /// The work done when it had grown to that, tests of the chain not counted.
    at: u64,
    /// The length to which the walk was taken back since: what comes later has been tried.
    shortest: usize,
}

impl Walker {
    /// A walker for paths that end at one of `ends`, or anywhere.
    pub fn new(board: &Board, rng: Rng, ends: Option<Vec<u32>>) -> Self {
        Self {
            field: Field::new(board, ends),
            chain: Chain::default(),
            rng,
            width: board.width() as f32,
            balance: board.balance(),
            last_cells: None,
            incomplete: false,
            chain_tested: 0,
            nodes: 0,
            work: 0,
            longest: 0,
        }
    }

    /// The board as it is between tries, or with the complete path.
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// Takes note of what is known of paths from starts that are not near.
    pub fn use_facts(&mut self, facts: LocalFacts) {
        self.field.use_facts(facts);
    }

    /// Random numbers.
    pub fn rng(&mut self) -> &mut Rng {
        &mut self.rng
    }

    /// Tries one start, and returns how long the longest walk was. The field is left empty unless the path
    /// is complete.
    pub fn attempt(
        &mut self,
        start: usize,
        plan: Plan,
        control: &Control,
    ) -> Result<(Ended, usize), Interruption> {
        let empty = self.field.mark();
        let (nodes, work) = (self.nodes, self.work);
        let mut longest = 0;
        self.chain_tested = self.work;
        self.incomplete = false;
        // A dead end of the board itself is the start or the end.
        let given = self.field.dead_ends_without(start) > 0;
        self.last_cells = (plan.end_last && !given).then(|| self.field.left() / LAST_CELLS);
        if !self.field.start(start, self.balance) {
            self.work += 1;
            return Ok((Ended::Exhausted, 0));
        }
        if self.field.left() == 0 {
            return Ok((Ended::Found, 1));
        }
        let mut choices: Vec<Choice> = Vec::new();
        let mut ways = self.weigh(&[0, 1, 2, 3], plan.order);
        // The directions of the start are choices like any other, of up to four ways.
        for &(_, other) in ways.iter().skip(1).rev() {
            let mark = self.field.mark();
            choices.push(Choice { mark, other });
        }
        let mut growth = self.growth();
        let mut looks = 0_u32;
        loop {
            let mut dir = ways.first().map(|&(_, way)| way);
            if let Some(way) = dir
                && (!self.slide(way) || !self.chain_holds(way, &mut growth))
            {
                dir = None;
            }
            if self.field.left() == 0 {
                return Ok((Ended::Found, self.longest));
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
            if plan
                .limit
                .is_reached(self.nodes - nodes, self.work - work, longest)
            {
                self.field.undo(empty);
                return Ok((Ended::Undecided, longest));
            }
            if let Some(dir) = dir {
                if self.field.path().len() > growth.longest {
                    growth = self.growth();
                    longest = longest.max(growth.longest);
                    self.longest = self.longest.max(longest);
                }
                ways = self.ways_after(dir, plan.order);
                if let [_, (_, other)] = ways[..] {
                    let mark = self.field.mark();
                    choices.push(Choice { mark, other });
                }
                continue;
            }
            growth.shortest = growth.shortest.min(self.field.path().len());
            let stands_still = plan.leaps.is_some_and(|work| self.work - growth.at > work);
            if stands_still {
                self.leap(&mut choices, &growth);
            }
            let Some(Choice { mark, other }) = choices.pop() else {
                self.field.undo(empty);
                let ended = if self.incomplete {
                    Ended::Undecided
                } else {
                    Ended::Exhausted
                };
                return Ok((ended, longest));
            };
            self.field.undo(mark);
            if stands_still {
                growth = self.growth();
            }
            ways = vec![(0.0, other)];
        }
    }

    /// The walk at hand is the longest.
    fn growth(&self) -> Growth {
        let longest = self.field.path().len();
        Growth {
            longest,
            place: self.field.head(),
            at: self.work,
            shortest: longest,
        }
    }

    /// Drops the choices after the latest that is near the place where the longest walk ended and was made
    /// before everything that has been tried since; if there is none so near, in a larger area.
    fn leap(&mut self, choices: &mut Vec<Choice>, growth: &Growth) {
        let (field, stride) = (&self.field, self.field.stride());
        let position = |cell: usize| (cell % stride, cell / stride);
        let (x, y) = position(growth.place);
        let before = choices.partition_point(|choice| choice.mark.length() < growth.shortest);
        let distance = |choice: &Choice| {
            let cell = field.path()[choice.mark.length() - 1] as usize;
            let (other_x, other_y) = position(cell);
            x.abs_diff(other_x).max(y.abs_diff(other_y))
        };
        let radii = std::iter::successors(Some(LEAP_RADIUS), |radius| Some(radius * 2));
        let near = radii
            .take_while(|&radius| before > 0 && radius < 2 * field.cell_count())
            .find_map(|radius| {
                let mut choices = choices[..before].iter();
                choices.rposition(|choice| distance(choice) <= radius)
            });
        if let Some(near) = near {
            self.incomplete |= near + 1 < choices.len();
            choices.truncate(near + 1);
        }
    }

    /// Slides if there is hope.
    fn slide(&mut self, dir: usize) -> bool {
        let look = self.field.slide(dir);
        self.work += look.length as u64 + 1;
        look.is_hopeful
    }

    /// Whether the walk may go on to this cell.
    fn may_enter(&mut self, cell: usize) -> bool {
        if self.field.is_blocked(cell) || !self.field.may_enter(cell) {
            return false;
        }
        let early = self.last_cells.is_some_and(|last| self.field.left() > last)
            && self.field.dead_ends_without(cell) > 0;
        self.incomplete |= early;
        !early
    }

    /// The ways on after a slide in direction `dir`, better first; no choice if there is only one.
    fn ways_after(&mut self, dir: usize, order: &Order) -> Vec<(f32, usize)> {
        let head = self.field.head();
        let [one, other] = [dir + 1, dir + 3].map(|side| self.field.neighbour(head, side));
        match [self.may_enter(one), self.may_enter(other)] {
            [false, false] => Vec::new(),
            [true, false] => vec![(0.0, (dir + 1) % 4)],
            [false, true] => vec![(0.0, (dir + 3) % 4)],
            [true, true] => self.weigh(&[(dir + 1) % 4, (dir + 3) % 4], order),
        }
    }

    /// Tries each direction and keeps those after which the walk may be completed, better first. The
    /// second of two is not tried if the first is none.
    fn weigh(&mut self, dirs: &[usize], order: &Order) -> Vec<(f32, usize)> {
        self.nodes += 1;
        let head = self.field.head();
        let mut ways = Vec::with_capacity(dirs.len());
        for (number, &dir) in dirs.iter().enumerate() {
            let next = self.field.neighbour(head, dir);
            if !self.may_enter(next) {
                continue;
            }
            if ways.is_empty() && number == 1 && dirs.len() == 2 {
                // Nothing is to be weighed: the slide itself will tell whether this way is one.
                return vec![(0.0, dir)];
            }
            let look = self.field.look(dir);
            self.work += look.length as u64 + 1;
            if look.is_hopeful {
                let cost = if look.length == self.field.left() {
                    f32::MIN
                } else {
                    self.cost(look, order)
                };
                ways.push((cost, dir));
            }
        }
        ways.sort_by(|a, b| a.0.total_cmp(&b.0));
        ways
    }

    fn cost(&mut self, look: Look, order: &Order) -> f32 {
        let chance = (self.rng.next_u64() >> 40) as f32 / (1 << 24) as f32;
        order.beside * look.fewer_beside as f32 / look.length as f32
            + order.length * look.length as f32 / self.width
            + order.contacts * look.contacts as f32
            + order.dead_ends * look.dead_ends as f32
            + order.chance * chance
    }

    /// From time to time, whether what is left is a chain of blocks from where the walk goes on.
    fn chain_holds(&mut self, dir: usize, growth: &mut Growth) -> bool {
        let cost = self.field.left() as u64;
        if cost == 0 || self.work - self.chain_tested < CHAIN_PATIENCE * cost {
            return true;
        }
        self.work += cost;
        growth.at += cost;
        self.chain_tested = self.work;
        let head = self.field.head();
        [dir + 1, dir + 3].into_iter().any(|side| {
            let next = self.field.neighbour(head, side);
            !self.field.is_blocked(next) && self.chain.holds(&self.field, next)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Limit, Mark, Plan, Walker};
    use crate::coil::Board;
    use crate::ended::Ended;
    use crate::{Control, Rng};

    /// What is left out is never taken for tried.
    #[test]
    fn tries_that_leave_walks_out_strike_no_start_off_that_has_an_answer() {
        let mut rng = Rng::from_text("leaps");
        let (mut found, mut struck, mut left_out) = (0, 0, 0);
        for _ in 0..300 {
            let (width, height) = (3 + rng.below(6), 3 + rng.below(6));
            let walls = rng.below(25);
            let board = Board::from_fn(width, height, |_, _| rng.below(100) >= walls);
            let mut walker = Walker::new(&board, rng.clone(), None);
            for start in board.free_cells() {
                let plan = Plan::complete(Limit::NONE, rng.below(6));
                let mut attempt = |plan| {
                    let ended = walker.attempt(start, plan, &Control::new());
                    let ended = ended.expect("no interruption").0;
                    if ended == Ended::Found {
                        walker.field.undo(Mark::default());
                    }
                    ended
                };
                let truth = attempt(plan);
                let ended = attempt(Plan {
                    end_last: rng.chance(1, 2),
                    leaps: rng.chance(2, 3).then(|| rng.below(100) as u64),
                    ..plan
                });
                match ended {
                    Ended::Undecided => left_out += 1,
                    ended => assert_eq!(ended, truth, "from {start}"),
                }
                found += u32::from(ended == Ended::Found);
                struck += u32::from(ended == Ended::Exhausted);
            }
        }
        assert!(
            found > 50 && struck > 50 && left_out > 50,
            "{found} {struck} {left_out}"
        );
    }
}
