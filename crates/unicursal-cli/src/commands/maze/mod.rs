//! Commands that only mazes have, and `solve`, which prints a frame after every step.

pub mod check;
pub mod compare;
pub mod course;
pub mod evaluate;
mod frames;
pub mod play;
pub mod solve;

use std::ffi::OsStr;
use std::io;

use anyhow::{Context, anyhow};
use clap::{Arg, builder::PossibleValuesParser};
use unicursal::maze::{Board, Maze, Rule, Style};
use unicursal::{Control, LevelName, Puzzle, board_of};

use crate::args::Given;
use crate::session::Session;
use crate::{args, exit, input};

/// A maze, what to call it in messages, and its text for the checker.
struct NamedMaze {
    name: String,
    text: Vec<u8>,
    board: Board,
}

/// Gets a maze from a file, from standard input (`-`), or from its id. The errors have the wording
/// of other programs for these mazes.
fn load(
    puzzle: &'static dyn Puzzle,
    word: &OsStr,
    control: &Control,
    session: &Session,
) -> anyhow::Result<NamedMaze> {
    let name = input::name(word).into_owned();
    let is_id = |word| LevelName::is_meant(puzzle.name(), word);
    let level = if word.to_str().is_some_and(is_id) {
        input::level(puzzle, Some(word), control, session)?.level
    } else {
        let text = input::bytes(word, control, session).map_err(|error| not_opened(word, error))?;
        let level = puzzle.parse(&text, control);
        level.map_err(|error| anyhow!("{error} ({name})"))?
    };
    let board = board_of::<Maze>(&*level)
        .context("this is no maze")?
        .clone();
    let text = level.text().into_bytes();
    Ok(NamedMaze { name, text, board })
}

fn not_opened(word: &OsStr, error: anyhow::Error) -> anyhow::Error {
    if exit::library_error(&error).is_some() {
        return error;
    }
    let not_found = error
        .root_cause()
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::NotFound);
    if not_found {
        anyhow!("Could not open file: {}", input::name(word))
    } else {
        anyhow!("Could not open file: {error:#}")
    }
}

/// The rule that the user chose.
fn rule(given: Given) -> anyhow::Result<Rule> {
    let name = given.text("method");
    let name = name.as_deref().unwrap_or(Rule::Left.name());
    Rule::from_name(name).with_context(|| format!("there is no rule '{name}'"))
}

/// `--facing-down`.
fn facing_down() -> Arg {
    args::option("facing-down", "LETTER")
        .value_parser(PossibleValuesParser::new(["v", "V"]))
        .default_value("v")
        .help("How to draw a walker who faces south")
}

/// `--compact`.
fn compact() -> Arg {
    args::flag(
        "compact",
        "Frames have no empty line between the map and the position",
    )
}

/// The style of the frames that the user chose.
fn style(given: Given) -> Style {
    Style {
        facing_down: facing(given),
        compact: given.flag("compact"),
    }
}

/// How a walker who faces south is drawn.
fn facing(given: Given) -> u8 {
    let letter = given.text("facing-down");
    let letter = letter.and_then(|text| text.bytes().next());
    letter.unwrap_or(Style::default().facing_down)
}
