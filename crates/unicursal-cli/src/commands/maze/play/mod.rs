//! `unicursal maze play`: watch a walk in the terminal, or walk by hand.

mod film;
mod hand;
mod screen;

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use anyhow::bail;
use clap::{Arg, ArgAction, ArgMatches, Command};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use serde_json::json;
use unicursal::Puzzle;
use unicursal::maze::{End, Rule, Style, Tour};

use crate::canvas::Canvas;
use crate::exit::Exit;
use crate::session::Session;
use crate::terminal::Terminal;
use crate::{args, output};
use film::Film;

/// How long a picture stays before the next; steps in between are not shown.
const FRAME: Duration = Duration::from_millis(33);
/// How often to look whether someone wants the program to end.
const IDLE: Duration = Duration::from_millis(100);
/// Steps for each second.
const SPEEDS: [u32; 13] = [
    1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000, 100_000, 1_000_000,
];

pub fn command(puzzle: &'static dyn Puzzle) -> Command {
    Command::new("play")
        .about("Watch a walk in the terminal, or walk by hand")
        .arg(args::required_level().value_name("FILE"))
        .arg(args::method_or_default(puzzle, "How to walk"))
        .arg(
            Arg::new("speed")
                .long("speed")
                .value_name("N")
                .value_parser(args::whole::<u32>(1..=1_000_000))
                .default_value("10")
                .help("Steps for each second"),
        )
        .arg(
            Arg::new("paused")
                .long("paused")
                .action(ArgAction::SetTrue)
                .help("Wait for a key before the first step"),
        )
        .arg(
            Arg::new("by-hand")
                .long("by-hand")
                .action(ArgAction::SetTrue)
                .conflicts_with_all(["speed", "paused"])
                .help("Walk yourself, with the arrow keys"),
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

pub fn run(
    puzzle: &'static dyn Puzzle,
    matches: &ArgMatches,
    session: &Session,
) -> anyhow::Result<Exit> {
    let word = args::word(matches, "level").unwrap_or("-");
    let rule = super::rule(matches)?;
    let control = args::control(matches, session);
    let named = super::load(puzzle, word, &control, session)?;
    if !std::io::stdout().is_terminal() {
        bail!("play needs a terminal; 'solve' prints the frames to anywhere");
    }
    if matches.get_flag("by-hand") {
        let shortest = Tour::of(&named.board, Rule::Shortest, &control, |_| {});
        let shortest = shortest.ok().filter(|tour| tour.end == End::Found);
        let mut canvas = Canvas::new(session.colours_stdout());
        let terminal = Terminal::enter()?;
        let steps = shortest.map(|tour| tour.steps);
        let ended = hand::play(&named.board, steps, &mut canvas, session);
        drop(terminal);
        let (exit, walked) = ended?;
        if session.is_json() {
            output::json(&json!({
                "level": named.name,
                "outcome": if exit == Exit::Yes { "solved" } else { "unsolved" },
                "steps": walked,
                "shortest": steps,
            }))?;
        }
        return Ok(exit);
    }
    let Ok(film) = Film::new(&named.board, rule, &control) else {
        return Ok(Exit::Interrupted);
    };
    let mut player = Player {
        film,
        playing: !matches.get_flag("paused"),
        speed: matches.get_one::<u32>("speed").copied().unwrap_or(10),
        last_step: Instant::now(),
    };
    let style = super::style(matches);
    let mut canvas = Canvas::new(session.colours_stdout());
    let terminal = Terminal::enter()?;
    let ended = play(&mut player, &mut canvas, style, session);
    drop(terminal);
    ended
}

struct Player<'a> {
    film: Film<'a>,
    playing: bool,
    speed: u32,
    last_step: Instant,
}

fn play(
    player: &mut Player,
    canvas: &mut Canvas,
    style: Style,
    session: &Session,
) -> anyhow::Result<Exit> {
    screen::draw(canvas, style, &player.film, player.playing, player.speed)?;
    while !session.is_interrupted() {
        let wait = if player.playing { FRAME } else { IDLE };
        let (keys, changed) = canvas.keys(wait)?;
        for key in keys {
            if let Some(exit) = player.press(key) {
                return Ok(exit);
            }
        }
        if player.advance() || changed {
            screen::draw(canvas, style, &player.film, player.playing, player.speed)?;
        }
    }
    Ok(Exit::Interrupted)
}

impl Player<'_> {
    /// Does what a key stands for; gives an exit code to quit with.
    fn press(&mut self, key: KeyEvent) -> Option<Exit> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if control => return Some(Exit::Interrupted),
            KeyCode::Char('q') | KeyCode::Esc => return Some(Exit::Yes),
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
        None
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
        // After a long pause of the whole program one second's steps are enough.
        for _ in 0..(due as u32).min(self.speed) {
            if !self.film.forward() {
                self.playing = false;
                break;
            }
        }
        true
    }
}
