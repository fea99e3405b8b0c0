//! The picture of a Trail board.

use super::{Board, Side};
use crate::Dir;
use crate::hamilton::path::{self, WalkError};
use crate::picture::{Colour, Fill, Picture, Shape};

/// The colour of the numbers.
const NUMBER: Colour = Colour(62, 18, 110);

/// The board, and the path if there is one.
pub fn picture(board: &Board, steps: Option<&[Dir]>) -> Result<Picture, WalkError> {
    let mut picture = Picture::new(board.width(), board.height(), |x, y| {
        if board.is_free(board.cell(x, y)) {
            Fill::Open
        } else {
            Fill::Wall
        }
    });
    for (x, y, side) in board.walls() {
        picture.add_wall((x, y), side == Side::Right);
    }
    let place = |cell: usize| {
        let (x, y) = board.position(cell);
        (x as u32, y as u32)
    };
    if let Some(steps) = steps {
        let cells = path::walk(board, steps)?;
        let turns = |index: &usize| steps.get(index - 1) != steps.get(*index);
        let corners = (1..cells.len()).filter(turns).map(|index| cells[index]);
        // A path that is a loop is drawn as one.
        let is_closed = cells.len() == board.free_count() && board.is_loop();
        let back = is_closed.then(|| board.start());
        let corners = std::iter::once(board.start()).chain(corners).chain(back);
        picture.add_flow(corners.map(place).collect());
    }
    let last = board.numbered().len();
    for (number, &cell) in (1..).zip(board.numbered()) {
        let shape = if number == last && last > 1 {
            Shape::Square
        } else {
            Shape::Disc
        };
        picture.add_mark(board.position(cell), shape, NUMBER, number.to_string());
    }
    Ok(picture)
}
