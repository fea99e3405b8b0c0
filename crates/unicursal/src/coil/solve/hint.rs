//! How to go on after a walk that a player has begun.
//!
//! What is visited is as good as a wall. So a walk leaves a smaller board with a given start, and a
//! hint is the first slide of a solution of that.

use super::portfolio::{Parts, solve, solve_from};
use crate::coil::solution::{blocked, start_walk};
use crate::coil::{Board, Solution, WalkError};
use crate::puzzle::{Outcome, Solved};
use crate::{Control, Dir};

/// The walk so far with one more slide of some solution; unchanged if it is complete. Without a walk,
/// the start and the first slide.
pub fn hint(
    board: &Board,
    so_far: Option<Solution>,
    control: &Control,
) -> Result<Solved<Solution>, WalkError> {
    let Some(mut so_far) = so_far else {
        return Ok(solve(board, 0, Parts::default(), control).map(first_slide));
    };
    let mut walker = start_walk(board, so_far.start)?;
    for (index, &dir) in so_far.slides.iter().enumerate() {
        if walker.slide(dir) == 0 {
            return Err(blocked(board, &walker, dir, index + 1));
        }
    }
    if walker.left() == 0 {
        return Ok(Solved::new(Outcome::Solved(so_far)));
    }
    let head = walker.at();
    let rest = Board::from_fn(board.width(), board.height(), |x, y| {
        let cell = board.cell(x, y);
        cell == head || walker.is_open(cell)
    });
    let solved = solve_from(&rest, Some(head), 0, Parts::default(), control);
    Ok(solved.map(|rest| {
        let next: Option<&Dir> = rest.slides.first();
        so_far.slides.extend(next);
        so_far
    }))
}

fn first_slide(mut solution: Solution) -> Solution {
    solution.slides.truncate(1);
    solution
}
