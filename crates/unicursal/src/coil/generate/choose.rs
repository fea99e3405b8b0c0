//! Levels about which something was shown: that they have only one solution, or none, or that
//! finding it is hard.
//!
//! Candidates come from seeds derived from the one that was given (`spring`, `spring.2`, ...), and
//! a judge (a counter, a solver) picks among them. The result is the id of the chosen one, which
//! makes the same level again without the judge.

use std::ops::RangeInclusive;

use super::Id;
use crate::coil::Board;
use crate::coil::solve::quick_proof;
use crate::coil::tuning::judges::CANDIDATES;
use crate::{Control, Error, Interruption, Progress, Rng};

/// The candidate with this number, counted from 1. A dot distinguishes its seed from those of
/// levels that a front end makes one after the other.
fn candidate(id: &Id, number: usize) -> Id {
    let mut id = id.clone();
    if number > 1 {
        id.request.seed = format!("{}.{number}", id.request.seed);
    }
    id
}

/// Judges whether a candidate has only one solution; `None` is undecided. If that is not asked for,
/// every candidate passes.
pub(super) type Unique<'a> = dyn Fn(&Board) -> Result<Option<bool>, Interruption> + 'a;

/// The first candidate that is judged to have only one solution.
pub(super) fn unique(id: &Id, control: &Control, is_unique: &Unique) -> Result<Id, Error> {
    let what = "candidates, none proved to have only one solution";
    for number in 1..=CANDIDATES {
        let id = candidate(id, number);
        let level = super::generate(&id.request, control)?;
        if passes(is_unique, &level.board, number, what)? {
            return Ok(id);
        }
        go_on(control, number, what)?;
    }
    let text = format!("none of {CANDIDATES} levels is proved to have only one solution");
    Err(Error::interrupted(Interruption::GaveUp, text))
}

fn passes(is_unique: &Unique, board: &Board, number: usize, what: &str) -> Result<bool, Error> {
    let judged = is_unique(board);
    let judged = judged.map_err(|why| Error::interrupted(why, format!("{number} {what}")))?;
    Ok(judged == Some(true))
}

/// How many slides a candidate takes, and whether it would take more.
pub(super) type Effort = (u64, bool);

/// The first candidate that takes too much work to judge, or else, of the first `among` that pass,
/// the one that takes the most.
pub(super) fn hardest(
    id: &Id,
    among: usize,
    control: &Control,
    is_unique: &Unique,
    effort: &dyn Fn(&Board) -> Result<Effort, Error>,
) -> Result<Id, Error> {
    let what = "candidates judged";
    let mut best: Option<(u64, Id)> = None;
    let mut passed = 0;
    for number in 1..=among.max(CANDIDATES) {
        let id = candidate(id, number);
        let level = super::generate(&id.request, control)?;
        if passes(is_unique, &level.board, number, what)? {
            let (effort, is_beyond) = effort(&level.board)?;
            if is_beyond {
                return Ok(id);
            }
            if best.as_ref().is_none_or(|(most, _)| effort > *most) {
                best = Some((effort, id));
            }
            passed += 1;
            if passed == among {
                break;
            }
        }
        go_on(control, number, what)?;
    }
    let none = || {
        let text = "no level is proved to have only one solution";
        Error::interrupted(Interruption::GaveUp, text)
    };
    best.map(|(_, id)| id).ok_or_else(none)
}

/// The first candidate that passes and whose effort is within a range.
pub(super) fn within(
    id: &Id,
    range: &RangeInclusive<u64>,
    control: &Control,
    is_unique: &Unique,
    effort: &dyn Fn(&Board) -> Result<Effort, Error>,
) -> Result<Id, Error> {
    let what = "candidates, none as hard as that";
    let (mut least, mut most) = (u64::MAX, 0);
    for number in 1..=CANDIDATES {
        let id = candidate(id, number);
        let level = super::generate(&id.request, control)?;
        if passes(is_unique, &level.board, number, what)? {
            let (effort, is_beyond) = effort(&level.board)?;
            // An effort too large to be measured is in range if the range has no end.
            if range.contains(&effort) && (!is_beyond || *range.end() == u64::MAX) {
                return Ok(id);
            }
            (least, most) = (least.min(effort), most.max(effort));
        }
        go_on(control, number, what)?;
    }
    let text = if least > most {
        format!("none of {CANDIDATES} levels is proved to have only one solution")
    } else {
        format!(
            "none of {CANDIDATES} levels is as hard as that: they take {least} to {most} slides"
        )
    };
    Err(Error::interrupted(Interruption::GaveUp, text))
}

/// A level with two cells changed, a wall and a free cell of the same colour, that is judged to
/// have no solution, although counting does not show it: it has no more dead ends than before, the
/// colours are as they were, and the free cells are connected.
pub(super) fn unsolvable(
    id: &Id,
    control: &Control,
    is_unsolvable: &dyn Fn(&Board) -> bool,
) -> Result<Id, Error> {
    let mut rng = Rng::from_text(&id.request.seed);
    let board = super::generate(&id.request, control)?.board;
    let colour = |cell: usize| {
        let (x, y) = board.position(cell);
        (x + y) % 2
    };
    let free: Vec<usize> = board.free_cells().collect();
    let all = (0..board.height()).flat_map(|y| (0..board.width()).map(move |x| (x, y)));
    let walls: Vec<usize> = all
        .map(|(x, y)| board.cell(x, y))
        .filter(|&cell| !board.is_free(cell))
        .collect();
    let dead_ends_before = dead_ends(&board);
    for number in 1..=CANDIDATES {
        if free.is_empty() || walls.is_empty() {
            break;
        }
        let (close, open) = (free[rng.below(free.len())], walls[rng.below(walls.len())]);
        if colour(close) == colour(open) {
            let mut id = id.clone();
            id.changes = vec![board.position(close), board.position(open)];
            let changed = id.change(&board);
            if dead_ends(&changed) <= dead_ends_before
                && quick_proof(&changed).is_none()
                && is_unsolvable(&changed)
            {
                return Ok(id);
            }
        }
        go_on(control, number, "changes, none proved to have no solution")?;
    }
    let text = "no change was found after which the level is proved to have no solution";
    Err(Error::interrupted(Interruption::GaveUp, text))
}

/// Free cells with at most one free neighbour.
fn dead_ends(board: &Board) -> usize {
    let is_dead_end = |&cell: &usize| board.free_neighbours(cell).count() < 2;
    board.free_cells().filter(is_dead_end).count()
}

/// Says how many were judged, unless the work must end.
fn go_on(control: &Control, number: usize, what: &str) -> Result<(), Error> {
    control.report(|| Progress {
        phase: "choosing",
        share: None,
        figures: vec![("candidates", number as u64)],
    });
    let how_far = |why| Error::interrupted(why, format!("{number} {what}"));
    control.check().map_err(how_far)
}
