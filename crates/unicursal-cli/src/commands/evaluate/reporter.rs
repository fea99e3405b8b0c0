//! Writes the results of `evaluate` as they come, with a bar on a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use unicursal_arena::{Entry, Log, Observer, ObserverError};

use crate::output;
use crate::results::{Csv, Results};
use crate::session::{self, Session};

/// Before the first result nobody knows how long it will take.
const BEGINNING: &str = "{elapsed} [{bar:30}] {pos}/{len} levels";
const GOING_ON: &str = "{elapsed} [{bar:30}] {pos}/{len} levels, about {eta} left";

/// Writes results as they come.
pub struct Reporter<'a> {
    pub results: &'a Results,
    pub names: &'a [String],
    pub line: fn(&Entry, &[String]) -> String,
    pub log: Option<Log>,
    pub csv: Option<Csv>,
    pub debug: bool,
    pub bar: Bar,
    /// Those that were reported, in order.
    pub entries: Vec<Entry>,
    /// How many levels are done, and how many of them passed; more than were reported where
    /// earlier ones are not done.
    pub done: usize,
    pub passed: usize,
}

impl Reporter<'_> {
    /// Counts a level that is done.
    pub fn count(&mut self, entry: &Entry) {
        self.done += 1;
        self.passed += usize::from(entry.passed());
        self.bar.advance();
    }
}

impl Observer for Reporter<'_> {
    fn measured(&mut self, entry: &Entry) -> Result<(), ObserverError> {
        if let Some(log) = &mut self.log {
            log.append(entry)?;
        }
        self.count(entry);
        if self.results.json.as_deref() == Some("-") {
            let line = entry.json();
            self.bar.suspend(|| output::json_line(&line))?;
        }
        Ok(())
    }

    fn reported(&mut self, entry: &Entry) -> Result<(), ObserverError> {
        self.entries.push(entry.clone());
        let written = self.bar.suspend(|| -> anyhow::Result<()> {
            if self.results.prints_text() {
                output::stdout((self.line)(entry, self.names).as_bytes())?;
            }
            if let Some(csv) = &mut self.csv {
                csv.add(&entry.csv())?;
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
pub struct Bar(ProgressBar);

impl Bar {
    pub fn new(session: &Session, length: usize) -> Self {
        let target = if session.shows_progress() {
            ProgressDrawTarget::stderr_with_hz(10)
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = Self(ProgressBar::with_draw_target(Some(length as u64), target));
        bar.show(BEGINNING);
        if !bar.0.is_hidden() {
            bar.0.enable_steady_tick(Duration::from_millis(200));
        }
        bar
    }

    fn show(&self, template: &str) {
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.0.set_style(style.progress_chars("=> "));
        }
    }

    /// One level more is done.
    fn advance(&self) {
        self.0.inc(1);
        if self.0.position() == 1 {
            self.show(GOING_ON);
        }
    }

    /// How many levels there are.
    pub fn length(&self) -> u64 {
        self.0.length().unwrap_or_default()
    }

    fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.0.suspend(write)
    }

    pub fn clear(&self) {
        self.0.finish_and_clear();
    }
}
