//! The ways to solve a Coil level, one per file.

pub mod brute;
mod chain;
pub mod colours;
pub mod core_search;
pub mod cores;
pub mod count;
mod cut;
mod cycles;
pub mod deduce;
mod field;
pub mod forward;
pub mod hint;
pub mod hunt;
mod parity;
pub mod portfolio;
mod proofs;
mod rule;
pub mod search;
mod sketch;
mod sweep;
pub mod walk;
pub mod world;

pub use proofs::quick_proof;
pub use rule::RULES;

use portfolio::Parts;

use super::{Board, Solution};
use crate::method::{self, Method};
use crate::puzzle::{Error, MethodSpec, Outcome, SolveRequest, Solved};
use crate::{Control, Interruption};

type Run = fn(&Board, &SolveRequest, &Control) -> Result<Solved<Solution>, Error>;

/// All methods; the first is the default.
const METHODS: [Method<Run>; 3] = [
    Method {
        spec: MethodSpec {
            name: "engine",
            help: "Deduction, a hunt for the ends and a plain search, taking turns",
        },
        run: |board, request, control| {
            let parts = Parts::without(request.options.get("without").unwrap_or(""))?;
            Ok(portfolio::solve(board, request.seed, parts, control))
        },
    },
    Method {
        spec: MethodSpec {
            name: "search",
            help: "Backtracking that stops at two dead ends and at a board cut in two",
        },
        run: |board, _, control| Ok(search::solve(board, control)),
    },
    Method {
        spec: MethodSpec {
            name: "brute",
            help: "Every start, every direction: for small boards, and to compare with",
        },
        run: |board, _, control| Ok(brute::solve(board, control)),
    },
];

/// Names and help of all methods.
pub const SPECS: [MethodSpec; METHODS.len()] = method::specs(&METHODS);

/// Solves a board by the method that the request names.
pub fn solve(
    board: &Board,
    request: &SolveRequest,
    control: &Control,
) -> Result<Solved<Solution>, Error> {
    let run = method::choose("Coil", &METHODS, request.method.as_deref())?;
    run(board, request, control)
}

/// What a method answers that would need more memory than it may have.
fn refuse_memory(
    board: &Board,
    bytes_per_cell: usize,
    control: &Control,
) -> Option<Outcome<Solution>> {
    let bytes = board.cell_count() * bytes_per_cell;
    (!control.allows_memory(bytes)).then(|| Outcome::Unknown {
        why: Interruption::Memory,
        how_far: format!(
            "this board would need about {} MB",
            bytes.div_ceil(1_000_000)
        ),
    })
}
