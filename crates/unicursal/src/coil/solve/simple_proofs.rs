//! Quick proofs that a board has no answer, by counting.

use crate::Dir;
use crate::coil::Board;
use crate::flood::Flood;
use crate::union_find::UnionFind;

/// Why there is no answer, if one of the simple arguments shows it. Costs one pass over the board
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
        let neighbours = Dir::ALL.map(|dir| u8::from(board.is_free(board.neighbour(cell, dir))));
        match neighbours.into_iter().sum::<u8>() {
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
    if is_connected(board) {
        return None;
    }
    let first = board.free_cells().next()?;
    let mut flood = Flood::new(board.cell_count());
    flood.fill(first, |cell| board.free_neighbours(cell));
    let (x, y) = board.position(first);
    let apart = board.free_cells().find(|&cell| !flood.has(cell))?;
    let (ax, ay) = board.position(apart);
    Some(format!(
        "disconnected: ({ax}, {ay}) cannot be reached from ({x}, {y})"
    ))
}

/// Whether all free cells are connected. Stretches of free cells in a row are joined with those
/// above them that they touch, in the order of memory, where a flood fill jumps about.
fn is_connected(board: &Board) -> bool {
    let stride = board.stride();
    let mut stretches = UnionFind::new(0);
    let mut parts = 0_usize;
    // The stretch of each cell of the row above and of this row.
    let (mut above, mut row) = (vec![0; stride], vec![0; stride]);
    for y in 1..=board.height() {
        let (mut in_stretch, mut touching) = (false, false);
        for x in 1..=board.width() {
            let cell = y * stride + x;
            let free = board.is_free(cell);
            let touches = free && board.is_free(cell - stride);
            if free && !in_stretch {
                row[x] = stretches.add();
                parts += 1;
                touching = false;
            } else {
                row[x] = row[x - 1];
            }
            // Cells side by side touch the same stretch above.
            if touches && !touching {
                parts -= usize::from(stretches.join(row[x], above[x]));
            }
            (in_stretch, touching) = (free, touches);
        }
        std::mem::swap(&mut above, &mut row);
    }
    parts <= 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    #[test]
    fn connected_boards_are_those_that_a_flood_fills() {
        let mut rng = Rng::from_text("connected");
        let mut connected = 0;
        for _ in 0..2_000 {
            let (width, height) = (1 + rng.below(9), 1 + rng.below(9));
            let walls = rng.below(4);
            let board = Board::from_fn(width, height, |_, _| rng.below(8) >= walls);
            let Some(first) = board.free_cells().next() else {
                continue;
            };
            let mut flood = Flood::new(board.cell_count());
            let reached = flood.fill(first, |cell| board.free_neighbours(cell));
            assert_eq!(is_connected(&board), reached == board.free_count());
            connected += usize::from(is_connected(&board));
        }
        assert!((500..1_500).contains(&connected), "{connected}");
    }
}
