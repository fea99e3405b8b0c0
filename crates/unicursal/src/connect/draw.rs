//! The picture of a board, with the pieces of an answer.
//!
//! Each colour of the puzzle has a colour that even colour-blind people can distinguish from the
//! next ones: the eight of Okabe and Ito, then darker and lighter ones. Terminals are discs and
//! checkpoints squares with the colour's name; directional tiles are tinted, one tint for each
//! axis, and carry their letter.

use super::text::Piece;
use super::{Board, Tile};
use crate::picture::{Colour, Fill, Line, Picture, Shape, Stroke};

const PALETTE: [Colour; 8] = [
    Colour(0, 114, 178),
    Colour(230, 159, 0),
    Colour(0, 158, 115),
    Colour(204, 121, 167),
    Colour(213, 94, 0),
    Colour(86, 180, 233),
    Colour(90, 90, 90),
    Colour(190, 178, 20),
];
const VERTICAL: Colour = Colour(214, 226, 242);
const HORIZONTAL: Colour = Colour(244, 228, 206);
const LETTER: Colour = Colour(120, 124, 132);

/// The board and the pieces of paths drawn so far.
pub fn picture(board: &Board, pieces: &[Piece]) -> Picture {
    let mut picture = Picture::new(board.width(), board.height(), |x, y| {
        match board.tile(board.cell(x, y)) {
            Tile::Empty | Tile::Terminal(_) => Fill::Open,
            Tile::Horizontal => Fill::Tint(HORIZONTAL),
            Tile::Vertical => Fill::Tint(VERTICAL),
            Tile::Blocker => Fill::Wall,
        }
    });
    for piece in pieces {
        let corner = |(x, y): (usize, usize)| (x as u32, y as u32);
        picture.lines.push(Line {
            corners: vec![corner(piece.from), corner(piece.to)],
            stroke: Stroke::Solid(shade(piece.colour)),
        });
    }
    let mut mark = |cell: usize, shape: Shape, colour: Colour, label: char| {
        picture.add_mark(board.position(cell), shape, colour, label);
    };
    for &(cell, colour) in board.checkpoints() {
        let name = board.colours()[colour].name;
        mark(cell, Shape::Square, shade(colour), name);
    }
    let mut is_checkpoint = vec![false; board.cell_count()];
    for &(cell, _) in board.checkpoints() {
        is_checkpoint[cell] = true;
    }
    for (cell, &is_checkpoint) in is_checkpoint.iter().enumerate() {
        match board.tile(cell) {
            Tile::Terminal(colour) => {
                let name = board.colours()[colour].name;
                mark(cell, Shape::Disc, shade(colour), name);
            }
            // With an answer the line itself shows the axis.
            Tile::Horizontal if pieces.is_empty() && !is_checkpoint => {
                mark(cell, Shape::Square, LETTER, 'H');
            }
            Tile::Vertical if pieces.is_empty() && !is_checkpoint => {
                mark(cell, Shape::Square, LETTER, 'V');
            }
            _ => {}
        }
    }
    picture
}

/// The colour in which a colour of the puzzle is drawn.
fn shade(colour: usize) -> Colour {
    let base = PALETTE[colour % PALETTE.len()];
    match colour / PALETTE.len() % 3 {
        0 => base,
        1 => base.mix(Colour(0, 0, 0), 0.45),
        _ => base.mix(Colour(255, 255, 255), 0.5),
    }
}
