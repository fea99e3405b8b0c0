//! `unicursal maze compare`: all rules on one maze, side by side.

use std::ffi::OsString;
use std::fmt::Write;

use anyhow::anyhow;
use clap::Command;
use serde_json::{Value, json};
use unicursal::maze::{End, Rule, Tour, compass};
use unicursal::{Control, Error, Puzzle};
use unicursal_arena::printable_json;
use unicursal_check::maze::Judge;

use super::NamedMaze;
use crate::args::{Given, Limits};
use crate::commands::OfPuzzle;
use crate::exit::Exit;
use crate::session::Session;
use crate::{args, output};

/// See the [module](self).
pub struct Compare {
    level: OsString,
    limits: Limits,
}

impl OfPuzzle for Compare {
    const NAME: &'static str = "compare";

    fn command(_: &'static dyn Puzzle) -> Command {
        Command::new(Self::NAME)
            .about("Walk by every rule, and compare steps and cells seen")
            .arg(args::level().value_name("FILE"))
            .arg(args::json())
            .args(args::limits())
            .after_help(
                "The ratio is that of the steps to those of a shortest path; a rule that never reaches \
                 the end has none.\n\n\
                 Examples:\n  \
                 unicursal maze compare maze.txt\n  \
                 unicursal maze compare maze:101x101/dfs#spring --json",
            )
    }

    fn read(_: &'static dyn Puzzle, given: Given) -> anyhow::Result<Self> {
        Ok(Self {
            level: given.level().unwrap_or_else(|| "-".into()),
            limits: given.limits(),
        })
    }

    fn run(self, puzzle: &'static dyn Puzzle, session: &Session) -> anyhow::Result<Exit> {
        let control = self.limits.control(session);
        let named = super::load(puzzle, &self.level, &control, session)?;
        let mut tours = Vec::new();
        for rule in Rule::ALL {
            tours.push((rule, tour(&named, rule, &control)?));
        }
        let shortest = tours
            .iter()
            .find(|(rule, tour)| *rule == Rule::Shortest && tour.end == End::Found);
        let shortest = shortest.map(|(_, tour)| tour.steps);
        let text = if session.is_json() {
            let rules: Vec<Value> = tours.iter().map(|row| report(row, shortest)).collect();
            let report = json!({"level": named.name, "shortest": shortest, "rules": rules});
            format!("{}\n", printable_json(&report.to_string()))
        } else {
            table(&tours, shortest)
        };
        output::stdout(text.as_bytes())?;
        Ok(Exit::Yes)
    }
}

/// The figures of a walk that the independent judge has followed.
fn tour(named: &NamedMaze, rule: Rule, control: &Control) -> anyhow::Result<Tour> {
    let mut judge = Judge::new(&named.text, Some(rule.name().as_bytes()))?;
    let mut wrong = None;
    let tour = Tour::of(&named.board, rule, control, |state| {
        if wrong.is_none() {
            wrong = judge.step(compass(state.facing) as u8).err();
        }
    });
    let tour =
        tour.map_err(|why| Error::interrupted(why, format!("walking by '{}'", rule.name())))?;
    if wrong.is_none() && tour.end == End::Found {
        wrong = judge.finish().err();
    }
    match wrong {
        Some(wrong) => Err(anyhow!(super::solve::bug(&wrong, rule))),
        None => Ok(tour),
    }
}

/// Steps for each step of a shortest path, where both lead to the end.
fn ratio(tour: &Tour, shortest: Option<usize>) -> Option<f64> {
    let shortest = shortest.filter(|_| tour.end == End::Found)?;
    Some(tour.steps as f64 / shortest as f64)
}

fn report((rule, tour): &(Rule, Tour), shortest: Option<usize>) -> Value {
    json!({
        "rule": rule.name(),
        "found": tour.end == End::Found,
        "steps": tour.steps,
        "cells_seen": tour.cells_seen,
        "ratio": ratio(tour, shortest),
    })
}

fn table(tours: &[(Rule, Tour)], shortest: Option<usize>) -> String {
    let mut text = format!(
        "{:<8}  {:>12}  {:>12}  {:>7}\n",
        "rule", "steps", "cells seen", "ratio"
    );
    for (rule, tour) in tours {
        let ratio = ratio(tour, shortest);
        let ratio = ratio.map_or("never".to_owned(), |ratio| format!("{ratio:.2}"));
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:<8}  {:>12}  {:>12}  {ratio:>7}",
            rule.name(),
            tour.steps,
            tour.cells_seen
        );
    }
    text
}
