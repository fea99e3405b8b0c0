//! An answer to a Coil level.

use super::{Board, Walker};
use crate::{Dir, Error};

/// A start and the slides from there. Whether it solves a board is not known from the type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Column and row of the start, counted from 0.
    pub start: (usize, usize),
    /// The slides, in order.
    pub slides: Vec<Dir>,
}

/// A walker at the start, if one can start there.
pub(in crate::coil) fn start_walk(
    board: &Board,
    (x, y): (usize, usize),
) -> Result<Walker<'_>, Error> {
    let is_inside = x < board.width() && y < board.height();
    if is_inside && board.is_free(board.cell(x, y)) {
        return Ok(Walker::new(board, board.cell(x, y)));
    }
    let flaw = if is_inside {
        "a wall"
    } else {
        "outside the board"
    };
    let message = format!("the start ({x}, {y}) is {flaw}");
    Err(Error::bad_input(message, None))
}

/// The error of a walker that cannot go where a letter of the path says.
pub(in crate::coil) fn blocked(board: &Board, walker: &Walker, dir: Dir, letter: usize) -> Error {
    let (x, y) = board.position(walker.at());
    let message = format!("letter {letter} of the path: {dir} is blocked at ({x}, {y})");
    Error::bad_input(message, None)
}

impl Answer {
    /// The cells at which the walk begins, turns and ends, in order.
    pub fn corners(&self, board: &Board) -> Result<Vec<usize>, Error> {
        let mut walker = start_walk(board, self.start)?;
        let mut corners = Vec::with_capacity(self.slides.len() + 1);
        corners.push(walker.at());
        for (index, &dir) in self.slides.iter().enumerate() {
            if walker.slide(dir) == 0 {
                return Err(blocked(board, &walker, dir, index + 1));
            }
            corners.push(walker.at());
        }
        Ok(corners)
    }
}
