//! How to go on after a walk that a player has begun.
//!
//! What is visited is as good as a wall. So a walk leaves a smaller board with a given start, and a
//! hint is the first slide of an answer of that.

use crate::Control;
use crate::coil::answer::{blocked, start_walk};
use crate::coil::solve::parts::Parts;
use crate::coil::solve::schedule::{solve, solve_from};
use crate::coil::{Answer, Board};
use crate::{Error, Outcome, Solved};

/// An answer that begins with the walk so far, and how many of its slides the walk has after one
/// more; as many as before if it is complete. Without a walk, any answer and its first slide.
pub fn hint(
    board: &Board,
    so_far: Option<Answer>,
    control: &Control,
) -> Result<Solved<(Answer, usize)>, Error> {
    let Some(mut so_far) = so_far else {
        let solved = solve(board, 0, Parts::default(), control);
        return Ok(solved.map(|whole| {
            let first = whole.slides.len().min(1);
            (whole, first)
        }));
    };
    let mut walker = start_walk(board, so_far.start)?;
    for (index, &dir) in so_far.slides.iter().enumerate() {
        if walker.slide(dir) == 0 {
            return Err(blocked(board, &walker, dir, index + 1));
        }
    }
    let slides = so_far.slides.len();
    if walker.left() == 0 {
        return Ok(Solved::new(Outcome::Solved((so_far, slides))));
    }
    let head = walker.at();
    let rest = Board::from_fn(board.width(), board.height(), |x, y| {
        let cell = board.cell(x, y);
        cell == head || walker.is_left(cell)
    });
    let solved = solve_from(&rest, Some(head), 0, Parts::default(), control);
    Ok(solved.map(|rest| {
        so_far.slides.extend(rest.slides);
        (so_far, slides + 1)
    }))
}
