//! The picture of a Coil level.

use super::{Answer, Board};
use crate::Error;
use crate::picture::Picture;

/// The board, and the walk if there is one.
pub fn picture(board: &Board, answer: Option<&Answer>) -> Result<Picture, Error> {
    let mut picture = Picture::of_grid(board);
    if let Some(answer) = answer {
        picture.add_walk(board, answer.corners(board)?.into_iter());
    }
    Ok(picture)
}
