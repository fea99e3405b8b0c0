//! Puzzles in which a path must fill a grid: rules, solvers and pictures, without any I/O.
//!
//! [`puzzle::Puzzle`] is the interface that every puzzle fills in and every front end uses;
//! [`puzzles`] lists them. [`Control`] carries limits, cancellation and progress of long work.
//!
//! Data flows one way: text becomes a [`puzzle::Level`], solving it gives an answer as text, the
//! crate `unicursal-check` judges that answer, and [`puzzle::Level::draw`] makes a
//! [`picture::Picture`] of it.
//!
//! ```
//! use unicursal::puzzle::{Outcome, SolveRequest, solve_checked};
//! use unicursal::{Control, puzzle};
//!
//! let coil = puzzle("coil").expect("Coil is in the registry");
//! let level = coil.parse(b"x=3&y=3&board=X.......X")?;
//! let solved = solve_checked(&*level, &SolveRequest::default(), &Control::new())?;
//! let Outcome::Solved(answer) = solved.outcome else {
//!     panic!("this level has an answer");
//! };
//! let svg = level.draw(Some(answer.as_bytes()))?.to_svg();
//! assert!(svg.starts_with("<svg"));
//! # Ok::<(), unicursal::puzzle::Error>(())
//! ```

#![warn(missing_docs)]

mod control;
mod dir;
mod forest;
mod grid;
mod method;
mod registry;
mod rng;

pub mod engine;

pub mod coil;
pub mod connect;
pub mod maze;
pub mod pellet;
pub mod picture;
pub mod puzzle;

pub use control::{Control, Interruption, Progress, Sketch};
pub use dir::Dir;
pub use grid::Grid;
pub use registry::{puzzle, puzzle_of_id, puzzles};
pub use rng::Rng;
