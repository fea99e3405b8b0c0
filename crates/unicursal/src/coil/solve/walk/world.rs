//! One assumption about where the ends are, walked to its end.
//!
//! A world is a whole board in the engine, with the cells that may be its ends. It is *refuted*
//! when every start in it is. Walks from several starts go on in turn, with limits that grow, so
//! that one hopeless start does not hold up the right one. What follows from 'the start is one of
//! these' is found for half of the starts at a time, then for half of those: so little is left to
//! do for a single one, and many are refuted together.

use crate::coil::Board;
use crate::coil::engine::values::{Word, role};
use crate::coil::engine::{Engine, Switches};
use crate::coil::solve::deduce::Deduction;
use crate::coil::solve::deduce::colours::Colours;
use crate::coil::solve::deduce::whole;
use crate::coil::solve::on_path::OnPath;
use crate::coil::solve::walk::{Task, WalkEffort, walk};
use crate::ended::Ended;
use crate::schedule::Ticks;
use crate::{Control, Interruption};

/// See the [module](self).
pub struct World {
    engine: Engine,
    colours: Colours,
    goal: usize,
    /// The starts that are still to be walked from in the stage at hand.
    starts: Vec<usize>,
    /// Those that have been, without trying everything: the starts of the next stage.
    tried: Vec<usize>,
    /// Whether the stage at hand was paused.
    has_waiting: bool,
}

/// How long walks go on.
#[derive(Clone, Copy)]
pub struct Plan {
    /// Choices that a walk may make.
    pub choices: u64,
    /// The work, from the world's beginning, after which it is for the next call to go on.
    pub last: Ticks,
    /// The way in which all starts are walked from.
    pub stage: Stage,
}

/// A way to walk from all starts. The first is there to find the right start sooner, or to be rid
/// of wrong ones: it is for several starts only.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// No more cells may be taken back than the path has: from the right start hardly any need to
    /// be.
    Quick,
    /// Only choices at most this many cells away from a conflict are taken back for it: a wrong
    /// turn shows near in space, far in time.
    Near(usize),
    /// Everything is tried.
    Thorough,
}

/// The limits of the walks of one stage.
#[derive(Clone, Copy)]
struct Limits {
    choices: u64,
    undone: u64,
    reach: Option<usize>,
    /// The work of the engine, from its beginning.
    last: Ticks,
}

impl World {
    /// The world of what a deduction has found, `None` if it is contradictory.
    pub fn new(
        board: &Board,
        switches: Switches,
        colours: Colours,
        facts: &Deduction,
    ) -> Option<Self> {
        let mut engine = whole::engine(board, switches, facts, false)?;
        if !(engine.expect_ends() && engine.propagate()) {
            return None;
        }
        engine.settle();
        let starts = engine.candidates(role::START).collect();
        Some(Self {
            engine,
            colours,
            goal: board.free_count(),
            starts,
            tried: Vec::new(),
            has_waiting: false,
        })
    }

    /// Deduces further by the order of [fragments](crate::coil::solve::deduce::fragments). Returns
    /// false if this refutes the world.
    pub fn refine(&mut self, board: &Board, work: &mut Ticks) -> bool {
        // Walks have left room that is needed now.
        self.engine.settle();
        let sound = whole::refine(&mut self.engine, board, work);
        self.engine.settle();
        let engine = &self.engine;
        self.starts.append(&mut self.tried);
        self.has_waiting = false;
        self.starts
            .retain(|&start| sound && engine.roles(start) & role::START != 0);
        sound
    }

    /// Puts the starts with the lowest keys first.
    pub fn sort_starts(&mut self, key: impl Fn(usize) -> u32) {
        self.starts.sort_by_key(|&start| key(start));
    }

