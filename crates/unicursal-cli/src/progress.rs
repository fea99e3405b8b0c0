//! Shows on a terminal what long work is doing.

use std::fmt::Write;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use unicursal::Progress;

use crate::session::Session;

/// A line on standard error that follows the reports of some work and vanishes with it.
pub struct ProgressLine(ProgressBar);

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
        Self(bar)
    }

    /// Shows a report.
    pub fn show(&self, progress: &Progress) {
        if self.0.is_hidden() {
            return;
        }
        let mut text = progress.phase.to_owned();
        // Writing to a string cannot fail.
        if let Some(share) = progress.share {
            let _ = write!(text, " {:.1}%", share * 100.0);
        }
        for (name, value) in &progress.figures {
            let _ = write!(text, " · {name} {value}");
        }
        self.0.enable_steady_tick(Duration::from_millis(200));
        self.0.set_message(text);
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
