//! The first facts that an author of solvers wants to know about a board.

use serde_json::json;

use super::{Board, statistics};
use crate::Figures;
use crate::flood::Flood;

/// Size, share of free cells, neighbours, dead ends, colours and connected parts, and those
/// [statistics](statistics::of_board) that say something else.
///
/// *Colours* are those of a chessboard: a walk alternates between them, so a solvable board has as
/// many free cells of one as of the other, or one more.
pub fn facts(board: &Board) -> Figures {
    let mut by_neighbours = [0_usize; 5];
    let mut by_colour = [0_usize; 2];
    for cell in board.free_cells() {
        by_neighbours[board.free_neighbours(cell).count()] += 1;
        let (x, y) = board.position(cell);
        by_colour[(x + y) % 2] += 1;
    }
    let cells = board.width() * board.height();
    let mut flood = Flood::new(board.cell_count());
    let mut parts = flood.part_sizes(board.free_cells(), |cell| board.free_neighbours(cell));
    parts.sort_unstable_by(|a, b| b.cmp(a));
    let share = board.free_count() as f64 / cells as f64;
    let facts = [
        ("width", json!(board.width())),
        ("height", json!(board.height())),
        ("cells", json!(cells)),
        ("free", json!(board.free_count())),
        ("free_share", json!(rounded(share))),
        ("free_by_neighbours", json!(by_neighbours)),
        ("dead_ends", json!(by_neighbours[0] + by_neighbours[1])),
        ("free_by_colour", json!(by_colour)),
        ("parts", json!(parts.len())),
        ("largest_part", json!(parts.first().unwrap_or(&0))),
    ];
    let known = ["open", "dead ends", "colour imbalance"];
    let figures = statistics::of_board(board).into_iter();
    let figures = figures.filter(|(name, _)| !known.contains(name));
    let facts = facts.map(|(name, value)| (name.to_owned(), value));
    let figures = figures.map(|(name, value)| (name.replace(' ', "_"), json!(rounded(value))));
    Figures::from_rows(facts.into_iter().chain(figures))
}

/// Four digits after the point.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}
