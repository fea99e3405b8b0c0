//! Pellet Eater in its own types.

use super::{counted_in_types, methods, plain_options, solved_in_types};
use crate::Dir;
use crate::pellet::{Board, Pellet};

methods! {
    /// A way to solve a board.
    { Fast "fast", Dfs "dfs" }
}

plain_options!();
solved_in_types!(Pellet, Board, Vec<Dir>, Options);
counted_in_types!(Pellet, Board, Vec<Dir>, Options);
