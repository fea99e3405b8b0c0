//! The ways to solve a Coil level, one per file.

mod attempt;
pub(crate) mod brute;
pub(crate) mod cells;
pub(crate) mod certify;
mod chain;
pub(crate) mod colours;
pub(crate) mod core_search;
pub(crate) mod cores;
pub(crate) mod count;
mod cut;
mod cycles;
pub(crate) mod deduce;
pub(crate) mod evidence;
mod exhaust;
mod field;
pub(crate) mod forward;
mod fragments;
pub(crate) mod hint;
pub(crate) mod hunt;
pub(crate) mod local_facts;
mod on_path;
mod openness;
mod parity;
pub(crate) mod parts;
pub(crate) mod portfolio;
mod proofs;
mod rehearse;
mod rule;
pub(crate) mod search;
mod sketch;
pub(crate) mod walk;
mod whole;
pub(crate) mod world;

pub use proofs::quick_proof;
pub use rule::RULES;

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
            help: "Deduction, a hunt for the ends and a plain search, taking turns",
        },
        run: |board, request, control| {
            portfolio::solve(board, request.seed, request.parts, control)
        },
    },
    Method {
        spec: MethodSpec {
            name: "search",
            help: "Backtracking that stops at two dead ends and at a board cut in two",
        },
        run: |board, _, control| search::solve(board, control),
    },
    Method {
        spec: MethodSpec {
            name: "brute",
            help: "Every start, every direction: for small boards, and to compare with",
        },
        run: |board, _, control| brute::solve(board, control),
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
        portfolio::solve_with_evidence(board, request.seed, request.parts, control)
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
