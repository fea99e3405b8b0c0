//! Runs solvers on levels: in turn, repeatedly, several at a time, up to the first that is not
//! passed or to the end.

mod level;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use unicursal_contain::{Cage, ContainError, Limits};

use crate::levels::Levels;
use crate::{Entry, Program, Refused, Shard, Task, digest};
use level::{Order, State};

/// Any error of an observer.
pub type ObserverError = Box<dyn std::error::Error + Send + Sync>;

/// What to run.
pub struct Plan<'a> {
    /// The puzzle's name.
    pub puzzle: &'a str,
    /// What the solvers are asked to do.
    pub task: &'a dyn Task,
    /// Where levels come from.
    pub levels: &'a Levels,
    /// The numbers of all levels of the run, over all shards.
    pub numbers: &'a [u64],
    /// Which of them to run here.
    pub shard: Shard,
    /// The solvers; on each level they run in turn.
    pub solvers: &'a [Program],
    /// The limits of each run.
    pub limits: Limits,
    /// All limits but the time, as reports name them.
    pub limits_text: String,
    /// How many times each solver runs on each level.
    pub repeat: usize,
    /// How many levels are worked on at the same time.
    pub jobs: usize,
    /// Whether runs are in random order, by this seed: every run of every level on its own. Needs
    /// `keep_going`.
    pub shuffle: Option<String>,
    /// Whether a solver continues after a level that it did not pass.
    pub keep_going: bool,
    /// Entries of an earlier, interrupted run: these are not run again.
    pub done: Vec<Entry>,
}

/// Why a run ended early.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A level cannot be read or made.
    #[error(transparent)]
    Levels(#[from] Refused),
    /// Programs cannot be run, or the user interrupted.
    #[error(transparent)]
    Contain(#[from] ContainError),
    /// The observer could not do its part.
    #[error("{0}")]
    Observer(ObserverError),
}

/// Receives what happens. Calls come from several threads, one at a time. An error ends the run.
pub trait Observer: Send {
    /// A new entry, as soon as it is known; in any order.
    fn measured(&mut self, entry: &Entry) -> Result<(), ObserverError>;

    /// The next entry in the order of levels and solvers, earlier ones included. Entries of a
    /// solver that come after a level at which it stopped are not shown.
    fn reported(&mut self, entry: &Entry) -> Result<(), ObserverError>;
}

impl Plan<'_> {
    /// The positions, counted from 1, of the levels to run here.
    pub fn positions(&self) -> impl Iterator<Item = usize> + '_ {
        (1..=self.numbers.len()).filter(|&position| self.shard.has(position))
    }

    /// What is done one after the other: levels, and which of their runs.
    fn work(&self) -> Vec<(usize, Range<usize>)> {
        let repeat = self.repeat.max(1);
        let Some(seed) = &self.shuffle else {
            return self
                .positions()
                .map(|position| (position, 0..repeat))
                .collect();
        };
        let each = |position| (0..repeat).map(move |round| (position, round..round + 1));
        let mut work: Vec<(usize, Range<usize>)> = self.positions().flat_map(each).collect();
        let chance = |(position, rounds): &(usize, Range<usize>)| {
            digest::bytes(format!("{seed}/{position}/{}", rounds.start).as_bytes())
        };
        work.sort_by_cached_key(chance);
        work
    }

    /// Runs everything. Setting `interrupted` ends it soon and kills all programs.
    pub fn run(
        &self,
        cage: &Cage,
        interrupted: &AtomicBool,
        observer: &mut dyn Observer,
    ) -> Result<(), RunError> {
        let positions: Vec<usize> = self.positions().collect();
        let state = State {
            plan: self,
            stops: self
                .solvers
                .iter()
                .map(|_| AtomicUsize::new(usize::MAX))
                .collect(),
            order: Mutex::new(Order {
                observer,
                waiting: BTreeMap::new(),
                upcoming: &positions,
            }),
            failed: AtomicBool::new(false),
            trials: Mutex::default(),
        };
        let work = self.work();
        let next = AtomicUsize::new(0);
        let error = Mutex::new(None);
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.clamp(1, work.len().max(1)) {
                scope.spawn(|| {
                    let cancelled = || {
                        interrupted.load(Ordering::Relaxed) || state.failed.load(Ordering::Relaxed)
                    };
                    while let Some((position, rounds)) =
                        work.get(next.fetch_add(1, Ordering::Relaxed))
                    {
                        let done = state.level(*position, rounds.clone(), cage, &cancelled);
                        if let Err(found) = done {
                            state.failed.store(true, Ordering::Relaxed);
                            // The first error is the cause; others follow from it.
                            lock(&error).get_or_insert(found);
                            return;
                        }
                    }
                });
            }
        });
        match error.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
