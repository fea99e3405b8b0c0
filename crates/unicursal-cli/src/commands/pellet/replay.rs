//! `unicursal pellet replay`: look at a game that `play --record` has written.

use std::fmt::Write;

use anyhow::{Context, anyhow, bail};
use clap::{Arg, ArgMatches, Command};
use serde_json::json;
use unicursal::Puzzle;

use crate::exit::Exit;
use crate::output::{Form, Guard};
use crate::printable::printable;
use crate::session::Session;
use crate::{args, input, output};

pub fn command(_: &'static dyn Puzzle) -> Command {
    Command::new("replay")
        .about("List the boards of a recorded game, or draw one of them with its path")
        .arg(
            Arg::new("file")
                .value_name("FILE")
                .required(true)
                .help("What play --record wrote, '-' for standard input"),
        )
        .arg(
            Arg::new("board")
                .long("board")
                .short('b')
                .value_name("N")
                .value_parser(args::positive)
                .help("Draw this board"),
        )
        .arg(
            Arg::new("output")
                .long("output")
                .short('o')
                .value_name("FILE")
                .requires("board")
                .help("Draw into this file: a picture if it ends in .svg or .png, otherwise text"),
        )
        .arg(output::force())
        .arg(args::json().conflicts_with("board"))
        .args(args::limits())
        .after_help(
            "Examples:\n  \
             unicursal pellet replay game.jsonl\n  \
             unicursal pellet replay game.jsonl --board 3 --output board-3.svg",
        )
}

pub fn run(
    puzzle: &'static dyn Puzzle,
    matches: &ArgMatches,
    session: &Session,
) -> anyhow::Result<Exit> {
    let word = |name| args::word(matches, name);
    let control = args::control(matches, session);
    let (file, output) = (word("file").unwrap_or("-"), word("output").unwrap_or("-"));
    let form = Form::of(output)?;
    let mut guard = Guard::new(matches.get_flag("force"));
    guard.input(Some(file), "the game");
    output::probe(output)?;
    guard.output(output, "the drawing", |beginning| {
        form.is_older(beginning, "+-")
    })?;
    let text = input::bytes(file, &control, session)?;
    let wanted = matches.get_one::<u64>("board").copied();
    let mut list = String::new();
    let mut reports = Vec::new();
    let place = || input::name(file).into_owned();
    for (board, index) in unicursal::recorded(&text).zip(1..) {
        let read = board.and_then(|board| Ok((board.level_of(puzzle, &control)?, board)));
        let (level, board) = read.map_err(|error| anyhow!(error).context(place()))?;
        let (path, number) = (board.answer, board.number.unwrap_or(index));
        let (width, height) = level.size();
        if wanted.is_none() {
            let verdict = board.verdict.as_deref();
            reports.push(json!({
                "number": number,
                "width": width,
                "height": height,
                "steps": path.len(),
                "verdict": verdict,
            }));
            // Writing to a string cannot fail.
            let _ = writeln!(
                list,
                "{number}: {width}x{height}, {} steps: {}",
                path.len(),
                printable(verdict.unwrap_or("no verdict"))
            );
        } else if wanted == Some(number) {
            let place = || format!("{}: board {number}", place());
            let picture = level.draw(Some(path.as_bytes()));
            let picture = picture.map_err(|error| anyhow!(error).context(place()))?;
            let data = form.bytes(&picture).with_context(place)?;
            let coloured = output == "-" && session.colours_stdout();
            let data = data.unwrap_or_else(|| picture.to_text(coloured).into_bytes());
            output::file(output, &data)?;
            return Ok(Exit::Yes);
        }
    }
    if let Some(wanted) = wanted {
        bail!("{}: there is no board {wanted}", place());
    }
    if list.is_empty() {
        bail!("{}: there are no boards", place());
    }
    if matches.get_flag("json") {
        output::json(&json!({"game": place(), "boards": reports}))?;
    } else {
        output::stdout(list.as_bytes())?;
    }
    Ok(Exit::Yes)
}
