//! The exact number of solutions; a solution is a start and a path from there.
//!
//! Two ways to see every solution once, for the two kinds of boards: the walks of the
//! [plain search](super::field), all of them, on small and open boards, and the
//! [hunt](super::hunt), told to stop at nothing, on winding ones.

use super::ended::OnPath;
use super::field::Field;
use super::hunt::{Hunt, Means, Quest, Turn};
use super::openness::is_open;
use super::proofs::quick_proof;
use super::tuning::turns::BYTES_PER_CELL;
use crate::Count;
use crate::coil::Board;
use crate::coil::engine::Switches;
use crate::{Control, Progress};

/// The steps of the plain search that weigh as much as a choice in a walk of the hunt.
const STEPS_PER_CHOICE: u64 = 100;

/// Counts solutions up to `limit`.
pub fn count(board: &Board, limit: u64, control: &Control) -> Count {
    let mut found = 0;
    let mut on_path = |_: &[u32]| {
        found += 1;
        control.report(|| Progress {
            phase: "counting",
            share: None,
            figures: vec![("solutions", found)],
        });
        found < limit
    };
    let complete = show_all(board, u64::MAX, &mut on_path, control);
    Count::new(found, complete)
}

/// Whether there is exactly one way through a board: a single solution, or two that are each other
/// walked backwards. (A solution walked backwards is one only if it is blocked wherever it turns.)
///
/// `effort` is the number of choices that walks may make; the answer is nothing if that did not
/// suffice, or if the control ended the work.
///
/// ```
/// use unicursal::Control;
/// use unicursal::coil::{Board, solve::count::has_one_way};
///
/// // A corridor can be walked from both ends, a square from each corner both ways round.
/// let corridor = Board::from_fn(3, 1, |_, _| true);
/// assert_eq!(has_one_way(&corridor, 1000, &Control::new()), Some(true));
/// let square = Board::from_fn(2, 2, |_, _| true);
/// assert_eq!(has_one_way(&square, 1000, &Control::new()), Some(false));
/// ```
pub fn has_one_way(board: &Board, effort: u64, control: &Control) -> Option<bool> {
    let mut first: Option<Vec<u32>> = None;
    let mut is_other = false;
    let mut on_path = |path: &[u32]| {
        match &first {
            None => first = Some(path.to_vec()),
            Some(first) => is_other = !first.iter().rev().eq(path),
        }
        !is_other
    };
    let complete = show_all(board, effort, &mut on_path, control);
    match (complete, is_other) {
        (_, true) => Some(false),
        (true, false) => Some(first.is_some()),
        (false, false) => None,
    }
}

/// Shows every solution once. Returns whether it did; not if `on_path` wanted no more, the control
/// ended it, or it took more than `effort`.
fn show_all(board: &Board, effort: u64, on_path: OnPath, control: &Control) -> bool {
    if quick_proof(board).is_some() {
        return true;
    }
    if board.free_count() == 1 {
        let only = board.free_cells().next();
        return only.is_none_or(|cell| on_path(&[cell as u32]));
    }
    if !control.demand_memory(board.cell_count() * BYTES_PER_CELL) {
        return false;
    }
    let hunted = if is_open(board) {
        None
    } else {
        hunt(board, effort, on_path, control)
    };
    hunted.unwrap_or_else(|| {
        let steps = effort.saturating_mul(STEPS_PER_CHOICE);
        search(board, steps, on_path, control)
    })
}

/// Lets the hunt show every solution. Returns whether it did, or nothing if it gave up before it
/// could show any.
fn hunt(board: &Board, effort: u64, on_path: OnPath, control: &Control) -> Option<bool> {
    let quest = Quest {
        start: None,
        all: true,
        means: Means::default(),
    };
    let mut hunt = Hunt::new(board, Switches::default(), quest);
    // The first turn only finds out where the ends are.
    let mut has_begun = false;
    loop {
        match hunt.turn(effort, on_path, control) {
            Ok(Turn::Exhausted(_)) => return Some(true),
            Ok(Turn::Stopped) | Err(_) => return Some(false),
            Ok(Turn::Undecided) if has_begun && effort < u64::MAX => return Some(false),
            Ok(Turn::Undecided) => has_begun = true,
            Ok(Turn::Lost) => return None,
        }
    }
}

/// Walks every walk that may become a solution. Returns whether none is left.
fn search(board: &Board, steps: u64, on_path: OnPath, control: &Control) -> bool {
    let mut field = Field::new(board, None);
    let empty = field.mark();
    let balance = board.balance();
    let mut done = 0_u64;
    for start in board.free_cells() {
        field.undo(empty);
        if !field.start(start, balance) {
            continue;
        }
        // What is left to try: a state and a direction from there.
        let mut ways = Vec::new();
        let push = |field: &Field, ways: &mut Vec<_>| {
            for dir in 0..4 {
                let next = field.neighbour(field.head(), dir);
                if !field.is_blocked(next) && field.may_enter(next) {
                    ways.push((field.mark(), dir));
                }
            }
        };
        push(&field, &mut ways);
        while let Some((mark, dir)) = ways.pop() {
            done += 1;
            let is_time_to_look = done.is_multiple_of(1024);
            if done > steps || is_time_to_look && control.interruption().is_some() {
                return false;
            }
            field.undo(mark);
            if field.slide(dir).is_none() {
                continue;
            }
            if field.left() == 0 {
                if !on_path(field.path()) {
                    return false;
                }
            } else {
                push(&field, &mut ways);
            }
        }
    }
    true
}
