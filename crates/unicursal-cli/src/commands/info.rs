//! `unicursal PUZZLE info`: facts about a level, and how hard it is.

use anyhow::Context;
use clap::{Arg, ArgAction, ArgMatches, Command};
use unicursal::{Figures, Outcome, Progress, Puzzle, SolveRequest};

use crate::exit::Exit;
use crate::printable::printable_json;
use crate::progress::ProgressLine;
use crate::session::Session;
use crate::{args, input, output};

pub fn command(puzzle: &'static dyn Puzzle) -> Command {
    let name = puzzle.name();
    Command::new("info")
        .about("Say what is known about a level, without solving it or with")
        .arg(args::level())
        .arg(
            Arg::new("difficulty")
                .long("difficulty")
                .action(ArgAction::SetTrue)
                .help("Also solve it, and say what that took: how hard it is"),
        )
        .arg(args::json())
        .args(args::limits())
        .after_help(format!(
            "Examples:\n  \
             unicursal {name} info level.txt\n  \
             unicursal {name} info level.txt --difficulty --time-limit 10s\n  \
             unicursal {name} info --json < level.txt"
        ))
}

pub fn run(
    puzzle: &'static dyn Puzzle,
    matches: &ArgMatches,
    session: &Session,
) -> anyhow::Result<Exit> {
    let line = ProgressLine::new(session);
    let show = |progress: &Progress| line.show(progress);
    let control = args::control(matches, session).watched_by(&show);
    let named = input::level(puzzle, args::word(matches, "level"), &control, session)?;
    let mut facts = named.level.facts();
    let mut exit = Exit::Yes;
    if matches.get_flag("difficulty") {
        let solved = named.level.solve(&SolveRequest::default(), &control);
        let solved = solved.with_context(|| named.name.clone())?;
        let (word, end) = match &solved.outcome {
            Outcome::Solved(_) => ("yes", Exit::Yes),
            Outcome::Unsolvable { .. } => ("no", Exit::Yes),
            Outcome::Unknown(unknown) => ("unknown", Exit::of_interruption(unknown.why)),
        };
        exit = end;
        facts.add("solvable", word);
        facts.extend(solved.stats);
    }
    let text = if matches.get_flag("json") {
        let mut report = Figures::new().with("level", &named.name);
        report.extend(facts);
        format!("{}\n", printable_json(&report.to_string()))
    } else {
        let longest = facts.rows().map(|(name, _)| name.len()).max().unwrap_or(0);
        let lines = facts.rows().map(|(name, value)| {
            let name = name.replace('_', " ");
            format!("{name:longest$}  {value}\n")
        });
        lines.collect()
    };
    drop(line);
    output::stdout(text.as_bytes())?;
    Ok(exit)
}
