//! `unicursal PUZZLE convert`: write a level, or all of a folder, in the form of another program.

mod folder;

use std::ffi::{OsStr, OsString};
use std::fmt::Write;
use std::path::Path;

use anyhow::{anyhow, bail};
use clap::builder::PossibleValuesParser;
use clap::{Arg, Command};
use serde_json::{Value, json};
use unicursal::{Control, FormatSpec, OWN, Puzzle};

use super::OfPuzzle;
use crate::args::{Given, Limits, Rules};
use crate::exit::Exit;
use crate::session::Session;
use crate::{args, input, output};

/// See the [module](self).
pub struct Convert {
    level: Option<OsString>,
    from: Option<String>,
    to: String,
    answer: Option<OsString>,
    output: Option<String>,
    rules: Rules,
    force: bool,
    limits: Limits,
}

impl OfPuzzle for Convert {
    const NAME: &'static str = "convert";

    fn command(puzzle: &'static dyn Puzzle) -> Command {
        let name = puzzle.name();
        let foreign = puzzle.formats();
        let foreign = foreign.iter().rfind(|format| format.writes);
        let foreign = foreign.map_or(OWN, |format| format.name);
        Command::new(Self::NAME)
            .about("Write a level, or a folder of them, in the form of another program")
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
                args::option("answer", "FILE")
                    .value_parser(clap::value_parser!(OsString))
                    .conflicts_with("to")
                    .help("Convert this answer to LEVEL, in any form that is recognised, to the form that solvers print"),
            )
            .arg(
                args::option("output", "FILE").short('o').help(
                    "Write to this file; for a folder, to files of the same names in this folder",
                ),
            )
            .args(args::puzzle_options(puzzle.about().rule_options))
            .args(args::limits())
            .arg(output::force())
            .arg(args::json())
            .after_help(format!(
                "What a form cannot express is an error that names the tile.\n\n\
                 Examples:\n  \
                 unicursal {name} convert level.txt --to {foreign}\n  \
                 unicursal {name} convert theirs.txt --output level.txt\n  \
                 unicursal {name} convert their_levels --output levels"
            ))
    }

    fn read(puzzle: &'static dyn Puzzle, given: Given) -> anyhow::Result<Self> {
        Ok(Self {
            level: given.level(),
            from: given.text("from"),
            to: given.text("to").unwrap_or_else(|| OWN.to_owned()),
            answer: given.value("answer"),
            output: given.text("output"),
            rules: given.rules(puzzle),
            force: given.flag("force"),
            limits: given.limits(),
        })
    }

    fn run(self, puzzle: &'static dyn Puzzle, session: &Session) -> anyhow::Result<Exit> {
        let level = self.level.as_deref();
        let control = self.limits.control(session);
        if let Some(folder) = level.map(Path::new).filter(|path| path.is_dir()) {
            if self.answer.is_some() {
                bail!(
                    "{}: --answer is of one level, not of a folder",
                    input::name(folder)
                );
            }
            return folder::run(puzzle, &self, folder, &control, session);
        }
        let path = self.output.as_deref().unwrap_or("-");
        let mut guard = output::Guard::new(self.force);
        guard.input(level, "the level");
        if let Some(answer) = self.answer.as_deref() {
            input::not_both_stdin(("level", level), ("answer", Some(answer)))?;
            guard.input(Some(answer), "the answer");
        }
        if path != "-" {
            output::probe(path)?;
        }
        // Forms differ too much to distinguish an older version of the file from something else.
        guard.output(path, "the converted level", |_| false)?;
        let converted = self.convert(puzzle, level, &control, session)?;
        if !session.is_json() {
            output::file(path, &converted.bytes)?;
            return Ok(Exit::Yes);
        }
        let mut report = converted.report(&self.to);
        if path == "-" {
            report["text"] = json!(String::from_utf8_lossy(&converted.bytes));
        } else {
            output::file(path, &converted.bytes)?;
            report["output"] = json!(path);
        }
        output::json(&report)?;
        Ok(Exit::Yes)
    }
}

/// An option that takes a form, with the list of possible ones.
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
    args::option(option, "FORM")
        .value_parser(PossibleValuesParser::new(formats.iter().map(|f| f.name)))
        .hide_possible_values(true)
        .help(help)
}

/// A level in another form.
struct Converted {
    name: String,
    size: (usize, usize),
    bytes: Vec<u8>,
}

impl Convert {
    fn convert(
        &self,
        puzzle: &'static dyn Puzzle,
        word: Option<&OsStr>,
        control: &Control,
        session: &Session,
    ) -> anyhow::Result<Converted> {
        let (name, level) = match &self.from {
            None => {
                let named = input::level(puzzle, word, control, session)?;
                (named.name, named.level)
            }
            Some(from) => {
                let word = word.unwrap_or("-".as_ref());
                let text = match word.to_str() {
                    Some(address) if input::is_address(address) => address.as_bytes().to_vec(),
                    _ => input::bytes(word, control, session)?,
                };
                let name = input::name(word).into_owned();
                let level = puzzle.parse_as(from, &text, control);
                let level = level.map_err(|error| anyhow!(error).context(name.clone()))?;
                (name, level)
            }
        };
        let level = self.rules.apply(level)?;
        if let Some(word) = self.answer.as_deref() {
            let answer = input::answer(word, control, session)?;
            let answer = level.read_answer(&answer);
            let answer =
                answer.map_err(|error| anyhow!(error).context(input::name(word).into_owned()))?;
            return Ok(Converted {
                name,
                size: level.size(),
                bytes: answer.into_bytes(),
            });
        }
        let bytes = level.write_as(&self.to);
        let bytes = bytes.map_err(|error| anyhow!(error).context(name.clone()))?;
        if !level.rule().is_empty()
            && let Ok(again) = puzzle.parse_as(&self.to, &bytes, control)
            && again.rule() != level.rule()
        {
            let (ours, theirs, to) = (level.rule(), again.rule(), &self.to);
            session.say(&format!(
                "{name}: the form '{to}' has another rule: {theirs}; the level's own: {ours}"
            ));
        }
        Ok(Converted {
            name,
            size: level.size(),
            bytes,
        })
    }
}

impl Converted {
    fn report(&self, form: &str) -> Value {
        let (width, height) = self.size;
        json!({"level": self.name, "width": width, "height": height, "form": form})
    }
}
