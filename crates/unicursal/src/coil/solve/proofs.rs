//! Quick proofs that a board has no solution, by counting.

use crate::Dir;
use crate::coil::Board;

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

fn free_neighbours(board: &Board, cell: usize) -> usize {
    Dir::ALL
        .iter()
        .filter(|&&dir| board.is_free(board.neighbour(cell, dir)))
        .count()
}

fn isolated_or_dead_ends(board: &Board) -> Option<String> {
    let mut dead_ends = Vec::new();
    for cell in board.free_cells() {
        match free_neighbours(board, cell) {
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
    let mut seen = vec![false; board.cell_count()];
    let mut stack = vec![first];
    seen[first] = true;
    let mut count = 0;
    while let Some(cell) = stack.pop() {
        count += 1;
        for dir in Dir::ALL {
            let next = board.neighbour(cell, dir);
            if board.is_free(next) && !std::mem::replace(&mut seen[next], true) {
                stack.push(next);
            }
        }
    }
    if count == board.free_count() {
        return None;
    }
    let (x, y) = board.position(first);
    let apart = board.free_cells().find(|&cell| !seen[cell])?;
    let (ax, ay) = board.position(apart);
    Some(format!(
        "disconnected: ({ax}, {ay}) cannot be reached from ({x}, {y})"
    ))
}
