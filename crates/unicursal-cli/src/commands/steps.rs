//! `unicursal trail play`: play a level in the terminal whose path is made of steps from a start.
//!
//! Nothing here knows a puzzle: free cells, thin walls and numbers come from the level's sheet, and whether the path is
//! right is for the independent checker to say.

use std::io::IsTerminal;
use std::time::Duration;

use anyhow::bail;
use clap::{ArgMatches, Command};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use serde_json::json;
use unicursal::picture::{Colour, ramp};
use unicursal::{Dir, Level, Outcome, Puzzle, Sheet, SolveRequest, Verdict};

use crate::canvas::{Canvas, Glyph, Map};
use crate::exit::Exit;
use crate::session::Session;
use crate::terminal::Terminal;
use crate::{args, input, output};

const KEYS: &str = "arrows step  u undo  r reset  ? hint  q quit";
const WALKER: Colour = Colour(255, 255, 255);
/// How often to look whether someone wants the program to end.
const IDLE: Duration = Duration::from_millis(100);
/// How long a hint may take.
const HINT: Duration = Duration::from_secs(5);
/// Characters of a cell: two for a number, one for a wall.
const WIDE: usize = 3;

pub fn command(_: &'static dyn Puzzle) -> Command {
    Command::new("play")
        .about("Play a level in the terminal")
        .arg(args::required_level())
        .arg(args::json())
        .after_help(
            "Keys: arrows take a step (also: h j k l, w a s d). u or backspace takes it back, r resets,\n\
             ? gives a hint, q quits. A level that was solved is printed as a solution in the end.\n\n\
             Examples:\n  \
             unicursal trail play board.txt\n  \
             unicursal trail play trail:8x8/hard#spring",
        )
}

pub fn run(
    puzzle: &'static dyn Puzzle,
    matches: &ArgMatches,
    session: &Session,
) -> anyhow::Result<Exit> {
    let control = args::control(matches, session);
    let named = input::level(puzzle, args::word(matches, "level"), &control, session)?;
    let level = &*named.level;
    if !std::io::stdout().is_terminal() {
        bail!("play needs a terminal");
    }
    let sheet = level.sheet();
    let singles = puzzle.about().tiles.iter().filter(|tile| tile.single);
    let start = singles.filter_map(|tile| sheet.cells.chars().position(|cell| cell == tile.symbol));
    let Some(start) = start.min() else {
        bail!("the level has no start");
    };
    let walls = puzzle
        .about()
        .tiles
        .iter()
        .filter(|tile| tile.fill == "wall");
    let walls: Vec<char> = walls.map(|tile| tile.symbol).collect();
    let free = sheet.cells.chars().map(|cell| !walls.contains(&cell));
    let mut game = Game {
        level,
        free: free.collect(),
        path: vec![start],
        steps: String::new(),
        status: String::new(),
        is_won: false,
        sheet,
    };
    let terminal = Terminal::enter()?;
    let mut canvas = Canvas::new(session.colours_stdout());
    let ended = game.play(&mut canvas, session);
    drop(terminal);
    let exit = ended?;
    let answer = game.is_won.then_some(game.steps.as_str());
    if session.is_json() {
        output::json(&json!({
            "level": named.name,
            "outcome": if answer.is_some() { "solved" } else { "unsolved" },
            "answer": answer,
        }))?;
    } else if let Some(answer) = answer {
        output::stdout(format!("{answer}\n").as_bytes())?;
    }
    Ok(exit)
}

struct Game<'a> {
    level: &'a dyn Level,
    sheet: Sheet,
    free: Vec<bool>,
    /// The cells so far, from the start, and the letters of the steps between them.
    path: Vec<usize>,
    steps: String,
    status: String,
    is_won: bool,
}

