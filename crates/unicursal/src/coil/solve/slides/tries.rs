//! Tries of the plain search: walks from one start that look for a path, until a limit.
//!
//! In: a start and a [`Plan`]. Out: a path, or how long the longest walk was. Going back choice by
//! choice tries everything, and is what proofs need. Tries that look for an answer only may do two
//! things that leave walks out:
//!
//! - *The end comes last.* A dead end that the walk leaves behind must be the end, and then no
//!   other may be left: nearly always a mistake that shows a lap later, after everything on the lap
//!   has been tried. So none is left behind before the board is nearly full.
//! - *Leaps.* Where a walk comes to a standstill, what it left behind when it came by the last time
//!   is mostly what stops it: near in space, far back in time, with many choices between the two
//!   that have nothing to do with it. So it goes back to the latest untried choice near that place.

use super::field::{Field, Look};
use super::walker::{Choice, Policy, walk_from};
use crate::coil::Board;
use crate::coil::solve::sketch;
use crate::coil::tuning::clock::{LOADED, SLIDE};
use crate::coil::tuning::slides::{LAST_CELLS, LEAP_RADIUS, ORDERS, Order};
use crate::ended::Ended;
use crate::{Control, Interruption, Rng};

/// What tries need beside a field, and leave behind. See the [module](self).
pub struct Tries {
    rng: Rng,
    width: f32,
    /// The longest walk of the latest try, if that is wanted.
    trace: Option<Vec<u32>>,
    count: Counts,
}

/// What tries have taken.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// Choices made.
    pub nodes: u64,
    /// The work, in ticks.
    pub work: u64,
    /// Cells entered or looked at, those taken back included.
    pub entered: u64,
    /// The longest walk.
    pub longest: usize,
}

impl Counts {
    fn add(&mut self, work: u64, entered: u64) {
        self.work += work;
        self.entered += entered;
    }

    /// A slide that was made or looked at.
    fn add_slide(&mut self, look: Look) {
        let length = look.length as u64;
        self.add(length + SLIDE.0, length + 1);
    }
}

/// What a try may do.
#[derive(Clone, Copy)]
pub struct Plan<'a> {
    pub limit: Limit,
    pub order: &'a Order,
    /// Whether the end comes last.
    pub end_last: bool,
    /// The ticks since the longest walk has grown after which it leaps, if it does.
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
    /// Choices that may be made.
    pub choices: u64,
    /// Ticks that it may take, and this many more for each cell of the longest walk.
    pub work: u64,
    pub work_per_cell: u64,
}

impl Limit {
    pub const NONE: Self = Self {
        choices: u64::MAX,
        work: u64::MAX,
        work_per_cell: 0,
    };

    /// Whether a try has come to its limit that has made this many choices, taken this many ticks,
    /// and whose longest walk has this many cells.
    fn is_reached(self, choices: u64, work: u64, longest: usize) -> bool {
        let more_work = self.work_per_cell * longest as u64;
        choices > self.choices || work > self.work.saturating_add(more_work)
    }
}

/// The longest walk of a try, since its latest leap.
struct Growth {
    longest: usize,
    /// Where it ended.
    place: usize,
    /// The work done when it had grown to that.
    at: u64,
    /// The length to which the walk was taken back since: what comes later has been tried.
    shortest: usize,
}

impl Tries {
    /// Tries on a board.
    pub fn new(board: &Board, rng: Rng) -> Self {
        Self {
            rng,
            width: board.width() as f32,
            trace: None,
            count: Counts {
                work: LOADED.times(board.free_count() as u64).0,
                ..Counts::default()
            },
        }
    }

    /// The same, and remembers the longest walk of the latest try.
    pub fn with_trace(mut self) -> Self {
        self.trace = Some(Vec::new());
        self
    }

    /// The longest walk of the latest try, if it is remembered.
    pub fn trace(&self) -> &[u32] {
        self.trace.as_deref().unwrap_or_default()
    }

    /// What was done so far.
    pub fn counts(&self) -> Counts {
        self.count
    }

    /// Random numbers.
    pub fn rng(&mut self) -> &mut Rng {
        &mut self.rng
    }

    /// Tries one start, and returns how long the longest walk was. The field is left empty unless
    /// the path is complete.
    pub fn attempt(
        &mut self,
        field: &mut Field,
        start: usize,
        plan: Plan,
        control: &Control,
    ) -> Result<(Ended, usize), Interruption> {
        let Self {
            rng,
            width,
            trace,
            count,
        } = self;
        let nodes = count.nodes;
        // A dead end of the board itself is the start or the end.
        let given = field.dead_ends_without(start) > 0;
        let last_cells = (plan.end_last && !given).then(|| field.left() / LAST_CELLS);
        if let Some(trace) = trace {
            trace.clear();
        }
        let mut walk = Try {
            plan,
            last_cells,
            left_out: false,
            before: *count,
            longest: 0,
            growth: None,
            same: 0,
            rng,
            width: *width,
            trace: trace.as_mut(),
            count,
        };
        let ended = walk_from(field, start, &mut walk, control)?;
        let longest = walk.longest.max(field.path().len());
        // Even a start that is refused takes some.
        let refused = u64::from(count.nodes == nodes);
        count.add(refused, refused);
        count.longest = count.longest.max(longest);
        Ok((ended, longest))
    }
}

/// The policy of one try.
struct Try<'a> {
    plan: Plan<'a>,
    /// While more cells are left, no dead end may be left behind.
    last_cells: Option<usize>,
    left_out: bool,
    /// What all tries before this one have taken.
    before: Counts,
    longest: usize,
    growth: Option<Growth>,
    /// How much of the walk is as it was when it was the longest.
    same: usize,
    rng: &'a mut Rng,
    width: f32,
    trace: Option<&'a mut Vec<u32>>,
    count: &'a mut Counts,
}

