//! Connect the Colours: join the two terminals of each colour so that the paths fill the board.
//!
//! [`Board`] is the level, [`Answer`] a set of paths that solves it, [`Edges`] the rule; [`text`]
//! holds their file forms, [`solve`] the methods, one per file, [`count`] counts all answers and
//! [`generate`] makes new boards; [`formats`] has the forms of other programs. A path may touch itself.

mod board;
mod draw;
mod forced;
mod formats;
mod level;
mod rules;
mod sweep;
mod tuning;

pub mod count;
pub mod generate;
pub mod solve;
pub mod text;

pub use board::{Board, Colour, Tile};
pub use level::Connect;
pub use rules::{Answer, Edges, Rules, Traced};
