//! The ways to solve a Pellet Eater board.
//!
//! [`fast`] is made of four stages with a file each: [`proofs`], [`factor`], [`merge`] and
//! [`repair`], which opens loops ([`force`]) and links single windows anew ([`window`]). [`dfs`] is the
//! plain search.

pub mod dfs;
mod factor;
pub mod fast;
mod force;
mod merge;
mod pockets;
mod proofs;
mod relocate;
mod repair;
mod window;

use super::Board;
use crate::puzzle::{Error, MethodSpec, SolveRequest, Solved};
use crate::{Control, Dir};

/// All methods; the first is the default.
pub const METHODS: [MethodSpec; 2] = [
    MethodSpec {
        name: "fast",
        help: "Link all cells, merge the loops, force open those that are left",
    },
    MethodSpec {
        name: "dfs",
        help: "Depth-first search with the three classic heuristics; counts states",
    },
];

/// Solves a board by the method that the request names.
pub fn solve(
    board: &Board,
    request: &SolveRequest,
    control: &Control,
) -> Result<Solved<Vec<Dir>>, Error> {
    match request.method.as_deref() {
        None | Some("fast") => Ok(fast::solve(board, request.seed, control)),
        Some("dfs") => Ok(dfs::solve(board, control)),
        Some(name) => Err(format!("Pellet Eater has no method '{name}'").into()),
    }
}
