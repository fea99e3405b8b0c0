//! Shows on a terminal what long work is doing.

use std::fmt::Write;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use unicursal::Progress;

use crate::session::Session;

/// A line on standard error that follows the reports of some work and disappears with it. Work that
/// is done soon shows no line.
pub struct ProgressLine {
    bar: ProgressBar,
    /// What the latest report said. Work may report more often than anyone can read.
    latest: Arc<Mutex<Latest>>,
    painter: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Latest {
    text: String,
    taken: Option<Instant>,
    over: bool,
}

/// The time between two reports that are used, and between two updates of the line.
const PAUSE: Duration = Duration::from_millis(100);

/// Work that takes no longer than this shows nothing.
const SOON: Duration = Duration::from_millis(400);

impl ProgressLine {
    /// Nothing is shown before the first report, and nothing at all without a terminal.
    pub fn new(session: &Session) -> Self {
        let is_shown = session.shows_progress();
        let target = if is_shown {
            ProgressDrawTarget::stderr_with_hz(10)
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(None, target);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}") {
            bar.set_style(style);
        }
        let latest = Arc::new(Mutex::new(Latest::default()));
        let painter = is_shown.then(|| {
            let (bar, latest) = (bar.clone(), Arc::clone(&latest));
            std::thread::spawn(move || paint(&bar, &latest))
        });
        Self {
            bar,
            latest,
            painter,
        }
    }

    /// Writes a line that stays, whether there is a terminal or not.
    pub fn note(&self, text: &str, session: &Session) {
        self.bar.suspend(|| session.say(text));
    }

    /// Runs something that writes to the terminal, with the line out of its way.
    pub fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    /// Takes a report.
    pub fn show(&self, progress: &Progress) {
        if self.painter.is_none() {
            return;
        }
        let Ok(mut latest) = self.latest.try_lock() else {
            return;
        };
        if latest.taken.is_some_and(|time| time.elapsed() < PAUSE) {
            return;
        }
        latest.taken = Some(Instant::now());
        let mut text = progress.phase.to_owned();
        // Writing to a string cannot fail.
        if let Some(share) = progress.share {
            let _ = write!(text, " {:.1}%", share * 100.0);
        }
        for (name, value) in &progress.figures {
            let _ = write!(text, " · {name} {value}");
        }
        latest.text = text;
    }
}

/// Paints the line until the work is over.
fn paint(bar: &ProgressBar, latest: &Mutex<Latest>) {
    std::thread::park_timeout(SOON);
    while let Ok(latest) = latest.lock() {
        if latest.over {
            return;
        }
        let text = latest.text.clone();
        drop(latest);
        if !text.is_empty() {
            bar.set_message(text);
            bar.tick();
        }
        std::thread::park_timeout(PAUSE);
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if let Ok(mut latest) = self.latest.lock() {
            latest.over = true;
        }
        if let Some(painter) = self.painter.take() {
            painter.thread().unpark();
            let _ = painter.join();
        }
        self.bar.finish_and_clear();
    }
}
