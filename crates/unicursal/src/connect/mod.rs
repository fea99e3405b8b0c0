//! Connect the Colours: join the two terminals of each colour so that the paths fill the board.
//!
//! [`Board`] is the level, with the [`Rules`] by which it is to be solved, [`Answer`] a set of
//! paths that solves it, [`text`] holds their file forms; [`Connect`] is all of it as a
//! [`Kind`](crate::Kind). A path may touch itself where the rules do not forbid it.

mod board;
pub(crate) mod count;
mod draw;
mod forced;
#[cfg(feature = "formats")]
mod formats;
mod generate;
mod grade;
mod level;
mod reason;
mod rule;
pub(crate) mod rules;
mod solve;
mod sweep;
mod tuning;

pub mod text;

pub use crate::typed::connect::{Method, Options};
pub use board::{Board, Colour, Tile};
pub use level::Connect;
pub use rule::{Change, Rules};
pub use rules::Answer;

use rules::{Edges, Traced};
