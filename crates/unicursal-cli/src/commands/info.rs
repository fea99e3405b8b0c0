//! `unicursal PUZZLE info`: facts about a level.

use clap::{ArgMatches, Command};
use unicursal::{Figures, Puzzle};

use crate::exit::Exit;
use crate::session::Session;
use crate::{args, input, output};

pub fn command(puzzle: &'static dyn Puzzle) -> Command {
    let name = puzzle.name();
    Command::new("info")
        .about("Say what is known about a level without solving it")
        .arg(args::level())
        .arg(args::json())
        .args(args::limits())
        .after_help(format!(
            "Examples:\n  \
             unicursal {name} info level.txt\n  \
             unicursal {name} info --json < level.txt"
        ))
}

pub fn run(
    puzzle: &'static dyn Puzzle,
    matches: &ArgMatches,
    session: &Session,
) -> anyhow::Result<Exit> {
    let control = args::control(matches, session);
    let named = input::level(puzzle, args::word(matches, "level"), &control, session)?;
    let facts = named.level.facts();
    let text = if matches.get_flag("json") {
        let mut report = Figures::new().with("level", &named.name);
        report.extend(facts);
        format!("{report}\n")
    } else {
        let longest = facts.rows().map(|(name, _)| name.len()).max().unwrap_or(0);
        let lines = facts.rows().map(|(name, value)| {
            let name = name.replace('_', " ");
            format!("{name:longest$}  {value}\n")
        });
        lines.collect()
    };
    output::stdout(text.as_bytes())?;
    Ok(Exit::Yes)
}
