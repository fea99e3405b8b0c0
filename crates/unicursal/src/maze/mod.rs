//! The left-hand maze: walk from `S` to `E` with one hand on the wall.
//!
//! [`Board`] is the map and [`text`] its file form. [`Walk`] is an iterator over the states of a
//! walker who follows a [`Rule`]; frames ([`Canvas`]), figures ([`Tour`]), pictures and animations
//! are made by its consumers, so that none of them has to keep the walk.
//!
//! Unlike in the other puzzles, the path need not fill the grid, and may visit a cell more than
//! once. An answer is the walk, with a letter `N W S E` for each step.

mod board;
mod canvas;
mod draw;
mod facts;
#[cfg(feature = "formats")]
mod formats;
mod generate;
mod level;
mod tour;
mod walk;

pub mod text;

pub use board::Board;
pub use canvas::{Canvas, Style};
pub use generate::{Algorithm, generate};
pub use level::Maze;
pub use text::compass;
pub use tour::Tour;
pub use walk::{End, Rule, State, Walk, Why};
