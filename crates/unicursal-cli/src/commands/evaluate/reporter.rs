//! Writes the results of `evaluate` as they come, with a bar on a terminal.

use std::io::Write;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use unicursal_arena::{Entry, Log, Observer, ObserverError};

use crate::output;
use crate::results::{self, Results};
use crate::session::{self, Session};

/// Writes results as they come.
pub struct Reporter<'a> {
    pub results: &'a Results,
    pub names: &'a [String],
    pub log: Option<Log>,
    pub csv: Option<Box<dyn Write + Send>>,
    pub debug: bool,
    pub bar: ProgressBar,
    pub entries: Vec<Entry>,
}

impl Observer for Reporter<'_> {
    fn measured(&mut self, entry: &Entry) -> Result<(), ObserverError> {
        if let Some(log) = &mut self.log {
            log.append(entry)?;
        }
        if self.results.json.as_deref() == Some("-") {
            let line = format!("{}\n", entry.json());
            self.bar.suspend(|| output::stdout(line.as_bytes()))?;
        }
        Ok(())
    }

    fn reported(&mut self, entry: &Entry) -> Result<(), ObserverError> {
        self.bar.inc(1);
        self.entries.push(entry.clone());
        let written = self.bar.suspend(|| -> anyhow::Result<()> {
            if self.results.prints_text() {
                output::stdout(results::line(entry, self.names).as_bytes())?;
            }
            if let Some(csv) = &mut self.csv {
                writeln!(csv, "{}", entry.csv()).and_then(|()| csv.flush())?;
            }
            if self.debug {
                show_details(entry);
            }
            Ok(())
        });
        written.map_err(ObserverError::from)
    }
}

/// What helps to find out what went wrong.
fn show_details(entry: &Entry) {
    let memory = unicursal_arena::units::bytes(entry.peak_memory);
    let cpu = entry.cpu_seconds;
    session::note(&format!("  processor {cpu:.3}s, memory {memory}"));
    for line in &entry.stderr {
        session::note(&format!("  | {line}"));
    }
    if let Some(board) = &entry.board {
        session::note(board.trim_end());
    }
}

/// A bar on a terminal, nothing elsewhere.
pub fn bar(session: &Session, length: usize) -> ProgressBar {
    let target = if session.shows_progress() {
        ProgressDrawTarget::stderr_with_hz(10)
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(Some(length as u64), target);
    let template = "{elapsed} [{bar:30}] {pos}/{len} levels, about {eta} left";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("=> "));
    }
    if !bar.is_hidden() {
        bar.enable_steady_tick(Duration::from_millis(200));
    }
    bar
}
