//! Coil in its own types.

use super::{counted_in_types, methods, plain_options, solved_in_types};
use crate::coil::{Answer, Board, Coil};

methods! {
    /// A way to solve a board.
    { Engine "engine", Search "search", Brute "brute" }
}

plain_options!();
solved_in_types!(Coil, Board, Answer, Options);
counted_in_types!(Coil, Board, Answer, Options);
