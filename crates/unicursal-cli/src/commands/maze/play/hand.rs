//! Walking by hand: the arrow keys take a step, and the steps are counted.

use std::io;

use crossterm::event::KeyEvent;
use unicursal::Dir;
use unicursal::maze::{Board, Rule, Walk, compass};
use unicursal::picture::{Colour, ramp};

use crate::canvas::{Canvas, Glyph, Map};
use crate::player::{self, Key};

const KEYS: &[&str] = &["arrows step", "u undo", "r reset", "q quit"];
const WALKER: Colour = Colour(255, 255, 255);

/// A walk that someone takes.
pub struct Hand<'a> {
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

impl player::Game for Hand<'_> {
    fn press(&mut self, key: KeyEvent, _: &mut Canvas) -> anyhow::Result<()> {
        self.blocked = false;
        match Key::of(key) {
            Key::Go(dir) => self.go(dir),
            Key::TakeBack if self.cells.len() > 1 => {
                self.cells.pop();
                let at = self.at();
                self.visits[at] = self.visits[at].saturating_sub(1);
            }
            Key::Reset => {
                self.cells.truncate(1);
                self.visits.fill(0);
                self.facing = first_facing(self.board);
            }
            _ => {}
        }
        Ok(())
    }

    fn is_won(&self) -> bool {
        self.has_arrived()
    }

    fn draw(&self, canvas: &mut Canvas) -> io::Result<()> {
        let board = self.board;
        let map = Map {
            size: (board.width(), board.height()),
            focus: board.position(self.at()),
            glyph: |x, y| self.glyph(board.cell(x, y)),
        };
        canvas.draw(&map, &self.status(), KEYS)
    }
}

impl<'a> Hand<'a> {
    pub fn new(board: &'a Board, shortest: Option<usize>) -> Self {
        Self {
            board,
            cells: vec![board.start()],
            visits: vec![0; board.cell_count()],
            facing: first_facing(board),
            blocked: false,
            shortest,
        }
    }

    pub fn steps(&self) -> usize {
        self.cells.len() - 1
    }

    fn at(&self) -> usize {
        self.cells.last().copied().unwrap_or(self.board.start())
    }

    fn has_arrived(&self) -> bool {
        self.at() == self.board.end()
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
            // A cell that was walked over often is a place where the player was lost.
            cell if self.visits[cell] > 0 => {
                ('.', Some(ramp(f64::from(self.visits[cell].min(4)) / 4.0)))
            }
            cell if cell == self.board.start() => ('S', None),
            cell if self.board.is_free(cell) => ('#', None),
            _ => (' ', None),
        };
        Glyph::new(letter, colour)
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

/// Where a walker that has not moved yet looks, as in `solve`.
fn first_facing(board: &Board) -> Dir {
    let first = Walk::new(board, Rule::Left).next();
    first.map_or(Dir::Up, |state| state.facing)
}
