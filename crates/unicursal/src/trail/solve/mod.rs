//! The ways to solve a Trail board.
//!
//! `fast`, the default, looks for reasons that need no search, then [tries](crate::hamilton::links)
//! what conclusions leave open, on boards that are not too large. On others, or if that takes too
//! many choices, it [stretches](stretch) a short path through the numbers until it fills the board;
//! if that does not succeed, it asks a [SAT solver](sat) that knows the order of the numbers.
//! Boards with one number or two have no order: they are paths of a graph with a free end or a
//! fixed one.

pub mod sat;
mod sketch;
mod stretch;

use super::Board;
use super::tuning::{CHOICES_PER_CELL, FEW_CELLS, LEAST_CHOICES, SEARCHED};
use crate::hamilton::links::{Links, Searched};
use crate::hamilton::{fast, path};
use crate::method::{self, Method};
use crate::{Control, Dir, Interruption, MethodSpec, Outcome, SolveRequest, Solved};

type Run = fn(&Board, &SolveRequest, &Control) -> Solved<Vec<Dir>>;

/// All methods; the first is the default.
const METHODS: [Method<Run>; 3] = [
    Method {
        spec: MethodSpec {
            name: "fast",
            help: "Conclusions and trials on small boards; on large ones a short path is stretched, or a SAT solver asked",
        },
        run: |board, request, control| solve_fast(board, request.seed, control),
    },
    Method {
        spec: MethodSpec {
            name: "search",
            help: "Conclusions and trials alone; counts its choices",
        },
        run: |board, _, control| searched(board, u64::MAX, control),
    },
    Method {
        spec: MethodSpec {
            name: "sat",
            help: "The SAT solver alone",
        },
        run: |board, request, control| by_sat(board, request.seed, control),
    },
];

/// Names and help of all methods.
pub const SPECS: [MethodSpec; METHODS.len()] = method::specs(&METHODS);

/// Solves a board by the method that the request names.
pub fn solve(board: &Board, request: &SolveRequest, control: &Control) -> Solved<Vec<Dir>> {
    method::choose(&METHODS, request.method.as_deref())(board, request, control)
}

/// How many choices a search may make before other ways are tried.
pub fn first_choices(board: &Board) -> u64 {
    match board.free_count() {
        cells if cells <= FEW_CELLS => LEAST_CHOICES,
        cells if cells <= SEARCHED => CHOICES_PER_CELL * cells as u64,
        _ => 0,
    }
}

/// Solves a board by the default method.
pub fn solve_fast(board: &Board, seed: u64, control: &Control) -> Solved<Vec<Dir>> {
    if let Some(proof) = fast::refuted(board) {
        return Solved::new(Outcome::Unsolvable { proof });
    }
    let most = first_choices(board);
    if most > 0 {
        let solved = searched(board, most, control);
        match &solved.outcome {
            Outcome::Unknown(unknown) if unknown.why == Interruption::GaveUp => {}
            _ => return solved,
        }
    }
    if board.numbered().len() <= 2 {
        return fast::solve(board, seed, control);
    }
    match stretch::stretched(board, seed, control) {
        Ok(Some(cells)) => Solved::new(Outcome::Solved(path::steps(board, &cells))),
        Ok(None) => by_sat(board, seed, control),
        Err(why) => {
            let how_far = "a path through the numbers was not yet stretched over the board";
            Solved::new(Outcome::unknown(why, how_far))
        }
    }
}

fn searched(board: &Board, most: u64, control: &Control) -> Solved<Vec<Dir>> {
    if board.free_count() == 1 {
        return Solved::new(Outcome::Solved(Vec::new()));
    }
    let mut links = Links::new(board, board.numbered());
    let mut choices = 0;
    let mut found = None;
    let ended = links.search(most, &mut choices, control, |links| {
        found = Some(path::steps(board, &links.walk()));
        false
    });
    let unknown = |why| Outcome::unknown(why, format!("{choices} choices were tried"));
    let outcome = match (ended, found) {
        (_, Some(path)) => Outcome::Solved(path),
        (Ok(Searched::GaveUp), _) => unknown(Interruption::GaveUp),
        (Ok(_), None) => Outcome::Unsolvable {
            proof: format!("exhausted: nothing is left after {choices} choices"),
        },
        (Err(why), None) => unknown(why),
    };
    Solved::new(outcome).with_stat("choices", choices)
}

/// Looks for a path that begins with these cells.
pub fn solve_from(board: &Board, begun: &[usize], control: &Control) -> Solved<Vec<Dir>> {
    match board.after(begun) {
        Ok(rest) => {
            let steps = path::steps(board, begun);
            let solved = solve_fast(&rest, 0, control);
            solved.map(|rest| [steps, rest].concat())
        }
        Err(proof) => Solved::new(Outcome::Unsolvable { proof }),
    }
}

fn by_sat(board: &Board, seed: u64, control: &Control) -> Solved<Vec<Dir>> {
    if board.numbered().len() <= 1 {
        return fast::solve(board, seed, control);
    }
    let mut session = match sat::Session::new(board, seed, control) {
        Ok(session) => session,
        Err(why) => return Solved::new(Outcome::unknown(why, "the SAT solver was not begun")),
    };
    let outcome = match session.next_path() {
        Ok(Some(cells)) => Outcome::Solved(path::steps(board, &cells)),
        Ok(None) => Outcome::Unsolvable {
            proof: session.describe("no model: the cells cannot all have a step in and a step out in the order of the numbers"),
        },
        Err(why) => Outcome::unknown(why, session.describe("the SAT solver had not finished")),
    };
    Solved::new(outcome).with_stat("conflicts", session.conflicts())
}
