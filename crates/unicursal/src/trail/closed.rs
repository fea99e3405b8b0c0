//! Loops through all cells as boards of Trail.
//!
//! The first cell in reading order has nothing above it and nothing left of it. A loop enters it
//! from one of the other two sides and leaves it by the other; so it is a path from that cell to
//! the one below, and the last step back. This is a board of Trail: 1 on the first cell, 2 below
//! it. No other path from 1 can step down first, because it would end there. So paths and loops
//! correspond one to one, and if one of the two neighbours is missing there are none of either.
//!
//! Such a board may also be meant as a path, so it is a loop only if its form says so.

use super::Board;
use crate::{Dir, Grid};

/// The fewest cells that a loop has.
pub(super) const FEWEST: usize = 4;

/// Where 1 and 2 are on a grid with at least two free cells. If nothing is free below the first
/// cell there is no loop, and no path to any other cell either.
pub(super) fn ends(grid: &Grid) -> [usize; 2] {
    let mut cells = grid.free_cells();
    let (first, second) = (cells.next().unwrap_or(0), cells.next().unwrap_or(0));
    let below = grid.neighbour(first, Dir::Down);
    [first, if grid.is_free(below) { below } else { second }]
}

/// Whether the paths of a board are the loops through all its cells, without their last steps.
pub(super) fn can_be_loop(board: &Board) -> bool {
    board.free_count() >= FEWEST
        && board.numbered() == ends(board)
        && board.walls().next().is_none()
}
