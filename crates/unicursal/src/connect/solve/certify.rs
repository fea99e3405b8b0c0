//! Writing down why a board has no solution, or no other, so that others can check it: tiles that
//! cannot have all their edges, and else what a SAT solver learns.

use unicursal_check::connect::Rules as Asked;
use unicursal_check::connect_proof;

use super::hint::cells;
use crate::connect::text::{self, Piece};
use crate::connect::{Board, Rules};
use crate::refute::Refutation;
use crate::{Control, Error};

/// The proof that a board has no solution, of whatever number of pieces, or none but the given one.
/// `None` if one was found that is not that.
pub fn certify(
    board: &Board,
    answer: Option<&[Piece]>,
    rules: Rules,
    control: &Control,
) -> Result<Option<String>, Error> {
    let level = text::print_board(board);
    let asked = Asked {
        turns: None,
        no_touch: rules.no_touch,
        blanks: rules.blanks,
    };
    let formula = connect_proof::formula(level.as_bytes(), &asked);
    let formula = formula.map_err(|bad| Error::bad_input(bad, None))?;
    let mut beginning = connect_proof::header(&asked);
    beginning.push('\n');
    for piece in answer.unwrap_or_default() {
        beginning.push_str("answer ");
        beginning.push_str(&text::print_piece(board, piece));
    }
    if answer.is_some_and(<[Piece]>::is_empty) {
        beginning.push_str("answer\n");
    }
    let proof = Refutation::new(&formula, beginning, control).and_then(|mut proof| {
        if let Some(answer) = answer {
            let pieces = answer.iter().map(|piece| cells(board, piece));
            let pieces: Vec<Vec<usize>> = pieces.collect();
            let pairs = pieces.iter().flat_map(|cells| cells.windows(2));
            proof.exclude(pairs.filter_map(|pair| formula.edge(pair[0], pair[1])));
        }
        proof.count(|_| false)?;
        proof.finish()
    });
    proof.map_err(|why| Error::interrupted(why, "the proof was not finished"))
}
