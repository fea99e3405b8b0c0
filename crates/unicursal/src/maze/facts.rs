//! What a user may want to know about a maze before walking through it.

use serde_json::json;

use super::{Board, Rule, Walk};
use crate::Figures;
use crate::flood::Flood;

/// Size, path cells, dead ends, junctions, parts, loops, and the length of a shortest path.
///
/// The number of *loops* is the number of passages that could be closed without cutting off a cell;
/// an open square of two by two cells is a loop.
pub fn facts(board: &Board) -> Figures {
    let mut by_exits = [0_usize; 5];
    for cell in board.free_cells() {
        by_exits[board.exits(cell)] += 1;
    }
    let cells: usize = by_exits.iter().sum();
    let ends_of_passages: usize = by_exits
        .iter()
        .enumerate()
        .map(|(n, count)| n * count)
        .sum();
    let mut flood = Flood::new(board.cell_count());
    let parts = flood.part_sizes(board.free_cells(), |cell| board.free_neighbours(cell));
    let parts = parts.len();
    let shortest = Walk::new(board, Rule::Shortest).count();
    let (start, end) = (board.position(board.start()), board.position(board.end()));
    Figures::from_rows([
        ("width", json!(board.width())),
        ("height", json!(board.height())),
        ("path_cells", json!(cells)),
        ("start", json!([start.0, start.1])),
        ("end", json!([end.0, end.1])),
        ("dead_ends", json!(by_exits[1])),
        ("junctions", json!(by_exits[3] + by_exits[4])),
        ("parts", json!(parts)),
        ("loops", json!(ends_of_passages / 2 + parts - cells)),
        ("shortest", (shortest > 0).then_some(shortest).into()),
    ])
}

#[cfg(test)]
mod tests {
    use super::facts;
    use crate::maze::text;

    #[test]
    fn counts_what_is_there() {
        let board = text::parse(b"S### #\n# #  #\n####E#").unwrap();
        let facts = facts(&board);
        let expected = [
            ("path_cells", 14),
            ("dead_ends", 2),
            ("junctions", 2),
            ("parts", 1),
            ("loops", 1),
            ("shortest", 6),
        ];
        for (name, value) in expected {
            assert_eq!(facts.number(name), Some(f64::from(value)), "{name}");
        }
        let parts = super::facts(&text::parse(b"S# E").unwrap());
        assert_eq!(
            (parts.number("parts"), parts.number("loops")),
            (Some(2.0), Some(0.0))
        );
        assert_eq!(parts.number("shortest"), None);
    }
}
