//! The picture of a Trail board.

use super::{Board, Side};
use crate::hamilton::path;
use crate::picture::{Colour, Picture, Shape};
use crate::{Dir, Error};

/// The colour of the numbers.
const NUMBER: Colour = Colour(62, 18, 110);

/// The board, and the path if there is one.
pub fn picture(board: &Board, steps: Option<&[Dir]>) -> Result<Picture, Error> {
    let mut picture = Picture::of_grid(board);
    for (x, y, side) in board.walls() {
        picture.add_wall((x, y), side == Side::Right);
    }
    if let Some(steps) = steps {
        let cells = path::walk(board, steps)?;
        // A path that is a loop is drawn as one.
        let is_closed = cells.len() == board.free_count() && board.is_loop();
        let back = is_closed.then(|| board.start());
        picture.add_walk(board, path::corners(steps, &cells).chain(back));
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
