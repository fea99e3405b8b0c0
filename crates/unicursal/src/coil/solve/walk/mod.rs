//! Walking the path from its start, cell by cell, with the engine beside it.
//!
//! Each step tells the engine two things: the path leaves this cell that way, and the neighbours
//! that have not been visited come later. What follows from that usually leaves one way on. Where
//! it leaves several, one is tried; after a conflict everything back to the latest choice is
//! undone, or to the latest one nearby, and the value that was chosen there is deleted.

pub(crate) mod world;

use crate::area::{Area, distance};
use crate::coil::engine::values::{AFTER, OUT, role};
use crate::coil::engine::{Engine, Mark};
use crate::coil::solve::on_path::OnPath;
use crate::coil::solve::sketch;
use crate::ended::Ended;
use crate::schedule::Ticks;
use crate::{Control, Interruption, Progress};

/// Counts of work.
#[derive(Clone, Copy, Debug, Default)]
pub struct WalkEffort {
    /// Choices made.
    pub nodes: u64,
    /// Conflicts met.
    pub conflicts: u64,
    /// Cells that were walked and taken back.
    pub undone: u64,
    /// The work of the engine.
    pub ticks: Ticks,
    /// The longest path so far.
    pub longest: usize,
}

struct Choice {
    length: usize,
    mark: Mark,
    dir: usize,
}

/// Where a walk goes and when it ends.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// The first cell.
    pub start: usize,
    /// The cells that are known not to be the last.
    pub excluded: &'a dyn Fn(usize) -> bool,
    /// How many cells a complete path has.
    pub goal: usize,
    /// The most choices that may be made.
    pub limit: u64,
    /// The most cells that may be walked in vain: a walk from the right start hardly ever goes back
    /// far, one from a wrong start does nothing else in the end.
    pub limit_undone: u64,
    /// If given, only choices that are at most this many cells away from a conflict are taken back
    /// for it: what was wrong is near in space, be it millions of cells back on the path. So that
    /// they are few, every way is looked at before a choice.
    pub reach: Option<usize>,
}

/// Walks, and shows every complete path to `on_path`. The engine is left as it was.
pub fn walk(
    engine: &mut Engine,
    task: Task,
    on_path: OnPath,
    control: &Control,
    effort: &mut WalkEffort,
) -> Result<Ended, Interruption> {
    let base = engine.mark();
    let begun = engine.start_at(task.start, task.excluded);
    engine.watch_order(true);
    let mut walker = Walker {
        engine,
        path: Vec::new(),
        choices: Vec::new(),
    };
    let outcome = if begun {
        walker.run(task, on_path, control, effort)
    } else {
        Ok(Ended::Exhausted)
    };
    walker.shorten(0);
    engine.watch_order(false);
    engine.undo(base);
    outcome
}

struct Walker<'e> {
    engine: &'e mut Engine,
    path: Vec<u32>,
    choices: Vec<Choice>,
}

