//! All paths of a board: how many there are, and the first of them.
//!
//! A [sweep](crate::sweep) counts the paths of narrow boards, however many there are. On wider
//! boards they are listed: starting from one path, alternatives to each of its steps are tried, the
//! last step first, and the solver finds a path that goes on from there or proves that there is
//! none. So each path is seen once, no search is wasted, and most searches are small: near the end
//! of a path few cells are left.

use std::ops::RangeInclusive;

use super::Graph;
use super::fast;
use super::tuning::{KNOWN_FIRST, LISTED, SWEEP_TURN};
use crate::control::found_so_far;
use crate::sweep::{Cell, Field, Kind, Sweep};
use crate::{Control, Count, Dir, Interruption, Outcome, Progress};

/// Counts the paths of a board, or finds that there are more than `most`.
pub fn count(board: &Graph, most: Option<u64>, control: &Control) -> Count {
    let few = most.is_some_and(|most| most <= LISTED);
    if board.free_count() > 1
        && board.end() != Some(board.start())
        && let Some(sweep) = Sweep::new(&field(board))
    {
        let sweep = if few { sweep.within(SWEEP_TURN) } else { sweep };
        // One path is usually found at once, even where paths cannot be counted.
        let is_wide = board.width().min(board.height()) > KNOWN_FIRST;
        let known = is_wide.then(|| solved(board, control));
        match known {
            Some(Err(_)) => return Count::default(),
            Some(Ok(None)) => return Count::new(0_u8, true),
            None | Some(Ok(Some(_))) => {}
        }
        match sweep.count(control) {
            Ok(found) => return Count::new(found, true),
            Err(Interruption::Memory | Interruption::GaveUp) => {}
            Err(_) => return Count::new(u8::from(is_wide), false),
        }
    }
    let mut found = 0_u64;
    let all = each_path(board, control, |_| {
        found += 1;
        control.report(|| Progress {
            phase: "listing",
            share: None,
            figures: vec![("paths", found)],
        });
        most.is_none_or(|most| found <= most)
    });
    Count::new(found, all == Ok(true))
}

/// Up to `most` different paths; those found so far if the limits end the work.
pub fn list(board: &Graph, most: usize, control: &Control) -> Result<Vec<Vec<Dir>>, Interruption> {
    let mut listed = Vec::new();
    if most == 0 {
        return Ok(listed);
    }
    let ended = each_path(board, control, |path| {
        listed.push(path.to_vec());
        listed.len() < most
    });
    found_so_far(ended.map(|_| ()), listed)
}

/// Whether a board has no path but this one.
pub fn is_only(board: &Graph, path: Vec<Dir>, control: &Control) -> Result<bool, Interruption> {
    Ok(!Shown::new(board, path).advance(control)?)
}

