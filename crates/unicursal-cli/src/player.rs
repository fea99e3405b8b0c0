//! Games in the terminal: what keys mean, how a game runs until the player quits, and how it is
//! recorded.

use std::ffi::OsStr;
use std::io::{self, IsTerminal};
use std::time::Duration;

use anyhow::bail;
use clap::Arg;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use serde_json::{Value, json};
use unicursal::{Dir, Puzzle};

use crate::args::{self, Given};
use crate::canvas::Canvas;
use crate::exit::Exit;
use crate::input::NamedLevel;
use crate::output::{self, Guard};
use crate::session::Session;
use crate::terminal::Terminal;

/// How often to check whether the program should end.
pub const IDLE: Duration = Duration::from_millis(100);

/// How many cells are left, in words.
pub fn cells_left(count: usize) -> String {
    let cells = if count == 1 { "cell" } else { "cells" };
    format!("{count} {cells} left")
}

/// What a key stands for in every game that is played by hand.
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

    /// Does what a key stands for; returns an exit code in order to quit.
    fn press(
        &mut self,
        key: KeyEvent,
        canvas: &mut Canvas,
        session: &Session,
    ) -> anyhow::Result<Option<Exit>>;

    /// How long to wait for a key.
    fn wait(&self) -> Duration {
        IDLE
    }

    /// Lets a game that runs by itself go on; returns whether anything changed.
    fn advance(&mut self) -> bool {
        false
    }
}

/// Refuses to play where there is no terminal; `instead` says what can be done there.
pub fn demand_terminal(instead: &str) -> anyhow::Result<()> {
    if io::stdout().is_terminal() {
        return Ok(());
    }
    bail!("play needs a terminal{instead}")
}

/// Plays until the player quits.
pub fn play(game: &mut impl Game, session: &Session) -> anyhow::Result<Exit> {
    let mut canvas = Canvas::new(session.colours_stdout());
    let terminal = Terminal::enter()?;
    let ended = play_on(game, &mut canvas, session);
    drop(terminal);
    ended
}

fn play_on(game: &mut impl Game, canvas: &mut Canvas, session: &Session) -> anyhow::Result<Exit> {
    game.draw(canvas)?;
    while !session.is_interrupted() {
        let (keys, changed) = canvas.keys(game.wait())?;
        for key in keys {
            if let Some(exit) = game.press(key, canvas, session)? {
                return Ok(exit);
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
