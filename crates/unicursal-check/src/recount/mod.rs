//! Counts the answers of a level again, for whoever doubts a count.
//!
//! Coil is counted by trying every walk ([`walks`]), everything else by sweeping over the board
//! cell by cell ([`sweep`]). Neither is fast, nor meant to be: both are written from the rules of
//! the puzzles, share no code with the library's counters, and leave out everything that those do
//! to be quick. Answers are different when the library says so: when the steps differ, or the tiles
//! that paths join.
//!
//! ```
//! use unicursal_check::recount::{Counted, pellet, trail};
//!
//! assert_eq!(trail(b"trail 3x2\n1 . .\n. . .\n", &|_| true), Ok(Counted::All("3".to_owned())));
//! assert_eq!(pellet(b".#.\n.S.\n", &|_| true), Ok(Counted::All("0".to_owned())));
//! ```

mod sum;
mod sweep;
mod walks;

use crate::{Malformed, coil, connect, pellet as pellets, trail as trails};
use sum::Sum;
use sweep::{Cell, Layout};

/// How counting ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Counted {
    /// This many answers, in decimal digits.
    All(String),
    /// The caller wanted to wait no longer.
    Stopped,
}

impl Counted {
    fn of(sum: Option<Sum>) -> Self {
        sum.map_or(Self::Stopped, |sum| Self::All(sum.to_string()))
    }
}

/// Is asked now and then whether to go on, with the number of bytes that are in use.
pub type GoOn<'a> = &'a dyn Fn(usize) -> bool;

/// The solutions of a level of Coil, each direction of a walk by itself.
pub fn coil(level: &[u8], go_on: GoOn) -> Result<Counted, Malformed> {
    let level = coil::Level::read(level).map_err(Malformed::of("level"))?;
    let free = level.cells.iter().map(|&cell| cell == b'.').collect();
    Ok(Counted::of(walks::count(level.width, free, go_on)))
}

/// The paths of a board of Pellet Eater.
pub fn pellet(board: &[u8], go_on: GoOn) -> Result<Counted, Malformed> {
    let rows = pellets::read_board(board).map_err(Malformed::of("board"))?;
    let width = rows[0].len();
    let tiles = rows.concat();
    let mut cells: Vec<Cell> = tiles.iter().map(|&tile| Cell::open(tile != b'#')).collect();
    sweep::close_sides(&mut cells, width);
    for (cell, _) in cells
        .iter_mut()
        .zip(&tiles)
        .filter(|(_, tile)| **tile == b'S')
    {
        cell.ends.push(0);
    }
    Ok(one_path(
        &Layout {
            width,
            cells,
            colours: 1,
            has_free_end: true,
            apart: false,
        },
        go_on,
    ))
}

/// The paths of a board of Trail.
///
/// Between each number and the next the path is a path of its own, here of a colour of its own.
pub fn trail(board: &[u8], go_on: GoOn) -> Result<Counted, Malformed> {
    let board = trails::read_board(board).map_err(Malformed::of("board"))?;
    let width = board.rows[0].len();
    let tiles = board.rows.concat();
    let mut cells: Vec<Cell> = tiles.iter().map(|tile| Cell::open(!tile.blocked)).collect();
    sweep::close_sides(&mut cells, width);
    let has_free_end = board.last == 1;
    for (cell, tile) in cells.iter_mut().zip(&tiles) {
        cell.sides[0] &= !tile.right;
        cell.sides[1] &= !tile.below;
        if tile.number > 1 {
            cell.ends.push(tile.number - 2);
        }
        if tile.number > 0 && (tile.number < board.last || has_free_end) {
            cell.ends.push(tile.number - 1);
        }
    }
    Ok(one_path(
        &Layout {
            width,
            cells,
            colours: board.last,
            has_free_end,
            apart: false,
        },
        go_on,
    ))
}

/// The answers of a level of Connect the Colours by these rules, but for the number of lines, which
/// does not matter here.
pub fn connect(
    level: &[u8],
    instead: &connect::Instead,
    go_on: GoOn,
) -> Result<Counted, Malformed> {
    let game = connect::Game::new(level)?;
    let rules = game.rules().but(instead);
    let colour = |name: &char| game.colours.iter().position(|other| other == name);
    let mut cells: Vec<Cell> = game
        .tiles
        .iter()
        .map(|&tile| Cell::open(tile != 'X'))
        .collect();
    sweep::close_sides(&mut cells, game.width);
    for (at, cell) in cells.iter_mut().enumerate() {
        // A tile that is crossed one way closes its other sides, and those of its neighbours.
        for (side, next) in [(0, at + 1), (1, at + game.width)] {
            let bars = |at: usize| game.tiles.get(at) == Some(&['V', 'H'][side]);
            cell.sides[side] &= !bars(at) && !bars(next);
        }
        cell.colour = game.checkpoints[at].as_ref().and_then(colour);
        cell.ends.extend(colour(&game.tiles[at]));
        cell.may_be_empty |= rules.blanks && cell.ends.is_empty() && cell.colour.is_none();
    }
    let layout = Layout {
        width: game.width,
        cells,
        colours: game.colours.len(),
        has_free_end: false,
        apart: rules.no_touch,
    };
    Ok(Counted::of(sweep::count(&layout, go_on)))
}

/// The paths through all cells; a single cell is one by itself, without an end to draw.
fn one_path(layout: &Layout, go_on: GoOn) -> Counted {
    let mut free = layout.cells.iter().filter(|cell| !cell.is_wall());
    match (free.next(), free.next()) {
        (Some(_), None) => Counted::All("1".to_owned()),
        _ => Counted::of(sweep::count(layout, go_on)),
    }
}
