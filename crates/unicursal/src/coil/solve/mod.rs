//! The ways to solve a Coil level.
//!
//! | room | what comes in | what goes out |
//! |---|---|---|
//! | [`schedule`] | a board | its answer, by turns of the entries below |
//! | [`slides`] | a board, perhaps cores or facts | complete walks, or that there is none: the plain search |
//! | [`deduce`] | a board and where ends may be | what is true of every path: facts, cores, order of fragments |
//! | [`ends`] | facts | where the ends are, and worlds to walk in |
//! | [`walk`] | a world: facts and ends in one engine | complete walks, or that there is none |
//! | [`certify`] | what was found on the way | a proof that others can check |
//! | [`mod@reference`] | a board | its answer, by methods that share nothing with the others |

pub(crate) mod cells;
pub(crate) mod certify;
pub(crate) mod count;
pub(crate) mod deduce;
pub(crate) mod ends;
pub(crate) mod evidence;
pub(crate) mod hint;
mod on_path;
mod openness;
pub(crate) mod parts;
pub(crate) mod reference;
pub(crate) mod schedule;
mod simple_proofs;
mod sketch;
pub(crate) mod slides;
pub(crate) mod walk;

pub use deduce::rule::RULES;
pub use simple_proofs::quick_proof;

use evidence::Evidence;
use parts::Parts;

use super::{Answer, Board};
use crate::method::{self, Method};
use crate::{Control, Error, Interruption, MethodSpec, Outcome, SolveRequest, Solved, Unknown};

/// How to look for an answer.
#[derive(Clone, Debug)]
pub struct Request {
    /// The method's name; the default one if there is none.
    pub method: Option<String>,
    /// Where random choices come from.
    pub seed: u64,
    /// What the engine may use.
    pub parts: Parts,
}

impl Request {
    /// Reads the options of a request.
    pub fn new(request: &SolveRequest) -> Result<Self, Error> {
        Ok(Self {
            method: request.method.clone(),
            seed: request.seed,
            parts: Parts::without(request.options.get("without").unwrap_or(""))?,
        })
    }
}

type Run = fn(&Board, &Request, &Control) -> Solved<Answer>;

/// All methods; the first is the default.
const METHODS: [Method<Run>; 3] = [
    Method {
        spec: MethodSpec {
            name: "engine",
            help: "Deduction from where the ends are and a plain search, in turns",
        },
        run: |board, request, control| schedule::solve(board, request.seed, request.parts, control),
    },
    Method {
        spec: MethodSpec {
            name: "search",
            help: "Backtracking that stops at two dead ends and at a board cut in two",
        },
        run: |board, _, control| reference::search::solve(board, control),
    },
    Method {
        spec: MethodSpec {
            name: "brute",
            help: "Every start and every direction: for small boards and comparisons",
        },
        run: |board, _, control| reference::brute::solve(board, control),
    },
];

/// Names and help of all methods.
pub const SPECS: [MethodSpec; METHODS.len()] = method::specs(&METHODS);

/// Solves a board by the method that the request names.
pub fn solve(board: &Board, request: &Request, control: &Control) -> Solved<Answer> {
    method::choose(&METHODS, request.method.as_deref())(board, request, control)
}

/// Solves a board like [`solve`], and says what was found on the way, as far as the method tells.
pub fn solve_with_evidence(
    board: &Board,
    request: &Request,
    control: &Control,
) -> (Solved<Answer>, Option<Evidence>) {
    let default = METHODS[0].spec.name;
    if request.method.as_deref().unwrap_or(default) == default {
        schedule::solve_with_evidence(board, request.seed, request.parts, control)
    } else {
        (solve(board, request, control), None)
    }
}

/// What a method answers that would need more memory than it may have.
fn refuse_memory(
    board: &Board,
    bytes_per_cell: usize,
    control: &Control,
) -> Option<Outcome<Answer>> {
    let bytes = board.cell_count() * bytes_per_cell;
    (!control.allows_memory(bytes)).then(|| {
        let megabytes = bytes.div_ceil(1_000_000);
        let how_far = format!("this board would need about {megabytes} MB");
        Outcome::Unknown(Unknown::new(Interruption::Memory, how_far))
    })
}
