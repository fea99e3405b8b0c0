//! Coil: visit every free cell by sliding until blocked, starting anywhere.
//!
//! [`Board`] is the level, [`Answer`] an answer to it, [`text`] their file forms, [`Walker`] the
//! rule, [`generate`] makes boards; [`Coil`] is all of it as a [`Kind`](crate::Kind). A board
//! without free cells has no solution: there is nowhere to start.

mod answer;
mod board;
mod difficulty;
mod draw;
pub(crate) mod engine;
mod facts;
#[cfg(feature = "formats")]
mod formats;
mod level;
mod pack;
mod prove;
mod reason;
pub(crate) mod solve;
pub(crate) mod statistics;
mod tuning;
mod walker;

pub mod generate;
pub mod text;

pub use crate::typed::coil::{Method, Options};
pub use answer::Answer;
pub use board::Board;
pub use difficulty::Difficulty;
pub use level::Coil;
pub use walker::Walker;
