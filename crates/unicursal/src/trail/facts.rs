//! What a user may want to know about a board before solving it.

use serde_json::json;

use super::Board;
use crate::Figures;

/// Size, numbers, thin walls, blocked cells, neighbours and colours.
pub fn facts(board: &Board) -> Figures {
    let mut by_neighbours = [0_usize; 5];
    let mut by_colour = [0_usize; 2];
    for cell in board.free_cells() {
        by_neighbours[board.neighbours(cell).count()] += 1;
        by_colour[usize::from(board.is_black(cell) != board.is_black(board.start()))] += 1;
    }
    let cells = board.width() * board.height();
    let (x, y) = board.position(board.start());
    let end = board.end().map(|end| board.position(end));
    Figures::from_rows([
        ("width", json!(board.width())),
        ("height", json!(board.height())),
        ("cells", json!(cells)),
        ("numbers", json!(board.numbered().len())),
        ("thin_walls", json!(board.walls().count())),
        ("blocked", json!(cells - board.free_count())),
        ("start", json!([x, y])),
        ("end", json!(end.map(|(x, y)| [x, y]))),
        ("steps", json!(board.free_count() - 1)),
        ("open_by_neighbours", json!(by_neighbours)),
        ("open_by_colour", json!(by_colour)),
    ])
}
