//! How a caller controls long work: time, memory, threads, cancellation; and how the work reports
//! back.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::Instant;

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
    out_of_memory: AtomicBool,
    also_cancelled: Option<&'a AtomicBool>,
    watch: Option<&'a (dyn Fn(&Progress) + Sync)>,
    note: Option<&'a (dyn Fn(&str) + Sync)>,
    sketch: Option<&'a (dyn Fn(&Sketch) + Sync)>,
    born: Instant,
    /// When the next sketch of a whole board is due, in milliseconds since `born`.
    next_sketch: AtomicU64,
}

/// The least time between two sketches of a whole board, in milliseconds.
const SKETCH_PACE: u64 = 200;
/// After a sketch, this many times the time it took must pass before the next one: a sketch looks
/// at every cell, which would otherwise be a good part of the work on a busy machine.
const SKETCH_REST: u64 = 30;

/// Why work ended before it had an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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

impl std::error::Error for Interruption {}

/// What a list contains when its work ends: everything found, even if more was asked for, or why
/// nothing was found.
pub(crate) fn found_so_far<T>(
    ended: Result<(), Interruption>,
    found: Vec<T>,
) -> Result<Vec<T>, Interruption> {
    match ended {
        Err(why) if found.is_empty() => Err(why),
        _ => Ok(found),
    }
}

/// A report from the work: what it is doing and how far it got.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// What is being done, in a word or two.
    pub phase: &'static str,
    /// How much of it is done, 0 to 1, if known.
    pub share: Option<f64>,
    /// Further figures with their names, e.g. `("nodes", 1200)`.
    pub figures: Vec<(&'static str, u64)>,
}

/// What the work has decided so far about a rectangle of the board, so that a user can watch the
/// answer grow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sketch {
    /// Column and row of the first cell.
    pub at: (usize, usize),
    /// Columns.
    pub width: usize,
    /// How much of each cell is decided, row by row: from 0, nothing, to 255, all.
    pub decided: Vec<u8>,
}

impl Sketch {
    /// A whole board whose visited cells are decided.
    pub fn of_visited(
        (width, height): (usize, usize),
        is_visited: impl Fn(usize, usize) -> bool,
    ) -> Self {
        let rows = 0..height;
        let cells = rows.flat_map(|y| (0..width).map(move |x| (x, y)));
        let decided = cells.map(|(x, y)| if is_visited(x, y) { 255 } else { 0 });
        Self {
            at: (0, 0),
            width,
            decided: decided.collect(),
        }
    }
}

impl<'a> Control<'a> {
    /// No limits, one thread, no listener.
    pub fn new() -> Self {
        Self {
            deadline: None,
            memory_limit: None,
            threads: 1,
            cancelled: AtomicBool::new(false),
            out_of_memory: AtomicBool::new(false),
            also_cancelled: None,
            watch: None,
            note: None,
            sketch: None,
            born: Instant::now(),
            next_sketch: AtomicU64::new(0),
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

    /// Sends notes to this function, from any thread of the work.
    #[must_use]
    pub fn noted_by(mut self, note: &'a (dyn Fn(&str) + Sync)) -> Self {
        self.note = Some(note);
        self
    }

    /// Sends sketches of what is decided to this function, from any thread of the work.
    #[must_use]
    pub fn sketched_by(mut self, sketch: &'a (dyn Fn(&Sketch) + Sync)) -> Self {
        self.sketch = Some(sketch);
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
            flagged(&self.out_of_memory).then_some(Interruption::Memory)
        }
    }

    /// [`Control::interruption`] as a result, for work that ends at the first `?`.
    ///
    /// ```
    /// let control = unicursal::Control::new();
    /// assert!(control.check().is_ok());
    /// control.cancel();
    /// assert_eq!(control.check(), Err(unicursal::Interruption::Cancelled));
    /// ```
    pub fn check(&self) -> Result<(), Interruption> {
        self.interruption().map_or(Ok(()), Err)
    }

    /// Whether this many bytes are within the memory limit, as a result.
    pub fn demand(&self, bytes: usize) -> Result<(), Interruption> {
        if self.demand_memory(bytes) {
            return Ok(());
        }
        Err(Interruption::Memory)
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

    /// Whether this many bytes are within the memory limit; if not, the work must end now.
    pub fn demand_memory(&self, bytes: usize) -> bool {
        let allowed = self.allows_memory(bytes);
        self.out_of_memory.fetch_or(!allowed, Ordering::Relaxed);
        allowed
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

    /// Sends a note, built only when someone listens. Every note is kept, whereas only the latest
    /// report matters.
    pub fn note(&self, line: impl FnOnce() -> String) {
        if let Some(note) = self.note {
            note(&line());
        }
    }

    /// Sends a sketch of a part of the board on which much work was done, if someone listens.
    pub fn sketch_part(&self, part: impl FnOnce() -> Sketch) {
        if let Some(sketch) = self.sketch {
            sketch(&part());
        }
    }

    /// Sends a sketch of the whole board, if someone listens, a few times a second at most: any
    /// further call costs only a clock reading.
    pub fn sketch_whole(&self, whole: impl FnOnce() -> Sketch) {
        let Some(sketch) = self.sketch else { return };
        let now = self.born.elapsed().as_millis() as u64;
        let due = self.next_sketch.load(Ordering::Relaxed);
        let claim = |later| {
            let relaxed = Ordering::Relaxed;
            self.next_sketch
                .compare_exchange(due, later, relaxed, relaxed)
        };
        if now >= due && claim(u64::MAX).is_ok() {
            sketch(&whole());
            let after = self.born.elapsed().as_millis() as u64;
            let rest = SKETCH_PACE.max((after - now) * SKETCH_REST);
            self.next_sketch.store(after + rest, Ordering::Relaxed);
        }
    }
}

impl Default for Control<'_> {
    fn default() -> Self {
        Self::new()
    }
}
