//! A path as text, and along a graph.
//!
//! Its text is one line of letters `u d l r`, one for each step.

use super::Graph;
use crate::character::character;
use crate::{Dir, Error, Place};

/// Reads a path.
pub fn parse(text: &[u8]) -> Result<Vec<Dir>, Error> {
    let letters = text.trim_ascii();
    let dir = |(index, letter): (usize, &u8)| match letter {
        b'u' => Ok(Dir::Up),
        b'd' => Ok(Dir::Down),
        b'l' => Ok(Dir::Left),
        b'r' => Ok(Dir::Right),
        _ => {
            let blank = text.len() - text.trim_ascii_start().len();
            let before = text[..blank + index].split(|&byte| byte == b'\n');
            let lines: Vec<&[u8]> = before.collect();
            let column = lines.last().map_or(0, |line| line.len()) + 1;
            let (letter, found) = (index + 1, character(&letters[index..]));
            Err(Error::bad_input(
                format!("letter {letter} of the path, {found}, is none of u, d, l, r"),
                Some(Place::column(lines.len(), column)),
            ))
        }
    };
    letters.iter().enumerate().map(dir).collect()
}

/// Prints a path and a newline.
pub fn print(path: &[Dir]) -> String {
    let letters = path.iter().map(|dir| dir.letter().to_ascii_lowercase());
    letters.chain(['\n']).collect()
}

/// The columns and rows of the cells that the steps lead to from the start, whether or not the
/// steps are allowed.
pub fn positions(board: &Graph, path: &[Dir]) -> Vec<Vec<(usize, usize)>> {
    let first = board.position(board.start());
    let (mut x, mut y) = first;
    let steps = path.iter().map(|dir| {
        let (dx, dy) = dir.delta();
        x = x.saturating_add_signed(dx);
        y = y.saturating_add_signed(dy);
        (x, y)
    });
    vec![std::iter::once(first).chain(steps).collect()]
}

/// The text of a path that is given by the columns and rows of its cells.
pub fn of_positions(paths: &[Vec<(usize, usize)>]) -> String {
    let step = |pair: &[(usize, usize)]| {
        let delta = |to: usize, from: usize| to as isize - from as isize;
        let delta = (delta(pair[1].0, pair[0].0), delta(pair[1].1, pair[0].1));
        Dir::ALL.into_iter().find(|dir| dir.delta() == delta)
    };
    let steps = paths
        .iter()
        .flat_map(|path| path.windows(2).filter_map(step));
    print(&steps.collect::<Vec<Dir>>())
}

/// The cells of a path in order, the start first. The path need not visit all cells.
pub fn walk(board: &Graph, path: &[Dir]) -> Result<Vec<usize>, Error> {
    let mut visited = vec![false; board.cell_count()];
    let mut at = board.start();
    visited[at] = true;
    let mut cells = Vec::with_capacity(path.len() + 1);
    cells.push(at);
    for (index, &dir) in path.iter().enumerate() {
        let next = board.neighbour(at, dir);
        if !board.opens(at, dir) || visited[next] {
            let (x, y) = board.position(at);
            let obstacle = match (board.is_free(next), board.opens(at, dir)) {
                (false, _) => "a wall",
                (true, false) => "behind a thin wall",
                (true, true) => "visited already",
            };
            let (step, dir) = (index + 1, dir.letter().to_ascii_lowercase());
            let message = format!("step {step} of the path: {dir} of ({x}, {y}) is {obstacle}");
            return Err(Error::bad_input(message, None));
        }
        at = next;
        visited[at] = true;
        cells.push(at);
    }
    Ok(cells)
}

/// Of the cells of a path, those where it begins, turns and ends.
pub fn corners(path: &[Dir], cells: &[usize]) -> impl Iterator<Item = usize> {
    let turns = |&index: &usize| index == 0 || path.get(index - 1) != path.get(index);
    (0..cells.len()).filter(turns).map(|index| cells[index])
}

/// The steps between consecutive cells.
pub fn steps(board: &Graph, cells: &[usize]) -> Vec<Dir> {
    let step = |pair: &[usize]| {
        let to = |dir: &Dir| board.neighbour(pair[0], *dir) == pair[1];
        Dir::ALL.into_iter().find(to)
    };
    cells.windows(2).filter_map(step).collect()
}
