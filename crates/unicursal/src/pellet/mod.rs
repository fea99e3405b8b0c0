//! Pellet Eater: step from the start through every open cell, once each, ending anywhere.
//!
//! [`Board`] is the level, a path is a list of directions, [`text`] their file forms, [`rules`] the
//! rule; [`solve`] holds the methods, [`generate`] makes boards that have a path.

mod board;
pub mod count;
mod cover;
mod draw;
mod facts;
mod formats;
mod level;
mod tuning;

pub mod generate;
pub mod rules;
pub mod solve;
pub mod text;

pub use board::Board;
pub use level::Pellet;
