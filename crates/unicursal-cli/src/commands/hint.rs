//! `unicursal PUZZLE hint`: the next move.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::time::Instant;

use anyhow::{anyhow, bail};
use clap::{Command, value_parser};
use serde_json::{Value, json};
use unicursal::{Hint, Outcome, Progress, Puzzle, REFUSAL};

use super::OfPuzzle;
use crate::args::{Given, Limits, Rules};
use crate::exit::Exit;
use crate::progress::ProgressLine;
use crate::session::{self, Session};
use crate::{args, input, output};

/// See the [module](self).
pub struct NextMove {
    level: Option<OsString>,
    /// What was done so far, or where it is written.
    path: Option<OsString>,
    rules: Rules,
    limits: Limits,
    stats: bool,
}

impl OfPuzzle for NextMove {
    const NAME: &'static str = "hint";

    fn command(puzzle: &'static dyn Puzzle) -> Command {
        let name = puzzle.name();
        Command::new(Self::NAME)
            .about("Give the next move, at the start or after the moves made so far")
            .arg(args::level())
            .arg(
                args::option("path", "SO-FAR")
                    .short('p')
                    .value_parser(value_parser!(OsString))
                    .help(
                        "The moves made so far, written like a solution; or a file with them, '-' for standard input",
                    ),
            )
            .args(args::puzzle_options(puzzle.about().rule_options))
            .args(args::limits())
            .arg(args::json())
            .arg(args::stats())
            .after_help(format!(
                "Prints the next move; without --path, where to begin. Exit code 1: no solution begins \
                 like that, which is proved; 3: not known within the limits.\n\n\
                 Examples:\n  \
                 unicursal {name} hint level.txt\n  \
                 unicursal {name} hint level.txt --path so-far.txt\n  \
                 unicursal {name} solve level.txt | unicursal {name} hint level.txt --path -"
            ))
    }

    fn read(puzzle: &'static dyn Puzzle, given: Given) -> anyhow::Result<Self> {
        Ok(Self {
            level: given.level(),
            path: given.value("path"),
            rules: given.rules(puzzle),
            limits: given.limits(),
            stats: given.flag("stats"),
        })
    }

    fn run(self, puzzle: &'static dyn Puzzle, session: &Session) -> anyhow::Result<Exit> {
        let (level, path) = (self.level.as_deref(), self.path.as_deref());
        input::not_both_stdin(("level", level), ("path", path))?;
        let line = ProgressLine::new(session);
        let show = |progress: &Progress| line.show(progress);
        let control = self.limits.control(session).watched_by(&show);
        let mut named = input::level(puzzle, level, &control, session)?;
        self.rules.say(&named, session)?;
        named.level = self.rules.apply(named.level)?;
        let (so_far, place) = match path {
            None => (Vec::new(), named.name.as_str().into()),
            Some(word) if word == "-" || Path::new(word).exists() => {
                (input::answer(word, &control, session)?, input::name(word))
            }
            Some(text) => (text.as_encoded_bytes().to_vec(), "--path".into()),
        };
        let place = &*place;
        if path.is_some() && so_far.is_empty() {
            bail!("{place}: the input is empty");
        }
        let begun = Instant::now();
        let hinted = named.level.hint(&so_far, &control);
        let seconds = begun.elapsed().as_secs_f64();
        drop(line);
        let hinted = hinted.map_err(|error| {
            let error = anyhow!(error).context(place.to_owned());
            match path.and_then(OsStr::to_str) {
                Some(text) if place == "--path" && !text.contains(['=', ' ', '\n']) => {
                    error.context(format!("there is no file '{}'", input::name(text)))
                }
                _ => error,
            }
        })?;

        if session.is_json() {
            let report = report(&named.name, &hinted.outcome, seconds);
            output::json(&report)?;
        } else {
            print(&hinted.outcome, path.is_some(), place, session)?;
        }
        args::report_stats(self.stats, hinted.stats, seconds, &named.name, session);
        Ok(Exit::of(&hinted.outcome))
    }
}

fn print(
    outcome: &Outcome<Hint>,
    has_begun: bool,
    place: &str,
    session: &Session,
) -> anyhow::Result<()> {
    match outcome {
        Outcome::Solved(hint) if has_begun && hint.next.is_empty() => {
            session.say("this is a solution already");
            Ok(())
        }
        Outcome::Solved(hint) if has_begun => {
            session.say(&format!(
                "{}, which leads to a solution",
                in_words(&hint.next)
            ));
            say_reason(hint, session);
            output::stdout(format!("{}\n", hint.next).as_bytes())
        }
        Outcome::Solved(hint) => {
            session.say("a solution begins like this");
            say_reason(hint, session);
            output::stdout(format!("{}\n", hint.so_far.trim_end()).as_bytes())
        }
        Outcome::Unsolvable { proof } => {
            let where_from = if has_begun {
                "no solution begins like this"
            } else {
                "no solution"
            };
            session.say(&format!("{place}: {where_from}: {proof}"));
            output::stdout(format!("{REFUSAL}\n").as_bytes())
        }
        Outcome::Unknown(unknown) => {
            session::error(&format!("{place}: {unknown}"));
            session.explain_unknown(unknown);
            Ok(())
        }
    }
}

/// Says why, where a person can see that.
fn say_reason(hint: &Hint, session: &Session) {
    if let Some(reason) = &hint.reason {
        session.say(&format!("{}: {}", reason.technique, reason.text));
    }
}

/// A move for human eyes.
pub(super) fn in_words(next: &str) -> String {
    let way = match next {
        "U" | "u" => "up",
        "D" | "d" => "down",
        "L" | "l" => "left",
        "R" | "r" => "right",
        other => return format!("go on with {other}"),
    };
    format!("go {way}")
}

fn report(name: &str, outcome: &Outcome<Hint>, seconds: f64) -> Value {
    let mut report = match outcome {
        Outcome::Solved(hint) if hint.next.is_empty() => json!({"outcome": "complete"}),
        Outcome::Solved(hint) => json!({
            "outcome": "hint",
            "next": hint.next,
            "so_far": hint.so_far.trim_end(),
            "reason": hint.reason,
        }),
        other => json!(other),
    };
    report["level"] = json!(name);
    report["seconds"] = json!(seconds);
    report
}
