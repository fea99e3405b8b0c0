//! `unicursal PUZZLE convert`: write a level in the form of another program.

use std::fmt::Write;

use anyhow::anyhow;
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command};
use serde_json::json;
use unicursal::{FormatSpec, OWN, Puzzle};

use crate::exit::Exit;
use crate::session::Session;
use crate::{args, input, output};

pub fn command(puzzle: &'static dyn Puzzle) -> Command {
    let name = puzzle.name();
    let foreign = puzzle.formats();
    let foreign = foreign.iter().rfind(|format| format.writes);
    let foreign = foreign.map_or(OWN, |format| format.name);
    Command::new("convert")
        .about("Write a level in the form of another program")
        .arg(args::level())
        .arg(
            format(puzzle, "to", "The form to write", |format| format.writes)
                .default_value(OWN)
                .hide_default_value(true),
        )
        .arg(format(
            puzzle,
            "from",
            "The form of LEVEL, where it is not recognised",
            |format| format.reads,
        ))
        .arg(
            Arg::new("output")
                .long("output")
                .short('o')
                .value_name("FILE")
                .help("Write to this file"),
        )
        .args(args::limits())
        .arg(output::force())
        .arg(args::json())
        .after_help(format!(
            "What a form cannot say is an error that names the tile.\n\n\
             Examples:\n  \
             unicursal {name} convert level.txt --to {foreign}\n  \
             unicursal {name} convert theirs.txt --output level.txt"
        ))
}

/// An option that takes a form, with a list of those that are admitted.
fn format(
    puzzle: &'static dyn Puzzle,
    option: &'static str,
    about: &str,
    admitted: impl Fn(&FormatSpec) -> bool,
) -> Arg {
    let formats = puzzle.formats();
    let formats: Vec<_> = formats.into_iter().filter(admitted).collect();
    let mut help = format!("{about}:");
    for format in &formats {
        // Writing to a string cannot fail.
        let _ = write!(help, "\n  {}: {}", format.name, format.help);
    }
    Arg::new(option)
        .long(option)
        .value_name("FORM")
        .value_parser(PossibleValuesParser::new(formats.iter().map(|f| f.name)))
        .hide_possible_values(true)
        .help(help)
}

pub fn run(
    puzzle: &'static dyn Puzzle,
    matches: &ArgMatches,
    session: &Session,
) -> anyhow::Result<Exit> {
    let word = |name| args::word(matches, name);
    let (to, path) = (word("to").unwrap_or(OWN), word("output").unwrap_or("-"));
    let mut guard = output::Guard::new(matches.get_flag("force"));
    guard.input(word("level"), "the level");
    if path != "-" {
        output::probe(path)?;
    }
    // Forms are too different to tell an older version of this one from something else.
    guard.output(path, "the converted level", |_| false)?;
    let control = args::control(matches, session);
    let (name, level) = match word("from") {
        None => {
            let named = input::level(puzzle, word("level"), &control, session)?;
            (named.name, named.level)
        }
        Some(from) => {
            let level = word("level").unwrap_or("-");
            let text = match level {
                address if address.contains("://") => address.as_bytes().to_vec(),
                file => input::bytes(file, &control, session)?,
            };
            let name = input::name(level).into_owned();
            let level = puzzle.parse_as(from, &text, &control);
            let level = level.map_err(|error| anyhow!(error).context(name.clone()))?;
            (name, level)
        }
    };
    let converted = level.write_as(to);
    let converted = converted.map_err(|error| anyhow!(error).context(name.clone()))?;
    if !session.is_json() {
        output::file(path, &converted)?;
        return Ok(Exit::Yes);
    }
    let (width, height) = level.size();
    let mut report = json!({"level": name, "width": width, "height": height, "form": to});
    if path == "-" {
        report["text"] = json!(String::from_utf8_lossy(&converted));
    } else {
        output::file(path, &converted)?;
        report["output"] = json!(path);
    }
    output::json(&report)?;
    Ok(Exit::Yes)
}
