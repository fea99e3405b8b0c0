//! What a user may want to know about a board before solving it.

use serde_json::json;

use super::Board;
use crate::Figures;

/// Size, start, share of free cells, neighbours, dead ends and colours.
pub fn facts(board: &Board) -> Figures {
    let mut by_neighbours = [0_usize; 5];
    let mut by_colour = [0_usize; 2];
    let mut dead_ends = 0;
    for cell in board.free_cells() {
        let neighbours = board.free_neighbours(cell).count();
        by_neighbours[neighbours] += 1;
        by_colour[usize::from(board.is_black(cell) != board.is_black(board.start()))] += 1;
        dead_ends += usize::from(neighbours <= 1 && cell != board.start());
    }
    let cells = board.width() * board.height();
    let (x, y) = board.position(board.start());
    let share = board.free_count() as f64 / cells as f64;
    Figures::from_rows([
        ("width", json!(board.width())),
        ("height", json!(board.height())),
        ("cells", json!(cells)),
        ("start", json!([x, y])),
        ("steps", json!(board.free_count() - 1)),
        ("open_share", json!((share * 1e4).round() / 1e4)),
        ("open_by_neighbours", json!(by_neighbours)),
        ("dead_ends", json!(dead_ends)),
        ("open_by_colour", json!(by_colour)),
    ])
}
