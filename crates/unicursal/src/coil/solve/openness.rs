//! Which boards are open: large rooms or few cells, where a search goes first.

use crate::coil::Board;
use crate::coil::tuning::schedule::{OPEN_SHARE, SMALL};

/// Whether the plain search goes first on a board.
pub fn is_open(board: &Board) -> bool {
    let share = board.free_count() as f64 / (board.width() * board.height()) as f64;
    share > OPEN_SHARE || board.free_count() < SMALL
}
