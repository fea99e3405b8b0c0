//! Answers with few straight pieces, for a game that counts them.
//!
//! Each path has one piece more than corners, so a limit on the pieces of all paths is a limit on
//! all corners. A literal for each cell where a path may turn, and a counter that carries their
//! number from cell to cell, let the solver assume "at most this many". All of it follows from the
//! edges, so the solver decides none of it. The counter has corners times limit literals.
//!
//! An answer that is too long is first shortened where that is easy: everything outside a window
//! stays as it is, and the solver looks for a way through the window that saves a corner. Windows
//! grow when none of their size helps any more. What windows cannot shorten is left to a search on
//! the whole board, which finds an answer within the limit or proves that there is none.

use batsat::Lit;

use super::encoding::Encoding;
use super::sat::Session;
use crate::Outcome;
use crate::area::Area;
use crate::connect::rule::pieces;
use crate::connect::tuning::{TURN_SIDES, TURN_WINDOW_DECISIONS};
use crate::connect::{Answer, Board, Tile};
use crate::sat::ENDLESS;
use crate::{Dir, Interruption};

/// What a literal of the counter takes, with its clauses.
const BYTES_OF_COUNT: usize = 256;

/// This answer, or another one within the limit of pieces.
pub fn within(session: &mut Session, limit: usize, first: Answer) -> Outcome<Answer> {
    let number = first.segments().len();
    if number <= limit {
        return Outcome::Solved(first);
    }
    // The shortest path is one piece; every further piece begins at a corner.
    let colours = first.paths.len();
    let fewer = match limit.checked_sub(colours) {
        None => Ok((first, true)),
        Some(corners) => {
            let most = number - colours;
            let bytes = session.encoding.board.cell_count() * most * BYTES_OF_COUNT;
            let control = session.encoding.clauses.solver.cb().control();
            if control.allows_memory(bytes) {
                let counter = counter_of_corners(&mut session.encoding, most);
                shorten(session, first, corners, &counter)
            } else {
                Err((Interruption::Memory, number))
            }
        }
    };
    match fewer {
        Ok((answer, false)) => Outcome::Solved(answer),
        Ok((answer, true)) => Outcome::Unsolvable {
            proof: session.describe(&format!(
                "there are answers, one of {}, but none of {limit} or fewer",
                pieces(answer.segments().len())
            )),
        },
        Err((why, shortest)) => {
            let how_far = session.describe(&format!(
                "found an answer of {}, and none of {limit} or fewer yet",
                pieces(shortest)
            ));
            Outcome::unknown(why, how_far)
        }
    }
}

/// How many solutions there are within the limit of pieces, or that there are this many.
pub fn count_within(
    session: &mut Session,
    limit: usize,
    enough: usize,
) -> Result<usize, Interruption> {
    let board = session.encoding.board;
    let Some(corners) = limit.checked_sub(board.colours().len()) else {
        return Ok(0);
    };
    let control = session.encoding.clauses.solver.cb().control();
    let longest = board.cell_count().min(corners + 1);
    control.demand(
        board
            .cell_count()
            .saturating_mul(longest)
            .saturating_mul(BYTES_OF_COUNT),
    )?;
    let counter = counter_of_corners(&mut session.encoding, longest);
    let assumed: Vec<Lit> = counter.at_most(corners).collect();
    let mut found = 0;
    while found < enough {
        session.begin(ENDLESS);
        match session.answer_assuming(&assumed)? {
            Some(answer) => session.refuse(&answer),
            None => break,
        }
        found += 1;
    }
    Ok(found)
}

