//! What solvers' authors look at before they try a board.

use serde_json::json;

use super::{Board, statistics};
use crate::Dir;
use crate::Figures;

/// Size, share of free cells, neighbours, dead ends, colours and connected parts, and those
/// [statistics](statistics::of_board) that say something else.
///
/// *Colours* are those of a chessboard: a walk alternates between them, so that a solvable board has
/// as many free cells of one as of the other, or one more.
pub fn facts(board: &Board) -> Figures {
    let mut by_neighbours = [0_usize; 5];
    let mut by_colour = [0_usize; 2];
    for cell in board.free_cells() {
        let free = |dir: &Dir| board.is_free(board.neighbour(cell, *dir));
        by_neighbours[Dir::ALL.iter().filter(|dir| free(dir)).count()] += 1;
        let (x, y) = board.position(cell);
        by_colour[(x + y) % 2] += 1;
    }
    let cells = board.width() * board.height();
    let parts = part_sizes(board);
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

/// The sizes of the connected parts of the free cells, largest first.
fn part_sizes(board: &Board) -> Vec<usize> {
    let mut seen = vec![false; board.cell_count()];
    let mut sizes = Vec::new();
    let mut stack = Vec::new();
    for first in board.free_cells() {
        if seen[first] {
            continue;
        }
        seen[first] = true;
        stack.push(first);
        let mut size = 0;
        while let Some(cell) = stack.pop() {
            size += 1;
            for dir in Dir::ALL {
                let near = board.neighbour(cell, dir);
                if board.is_free(near) && !seen[near] {
                    seen[near] = true;
                    stack.push(near);
                }
            }
        }
        sizes.push(size);
    }
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    sizes
}
