//! Every threshold of counting paths: its unit, what it trades, and what chose it.
//!
//! Figures are in `record/pellet.md`. Those of solving stand beside the stages that they belong to.

/// *Paths*: where so few are asked for, a sweep may give up, and paths are listed one by one.
pub const LISTED: u64 = 1000;
/// *Borders* that a sweep may have then, about half a second: a board that takes more has its paths listed.
pub const SWEEP_TURN: usize = 3_000_000;
