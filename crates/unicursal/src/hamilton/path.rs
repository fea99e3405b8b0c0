//! A path as text, and along a graph.
//!
//! Its text is one line of letters `u d l r`, one for each step.

use thiserror::Error;

use super::Graph;
use crate::character::character;
use crate::{Dir, Error, Place};

/// A letter of a path that is not a direction. Lines, columns and letters count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("letter {letter} of the path, {found}, is none of u, d, l, r")]
pub struct PathError {
    /// Which letter.
    pub letter: usize,
    /// Its line in the text.
    pub line: usize,
    /// Its column in that line.
    pub column: usize,
    /// What is there.
    pub found: String,
}

impl PathError {
    /// Where the letter is.
    pub fn place(&self) -> Place {
        Place::column(self.line, self.column)
    }
}

/// Reads a path.
pub fn parse(text: &[u8]) -> Result<Vec<Dir>, PathError> {
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
            Err(PathError {
                letter: index + 1,
                line: lines.len(),
                column: lines.last().map_or(0, |line| line.len()) + 1,
                found: character(&letters[index..]),
            })
        }
    };
    letters.iter().enumerate().map(dir).collect()
}

/// Prints a path and a newline.
pub fn print(path: &[Dir]) -> String {
    let letters = path.iter().map(|dir| dir.letter().to_ascii_lowercase());
    letters.chain(['\n']).collect()
}

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
pub fn walk(board: &Graph, path: &[Dir]) -> Result<Vec<usize>, WalkError> {
    let mut visited = vec![false; board.cell_count()];
    let mut at = board.start();
    visited[at] = true;
    let mut cells = Vec::with_capacity(path.len() + 1);
    cells.push(at);
    for (index, &dir) in path.iter().enumerate() {
        let next = board.neighbour(at, dir);
        if !board.opens(at, dir) || visited[next] {
            let (x, y) = board.position(at);
            return Err(WalkError {
                step: index + 1,
                dir: dir.letter().to_ascii_lowercase(),
                x,
                y,
                obstacle: match (board.is_free(next), board.opens(at, dir)) {
                    (false, _) => "a wall",
                    (true, false) => "behind a thin wall",
                    (true, true) => "visited already",
                },
            });
        }
        at = next;
        visited[at] = true;
        cells.push(at);
    }
    Ok(cells)
}

/// The steps between consecutive cells.
pub fn steps(board: &Graph, cells: &[usize]) -> Vec<Dir> {
    let step = |pair: &[usize]| {
        let to = |dir: &Dir| board.neighbour(pair[0], *dir) == pair[1];
        Dir::ALL.into_iter().find(to)
    };
    cells.windows(2).filter_map(step).collect()
}

impl From<PathError> for Error {
    fn from(error: PathError) -> Self {
        let place = error.place();
        Self::bad_input(error, Some(place))
    }
}

impl From<WalkError> for Error {
    fn from(error: WalkError) -> Self {
        Self::bad_input(error, None)
    }
}
