//! The picture of a Pellet Eater board.

use super::{Board, rules};
use crate::hamilton::path;
use crate::picture::{Colour, Picture, Shape};
use crate::{Dir, Error};

/// The colour of the start where there is no path.
const START: Colour = Colour(62, 18, 110);

/// The board, and the path if there is one.
pub fn picture(board: &Board, steps: Option<&[Dir]>) -> Result<Picture, Error> {
    let mut picture = Picture::of_grid(board);
    picture.axes = true;
    if let Some(steps) = steps {
        let cells = rules::walk(board, steps)?;
        picture.add_walk(board, path::corners(steps, &cells));
    } else {
        picture.add_mark(board.position(board.start()), Shape::Disc, START, "S");
    }
    Ok(picture)
}
