//! Proofs about Coil that the checker has accepted.
//!
//! If the solver tried every walk, a draft tells the checker to do the same, which is quick to
//! write; only if the checker rejects it, because its own search would take much longer, is a proof
//! [written](super::solve::certify) step by step.

use super::level::Request;
use super::solve::cells::{answer_of, cells_of};
use super::solve::certify::{By, certify, certify_from, draft};
use super::solve::evidence::Evidence;
use super::{Answer, Board, Coil};

use crate::{Checked, Control, Error, Interruption, Solved};

/// The proofs that were shown to the checker until it accepted one.
#[derive(Debug, Default)]
pub struct Drafts {
    shown: usize,
    /// Why it did not accept the first.
    rejected: Option<String>,
}

impl Drafts {
    /// Adds their figures to those of solving.
    pub fn beside<A>(self, solved: Solved<A>) -> Solved<A> {
        let solved = match self.shown {
            0 => solved,
            shown => solved.with_stat("proof_drafts", shown),
        };
        match self.rejected {
            None => solved,
            Some(reason) => solved.with_stat("proof_rejected", reason),
        }
    }
}

/// The proof that there is no solution, which was found with this evidence.
pub fn prove_none(
    board: &Board,
    request: &Request,
    evidence: Option<Evidence>,
    drafts: &mut Drafts,
    control: &Control,
) -> Result<Checked, Error> {
    let mut checked = |proof| {
        drafts.shown += 1;
        Checked::new::<Coil>(board, request, None, proof, control)
    };
    if let Some(draft) = evidence.as_ref().and_then(|found| draft(board, found)) {
        match checked(draft) {
            // The checker's search may be longer than the method's own.
            Err(Error::WrongProof { reason, .. }) => drafts.rejected = Some(reason),
            checked => return checked,
        }
    }
    let proof = match evidence {
        Some(evidence) => certify_from(board, &[], &evidence, By::Turns, control),
        None => certify(board, &[], By::Turns, control),
    };
    checked(proof.map_err(unfinished)?.ok_or_else(Checked::refuted)?)
}

/// The proof that there is no other solution; `None` if there is one.
pub fn prove_only(
    board: &Board,
    request: &Request,
    answer: &Answer,
    control: &Control,
) -> Result<Option<Checked>, Error> {
    prove_only_these(board, request, std::slice::from_ref(answer), control)
}

/// The proof that there is no other way through the board: no answer except this one and, if it can
/// be walked backwards, its reverse. `None` if there is one.
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
    prove_only_these(board, request, &answers, control)
}

fn prove_only_these(
    board: &Board,
    request: &Request,
    answers: &[Answer],
    control: &Control,
) -> Result<Option<Checked>, Error> {
    Checked::learned::<Coil>(board, request, answers, control, || {
        let proof = certify(board, answers, By::Turns, control).map_err(unfinished)?;
        proof
            .map(|proof| Checked::new::<Coil>(board, request, answers.first(), proof, control))
            .transpose()
    })
}

fn unfinished(why: Interruption) -> Error {
    Error::interrupted(why, "the proof was not finished")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Figures, Kind, Outcome, SolveRequest};

    /// A board without an answer, and what the search that found that out would leave behind.
    fn proved(searched: u64) -> (Checked, Figures) {
        let board = Coil::parse(b"x=5&y=3&board=.XX.X..........").expect("a board");
        let request = Coil::request(&board, &SolveRequest::default()).expect("a request");
        let evidence = Evidence {
            searched: Some(searched),
            ..Evidence::default()
        };
        let mut drafts = Drafts::default();
        let control = Control::new();
        let proof = prove_none(&board, &request, Some(evidence), &mut drafts, &control);
        let solved = drafts.beside(Solved::<Answer>::new(Outcome::Unsolvable {
            proof: String::new(),
        }));
        (proof.expect("a proof"), solved.stats)
    }

    #[test]
    fn a_draft_that_the_checker_rejects_is_counted_and_its_reason_told() {
        let (proof, stats) = proved(0);
        assert!(!proof.into_text().contains("search 0"));
        let reason = "line 3 of the proof: the search enters more cells than that";
        let two = Figures::new().with("proof_drafts", 2);
        assert_eq!(stats, two.with("proof_rejected", reason));

        let (_, stats) = proved(100);
        assert_eq!(stats, Figures::new().with("proof_drafts", 1));
    }
}
