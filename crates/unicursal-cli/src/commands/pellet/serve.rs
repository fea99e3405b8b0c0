//! `unicursal pellet serve`: run the challenge.

use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use clap::Command;
use serde_json::{Value, json};
use unicursal::{Control, Puzzle};
use unicursal_serve::pellet::{BoardError, Boards, Limits, Log, Server, Settings};

use super::scoreboard;
use crate::args::{self, Given};
use crate::commands::OfPuzzle;
use crate::exit::Exit;
use crate::output::{self, Guard, Lines};
use crate::session::{self, Session};
use crate::{files, input, signals};

/// A log that is longer becomes `FILE.1`, in place of an older one.
const MOST_LOG: u64 = 64 << 20;

/// How long a board of the organiser's may take to be solved before the challenge begins.
const TRIAL: Duration = Duration::from_secs(60);

/// See the [module](self).
pub struct Serve {
    listen: String,
    /// A folder of boards, instead of fresh ones.
    boards: Option<String>,
    count: usize,
    /// The sizes of the first and of the last fresh board.
    from: (usize, usize),
    to: (usize, usize),
    seed: Option<String>,
    key: String,
    limits: Limits,
    players: usize,
    per_address: usize,
    log: Option<String>,
    results: Option<String>,
    force: bool,
}

impl OfPuzzle for Serve {
    const NAME: &'static str = "serve";

    fn command(_: &'static dyn Puzzle) -> Command {
        let text = |name: &'static str, value: &'static str, default: &'static str| {
            let arg = args::option(name, value);
            if default.is_empty() {
                arg
            } else {
                arg.default_value(default)
            }
        };
        let time = |name, default| text(name, "TIME", default).value_parser(args::duration);
        let number =
            |name, default| text(name, "N", default).value_parser(args::whole::<u16>(1..=65535));
        Command::new(Self::NAME)
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
            .arg(time("idle", "30").help("How long a player may be silent"))
            .arg(time("total", "15m").help("Time for a whole game"))
            .arg(number("players", "1000").help("How many players there may be at once"))
            .arg(number("per-address", "100").help("How many of them may come from one address"))
            .arg(
                text("key", "TEXT", "WellEaten")
                    .value_parser(key)
                    .help("What the last verdict tells a winner"),
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
                 protocol. Ctrl-C ends the challenge. Events are reported on standard error; on a terminal, with \
                 a table of the players.\n\n\
                 Examples:\n  \
                 unicursal pellet serve --key SesameOpen --seconds 10\n  \
                 unicursal pellet serve --log log.jsonl --results results.csv",
            )
    }

    fn read(_: &'static dyn Puzzle, given: Given) -> anyhow::Result<Self> {
        for name in ["seconds", "idle", "total"] {
            if given.time(name).is_zero() {
                bail!("--{name}: nobody can play in no time");
            }
        }
        let number = |name| given.value::<u16>(name).map_or(1, usize::from);
        let size = |name| given.value(name).unwrap_or((8, 8));
        Ok(Self {
            listen: given.text("listen").unwrap_or_default(),
            boards: given.text("boards"),
            count: number("count"),
            from: size("from"),
            to: size("to"),
            seed: given.text("seed"),
            key: given.text("key").unwrap_or_default(),
            limits: Limits {
                board: given.time("seconds"),
                idle: given.time("idle"),
                total: given.time("total"),
                ..Limits::default()
            },
            players: number("players"),
            per_address: number("per-address"),
            log: given.text("log"),
            results: given.text("results"),
            force: given.flag("force"),
        })
    }

    fn run(self, _: &'static dyn Puzzle, session: &Session) -> anyhow::Result<Exit> {
        let seed = match &self.seed {
            Some(seed) => seed.clone(),
            None => fresh_seed()?,
        };
        let settings = self.settings(&seed, session)?;
        let log = self.log(session)?;
        let server = Server::bind(&self.listen, settings, log);
        let server = server.map_err(|error| anyhow!(error).context(self.listen.clone()))?;
        session.say(&format!("listening on {}", server.address()?));
        session.explain(&format!("seed {seed}"));
        signals::others_wait();
        server.run(session.interrupted());
        Ok(Exit::Complete)
    }
}

impl Serve {
    fn settings(&self, seed: &str, session: &Session) -> anyhow::Result<Settings> {
        let boards = match &self.boards {
            Some(directory) => Boards::Given(read_boards(directory, session)?),
            None => Boards::Fresh {
                count: self.count,
                from: self.from,
                to: self.to,
                seed: seed.to_owned(),
            },
        };
        boards.check()?;
        let most_players = files::room_for(self.players);
        if most_players < self.players {
            session.say(&format!(
                "only {most_players} may play at once: the system allows no more open files"
            ));
        }
        Ok(Settings {
            boards,
            key: self.key.clone(),
            limits: self.limits.clone(),
            most_players,
            most_per_address: self.per_address,
        })
    }

    /// Where events are reported: the terminal, and the files that options name.
    fn log(&self, session: &Session) -> anyhow::Result<Log> {
        let mut log = Log::new(scoreboard::viewer(session));
        if let Some(path) = &self.log {
            log = log.and(appender(path)?);
        }
        if let Some(path) = &self.results {
            let mut guard = Guard::new(self.force);
            guard.input(self.log.as_deref(), "the log");
            output::probe(path)?;
            guard.output(path, "the results", |old| {
                old.starts_with(scoreboard::RESULTS.as_bytes())
            })?;
            log = log.and(scoreboard::keeper(path.clone()));
        }
        Ok(log)
    }
}

/// Appends events to a file. If there is no room for some, the next event says how many are
/// missing.
fn appender(path: &str) -> anyhow::Result<impl FnMut(&Value) + Send + 'static + use<>> {
    let mut lines = Lines::log(path, MOST_LOG)?;
    let mut missing = 0;
    Ok(move |event: &Value| {
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
    })
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

/// A seed that nobody can guess, where none was given: the seed gives away all boards.
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
