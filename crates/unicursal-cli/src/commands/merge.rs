//! `unicursal PUZZLE merge`: join the results of several runs of `evaluate` into one report.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::{Arg, ArgMatches, Command, value_parser};
use unicursal::Puzzle;
use unicursal_arena::{Entry, Log, Report, log, merge, page};

use crate::exit::Exit;
use crate::results::{self, Mode, Results, Wanted};
use crate::session::Session;
use crate::{args, input, output};

pub fn command(puzzle: &'static dyn Puzzle) -> Command {
    merge_command(&format!("unicursal {} merge", puzzle.name()))
}

/// The same for results of any puzzle.
pub fn general_command() -> Command {
    merge_command("unicursal merge")
}

fn merge_command(name: &str) -> Command {
    Command::new("merge")
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
            Arg::new("html")
                .long("html")
                .value_name("FILE")
                .help("Write a leaderboard: a table of all solvers, a cactus plot, and every level"),
        )
        .after_help(format!(
            "Says which levels are missing (exit code 3) and which are there twice.\n\n\
             Examples:\n  \
             {name} part*.jsonl --estimate\n  \
             {name} part1.jsonl part2.jsonl --json=all.jsonl"
        ))
}

pub fn run(
    puzzle: &'static dyn Puzzle,
    matches: &ArgMatches,
    session: &Session,
) -> anyhow::Result<Exit> {
    merge_files(Some(puzzle.name()), matches, session)
}

/// The same for the puzzle of the first result.
pub fn run_general(matches: &ArgMatches, session: &Session) -> anyhow::Result<Exit> {
    merge_files(None, matches, session)
}

fn merge_files(
    puzzle: Option<&str>,
    matches: &ArgMatches,
    session: &Session,
) -> anyhow::Result<Exit> {
    let control = args::control(matches, session);
    let results = Results::new(matches)?;
    let html = matches.get_one::<String>("html");
    if let Some(path) = html.filter(|path| *path != "-") {
        results::demand_own(path, page::HEAD)?;
        output::probe(path)?;
    }
    let mut runs: Vec<Vec<Entry>> = Vec::new();
    let mut empty = Vec::new();
    for path in matches.get_many::<PathBuf>("files").unwrap_or_default() {
        // What is read lies in memory twice, as text and as results.
        let length = std::fs::metadata(path).map_or(0, |data| data.len());
        let before: usize = runs.iter().map(Vec::len).sum();
        let before = before * size_of::<Entry>();
        let shown = path.display().to_string();
        input::within(&control, before + 2 * length as usize, &shown)?;
        let found = log::read(path)?;
        if found.is_empty() {
            empty.push(path.display().to_string());
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
    let first = runs.iter().flatten().next();
    let first = first.map_or_else(String::new, |entry| entry.puzzle.clone());
    let puzzle = puzzle.unwrap_or(&first);
    let merged = merge(puzzle, runs)?;
    for duplicate in &merged.duplicates {
        session.say(&format!(
            "{duplicate} is there more than once; the first counts"
        ));
    }
    let mut incomplete = false;
    for gap in &merged.gaps {
        let missing = spans(&gap.positions);
        let why = if gap.after_failure {
            "; it stopped at a level that it did not pass"
        } else {
            incomplete = true;
            ""
        };
        let (solver, total) = (&gap.solver, gap.total);
        session.say(&format!(
            "'{solver}': missing of {total} levels: {missing}{why}"
        ));
    }

    let total = merged.total;
    let timeout = merged.entries.first().map_or(0.0, |entry| entry.timeout);
    let reports = Report::by_solver(merged.entries);
    let names: Vec<String> = reports.iter().map(|r| r.solver.clone()).collect();
    let mut csv = results.csv()?;
    let mut log = match results.json.as_deref() {
        None | Some("-") => None,
        Some(path) => Some(Log::open(Path::new(path), false)?.0),
    };
    for entry in reports.iter().flat_map(|report| &report.entries) {
        if results.json.as_deref() == Some("-") {
            output::json_line(&entry.json())?;
        }
        if let Some(log) = &mut log {
            log.append(entry)?;
        }
        if let Some(csv) = &mut csv {
            csv.add(&entry.csv())?;
        }
        if results.prints_text() {
            output::stdout(results::line(entry, &names).as_bytes())?;
        }
    }
    if let Some(csv) = csv {
        csv.finish()?;
    }
    let positions: Vec<usize> = (1..=total).collect();
    let wanted = Wanted {
        positions: &positions,
        whole: true,
    };
    let mode = Mode {
        timeout,
        text: "merged",
    };
    results.finish(puzzle, &reports, &wanted, &mode)?;
    if let Some(path) = html {
        // A class is not compared by its times.
        let page = page::page(puzzle, &reports, total, puzzle != "maze");
        output::file(path, page.as_bytes())?;
    }
    let all_passed = reports.iter().all(|r| r.passed() == r.entries.len());
    Ok(match (all_passed, incomplete) {
        (_, true) => Exit::Unknown,
        (false, false) => Exit::No,
        (true, false) => Exit::Yes,
    })
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
