//! Pellet Eater: step from the start through every free cell, once each, ending anywhere.
//!
//! [`Board`] is the level, a path is a list of directions, [`text`] their file forms, [`generate`]
//! makes boards that have a path; [`Pellet`] is all of it as a [`Kind`](crate::Kind).

mod board;
mod draw;
mod facts;
#[cfg(feature = "formats")]
mod formats;
mod level;
mod rules;
pub(crate) mod solve;
mod tuning;

pub mod generate;
pub mod text;

pub use crate::typed::pellet::{Method, Options};
pub use board::Board;
pub use level::Pellet;
