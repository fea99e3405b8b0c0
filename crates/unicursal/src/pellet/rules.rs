//! The rule: step by step to a neighbour, never onto a wall or a cell twice.

use thiserror::Error;

use super::Board;
use crate::Dir;

/// Why a path cannot be followed on a board. Columns and rows count from 0.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("step {step} of the path: {dir} of ({x}, {y}) is {obstacle}")]
pub struct WalkError {
    /// Which step, counted from 1.
    pub step: usize,
    /// Its direction, as the letter of a path.
    pub dir: char,
    /// Column of the cell before it.
    pub x: usize,
    /// Row of the cell before it.
    pub y: usize,
    /// What is in the way.
    pub obstacle: &'static str,
}

/// The cells of a path in order, the start first. The path need not visit all cells.
pub fn walk(board: &Board, path: &[Dir]) -> Result<Vec<usize>, WalkError> {
    let mut visited = vec![false; board.cell_count()];
    let mut at = board.start();
    visited[at] = true;
    let mut cells = Vec::with_capacity(path.len() + 1);
    cells.push(at);
    for (index, &dir) in path.iter().enumerate() {
        let next = board.neighbour(at, dir);
        if !board.is_free(next) || visited[next] {
            let (x, y) = board.position(at);
            return Err(WalkError {
                step: index + 1,
                dir: dir.letter().to_ascii_lowercase(),
                x,
                y,
                obstacle: if board.is_free(next) {
                    "visited already"
                } else {
                    "a wall"
                },
            });
        }
        at = next;
        visited[at] = true;
        cells.push(at);
    }
    Ok(cells)
}

#[cfg(test)]
mod tests {
    use super::walk;
    use crate::pellet::text::{parse_board, parse_path};

    #[test]
    fn a_path_stops_at_walls_and_visited_cells() {
        let board = parse_board(b"S.\n#.\n").unwrap();
        let follow = |path: &str| walk(&board, &parse_path(path.as_bytes()).unwrap());
        assert_eq!(follow("rd").unwrap().len(), 3);
        let message = follow("rl").unwrap_err().to_string();
        assert_eq!(
            message,
            "step 2 of the path: l of (1, 0) is visited already"
        );
        let message = follow("d").unwrap_err().to_string();
        assert_eq!(message, "step 1 of the path: d of (0, 0) is a wall");
    }
}
