//! One line of a report: what one solver did on one level.
//!
//! As a line of JSON it is complete in itself: lines of several runs, shards and solvers can be in
//! one file in any order, and `position` of `total` tells whether all are there.

use serde::{Deserialize, Serialize};

use crate::verdict::Kind;
use crate::{Refused, printable};

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
    /// The number of the first level of the whole run, which tells the shards of one run from
    /// those of another; files of older versions have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<u64>,
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
    /// The most processes and threads at the same time, where the system counts them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processes: Option<u64>,
    /// The wall-clock times of all runs, where there were several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub runs: Vec<f64>,
    /// The time limit in seconds.
    pub timeout: f64,
    /// Whether there were other runs at the same time, so that times may be too long.
    pub loaded: bool,
    /// The digest of the level's text.
    #[serde(default)]
    pub level_digest: String,
    /// The digest of the program.
    #[serde(default)]
    pub program_digest: String,
    /// All limits but the time.
    #[serde(default)]
    pub limits: String,
    /// How the program was contained and measured.
    #[serde(default)]
    pub contained: String,
    /// The board at the failure; shown, not stored.
    #[serde(skip)]
    pub board: Option<String>,
}

/// The columns of [`Entry::csv`].
pub const CSV_HEAD: &str =
    "solver,level,width,height,verdict,seconds,cpu_seconds,peak_memory,loaded,reason";

/// No run, and no sum of runs that a report adds up, takes longer than this, in seconds.
const LONGEST: f64 = 1e9;
/// No board has a longer side.
const LONGEST_SIDE: usize = 1 << 20;
/// No run has more levels.
pub(crate) const MOST_LEVELS: usize = 1 << 20;
/// No text of an entry is longer, in bytes.
const LONGEST_TEXT: usize = 1 << 16;

impl Entry {
    /// Whether every number is one that a run can produce. Files can be written by anyone.
    pub fn validate(&self) -> Result<(), Refused> {
        let time = |seconds: f64| (0.0..=LONGEST).contains(&seconds);
        let side = |side: usize| (1..=LONGEST_SIDE).contains(&side);
        let unknown = self.verdict == Kind::Unreadable && (self.width, self.height) == (0, 0);
        let texts = [
            &self.puzzle,
            &self.solver,
            &self.reason,
            &self.limits,
            &self.contained,
        ];
        let texts = texts.into_iter().chain(&self.stderr);
        let digests = [&self.level_digest, &self.program_digest];
        let is_digest = |text: &String| {
            text.is_empty() || text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit())
        };
        let checks = [
            ("width", unknown || side(self.width)),
            ("height", unknown || side(self.height)),
            ("total", (1..=MOST_LEVELS).contains(&self.total)),
            ("position", (1..=self.total).contains(&self.position)),
            ("seconds", time(self.seconds)),
            ("cpu_seconds", time(self.cpu_seconds)),
            ("peak_memory", self.peak_memory < 1 << 60),
            ("timeout", time(self.timeout)),
            (
                "runs",
                self.runs.len() <= 1000 && self.runs.iter().all(|&run| time(run)),
            ),
            (
                "a text",
                texts.into_iter().all(|text| text.len() <= LONGEST_TEXT),
            ),
            ("a digest", digests.into_iter().all(is_digest)),
        ];
        match checks.into_iter().find(|(_, fits)| !fits) {
            Some((name, _)) => Err(Refused::new(format!("{name} is out of range"))),
            None => Ok(()),
        }
    }

    /// Whether the level was passed.
    pub fn passed(&self) -> bool {
        self.verdict == Kind::Pass
    }

    /// The line for people: `Level 1 (3x3): PASS (0.03s)`.
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
        let reason = printable(reason);
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
            csv_field(&self.solver),
            self.level.to_string(),
            self.width.to_string(),
            self.height.to_string(),
            self.verdict.to_string(),
            self.seconds.to_string(),
            self.cpu_seconds.to_string(),
            self.peak_memory.to_string(),
            self.loaded.to_string(),
            csv_field(&self.reason),
        ];
        fields.join(",")
    }
}

/// Somebody else's text as a CSV field, in one line, which no spreadsheet takes for a formula and
/// no terminal obeys.
pub fn csv_field(text: &str) -> String {
    let text = printable(text);
    let quote = if text.starts_with(['=', '+', '-', '@']) {
        "'"
    } else {
        ""
    };
    if text.contains([',', '"']) {
        return format!("\"{quote}{}\"", text.replace('"', "\"\""));
    }
    format!("{quote}{text}")
}

#[cfg(test)]
mod tests {
    use super::csv_field;

    #[test]
    fn a_field_of_csv_is_one_field_and_no_formula() {
        let fields = [
            "plain",
            "a,b",
            "say \"hi\"",
            "=1+1",
            "-x,y",
            "@sum",
            "\u{1b}[2J\n",
        ];
        let expected = [
            "plain",
            "\"a,b\"",
            "\"say \"\"hi\"\"\"",
            "'=1+1",
            "\"'-x,y\"",
            "'@sum",
            "\\u{1b}[2J\\n",
        ];
        assert_eq!(fields.map(csv_field), expected);
    }
}
