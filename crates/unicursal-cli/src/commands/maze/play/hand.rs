//! Walking by hand: the arrow keys take a step, and the steps are counted.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use unicursal::Dir;
use unicursal::maze::{Board, compass};
use unicursal::picture::{Colour, ramp};

use crate::canvas::{Canvas, Glyph, Map};
use crate::exit::Exit;
use crate::session::Session;

const KEYS: &str = "arrows step  u undo  r reset  q quit";
const WALKER: Colour = Colour(255, 255, 255);
/// How often to look whether someone wants the program to end.
const IDLE: Duration = Duration::from_millis(100);

/// A walk that someone takes.
struct Hand<'a> {
    board: &'a Board,
    /// The cells so far, from the start.
    cells: Vec<usize>,
    /// How many of them are each cell.
    visits: Vec<u32>,
    facing: Dir,
    blocked: bool,
    /// Steps of a shortest path.
    shortest: Option<usize>,
}

/// Lets the user walk until the key to quit; exit code 1 if the end was not reached. Also says how many
/// steps were taken.
pub fn play(
    board: &Board,
    shortest: Option<usize>,
    canvas: &mut Canvas,
    session: &Session,
) -> anyhow::Result<(Exit, usize)> {
    let mut hand = Hand {
        board,
        cells: vec![board.start()],
        visits: vec![0; board.cell_count()],
        facing: Dir::Down,
        blocked: false,
        shortest,
    };
    hand.draw(canvas)?;
    while !session.is_interrupted() {
        let (keys, changed) = canvas.keys(IDLE)?;
        for key in keys {
            if let Some(exit) = hand.press(key) {
                return Ok((exit, hand.steps()));
            }
        }
        if changed {
            hand.draw(canvas)?;
        }
    }
    Ok((Exit::Interrupted, hand.steps()))
}

impl Hand<'_> {
    fn steps(&self) -> usize {
        self.cells.len() - 1
    }

    fn at(&self) -> usize {
        self.cells.last().copied().unwrap_or(self.board.start())
    }

    fn has_arrived(&self) -> bool {
        self.at() == self.board.end()
    }

    fn press(&mut self, key: KeyEvent) -> Option<Exit> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        self.blocked = false;
        match key.code {
            KeyCode::Char('c') if control => return Some(Exit::Interrupted),
            KeyCode::Char('q') | KeyCode::Esc => {
                return Some(if self.has_arrived() {
                    Exit::Yes
                } else {
                    Exit::No
                });
            }
            KeyCode::Up | KeyCode::Char('k' | 'w') => self.go(Dir::Up),
            KeyCode::Down | KeyCode::Char('j' | 's') => self.go(Dir::Down),
            KeyCode::Left | KeyCode::Char('h' | 'a') => self.go(Dir::Left),
            KeyCode::Right | KeyCode::Char('l' | 'd') => self.go(Dir::Right),
            KeyCode::Backspace | KeyCode::Char('u') if self.cells.len() > 1 => {
                self.cells.pop();
                let at = self.at();
                self.visits[at] = self.visits[at].saturating_sub(1);
            }
            KeyCode::Char('r') => {
                self.cells.truncate(1);
                self.visits.fill(0);
            }
            _ => {}
        }
        None
    }

    fn go(&mut self, dir: Dir) {
        if self.has_arrived() {
            return;
        }
        self.facing = dir;
        let at = self.at();
        if self.board.can_go(at, dir) {
            self.visits[at] += 1;
            self.cells.push(self.board.neighbour(at, dir));
        } else {
            self.blocked = true;
        }
    }

    fn draw(&self, canvas: &mut Canvas) -> std::io::Result<()> {
        let board = self.board;
        let map = Map {
            size: (board.width(), board.height()),
            focus: board.position(self.at()),
            glyph: |x, y| self.glyph(board.cell(x, y)),
        };
        canvas.draw(&map, [&self.status(), KEYS])
    }

    fn glyph(&self, cell: usize) -> Glyph {
        let walker = match self.facing {
            Dir::Up => '^',
            Dir::Left => '<',
            Dir::Down => 'v',
            Dir::Right => '>',
        };
        let (letter, colour) = match cell {
            cell if cell == self.at() && !self.has_arrived() => (walker, Some(WALKER)),
            cell if cell == self.board.end() => ('E', None),
            // A cell that was walked over often is a place where one was lost.
            cell if self.visits[cell] > 0 => {
                ('.', Some(ramp(f64::from(self.visits[cell].min(4)) / 4.0)))
            }
            cell if cell == self.board.start() => ('S', None),
            cell if self.board.is_free(cell) => ('#', None),
            _ => (' ', None),
        };
        Glyph { letter, colour }
    }

    fn status(&self) -> String {
        let steps = self.steps();
        let (x, y) = self.board.position(self.at());
        if self.has_arrived() {
            let best = self
                .shortest
                .map_or(String::new(), |best| format!(", {best} are enough"));
            return format!("Solution Found! {steps} steps{best}");
        }
        let wall = if self.blocked { "a wall · " } else { "" };
        format!("{wall}step {steps} · {x},{y} {}", compass(self.facing))
    }
}
