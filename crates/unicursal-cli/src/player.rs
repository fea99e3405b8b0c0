//! Games in the terminal: what keys mean, how a game runs until the player quits, and how it is
//! recorded.

use std::ffi::OsStr;
use std::io::{self, IsTerminal};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use anyhow::bail;
use clap::Arg;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use serde_json::{Value, json};
use unicursal::{Control, Dir, Error, Hint, Level, Outcome, Puzzle, Solved};

use crate::args::{self, Given};
use crate::canvas::Canvas;
use crate::exit::Exit;
use crate::input::NamedLevel;
use crate::output::{self, Guard};
use crate::session::Session;
use crate::terminal::Terminal;

/// How often to check whether the program should end.
pub const IDLE: Duration = Duration::from_millis(100);
/// How long a hint may take.
const HINT: Duration = Duration::from_secs(20);
/// How often to look for a key that stops a hint.
const TICK: Duration = Duration::from_millis(20);

/// How many cells are left, in words.
pub fn cells_left(count: usize) -> String {
    let cells = if count == 1 { "cell" } else { "cells" };
    format!("{count} {cells} left")
}

/// What a key means in every game that is played by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    Go(Dir),
    Enter,
    TakeBack,
    Reset,
    Hint,
    Quit,
    Interrupt,
    Other,
}

impl Key {
    pub fn of(key: KeyEvent) -> Self {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if control => Self::Interrupt,
            KeyCode::Char('q') | KeyCode::Esc => Self::Quit,
            KeyCode::Up | KeyCode::Char('k' | 'w') => Self::Go(Dir::Up),
            KeyCode::Down | KeyCode::Char('j' | 's') => Self::Go(Dir::Down),
            KeyCode::Left | KeyCode::Char('h' | 'a') => Self::Go(Dir::Left),
            KeyCode::Right | KeyCode::Char('l' | 'd') => Self::Go(Dir::Right),
            KeyCode::Enter | KeyCode::Char(' ') => Self::Enter,
            KeyCode::Backspace | KeyCode::Char('u') => Self::TakeBack,
            KeyCode::Char('r') => Self::Reset,
            KeyCode::Char('?') => Self::Hint,
            _ => Self::Other,
        }
    }
}

/// Something that is played in the terminal.
pub trait Game {
    fn draw(&self, canvas: &mut Canvas) -> io::Result<()>;

    /// Does what a key means, if it is not the key that quits.
    fn press(&mut self, key: KeyEvent, canvas: &mut Canvas) -> anyhow::Result<()>;

    /// Whether nothing is left to do.
    fn is_won(&self) -> bool;

    /// How long to wait for a key.
    fn wait(&self) -> Duration {
        IDLE
    }

    /// Advances a game that runs by itself; returns whether anything changed.
    fn advance(&mut self) -> bool {
        false
    }
}

/// A game whose player can ask for the next move.
pub trait WithHints: Game {
    fn level(&self) -> &dyn Level;

    /// What was done so far, as hints read it.
    fn so_far(&self) -> String;

    /// The next move in words.
    fn next_move(&mut self, hint: &Hint) -> anyhow::Result<String>;

    /// Shows a message from now on.
    fn say(&mut self, message: String);
}

/// Shows the next move, and why, unless any key stops the search for it; that key counts as well.
pub fn think(game: &mut impl WithHints, canvas: &mut Canvas) -> anyhow::Result<()> {
    game.say("thinking; any key stops".to_owned());
    game.draw(canvas)?;
    let so_far = game.so_far();
    let hinted = hint(game.level(), &so_far, canvas)?;
    let message = match hinted.map(|solved| solved.outcome) {
        Ok(Outcome::Solved(hint)) if hint.next.is_empty() => {
            "hint: nothing is left to do".to_owned()
        }
        Ok(Outcome::Solved(hint)) => {
            let next = game.next_move(&hint)?;
            let reason = hint
                .reason
                .map(|reason| match reason.text.split_once(", ") {
                    // The reason begins with the move, which has been said already.
                    Some((way, why)) if next.ends_with(way) => format!(", {why}"),
                    _ => format!(": {}", reason.text),
                });
            format!("hint: {next}{}", reason.unwrap_or_default())
        }
        Ok(Outcome::Unsolvable { .. }) if so_far.is_empty() => {
            "this level has no solution".to_owned()
        }
        Ok(Outcome::Unsolvable { .. }) => "no solution from here: take something back".to_owned(),
        Ok(Outcome::Unknown(unknown)) => format!("no hint: {}", unknown.why),
        Err(error) => format!("no hint: {error}"),
    };
    game.say(message);
    Ok(())
}

