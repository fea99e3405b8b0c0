//! A level of a run: all solvers on it, in turns, and what comes of each.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use unicursal_contain::{Cage, Command, ContainError, Run};

use super::{Observer, ObserverError, Plan, RunError, lock};
use crate::levels::Loaded;
use crate::verdict::{self, Verdict};
use crate::{Entry, digest};

/// What the threads of a run share.
pub(super) struct State<'a> {
    pub plan: &'a Plan<'a>,
    /// For each solver the first position that it did not pass, if it stops there.
    pub stops: Vec<AtomicUsize>,
    pub order: Mutex<Order<'a>>,
    pub failed: AtomicBool,
    /// Levels of which some runs are done: those of each solver, and how many rounds.
    pub trials: Mutex<BTreeMap<usize, Trials>>,
}

/// Runs on one level: of each solver, and how many rounds are done.
#[derive(Default)]
pub(super) struct Trials {
    of_solvers: BTreeMap<usize, Vec<(Run, Verdict)>>,
    rounds: usize,
}

/// A level that was read, and where programs run on it.
struct OnLevel<'a> {
    number: u64,
    position: usize,
    loaded: &'a Loaded,
    /// What programs get on standard input.
    input: &'a [u8],
    cage: &'a Cage,
}

impl State<'_> {
    /// Runs all solvers on the level at a position and reports.
    pub fn level(
        &self,
        position: usize,
        rounds: Range<usize>,
        cage: &Cage,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<(), RunError> {
        let plan = self.plan;
        let number = plan.numbers.get(position - 1).copied().unwrap_or(0);
        let mut entries: Vec<Option<Entry>> = plan
            .solvers
            .iter()
            .map(|solver| {
                let same = |e: &&Entry| e.position == position && e.solver == solver.shown;
                plan.done.iter().find(same).cloned()
            })
            .collect();
        let wanted: Vec<usize> = (0..entries.len())
            .filter(|&solver| entries[solver].is_none() && !self.stopped(solver, position))
            .collect();
        if wanted.is_empty() {
            return self.finish(position, entries);
        }
        // What all solvers get if they cannot be run on the level.
        let give_all = |mut entries: Vec<Option<Entry>>, entry: &dyn Fn(usize) -> Entry| {
            for &solver in &wanted {
                entries[solver] = Some(self.measured(entry(solver))?);
            }
            self.finish(position, entries)
        };
        let loaded = match plan.levels.load(number) {
            Ok(loaded) => loaded,
            Err(error) if !plan.keep_going => return Err(error.into()),
            Err(_) if !self.is_first(position) => return Ok(()),
            Err(error) => {
                let verdict = Verdict::new(verdict::Kind::Unreadable, error.to_string());
                return give_all(entries, &|solver| {
                    self.blank((solver, number, position), cage, verdict.clone())
                });
            }
        };
        let input = match plan.task.input(number, &loaded) {
            Ok(input) => input,
            Err(_) if !self.is_first(position) => return Ok(()),
            Err(why) => {
                let verdict = Verdict::new(verdict::Kind::Arena, why);
                return give_all(entries, &|solver| {
                    self.sized((solver, number, position), cage, &loaded, verdict.clone())
                });
            }
        };
        let level = OnLevel {
            number,
            position,
            loaded: &loaded,
            input: &input,
            cage,
        };
        let is_whole = rounds.len() >= plan.repeat.max(1);
        let trials = self.rounds(&level, rounds, &wanted, is_whole, &mut entries, cancelled)?;
        if !is_whole {
            let Some(mut trials) = self.add(position, trials) else {
                return Ok(());
            };
            for &solver in &wanted {
                let trials = trials.of_solvers.remove(&solver).unwrap_or_default();
                entries[solver] = self.summed_up(solver, &level, trials)?;
            }
        }
        self.finish(position, entries)
    }

    /// Whether a solver has stopped at an earlier level.
    fn stopped(&self, solver: usize, position: usize) -> bool {
        self.stops[solver].load(Ordering::Relaxed) < position
    }

    /// Runs solvers on a level, this many times each. If these are all runs, each solver's entry is
    /// made as soon as it can be.
    fn rounds(
        &self,
        level: &OnLevel,
        rounds: Range<usize>,
        wanted: &[usize],
        is_whole: bool,
        entries: &mut [Option<Entry>],
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Trials, RunError> {
        let mut trials = Trials::default();
        let last = rounds.end;
        let not_passed = |done: &[(Run, Verdict)]| {
            let mut verdicts = done.iter().map(|(_, verdict)| verdict.kind);
            verdicts.any(|kind| kind != verdict::Kind::Pass)
        };
        let failed_before = |solver: usize| {
            let earlier = lock(&self.trials);
            let earlier = earlier.get(&level.position);
            let earlier = earlier.and_then(|trials| trials.of_solvers.get(&solver));
            earlier.is_some_and(|done| not_passed(done))
        };
        for round in rounds {
            trials.rounds += 1;
            // Solvers take turns in going first, so that none always finds a warm machine.
            for turn in 0..wanted.len() {
                let solver = wanted[(turn + round) % wanted.len()];
                let done = trials.of_solvers.entry(solver).or_default();
                if entries[solver].is_some() || not_passed(done) || failed_before(solver) {
                    continue;
                }
                let useless = || cancelled() || self.stopped(solver, level.position);
                match self.run(solver, level, &useless) {
                    Ok(run) => done.push(run),
                    // It stopped at an earlier level; the others did not.
                    Err(ContainError::Cancelled) if !cancelled() => continue,
                    // Without processes to run it in, no other level would be better off.
                    Err(error) => return Err(error.into()),
                }
                // Others may take long on this level; do not wait for them.
                if is_whole && (not_passed(done) || round + 1 == last) {
                    entries[solver] = self.summed_up(solver, level, std::mem::take(done))?;
                }
            }
        }
        Ok(trials)
    }

    /// Runs a solver on a level, once.
    fn run(
        &self,
        solver: usize,
        level: &OnLevel,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<(Run, Verdict), ContainError> {
        let plan = self.plan;
        let command = Command {
            files: plan.task.files(level.number),
            ..plan.solvers[solver].command.clone()
        };
        let run = (level.cage).run(&command, level.input, &plan.limits, cancelled)?;
        let judged = |output: &[u8]| plan.task.judge(level.loaded, output);
        let mut verdict = verdict::judge(&run, &plan.limits, &judged);
        if verdict.kind.is_bad_end()
            && let Some((remark, board)) = plan.task.remark(level.loaded, &run.stdout)
        {
            verdict.reason.extend(["; ", &remark]);
            verdict.board = board;
        }
        Ok((run, verdict))
    }

    /// Sums up the runs of one solver on one level, if there were any, and tells of it.
    fn summed_up(
        &self,
        solver: usize,
        level: &OnLevel,
        trials: Vec<(Run, Verdict)>,
    ) -> Result<Option<Entry>, RunError> {
        let place = (solver, level.number, level.position);
        let entry = self.entry(place, level.cage, level.loaded, trials);
        entry.map(|entry| self.measured(entry)).transpose()
    }

    /// Whether this is the first question about a level; later ones are not.
    fn is_first(&self, position: usize) -> bool {
        let mut trials = lock(&self.trials);
        !trials.contains_key(&position) && trials.insert(position, Trials::default()).is_none()
    }

    /// Adds runs to those that are done already; returns all of them if these were the last.
    fn add(&self, position: usize, new: Trials) -> Option<Trials> {
        let mut trials = lock(&self.trials);
        let all = trials.entry(position).or_default();
        all.rounds += new.rounds;
        for (solver, runs) in new.of_solvers {
            all.of_solvers.entry(solver).or_default().extend(runs);
        }
        let is_complete = all.rounds >= self.plan.repeat.max(1);
        is_complete.then(|| trials.remove(&position))?
    }

    /// Tells of a new entry.
    fn measured(&self, entry: Entry) -> Result<Entry, RunError> {
        let told = lock(&self.order).observer.measured(&entry);
        told.map_err(RunError::Observer)?;
        Ok(entry)
    }

    /// Reports the entries of a level.
    fn finish(&self, position: usize, entries: Vec<Option<Entry>>) -> Result<(), RunError> {
        let plan = self.plan;
        for (solver, entry) in entries.iter().enumerate() {
            if !plan.keep_going && entry.as_ref().is_some_and(|entry| !entry.passed()) {
                self.stops[solver].fetch_min(position, Ordering::Relaxed);
            }
        }
        let entries = entries.into_iter().enumerate();
        let entries = entries.filter_map(|(solver, entry)| Some((solver, entry?)));
        let told = lock(&self.order).finish(position, entries.collect(), &self.stops);
        told.map_err(RunError::Observer)
    }

    /// Sums up the runs of one solver on one level: the first that was not passed, or the median.
    fn entry(
        &self,
        place: (usize, u64, usize),
        cage: &Cage,
        loaded: &Loaded,
        mut trials: Vec<(Run, Verdict)>,
    ) -> Option<Entry> {
        let plan = self.plan;
        let peak_memory = trials.iter().map(|(run, _)| run.peak_memory).max()?;
        let processes = trials.iter().filter_map(|(run, _)| run.processes).max();
        let runs: Vec<f64> = trials
            .iter()
            .map(|(run, _)| run.wall.as_secs_f64())
            .collect();
        trials.sort_by_key(|(run, verdict)| (verdict.kind == verdict::Kind::Pass, run.wall));
        let failed = trials
            .first()
            .is_some_and(|(_, v)| v.kind != verdict::Kind::Pass);
        let chosen = if failed { 0 } else { (trials.len() - 1) / 2 };
        let (run, verdict) = trials.swap_remove(chosen);
        Some(Entry {
            seconds: run.wall.as_secs_f64(),
            cpu_seconds: run.cpu.as_secs_f64(),
            peak_memory,
            processes,
            runs: if plan.repeat > 1 { runs } else { Vec::new() },
            ..self.sized(place, cage, loaded, verdict)
        })
    }

    /// An entry of a level that was read, without measurements.
    fn sized(
        &self,
        place: (usize, u64, usize),
        cage: &Cage,
        loaded: &Loaded,
        verdict: Verdict,
    ) -> Entry {
        let (width, height) = loaded.size();
        Entry {
            width,
            height,
            level_digest: digest::bytes(&loaded.text),
            ..self.blank(place, cage, verdict)
        }
    }

    /// An entry without anything about the level.
    fn blank(
        &self,
        (solver, level, position): (usize, u64, usize),
        cage: &Cage,
        verdict: Verdict,
    ) -> Entry {
        let plan = self.plan;
        let program = &plan.solvers[solver];
        Entry {
            puzzle: plan.puzzle.to_owned(),
            solver: program.shown.clone(),
            level,
            width: 0,
            height: 0,
            position,
            total: plan.numbers.len(),
            first: plan.numbers.first().copied(),
            verdict: verdict.kind,
            reason: verdict.reason,
            stderr: verdict.stderr,
            seconds: 0.0,
            cpu_seconds: 0.0,
            peak_memory: 0,
            processes: None,
            runs: Vec::new(),
            timeout: plan.limits.wall.as_secs_f64(),
            loaded: plan.jobs > 1,
            level_digest: String::new(),
            program_digest: program.digest.clone(),
            limits: plan.limits_text.clone(),
            contained: cage.description(),
            board: verdict.board,
        }
    }
}

/// Brings entries into order.
pub(super) struct Order<'a> {
    pub observer: &'a mut dyn Observer,
    pub waiting: BTreeMap<usize, Vec<(usize, Entry)>>,
    pub upcoming: &'a [usize],
}

impl Order<'_> {
    fn finish(
        &mut self,
        position: usize,
        entries: Vec<(usize, Entry)>,
        stops: &[AtomicUsize],
    ) -> Result<(), ObserverError> {
        self.waiting.insert(position, entries);
        while let Some((first, rest)) = self.upcoming.split_first() {
            let Some(entries) = self.waiting.remove(first) else {
                break;
            };
            self.upcoming = rest;
            for (solver, entry) in entries {
                if stops[solver].load(Ordering::Relaxed) >= *first {
                    self.observer.reported(&entry)?;
                }
            }
        }
        Ok(())
    }
}
