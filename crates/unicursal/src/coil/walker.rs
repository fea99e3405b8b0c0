//! The rule of Coil: a walker that slides over a board and leaves a trail.

use super::Board;
use crate::Dir;

/// A player on the board who has visited some cells and slides to the next.
///
/// A step can be taken back, which makes it the basis of backtracking searches; memory is one byte
/// for each cell.
#[derive(Clone, Debug)]
pub struct Walker<'a> {
    board: &'a Board,
    unvisited: Vec<bool>,
    at: usize,
    left: usize,
}

impl<'a> Walker<'a> {
    /// A walker on a free cell of a board on which nothing else is visited.
    ///
    /// # Panics
    /// When the cell is a wall.
    pub fn new(board: &'a Board, start: usize) -> Self {
        assert!(board.is_free(start), "a walk starts on a free cell");
        let mut unvisited: Vec<bool> = (0..board.cell_count()).map(|c| board.is_free(c)).collect();
        unvisited[start] = false;
        Self {
            board,
            unvisited,
            at: start,
            left: board.free_count() - 1,
        }
    }

    /// Starts again on another free cell; all slides must have been taken back.
    pub fn restart(&mut self, start: usize) {
        debug_assert!(self.left + 1 == self.board.free_count() && self.board.is_free(start));
        self.unvisited[self.at] = true;
        self.unvisited[start] = false;
        self.at = start;
    }

    /// The cell on which the walker stands.
    pub fn at(&self) -> usize {
        self.at
    }

    /// How many free cells are not visited yet.
    pub fn left(&self) -> usize {
        self.left
    }

    /// Whether a cell is left to be visited: free and not visited yet.
    pub fn is_left(&self, cell: usize) -> bool {
        self.unvisited[cell]
    }

    /// Whether the next cell in this direction can be entered.
    pub fn can_go(&self, dir: Dir) -> bool {
        self.unvisited[self.board.neighbour(self.at, dir)]
    }

    /// Slides until blocked; returns the number of cells entered, 0 if the direction is blocked.
    pub fn slide(&mut self, dir: Dir) -> usize {
        let mut length = 0;
        let mut next = self.board.neighbour(self.at, dir);
        while self.unvisited[next] {
            self.unvisited[next] = false;
            self.at = next;
            length += 1;
            next = self.board.neighbour(next, dir);
        }
        self.left -= length;
        length
    }

    /// Takes back the last slide, which went in this direction and entered this many cells.
    pub fn take_back(&mut self, dir: Dir, length: usize) {
        for _ in 0..length {
            self.unvisited[self.at] = true;
            self.at = self.board.neighbour(self.at, dir.opposite());
        }
        self.left += length;
    }

    /// The direction in which the game turns by itself after a slide: the only free side cell.
    ///
    /// Where both sides are free there is a choice, and where none is the walk ends.
    pub fn forced_turn(&self, dir: Dir) -> Option<Dir> {
        let (left, right) = (dir.counter_clockwise(), dir.clockwise());
        match (self.can_go(left), self.can_go(right)) {
            (true, false) => Some(left),
            (false, true) => Some(right),
            _ => None,
        }
    }
}
