//! Puzzles in which a path must fill a grid: rules, solvers and pictures, without any I/O.
//!
//! [`puzzles`] lists the kinds of puzzles; each is a [`Puzzle`], and each of its boards a [`Level`].
//! [`Control`] carries limits, cancellation and progress of long work.
//!
//! Data flows one way: text becomes a level, solving it gives an answer as text, the crate
//! `unicursal-check` judges that answer before it leaves, and [`Level::draw`] makes a
//! [`picture::Picture`] of it.
//!
//! - A front end needs [`Puzzle`], [`Level`], the requests ([`SolveRequest`], [`GenerateRequest`]), what
//!   comes back ([`Solved`], [`Count`], [`Hint`], [`Verdict`], [`Generated`]) and [`Error`].
//! - A new puzzle implements [`Kind`], with the data of its [`About`] and the forms of its levels as
//!   [`Format`]s.
//! - A program for one puzzle can use its types: [`coil`], [`connect`], [`maze`], [`pellet`], [`trail`].
//!
//! ```
//! use unicursal::{Control, Outcome, SolveRequest, puzzle};
//!
//! let coil = puzzle("coil").expect("Coil is in the registry");
//! let control = Control::new();
//! let level = coil.parse(b"x=3&y=3&board=X.......X", &control)?;
//! let solved = level.solve(&SolveRequest::default(), &control)?;
//! let Outcome::Solved(answer) = solved.outcome else {
//!     panic!("this level has an answer");
//! };
//! let svg = level.draw(Some(answer.as_bytes()))?.to_svg();
//! assert!(svg.starts_with("<svg"));
//! # Ok::<(), unicursal::Error>(())
//! ```

#![warn(missing_docs)]

mod adapter;
mod area;
mod certificate;
mod character;
mod checked;
mod clock;
mod control;
mod dir;
mod ended;
mod error;
mod figures;
mod flood;
mod format;
mod grid;
mod hamilton;
mod id;
mod kind;
mod method;
mod outcome;
mod puzzle;
pub mod reason;
mod recording;
mod refute;
mod registry;
mod request;
mod rng;
mod sat;
mod sweep;
mod tiles;
mod tsplib;
mod union_find;
mod verdict;

#[doc(hidden)]
pub mod internals;

pub mod coil;
pub mod connect;
pub mod maze;
pub mod pellet;
pub mod picture;
pub mod schedule;
pub mod trail;

pub use adapter::{adapt, board_of, level_of};
pub use checked::{Checked, WithProof};
pub use clock::Instant;
#[cfg(target_family = "wasm")]
pub use clock::set_clock;
pub use control::{Control, Interruption, Progress, Sketch};
pub use dir::Dir;
pub use error::{BadInput, Error, Place};
pub use figures::Figures;
pub use format::{Format, FormatSpec, OWN, Reader, Writer};
pub use grid::Grid;
pub use hamilton::Graph;
pub use id::{LevelId, LevelName};
pub use kind::{Abilities, About, Kind, Known, Made, Step, Whole};
pub use num_bigint::BigUint;
pub use outcome::{Count, Hint, Outcome, Solved, Unknown};
pub use puzzle::{Generated, Level, Puzzle, REFUSAL};
pub use recording::{Recorded, is_recording, recorded};
pub use registry::{puzzle, puzzle_of_id, puzzles};
pub use request::{GenerateRequest, MethodSpec, OptionSpec, OptionValue, Options, SolveRequest};
pub use rng::Rng;
pub use tiles::{Checkpoint, Moves, Numbered, Sheet, ThinWall, TileSpec};
pub use verdict::{Drat, Judgement, Verdict};

/// The examples of the README are run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
