//! `unicursal PUZZLE merge`, `unicursal merge`: join the results of several runs of `evaluate` into
//! one report.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::{Arg, Command, value_parser};
use unicursal::{Control, Puzzle};
use unicursal_arena::merge::Gap;
use unicursal_arena::{Entry, Log, Report, log, merge, page};

use super::{General, OfPuzzle};
use crate::args::{self, Given, Limits};
use crate::exit::Exit;
use crate::results::{self, Mode, Results, Wanted};
use crate::session::Session;
use crate::{input, output};

const NAME: &str = "merge";

/// See the [module](self).
pub struct Merge {
    files: Vec<PathBuf>,
    results: Results,
    /// Where to write a leaderboard.
    html: Option<String>,
    limits: Limits,
}

impl OfPuzzle for Merge {
    const NAME: &'static str = NAME;

    fn command(puzzle: &'static dyn Puzzle) -> Command {
        merge_command(&format!("unicursal {} merge", puzzle.name()))
    }

    fn read(_: &'static dyn Puzzle, given: Given) -> anyhow::Result<Self> {
        Self::read_any(given)
    }

    fn run(self, puzzle: &'static dyn Puzzle, session: &Session) -> anyhow::Result<Exit> {
        self.merge(Some(puzzle.name()), session)
    }
}

/// The same for the puzzle of the first result.
impl General for Merge {
    const NAME: &'static str = NAME;

    fn command() -> Command {
        merge_command("unicursal merge")
    }

    fn read(given: Given) -> anyhow::Result<Self> {
        Self::read_any(given)
    }

    fn run(self, session: &Session) -> anyhow::Result<Exit> {
        self.merge(None, session)
    }
}

fn merge_command(name: &str) -> Command {
    Command::new(NAME)
        .about("Join the results of several runs of evaluate into one report")
        .arg(
            Arg::new("files")
                .value_name("FILES")
                .required(true)
                .num_args(1..)
                .value_parser(value_parser!(PathBuf))
                .help("Files of JSON lines, as evaluate --json=FILE writes them; '-' for standard input"),
        )
        .args(results::args())
        .args(args::limits().into_iter().filter(|arg| arg.get_id() != "threads"))
        .arg(
            args::option("html", "FILE")
                .help("Write a leaderboard: a table of all solvers, a cactus plot, and every level"),
        )
        .after_help(format!(
            "Names the levels that are missing (exit code 3) and those that appear twice.\n\n\
             Examples:\n  \
             {name} part*.jsonl --estimate\n  \
             {name} part1.jsonl part2.jsonl --json=all.jsonl"
        ))
}

impl Merge {
    fn read_any(given: Given) -> anyhow::Result<Self> {
        let results = Results::read(given)?;
        let html = given.text("html");
        if let Some(path) = html.as_deref().filter(|path| *path != "-") {
            results::demand_own(path, page::HEAD)?;
            output::probe(path)?;
        }
        Ok(Self {
            files: given.all("files"),
            results,
            html,
            limits: given.limits(),
        })
    }

    fn merge(&self, puzzle: Option<&str>, session: &Session) -> anyhow::Result<Exit> {
        let runs = self.read_runs(&self.limits.control(session), session)?;
        let first = runs.iter().flatten().next();
        let first = first.map_or_else(String::new, |entry| entry.puzzle.clone());
        let puzzle = puzzle.unwrap_or(&first);
        let merged = merge(puzzle, runs)?;
        for duplicate in &merged.duplicates {
            session.say(&format!(
                "{duplicate} is there more than once; the first counts"
            ));
        }
        for gap in &merged.gaps {
            session.say(&missing(gap));
        }
        let is_incomplete = merged.gaps.iter().any(|gap| !gap.after_failure);
        let reports = self.report(puzzle, merged.entries, merged.total)?;
        let all_passed = reports.iter().all(|r| r.passed() == r.entries.len());
        Ok(match (all_passed, is_incomplete) {
            (_, true) => Exit::Unknown,
            (false, false) => Exit::No,
            (true, false) => Exit::Yes,
        })
    }

    /// The results in all files; files without results are named.
    fn read_runs(&self, control: &Control, session: &Session) -> anyhow::Result<Vec<Vec<Entry>>> {
        let mut runs: Vec<Vec<Entry>> = Vec::new();
        let mut empty = Vec::new();
        for path in &self.files {
            // Results are in memory twice, as text and in types.
            let length = std::fs::metadata(path).map_or(0, |data| data.len());
            let before: usize = runs.iter().map(Vec::len).sum();
            let before = before * size_of::<Entry>();
            let shown = path.display().to_string();
            input::within(control, before + 2 * length as usize, &shown)?;
            let found = log::read(path)?;
            if found.is_empty() {
                empty.push(shown);
            }
            runs.push(found);
        }
        if !empty.is_empty() {
            let message = format!("{}: there are no results here", empty.join(", "));
            if runs.iter().all(Vec::is_empty) {
                bail!(message);
            }
            session.say(&message);
        }
        Ok(runs)
    }

    /// Writes all results and what follows from them.
    fn report(
        &self,
        puzzle: &str,
        entries: Vec<Entry>,
        total: usize,
    ) -> anyhow::Result<Vec<Report>> {
        let timeout = entries.first().map_or(0.0, |entry| entry.timeout);
        let reports = Report::by_solver(entries);
        self.write_entries(&reports)?;
        let positions: Vec<usize> = (1..=total).collect();
        let wanted = Wanted {
            positions: &positions,
            whole: true,
        };
        let mode = Mode {
            timeout,
            text: "merged",
        };
        self.results.finish(puzzle, &reports, &wanted, &mode)?;
        if let Some(path) = &self.html {
            // A class is not compared by its times.
            let page = page::page(puzzle, &reports, total, puzzle != "maze");
            output::file(path, page.as_bytes())?;
        }
        Ok(reports)
    }

    fn write_entries(&self, reports: &[Report]) -> anyhow::Result<()> {
        let names: Vec<String> = reports.iter().map(|r| r.solver.clone()).collect();
        let mut csv = self.results.csv()?;
        let json = self.results.json.as_deref();
        let mut log = match json.filter(|path| *path != "-") {
            None => None,
            Some(path) => Some(Log::open(Path::new(path), false)?.0),
        };
        for entry in reports.iter().flat_map(|report| &report.entries) {
            if json == Some("-") {
                output::json_line(&entry.json())?;
            }
            if let Some(log) = &mut log {
                log.append(entry)?;
            }
            if let Some(csv) = &mut csv {
                csv.add(&entry.csv())?;
            }
            if self.results.prints_text() {
                output::stdout(results::line(entry, &names).as_bytes())?;
            }
        }
        csv.map_or(Ok(()), results::Csv::finish)
    }
}

/// Which levels of a solver are missing.
fn missing(gap: &Gap) -> String {
    let why = if gap.after_failure {
        "; it stopped at a level that it did not pass"
    } else {
        ""
    };
    let (solver, total, missing) = (&gap.solver, gap.total, spans(&gap.positions));
    format!("'{solver}': missing of {total} levels: {missing}{why}")
}

/// Runs of numbers, as `3-7`.
fn spans(spans: &[(usize, usize)]) -> String {
    let words = spans.iter().map(|(first, last)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first}-{last}"),
    });
    words.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::spans;

    #[test]
    fn runs_of_numbers_are_joined() {
        assert_eq!(spans(&[]), "");
        assert_eq!(spans(&[(1, 1), (3, 4), (6, 8)]), "1, 3, 4, 6-8");
    }
}
