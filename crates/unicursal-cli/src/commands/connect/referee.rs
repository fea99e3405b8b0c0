//! `unicursal connect referee`: let a program play under the game's limits.

use std::time::Duration;

use anyhow::anyhow;
use clap::{Arg, ArgMatches, Command};
use serde_json::{Value, json};
use unicursal::connect::{Board, Connect};
use unicursal::{Puzzle, board_of};
use unicursal_check::connect::Game;

use super::bot::{Bot, Reply};
use crate::exit::Exit;
use crate::session::Session;
use crate::{args, input, output};

pub fn command(_: &'static dyn Puzzle) -> Command {
    let time = |name: &'static str, default: &'static str, help: &'static str| {
        Arg::new(name)
            .long(name)
            .value_name("TIME")
            .value_parser(args::duration)
            .default_value(default)
            .help(help)
    };
    Command::new("referee")
        .about("Let a program play a board under the limits of the game")
        .arg(args::required_level())
        .arg(
            Arg::new("bot")
                .long("bot")
                .value_name("COMMAND")
                .required(true)
                .help("The program, as a command line for the shell"),
        )
        .arg(time("first", "2s", "Time for the first line"))
        .arg(time("next", "50ms", "Time for each later line"))
        .arg(
            Arg::new("turns")
                .long("turns")
                .value_name("N")
                .value_parser(clap::value_parser!(u64))
                .help("The most lines [default: the limit of the game that the board belongs to]"),
        )
        .arg(
            Arg::new("record")
                .long("record")
                .value_name("FILE")
                .help("Write the game as JSON, which 'draw' and the studio show"),
        )
        .arg(args::json())
        .after_help(
            "The program gets the board on its standard input, which stays open, and prints a line \
             'x1 y1 x2 y2 colour' for each turn. Exit code 0 for a victory, 1 for a loss.\n\n\
             Examples:\n  \
             unicursal connect referee board.txt --bot 'unicursal connect solve'\n  \
             unicursal connect referee board.txt --bot ./my-bot --record game.json\n  \
             unicursal connect draw game.json --output game.svg",
        )
}

pub fn run(
    puzzle: &'static dyn Puzzle,
    matches: &ArgMatches,
    session: &Session,
) -> anyhow::Result<Exit> {
    let word = |name| args::word(matches, name);
    let time = |name: &str| {
        matches
            .get_one::<Duration>(name)
            .copied()
            .unwrap_or_default()
    };
    let control = args::control(matches, session);
    let named = input::level(puzzle, word("level"), &control, session)?;
    let text = named.level.text();
    let game = Game::new(text.as_bytes()).map_err(|error| anyhow!(error))?;
    let limit = board_of::<Connect>(&*named.level).and_then(Board::turn_limit);
    let limit = limit.map(|turns| turns as u64);
    let limits = Limits {
        first: time("first"),
        next: time("next"),
        turns: matches.get_one::<u64>("turns").copied().or(limit),
    };
    let bot = Bot::start(word("bot").unwrap_or_default(), text.clone().into_bytes())?;
    let played = play(game, &bot, &limits, session);
    drop(bot);
    let report = played.report(&named.name, &text);
    if let Some(path) = word("record") {
        output::file(path, format!("{report}\n").as_bytes())?;
    }
    let turns = played.turns.len();
    if matches.get_flag("json") {
        output::stdout(format!("{report}\n").as_bytes())?;
    } else {
        let slowest = |turns: &[Turn]| {
            turns
                .iter()
                .map(|turn| turn.after.as_secs_f64())
                .fold(0.0, f64::max)
        };
        let line = match &played.loss {
            None => format!(
                "victory in {turns} turns: first line after {:.1} ms, later ones after {:.1} ms at most\n",
                slowest(&played.turns[..turns.min(1)]) * 1e3,
                slowest(&played.turns[turns.min(1)..]) * 1e3,
            ),
            Some(loss) => format!("loss at turn {}: {}\n", turns + 1, loss.reason),
        };
        output::stdout(line.as_bytes())?;
    }
    Ok(match played.loss {
        None => Exit::Yes,
        Some(_) => Exit::No,
    })
}

struct Limits {
    first: Duration,
    next: Duration,
    turns: Option<u64>,
}

/// A line that was fine, and how long it took.
struct Turn {
    line: String,
    after: Duration,
}

/// The end of a lost game.
struct Loss {
    reason: String,
    /// The line that lost it, if it was a line.
    line: Option<String>,
}

struct Played {
    turns: Vec<Turn>,
    loss: Option<Loss>,
}

/// Plays until the board is complete or the game is lost.
fn play(mut game: Game, bot: &Bot, limits: &Limits, session: &Session) -> Played {
    let mut turns = Vec::new();
    let lost = |turns, reason: String, line| Played {
        turns,
        loss: Some(Loss { reason, line }),
    };
    while !game.is_complete() {
        if let Some(limit) = limits.turns.filter(|&limit| turns.len() as u64 >= limit) {
            return lost(
                turns,
                format!("the turn limit of {limit} is exceeded"),
                None,
            );
        }
        if session.is_interrupted() {
            return lost(turns, "interrupted".to_owned(), None);
        }
        let time = if turns.is_empty() {
            limits.first
        } else {
            limits.next
        };
        let (line, after) = match bot.next_line(time) {
            Reply::Line(line, after) => (line, after),
            Reply::Late => {
                let reason = format!("no line within {} ms", time.as_millis());
                return lost(turns, reason, None);
            }
            Reply::Ended => {
                let reason = "the program ended before the board was complete".to_owned();
                return lost(turns, reason, None);
            }
        };
        let shown = String::from_utf8_lossy(&line).trim().to_owned();
        if let Err(loss) = game.play(&line) {
            return lost(turns, loss.to_string(), Some(shown));
        }
        turns.push(Turn { line: shown, after });
    }
    // All edges are drawn; what can be left is a loop.
    match game.verdict() {
        Ok(()) => Played { turns, loss: None },
        Err(loss) => lost(turns, loss.to_string(), None),
    }
}

impl Played {
    /// The game as data.
    fn report(&self, name: &str, level: &str) -> Value {
        let turns = self.turns.iter().map(|turn| {
            let ms = (turn.after.as_secs_f64() * 1e5).round() / 100.0;
            json!({"line": turn.line, "ms": ms})
        });
        let mut report = json!({
            "puzzle": "connect",
            "name": name,
            "level": level,
            "victory": self.loss.is_none(),
            "turns": turns.collect::<Vec<_>>(),
        });
        if let Some(loss) = &self.loss {
            report["loss"] = json!({
                "turn": self.turns.len() + 1,
                "reason": loss.reason,
                "line": loss.line,
            });
        }
        report
    }
}
