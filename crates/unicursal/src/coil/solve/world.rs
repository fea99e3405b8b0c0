//! One assumption about where the ends are, played to its end.
//!
//! A world is a whole board in the engine, with the cells that may be its ends. It is *refuted* when
//! every start in it is. Walks from several starts go on in turn, with limits that grow, so that one
//! hopeless start does not hold up the right one.

use super::colours::Colours;
use super::deduce::Deduction;
use super::on_path::OnPath;
use super::rule::RULES;
use super::walk::{Task, WalkEffort, walk};
use crate::area::Area;
use crate::coil::Board;
use crate::coil::engine::values::role;
use crate::coil::engine::{Engine, Switches};
use crate::coil::tuning::walks::{MANY_STARTS, PROBE_RADIUS, SINGLE_START, UNDONE_PER_CHOICE};
use crate::ended::Ended;
use crate::{Control, Interruption};

/// See the [module](self).
pub struct World {
    engine: Engine,
    colours: Colours,
    goal: usize,
    /// The starts from which not everything has been tried.
    starts: Vec<usize>,
}

impl World {
    /// The world of what a deduction has found, `None` if it is contradictory.
    pub fn new(
        board: &Board,
        switches: Switches,
        colours: Colours,
        facts: &Deduction,
        control: &Control,
    ) -> Result<Option<Self>, Interruption> {
        let mut engine = Engine::new(&RULES, switches);
        let sound = engine.load(board.stride(), board.height() + 2, |x, y| {
            let cell = y * board.stride() + x;
            (facts.words[cell], facts.roles[cell])
        });
        if !sound {
            return Ok(None);
        }
        if !(engine.propagate_all() && engine.expect_ends() && engine.propagate()) {
            return Ok(None);
        }
        engine.settle();
        let mut world = Self {
            engine,
            colours,
            goal: board.free_count(),
            starts: Vec::new(),
        };
        world.find_starts(control)?;
        Ok((!world.starts.is_empty()).then_some(world))
    }

    /// Lists the starts that are possible at first sight.
    fn find_starts(&mut self, control: &Control) -> Result<(), Interruption> {
        let candidates: Vec<usize> = self.engine.candidates(role::START).collect();
        for start in candidates {
            control.check()?;
            if self.may_start(start) {
                self.starts.push(start);
            }
        }
        Ok(())
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
        let whole = Area::of_rows(self.engine.stride(), self.engine.len());
        let mut around = whole.around(start, PROBE_RADIUS).nearest_first(start);
        around.retain(|&cell| self.engine.is_active(cell));
        around
    }

    /// How many cells the engine has revised.
    pub fn revisions(&self) -> u64 {
        self.engine.revisions()
    }

    /// Walks from each start that is left, once for each limit of choices. The limits before the last
    /// are there to be rid of starts that fail soon: they are for several starts only. All walks together may
    /// take back `patience` cells for every four cells of the path. After about `budget` revisions it is for
    /// the next call to go on.
    pub fn play(
        &mut self,
        limits: &[u64],
        budget: u64,
        patience: u64,
        on_path: OnPath,
        control: &Control,
        effort: &mut WalkEffort,
    ) -> Result<Ended, Interruption> {
        let last = self.engine.revisions().saturating_add(budget);
        for (i, &limit) in limits.iter().enumerate() {
            let mut limit = limit;
            if self.starts.len() == 1 {
                if i + 1 < limits.len() {
                    continue;
                }
                // Nothing is gained by stopping when there is nowhere else to go.
                limit = limit.saturating_mul(SINGLE_START);
            }
            if self.walk_all(limit, last, patience, on_path, control, effort)? {
                return Ok(Ended::Found);
            }
        }
        Ok(if self.starts.is_empty() {
            Ended::Exhausted
        } else {
            Ended::Undecided
        })
    }

    /// Walks from each start that is left, as long as fewer than `last` cells were revised, and drops
    /// those from which everything has been tried. Returns true if no more paths are wanted.
    fn walk_all(
        &mut self,
        limit: u64,
        last: u64,
        patience: u64,
        on_path: OnPath,
        control: &Control,
        effort: &mut WalkEffort,
    ) -> Result<bool, Interruption> {
        let starts = std::mem::take(&mut self.starts);
        let probe = starts.len() <= MANY_STARTS;
        let patience = patience * self.goal as u64 / (4 * starts.len().max(1)) as u64;
        for (i, &start) in starts.iter().enumerate() {
            control.check()?;
            if self.engine.revisions() > last {
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
                limit,
                limit_undone: limit.saturating_mul(UNDONE_PER_CHOICE).max(patience),
            };
            match walk(&mut self.engine, task, on_path, control, effort)? {
                Ended::Found => return Ok(true),
                Ended::Exhausted => {}
                Ended::Undecided => self.starts.push(start),
            }
        }
        Ok(false)
    }
}
