//! Proofs that the independent checker has accepted; no other proof leaves the library.

use unicursal_certificate::Learned;

use crate::certificate;
use crate::{Control, Error, Instant, Judgement, Kind, Outcome, Solved};

/// See the [module](self).
#[derive(Debug)]
pub struct Checked(String);

/// The outcome of solving and, if there is no solution, the proof of that.
pub type WithProof<A = String, P = Checked> = (Solved<A>, Option<Result<P, Error>>);

impl Checked {
    /// Shows a proof to the checker. It must prove that there is no solution or, if one is given,
    /// no other.
    pub fn new<K: Kind>(
        board: &K::Board,
        request: &K::Request,
        answer: Option<&K::Answer>,
        proof: String,
        control: &Control,
    ) -> Result<Self, Error> {
        let level = K::print(board);
        let judged = K::check_proof(level.as_bytes(), request, proof.as_bytes(), control);
        let reason = match (judged, answer) {
            (Ok(Judgement::NoAnswer), None)
            | (Ok(Judgement::OnlyAnswer(_) | Judgement::OnlyWay(_)), Some(_)) => {
                return Ok(Self(proof));
            }
            (Ok(Judgement::Rejected { line, reason }), _) => {
                format!("line {line} of the proof: {reason}")
            }
            (Ok(_), _) => "the proof is of something else".to_owned(),
            (Err(unfinished @ Error::Unfinished(_)), _) => return Err(unfinished),
            (Err(error), _) => error.to_string(),
        };
        Err(Error::WrongProof { reason, proof })
    }

    /// A certificate by clause learning, accepted by the kernel, that there is no solution but
    /// these; `None` if there is another. If that takes too long, what `or_else` returns.
    pub(crate) fn learned<K: Kind>(
        board: &K::Board,
        request: &K::Request,
        answers: &[K::Answer],
        control: &Control,
        or_else: impl FnOnce() -> Result<Option<Self>, Error>,
    ) -> Result<Option<Self>, Error> {
        match certificate::learned::<K>(board, request, answers, control)? {
            Learned::Certificate(text) => Ok(Some(Self(text))),
            Learned::Another => Ok(None),
            Learned::TooLong => or_else(),
        }
    }

    /// Adds the proof, and the time it takes, to an outcome without an answer.
    pub(crate) fn beside<A>(
        solved: Solved<A>,
        prove: impl FnOnce() -> Result<Self, Error>,
    ) -> WithProof<A> {
        if !matches!(solved.outcome, Outcome::Unsolvable { .. }) {
            return (solved, None);
        }
        let clock = Instant::now();
        let proof = prove();
        let seconds = clock.elapsed().as_secs_f64();
        (solved.with_stat("proof_seconds", seconds), Some(proof))
    }

    /// The error when there is an answer although there should be a proof that there is none.
    pub(crate) fn refuted() -> Error {
        Error::WrongProof {
            reason: "a solution was found while the proof that there is none was written"
                .to_owned(),
            proof: String::new(),
        }
    }

    /// The text of the proof.
    pub fn into_text(self) -> String {
        self.0
    }
}
