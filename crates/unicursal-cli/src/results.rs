//! What `evaluate` and `merge` produce from results: lines, tables, estimates, pictures.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, bail};
use clap::Arg;
use unicursal_arena::{
    CSV_HEAD, Entry, Estimate, Program, Report, compare, plot, printable, record,
};

use crate::args::{self, Given};
use crate::output;

/// Where results go.
pub struct Results {
    /// JSON lines: `-` for standard output.
    pub json: Option<String>,
    csv: Option<String>,
    plot: Option<String>,
    record: Option<String>,
    estimate: bool,
    /// Whether standard output is used for something else.
    pub is_silent: bool,
}

/// The options that say where results go.
pub fn args() -> [Arg; 5] {
    let optional_file = |name: &'static str, help: &'static str| {
        args::option(name, "FILE")
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("-")
            .help(help)
    };
    let file = |name: &'static str, help: &'static str| args::option(name, "FILE").help(help);
    [
        optional_file(
            "json",
            "A line of JSON for each level, on standard output instead of text or appended to FILE",
        ),
        optional_file(
            "csv",
            "Results as CSV, on standard output instead of text or in FILE",
        ),
        args::flag(
            "estimate",
            "Fit curves to the times and predict squares from 100x100 to 2000x2000",
        ),
        file(
            "plot",
            "Draw times, fitted curves and predictions: SVG or PNG by FILE's ending",
        ),
        file("record", "Append a row to a table in Markdown"),
    ]
}

/// How a run went through its levels, to be recorded.
pub struct Mode<'a> {
    pub timeout: f64,
    pub text: &'a str,
}

/// The positions that each solver should have.
pub struct Wanted<'a> {
    pub positions: &'a [usize],
    /// Whether these are all the levels of the run.
    pub whole: bool,
}

impl Results {
    /// Reads the options and refuses those that cannot be satisfied, before any work is done.
    pub fn read(given: Given) -> anyhow::Result<Self> {
        // A class is not compared by its times.
        let results = Self {
            json: given.text("json"),
            csv: given.text("csv"),
            plot: given.maybe("plot"),
            record: given.maybe("record"),
            estimate: given.maybe_flag("estimate"),
            is_silent: false,
        };
        if results.json.as_deref() == Some("-") && results.csv.as_deref() == Some("-") {
            bail!(
                "JSON and CSV cannot both go to standard output; write --json=FILE or --csv=FILE"
            );
        }
        for (option, target) in [("json", &results.json), ("csv", &results.csv)] {
            if target.as_deref() == Some("-")
                && let Some(word) = given.after_bare(option)
                && !Path::new(&word).exists()
                && Program::parse(&word).is_err()
            {
                bail!("{word}: no such file or program; to write to it: --{option}={word}");
            }
        }
        if let Some(path) = &results.plot
            && !matches!(ending(path).as_deref(), Some("svg" | "png"))
        {
            bail!("{path}: a plot is written as .svg or .png");
        }
        if let Some(path) = results.csv.as_deref().filter(|path| *path != "-") {
            demand_own(path, CSV_HEAD)?;
        }
        let files: Vec<&str> = results.files().collect();
        for (index, file) in files.iter().enumerate() {
            if files[..index].contains(file) {
                bail!("{file}: this file is named for two kinds of results");
            }
        }
        for path in [&results.plot, &results.record].into_iter().flatten() {
            output::probe(path)?;
        }
        Ok(results)
    }

