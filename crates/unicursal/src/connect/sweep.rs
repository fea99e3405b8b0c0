//! A board as a field for a [sweep](crate::sweep).

use super::{Board, Edges, Rules, Tile};
use crate::Dir;
use crate::sweep::{Cell, Field, Kind, Sweep};

/// A sweep over a board, unless its borders are too long or it cannot check one of the rules.
pub fn sweep(board: &Board, edges: &Edges, rules: Rules) -> Option<Sweep> {
    if rules.no_touch {
        return None;
    }
    Sweep::new(&field(board, edges, rules.blanks))
}

/// The field of a board.
fn field(board: &Board, edges: &Edges, blanks: bool) -> Field {
    let mut colour_at = vec![None; board.cell_count()];
    for (cell, colour) in board.fixed_colours() {
        colour_at[cell] = Some(colour);
    }
    let open = |cell: usize, dir: Dir| {
        let edge = edges.around[cell][dir.index()];
        let fits = |edge: usize| {
            let both = colour_at[cell].zip(colour_at[edges.other(edge, cell)]);
            both.is_none_or(|(one, two)| one == two)
        };
        edge.is_some_and(fits)
    };
    let cells = (0..board.cell_count()).map(|cell| Cell {
        kind: match board.tile(cell) {
            Tile::Blocker => Kind::Wall,
            Tile::Terminal(_) => Kind::Terminal,
            Tile::Empty | Tile::Horizontal | Tile::Vertical => Kind::Through,
        },
        colour: colour_at[cell],
        second: None,
        right: open(cell, Dir::Right),
        down: open(cell, Dir::Down),
        may_be_blank: blanks && colour_at[cell].is_none(),
        may_end: false,
    });
    Field {
        width: board.width(),
        cells: cells.collect(),
        colours: board.colours().len(),
    }
}
