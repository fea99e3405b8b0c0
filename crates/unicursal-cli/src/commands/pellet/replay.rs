//! `unicursal pellet replay`: look at a game that `play --record` has written.

use std::ffi::OsString;
use std::fmt::Write;

use anyhow::{Context, anyhow, bail};
use clap::{Arg, Command, value_parser};
use serde_json::json;
use unicursal::Puzzle;
use unicursal_arena::printable;

use crate::args::{Given, Limits};
use crate::commands::OfPuzzle;
use crate::exit::Exit;
use crate::output::{Form, Guard};
use crate::session::Session;
use crate::{args, input, output};

/// See the [module](self).
pub struct Replay {
    file: OsString,
    /// Which board to draw.
    board: Option<u64>,
    output: String,
    force: bool,
    limits: Limits,
}

impl OfPuzzle for Replay {
    const NAME: &'static str = "replay";

    fn command(_: &'static dyn Puzzle) -> Command {
        Command::new(Self::NAME)
            .about("List the boards of a recorded game, or draw one of them with its path")
            .arg(
                Arg::new("file")
                    .value_name("FILE")
                    .value_parser(value_parser!(OsString))
                    .required(true)
                    .help("What play --record wrote, '-' for standard input"),
            )
            .arg(
                args::option("board", "N")
                    .short('b')
                    .value_parser(args::positive)
                    .help("Draw this board"),
            )
            .arg(
                args::option("output", "FILE")
                    .short('o')
                    .requires("board")
                    .help(
                        "Draw into this file: a picture if it ends in .svg or .png, otherwise text",
                    ),
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

    fn read(_: &'static dyn Puzzle, given: Given) -> anyhow::Result<Self> {
        Ok(Self {
            file: given.value("file").unwrap_or_else(|| "-".into()),
            board: given.value("board"),
            output: given.text("output").unwrap_or_else(|| "-".to_owned()),
            force: given.flag("force"),
            limits: given.limits(),
        })
    }

    fn run(self, puzzle: &'static dyn Puzzle, session: &Session) -> anyhow::Result<Exit> {
        let control = self.limits.control(session);
        let (file, output) = (&self.file, self.output.as_str());
        let form = Form::of(output)?;
        let mut guard = Guard::new(self.force);
        guard.input(Some(file), "the game");
        output::probe(output)?;
        guard.output(output, "the drawing", |beginning| {
            form.is_older(beginning, "+-")
        })?;
        let text = input::bytes(file, &control, session)?;
        let mut list = String::new();
        let mut reports = Vec::new();
        let place = || input::name(file).into_owned();
        for (board, index) in unicursal::recorded(&text).zip(1..) {
            let read = board.and_then(|board| Ok((board.level_of(puzzle, &control)?, board)));
            let (level, board) = read.map_err(|error| anyhow!(error).context(place()))?;
            let (path, number) = (board.answer, board.number.unwrap_or(index));
            let (width, height) = level.size();
            if self.board.is_none() {
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
            } else if self.board == Some(number) {
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
        if let Some(board) = self.board {
            bail!("{}: there is no board {board}", place());
        }
        if list.is_empty() {
            bail!("{}: there are no boards", place());
        }
        if session.is_json() {
            output::json(&json!({"game": place(), "boards": reports}))?;
        } else {
            output::stdout(list.as_bytes())?;
        }
        Ok(Exit::Yes)
    }
}
