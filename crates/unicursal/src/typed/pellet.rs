//! Pellet Eater in its own types.

use super::{counted_in_types, methods, solved_in_types};
use crate::pellet::{Board, Pellet};
use crate::{Dir, SolveRequest};

methods! {
    /// A way to solve a board.
    { Fast "fast", Dfs "dfs" }
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

solved_in_types!(Pellet, Board, Vec<Dir>, Options);
counted_in_types!(Pellet, Board, Vec<Dir>, Options);
