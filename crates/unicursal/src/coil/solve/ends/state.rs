//! What all stages stand on: the board, what is known of it, and what it has cost.

use crate::Instant;

use super::Query;
use crate::area::Area;
use crate::coil::Board;
use crate::coil::engine::Switches;
use crate::coil::solve::deduce::colours::Colours;
use crate::coil::solve::deduce::{Deduction, Effort};
use crate::coil::solve::ends::rehearse::Rehearsal;
use crate::coil::solve::evidence::Evidence;
use crate::coil::solve::on_path::OnPath;
use crate::coil::solve::walk::WalkEffort;
use crate::coil::solve::walk::world::World;
use crate::coil::tuning::ends::{LONG_PATH, REACH};
use crate::ended::Ended;
use crate::schedule::Ticks;
use crate::{Control, Interruption, Progress};

/// See the [module](self).
pub struct State<'b> {
    pub board: &'b Board,
    pub switches: Switches,
    pub query: Query,
    pub colours: Colours,
    /// What is true if the ends are in the cores, or nowhere if there are none.
    pub facts: Deduction<'b>,
    /// Sets of cells with an end in each.
    pub cores: Vec<Vec<usize>>,
    /// The same with what shows them, for a proof; an empty core if there is a contradiction
    /// wherever the ends are.
    pub evidence: Evidence,
    /// How often ends were allowed where no proof demands it: after that nothing is proved any
    /// more.
    pub blind: usize,
    /// A rehearsal of the path, beside worlds: their starts are tried in the order that it
    /// suggests.
    pub rehearsal: Option<Rehearsal>,
    pub cost: Cost,
}

/// What it has cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// Seconds spent in each phase.
    pub seconds: Seconds,
    /// Work of the deductions.
    pub deductions: Effort,
    /// Work of the walks.
    pub walks: WalkEffort,
    /// Work of looking for cores.
    pub cores: Ticks,
    /// Work of ordering fragments.
    pub ordering: Ticks,
    /// Work of the rehearsal.
    pub rehearsed: Ticks,
}

/// Wall-clock time by phase.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seconds {
    /// Deducing in windows.
    pub deduce: f64,
    /// Looking for cores.
    pub cores: f64,
    /// Looking for the place where a loop is cut.
    pub cut: f64,
    /// Deducing from the order of fragments.
    pub refine: f64,
    /// Counting where there cannot be a single end.
    pub parity: f64,
    /// Rehearsing the path.
    pub rehearsals: f64,
    /// Setting up worlds and trying their starts.
    pub worlds: f64,
    /// Walking.
    pub walks: f64,
}

/// Runs a piece of work and adds the time that it took.
pub fn timed<T>(seconds: &mut f64, work: impl FnOnce() -> T) -> T {
    let clock = Instant::now();
    let result = work();
    *seconds += clock.elapsed().as_secs_f64();
    result
}

impl<'b> State<'b> {
    /// Nothing is known yet.
    pub fn new(board: &'b Board, switches: Switches, query: Query) -> Self {
        let mut cost = Cost::default();
        let (colours, facts) = timed(&mut cost.seconds.deduce, || {
            let colours = Colours::new(board, switches.colours, query.start);
            let roles = |cell| query.role_without_ends(cell);
            (colours, Deduction::new(board, switches, roles))
        });
        Self {
            board,
            switches,
            query,
            colours,
            facts,
            cores: query.start.map(|start| vec![start]).into_iter().collect(),
            evidence: Evidence::default(),
            blind: 0,
            rehearsal: None,
            cost,
        }
    }

    /// The work done so far.
    pub fn ticks(&self) -> Ticks {
        let Cost {
            deductions,
            walks,
            cores,
            ordering,
            rehearsed,
            ..
        } = self.cost;
        deductions.ticks + walks.ticks + cores + ordering + rehearsed
    }

    /// The free cells within a distance of the given ones.
    pub fn around(&self, cells: &[usize], radius: usize) -> Vec<usize> {
        let whole = Area::of_board(self.board);
        let mut zone: Vec<usize> = cells
            .iter()
            .flat_map(|&cell| whole.around(cell, radius).cells())
            .filter(|&cell| self.board.is_free(cell))
            .collect();
        zone.sort_unstable();
        zone.dedup();
        zone
    }

