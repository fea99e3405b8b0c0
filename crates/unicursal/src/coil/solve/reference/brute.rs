//! Brute force: every start, every direction, backtracking.
//!
//! It prunes nothing, so that nothing can be wrong with its pruning: the other methods are compared
//! to it. One loop with its own stack; memory is a byte for each cell and a few for each slide.

use crate::coil::solve::{refuse_memory, sketch};
use crate::coil::{Answer, Board, Walker};
use crate::{Control, Dir, Interruption, Progress};
use crate::{Count, Outcome, Solved};

/// A byte for the cell, and its share of the slides of the longest walk.
const BYTES_PER_CELL: usize = 32;

/// How many slides are tried between two looks at the control.
const SLIDES_PER_LOOK: u64 = 4096;

/// Finds the first answer, by rows and then columns of the start.
pub fn solve(board: &Board, control: &Control) -> Solved<Answer> {
    if let Some(refusal) = refuse_memory(board, BYTES_PER_CELL, control) {
        return Solved::new(refusal);
    }
    let mut first = None;
    let run = explore(board, control, |answer| {
        first = Some(answer);
        false
    });
    let outcome = match (first, run.stopped) {
        (Some(answer), _) => Outcome::Solved(answer),
        (None, Some(why)) => {
            let how_far = format!("{} of {} starts tried", run.starts, board.free_count());
            Outcome::unknown(why, how_far)
        }
        (None, None) => Outcome::Unsolvable {
            proof: if board.free_count() == 0 {
                "there is no free cell to start on".to_owned()
            } else {
                format!("all walks from all {} starts were tried", run.starts)
            },
        },
    };
    Solved::new(outcome)
        .with_stat("starts", run.starts)
        .with_stat("slides", run.slides)
}

/// The number of answers, which are pairs of a start and a path.
///
/// ```
/// use unicursal::{coil::Board, internals::coil::brute};
///
/// // From each corner of a 2x2 board one can go around either way.
/// assert_eq!(brute::count(&Board::from_fn(2, 2, |_, _| true)), 8);
/// ```
pub fn count(board: &Board) -> u64 {
    let mut count = 0;
    explore(board, &Control::new(), |_| {
        count += 1;
        true
    });
    count
}

/// The number of ways through a board, up to a limit: an answer and its reverse are one way.
pub fn count_ways(board: &Board, limit: u64, control: &Control) -> Count {
    let mut ways: Vec<(Answer, Option<Answer>)> = Vec::new();
    let run = explore(board, control, |answer| {
        let known = |(_, back): &(_, Option<Answer>)| back.as_ref() == Some(&answer);
        if !ways.iter().any(known) {
            let back = reverse(board, &answer);
            ways.push((answer, back));
        }
        (ways.len() as u64) < limit
    });
    let found = ways.len() as u64;
    Count::new(found, run.stopped.is_none() && found < limit)
}

/// An answer walked from its end, which need not be an answer.
fn reverse(board: &Board, answer: &Answer) -> Option<Answer> {
    let corners = answer.corners(board).ok()?;
    let slides = answer.slides.iter().rev().map(|dir| dir.opposite());
    Some(Answer {
        start: board.position(*corners.last()?),
        slides: slides.collect(),
    })
}

/// What an exploration did.
struct Run {
    /// Starts of which all walks were tried.
    starts: u64,
    slides: u64,
    stopped: Option<Interruption>,
}

/// A slide of the current walk.
struct Slide {
    dir: Dir,
    length: usize,
    /// The next direction to try after it.
    next: usize,
}

/// Calls `found` for each answer until it returns false.
fn explore(board: &Board, control: &Control, mut found: impl FnMut(Answer) -> bool) -> Run {
    let mut run = Run {
        starts: 0,
        slides: 0,
        stopped: None,
    };
    let mut starts = board.free_cells();
    let Some(mut start) = starts.next() else {
        return run;
    };
    let mut walker = Walker::new(board, start);
    let mut walk: Vec<Slide> = Vec::new();
    // The next direction to try from the start; each slide keeps its own.
    let mut next_from_start = 0;
    if walker.left() == 0 {
        run.starts = 1;
        found(answer(board, start, &walk));
        return run;
    }
    loop {
        let next = walk
            .last_mut()
            .map_or(&mut next_from_start, |s| &mut s.next);
        if *next < 4 {
            let dir = Dir::from_index(*next);
            *next += 1;
            let length = walker.slide(dir);
            if length == 0 {
                continue;
            }
            walk.push(Slide {
                dir,
                length,
                next: 0,
            });
            run.slides += 1;
            if run.slides.is_multiple_of(SLIDES_PER_LOOK) {
                run.stopped = control.interruption();
                if run.stopped.is_some() {
                    return run;
                }
                control.report(|| report(board, &run));
                control.sketch_whole(|| sketch::of_open(board, |cell| walker.is_left(cell)));
            }
            if walker.left() == 0 && !found(answer(board, start, &walk)) {
                return run;
            }
        } else if let Some(slide) = walk.pop() {
            walker.take_back(slide.dir, slide.length);
        } else {
            run.starts += 1;
            let Some(other) = starts.next() else {
                return run;
            };
            start = other;
            next_from_start = 0;
            walker.restart(start);
        }
    }
}

fn answer(board: &Board, start: usize, walk: &[Slide]) -> Answer {
    Answer {
        start: board.position(start),
        slides: walk.iter().map(|slide| slide.dir).collect(),
    }
}

fn report(board: &Board, run: &Run) -> Progress {
    Progress {
        phase: "trying starts",
        share: Some(run.starts as f64 / board.free_count() as f64),
        figures: vec![("starts", run.starts), ("slides", run.slides)],
    }
}
