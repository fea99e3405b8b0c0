//! Connect the Colours in its own types.

use super::{counted_in_types, solved_in_types};
use crate::SolveRequest;
use crate::connect::text::Piece;
use crate::connect::{Board, Change, Connect};
use crate::named::named;

named! {
    /// A way to solve a board.
    #[derive(Default)]
    pub enum Method {
        /// `repair`
        #[default]
        Repair "repair",
        /// `sat`
        Sat "sat",
        /// `sweep`
        Sweep "sweep",
    }
}

/// How to look for an answer, and by which rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The way.
    pub method: Method,
    /// The seed of the method's random choices: the same seed leads to the same choices.
    pub seed: u64,
    /// What is asked for instead of the board's own rules.
    pub change: Change,
}

impl From<&Options> for SolveRequest {
    fn from(options: &Options) -> Self {
        let mut request = Self {
            method: Some(options.method.name().to_owned()),
            seed: options.seed,
            ..Self::default()
        };
        let mut set = |name: &str, value: &str| request.options.set(name, value);
        match options.change.turns {
            None => {}
            Some(None) => set("turns", "any"),
            Some(Some(turns)) => set("turns", &turns.to_string()),
        }
        match options.change.blanks {
            None => {}
            Some(true) => set("blanks", "true"),
            Some(false) => set("fill", "true"),
        }
        match options.change.no_touch {
            None => {}
            Some(true) => set("no-touch", "true"),
            Some(false) => set("touch", "true"),
        }
        request
    }
}

solved_in_types!(Connect, Board, Vec<Piece>, Options);
counted_in_types!(Connect, Board, Vec<Piece>, Options);
