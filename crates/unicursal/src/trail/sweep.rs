//! A board as a field for a [sweep](crate::sweep): the way from each number to the next is a
//! colour.

use super::Board;
use crate::Dir;
use crate::sweep::{Cell, Field, Kind, Sweep};

/// A sweep over a board with more than one cell, unless its borders are too long.
pub fn sweep(board: &Board) -> Option<Sweep> {
    Sweep::new(&field(board))
}

fn field(board: &Board) -> Field {
    let last = board.numbered().len();
    let opens = |cell: usize, dir: Dir| {
        let numbers = [cell, board.neighbour(cell, dir)].map(|cell| board.number(cell));
        let follow = match numbers {
            [Some(one), Some(two)] => one.abs_diff(two) == 1,
            _ => true,
        };
        board.opens(cell, dir) && follow
    };
    let cells = (0..board.height()).flat_map(|y| (0..board.width()).map(move |x| (x, y)));
    let cells = cells.map(|(x, y)| {
        let cell = board.cell(x, y);
        let number = board.number(cell);
        let (kind, colour, second) = match number {
            None if board.is_free(cell) => (Kind::Through, None, None),
            None => (Kind::Wall, None, None),
            Some(1) => (Kind::Terminal, Some(0), None),
            Some(number) if number == last => (Kind::Terminal, Some(number - 2), None),
            Some(number) => (Kind::Relay, Some(number - 2), Some(number - 1)),
        };
        Cell {
            kind,
            colour,
            second,
            right: opens(cell, Dir::Right),
            down: opens(cell, Dir::Down),
            may_be_blank: false,
            may_end: last == 1 && kind == Kind::Through,
        }
    });
    Field {
        width: board.width(),
        cells: cells.collect(),
        colours: last.saturating_sub(1).max(1),
    }
}