    /// The files that results go to.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        let files = [&self.json, &self.csv, &self.plot, &self.record];
        let files = files.into_iter().flatten().map(String::as_str);
        files.filter(|file| *file != "-")
    }

    /// Whether standard output is for people.
    pub fn prints_text(&self) -> bool {
        !self.is_silent
            && ![&self.json, &self.csv]
                .iter()
                .any(|target| target.as_deref() == Some("-"))
    }

    /// Where CSV goes, with its header already written.
    pub fn csv(&self) -> anyhow::Result<Option<Csv>> {
        let Some(path) = &self.csv else {
            return Ok(None);
        };
        if path != "-" {
            demand_own(path, CSV_HEAD)?;
            output::probe(path)?;
        }
        let mut csv = Csv {
            path: path.clone(),
            text: String::new(),
        };
        csv.add(CSV_HEAD)?;
        Ok(Some(csv))
    }

    /// Everything that follows the lines of the levels.
    pub fn finish(
        &self,
        puzzle: &str,
        reports: &[Report],
        wanted: &Wanted,
        mode: &Mode,
    ) -> anyhow::Result<()> {
        let mut text = String::new();
        for (index, report) in reports.iter().enumerate() {
            if reports.len() > 1 {
                text.extend(["\n", &letter(index), &report.solver, "\n"]);
            } else {
                text.push('\n');
            }
            let positions = || wanted.positions.iter().copied();
            text.push_str(&report.summary(positions(), wanted.whole));
            let estimate = self.estimate.then(|| Estimate::new(report));
            if let Some(estimate) = estimate {
                if self.json.as_deref() == Some("-") {
                    output::json_line(&estimate.json(&report.solver).to_string())?;
                }
                text.extend(["\n", &estimate.text()]);
            }
            if let Some(path) = &self.record {
                let row = record::Row {
                    solver: &report.solver,
                    timeout: mode.timeout,
                    highest: report.highest_in_sequence(positions()),
                    mode: mode.text,
                    command: &record::own_command_line(),
                };
                record::append(Path::new(path), &row).with_context(|| path.clone())?;
            }
        }
        if reports.len() > 1 {
            text.extend(["\n", &compare::table(reports)]);
        }
        if self.prints_text() {
            output::stdout(text.as_bytes())?;
        }
        if let Some(path) = &self.plot {
            let scene = plot::plot(puzzle, reports);
            let data = match ending(path).as_deref() {
                Some("png") => scene.to_png()?,
                _ => scene.to_svg().into_bytes(),
            };
            output::file(path, &data)?;
        }
        Ok(())
    }
}

/// Results as CSV: on standard output as they come, or in a file once all of them are complete.
pub struct Csv {
    path: String,
    text: String,
}

impl Csv {
    /// Adds a line.
    pub fn add(&mut self, line: &str) -> anyhow::Result<()> {
        self.text.extend([line, "\n"]);
        if self.path == "-" {
            output::stdout(std::mem::take(&mut self.text).as_bytes())?;
        }
        Ok(())
    }

    /// Writes the file.
    pub fn finish(self) -> anyhow::Result<()> {
        if self.path == "-" {
            return Ok(());
        }
        output::file(&self.path, self.text.as_bytes())
    }
}

/// Refuses a file that would be replaced by something of another kind: it must be new, empty, or
/// begin like this kind.
pub fn demand_own(path: &str, head: &str) -> anyhow::Result<()> {
    let Ok(file) = File::open(path) else {
        return Ok(());
    };
    if !file.metadata().is_ok_and(|data| data.is_file()) {
        return Ok(());
    }
    let mut found = Vec::new();
    file.take(head.len() as u64)
        .read_to_end(&mut found)
        .with_context(|| path.to_owned())?;
    if found.is_empty() || found == head.as_bytes() {
        return Ok(());
    }
    bail!("{path}: this file has something else in it than results, and is not replaced")
}

/// The line of a level; with the letter of the solver if there are several.
pub fn line(entry: &Entry, solvers: &[String]) -> String {
    let index = solvers.iter().position(|solver| *solver == entry.solver);
    let letter = index.filter(|_| solvers.len() > 1).map(letter);
    let letter = letter.unwrap_or_default();
    format!("{letter}{}\n{}", entry.line(), last_words(entry))
}

/// The last line that a program which crashed wrote to standard error, and how to see more.
fn last_words(entry: &Entry) -> String {
    let last = entry.stderr.last();
    let last = last.filter(|_| entry.verdict == unicursal_arena::verdict::Kind::Crash);
    let more = match entry.stderr.len() {
        0 | 1 => "",
        _ => " (--debug shows more)",
    };
    last.map_or_else(String::new, |last| {
        format!("  | {}{more}\n", printable(last))
    })
}

fn letter(index: usize) -> String {
    format!("[{}] ", compare::letter(index))
}

/// The ending of a file's name, in lower case.
fn ending(path: &str) -> Option<String> {
    let ending = Path::new(path).extension().map(OsStr::to_ascii_lowercase)?;
    ending.into_string().ok()
}
