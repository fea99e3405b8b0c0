//! `unicursal PUZZLE play` of Trail and Pellet Eater: play a level in the terminal whose path is
//! made of steps from a start.
//!
//! Nothing here knows a puzzle: free cells, thin walls and numbers come from the level's sheet, and
//! the independent checker says whether the path is right.

use std::ffi::OsString;
use std::io;

use anyhow::bail;
use clap::Command;
use crossterm::event::KeyEvent;
use serde_json::json;
use unicursal::picture::{Colour, ramp};
use unicursal::{Dir, Hint, Level, Puzzle, Sheet, SolveRequest, Verdict};

use super::OfPuzzle;
use super::hint::in_words;
use crate::args::{Given, Limits};
use crate::canvas::{Canvas, Glyph, Map};
use crate::exit::Exit;
use crate::player::{self, Key, Record, cells_left};
use crate::session::Session;
use crate::{args, input};

const KEYS: &[&str] = &["arrows step", "u undo", "r reset", "? hint", "q quit"];
const WALKER: Colour = Colour(255, 255, 255);
/// Characters of a cell: two for a number, one for a wall.
const WIDE: usize = 3;
/// What the keys do, for the help.
pub const KEYS_HELP: &str = "\
    Keys: arrows take a step (also: h j k l, w a s d). u or backspace takes it back, r resets,\n\
    ? gives a hint, q quits. If the level is solved, the solution is printed at the end; if not,\n\
    the exit code is 1.";

/// See the [module](self).
pub struct Play {
    pub level: Option<OsString>,
    pub record: Record,
}

impl OfPuzzle for Play {
    const NAME: &'static str = "play";

    fn command(puzzle: &'static dyn Puzzle) -> Command {
        let name = puzzle.name();
        Command::new(Self::NAME)
            .about("Play a level in the terminal")
            .arg(args::required_level())
            .args(Record::args())
            .arg(args::json())
            .after_help(format!(
                "{KEYS_HELP}\n\n\
                 Examples:\n  \
                 unicursal {name} play board.txt\n  \
                 unicursal {name} play {name}:8x8#spring --record game.json",
            ))
    }

    fn read(_: &'static dyn Puzzle, given: Given) -> anyhow::Result<Self> {
        Ok(Self {
            level: given.level(),
            record: Record::read(given),
        })
    }

    fn run(self, puzzle: &'static dyn Puzzle, session: &Session) -> anyhow::Result<Exit> {
        self.record.guard(self.level.as_deref(), puzzle)?;
        let control = Limits::default().control(session);
        let named = input::level(puzzle, self.level.as_deref(), &control, session)?;
        player::demand_terminal("")?;
        let mut game = Game::new(puzzle, &*named.level)?;
        let exit = player::play(&mut game, session)?;
        let path = json!(game.steps);
        let is_won = game.is_won;
        self.record.write(puzzle, &named, is_won, ("path", &path))?;
        let answer = game.is_won.then_some(game.steps.as_str());
        player::print_end(&named, answer, session)?;
        Ok(exit)
    }
}

struct Game<'a> {
    level: &'a (dyn Level + 'a),
    sheet: Sheet,
    free: Vec<bool>,
    /// The cells so far, from the start, and the letters of the steps between them.
    path: Vec<usize>,
    steps: String,
    status: String,
    is_won: bool,
}

impl player::Game for Game<'_> {
    fn press(&mut self, key: KeyEvent, canvas: &mut Canvas) -> anyhow::Result<()> {
        self.status.clear();
        match Key::of(key) {
            Key::Go(dir) => self.go(dir),
            Key::TakeBack => {
                self.is_won = false;
                if self.steps.pop().is_some() {
                    self.path.pop();
                }
            }
            Key::Reset => {
                self.is_won = false;
                self.path.truncate(1);
                self.steps.clear();
            }
            Key::Hint => player::think(self, canvas)?,
            Key::Enter | Key::Quit | Key::Interrupt | Key::Other => {}
        }
        Ok(())
    }

    fn is_won(&self) -> bool {
        self.is_won
    }

    fn draw(&self, canvas: &mut Canvas) -> io::Result<()> {
        let (width, height) = (self.sheet.width, self.sheet.height);
        let at = self.at();
        let map = Map {
            size: (width * WIDE, height * 2 - 1),
            focus: (at % width * WIDE, at / width * 2),
            glyph: |x, y| self.glyph(x, y),
        };
        canvas.draw(&map, &self.line(), KEYS)
    }
}

impl player::WithHints for Game<'_> {
    fn level(&self) -> &dyn Level {
        self.level
    }

    fn so_far(&self) -> String {
        self.steps.clone()
    }

    fn next_move(&mut self, hint: &Hint) -> anyhow::Result<String> {
        Ok(in_words(&hint.next))
    }

    fn say(&mut self, message: String) {
        self.status = message;
    }
}

impl<'a> Game<'a> {
    fn new(puzzle: &dyn Puzzle, level: &'a (dyn Level + 'a)) -> anyhow::Result<Self> {
        let (sheet, tiles) = (level.sheet(), puzzle.about().tiles);
        let singles = tiles.iter().filter(|tile| tile.single);
        let place = |symbol| sheet.cells.chars().position(|cell| cell == symbol);
        let Some(start) = singles.filter_map(|tile| place(tile.symbol)).min() else {
            bail!("the level has no start");
        };
        let walls = tiles.iter().filter(|tile| tile.fill == "wall");
        let walls: Vec<char> = walls.map(|tile| tile.symbol).collect();
        let free = sheet.cells.chars().map(|cell| !walls.contains(&cell));
        Ok(Self {
            level,
            free: free.collect(),
            path: vec![start],
            steps: String::new(),
            status: String::new(),
            is_won: false,
            sheet,
        })
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

    fn line(&self) -> String {
        if self.is_won {
            return format!("Solved in {} steps", self.steps.len());
        }
        let left = self.free.iter().filter(|&&free| free).count() - self.path.len();
        let status = &self.status;
        let gap = if status.is_empty() { "" } else { " · " };
        format!("{status}{gap}{}", cells_left(left))
    }

    /// The character at a place of the map.
    fn glyph(&self, column: usize, row: usize) -> Glyph {
        let (x, y) = (column / WIDE, row / 2);
        let cell = y * self.sheet.width + x;
        let plain = |letter| Glyph::new(letter, None);
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
        Glyph::new(letter, colour)
    }
}