/// Shows every path once, until `visit` returns false. Returns whether all were shown.
fn each_path(
    board: &Graph,
    control: &Control,
    mut visit: impl FnMut(&[Dir]) -> bool,
) -> Result<bool, Interruption> {
    let Some(first) = solved(board, control)? else {
        return Ok(true);
    };
    let mut shown = Shown::new(board, first);
    while visit(&shown.path) {
        if !shown.advance(control)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The path that was shown last, and which others are still to be tried.
struct Shown<'a> {
    board: &'a Graph,
    path: Vec<Dir>,
    /// The cells of the path, and for each cell its place among them.
    cells: Vec<usize>,
    place: Vec<usize>,
    /// For each step, which directions were already tried after the steps before it.
    tried: Vec<[bool; 4]>,
}

impl<'a> Shown<'a> {
    fn new(board: &'a Graph, first: Vec<Dir>) -> Self {
        let mut shown = Self {
            board,
            path: Vec::new(),
            cells: vec![board.start()],
            place: vec![0; board.cell_count()],
            tried: Vec::new(),
        };
        shown.take(first);
        shown
    }

    /// Continues with these steps.
    fn take(&mut self, steps: Vec<Dir>) {
        for dir in steps {
            let next = self.board.neighbour(self.cells[self.path.len()], dir);
            self.path.push(dir);
            self.place[next] = self.cells.len();
            self.cells.push(next);
            if self.tried.len() < self.path.len() {
                self.tried.push([false; 4]);
            }
            self.tried[self.path.len() - 1][dir.index()] = true;
        }
    }

    /// Moves on to a path that was not shown yet; false if there is none.
    fn advance(&mut self, control: &Control) -> Result<bool, Interruption> {
        for step in (0..self.path.len()).rev() {
            for dir in Dir::ALL {
                if std::mem::replace(&mut self.tried[step][dir.index()], true) {
                    continue;
                }
                let next = self.board.neighbour(self.cells[step], dir);
                if !self.board.opens(self.cells[step], dir) || self.place[next] <= step {
                    continue;
                }
                if let Some(rest) = solved(&self.rest(step, next), control)? {
                    self.path.truncate(step);
                    self.cells.truncate(step + 1);
                    self.tried.truncate(step + 1);
                    self.take(vec![dir]);
                    self.take(rest);
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The cells that the path visits after this step, as a board of their own with this start.
    fn rest(&self, step: usize, start: usize) -> Graph {
        let board = self.board;
        let left = &self.cells[step + 1..];
        let (columns, rows) = spans(left.iter().map(|&cell| board.position(cell)));
        board.part_from(start, columns, rows, |cell| self.place[cell] > step)
    }
}

/// A path of this board; `None` if there is none.
fn solved(board: &Graph, control: &Control) -> Result<Option<Vec<Dir>>, Interruption> {
    control.check()?;
    match fast::solve(board, 0, control).outcome {
        Outcome::Solved(path) => Ok(Some(path)),
        Outcome::Unsolvable { .. } => Ok(None),
        Outcome::Unknown(unknown) => Err(unknown.why),
    }
}

/// What is left of a board after these cells were visited; the last one is its start.
pub fn rest(board: &Graph, cells: &[usize]) -> Graph {
    let mut visited = vec![false; board.cell_count()];
    for &cell in cells {
        visited[cell] = true;
    }
    let start = cells.last().copied().unwrap_or(board.start());
    let (columns, rows) = (0..=board.width() - 1, 0..=board.height() - 1);
    board.part_from(start, columns, rows, |cell| !visited[cell])
}

/// The rectangle of all free cells: one of them is the start of the path, and any other, or a given
/// one, may be its end.
fn field(board: &Graph) -> Field {
    let (columns, rows) = spans(board.free_cells().map(|cell| board.position(cell)));
    let width = columns.clone().count();
    let cells = rows.flat_map(|y| columns.clone().map(move |x| board.cell(x, y)));
    let cells = cells.map(|cell| {
        let free = board.is_free(cell);
        let terminal = cell == board.start() || Some(cell) == board.end();
        Cell {
            kind: match (free, terminal) {
                (false, _) => Kind::Wall,
                (true, false) => Kind::Through,
                (true, true) => Kind::Terminal,
            },
            colour: terminal.then_some(0),
            second: None,
            right: board.opens(cell, Dir::Right),
            down: board.opens(cell, Dir::Down),
            may_be_blank: false,
            may_end: free && !terminal && board.end().is_none(),
        }
    });
    Field {
        width,
        cells: cells.collect(),
        colours: 1,
    }
}

/// The columns and rows of the smallest rectangle that contains all these positions.
fn spans(
    positions: impl Iterator<Item = (usize, usize)>,
) -> (RangeInclusive<usize>, RangeInclusive<usize>) {
    let (mut least, mut most) = ((usize::MAX, usize::MAX), (0, 0));
    for (x, y) in positions {
        least = (least.0.min(x), least.1.min(y));
        most = (most.0.max(x), most.1.max(y));
    }
    (least.0..=most.0, least.1..=most.1)
}
