//! All paths of a board: how many there are, and the first of them.
//!
//! A [sweep](crate::sweep) counts the paths of narrow boards, however many. If few are asked for,
//! small boards are [searched](crate::hamilton::links) first, and on wide ones a [SAT
//! solver](super::solve::sat) lists one path after the other.

use super::Board;
use super::solve::{first_choices, sat};
use super::sweep;
use super::tuning::{LISTED, SWEEP_TURN};
use crate::control::found_so_far;
use crate::hamilton::links::{Links, Searched};
use crate::hamilton::{self, fast, path};
use crate::{Control, Count, Dir, Interruption, Progress};

/// Counts the paths of a board, or finds that there are more than `most`.
pub fn count(board: &Board, most: Option<u64>, control: &Control) -> Count {
    if board.free_count() == 1 {
        return Count::new(1_u32, true);
    }
    let few = most.is_some_and(|most| most <= LISTED);
    if few && first_choices(board) > 0 {
        let mut found = 0_u64;
        let ended = search(board, control, |_| {
            found += 1;
            most.is_none_or(|most| found <= most)
        });
        match ended {
            Ok(Searched::All) => return Count::new(found, true),
            Ok(Searched::GaveUp) => {}
            Ok(Searched::Stopped) | Err(_) => return Count::new(found, false),
        }
    }
    if let Some(sweep) = sweep::sweep(board) {
        let sweep = if few { sweep.within(SWEEP_TURN) } else { sweep };
        match sweep.count(control) {
            Ok(found) => return Count::new(found, true),
            Err(Interruption::Memory | Interruption::GaveUp) => {}
            Err(_) => return Count::default(),
        }
    }
    if board.numbered().len() == 1 {
        return hamilton::count::count(board, most, control);
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

/// Different paths, this many if there are as many; those found so far when the limits end the
/// work.
pub fn list(board: &Board, most: usize, control: &Control) -> Result<Vec<Vec<Dir>>, Interruption> {
    let mut listed = Vec::new();
    if most == 0 {
        return Ok(listed);
    }
    let ended = each_path(board, control, |cells| {
        listed.push(path::steps(board, cells));
        listed.len() < most
    });
    found_so_far(ended.map(|_| ()), listed)
}

/// Searches as long as that is likely to end.
fn search(
    board: &Board,
    control: &Control,
    visit: impl FnMut(&Links) -> bool,
) -> Result<Searched, Interruption> {
    let mut links = Links::new(board, board.numbered());
    links.search(first_choices(board), &mut 0, control, visit)
}

/// Shows the cells of every path once, until `visit` returns false. Says whether all were shown.
fn each_path(
    board: &Board,
    control: &Control,
    mut visit: impl FnMut(&[usize]) -> bool,
) -> Result<bool, Interruption> {
    if board.free_count() == 1 {
        return Ok(visit(&[board.start()]));
    }
    if fast::refuted(board).is_some() {
        return Ok(true);
    }
    // What the search shows before it gives up is not shown again.
    let mut shown: Vec<Vec<usize>> = Vec::new();
    if first_choices(board) > 0 {
        let ended = search(board, control, |links| {
            let cells = links.walk();
            let goes_on = visit(&cells);
            shown.push(cells);
            goes_on
        })?;
        match ended {
            Searched::All => return Ok(true),
            Searched::Stopped => return Ok(false),
            Searched::GaveUp => {}
        }
    }
    if board.numbered().len() == 1 {
        // A free end: paths are listed from one to the next.
        let paths = hamilton::count::list(board, usize::MAX, control)?;
        let cells = paths
            .iter()
            .filter_map(|steps| path::walk(board, steps).ok());
        for cells in cells.filter(|cells| !shown.contains(cells)) {
            if !visit(&cells) {
                return Ok(false);
            }
        }
        return Ok(true);
    }
    let mut session = sat::Session::new(board, 0, control)?;
    for cells in &shown {
        session.refuse(cells);
    }
    while let Some(cells) = session.next_path()? {
        if !visit(&cells) {
            return Ok(false);
        }
        session.refuse(&cells);
    }
    Ok(true)
}
