//! Quick proofs that a board has no solution, by counting.

use crate::coil::Board;
use crate::flood::Flood;

/// Why there is no solution, if one of the simple arguments shows it. Costs one pass over the board
/// and one flood fill.
pub fn quick_proof(board: &Board) -> Option<String> {
    if board.free_count() == 0 {
        return Some("there is no free cell to start on".to_owned());
    }
    if board.free_count() == 1 {
        return None;
    }
    isolated_or_dead_ends(board)
        .or_else(|| colours(board))
        .or_else(|| disconnected(board))
}

fn isolated_or_dead_ends(board: &Board) -> Option<String> {
    let mut dead_ends = Vec::new();
    for cell in board.free_cells() {
        match board.free_neighbours(cell).count() {
            0 => {
                let (x, y) = board.position(cell);
                return Some(format!(
                    "disconnected: the cell ({x}, {y}) has no free neighbour"
                ));
            }
            1 => dead_ends.push(board.position(cell)),
            _ => {}
        }
        if let [(ax, ay), (bx, by), (cx, cy)] = dead_ends[..] {
            return Some(format!(
                "dead ends: ({ax}, {ay}), ({bx}, {by}) and ({cx}, {cy}) have one free neighbour each, \
                 but a path has two ends"
            ));
        }
    }
    None
}

/// A path visits black and white cells of a chess board in turn.
fn colours(board: &Board) -> Option<String> {
    let balance = board.balance();
    let black = board.free_count().saturating_add_signed(balance) / 2;
    let white = board.free_count() - black;
    (balance.abs() > 1).then(|| {
        format!(
            "colours: of the free cells {white} are white and {black} black on a chess board, but a \
             path alternates"
        )
    })
}

fn disconnected(board: &Board) -> Option<String> {
    let first = board.free_cells().next()?;
    let mut flood = Flood::new(board.cell_count());
    let count = flood.fill(first, |cell| board.free_neighbours(cell));
    if count == board.free_count() {
        return None;
    }
    let (x, y) = board.position(first);
    let apart = board.free_cells().find(|&cell| !flood.has(cell))?;
    let (ax, ay) = board.position(apart);
    Some(format!(
        "disconnected: ({ax}, {ay}) cannot be reached from ({x}, {y})"
    ))
}
