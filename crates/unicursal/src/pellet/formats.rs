//! Pellet Eater boards in the forms of other programs: TSPLIB's Hamiltonian cycle problems.

use super::Board;
use crate::{Format, tsplib};

/// Every foreign form.
pub(super) const FORMATS: &[Format<Board>] = &[Format {
    name: "tsplib",
    help: "TSPLIB's HCP: a cycle through all cells, the start and what was added is an answer",
    recognises: |_| false,
    read: None,
    write: Some(|board| tsplib::path_problem("pellet", board, Some(board.start()))),
}];