impl Game<'_> {
    fn play(&mut self, canvas: &mut Canvas, session: &Session) -> anyhow::Result<Exit> {
        self.draw(canvas)?;
        while !session.is_interrupted() {
            let (keys, changed) = canvas.keys(IDLE)?;
            for key in keys {
                if let Some(exit) = self.press(key) {
                    return Ok(exit);
                }
            }
            if changed {
                self.draw(canvas)?;
            }
        }
        Ok(Exit::Interrupted)
    }

    fn press(&mut self, key: KeyEvent) -> Option<Exit> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        self.status.clear();
        match key.code {
            KeyCode::Char('c') if control => return Some(Exit::Interrupted),
            KeyCode::Char('q') | KeyCode::Esc => {
                return Some(if self.is_won { Exit::Yes } else { Exit::No });
            }
            KeyCode::Up | KeyCode::Char('k' | 'w') => self.go(Dir::Up),
            KeyCode::Down | KeyCode::Char('j' | 's') => self.go(Dir::Down),
            KeyCode::Left | KeyCode::Char('h' | 'a') => self.go(Dir::Left),
            KeyCode::Right | KeyCode::Char('l' | 'd') => self.go(Dir::Right),
            KeyCode::Backspace | KeyCode::Char('u') => {
                self.is_won = false;
                if self.steps.pop().is_some() {
                    self.path.pop();
                }
            }
            KeyCode::Char('r') => {
                self.is_won = false;
                self.path.truncate(1);
                self.steps.clear();
            }
            KeyCode::Char('?') => self.hint(),
            _ => {}
        }
        None
    }

    fn at(&self) -> usize {
        self.path.last().copied().unwrap_or_default()
    }

    /// The neighbour of a cell, unless the board ends or a thin wall stands there.
    fn beside(&self, cell: usize, dir: Dir) -> Option<usize> {
        let (width, height) = (self.sheet.width, self.sheet.height);
        let (x, y) = (cell % width, cell / width);
        let (to, wall) = match dir {
            Dir::Right => ((x + 1 < width).then(|| cell + 1)?, (x, y, false)),
            Dir::Down => ((y + 1 < height).then(|| cell + width)?, (x, y, true)),
            Dir::Left => (
                cell.checked_sub(1).filter(|_| x > 0)?,
                (x.checked_sub(1)?, y, false),
            ),
            Dir::Up => (cell.checked_sub(width)?, (x, y.checked_sub(1)?, true)),
        };
        let is_wall = self.has_wall(wall.0, wall.1, wall.2);
        (!is_wall).then_some(to)
    }

    fn has_wall(&self, x: usize, y: usize, below: bool) -> bool {
        let mut walls = self.sheet.walls.iter();
        walls.any(|wall| (wall.x, wall.y, wall.below) == (x, y, below))
    }

    fn number(&self, cell: usize) -> Option<usize> {
        let (x, y) = (cell % self.sheet.width, cell / self.sheet.width);
        let mut numbers = self.sheet.numbers.iter();
        let found = numbers.find(|numbered| (numbered.x, numbered.y) == (x, y));
        found.map(|numbered| numbered.number)
    }

    fn go(&mut self, dir: Dir) {
        let next = self.beside(self.at(), dir);
        let Some(next) = next.filter(|&next| self.free[next]) else {
            "a wall".clone_into(&mut self.status);
            return;
        };
        if self.path.contains(&next) {
            "visited already".clone_into(&mut self.status);
            return;
        }
        let met = self
            .path
            .iter()
            .filter_map(|&cell| self.number(cell))
            .count();
        if let Some(number) = self.number(next).filter(|&number| number != met + 1) {
            self.status = format!("{number} comes after {}", met + 1);
            return;
        }
        self.path.push(next);
        self.steps.push(dir.letter().to_ascii_lowercase());
        let verdict = self
            .level
            .check(&SolveRequest::default(), self.steps.as_bytes());
        self.is_won = verdict == Ok(Verdict::Valid);
    }

    fn hint(&mut self) {
        let control = unicursal::Control::new().time_limit(HINT);
        let hint = self.level.hint(self.steps.as_bytes(), &control);
        self.status = match hint.map(|solved| solved.outcome) {
            Ok(Outcome::Solved(hint)) => format!("go {}", hint.next),
            Ok(Outcome::Unsolvable { .. }) => "no path goes on from here".to_owned(),
            Ok(Outcome::Unknown(unknown)) => unknown.to_string(),
            Err(error) => error.to_string(),
        };
    }

    fn draw(&self, canvas: &mut Canvas) -> std::io::Result<()> {
        let (width, height) = (self.sheet.width, self.sheet.height);
        let at = self.at();
        let map = Map {
            size: (width * WIDE, height * 2 - 1),
            focus: (at % width * WIDE, at / width * 2),
            glyph: |x, y| self.glyph(x, y),
        };
        canvas.draw(&map, [&self.line(), KEYS])
    }

    fn line(&self) -> String {
        if self.is_won {
            return format!("Solved in {} steps", self.steps.len());
        }
        let left = self.free.iter().filter(|&&free| free).count() - self.path.len();
        let status = &self.status;
        let gap = if status.is_empty() { "" } else { " · " };
        format!("{status}{gap}{left} cells left")
    }

    /// The character at a place of the map.
    fn glyph(&self, column: usize, row: usize) -> Glyph {
        let (x, y) = (column / WIDE, row / 2);
        let cell = y * self.sheet.width + x;
        let plain = |letter| Glyph {
            letter,
            colour: None,
        };
        if row % 2 == 1 {
            let is_wall = column % WIDE < WIDE - 1 && self.has_wall(x, y, true);
            return plain(if is_wall { '─' } else { ' ' });
        }
        if column % WIDE == WIDE - 1 {
            return plain(if self.has_wall(x, y, false) {
                '│'
            } else {
                ' '
            });
        }
        let place = self.path.iter().position(|&known| known == cell);
        let colour = match place {
            _ if cell == self.at() => Some(WALKER),
            Some(place) => Some(ramp(place as f64 / self.free.len() as f64)),
            None => None,
        };
        let text = match self.number(cell) {
            Some(number) => format!("{number:>2}"),
            None if !self.free[cell] => "██".to_owned(),
            None if cell == self.at() => " @".to_owned(),
            None if place.is_some() => " o".to_owned(),
            None => " ·".to_owned(),
        };
        let letter = text.chars().rev().nth(1 - column % WIDE).unwrap_or(' ');
        Glyph { letter, colour }
    }
}
