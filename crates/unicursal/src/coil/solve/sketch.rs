//! Sketches of what a solver has decided, for people who watch it. Built only when someone does.
//!
//! Solvers number the cells of the framed board, in which row and column 0 are walls; sketches have
//! no frame.

use crate::Sketch;
use crate::area::Area;
use crate::coil::Board;
use crate::coil::engine::values::{UNUSED, USED, Word};

/// The cells of a walk are decided, all others are not. `count` is the number of framed cells.
pub fn of_walk(stride: usize, count: usize, walk: &[u32]) -> Sketch {
    let width = stride - 2;
    let mut decided = vec![0; width * (count / stride - 2)];
    for &cell in walk {
        let (x, y) = (cell as usize % stride, cell as usize / stride);
        decided[(y - 1) * width + x - 1] = 255;
    }
    Sketch {
        at: (0, 0),
        width,
        decided,
    }
}

/// The free cells that a walk has visited are decided.
pub fn of_open(board: &Board, is_open: impl Fn(usize) -> bool) -> Sketch {
    Sketch::of_visited((board.width(), board.height()), |x, y| {
        let cell = board.cell(x, y);
        board.is_free(cell) && !is_open(cell)
    })
}

/// How many of the edges of each cell are decided, in an area that keeps clear of the frame.
pub fn of_words(area: Area, word: impl Fn(usize) -> Word) -> Sketch {
    Sketch {
        at: (area.columns().start() - 1, area.rows().start() - 1),
        width: area.width(),
        decided: area.cells().map(|cell| share(word(cell))).collect(),
    }
}

/// The share of a cell's edges of which it is known whether the path uses them; walls have no
/// edges.
fn share(word: Word) -> u8 {
    let masks = (0..4)
        .map(|dir| word.towards(dir))
        .filter(|&mask| mask != 0);
    let (mut edges, mut decided) = (0, 0);
    for mask in masks {
        edges += 1;
        decided += u16::from(mask & USED == 0 || mask & UNUSED == 0);
    }
    (255 * decided / edges.max(1)) as u8
}