impl Policy for Try<'_> {
    fn may_go_on(&mut self) -> bool {
        let Counts { nodes, work, .. } = self.before;
        let (nodes, work) = (self.count.nodes - nodes, self.count.work - work);
        !self.plan.limit.is_reached(nodes, work, self.longest)
    }

    fn list_ways(&mut self, field: &mut Field, dirs: &[usize], ways: &mut Vec<usize>) {
        let head = field.head();
        let (mut listed, mut count) = ([0; 4], 0);
        for &dir in dirs {
            if self.may_enter(field, field.neighbour(head, dir)) && field.may_leave(dir) {
                listed[count] = dir;
                count += 1;
            }
        }
        match listed[..count] {
            // Nothing is to be weighed: the slide itself will tell whether this way is one.
            [dir] if dirs.len() == 2 => ways.push(dir),
            [] => {}
            ref listed => self.weigh(field, listed, ways),
        }
    }

    fn slid(&mut self, field: &Field, look: Look) -> bool {
        self.count.add_slide(look);
        if !look.is_hopeful {
            return false;
        }
        let length = field.path().len();
        if self
            .growth
            .as_ref()
            .is_none_or(|growth| length > growth.longest)
        {
            self.growth = Some(self.growth(field, length));
            if length > self.longest {
                self.longest = length;
                self.note_longest(field.path());
            }
        }
        true
    }

    fn complete(&mut self, _path: &[u32]) -> bool {
        false
    }

    fn show(&self, field: &Field, control: &Control) {
        // Rehearsals are many and short.
        if self.trace.is_none() {
            control
                .sketch_whole(|| sketch::of_walk(field.stride(), field.cell_count(), field.path()));
        }
    }

    fn stuck(&mut self, field: &Field, choices: &mut Vec<Choice>) {
        let length = field.path().len();
        let work = self.count.work;
        let stands_still = self.growth.as_mut().is_some_and(|growth| {
            growth.shortest = growth.shortest.min(length);
            let leaps = self.plan.leaps;
            leaps.is_some_and(|least| work - growth.at > least)
        });
        if stands_still {
            self.leap(field, choices);
        }
        if let Some(next) = choices.last() {
            let length = next.mark.length();
            self.same = self.same.min(length);
            if stands_still {
                self.growth = Some(self.growth(field, length));
            }
        }
    }

    fn has_left_out(&self) -> bool {
        self.left_out
    }
}

impl Try<'_> {
    /// The walk so far, up to this length, is the longest.
    fn growth(&self, field: &Field, length: usize) -> Growth {
        Growth {
            longest: length,
            place: field.path()[length - 1] as usize,
            at: self.count.work,
            shortest: length,
        }
    }

    fn note_longest(&mut self, path: &[u32]) {
        if let Some(trace) = &mut self.trace {
            trace.truncate(self.same);
            trace.extend_from_slice(&path[self.same..]);
            self.same = path.len();
        }
    }

    /// Drops the choices after the latest that is near the place where the longest walk ended and
    /// was made before everything that has been tried since; if there is none so near, in a larger
    /// area.
    fn leap(&mut self, field: &Field, choices: &mut Vec<Choice>) {
        let Some(growth) = &self.growth else { return };
        let stride = field.stride();
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
            self.left_out |= near + 1 < choices.len();
            choices.truncate(near + 1);
        }
    }

    /// Whether the walk may go on to this cell.
    fn may_enter(&mut self, field: &Field, cell: usize) -> bool {
        if field.is_blocked(cell) || !field.may_enter(cell) {
            return false;
        }
        let early = self.last_cells.is_some_and(|last| field.left() > last)
            && field.dead_ends_without(cell) > 0;
        self.left_out |= early;
        !early
    }

    /// Looks in each direction and lists those after which the walk may be completed, better first.
    /// The second of two is not looked at if the first is none.
    fn weigh(&mut self, field: &mut Field, dirs: &[usize], ways: &mut Vec<usize>) {
        self.count.nodes += 1;
        let mut weighed = Vec::with_capacity(dirs.len());
        for (number, &dir) in dirs.iter().enumerate() {
            if weighed.is_empty() && number == 1 && dirs.len() == 2 {
                ways.push(dir);
                return;
            }
            let look = field.look(dir);
            self.count.add_slide(look);
            if look.is_hopeful {
                let cost = if look.length == field.left() {
                    f32::MIN
                } else {
                    self.cost(look)
                };
                weighed.push((cost, dir));
            }
        }
        weighed.sort_by(|a, b| a.0.total_cmp(&b.0));
        ways.extend(weighed.into_iter().map(|(_, dir)| dir));
    }

    fn cost(&mut self, look: Look) -> f32 {
        let order = self.plan.order;
        let chance = (self.rng.next_u64() >> 40) as f32 / (1 << 24) as f32;
        order.beside * look.fewer_beside as f32 / look.length as f32
            + order.length * look.length as f32 / self.width
            + order.contacts * look.contacts as f32
            + order.dead_ends * look.dead_ends as f32
            + order.chance * chance
    }
}

#[cfg(test)]
mod tests {
    use super::{Field, Limit, Plan, Tries};
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
            let mut tries = Tries::new(&board, rng.clone());
            let mut field = Field::new(&board);
            for start in board.free_cells() {
                let plan = Plan::complete(Limit::NONE, rng.below(6));
                let mut attempt = |plan| {
                    let ended = tries.attempt(&mut field, start, plan, &Control::new());
                    field.undo_all();
                    ended.expect("no interruption").0
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
