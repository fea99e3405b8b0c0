//! One assumption about where the ends are, played to its end.
//!
//! A world is a whole board in the engine, with the cells that may be its ends. It is *refuted* when
//! every start in it is. Walks from several starts go on in turn, with limits that grow, so that one
//! hopeless start does not hold up the right one.

use super::colours::Colours;
use super::deduce::Deduction;
use super::rule::RULES;
use super::walk::{Manner, OnPath, Task, Walk, WalkEffort, walk};
use crate::Control;
use crate::coil::Board;
use crate::engine::values::role;
use crate::engine::{Engine, Switches};

/// How far around a start its surroundings are probed before anyone walks. In a board that looks like a
/// closed loop a walk from a wrong start goes through nearly all of it before it fails.
const PROBE_RADIUS: usize = 6;

/// Above so many starts their surroundings are not probed: then walking finds out faster.
const MANY_STARTS: usize = 100;

/// How many cells a walk may take back, for each choice that it may make.
const UNDONE_PER_CHOICE: u64 = 1;

/// How often a patient walk, or all of them together, may take back as many cells as the path has.
const PATIENCE: u64 = 4;

/// See the [module](self).
pub struct World {
    engine: Engine,
    colours: Colours,
    goal: usize,
    /// The starts from which not everything has been tried.
    starts: Vec<usize>,
}

/// How far a world got.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Played {
    /// Whoever looks at complete paths wanted no more.
    Stopped,
    /// There is no other path in this world.
    Exhausted,
    /// The limit was reached, or the work was interrupted.
    Undecided,
}

impl World {
    /// The world of what a deduction has found, or `None` if it is contradictory.
    pub fn new(
        board: &Board,
        switches: Switches,
        colours: Colours,
        facts: &Deduction,
        control: &Control,
    ) -> Option<Self> {
        let mut engine = Engine::new(&RULES, switches);
        let sound = engine.load(board.stride(), board.height() + 2, |cell| {
            (facts.words[cell], facts.roles[cell])
        });
        if !sound {
            return None;
        }
        engine.queue_all();
        if !(engine.propagate() && engine.expect_ends() && engine.propagate()) {
            return None;
        }
        engine.settle();
        let mut world = Self {
            engine,
            colours,
            goal: board.free_count(),
            starts: Vec::new(),
        };
        world.find_starts(control);
        (!world.starts.is_empty()).then_some(world)
    }

    /// Lists the starts that are possible at first sight.
    fn find_starts(&mut self, control: &Control) {
        let candidates: Vec<usize> = self.engine.candidates(role::START).collect();
        for start in candidates {
            if control.interruption().is_some() || self.may_start(start) {
                self.starts.push(start);
            }
        }
    }

    fn may_start(&mut self, start: usize) -> bool {
        let mark = self.engine.mark();
        let colours = self.colours;
        let possible = self
            .engine
            .start_at(start, |cell| !colours.fit(start, cell));
        self.engine.undo(mark);
        possible
    }

    /// The cells around a start, the nearest first: contradictions are there as a rule.
    fn around(&self, start: usize) -> Vec<usize> {
        let stride = self.engine.stride();
        let (x, y) = (start % stride, start / stride);
        let reach = |at: usize, end: usize| {
            at.saturating_sub(PROBE_RADIUS)..=(at + PROBE_RADIUS).min(end - 1)
        };
        let mut around: Vec<usize> = reach(y, self.engine.len() / stride)
            .flat_map(|row| reach(x, stride).map(move |column| row * stride + column))
            .filter(|&cell| self.engine.is_active(cell))
            .collect();
        around.sort_by_key(|&cell| (cell % stride).abs_diff(x).max((cell / stride).abs_diff(y)));
        around
    }

    /// How many starts are left.
    pub fn start_count(&self) -> usize {
        self.starts.len()
    }

    /// How many cells the engine has revised.
    pub fn revisions(&self) -> u64 {
        self.engine.revisions()
    }

    /// Walks from each start that is left, once for each limit of choices. The limits before the last
    /// are there to be rid of starts that fail soon: they are for several starts only. After about
    /// `budget` revisions it is for the next call to go on.
    pub fn play(
        &mut self,
        limits: &[u64],
        budget: u64,
        manner: Manner,
        on_path: OnPath,
        control: &Control,
        effort: &mut WalkEffort,
    ) -> Played {
        let last = self.engine.revisions().saturating_add(budget);
        for (i, &limit) in limits.iter().enumerate() {
            let mut limit = limit;
            if self.starts.len() == 1 {
                if i + 1 < limits.len() {
                    continue;
                }
                // Nothing is gained by stopping when there is nowhere else to go.
                limit = limit.saturating_mul(16);
            }
            if self.walk_all(limit, last, manner, on_path, control, effort) {
                return Played::Stopped;
            }
        }
        if self.starts.is_empty() {
            Played::Exhausted
        } else {
            Played::Undecided
        }
    }

    /// Walks from each start that is left, as long as fewer than `last` cells were revised, and drops
    /// those from which everything has been tried. Returns true if no more paths are wanted.
    fn walk_all(
        &mut self,
        limit: u64,
        last: u64,
        manner: Manner,
        on_path: OnPath,
        control: &Control,
        effort: &mut WalkEffort,
    ) -> bool {
        let starts = std::mem::take(&mut self.starts);
        let probe = starts.len() <= MANY_STARTS;
        let patience = PATIENCE * self.goal as u64;
        for (i, &start) in starts.iter().enumerate() {
            if control.interruption().is_some() || self.engine.revisions() > last {
                self.starts.splice(0..0, starts[i..].iter().copied());
                break;
            }
            let colours = self.colours;
            let around = if probe {
                self.around(start)
            } else {
                Vec::new()
            };
            let task = Task {
                start,
                around: &around,
                excluded: &|cell| !colours.fit(start, cell),
                goal: self.goal,
                look_back_after: manner.look_back_after,
                limit,
                limit_undone: limit
                    .saturating_mul(UNDONE_PER_CHOICE)
                    .max(if manner.patient {
                        patience / starts.len() as u64
                    } else {
                        0
                    }),
            };
            match walk(&mut self.engine, task, on_path, control, effort) {
                Walk::Stopped => return true,
                Walk::Exhausted => {}
                Walk::Undecided => self.starts.push(start),
            }
        }
        false
    }
}
