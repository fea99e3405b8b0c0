//! Coil in its own types.

use super::{counted_in_types, plain_options, solved_in_types};
use crate::coil::{Answer, Board, Coil};
use crate::named::named;

named! {
    /// A way to solve a board.
    #[derive(Default)]
    pub enum Method {
        /// `engine`
        #[default]
        Engine "engine",
        /// `search`
        Search "search",
        /// `brute`
        Brute "brute",
    }
}

plain_options!();
solved_in_types!(Coil, Board, Answer, Options);
counted_in_types!(Coil, Board, Answer, Options);