impl Walker<'_> {
    fn run(
        &mut self,
        task: Task,
        on_path: OnPath,
        control: &Control,
        effort: &mut WalkEffort,
    ) -> Result<Ended, Interruption> {
        self.visit(task.start);
        let mut skipped = false;
        let last_node = effort.nodes.saturating_add(task.limit);
        let last_undone = effort.undone.saturating_add(task.limit_undone);
        let mut steps = 0_u32;
        loop {
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(1024) {
                self.report(task, control, *effort);
                control.check()?;
            }
            if effort.nodes > last_node || effort.undone > last_undone {
                return Ok(Ended::Undecided);
            }
            let complete = self.path.len() == task.goal;
            if complete && !on_path(&self.path) {
                return Ok(Ended::Found);
            }
            if !complete && self.step(task.reach.is_some(), effort) {
                effort.longest = effort.longest.max(self.path.len());
                continue;
            }
            effort.conflicts += u64::from(!complete);
            if let Some(reach) = task.reach.filter(|_| !complete) {
                skipped |= self.skip(reach, effort);
            }
            if !self.back(effort) {
                let ended = if skipped {
                    Ended::Undecided
                } else {
                    Ended::Exhausted
                };
                return Ok(ended);
            }
        }
    }

    /// Reports how far the walk is.
    fn report(&self, task: Task, control: &Control, effort: WalkEffort) {
        control.report(|| Progress {
            phase: "walking",
            share: Some(self.path.len() as f64 / task.goal as f64),
            figures: vec![
                ("cells", self.path.len() as u64),
                ("choices", effort.nodes),
                ("undone", effort.undone),
            ],
        });
        let stride = self.engine.stride();
        control.sketch_whole(|| {
            let whole = Area::of_rows(stride, self.engine.len());
            let inner = whole.part((1, whole.width() - 1), (1, whole.height() - 1));
            sketch::of_words(inner, |cell| self.engine.word(cell))
        });
    }

    fn visit(&mut self, cell: usize) {
        self.engine.pass(cell, true);
        self.path.push(cell as u32);
    }

    /// Takes the path back to a length.
    fn shorten(&mut self, length: usize) {
        for cell in self.path.drain(length..) {
            self.engine.pass(cell as usize, false);
        }
    }

    fn head(&self) -> usize {
        self.path[self.path.len() - 1] as usize
    }

    /// Goes one cell on, after a [look](Self::look) at the ways if there are several and that is
    /// wanted. Returns false on a conflict.
    fn step(&mut self, look: bool, effort: &mut WalkEffort) -> bool {
        let head = self.head();
        if self.engine.roles(head) & role::END != 0
            && !(self.engine.keep_roles(head, !role::END) && self.engine.propagate())
        {
            return false;
        }
        if self.ways(head).nth(1).is_some() {
            effort.nodes += 1;
            if look && !self.look(effort) {
                return false;
            }
        }
        let mut ways = self.ways(head);
        let Some(dir) = ways.next() else {
            return false;
        };
        if ways.next().is_some() {
            let mark = self.engine.mark();
            self.choices.push(Choice {
                length: self.path.len(),
                mark,
                dir,
            });
        }
        if !self.leave(head, dir) {
            return false;
        }
        self.visit(self.engine.neighbour(head, dir));
        true
    }

    /// The directions in which the path may leave a cell.
    fn ways(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let word = self.engine.word(cell);
        (0..4).filter(move |&dir| word.towards(dir) & OUT != 0)
    }

    /// Tries each way on for one step and rules out those that lead to a conflict at once, so that
    /// a choice is made only where there is one: a few times in a million cells. Returns false on a
    /// conflict.
    fn look(&mut self, effort: &mut WalkEffort) -> bool {
        let head = self.head();
        for dir in 0..4 {
            // The last one left is taken anyway.
            if self.engine.edge(head, dir) & OUT == 0 || self.ways(head).nth(1).is_none() {
                continue;
            }
            let mark = self.engine.mark();
            let possible = self.leave(head, dir);
            self.engine.undo(mark);
            if !possible {
                effort.conflicts += 1;
                if !(self.engine.keep(head, dir, !OUT) && self.engine.propagate()) {
                    return false;
                }
            }
        }
        true
    }

    /// Tells the engine that the path leaves the head this way, before the other neighbours are
    /// visited. Returns false on a conflict.
    fn leave(&mut self, head: usize, dir: usize) -> bool {
        if !self.engine.keep(head, dir, OUT) {
            return false;
        }
        for side in 0..4 {
            let other = self.engine.neighbour(head, side);
            if side != dir
                && self.engine.is_free(other)
                && !self.engine.is_passed(other)
                && !self.engine.keep(head, side, AFTER)
            {
                return false;
            }
        }
        self.engine.propagate() && !self.engine.is_passed(self.engine.neighbour(head, dir))
    }

    /// Forgets the latest choices as long as they are more than `reach` cells away from the head.
    /// Returns whether there were any.
    fn skip(&mut self, reach: usize, effort: &mut WalkEffort) -> bool {
        let (stride, head) = (self.engine.stride(), self.head());
        let is_near = |choice: &Choice| {
            let place = self.path[choice.length - 1] as usize;
            distance(stride, place, head) <= reach
        };
        let kept = self.choices.iter().rposition(is_near).map_or(0, |i| i + 1);
        let Some(&Choice { length, mark, .. }) = self.choices.get(kept) else {
            return false;
        };
        // With none left the walk ends here.
        if kept > 0 {
            effort.undone += (self.path.len() - length) as u64;
            self.engine.undo(mark);
            self.shorten(length);
        }
        self.choices.truncate(kept);
        true
    }

    /// Goes back to the latest choice and rules out what was chosen. Returns false if there is
    /// none.
    fn back(&mut self, effort: &mut WalkEffort) -> bool {
        while let Some(choice) = self.choices.pop() {
            effort.undone += (self.path.len() - choice.length) as u64;
            self.engine.undo(choice.mark);
            self.shorten(choice.length);
            if self.engine.keep(self.head(), choice.dir, !OUT) && self.engine.propagate() {
                return true;
            }
        }
        false
    }
}
