//! The ways to solve a Pellet Eater board.
//!
//! `fast` is the solver of [Hamiltonian paths](crate::hamilton), [`dfs`] the plain search that the
//! puzzle was published with.

pub(crate) mod dfs;

use super::Board;
use crate::hamilton::fast;
use crate::method::{self, Method};
use crate::{Control, Dir, MethodSpec, SolveRequest, Solved};

type Run = fn(&Board, &SolveRequest, &Control) -> Solved<Vec<Dir>>;

/// All methods; the first is the default.
const METHODS: [Method<Run>; 2] = [
    Method {
        spec: MethodSpec {
            name: "fast",
            help: "Link all cells, merge the loops, force open those that are left",
        },
        run: |board, request, control| fast::solve(board, request.seed, control),
    },
    Method {
        spec: MethodSpec {
            name: "dfs",
            help: "Depth-first search with the three classic heuristics; counts states",
        },
        run: |board, _, control| dfs::solve(board, control),
    },
];

/// Names and help of all methods.
pub const SPECS: [MethodSpec; METHODS.len()] = method::specs(&METHODS);

/// Solves a board by the method that the request names.
pub fn solve(board: &Board, request: &SolveRequest, control: &Control) -> Solved<Vec<Dir>> {
    method::choose(&METHODS, request.method.as_deref())(board, request, control)
}
