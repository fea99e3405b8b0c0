//! An answer to a Coil level.

use thiserror::Error;

use super::{Board, Walker};
use crate::Dir;

/// A start and the slides from there. Whether it solves a board is not known from the type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Column and row of the start, counted from 0.
    pub start: (usize, usize),
    /// The slides, in order.
    pub slides: Vec<Dir>,
}

/// Why a walk cannot be followed on a board. Columns and rows count from 0.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WalkError {
    /// It starts outside the board.
    #[error("the start ({x}, {y}) is outside the board")]
    StartOutside {
        /// Column.
        x: usize,
        /// Row.
        y: usize,
    },
    /// It starts on a wall.
    #[error("the start ({x}, {y}) is a wall")]
    StartOnWall {
        /// Column.
        x: usize,
        /// Row.
        y: usize,
    },
    /// A letter of the path points at a wall or a visited cell.
    #[error("letter {letter} of the path: {dir} is blocked at ({x}, {y})")]
    Blocked {
        /// Which letter, counted from 1.
        letter: usize,
        /// Its direction.
        dir: Dir,
        /// Column of the walker.
        x: usize,
        /// Row of the walker.
        y: usize,
    },
}

/// A walker at the start, if one can start there.
pub(in crate::coil) fn start_walk(
    board: &Board,
    (x, y): (usize, usize),
) -> Result<Walker<'_>, WalkError> {
    if x >= board.width() || y >= board.height() {
        Err(WalkError::StartOutside { x, y })
    } else if board.is_free(board.cell(x, y)) {
        Ok(Walker::new(board, board.cell(x, y)))
    } else {
        Err(WalkError::StartOnWall { x, y })
    }
}

/// The error of a walker that cannot go where a letter of the path says.
pub(in crate::coil) fn blocked(
    board: &Board,
    walker: &Walker,
    dir: Dir,
    letter: usize,
) -> WalkError {
    let (x, y) = board.position(walker.at());
    WalkError::Blocked { letter, dir, x, y }
}

impl Answer {
    /// The cells at which the walk begins, turns and ends, in order.
    pub fn corners(&self, board: &Board) -> Result<Vec<usize>, WalkError> {
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
