//! `unicursal pellet replay`: look at a game that `play --record` has written.

use std::fmt::Write;

use anyhow::{anyhow, bail};
use clap::{Arg, ArgMatches, Command};
use unicursal::Puzzle;

use crate::exit::Exit;
use crate::session::Session;
use crate::{args, input, output, recording};

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
                .value_parser(clap::value_parser!(u64).range(1..))
                .help("Draw this board"),
        )
        .arg(
            Arg::new("output")
                .long("output")
                .short('o')
                .value_name("FILE")
                .requires("board")
                .help("Draw into this file: SVG or PNG by its ending, text otherwise"),
        )
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
    let file = word("file").unwrap_or("-");
    let text = input::bytes(file, session)?;
    let wanted = matches.get_one::<u64>("board").copied();
    let mut list = String::new();
    let place = || input::name(file).to_owned();
    let control = args::control(matches, session);
    for (board, index) in recording::boards(puzzle, &text, &control).zip(1..) {
        let board = board.map_err(|error| anyhow!(error).context(place()))?;
        let (level, path) = (board.level, board.answer);
        let number = board.turn["number"].as_u64().unwrap_or(index);
        if wanted.is_none() {
            let (width, height) = level.size();
            let verdict = board.turn["verdict"].as_str().unwrap_or("no verdict");
            // Writing to a string cannot fail.
            let _ = writeln!(
                list,
                "{number}: {width}x{height}, {} steps: {verdict}",
                path.len()
            );
        } else if wanted == Some(number) {
            let picture = level.draw(Some(path.as_bytes()));
            let place = || format!("{}: board {number}", place());
            let picture = picture.map_err(|error| anyhow!(error).context(place()))?;
            let output = word("output").unwrap_or("-");
            let ending = output
                .rsplit_once('.')
                .map(|(_, ending)| ending.to_lowercase());
            let data = match ending.as_deref() {
                Some("svg") => picture.to_svg().into_bytes(),
                Some("png") => picture.to_png().map_err(|error| anyhow!(error))?,
                _ => {
                    let coloured = output == "-" && session.colours_stdout();
                    picture.to_text(coloured).into_bytes()
                }
            };
            output::file(output, &data)?;
            return Ok(Exit::Yes);
        }
    }
    if let Some(wanted) = wanted {
        bail!("{}: there is no board {wanted}", input::name(file));
    }
    if list.is_empty() {
        bail!("{}: there are no boards", input::name(file));
    }
    output::stdout(list.as_bytes())?;
    Ok(Exit::Yes)
}