/// Looks for a hint until a key is pressed, which is left for the game to read.
fn hint(
    level: &dyn Level,
    so_far: &str,
    canvas: &mut Canvas,
) -> io::Result<Result<Solved<Hint>, Error>> {
    let control = Control::new().time_limit(HINT);
    let control = control.cancelled_by(canvas.interrupted);
    thread::scope(|scope| {
        let work = scope.spawn(|| level.hint(so_far.as_bytes(), &control));
        let mut pressed = Vec::new();
        while !work.is_finished() {
            let keys = canvas.keys(TICK).inspect_err(|_| control.cancel())?.0;
            if !keys.is_empty() {
                control.cancel();
                pressed.extend(keys);
            }
        }
        canvas.put_back(pressed);
        match work.join() {
            Ok(hinted) => Ok(hinted),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// Refuses to play where there is no terminal; `instead` says what can be done there.
pub fn demand_terminal(instead: &str) -> anyhow::Result<()> {
    if io::stdout().is_terminal() {
        return Ok(());
    }
    bail!("play needs a terminal{instead}")
}

/// Plays until the player quits; exit code 1 if the game was not won.
pub fn play(game: &mut impl Game, session: &Session) -> anyhow::Result<Exit> {
    let mut canvas = Canvas::new(session);
    let terminal = Terminal::enter()?;
    let ended = play_on(game, &mut canvas);
    drop(terminal);
    ended
}

fn play_on(game: &mut impl Game, canvas: &mut Canvas) -> anyhow::Result<Exit> {
    game.draw(canvas)?;
    while !canvas.interrupted.load(Ordering::Relaxed) {
        let (keys, changed) = canvas.keys(game.wait())?;
        for key in keys {
            match Key::of(key) {
                Key::Interrupt => return Ok(Exit::Interrupted),
                Key::Quit if game.is_won() => return Ok(Exit::Yes),
                Key::Quit => return Ok(Exit::No),
                _ => game.press(key, canvas)?,
            }
        }
        if game.advance() || changed {
            game.draw(canvas)?;
        }
    }
    Ok(Exit::Interrupted)
}

/// Prints the solution of a game that was won; with `--json`, how any game ended.
pub fn print_end(
    named: &NamedLevel,
    answer: Option<&str>,
    session: &Session,
) -> anyhow::Result<()> {
    if session.is_json() {
        return output::json(&json!({
            "level": named.name,
            "outcome": if answer.is_some() { "solved" } else { "unsolved" },
            "answer": answer.map(str::trim_end),
        }));
    }
    match answer {
        Some(answer) => output::stdout(format!("{}\n", answer.trim_end()).as_bytes()),
        None => Ok(()),
    }
}

/// Where a game is recorded, if it is recorded.
pub struct Record {
    path: Option<String>,
    force: bool,
}

impl Record {
    /// `--record` and `--force`.
    pub fn args() -> [Arg; 2] {
        let record = args::option("record", "FILE")
            .help("Write the game as JSON, which every command takes as a LEVEL");
        [record, output::force()]
    }

    pub fn read(given: Given) -> Self {
        Self {
            path: given.text("record"),
            force: given.flag("force"),
        }
    }

    /// Refuses, before the game, to replace anything other than an older recording.
    pub fn guard(&self, level: Option<&OsStr>, puzzle: &dyn Puzzle) -> anyhow::Result<()> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        let mut guard = Guard::new(self.force);
        guard.input(level, "the level");
        output::probe(path)?;
        let beginning = format!("{{\"puzzle\":\"{}\"", puzzle.name());
        guard.output(path, "the recording", |old| {
            old.starts_with(beginning.as_bytes())
        })
    }

    /// Writes the game: `moves` is its last field, `path` or `turns`.
    pub fn write(
        &self,
        puzzle: &dyn Puzzle,
        named: &NamedLevel,
        is_won: bool,
        moves: (&str, &Value),
    ) -> anyhow::Result<()> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        let report = json!({
            "puzzle": puzzle.name(),
            "name": named.name,
            "level": named.level.text(),
            "victory": is_won,
            moves.0: moves.1,
        });
        output::file(path, format!("{report}\n").as_bytes())
    }
}
