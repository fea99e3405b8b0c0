//! Writes certificates for the [kernel](unicursal_kernel): as clever as it likes, because nothing of it is trusted.
//!
//! [`by_clauses`] has a SAT solver learn clauses on the whole board, of any puzzle. [`by_guide`] takes advice on
//! where to look in a level of Coil, so that what it learns stays local; it also tries every walk where that is shorter, and leaves their
//! lines out if they are many: [`judge`] finds them again while the kernel reads them. [`export()`]
//! writes certificates for other checkers. What is learned is kept in a log, and of that only what the contradiction needs is written.

#![warn(missing_docs)]

mod cover;
mod expand;
mod export;
mod guide;
mod log;
mod pockets;
mod prover;
mod theory;
mod walks;
mod whole;

pub use cover::Needs;
pub use expand::{Expanded, judge};
pub use export::{Exported, export};
pub use guide::{Advice, Guide, Place, Step, Value, by_guide, others_by_guide};
pub use whole::{Learned, by_clauses};

/// The caller wanted to wait no longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// The sides of a cell that a path may cross.
fn sides(board: &unicursal_kernel::Board, cell: usize) -> impl Iterator<Item = usize> + use<> {
    let open = board.open[cell];
    (0..4).filter(move |side| open >> side & 1 == 1)
}

/// Literals, each followed by a blank.
fn words(literals: &[i32]) -> String {
    literals.iter().flat_map(|literal| [literal.to_string(), " ".to_owned()]).collect()
}

/// The example of the README is run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
