//! `draw --sheet`: a page of boards to print.

use std::ffi::{OsStr, OsString};

use anyhow::{Context, bail};
use serde_json::json;
use unicursal::picture::{Printed, page};
use unicursal::{Control, Moves, Outcome, Progress, Puzzle, SolveRequest};

use super::{Draw, demand_room};
use crate::exit::Exit;
use crate::input::NamedLevel;
use crate::output::{Form, Guard};
use crate::progress::ProgressLine;
use crate::session::Session;
use crate::{input, output};

pub fn run(
    puzzle: &'static dyn Puzzle,
    asked: &Draw,
    others: &[OsString],
    session: &Session,
) -> anyhow::Result<Exit> {
    let path = asked.output.as_deref().unwrap_or("-");
    if Form::of(path)? != Form::Svg {
        bail!(
            "{}: a page to print is an SVG: its name ends in .svg",
            input::name(path)
        );
    }
    let mut words: Vec<Option<&OsStr>> = vec![asked.level.as_deref()];
    words.extend(others.iter().map(|word| Some(word.as_os_str())));
    let mut guard = Guard::new(asked.force);
    for word in &words {
        guard.input(*word, "a level");
    }
    let stdin = words
        .iter()
        .filter(|word| word.is_none_or(|word| word == "-"));
    if stdin.count() > 1 {
        bail!("only one level can come from standard input");
    }
    output::probe(path)?;
    guard.output(path, "the page", |beginning| {
        Form::Svg.is_older(beginning, "")
    })?;
    let line = ProgressLine::new(session);
    let show = |progress: &Progress| line.show(progress);
    let control = asked.limits.control(session).watched_by(&show);
    let mut boards = Vec::new();
    for word in words {
        let named = input::level(puzzle, word, &control, session)?;
        boards.push(printed(puzzle, &named, asked.solutions, &control)?);
    }
    let about = puzzle.about();
    let data = page(about.title, about.summary, &boards).into_bytes();
    drop(line);
    output::file(path, &data)?;
    if session.is_json() {
        output::json(&json!({
            "boards": boards.len(),
            "solutions": boards.iter().filter(|board| board.solution.is_some()).count(),
            "form": "svg",
            "bytes": data.len(),
            "output": path,
        }))?;
    }
    Ok(Exit::Yes)
}

fn printed(
    puzzle: &'static dyn Puzzle,
    named: &NamedLevel,
    with_solution: bool,
    control: &Control,
) -> anyhow::Result<Printed> {
    demand_room(named, control)?;
    let (width, height) = named.level.size();
    let board = named.level.draw(None)?;
    // A maze is drawn with its blind alleys tinted, which would give it away.
    let board = if puzzle.about().moves == Moves::Walk {
        board.without_tints()
    } else {
        board
    };
    let solution = if with_solution {
        let solved = named.level.solve(&SolveRequest::default(), control);
        match solved.with_context(|| named.name.clone())?.outcome {
            Outcome::Solved(answer) => Some(named.level.draw(Some(answer.as_bytes()))?),
            Outcome::Unsolvable { proof } => bail!("{}: there is no solution: {proof}", named.name),
            Outcome::Unknown(unknown) => bail!("{}: no solution was found: {unknown}", named.name),
        }
    } else {
        None
    };
    Ok(Printed {
        caption: format!("{} · {width}×{height}", named.name),
        board,
        solution,
    })
}
