//! The exact number of solutions; a solution is a start and a path from there.
//!
//! Two ways to see every solution once, for the two kinds of boards: the walks of the
//! [plain search](super::field), all of them, on small and open boards, and the
//! [hunt](super::hunt), told to stop at nothing, on winding ones.

use super::field::Field;
use super::hunt::{Hunt, Quest, Turn};
use super::portfolio::is_open;
use super::proofs::quick_proof;
use crate::coil::Board;
use crate::engine::Switches;
use crate::puzzle::Count;
use crate::{Control, Progress};

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
    let complete = if quick_proof(board).is_some() {
        true
    } else if board.free_count() == 1 {
        board
            .free_cells()
            .next()
            .is_none_or(|cell| on_path(&[cell as u32]))
    } else {
        let hunted = if is_open(board) {
            None
        } else {
            hunt(board, &mut on_path, control)
        };
        hunted.unwrap_or_else(|| search(board, &mut on_path, control))
    };
    Count { found, complete }
}

/// Lets the hunt show every solution. Returns whether it did, or nothing if it gave up before it
/// could show any.
fn hunt(board: &Board, on_path: &mut dyn FnMut(&[u32]) -> bool, control: &Control) -> Option<bool> {
    let quest = Quest {
        start: None,
        all: true,
    };
    let mut hunt = Hunt::new(board, Switches::default(), quest);
    loop {
        match hunt.turn(u64::MAX, on_path, control) {
            Turn::Exhausted(_) => return Some(true),
            Turn::Stopped => return Some(false),
            Turn::Undecided if control.interruption().is_some() => return Some(false),
            Turn::Undecided => {}
            Turn::Lost => return None,
        }
    }
}

/// Walks every walk that may become a solution. Returns whether none is left.
fn search(board: &Board, on_path: &mut dyn FnMut(&[u32]) -> bool, control: &Control) -> bool {
    let mut field = Field::new(board);
    let empty = field.mark();
    let balance = board.balance();
    let mut looks = 0_u32;
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
            looks = looks.wrapping_add(1);
            if looks.is_multiple_of(1024) && control.interruption().is_some() {
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
