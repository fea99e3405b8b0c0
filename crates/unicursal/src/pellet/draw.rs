//! The picture of a Pellet Eater board.

use super::{Board, rules};
use crate::Dir;
use crate::hamilton::path::WalkError;
use crate::picture::{Colour, Fill, Picture, Shape};

/// The colour of the start where there is no path.
const START: Colour = Colour(62, 18, 110);

/// The board, and the path if there is one.
pub fn picture(board: &Board, path: Option<&[Dir]>) -> Result<Picture, WalkError> {
    let mut picture = Picture::new(board.width(), board.height(), |x, y| {
        if board.is_free(board.cell(x, y)) {
            Fill::Open
        } else {
            Fill::Wall
        }
    });
    picture.axes = true;
    let place = |cell: usize| {
        let (x, y) = board.position(cell);
        (x as u32, y as u32)
    };
    if let Some(path) = path {
        let cells = rules::walk(board, path)?;
        let turns = |index: &usize| path.get(index - 1) != path.get(*index);
        let corners = (1..cells.len()).filter(turns).map(|index| cells[index]);
        let corners = std::iter::once(board.start()).chain(corners);
        picture.add_flow(corners.map(place).collect());
    } else {
        picture.add_mark(board.position(board.start()), Shape::Disc, START, "S");
    }
    Ok(picture)
}
