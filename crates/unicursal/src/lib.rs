//! Puzzles in which a path must fill a grid: rules, solvers and pictures, without any I/O.
//!
//! [`puzzles`] lists the kinds of puzzles; each is a [`Puzzle`], and each of its boards a
//! [`Level`]. [`Control`] carries limits, cancellation and progress of long work.
//!
//! Data flows one way: text becomes a level, solving it gives an answer as text, the crate
//! `unicursal-check` judges that answer before it leaves, and [`Level::draw`] makes a
//! [`picture::Picture`] of it.
//!
//! - A front end needs [`Puzzle`], [`Level`], the requests ([`SolveRequest`], [`GenerateRequest`]),
//!   what comes back ([`Solved`], [`Count`], [`Hint`], [`Verdict`], [`Generated`]) and [`Error`].
//! - [`prompt()`] puts a level into plain words and [`score()`] judges what comes back, from people
//!   or language models; a [`game::Game`] is played move by move.
//! - A program for one puzzle can use its types: [`coil::Board::solve`] and the like in
//!   [`connect`], [`maze`], [`pellet`] and [`trail`]. Their answers have passed the checker as
//!   well.
//! - A new puzzle implements [`Kind`]; what it needs for that is in [`implement`].
//!
//! ```
//! use unicursal::{Control, Outcome, SolveRequest, puzzle};
//!
//! let coil = puzzle("coil").expect("Coil is in the registry");
//! let control = Control::new();
//! let level = coil.parse(b"x=3&y=3&board=X.......X", &control)?;
//! let solved = level.solve(&SolveRequest::default(), &control)?;
//! let Outcome::Solved(answer) = solved.outcome else {
//!     panic!("this level has a solution");
//! };
//! let svg = level.draw(Some(answer.as_bytes()))?.to_svg();
//! assert!(svg.starts_with("<svg"));
//! # Ok::<(), unicursal::Error>(())
//! ```
//!
//! The same in Coil's own types:
//!
//! ```
//! use unicursal::coil::{Options, text::parse_board};
//! use unicursal::{Control, Outcome};
//!
//! let board = parse_board(b"x=3&y=3&board=X.......X").expect("this is a board");
//! let solved = board.solve(&Options::default(), &Control::new())?;
//! let Outcome::Solved(answer) = solved.outcome else {
//!     panic!("this board has a solution");
//! };
//! assert_eq!(answer.slides.len(), 5);
//! # Ok::<(), unicursal::Error>(())
//! ```

#![warn(missing_docs)]

mod abilities;
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
#[cfg_attr(
    not(feature = "formats"),
    allow(dead_code, reason = "the readers of forms share it")
)]
mod format;
pub mod game;
mod grid;
mod hamilton;
mod id;
mod kind;
mod method;
mod named;
mod outcome;
mod prompt;
mod puzzle;
#[cfg(feature = "formats")]
mod puzzlekit;
#[cfg(feature = "formats")]
mod pzpr;
pub mod reason;
mod recognise;
mod recording;
mod recount;
mod registry;
mod request;
mod rng;
mod sat;
mod score;
mod sweep;
mod tiles;
#[cfg(feature = "formats")]
mod tsplib;
mod typed;
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

pub use adapter::board_of;
pub use clock::Instant;
#[cfg(target_family = "wasm")]
pub use clock::set_clock;
pub use control::{Control, Interruption, Progress, Sketch};
pub use dir::Dir;
pub use error::{BadInput, Error, Place};
pub use figures::Figures;
pub use format::{FormatSpec, OWN};
pub use grid::Grid;
pub use id::{LevelId, LevelName};
pub use kind::{About, Ladder, Whole};
pub use num_bigint::BigUint;
pub use outcome::{Count, Hint, Outcome, Solved, Unknown};
pub use prompt::{PromptStyle, prompt};
pub use puzzle::{Generated, Level, Puzzle, REFUSAL};
pub use recognise::{Recognised, recognise};
pub use recording::{Recorded, is_recording, recorded};
pub use registry::{puzzle, puzzle_of_id, puzzles, register};
pub use request::{GenerateRequest, OptionSpec, OptionValue, Options, SolveRequest};
pub use score::{MOST_FOR_WRONG, Score, score};
pub use tiles::{Checkpoint, Moves, Numbered, Sheet, ThinWall};
pub use verdict::{Drat, Judgement, Verdict};

// Within this crate all names stand at the root.
#[allow(clippy::wildcard_imports, reason = "they are listed below")]
use implement::*;

/// What only those need who write a puzzle of their own: [`Kind`], with the data of its
/// [`About`] and the forms of its levels as [`Format`]s. What a puzzle may be able to do beyond
/// that is in [`Counts`], [`Hints`] and [`Generates`]. `examples/own_puzzle.rs` is a whole one.
pub mod implement {
    pub use crate::abilities::{
        Abilities, Counting, Counts, Generates, Generating, Hinting, Hints,
    };
    pub use crate::adapter::{adapt, level_of};
    pub use crate::checked::{Checked, WithProof};
    pub use crate::format::{Format, Reader, Writer};
    pub use crate::hamilton::Graph;
    pub use crate::kind::{CheckLevel, Explain, Kind, Known, Made, Recount, Step};
    pub use crate::request::MethodSpec;
    pub use crate::rng::Rng;
    pub use crate::tiles::TileSpec;
}

/// The examples of the README are run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
