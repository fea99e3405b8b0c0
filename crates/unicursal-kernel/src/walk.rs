//! Coil: beginnings of paths, tried one after the other.
//!
//! A walk is a start and some slides, each of them up to a wall, the edge or a visited cell. 'The path begins with this
//! walk' is a new fact; its literal is W below, and all that is said of it is true because the walk is known cell by cell.
//! Walks are a stack: each is one slide longer than the one below it.

use crate::Fault::{self, Wrong};
use crate::board::{Board, SIDES};
use crate::premises::{Reached, Sets};
use crate::wrong;

/// The walks that were begun and not taken back.
pub struct Walks {
    /// When each cell is visited, counted from 1; 0 for those that are not.
    visited: Vec<usize>,
    path: Vec<usize>,
    stack: Vec<Walk>,
}

struct Walk {
    literal: i32,
    length: usize,
    /// The literals of the walks that are one slide longer, by side.
    longer: [Option<i32>; 4],
}

impl Walks {
    /// No walks yet.
    pub fn new(board: &Board) -> Self {
        Self { visited: vec![0; board.free.len()], path: Vec::new(), stack: Vec::new() }
    }

    fn top(&self) -> Result<(&Walk, usize), Fault> {
        let top = self.stack.last().zip(self.path.last().copied());
        top.ok_or_else(|| Wrong("there is no walk".to_owned()))
    }

    fn push(&mut self, literal: i32) {
        self.stack.push(Walk { literal, length: self.path.len(), longer: [None; 4] });
    }

    fn visit(&mut self, cell: usize) {
        self.path.push(cell);
        self.visited[cell] = self.path.len();
    }

    /// The cell on a side, if it can be visited next.
    fn ahead(&self, board: &Board, cell: usize, side: usize) -> Option<usize> {
        board.next(cell, side).filter(|&next| self.visited[next] == 0)
    }

    /// `walk X,Y`: a path that starts there begins with this walk, so that W or it does not start there.
    pub fn begin(&mut self, board: &Board, cell: usize, literal: i32) -> Result<Vec<i32>, Fault> {
        if !self.stack.is_empty() {
            return wrong("another walk was begun");
        }
        self.visit(cell);
        self.push(literal);
        Ok(vec![literal, -board.end(cell, 0)])
    }

    /// `slide SIDE`: the walk that goes on that way until it is blocked.
    pub fn slide(&mut self, board: &Board, side: &str, literal: i32) -> Result<(), Fault> {
        let (_, mut cell) = self.top()?;
        let side = SIDES.iter().position(|&letter| side.as_bytes() == [letter]).unwrap_or(4);
        if self.ahead(board, cell, side).is_none() {
            return wrong("that way is blocked");
        }
        while let Some(next) = self.ahead(board, cell, side) {
            self.visit(next);
            cell = next;
        }
        if let Some(below) = self.stack.last_mut() {
            below.longer[side] = Some(literal);
        }
        self.push(literal);
        Ok(())
    }

    /// `back`: takes the last slide, or the start, back.
    pub fn back(&mut self) -> Result<(), Fault> {
        self.top()?;
        self.stack.pop();
        let length = self.stack.last().map_or(0, |walk| walk.length);
        for cell in self.path.drain(length..) {
            self.visited[cell] = 0;
        }
        Ok(())
    }

    /// `split`: not W, or the path goes on in one of the ways that are free, because cells are left.
    pub fn split(&self, board: &Board) -> Result<Vec<i32>, Fault> {
        let (walk, cell) = self.top()?;
        if self.path.len() == board.count {
            return wrong("the walk visits every cell");
        }
        let mut clause = vec![-walk.literal];
        for side in (0..4).filter(|&side| self.ahead(board, cell, side).is_some()) {
            match walk.longer[side] {
                Some(longer) => clause.push(longer),
                None => return wrong("there is a way that was not tried"),
            }
        }
        Ok(clause)
    }

