//! `unicursal maze play`: watch a walk in the terminal, or walk by hand.

mod film;
mod hand;
mod screen;

use std::ffi::OsString;
use std::io;
use std::time::{Duration, Instant};

use clap::Command;
use crossterm::event::{KeyCode, KeyEvent};
use serde_json::json;
use unicursal::Puzzle;
use unicursal::maze::{End, Rule, Style, Tour};

use crate::args::{Given, Limits};
use crate::canvas::Canvas;
use crate::commands::OfPuzzle;
use crate::exit::Exit;
use crate::session::Session;
use crate::{args, output, player};
use film::Film;
use hand::Hand;

/// How long a picture stays before the next; steps in between are not shown.
const FRAME: Duration = Duration::from_millis(33);
/// How often to look whether someone wants the program to end.
const IDLE: Duration = player::IDLE;
/// Steps for each second.
const SPEEDS: [u32; 13] = [
    1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000, 100_000, 1_000_000,
];

/// See the [module](self).
pub struct Play {
    level: OsString,
    rule: Rule,
    by_hand: bool,
    paused: bool,
    /// Steps for each second.
    speed: u32,
    facing_down: u8,
}

impl OfPuzzle for Play {
    const NAME: &'static str = "play";

    fn command(puzzle: &'static dyn Puzzle) -> Command {
        Command::new(Self::NAME)
            .about("Watch a walk in the terminal, or walk by hand")
            .arg(args::required_level().value_name("FILE"))
            .arg(args::method_or_default(puzzle, "How to walk"))
            .arg(
                args::option("speed", "N")
                    .value_parser(args::whole::<u32>(1..=1_000_000))
                    .default_value("10")
                    .help("Steps for each second"),
            )
            .arg(args::flag("paused", "Wait for a key before the first step"))
            .arg(
                args::flag("by-hand", "Walk yourself, with the arrow keys")
                    .conflicts_with_all(["speed", "paused"]),
            )
            .arg(super::facing_down())
            .arg(args::json().requires("by-hand"))
            .after_help(
                "Keys: space plays and pauses, right and left take a step, + and - change the speed,\n\
                 end and home jump there, q quits (also: l h, e g).\n\n\
                 Examples:\n  \
                 unicursal maze play maze.txt\n  \
                 unicursal maze play maze.txt --by-hand\n  \
                 unicursal maze play maze:41x21/dfs#spring --rule right --speed 50",
            )
    }

    fn read(_: &'static dyn Puzzle, given: Given) -> anyhow::Result<Self> {
        Ok(Self {
            level: given.level().unwrap_or_else(|| "-".into()),
            rule: super::rule(given)?,
            by_hand: given.flag("by-hand"),
            paused: given.flag("paused"),
            speed: given.value("speed").unwrap_or(10),
            facing_down: super::facing(given),
        })
    }

    fn run(self, puzzle: &'static dyn Puzzle, session: &Session) -> anyhow::Result<Exit> {
        let control = Limits::default().control(session);
        let named = super::load(puzzle, &self.level, &control, session)?;
        player::demand_terminal("; 'solve' prints the frames to anywhere")?;
        if self.by_hand {
            let shortest = Tour::of(&named.board, Rule::Shortest, &control, |_| {});
            let shortest = shortest.ok().filter(|tour| tour.end == End::Found);
            let shortest = shortest.map(|tour| tour.steps);
            let mut hand = Hand::new(&named.board, shortest);
            let exit = player::play(&mut hand, session)?;
            if session.is_json() {
                output::json(&json!({
                    "level": named.name,
                    "outcome": if exit == Exit::Yes { "solved" } else { "unsolved" },
                    "steps": hand.steps(),
                    "shortest": shortest,
                }))?;
            }
            return Ok(exit);
        }
        let Ok(film) = Film::new(&named.board, self.rule, &control) else {
            return Ok(Exit::Interrupted);
        };
        let mut player = Player {
            film,
            playing: !self.paused,
            speed: self.speed,
            last_step: Instant::now(),
            style: Style {
                facing_down: self.facing_down,
                ..Style::default()
            },
        };
        player::play(&mut player, session)
    }
}

struct Player<'a> {
    film: Film<'a>,
    playing: bool,
    speed: u32,
    last_step: Instant,
    style: Style,
}

impl player::Game for Player<'_> {
    fn draw(&self, canvas: &mut Canvas) -> io::Result<()> {
        screen::draw(canvas, self.style, &self.film, self.playing, self.speed)
    }

    fn wait(&self) -> Duration {
        if self.playing { FRAME } else { IDLE }
    }

    fn press(&mut self, key: KeyEvent, _: &mut Canvas) -> anyhow::Result<()> {
        match key.code {
            KeyCode::Char(' ') => {
                self.playing = !self.playing;
                self.last_step = Instant::now();
            }
            KeyCode::Right | KeyCode::Char('l') => {
                self.playing = false;
                self.film.forward();
            }
            KeyCode::Left | KeyCode::Char('h') => {
                self.playing = false;
                self.film.back();
            }
            KeyCode::Char('+' | '=') | KeyCode::Up => {
                let mut faster = SPEEDS.into_iter();
                self.speed = faster.find(|&s| s > self.speed).unwrap_or(self.speed);
            }
            KeyCode::Char('-') | KeyCode::Down => {
                let mut slower = SPEEDS.into_iter().rev();
                self.speed = slower.find(|&s| s < self.speed).unwrap_or(self.speed);
            }
            KeyCode::End | KeyCode::Char('e') => {
                self.playing = false;
                while self.film.forward() {}
            }
            KeyCode::Home | KeyCode::Char('g') => {
                self.playing = false;
                while self.film.back() {}
            }
            _ => {}
        }
        Ok(())
    }

    /// When watching, one can leave at any time.
    fn is_won(&self) -> bool {
        true
    }

    /// Takes the steps that are due; says whether anything changed.
    fn advance(&mut self) -> bool {
        if !self.playing {
            return false;
        }
        let due = self.last_step.elapsed().as_secs_f64() * f64::from(self.speed);
        if due < 1.0 {
            return false;
        }
        self.last_step = Instant::now();
        // After a long pause of the whole program, the steps of one second are enough.
        for _ in 0..(due as u32).min(self.speed) {
            if !self.film.forward() {
                self.playing = false;
                break;
            }
        }
        true
    }
}
