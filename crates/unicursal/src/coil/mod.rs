//! Coil: visit every free cell by sliding until blocked, starting anywhere.
//!
//! [`Board`] is the level, [`Solution`] an answer to it, [`text`] their file forms, [`Walker`] the
//! rule; [`solve`] holds the methods, one per file. A board without free cells has no solution:
//! there is nowhere to start.

mod board;
mod draw;
pub mod engine;
mod facts;
mod formats;
mod level;
mod solution;
mod walker;

pub mod generate;
pub mod pack;
pub mod solve;
pub mod statistics;
pub mod text;

pub use board::Board;
pub use level::Coil;
pub use solution::{Solution, WalkError};
pub use walker::Walker;
