//! `unicursal PUZZLE info`: facts about a level, and how hard it is.

use std::ffi::OsString;

use anyhow::Context;
use clap::Command;
use unicursal::{Control, Figures, Outcome, Progress, Puzzle, SolveRequest};
use unicursal_arena::printable_json;

use super::OfPuzzle;
use crate::args::{Given, Limits};
use crate::exit::Exit;
use crate::input::NamedLevel;
use crate::progress::ProgressLine;
use crate::session::Session;
use crate::{args, input, output};

const DIFFICULTY: &str = "Also solve it, and say what that took: how hard it is";

/// See the [module](self).
pub struct Info {
    level: Option<OsString>,
    difficulty: bool,
    limits: Limits,
}

impl OfPuzzle for Info {
    const NAME: &'static str = "info";

    fn command(puzzle: &'static dyn Puzzle) -> Command {
        let name = puzzle.name();
        Command::new(Self::NAME)
            .about("Describe a level: its size and tiles, and how hard it is if you ask")
            .arg(args::level())
            .arg(args::flag("difficulty", DIFFICULTY).long_help(difficulty_help(puzzle)))
            .arg(args::json())
            .args(args::limits())
            .after_help(format!(
                "Examples:\n  \
                 unicursal {name} info level.txt\n  \
                 unicursal {name} info level.txt --difficulty --time-limit 10s\n  \
                 unicursal {name} info --json < level.txt"
            ))
    }

    fn read(_: &'static dyn Puzzle, given: Given) -> anyhow::Result<Self> {
        Ok(Self {
            level: given.level(),
            difficulty: given.flag("difficulty"),
            limits: given.limits(),
        })
    }

    fn run(self, puzzle: &'static dyn Puzzle, session: &Session) -> anyhow::Result<Exit> {
        let line = ProgressLine::new(session);
        let show = |progress: &Progress| line.show(progress);
        let control = self.limits.control(session).watched_by(&show);
        let named = input::level(puzzle, self.level.as_deref(), &control, session)?;
        let mut facts = named.level.facts();
        facts.extend(named.level.grade());
        let exit = if self.difficulty {
            add_difficulty(&mut facts, &named, &control, session)?
        } else {
            Exit::Yes
        };
        let text = if session.is_json() {
            let mut report = Figures::new().with("level", &named.name);
            report.extend(facts);
            format!("{}\n", printable_json(&report.to_string()))
        } else {
            let longest = facts.rows().map(|(name, _)| name.len()).max().unwrap_or(0);
            let lines = facts.rows().map(|(name, value)| {
                let name = name.replace('_', " ");
                // A table begins on a line of its own.
                if value.starts_with('\n') {
                    format!("{name}{value}\n")
                } else {
                    format!("{name:longest$}  {value}\n")
                }
            });
            lines.collect()
        };
        drop(line);
        output::stdout(text.as_bytes())?;
        Ok(exit)
    }
}

/// Solves the level, and adds what that took and how hard it is.
fn add_difficulty(
    facts: &mut Figures,
    named: &NamedLevel,
    control: &Control,
    session: &Session,
) -> anyhow::Result<Exit> {
    let solved = named.level.solve(&SolveRequest::default(), control);
    let solved = solved.with_context(|| named.name.clone())?;
    let (word, exit) = match &solved.outcome {
        Outcome::Solved(_) => ("yes", Exit::Yes),
        Outcome::Unsolvable { .. } => ("no", Exit::Yes),
        Outcome::Unknown(unknown) => ("unknown", Exit::of_interruption(unknown.why)),
    };
    facts.add("solvable", word);
    facts.extend(solved.stats);
    if exit == Exit::Yes {
        let difficulty = named.level.difficulty(control);
        let difficulty = difficulty.with_context(|| named.name.clone())?;
        // In a group of its own, because the method's figures may have the same names.
        if session.is_json() && difficulty != Figures::new() {
            facts.add("difficulty", difficulty);
        } else {
            for (name, value) in difficulty.rows() {
                facts.add(&format!("difficulty_{name}"), value);
            }
        }
    }
    Ok(exit)
}

fn difficulty_help(puzzle: &'static dyn Puzzle) -> String {
    match puzzle.name() {
        "coil" => format!(
            "{DIFFICULTY}. Besides the figures of the default method, some are the same on every \
             machine: the slides that the method 'search' tries (it gives up after 100 million cells, so \
             there may be more), the slides of a solution at which there is a choice, and the share of \
             the path that deduction alone decides once it is told its ends"
        ),
        _ => DIFFICULTY.to_owned(),
    }
}
