//! Writing down why a board has no path, or no other, so that others can check it.

use unicursal_check::trail_proof::{self, HEADER};

use crate::hamilton::{certify::refute, path};
use crate::trail::{Board, text};
use crate::{Control, Dir, Error};

/// The proof that a board has no path, or none but the given one. `None` if one was found that is
/// not that.
pub fn certify(
    board: &Board,
    answer: Option<&[Dir]>,
    control: &Control,
) -> Result<Option<String>, Error> {
    let level = text::print_board(board);
    let formula = trail_proof::formula(level.as_bytes());
    let formula = formula.map_err(|bad| Error::bad_input(bad, None))?;
    let cells = match answer {
        Some(steps) => Some(path::walk(board, steps)?),
        None => None,
    };
    let mut beginning = format!("{HEADER}\n");
    if let Some(steps) = answer {
        beginning.push_str("answer ");
        beginning.push_str(&path::print(steps));
    }
    refute(board, &formula, beginning, cells, control)
        .map_err(|why| Error::interrupted(why, "the proof was not finished"))
}
