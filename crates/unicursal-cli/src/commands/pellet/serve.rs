//! `unicursal pellet serve`: run the challenge.

use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use clap::{Arg, ArgMatches, Command};
use serde_json::json;
use unicursal::Control;
use unicursal::Puzzle;
use unicursal_serve::pellet::{BoardError, Boards, Limits, Log, Server, Settings};

use super::scoreboard;
use crate::exit::Exit;
use crate::output::{self, Guard, Lines};
use crate::session::{self, Session};
use crate::{args, files, input, signals};

/// A log that is longer becomes `FILE.1`, in place of an older one.
const MOST_LOG: u64 = 64 << 20;

/// How long a board of the organiser's may take to be solved before the challenge begins.
const TRIAL: Duration = Duration::from_secs(60);

pub fn command(_: &'static dyn Puzzle) -> Command {
    let text = |name: &'static str, value: &'static str, default: &'static str| {
        let arg = Arg::new(name).long(name).value_name(value);
        if default.is_empty() {
            arg
        } else {
            arg.default_value(default)
        }
    };
    let time = |name, default| text(name, "TIME", default).value_parser(args::duration);
    let number =
        |name, default| text(name, "N", default).value_parser(args::whole::<u16>(1..=65535));
    Command::new("serve")
        .about("Run the challenge: a TCP server that hands out boards and, in the end, a key")
        .arg(text("listen", "ADDRESS", "127.0.0.1:5555").help("Where to listen; port 0 picks one"))
        .arg(
            text("boards", "DIR", "")
                .help("Use the boards in this directory, in order of their names"),
        )
        .arg(number("count", "10").help("Otherwise this many fresh boards for each player"))
        .arg(
            text("from", "WxH", "8x8")
                .value_parser(size)
                .help("Size of the first fresh board"),
        )
        .arg(
            text("to", "WxH", "28x21")
                .value_parser(size)
                .help("Size of the last fresh board"),
        )
        .arg(time("seconds", "30").help("Time for each board"))
        .arg(time("idle", "30").help("The longest silence"))
        .arg(time("total", "15m").help("Time for a whole game"))
        .arg(number("players", "1000").help("How many may play at once"))
        .arg(number("per-address", "100").help("How many of them from one address"))
        .arg(
            text("key", "TEXT", "WellEaten")
                .value_parser(key)
                .help("What the last verdict says"),
        )
        .arg(text("seed", "TEXT", "").help(
            "Makes the fresh boards of every connection repeatable [default: one that nobody can \
             guess; the log and --verbose tell it]",
        ))
        .arg(text("log", "FILE", "").help(
            "Append a line of JSON for each event, with keys and seeds, so that only you can read it; at \
             64 MiB it becomes FILE.1",
        ))
        .arg(text("results", "FILE", "").help(
            "Keep the standings in this file, as CSV: the best game of each team",
        ))
        .arg(output::force())
        .after_help(
            "A player is any program that reads boards and sends paths; docs/pellet.md has the \
             protocol. Ctrl-C ends the challenge. What happens is told on standard error, on a terminal with \
             a table of the players.\n\n\
             Examples:\n  \
             unicursal pellet serve --key SesameOpen --seconds 10\n  \
             unicursal pellet serve --log log.jsonl --results results.csv",
        )
}

