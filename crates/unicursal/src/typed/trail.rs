//! Trail in its own types.

use super::{counted_in_types, plain_options, solved_in_types};
use crate::Dir;
use crate::named::named;
use crate::trail::{Board, Trail};

named! {
    /// A way to solve a board.
    #[derive(Default)]
    pub enum Method {
        /// `fast`
        #[default]
        Fast "fast",
        /// `search`
        Search "search",
        /// `sat`
        Sat "sat",
    }
}

plain_options!();
solved_in_types!(Trail, Board, Vec<Dir>, Options);
counted_in_types!(Trail, Board, Vec<Dir>, Options);
