//! All paths of a board by going on in every way: nothing of the solvers is used.

use unicursal::trail::{Parts, Side};

/// A cell by column and row.
pub type Position = (usize, usize);

/// All paths through all cells that are not blocked, from every start, whatever the numbers.
pub fn all_walks(parts: &Parts) -> Vec<Vec<Position>> {
    let mut all = Vec::new();
    let cells = parts.width * parts.height - parts.blocked.len();
    for y in 0..parts.height {
        for x in 0..parts.width {
            if !parts.blocked.contains(&(x, y)) {
                go(parts, cells, &mut vec![(x, y)], &mut all);
            }
        }
    }
    all
}

/// The paths from the number 1 that meet the numbers in order.
pub fn all_paths(parts: &Parts) -> Vec<Vec<Position>> {
    let mut all = Vec::new();
    let cells = parts.width * parts.height - parts.blocked.len();
    go(parts, cells, &mut vec![parts.numbers[0]], &mut all);
    all.retain(|walk| fits(walk, &parts.numbers));
    all
}

/// Whether a walk starts at the first number, meets the others in order and ends at the last, if
/// there is another.
pub fn fits(walk: &[Position], numbers: &[Position]) -> bool {
    let place = |at: &Position| walk.iter().position(|cell| cell == at);
    let places: Vec<Option<usize>> = numbers.iter().map(place).collect();
    places[0] == Some(0)
        && places.is_sorted()
        && (numbers.len() == 1 || places.last() == Some(&Some(walk.len() - 1)))
}

fn go(parts: &Parts, cells: usize, walk: &mut Vec<Position>, all: &mut Vec<Vec<Position>>) {
    if walk.len() == cells {
        all.push(walk.clone());
        return;
    }
    let (x, y) = walk[walk.len() - 1];
    for next in neighbours(parts, (x, y)) {
        if !walk.contains(&next) {
            walk.push(next);
            go(parts, cells, walk, all);
            walk.pop();
        }
    }
}

fn neighbours(parts: &Parts, (x, y): Position) -> Vec<Position> {
    let has = |x: usize, y: usize, side: Side| parts.walls.contains(&(x, y, side));
    let mut near = Vec::new();
    if x + 1 < parts.width && !has(x, y, Side::Right) {
        near.push((x + 1, y));
    }
    if y + 1 < parts.height && !has(x, y, Side::Below) {
        near.push((x, y + 1));
    }
    if x > 0 && !has(x - 1, y, Side::Right) {
        near.push((x - 1, y));
    }
    if y > 0 && !has(x, y - 1, Side::Below) {
        near.push((x, y - 1));
    }
    near.retain(|at| !parts.blocked.contains(at));
    near
}
