//! Trail: from the number 1 through all cells, past thin walls, to the numbers in their order.
//!
//! [`Board`] is the level, a path is a list of directions, [`text`] their file forms, [`generate`]
//! makes boards with one path only; [`Trail`] is all of it as a [`Kind`](crate::Kind).

mod board;
mod closed;
mod count;
mod draw;
mod facts;
mod flaws;
#[cfg(feature = "formats")]
mod formats;
mod level;
#[cfg(feature = "formats")]
mod line;
pub(crate) mod solve;
mod sweep;
mod tuning;

pub mod generate;
pub mod text;

pub use crate::typed::trail::{Method, Options};
pub use board::{Board, Parts, Side};
pub use level::Trail;
