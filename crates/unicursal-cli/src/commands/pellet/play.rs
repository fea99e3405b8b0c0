//! `unicursal pellet play`: play a level in the terminal, or on a challenge server to the end.

use std::cell::RefCell;
use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use anyhow::{anyhow, bail};
use clap::{Arg, Command, value_parser};
use serde_json::json;
use unicursal::implement::Kind;
use unicursal::pellet::{Board, Pellet};
use unicursal::{Error, Interruption, LevelName, Puzzle};
use unicursal_arena::printable;
use unicursal_serve::pellet::{PlayError, Player, Turn, is_refusal, play};

use crate::args::{Given, Limits};
use crate::commands::{OfPuzzle, steps};
use crate::exit::Exit;
use crate::output::{Guard, Lines};
use crate::player::Record;
use crate::session::{self, Session};
use crate::{args, input, output};

/// Bytes of a board, and of what solving it takes, for each cell.
const BYTES_PER_CELL: usize = 256;

/// See the [module](self).
pub struct Play {
    /// The address of a server, or a level.
    place: OsString,
    /// The arguments of the game in the terminal.
    terminal: steps::Play,
    team: Option<String>,
    record: Option<String>,
    patience: Duration,
    total: Duration,
    force: bool,
    limits: Limits,
}

impl OfPuzzle for Play {
    const NAME: &'static str = "play";

    fn command(_: &'static dyn Puzzle) -> Command {
        Command::new(Self::NAME)
            .about("Play a level in the terminal; or a whole game on a challenge server, by itself")
            .arg(
                Arg::new("level")
                    .value_name("LEVEL|HOST:PORT")
                    .value_parser(value_parser!(OsString))
                    .required(true)
                    .help("A level file or id to play here, or where a server listens"),
            )
            .arg(args::option("team", "NAME").value_parser(team).help(
                "Tell the server who plays; servers other than 'serve' may not understand it",
            ))
            .arg(args::option("record", "FILE").help(
                "Write every board, path and verdict to this file, for 'replay', 'draw' and the studio",
            ))
            .arg(
                args::option("patience", "TIME")
                    .value_parser(args::duration)
                    .default_value("60")
                    .help("How long the server may take to connect or to say something"),
            )
            .arg(
                args::option("total", "TIME")
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
            .after_help(format!(
                "{}\n\
                 A game on a server ends with its last line, the key. With --verbose every board is shown as\n\
                 it comes.\n\n\
                 Examples:\n  \
                 unicursal pellet play pellet:8x8#spring\n  \
                 unicursal pellet play 127.0.0.1:5555 --team Owls\n  \
                 unicursal pellet play example.org:5555 --verbose --record game.jsonl",
                steps::KEYS_HELP
            ))
    }

    fn read(_: &'static dyn Puzzle, given: Given) -> anyhow::Result<Self> {
        Ok(Self {
            place: given.level().unwrap_or_default(),
            terminal: steps::Play {
                level: given.level(),
                record: Record::read(given),
            },
            team: given.text("team"),
            record: given.text("record"),
            patience: given.value("patience").unwrap_or_default(),
            total: given.value("total").unwrap_or_default(),
            force: given.flag("force"),
            limits: given.limits(),
        })
    }

    fn run(self, puzzle: &'static dyn Puzzle, session: &Session) -> anyhow::Result<Exit> {
        let is_id = |word| LevelName::is_meant(puzzle.name(), word);
        if Path::new(&self.place).exists() || self.place.to_str().is_some_and(is_id) {
            return self.terminal.run(puzzle, session);
        }
        match self.place.to_str() {
            Some(server) if server.contains(':') => self.play_on(server, session),
            _ => bail!(
                "{}: this is neither a level nor HOST:PORT of a server",
                input::name(&self.place)
            ),
        }
    }
}

impl Play {
    /// Plays on a server to the end.
    fn play_on(&self, server: &str, session: &Session) -> anyhow::Result<Exit> {
        if let Some(path) = &self.record {
            let mut guard = Guard::new(self.force);
            output::probe(path)?;
            guard.output(path, "the recording", |old| {
                old.starts_with(b"{\"number\":")
            })?;
        }
        let record = RefCell::new(self.record.as_deref().map(Lines::replacing));
        let failed = RefCell::new(None);
        let turns = RefCell::new(Vec::new());
        let control = || self.limits.control_of_part(session);
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
            team: self.team.as_deref(),
            patience: self.patience,
            total: self.total,
            most_cells: (self.limits.memory()).map_or(usize::MAX, |most| most / BYTES_PER_CELL),
            control: &control,
            on_board: &on_board,
            on_turn: &on_turn,
        };
        let played = match play(server, &player) {
            Ok(played) => played,
            Err(error) => return not_played(error, session),
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
}

/// Why a game has no result; a board without a path is one.
fn not_played(error: PlayError, session: &Session) -> anyhow::Result<Exit> {
    match error {
        PlayError::Unsolvable(..) => {
            session::error(&error.to_string());
            if session.is_json() {
                output::json(&json!({"outcome": "unsolvable", "message": error.to_string()}))?;
            }
            Ok(Exit::No)
        }
        PlayError::Failed(number, error) => Err(anyhow!(error).context(format!("board {number}"))),
        PlayError::TooLong(..) => {
            let late = Error::interrupted(Interruption::Time, error.to_string());
            Err(anyhow!(late))
        }
        error => Err(error.into()),
    }
}

/// Reads a name that fits into one line.
fn team(text: &str) -> Result<String, String> {
    let name = text.trim();
    if name.is_empty() || name.chars().count() > 40 || name.contains(char::is_control) {
        return Err("a name is one line of at most 40 letters".to_owned());
    }
    Ok(name.to_owned())
}
