//! `unicursal PUZZLE info`: facts about a level.

use clap::{ArgMatches, Command};
use serde_json::{Value, json};
use unicursal::puzzle::Puzzle;

use crate::exit::Exit;
use crate::session::Session;
use crate::{args, input, output};

pub fn command(puzzle: &'static dyn Puzzle) -> Command {
    let name = puzzle.name();
    Command::new("info")
        .about("Say what is known about a level without solving it")
        .arg(args::level())
        .arg(args::json())
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
    let named = input::level(puzzle, args::word(matches, "level"), session)?;
    let facts = named.level.facts();
    let text = if matches.get_flag("json") {
        let mut report = unicursal::puzzle::Stats::new();
        report.insert("level".to_owned(), json!(named.name));
        report.extend(facts);
        format!("{}\n", Value::Object(report))
    } else {
        let longest = facts.keys().map(String::len).max().unwrap_or(0);
        let lines = facts.iter().map(|(name, value)| {
            let name = name.replace('_', " ");
            format!("{name:longest$}  {}\n", plain(value))
        });
        lines.collect()
    };
    output::stdout(text.as_bytes())?;
    Ok(Exit::Yes)
}

/// A value for human eyes.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => {
            let values: Vec<String> = values.iter().map(plain).collect();
            values.join(" ")
        }
        other => other.to_string(),
    }
}
