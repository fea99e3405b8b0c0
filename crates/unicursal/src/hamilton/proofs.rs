//! Reasons why a board has no path that can be seen without a search. Linear in the size of the
//! board.

use super::Graph;
use crate::flood::Flood;

/// The first reason found, if there is one.
///
/// - *Unreachable cells*: some free cell is not connected to the start.
/// - *Dead ends*: a cell with one neighbour can only be the last; two of them cannot both be.
/// - *Colours*: the path alternates between the colours of a chessboard, so the start's colour has
///   as many cells as the other, or one more; a fixed end decides which.
pub fn early(board: &Graph) -> Option<String> {
    end_first(board)
        .or_else(|| unreachable(board))
        .or_else(|| dead_ends(board))
        .or_else(|| colours(board))
}

fn end_first(board: &Graph) -> Option<String> {
    let too_early = board.end() == Some(board.start()) && board.free_count() > 1;
    too_early.then(|| "dead ends: the path starts where it must end".to_owned())
}

fn unreachable(board: &Graph) -> Option<String> {
    let mut flood = Flood::new(board.cell_count());
    let count = flood.fill(board.start(), |cell| board.neighbours(cell));
    let missing = board.free_count() - count;
    let first = board.free_cells().find(|&cell| !flood.has(cell))?;
    let (x, y) = board.position(first);
    Some(format!(
        "unreachable cells: {missing} cells, one of them at ({x}, {y}), are not connected to the start"
    ))
}

fn dead_ends(board: &Graph) -> Option<String> {
    let is_dead_end = |&cell: &usize| {
        let is_end = cell == board.start() || Some(cell) == board.end();
        !is_end && board.neighbours(cell).count() == 1
    };
    let mut dead_ends = board.free_cells().filter(is_dead_end);
    let first = board.position(dead_ends.next()?);
    if let Some(end) = board.end() {
        let end = board.position(end);
        return Some(format!(
            "dead ends: {first:?} has one neighbour, and the path ends elsewhere, at {end:?}"
        ));
    }
    let second = board.position(dead_ends.next()?);
    Some(format!(
        "dead ends: {first:?} and {second:?} have one neighbour each, and only one cell can be the last"
    ))
}

/// How many cells have the start's colour, and how many the other.
pub fn count_colours(board: &Graph) -> (usize, usize) {
    let colour = board.is_black(board.start());
    let like_start = |cell: &usize| board.is_black(*cell) == colour;
    let own = board.free_cells().filter(like_start).count();
    (own, board.free_count() - own)
}

fn colours(board: &Graph) -> Option<String> {
    let (own, other) = count_colours(board);
    if let Some(end) = board.end() {
        let is_own = board.is_black(end) == board.is_black(board.start());
        let wanted = other + usize::from(is_own);
        return (own != wanted).then(|| {
            format!(
                "colours: of the cells, coloured as on a chessboard, {own} have the colour of the start and {other} \
                 the other; a path between its ends needs {wanted} and {other}"
            )
        });
    }
    (own != other && own != other + 1).then(|| {
        format!(
            "colours: of the cells, coloured as on a chessboard, {own} have the colour of the start \
             and {other} the other; a path needs as many, or one more"
        )
    })
}
