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
                .help("Also solve it, and say what that took: how hard it is")
                .long_help(difficulty_help(puzzle)),
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

fn difficulty_help(puzzle: &'static dyn Puzzle) -> String {
    let help = "Also solve it, and say what that took: how hard it is";
    match puzzle.name() {
        "coil" => format!(
            "{help}. Beside figures of the default method there are some that are the same on every \
             machine: the slides that the method 'search' tries (after 100 million cells it gives up, and \
             there are at least so many), the slides of a solution at which there is a choice, and the share \
             of the path that deduction alone decides once it is told its ends"
        ),
        _ => help.to_owned(),
    }
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
        if exit == Exit::Yes {
            let difficulty = named.level.difficulty(&control);
            let difficulty = difficulty.with_context(|| named.name.clone())?;
            // Apart from the figures of the method, which may be called the same.
            if session.is_json() && difficulty != Figures::new() {
                facts.add("difficulty", difficulty);
            } else {
                for (name, value) in difficulty.rows() {
                    facts.add(&format!("difficulty_{name}"), value);
                }
            }
        }
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