    /// Visits the starts of a list that are not refuted on the way, each when the engine knows that
    /// it is no other, until `visit` returns true.
    fn for_each(&mut self, starts: &[usize], visit: Visit) -> Result<bool, Interruption> {
        let colours = self.colours;
        let Some(&first) = starts.first() else {
            return Ok(false);
        };
        // Starts of one colour exclude the same ends.
        let (like, unlike): (Vec<usize>, Vec<usize>) = starts
            .iter()
            .partition(|&&start| colours.are_alike(first, start));
        for (group, others) in [(&like, &unlike), (&unlike, &like)] {
            let Some(&one) = group.first() else { continue };
            let mark = self.engine.mark();
            let unfit = self.engine.candidates(role::END);
            let unfit: Vec<usize> = unfit.filter(|&end| !colours.fit(one, end)).collect();
            let found = if self.engine.exclude(unfit, role::END) {
                visit_half(&mut self.engine, group, others, visit)
            } else {
                Ok(false)
            };
            self.engine.undo(mark);
            if found? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What is known of each cell.
    pub fn words(&self) -> Vec<Word> {
        whole::words(&self.engine)
    }

    /// The work of the engine.
    pub fn ticks(&self) -> Ticks {
        self.engine.ticks()
    }

    /// From how many starts not everything has been tried.
    pub fn start_count(&self) -> usize {
        self.starts.len() + self.tried.len()
    }

    /// Whether the stage at hand is not over: the next call of [`World::walk_all`] is to go on with
    /// it.
    pub fn is_paused(&self) -> bool {
        self.has_waiting
    }

    /// Walks from each start that is left, or goes on with that. Returns true if no more paths are
    /// wanted.
    pub fn walk_all(
        &mut self,
        plan: Plan,
        on_path: OnPath,
        control: &Control,
        effort: &mut WalkEffort,
    ) -> Result<bool, Interruption> {
        if self.start_count() == 1 && plan.stage == Stage::Quick {
            // The stage may have been paused when there were more.
            self.starts.append(&mut self.tried);
            self.has_waiting = false;
            return Ok(false);
        }
        let before = self.engine.ticks();
        let found = self.walk_within(self.limits(plan), on_path, control, effort);
        effort.ticks += self.engine.ticks() - before;
        found
    }

    /// The limits of the walks of a stage.
    fn limits(&self, plan: Plan) -> Limits {
        let goal = self.goal as u64;
        let share = goal / self.start_count().max(1) as u64;
        let undone = match plan.stage {
            Stage::Quick => goal,
            _ => plan.choices.max(share),
        };
        let reach = match plan.stage {
            Stage::Near(reach) => Some(reach),
            _ => None,
        };
        Limits {
            choices: plan.choices,
            undone,
            reach,
            last: plan.last,
        }
    }

    /// Walks from each start that is left, and drops those from which everything has been tried.
    /// Returns true if no more paths are wanted.
    fn walk_within(
        &mut self,
        limits: Limits,
        on_path: OnPath,
        control: &Control,
        effort: &mut WalkEffort,
    ) -> Result<bool, Interruption> {
        let starts = std::mem::take(&mut self.starts);
        let colours = self.colours;
        let goal = self.goal;
        let mut tried = std::mem::take(&mut self.tried);
        let mut waiting = Vec::new();
        let mut has_walked = false;
        let found = self.for_each(&starts, &mut |engine, start| {
            control.check()?;
            // To come to the first start may take more than that.
            if has_walked && engine.ticks() > limits.last {
                waiting.push(start);
                return Ok(false);
            }
            has_walked = true;
            let task = Task {
                start,
                excluded: &|cell| !colours.fit(start, cell),
                goal,
                limit: limits.choices,
                limit_undone: limits.undone,
                reach: limits.reach,
            };
            match walk(engine, task, on_path, control, effort)? {
                Ended::Found => return Ok(true),
                Ended::Exhausted => {}
                Ended::Undecided => tried.push(start),
            }
            Ok(false)
        })?;
        self.has_waiting = !waiting.is_empty();
        if self.has_waiting {
            (self.starts, self.tried) = (waiting, tried);
        } else {
            self.starts = tried;
        }
        Ok(found)
    }
}

/// What is done at a start. Returns true to end it all.
type Visit<'a> = &'a mut dyn FnMut(&mut Engine, usize) -> Result<bool, Interruption>;

/// Visits the starts of `group` under the assumption that it is none of `others`.
fn visit_half(
    engine: &mut Engine,
    group: &[usize],
    others: &[usize],
    visit: Visit,
) -> Result<bool, Interruption> {
    let mark = engine.mark();
    let found = if !engine.exclude(others.iter().copied(), role::START) {
        Ok(false)
    } else if let &[start] = group {
        visit(engine, start)
    } else {
        let (one, two) = group.split_at(group.len() / 2);
        match visit_half(engine, one, two, visit) {
            Ok(false) => visit_half(engine, two, one, visit),
            other => other,
        }
    };
    engine.undo(mark);
    found
}
