//! One line of a report: what one solver did on one level.
//!
//! As a line of JSON it stands alone: lines of several runs, shards and solvers can lie in one file
//! in any order, and `position` of `total` tells whether all are there.

use serde::{Deserialize, Serialize};

use crate::verdict::Kind;

/// What one solver did on one level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The puzzle's name.
    pub puzzle: String,
    /// The solver's command line.
    pub solver: String,
    /// The level's number.
    pub level: u64,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Which of the levels of the whole run this is, counted from 1.
    pub position: usize,
    /// How many levels the whole run has, over all shards.
    pub total: usize,
    /// The verdict.
    pub verdict: Kind,
    /// Why; empty for a pass.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// The last lines of standard error, where they may explain the verdict.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stderr: Vec<String>,
    /// Wall-clock time; the median where there were several runs.
    pub seconds: f64,
    /// Processor time of all processes of that run.
    pub cpu_seconds: f64,
    /// Peak memory in bytes, the highest of all runs.
    pub peak_memory: u64,
    /// The wall-clock times of all runs, where there were several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub runs: Vec<f64>,
    /// The time limit in seconds.
    pub timeout: f64,
    /// Whether other runs went on at the same time, so that times may be too long.
    pub loaded: bool,
    /// The board at the failure; shown, not stored.
    #[serde(skip)]
    pub board: Option<String>,
}

/// The columns of [`Entry::csv`].
pub const CSV_HEAD: &str =
    "solver,level,width,height,verdict,seconds,cpu_seconds,peak_memory,loaded,reason";

impl Entry {
    /// Whether the level was passed.
    pub fn passed(&self) -> bool {
        self.verdict == Kind::Pass
    }

    /// The line for human eyes: `Level 1 (3x3): PASS (0.03s)`.
    pub fn line(&self) -> String {
        let Self {
            level,
            width,
            height,
            verdict,
            seconds,
            reason,
            ..
        } = self;
        let dash = if reason.is_empty() { "" } else { " - " };
        format!("Level {level} ({width}x{height}): {verdict}{dash}{reason} ({seconds:.2}s)")
    }

    /// A line of JSON, without its end.
    pub fn json(&self) -> String {
        // Numbers and strings: this cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// A line of CSV, without its end.
    pub fn csv(&self) -> String {
        let fields = [
            quoted(&self.solver),
            self.level.to_string(),
            self.width.to_string(),
            self.height.to_string(),
            self.verdict.to_string(),
            self.seconds.to_string(),
            self.cpu_seconds.to_string(),
            self.peak_memory.to_string(),
            self.loaded.to_string(),
            quoted(&self.reason),
        ];
        fields.join(",")
    }
}

/// A text as a CSV field.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        return format!("\"{}\"", text.replace('"', "\"\""));
    }
    text.to_owned()
}
