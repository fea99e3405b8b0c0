//! `unicursal pellet play`: play on a challenge server to the end.

use std::cell::RefCell;

use anyhow::anyhow;
use clap::{Arg, ArgMatches, Command};
use serde_json::json;
use unicursal::pellet::{Board, Pellet};
use unicursal::{Error, Interruption, Kind, Puzzle};
use unicursal_serve::pellet::{PlayError, Player, Turn, is_refusal, play};

use crate::exit::Exit;
use crate::output::{Guard, Lines};
use crate::printable::printable;
use crate::session::{self, Session};
use crate::{args, output};

/// Bytes of a board, and of what solving it takes, for each cell.
const BYTES_PER_CELL: usize = 256;

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
        .arg(
            Arg::new("total")
                .long("total")
                .value_name("TIME")
                .value_parser(args::duration)
                .default_value("1h")
                .help("How long the whole game may take"),
        )
        .arg(output::force())
        .arg(args::json())
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
    let time = |name| args::time(matches, name);
    if let Some(path) = word("record") {
        let mut guard = Guard::new(matches.get_flag("force"));
        output::probe(path)?;
        guard.output(path, "the recording", |old| {
            old.starts_with(b"{\"number\":")
        })?;
    }
    let record = RefCell::new(word("record").map(Lines::replacing));
    let failed = RefCell::new(None);
    let turns = RefCell::new(Vec::new());
    let control = || args::control_of_part(matches, session);
    let on_board = |board: &Board| {
        if let Ok(picture) = Pellet::draw(board, None) {
            session.explain(&picture.to_text(false));
        }
    };
    let on_turn = |turn: &Turn| {
        let (number, verdict) = (turn.number, printable(&turn.verdict));
        session.explain(&format!("board {number}: {:.3} s: {verdict}", turn.seconds));
        if session.is_json() {
            turns.borrow_mut().push(json!({
                "number": number,
                "width": turn.board.width(),
                "height": turn.board.height(),
                "steps": turn.path.len(),
                "seconds": turn.seconds,
                "verdict": turn.verdict,
            }));
        }
        if let Some(record) = &mut *record.borrow_mut()
            && let Err(error) = record.add(&turn.to_json().to_string())
        {
            failed.borrow_mut().get_or_insert(error);
        }
    };
    let player = Player {
        patience: time("patience"),
        total: time("total"),
        most_cells: args::memory_limit(matches).map_or(usize::MAX, |most| most / BYTES_PER_CELL),
        control: &control,
        on_board: &on_board,
        on_turn: &on_turn,
    };
    let server = word("server").unwrap_or_default();
    let played = match play(server, &player) {
        Ok(played) => played,
        Err(error @ PlayError::Unsolvable(..)) => {
            session::error(&error.to_string());
            if session.is_json() {
                let report = json!({"outcome": "unsolvable", "message": error.to_string()});
                output::json(&report)?;
            }
            return Ok(Exit::No);
        }
        Err(PlayError::Failed(number, error)) => {
            return Err(anyhow!(error).context(format!("board {number}")));
        }
        Err(error @ PlayError::TooLong(..)) => {
            return Err(anyhow!(Error::interrupted(
                Interruption::Time,
                error.to_string()
            )));
        }
        Err(error) => return Err(error.into()),
    };
    if let Some(error) = failed.into_inner() {
        return Err(error);
    }
    let won = !is_refusal(&played.last);
    if session.is_json() {
        output::json(&json!({
            "outcome": if won { "won" } else { "lost" },
            "server": server,
            "last": played.last,
            "boards": turns.into_inner(),
        }))?;
    } else {
        output::stdout(format!("{}\n", printable(&played.last)).as_bytes())?;
    }
    if won {
        return Ok(Exit::Yes);
    }
    session.say(&format!("board {} was refused", played.boards));
    Ok(Exit::No)
}
