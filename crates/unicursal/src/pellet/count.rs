//! All paths of a board: how many there are, and the first of them.
//!
//! A [sweep](crate::sweep) counts the paths of narrow boards, however many. On wider ones they are listed: from
//! one path, each step of it that could have been another is tried, and the solver finds a path that
//! goes on from there or proves that there is none. So each path is seen once, and no search ends in
//! nothing.

use super::solve::fast;
use super::tuning::{LISTED, SWEEP_TURN};
use super::{Board, rules};
use crate::sweep::{Cell, Field, Kind, Sweep};
use crate::{Control, Count, Dir, Interruption, Outcome, Progress};

/// Counts the paths of a board, or finds that there are more than `most`.
pub fn count(board: &Board, most: Option<u64>, control: &Control) -> Count {
    let few = most.is_some_and(|most| most <= LISTED);
    if board.free_count() > 1
        && let Some(sweep) = Sweep::new(&field(board))
    {
        let sweep = if few { sweep.within(SWEEP_TURN) } else { sweep };
        match sweep.count(control) {
            Ok(found) => return Count::new(found, true),
            Err(Interruption::Memory | Interruption::GaveUp) => {}
            Err(_) => return Count::default(),
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

/// Different paths, so many if there are as many.
pub fn list(board: &Board, most: usize, control: &Control) -> Result<Vec<Vec<Dir>>, Interruption> {
    let mut listed = Vec::new();
    if most > 0 {
        each_path(board, control, |path| {
            listed.push(path.to_vec());
            listed.len() < most
        })?;
    }
    Ok(listed)
}

/// Shows every path once, until `visit` returns false. Says whether all were shown.
fn each_path(
    board: &Board,
    control: &Control,
    mut visit: impl FnMut(&[Dir]) -> bool,
) -> Result<bool, Interruption> {
    let Some(first) = path_after(board, &[], control)? else {
        return Ok(true);
    };
    // Paths, and from which step on others are to be looked for.
    let mut found = vec![(first, 0)];
    while let Some((path, from)) = found.pop() {
        if !visit(&path) {
            return Ok(false);
        }
        for step in from..path.len() {
            for dir in Dir::ALL.into_iter().filter(|&dir| dir != path[step]) {
                let mut other = path[..step].to_vec();
                other.push(dir);
                if let Some(path) = path_after(board, &other, control)? {
                    found.push((path, step + 1));
                }
            }
        }
    }
    Ok(true)
}

/// A path that begins with these steps; none if there is none, or they cannot be followed.
pub fn path_after(
    board: &Board,
    steps: &[Dir],
    control: &Control,
) -> Result<Option<Vec<Dir>>, Interruption> {
    control.check()?;
    let Ok(cells) = rules::walk(board, steps) else {
        return Ok(None);
    };
    let rest = rest(board, &cells);
    match fast::solve(&rest, 0, control).outcome {
        Outcome::Solved(path) => Ok(Some([steps, &path[..]].concat())),
        Outcome::Unsolvable { .. } => Ok(None),
        Outcome::Unknown(unknown) => Err(unknown.why),
    }
}

/// What is left of a board after these cells were visited; the last one is its start.
pub fn rest(board: &Board, cells: &[usize]) -> Board {
    let mut visited = vec![false; board.cell_count()];
    for &cell in cells {
        visited[cell] = true;
    }
    let start = cells.last().copied().unwrap_or(board.start());
    let size = (board.width(), board.height());
    Board::from_fn(size.0, size.1, board.position(start), |x, y| {
        let cell = board.cell(x, y);
        board.is_free(cell) && !visited[cell]
    })
}

/// The rectangle of all free cells, of which one is where the path starts and any other may be its end.
fn field(board: &Board) -> Field {
    let positions = || board.free_cells().map(|cell| board.position(cell));
    let span = |values: &mut dyn Iterator<Item = usize>| {
        values.fold((usize::MAX, 0), |(least, most), value| {
            (least.min(value), most.max(value))
        })
    };
    let (left, right) = span(&mut positions().map(|(x, _)| x));
    let (top, bottom) = span(&mut positions().map(|(_, y)| y));
    let rows = top..=bottom;
    let cells = rows.flat_map(|y| (left..=right).map(move |x| board.cell(x, y)));
    let cells = cells.map(|cell| {
        let free = board.is_free(cell);
        let start = cell == board.start();
        let goes = |dir: Dir| free && board.is_free(board.neighbour(cell, dir));
        Cell {
            kind: match (free, start) {
                (false, _) => Kind::Wall,
                (true, false) => Kind::Through,
                (true, true) => Kind::Terminal,
            },
            colour: start.then_some(0),
            right: goes(Dir::Right),
            down: goes(Dir::Down),
            may_be_blank: false,
            may_end: free && !start,
        }
    });
    Field {
        width: right + 1 - left,
        cells: cells.collect(),
        colours: 1,
    }
}
