//! `unicursal pellet play`: play on a challenge server to the end.

use std::cell::RefCell;
use std::fs::File;
use std::io::Write;
use std::time::Duration;

use anyhow::{Context, anyhow};
use clap::{Arg, ArgMatches, Command};
use unicursal::pellet::{Board, Pellet};
use unicursal::{Kind, Puzzle};
use unicursal_serve::pellet::{PlayError, Player, Turn, play};

use crate::exit::Exit;
use crate::session::{self, Session};
use crate::{args, output};

/// How a line begins that refuses a path, on the servers that we know.
const REFUSALS: [&str; 7] = [
    "wrong",
    "too ",
    "sorry",
    "incorrect",
    "no,",
    "fail",
    "error",
];

pub fn command(_: &'static dyn Puzzle) -> Command {
    Command::new("play")
        .about("Play on a challenge server to the end, and print its last line: the key")
        .arg(
            Arg::new("server")
                .value_name("HOST:PORT")
                .required(true)
                .help("Where the server listens"),
        )
        .arg(Arg::new("record").long("record").value_name("FILE").help(
            "Write every board, path and verdict to this file, for 'replay', 'draw' and the studio",
        ))
        .arg(
            Arg::new("patience")
                .long("patience")
                .value_name("TIME")
                .value_parser(args::duration)
                .default_value("60")
                .help("How long the server may take to connect or to say something"),
        )
        .args(args::limits())
        .mut_arg("time-limit", |arg| {
            arg.help("Give up when solving a single board takes longer: 10, 1.5s, 500ms, 2m, 1h")
        })
        .after_help(
            "With --verbose every board is shown as it comes.\n\n\
             Examples:\n  \
             unicursal pellet play 127.0.0.1:5555\n  \
             unicursal pellet play example.org:5555 --verbose --record game.jsonl",
        )
}

pub fn run(
    _: &'static dyn Puzzle,
    matches: &ArgMatches,
    session: &Session,
) -> anyhow::Result<Exit> {
    let word = |name| args::word(matches, name);
    let record = word("record").map(|path| {
        let file = File::create(path).with_context(|| path.to_owned());
        file.map(|file| (path, file))
    });
    let record: Option<RefCell<(&str, File)>> = record.transpose()?.map(RefCell::new);
    let failed = RefCell::new(None);
    let control = || args::control(matches, session);
    let on_board = |board: &Board| {
        if let Ok(picture) = Pellet::draw(board, None) {
            session.explain(&picture.to_text(false));
        }
    };
    let on_turn = |turn: &Turn| {
        let (number, verdict) = (turn.number, &turn.verdict);
        session.explain(&format!("board {number}: {:.3} s: {verdict}", turn.seconds));
        if let Some(record) = &record {
            let (path, file) = &mut *record.borrow_mut();
            if let Err(error) = writeln!(file, "{}", turn.to_json()) {
                let error = anyhow!(error).context((*path).to_owned());
                failed.borrow_mut().get_or_insert(error);
            }
        }
    };
    let player = Player {
        patience: matches
            .get_one::<Duration>("patience")
            .copied()
            .unwrap_or_default(),
        control: &control,
        on_board: &on_board,
        on_turn: &on_turn,
    };
    let played = match play(word("server").unwrap_or_default(), &player) {
        Ok(played) => played,
        Err(error @ PlayError::Unsolvable(..)) => {
            session::error(&error.to_string());
            return Ok(Exit::No);
        }
        Err(PlayError::Failed(number, error)) => {
            return Err(anyhow!(error).context(format!("board {number}")));
        }
        Err(error) => return Err(error.into()),
    };
    if let Some(error) = failed.into_inner() {
        return Err(error);
    }
    output::stdout(format!("{}\n", played.last).as_bytes())?;
    let last = played.last.to_lowercase();
    if REFUSALS.iter().any(|refusal| last.starts_with(refusal)) {
        session.say(&format!("board {} was refused", played.boards));
        return Ok(Exit::No);
    }
    Ok(Exit::Yes)
}
