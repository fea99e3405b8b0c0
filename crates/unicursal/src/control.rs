//! What a caller says to long work while it runs: how long, how much memory, how many threads, stop;
//! and what the work says back.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Limits, cancellation and progress of one piece of long work.
///
/// It is shared by reference with every thread of the work; nothing in the library keeps state
/// beyond it.
///
/// ```
/// use std::time::Duration;
/// use unicursal::Control;
///
/// let control = Control::new().time_limit(Duration::from_secs(10)).threads(2);
/// assert!(control.interruption().is_none());
/// control.cancel();
/// assert_eq!(control.interruption(), Some(unicursal::Interruption::Cancelled));
/// ```
pub struct Control<'a> {
    deadline: Option<Instant>,
    memory_limit: Option<usize>,
    threads: usize,
    cancelled: AtomicBool,
    also_cancelled: Option<&'a AtomicBool>,
    watch: Option<&'a (dyn Fn(&Progress) + Sync)>,
}

/// Why work ended before it had an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interruption {
    /// The time limit has passed.
    Time,
    /// The next step would need more memory than allowed.
    Memory,
    /// The caller asked for it.
    Cancelled,
    /// The method has nothing left to try, and that proves nothing.
    GaveUp,
}

impl fmt::Display for Interruption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Time => "time limit reached",
            Self::Memory => "memory limit reached",
            Self::Cancelled => "cancelled",
            Self::GaveUp => "the method gave up",
        })
    }
}

/// A report from the work: where it is and how far it got.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// What is being done, in a word or two.
    pub phase: &'static str,
    /// How much of it is done, 0 to 1, where that is known.
    pub share: Option<f64>,
    /// Further figures with their names, e.g. `("nodes", 1200)`.
    pub figures: Vec<(&'static str, u64)>,
}

impl<'a> Control<'a> {
    /// No limits, one thread, no listener.
    pub fn new() -> Self {
        Self {
            deadline: None,
            memory_limit: None,
            threads: 1,
            cancelled: AtomicBool::new(false),
            also_cancelled: None,
            watch: None,
        }
    }

    /// Ends the work this long after now.
    #[must_use]
    pub fn time_limit(mut self, limit: Duration) -> Self {
        self.deadline = Instant::now().checked_add(limit);
        self
    }

    /// Refuses to start steps that need more bytes than this.
    #[must_use]
    pub fn memory_limit(mut self, bytes: usize) -> Self {
        self.memory_limit = Some(bytes);
        self
    }

    /// Lets the work use up to this many threads.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// Also stops when this flag, which others may share, is set.
    #[must_use]
    pub fn cancelled_by(mut self, flag: &'a AtomicBool) -> Self {
        self.also_cancelled = Some(flag);
        self
    }

    /// Sends reports to this function, from any thread of the work.
    #[must_use]
    pub fn watched_by(mut self, watch: &'a (dyn Fn(&Progress) + Sync)) -> Self {
        self.watch = Some(watch);
        self
    }

    /// Asks the work to end soon.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether the work must end now, and why. Costs a clock reading when there is a deadline.
    pub fn interruption(&self) -> Option<Interruption> {
        let flagged = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        if flagged(&self.cancelled) || self.also_cancelled.is_some_and(flagged) {
            Some(Interruption::Cancelled)
        } else if self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
        {
            Some(Interruption::Time)
        } else {
            None
        }
    }

    /// Time left until the deadline.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline
            .map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Whether this many bytes are within the memory limit.
    pub fn allows_memory(&self, bytes: usize) -> bool {
        self.memory_limit.is_none_or(|limit| bytes <= limit)
    }

    /// How many threads the work may use.
    pub fn thread_count(&self) -> usize {
        self.threads
    }

    /// Sends a report, built only when someone listens.
    pub fn report(&self, progress: impl FnOnce() -> Progress) {
        if let Some(watch) = self.watch {
            watch(&progress());
        }
    }
}

impl Default for Control<'_> {
    fn default() -> Self {
        Self::new()
    }
}
