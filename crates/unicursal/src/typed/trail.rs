//! Trail in its own types.

use super::{counted_in_types, methods, plain_options, solved_in_types};
use crate::Dir;
use crate::trail::{Board, Trail};

methods! {
    /// A way to solve a board.
    { Fast "fast", Search "search", Sat "sat" }
}

plain_options!();
solved_in_types!(Trail, Board, Vec<Dir>, Options);
counted_in_types!(Trail, Board, Vec<Dir>, Options);
