//! Proofs, for others to check, that a board has no path, or no other path.

use unicursal_check::pellet_proof::{self, HEADER};

use crate::hamilton::certify::refute;
use crate::pellet::{Board, rules, text};
use crate::{Control, Dir, Error};

/// The proof that a board has no path, or only the given one. `None` if another path was found.
pub fn certify(
    board: &Board,
    path: Option<&[Dir]>,
    control: &Control,
) -> Result<Option<String>, Error> {
    let level = text::print_board(board);
    let formula = pellet_proof::formula(level.as_bytes());
    let formula = formula.map_err(|bad| Error::bad_input(bad, None))?;
    let cells = match path {
        Some(path) => Some(rules::walk(board, path)?),
        None => None,
    };
    let mut beginning = format!("{HEADER}\n");
    if let Some(path) = path {
        beginning.push_str("answer ");
        beginning.push_str(&text::print_path(path));
    }
    refute(board, &formula, beginning, cells, control)
        .map_err(|why| Error::interrupted(why, "the proof was not finished"))
}