    /// `dead X,Y [X,Y]`: cells that are not visited and have at most one neighbour that is not, or is where the walk stands: the
    /// path cannot come and go. One of them is the end, or not W; two cannot both be.
    pub fn dead(&self, board: &Board, cells: &[usize]) -> Result<Vec<i32>, Fault> {
        let (walk, head) = self.top()?;
        for &cell in cells {
            let near = board.sides(cell).filter_map(|side| board.next(cell, side));
            let ways = near.filter(|&near| self.visited[near] == 0 || near == head).count();
            if self.visited[cell] != 0 || ways > 1 {
                return wrong("the path can come and go there");
            }
        }
        match cells {
            &[cell] => Ok(vec![-walk.literal, board.end(cell, 1)]),
            [one, other] if one != other => Ok(vec![-walk.literal]),
            _ => wrong("this takes one cell, or two"),
        }
    }

    /// `part X,Y`: not W, because from this cell not all cells that are left can be reached over such cells.
    pub fn part(&self, board: &Board, cell: usize, reached: &mut Reached) -> Result<Vec<i32>, Fault> {
        let (walk, _) = self.top()?;
        let left = board.count - self.path.len();
        let may = |cell: usize, side: usize| self.ahead(board, cell, side).is_some();
        if self.visited[cell] != 0 || reached.flood(board, cell, may) == left {
            return wrong("what is left hangs together");
        }
        Ok(vec![-walk.literal])
    }

    /// `so LITERAL ... 0`: not W, or one of the literals, because the walk makes one of them true: a side of a visited cell is used
    /// if the walk goes there, visited cells come before others, and in their order.
    pub fn so(&self, board: &Board, sets: &Sets, clause: &[i32]) -> Result<Vec<i32>, Fault> {
        let (walk, _) = self.top()?;
        if !clause.iter().any(|&literal| self.value(board, sets, literal) == Some(true)) {
            return wrong("the walk makes none of these true");
        }
        Ok([&[-walk.literal], clause].concat())
    }

    fn value(&self, board: &Board, sets: &Sets, literal: i32) -> Option<bool> {
        let start = *self.path.first()?;
        if let Some(value) = sets.value(board, literal, 0, start) {
            return Some(value);
        }
        let cell = (literal.unsigned_abs() as usize - 1) / board.facts();
        if cell >= board.free.len() || !board.free[cell] {
            return None;
        }
        let times = |other: usize| (self.visited[cell], self.visited[other]);
        let is_whole = self.path.len() == board.count;
        for side in 0..2 {
            let Some(near) = board.next(cell, side) else {
                continue;
            };
            let (here, there) = times(near);
            let known =
                here.min(there) > 0 || is_known(here, self.path.len()) || is_known(there, self.path.len());
            if board.used(cell, side) == Some(literal.abs()) && known {
                let used = here.min(there) > 0 && here.abs_diff(there) == 1;
                return Some(used == (literal > 0));
            }
            if board.later(cell, side) == Some(literal.abs()) && here.max(there) > 0 {
                let later = here > 0 && (there == 0 || there > here);
                return Some(later == (literal > 0));
            }
        }
        let last = self.visited[cell] == self.path.len() && is_whole;
        let is_end = literal.abs() == board.end(cell, 1) && self.visited[cell] > 0;
        is_end.then_some(last == (literal > 0))
    }

    /// `found K`: not W, because the walk is a whole answer that is not asked about.
    pub fn found(&self, answer: &[usize]) -> Result<Vec<i32>, Fault> {
        let (walk, _) = self.top()?;
        if self.path != answer {
            return wrong("the walk is not that answer");
        }
        Ok(vec![-walk.literal])
    }
}

/// Whether all neighbours on the path of a cell that was visited then are known: it is not where the walk stands.
fn is_known(time: usize, now: usize) -> bool {
    time > 0 && time < now
}
