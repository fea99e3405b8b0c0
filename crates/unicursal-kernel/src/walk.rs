//! Coil: beginnings of paths, tried one after the other.
//!
//! A walk is a start and some slides, each of them up to a wall, the edge or a visited cell. 'The path begins with this
//! walk' is a new fact; its literal is W below, and all that is said of it is true because the walk is known cell by cell.
//! Walks are a stack: each is one slide longer than the one below it.

use crate::Rules;
use crate::board::{Board, SIDES, ensure};
use crate::premises::flood;

/// The walks that were begun and not taken back.
pub struct Walks {
    visited: Vec<bool>,
    /// How many cells are not visited.
    left: usize,
    stack: Vec<Walk>,
}

struct Walk {
    literal: i32,
    /// The cells of its last slide, or its start.
    cells: Vec<usize>,
    /// The literals of the walks that are one slide longer, by side.
    longer: [Option<i32>; 4],
}

impl Walks {
    /// No walks yet.
    pub fn new(board: &Board) -> Self {
        Self { visited: vec![false; board.free.len()], left: board.count, stack: Vec::new() }
    }

    /// The latest walk, and the cell where it stands.
    fn top(&self) -> Result<(&Walk, usize), String> {
        let walk = self.stack.last().ok_or("there is no walk")?;
        Ok((walk, walk.cells[walk.cells.len() - 1]))
    }

    fn push(&mut self, literal: i32, cells: Vec<usize>) {
        self.left -= cells.len();
        for &cell in &cells {
            self.visited[cell] = true;
        }
        self.stack.push(Walk { literal, cells, longer: [None; 4] });
    }

    /// The cell on a side, if it can be visited next.
    fn ahead(&self, board: &Board, cell: usize, side: usize) -> Option<usize> {
        board.next(cell, side).filter(|&next| !self.visited[next])
    }

    /// `walk X,Y`: a path that starts there begins with this walk, so that W or it does not start there.
    pub fn begin(&mut self, board: &Board, cell: usize, literal: i32) -> Result<Vec<i32>, String> {
        ensure(board.rules == Rules::Coil && self.stack.is_empty(), "no walk can be begun")?;
        self.push(literal, vec![cell]);
        Ok(vec![literal, -board.end(cell, 0)])
    }

    /// `slide SIDE`: the walk that goes on that way until it is blocked.
    pub fn slide(&mut self, board: &Board, side: &str, literal: i32) -> Result<Option<Vec<i32>>, String> {
        let head = self.top()?.1;
        let side = SIDES.iter().position(|&letter| side.as_bytes() == [letter]).ok_or("this is no side")?;
        let next = |&cell: &usize| self.ahead(board, cell, side);
        let cells: Vec<usize> = std::iter::successors(next(&head), next).collect();
        ensure(!cells.is_empty(), "that way is blocked")?;
        self.stack.last_mut().ok_or("there is no walk")?.longer[side] = Some(literal);
        self.push(literal, cells);
        Ok(None)
    }

    /// `back`: takes the last slide, or the start, back.
    pub fn back(&mut self) -> Result<Option<Vec<i32>>, String> {
        let walk = self.stack.pop().ok_or("there is no walk")?;
        self.left += walk.cells.len();
        for cell in walk.cells {
            self.visited[cell] = false;
        }
        Ok(None)
    }

    /// `split`: not W, or the path goes on in one of the ways that are free, because cells are left.
    pub fn split(&self, board: &Board) -> Result<Vec<i32>, String> {
        let (walk, cell) = self.top()?;
        ensure(self.left > 0, "the walk visits every cell")?;
        let mut clause = vec![-walk.literal];
        for side in (0..4).filter(|&side| self.ahead(board, cell, side).is_some()) {
            clause.push(walk.longer[side].ok_or("there is a way that was not tried")?);
        }
        Ok(clause)
    }

    /// `dead X,Y [X,Y]`: cells that are not visited and have at most one neighbour that is not, or is where the walk stands: the
    /// path cannot come and go. One of them is the end, or not W; two cannot both be.
    pub fn dead(&self, board: &Board, cells: &[usize]) -> Result<Vec<i32>, String> {
        let (walk, head) = self.top()?;
        for &cell in cells {
            let near = (0..4).filter_map(|side| board.next(cell, side));
            let ways = near.filter(|&near| !self.visited[near] || near == head).count();
            ensure(!self.visited[cell] && ways < 2, "the path can come and go there")?;
        }
        match cells {
            &[cell] => Ok(vec![-walk.literal, board.end(cell, 1)]),
            [one, other] if one != other => Ok(vec![-walk.literal]),
            _ => Err("this takes one cell, or two".to_owned()),
        }
    }

    /// `part X,Y`: not W, because from this cell not all cells that are left can be reached over such cells.
    pub fn part(&self, board: &Board, cell: usize) -> Result<Vec<i32>, String> {
        let (_, count) = flood(board, cell, |cell, side| self.ahead(board, cell, side).is_some());
        ensure(!self.visited[cell] && count < self.left, "what is left is connected")?;
        Ok(vec![-self.top()?.0.literal])
    }
}
