//! Pellet Eater in its own types.

use super::{counted_in_types, plain_options, solved_in_types};
use crate::Dir;
use crate::named::named;
use crate::pellet::{Board, Pellet};

named! {
    /// A way to solve a board.
    #[derive(Default)]
    pub enum Method {
        /// `fast`
        #[default]
        Fast "fast",
        /// `dfs`
        Dfs "dfs",
    }
}

plain_options!();
solved_in_types!(Pellet, Board, Vec<Dir>, Options);
counted_in_types!(Pellet, Board, Vec<Dir>, Options);
