//! Boards on which the numbers of edges at the tiles leave no choice.
//!
//! Edges between tiles of two known colours are never used. A tile that has no more edges than it
//! needs uses all of them, and a tile that uses as many as it needs uses no others; each decided
//! edge may decide others. Linear in the board, whatever its size.

use super::{Board, Edges, Traced};

/// The edges, if there is no choice among them; an error if there is no possibility at all.
pub fn forced(board: &Board, edges: &Edges) -> Result<Option<Traced>, Impossible> {
    let mut colour_at = vec![None; board.cell_count()];
    for (cell, colour) in board.fixed_colours() {
        colour_at[cell] = Some(colour);
    }
    let mut used: Vec<Option<bool>> = vec![None; edges.cells.len()];
    for (used, cells) in used.iter_mut().zip(&edges.cells) {
        let [one, two] = cells.map(|cell| colour_at[cell]);
        if one.zip(two).is_some_and(|(one, two)| one != two) {
            *used = Some(false);
        }
    }
    let mut due: Vec<usize> = (0..board.cell_count()).collect();
    while let Some(cell) = due.pop() {
        let needs = board.degree(cell);
        let having =
            |state: Option<bool>| edges.at(cell).filter(|&(e, _)| used[e] == state).count();
        let (certain, open) = (having(Some(true)), having(None));
        if certain > needs || certain + open < needs {
            return Err(Impossible);
        }
        if open > 0 && (certain == needs || certain + open == needs) {
            for (edge, near) in edges.at(cell) {
                if used[edge].is_none() {
                    used[edge] = Some(certain != needs);
                    due.push(near);
                }
            }
        }
    }
    let used: Option<Vec<bool>> = used.into_iter().collect();
    Ok(used.map(|used| edges.trace(board, &used)))
}

/// Some tile cannot have as many edges as it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Impossible;
