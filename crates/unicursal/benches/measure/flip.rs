//! Levels with one changed cell: most have no answer.

use unicursal::coil::Board;
use unicursal::implement::Rng;

/// Copies of a board with a cell changed at random in each, depending on a name.
pub fn flipped(board: &Board, name: &str, copies: usize) -> Vec<Board> {
    let mut rng = Rng::from_text(name);
    let copy = |_| {
        let at = (rng.below(board.width()), rng.below(board.height()));
        Board::from_fn(board.width(), board.height(), |x, y| {
            board.is_free(board.cell(x, y)) != ((x, y) == at)
        })
    };
    (0..copies).map(copy).collect()
}