/// The answer with so few corners, or the shortest one known and that none is short enough. When
/// interrupted, the number of pieces of the shortest one known.
fn shorten(
    session: &mut Session,
    first: Answer,
    corners: usize,
    counter: &Counter,
) -> Result<(Answer, bool), (Interruption, usize)> {
    let mut best = first;
    let pieces = |answer: &Answer| answer.segments().len();
    let wanted = corners + best.paths.len();
    for side in TURN_SIDES {
        let mut better = true;
        while better {
            better = false;
            for window in windows(session.encoding.board, side) {
                // Most windows are done before the solver asks whether to go on.
                let watch = session.encoding.clauses.solver.cb();
                if let Some(why) = watch.control().interruption() {
                    return Err((why, pieces(&best)));
                }
                watch.begin(TURN_WINDOW_DECISIONS);
                let fewer = counter.at_most(pieces(&best) - best.paths.len() - 1);
                let mut assumed = outside(&session.encoding, window, &best);
                assumed.extend(fewer);
                match session.answer_assuming(&assumed) {
                    Ok(Some(answer)) => {
                        best = answer;
                        better = true;
                    }
                    Ok(None) | Err(Interruption::GaveUp) => {}
                    Err(why) => return Err((why, pieces(&best))),
                }
                if pieces(&best) <= wanted {
                    return Ok((best, false));
                }
            }
        }
    }
    session.encoding.clauses.solver.cb().begin(ENDLESS);
    let assumed: Vec<Lit> = counter.at_most(corners).collect();
    match session.answer_assuming(&assumed) {
        Ok(Some(answer)) => Ok((answer, false)),
        Ok(None) => Ok((best, true)),
        Err(why) => Err((why, pieces(&best))),
    }
}

/// Windows that overlap by half and cover the board.
pub(super) fn windows(board: &Board, side: usize) -> Vec<Area> {
    let starts = |length: usize| (0..length.saturating_sub(side / 2)).step_by(side / 2);
    let rows = starts(board.height().max(side));
    let corners = rows.flat_map(|y| starts(board.width().max(side)).map(move |x| (x, y)));
    let windows = corners.map(|(x, y)| board.area().part((x, x + side), (y, y + side)));
    windows.collect()
}

/// What an answer does on all edges that are not inside a window.
pub(super) fn outside(encoding: &Encoding, window: Area, answer: &Answer) -> Vec<Lit> {
    let mut used = vec![false; encoding.clauses.used.len()];
    for edge in encoding.edges.along(answer) {
        used[edge] = true;
    }
    let is_inside = |&cell: &usize| window.contains(cell);
    let edges = encoding.edges.cells.iter().enumerate();
    let outside = edges.filter(|(_, cells)| !cells.iter().all(is_inside));
    outside
        .map(|(edge, _)| {
            if used[edge] {
                encoding.clauses.used[edge]
            } else {
                !encoding.clauses.used[edge]
            }
        })
        .collect()
}

/// Counts how many of some literals are true.
pub(super) struct Counter {
    /// At each place j: true when there are more than j.
    more_than: Vec<Lit>,
}

impl Counter {
    /// A counter that counts up to a number.
    pub(super) fn new(encoding: &mut Encoding, counted: &[Lit], most: usize) -> Self {
        let mut more_than: Vec<Lit> = Vec::new();
        for &one in counted {
            let longer = (more_than.len() + 1).min(most);
            let next: Vec<Lit> = (0..longer).map(|_| encoding.clauses.follower()).collect();
            encoding.clauses.add([!one, next[0]]);
            for (index, &before) in more_than.iter().enumerate() {
                encoding.clauses.add([!before, next[index]]);
                if let Some(&more) = next.get(index + 1) {
                    encoding.clauses.add([!one, !before, more]);
                }
            }
            more_than = next;
        }
        Self { more_than }
    }

    /// What to assume for at most this many; nothing when there cannot be more.
    pub(super) fn at_most(&self, most: usize) -> impl Iterator<Item = Lit> + '_ {
        self.more_than.get(most).map(|&more| !more).into_iter()
    }
}

/// A counter of corners that counts up to a number.
fn counter_of_corners(encoding: &mut Encoding, most: usize) -> Counter {
    let corners = add_corners(encoding);
    Counter::new(encoding, &corners, most)
}

/// A literal for each cell where a path may turn, true where it does.
fn add_corners(encoding: &mut Encoding) -> Vec<Lit> {
    let mut corners = Vec::new();
    for cell in 0..encoding.board.cell_count() {
        let around = encoding.edges.around[cell];
        if encoding.board.tile(cell) != Tile::Empty {
            continue;
        }
        let corner = encoding.clauses.follower();
        corners.push(corner);
        for dir in Dir::ALL {
            let sides = [around[dir.index()], around[dir.clockwise().index()]];
            if let [Some(one), Some(two)] = sides {
                encoding.clauses.add([
                    !encoding.clauses.used[one],
                    !encoding.clauses.used[two],
                    corner,
                ]);
            }
        }
    }
    corners
}
