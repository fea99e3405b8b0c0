//! Runs solver programs on levels: limits, verdicts, reports, estimates.
//!
//! [`Plan::run`] gives [`Program`]s a [`Task`] on each of some [`Levels`] inside a
//! [`Cage`](unicursal_contain::Cage), [`verdict::judge`]s what comes out (for [`Answers`], by the
//! puzzle's independent checker), and produces one [`Entry`] for each solver and level. Everything
//! else works on entries: [`Log`] keeps them in a file from which a run can resume, [`merge()`]
//! joins the files of several machines, [`Report`] sums up, [`estimate`] extrapolates, [`compare`]
//! puts solvers side by side and [`plot`] draws.
//!
//! The arena knows puzzles only through [`unicursal::Puzzle`].

#![warn(missing_docs)]

mod archive;
pub mod compare;
pub mod digest;
mod entry;
pub mod estimate;
pub mod fit;
pub mod levels;
pub mod log;
pub mod merge;
pub mod page;
pub mod plot;
mod printable;
mod program;
pub mod record;
mod refused;
mod report;
mod run;
mod shard;
mod task;
pub mod units;
pub mod verdict;

pub use entry::{CSV_HEAD, Entry, csv_field};
pub use estimate::Estimate;
pub use levels::Levels;
pub use log::Log;
pub use merge::merge;
pub use printable::{printable, printable_json, printable_lines};
pub use program::Program;
pub use refused::Refused;
pub use report::{Report, ranks};
pub use run::{Observer, ObserverError, Plan, RunError};
pub use shard::Shard;
pub use task::{Answers, Task};
