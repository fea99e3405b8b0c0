//! Connect the Colours: join the two terminals of each colour so that the paths fill the board.
//!
//! [`Board`] is the level, [`Answer`] a set of paths that solves it under some [`Rules`], [`text`] holds
//! their file forms; [`Connect`] is all of it as a [`Kind`](crate::Kind). A path may touch itself where the
//! rules do not forbid it.

mod board;
pub(crate) mod count;
mod draw;
mod forced;
mod formats;
mod generate;
mod level;
pub(crate) mod rules;
mod solve;
mod sweep;
mod tuning;

pub mod text;

pub use board::{Board, Colour, Tile};
pub use level::Connect;
pub use rules::{Answer, Rules};

use rules::{Edges, Traced};
