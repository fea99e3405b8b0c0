//! The exact number of answers, and the first of them; an answer is a start and a path from there.
//!
//! Two ways to see every answer once, for the two kinds of boards: the walks of the
//! [plain search](crate::coil::solve::slides::field), all of them, on small and open boards, and
//! those of [worlds](crate::coil::solve::ends) whose ends are known, on winding ones.

use crate::Count;
use crate::coil::engine::Switches;
use crate::coil::solve::cells::answer_of;
use crate::coil::solve::ends::{EndsFirst, Limit, Query, Tools, TurnResult};
use crate::coil::solve::on_path::OnPath;
use crate::coil::solve::openness::is_open;
use crate::coil::solve::simple_proofs::quick_proof;
use crate::coil::solve::slides::every::Every;
use crate::coil::tuning::judges::SLIDES_PER_CHOICE;
use crate::coil::tuning::schedule::BYTES_PER_CELL;
use crate::coil::{Answer, Board};
use crate::control::found_so_far;
use crate::ended::Ended;
use crate::{Control, Interruption, Progress};

/// Counts answers up to `limit`.
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
    let ended = show_all(board, u64::MAX, &mut on_path, control);
    Count::new(found, ended == Ok(Ended::Exhausted))
}

/// Different answers, this many if there are as many.
pub fn list(board: &Board, most: usize, control: &Control) -> Result<Vec<Answer>, Interruption> {
    let mut listed = Vec::new();
    if most == 0 {
        return Ok(listed);
    }
    let mut on_path = |path: &[u32]| {
        listed.push(answer_of(board, path));
        control.report(|| Progress {
            phase: "listing",
            share: None,
            figures: vec![("solutions", listed.len() as u64)],
        });
        listed.len() < most
    };
    let ended = match show_all(board, u64::MAX, &mut on_path, control) {
        Ok(Ended::Found | Ended::Exhausted) => Ok(()),
        Ok(Ended::Undecided) => Err(Interruption::GaveUp),
        Err(why) => Err(why),
    };
    found_so_far(ended, listed)
}

/// Whether there is exactly one way through a board: a single answer, or two that are each other
/// walked backwards. (An answer walked backwards is one only if it is blocked wherever it turns.)
///
/// `effort` is the number of choices that walks may make; the answer is nothing if that did not
/// suffice.
///
/// ```
/// use unicursal::Control;
/// use unicursal::{coil::Board, internals::coil::count::has_one_way};
///
/// // A corridor can be walked from both ends, a square from each corner both ways round.
/// let corridor = Board::from_fn(3, 1, |_, _| true);
/// assert_eq!(has_one_way(&corridor, 1000, &Control::new()), Ok(Some(true)));
/// let square = Board::from_fn(2, 2, |_, _| true);
/// assert_eq!(has_one_way(&square, 1000, &Control::new()), Ok(Some(false)));
/// ```
pub fn has_one_way(
    board: &Board,
    effort: u64,
    control: &Control,
) -> Result<Option<bool>, Interruption> {
    let mut first: Option<Vec<u32>> = None;
    let mut is_other = false;
    let mut on_path = |path: &[u32]| {
        match &first {
            None => first = Some(path.to_vec()),
            Some(first) => is_other = !first.iter().rev().eq(path),
        }
        !is_other
    };
    Ok(match show_all(board, effort, &mut on_path, control)? {
        Ended::Found => Some(false),
        Ended::Exhausted => Some(first.is_some()),
        Ended::Undecided => None,
    })
}

/// Shows every answer once, unless `on_path` returns false or that takes more than `effort`.
fn show_all(
    board: &Board,
    effort: u64,
    on_path: OnPath,
    control: &Control,
) -> Result<Ended, Interruption> {
    if quick_proof(board).is_some() {
        return Ok(Ended::Exhausted);
    }
    if board.free_count() == 1 {
        let only = board.free_cells().next();
        let goes_on = only.is_none_or(|cell| on_path(&[cell as u32]));
        return Ok(if goes_on {
            Ended::Exhausted
        } else {
            Ended::Found
        });
    }
    control.demand(board.cell_count() * BYTES_PER_CELL)?;
    if !is_open(board)
        && let Some(ended) = by_ends(board, effort, on_path, control)?
    {
        return Ok(ended);
    }
    let slides = effort.saturating_mul(SLIDES_PER_CHOICE);
    let mut starts: Vec<usize> = board.free_cells().collect();
    starts.reverse();
    Every::new(board, starts, None).show(slides, on_path, control)
}

/// Shows every answer by way of where the ends are; `None` if it gave up before it could show any.
fn by_ends(
    board: &Board,
    effort: u64,
    on_path: OnPath,
    control: &Control,
) -> Result<Option<Ended>, Interruption> {
    let query = Query {
        start: None,
        all: true,
        tools: Tools::default(),
    };
    let mut ends = EndsFirst::new(board, Switches::default(), query);
    // The first turn only finds out where the ends are.
    let mut has_begun = false;
    loop {
        match ends.turn(Limit::of_choices(effort), on_path, control)? {
            TurnResult::Exhausted(_) => return Ok(Some(Ended::Exhausted)),
            TurnResult::Found => return Ok(Some(Ended::Found)),
            TurnResult::Undecided if has_begun && effort < u64::MAX => {
                return Ok(Some(Ended::Undecided));
            }
            TurnResult::Undecided => has_begun = true,
            TurnResult::Lost => return Ok(None),
        }
    }
}
