//! Coil in its own types.

use super::{counted_in_types, methods, solved_in_types};
use crate::SolveRequest;
use crate::coil::{Answer, Board, Coil};

methods! {
    /// A way to solve a board.
    { Engine "engine", Search "search", Brute "brute" }
}

/// How to look for an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The way.
    pub method: Method,
    /// The seed of the method's random choices: the same seed leads to the same choices.
    pub seed: u64,
}

impl From<&Options> for SolveRequest {
    fn from(options: &Options) -> Self {
        Self {
            method: Some(options.method.name().to_owned()),
            seed: options.seed,
            ..Self::default()
        }
    }
}

solved_in_types!(Coil, Board, Answer, Options);
counted_in_types!(Coil, Board, Answer, Options);
