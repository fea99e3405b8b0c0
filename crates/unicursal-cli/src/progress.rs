//! Shows on a terminal what long work is doing.

use std::fmt::Write;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use unicursal::Progress;

use crate::session::Session;

/// A line on standard error that follows the reports of some work and vanishes with it.
pub struct ProgressLine {
    bar: ProgressBar,
    /// When the latest report was shown. Work may report more often than anyone can read.
    shown: Mutex<Option<Instant>>,
}

/// The time between two reports that are shown.
const PAUSE: Duration = Duration::from_millis(50);

impl ProgressLine {
    /// Nothing is shown before the first report, nor ever when there is no terminal.
    pub fn new(session: &Session) -> Self {
        let target = if session.shows_progress() {
            ProgressDrawTarget::stderr_with_hz(10)
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(None, target);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
            bar.set_style(style);
        }
        let shown = Mutex::new(None);
        Self { bar, shown }
    }

    /// Writes a line that stays, whether there is a terminal or not.
    pub fn note(&self, text: &str, session: &Session) {
        self.bar.suspend(|| session.say(text));
    }

    /// Shows a report.
    pub fn show(&self, progress: &Progress) {
        if self.bar.is_hidden() {
            return;
        }
        let Ok(mut shown) = self.shown.try_lock() else {
            return;
        };
        match *shown {
            Some(time) if time.elapsed() < PAUSE => return,
            Some(_) => {}
            None => self.bar.enable_steady_tick(Duration::from_millis(200)),
        }
        *shown = Some(Instant::now());
        let mut text = progress.phase.to_owned();
        // Writing to a string cannot fail.
        if let Some(share) = progress.share {
            let _ = write!(text, " {:.1}%", share * 100.0);
        }
        for (name, value) in &progress.figures {
            let _ = write!(text, " · {name} {value}");
        }
        self.bar.set_message(text);
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
