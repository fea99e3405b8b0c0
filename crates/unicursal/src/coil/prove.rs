//! Certificates about Coil that the kernel has accepted.

use super::level::Request;
use super::solve::cells::{answer_of, cells_of};
use super::solve::certify::{guide, guide_from, guide_to_others};
use super::solve::evidence::Evidence;
use super::{Answer, Board, Coil};

use crate::{Checked, Control, Error, Interruption};

/// The certificate that there is no solution, which was found with this evidence.
pub fn prove_none(
    board: &Board,
    request: &Request,
    evidence: Option<Evidence>,
    control: &Control,
) -> Result<Checked, Error> {
    let guide = match evidence {
        Some(evidence) => guide_from(board, &evidence, control),
        None => guide(board, control),
    };
    let guide = guide.map_err(unfinished)?;
    let proof = Checked::guided::<Coil>(board, request, &guide, control)?;
    proof.ok_or_else(Checked::refuted)
}

/// The certificate that there is no other way through the board: no answer except this one and, if
/// it can be walked backwards, its reverse. `None` if there is one.
pub fn prove_only_way(
    board: &Board,
    request: &Request,
    answer: &Answer,
    control: &Control,
) -> Result<Option<Checked>, Error> {
    let mut answers = vec![answer.clone()];
    let mut cells = cells_of(board, answer);
    cells.reverse();
    let back = answer_of(board, &cells);
    if cells.len() > 1 && cells_of(board, &back) == cells {
        answers.push(back);
    }
    prove_others(board, request, &answers, control)
}

/// The certificate that there are no answers but these. `None` if there is one.
pub fn prove_others(
    board: &Board,
    request: &Request,
    answers: &[Answer],
    control: &Control,
) -> Result<Option<Checked>, Error> {
    let guide = || guide_to_others(board, control).map_err(unfinished);
    Checked::learned_or_guided::<Coil>(board, request, answers, guide, control)
}

fn unfinished(why: Interruption) -> Error {
    Error::interrupted(why, "the proof was not finished")
}
