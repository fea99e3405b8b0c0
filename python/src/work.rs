//! Long work: in another thread, without the interpreter's lock, until it ends or is interrupted.
//!
//! The thread that called waits, and looks for signals every now and then, because only Python's
//! main thread can handle Ctrl-C. Then the signal's handler decides: usually it raises
//! `KeyboardInterrupt`, the work is cancelled, and the exception is raised in the caller when the
//! work has ended.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use unicursal::{Control, Error, Progress};

use crate::{error, pool};

/// How often signals are looked for.
const LOOK: Duration = Duration::from_millis(50);

/// The least time between two reports of progress: Python's lock is needed for each.
const PACE: Duration = Duration::from_millis(50);

/// What the caller permits, and where to send progress.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Limits {
    time_limit: Option<f64>,
    memory_limit: Option<usize>,
    threads: usize,
    progress: Option<Py<PyAny>>,
}

/// Does work within limits.
pub fn run<T: Send + 'static>(
    py: Python<'_>,
    limits: Limits,
    work: impl FnOnce(&Control) -> Result<T, Error> + Send + 'static,
) -> PyResult<T> {
    let cancelled = Arc::new(AtomicBool::new(false));
    let (sender, mut results) = mpsc::channel();
    let flag = Arc::clone(&cancelled);
    pool::run(move || {
        let done = catch_unwind(AssertUnwindSafe(|| within(&limits, &flag, work)));
        // The caller waits until it has this.
        Box::new(move || drop(sender.send(done)))
    })?;
    let mut interrupted = None;
    let received = loop {
        // Borrowed for this thread alone, because a receiver cannot be shared.
        let waiting = &mut results;
        let received = py.detach(move || {
            let waiting = waiting;
            waiting.recv_timeout(LOOK)
        });
        match received {
            Err(RecvTimeoutError::Timeout) if interrupted.is_none() => {
                if let Err(signal) = py.check_signals() {
                    cancelled.store(true, Ordering::Relaxed);
                    interrupted = Some(signal);
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            received => break received.ok(),
        }
    };
    if let Some(signal) = interrupted {
        return Err(signal);
    }
    match received {
        Some(Ok((_, Some(raised)))) => Err(raised),
        Some(Ok((result, None))) => result.map_err(|error| error::raise(&error)),
        // A bug of ours.
        Some(Err(panic)) => resume_unwind(panic),
        None => Err(error::unexpected(&"the work ended without a result")),
    }
}

/// Does work within limits, until the flag is set. An exception in the caller's function sets it
/// too.
fn within<T>(
    limits: &Limits,
    flag: &AtomicBool,
    work: impl FnOnce(&Control) -> Result<T, Error>,
) -> (Result<T, Error>, Option<PyErr>) {
    let failure = Mutex::new(None);
    let last = Mutex::new(None);
    let watch = |progress: &Progress| {
        if let Some(callback) = &limits.progress
            && is_due(&last)
            && let Err(raised) = report(callback, progress)
        {
            flag.store(true, Ordering::Relaxed);
            if let Ok(mut failure) = failure.lock() {
                failure.get_or_insert(raised);
            }
        }
    };
    let mut control = Control::new().cancelled_by(flag).threads(limits.threads);
    let seconds = limits.time_limit.map(Duration::try_from_secs_f64);
    if let Some(Ok(limit)) = seconds {
        control = control.time_limit(limit);
    }
    if let Some(bytes) = limits.memory_limit {
        control = control.memory_limit(bytes);
    }
    if limits.progress.is_some() {
        control = control.watched_by(&watch);
    }
    let result = work(&control);
    (result, failure.into_inner().ok().flatten())
}

/// Whether it is time for another report.
fn is_due(last: &Mutex<Option<Instant>>) -> bool {
    let Ok(mut last) = last.try_lock() else {
        return false;
    };
    let due = last.is_none_or(|last| last.elapsed() >= PACE);
    if due {
        *last = Some(Instant::now());
    }
    due
}

/// Calls the callback with a report.
fn report(callback: &Py<PyAny>, progress: &Progress) -> PyResult<()> {
    Python::attach(|py| {
        let figures = PyDict::new(py);
        for (name, value) in &progress.figures {
            figures.set_item(name, value)?;
        }
        let progress = py
            .import("unicursal._outcomes")?
            .getattr("Progress")?
            .call1((progress.phase, progress.share, figures))?;
        callback.call1(py, (progress,)).map(|_| ())
    })
}