pub fn run(
    _: &'static dyn Puzzle,
    matches: &ArgMatches,
    session: &Session,
) -> anyhow::Result<Exit> {
    let word = |name| args::word(matches, name);
    let time = |name| args::time(matches, name);
    for name in ["seconds", "idle", "total"] {
        if time(name).is_zero() {
            bail!("--{name}: nobody can play in no time");
        }
    }
    let number = |name| matches.get_one::<u16>(name).copied().map_or(1, usize::from);
    let seed = match word("seed") {
        Some(seed) => seed.to_owned(),
        None => fresh_seed()?,
    };
    let side = |name| {
        matches
            .get_one::<(usize, usize)>(name)
            .copied()
            .unwrap_or((8, 8))
    };
    let boards = match word("boards") {
        Some(directory) => Boards::Given(read_boards(directory, session)?),
        None => Boards::Fresh {
            count: number("count"),
            from: side("from"),
            to: side("to"),
            seed: seed.clone(),
        },
    };
    let players = number("players");
    let most_players = files::room_for(players);
    if most_players < players {
        session.say(&format!(
            "only {most_players} may play at once: the system allows no more open files"
        ));
    }
    boards.check()?;
    let settings = Settings {
        boards,
        key: word("key").unwrap_or_default().to_owned(),
        limits: Limits {
            board: time("seconds"),
            idle: time("idle"),
            total: time("total"),
            ..Limits::default()
        },
        most_players,
        most_per_address: number("per-address"),
    };
    let mut log = Log::new(scoreboard::viewer(session));
    if let Some(path) = word("log") {
        let mut lines = Lines::log(path, MOST_LOG)?;
        let mut missing = 0;
        log = log.and(move |event| {
            let mut event = event.clone();
            if missing > 0 {
                let before = event["left_out_before"].as_u64().unwrap_or(0);
                event["left_out_before"] = json!(before + missing);
            }
            match lines.add(&event.to_string()) {
                Ok(()) => missing = 0,
                // Later events may find room again.
                Err(error) => {
                    if missing == 0 {
                        session::error(&format!(
                            "{error:#}: events are missing in the log from here"
                        ));
                    }
                    missing += 1;
                }
            }
        });
    }
    if let Some(path) = word("results") {
        let mut guard = Guard::new(matches.get_flag("force"));
        guard.input(word("log"), "the log");
        output::probe(path)?;
        guard.output(path, "the results", |old| {
            old.starts_with(scoreboard::RESULTS.as_bytes())
        })?;
        log = log.and(scoreboard::keeper(path.to_owned()));
    }
    let listen = word("listen").unwrap_or_default();
    let server = Server::bind(listen, settings, log);
    let server = server.map_err(|error| anyhow!(error).context(listen.to_owned()))?;
    session.say(&format!("listening on {}", server.address()?));
    session.explain(&format!("seed {seed}"));
    signals::others_wait();
    server.run(session.interrupted());
    Ok(Exit::Stopped)
}

/// All boards of a directory, each of which must have a path.
fn read_boards(
    directory: &str,
    session: &Session,
) -> anyhow::Result<Vec<unicursal::pellet::Board>> {
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(directory).with_context(|| directory.to_owned())? {
        let path = entry.with_context(|| directory.to_owned())?.path();
        if path.is_file() {
            paths.push(path);
        }
    }
    paths.sort();
    if paths.is_empty() {
        bail!("{directory}: there are no files");
    }
    let read = |path: &std::path::PathBuf| {
        let name = path.to_string_lossy().into_owned();
        let control = Control::new()
            .time_limit(TRIAL)
            .cancelled_by(session.interrupted());
        let text = input::bytes(&name, &control, session)?;
        let board = Boards::read(&text, &control);
        let error = |error| match error {
            BoardError::Failed(error) => anyhow!(error),
            other => anyhow!(other),
        };
        board.map_err(|failed| error(failed).context(name))
    };
    paths.iter().map(read).collect()
}

/// A seed that nobody can guess, for those who gave none: whoever knows it knows all boards.
pub fn fresh_seed() -> anyhow::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| anyhow!("no randomness for a seed: {error}"))?;
    Ok(format!("{:032x}", u128::from_le_bytes(bytes)))
}

/// Reads a key, which must fit into the last verdict.
fn key(text: &str) -> Result<String, String> {
    if text.trim().is_empty() || text.contains(['\n', '\r']) {
        return Err("a key is one line, which is not empty".to_owned());
    }
    Ok(text.to_owned())
}

/// Reads `28x21`.
fn size(text: &str) -> Result<(usize, usize), String> {
    let sides = text.split_once('x');
    sides
        .and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)))
        .ok_or_else(|| "a size looks like 28x21".to_owned())
}
