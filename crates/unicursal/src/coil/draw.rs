//! The picture of a Coil level.

use super::{Answer, Board, WalkError};
use crate::picture::{Fill, Picture};

/// The board, and the walk if there is one.
pub fn picture(board: &Board, answer: Option<&Answer>) -> Result<Picture, WalkError> {
    let mut picture = Picture::new(board.width(), board.height(), |x, y| {
        if board.is_free(board.cell(x, y)) {
            Fill::Open
        } else {
            Fill::Wall
        }
    });
    if let Some(answer) = answer {
        let corners = answer.corners(board)?.into_iter();
        let corners = corners.map(|cell| board.position(cell));
        picture.add_flow(corners.map(|(x, y)| (x as u32, y as u32)).collect());
    }
    Ok(picture)
}
