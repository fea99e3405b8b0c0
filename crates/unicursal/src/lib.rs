//! Puzzles in which a path must fill a grid.

#![warn(missing_docs)]

mod control;
mod dir;

pub mod coil;

pub use control::{Control, Interruption, Progress};
pub use dir::Dir;
