//! Proofs that the kernel, or the checker's own sweep, has accepted; no other leaves the library.

use unicursal_certificate::{Guide, Learned};

use crate::certificate;
use crate::{Control, Error, Instant, Kind, Outcome, Solved};

/// See the [module](self).
#[derive(Debug)]
pub struct Checked(String);

/// The outcome of solving and, if there is no solution, the proof of that.
pub type WithProof<A = String, P = Checked> = (Solved<A>, Option<Result<P, Error>>);

impl Checked {
    /// A certificate by clause learning that there is no solution but these; `None` if there is
    /// another.
    pub fn learned<K: Kind>(
        board: &K::Board,
        request: &K::Request,
        answers: &[K::Answer],
        control: &Control,
    ) -> Result<Option<Self>, Error> {
        Self::of(certificate::learned::<K>(
            board, request, answers, None, control,
        )?)
    }

    /// A certificate that there is no solution, with the help of a guide.
    pub(crate) fn guided<K: Kind>(
        board: &K::Board,
        request: &K::Request,
        guide: &Guide,
        control: &Control,
    ) -> Result<Option<Self>, Error> {
        Self::of(certificate::guided::<K>(board, request, guide, control)?)
    }

    /// A certificate that there is no solution but these, without a guide if that takes few
    /// conflicts; `None` if there is another.
    pub(crate) fn learned_or_guided<K: Kind>(
        board: &K::Board,
        request: &K::Request,
        answers: &[K::Answer],
        guide: impl FnOnce() -> Result<Guide, Error>,
        control: &Control,
    ) -> Result<Option<Self>, Error> {
        let few = Some(certificate::BEFORE_A_GUIDE);
        match certificate::learned::<K>(board, request, answers, few, control)? {
            Learned::TooLong => Self::of(certificate::others_guided::<K>(
                board,
                request,
                answers,
                &guide()?,
                control,
            )?),
            learned => Self::of(learned),
        }
    }

    /// A certificate that there is no solution, if that takes few conflicts; else what says that
    /// the checker's own sweep finds none. `None` if there is a solution.
    pub(crate) fn learned_or_swept<K: Kind>(
        board: &K::Board,
        request: &K::Request,
        control: &Control,
    ) -> Result<Option<Self>, Error> {
        let few = Some(certificate::FEW_CONFLICTS);
        match certificate::learned::<K>(board, request, &[], few, control)? {
            Learned::TooLong => Ok(certificate::by_sweep::<K>(board, request, control)?.map(Self)),
            learned => Self::of(learned),
        }
    }

    fn of(learned: Learned) -> Result<Option<Self>, Error> {
        match learned {
            Learned::Certificate(text) => Ok(Some(Self(text))),
            Learned::Another => Ok(None),
            Learned::TooLong => Err(certificate::none_found()),
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