    /// Deduces further where more cells may have these roles, as far as the colours admit them;
    /// `None` if that is contradictory.
    pub fn facts_with(
        &mut self,
        cells: &[(Vec<usize>, u8)],
        control: &Control,
    ) -> Result<Option<Deduction<'b>>, Interruption> {
        control.report(|| self.progress("deducing"));
        let mut facts = self.facts.clone();
        let conflicts = timed(&mut self.cost.seconds.deduce, || {
            for (cells, roles) in cells {
                facts.allow(cells, |cell| roles & self.colours.roles(cell));
            }
            facts.run(control)
        });
        self.take_effort(facts.effort);
        Ok(conflicts?.is_empty().then_some(facts))
    }

    /// Deduces further where both ends may be in a zone, and takes back what was deduced around it
    /// only: a guess. `None` if that is contradictory.
    pub fn facts_near(
        &mut self,
        zone: &[usize],
        control: &Control,
    ) -> Result<Option<Deduction<'b>>, Interruption> {
        control.report(|| self.progress("deducing"));
        let mut facts = self.facts.clone();
        let conflicts = timed(&mut self.cost.seconds.deduce, || {
            facts.allow_near(zone, REACH, |cell| self.colours.roles(cell));
            facts.run_once(control)
        });
        self.take_effort(facts.effort);
        Ok(conflicts?.is_empty().then_some(facts))
    }

    /// Counts the work of a deduction that began as a copy of the facts.
    pub fn take_effort(&mut self, effort: Effort) {
        self.cost.deductions = effort;
        self.facts.effort = effort;
    }

    /// The world of these facts, or of the state's own, with what the order of fragments adds to it
    /// if it is to be `refined`; `None` if it is contradictory.
    pub fn world(
        &mut self,
        others: Option<Deduction>,
        refined: bool,
        control: &Control,
    ) -> Result<Option<World>, Interruption> {
        control.report(|| self.progress("preparing to walk"));
        let facts = others.as_ref().unwrap_or(&self.facts);
        let world = timed(&mut self.cost.seconds.worlds, || {
            World::new(self.board, self.switches, self.colours, facts)
        });
        // On a large board there is not room for what is not needed any more.
        drop(others);
        let Some(mut world) = world else {
            return Ok(None);
        };
        self.cost.walks.ticks += world.ticks();
        let sound = !refined || self.refine(&mut world, control)?;
        Ok(sound.then_some(world))
    }

    /// Adds to a world what the order of fragments says. Returns false if it is contradictory.
    pub fn refine(&mut self, world: &mut World, control: &Control) -> Result<bool, Interruption> {
        control.check()?;
        control.report(|| self.progress("ordering fragments"));
        let before = world.ticks();
        let mut work = Ticks(0);
        let sound = timed(&mut self.cost.seconds.refine, || {
            world.refine(self.board, &mut work)
        });
        self.cost.walks.ticks += world.ticks() - before;
        self.cost.ordering += work;
        Ok(sound)
    }

    /// Whether the path should be rehearsed.
    ///
    /// Not on long paths, where going back choice by choice takes too long. If every answer is
    /// wanted, walks would show this one again.
    pub fn may_rehearse(&self) -> bool {
        let Query { start, all, tools } = self.query;
        let is_short = self.board.free_count() < LONG_PATH || tools.always;
        tools.rehearsals && !all && start.is_none() && is_short
    }

    /// Prepares a rehearsal of the path with the facts, from starts the most likely of which are in
    /// the first group.
    pub fn prepare_rehearsal(&mut self, groups: &[Vec<usize>]) {
        self.rehearsal = Some(timed(&mut self.cost.seconds.rehearsals, || {
            Rehearsal::new(self.board, &self.facts.words, groups, &self.cores)
        }));
    }

    /// Goes on with the rehearsal, if one was prepared. `Exhausted` says that it has nothing left,
    /// which proves nothing.
    pub fn rehearse(
        &mut self,
        slice: Ticks,
        on_path: OnPath,
        control: &Control,
    ) -> Result<Ended, Interruption> {
        control.report(|| self.progress("rehearsing the path"));
        let Some(rehearsal) = &mut self.rehearsal else {
            return Ok(Ended::Exhausted);
        };
        let ended = timed(&mut self.cost.seconds.rehearsals, || {
            rehearsal.run(slice, on_path, control)
        });
        self.cost.rehearsed = rehearsal.ticks();
        ended
    }

    /// Whether a world in which walks have failed may be refined and walked again. If every answer
    /// is wanted, that would show some twice.
    pub fn may_refine(&self) -> bool {
        self.query.tools.fragments && !self.query.all
    }

    /// A report of what is being done.
    pub fn progress(&self, phase: &'static str) -> Progress {
        Progress {
            phase,
            share: None,
            figures: vec![
                ("cores", self.cores.len() as u64),
                ("probes", self.cost.deductions.probes),
                ("choices", self.cost.walks.nodes),
            ],
        }
    }
}
