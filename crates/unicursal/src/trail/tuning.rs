//! Every threshold of Trail's solver and counter: its unit, what it trades, and what chose it.
//!
//! Figures are in `record/trail.md`. The generator's numbers are part of what an id means: they
//! never change.

use crate::hamilton::grade::Scale;

/// *Cells* up to which edges are tried one by one before a SAT solver is asked; "What a choice
/// costs".
pub const SEARCHED: usize = 400;
/// *Choices* of that search, for each cell, before it is given up.
pub const CHOICES_PER_CELL: u64 = 4;
/// *Choices* on boards of a few cells, at least.
pub const LEAST_CHOICES: u64 = 2_000;
/// *Cells* of a board that is small in this sense.
pub const FEW_CELLS: usize = 100;

/// *Paths*: if at most this many are asked for, a sweep may give up, and paths are listed one by
/// one.
pub const LISTED: u64 = 1000;
/// *Borders* that a sweep may have then, about half a second.
pub const SWEEP_TURN: usize = 3_000_000;

/// *Boards* that are made before a difficulty is given up.
pub const CANDIDATES: usize = 60;
/// The same on boards of [`FEW_CELLS`], which take about a millisecond each: expert boards that are
/// symmetric are rare, and one of 60 was not always among them.
pub const SMALL_CANDIDATES: usize = 2_000;
/// *Cells* of a board with one path only, at most.
pub const MOST_UNIQUE: usize = 1_000;
/// *Choices* within which it must show that a board in the making has one path only.
pub const CHOICES_WHILE_MADE: u64 = 300;
/// *Cells* of a board in the making that is searched; larger ones stay within reach of conclusions.
pub const MOST_SEARCHED: usize = 400;

/// *Attempts* to stretch a path, each from another sketch; "Larger boards".
pub const STRETCHES: usize = 4;
/// *Moves* of an attempt, for each cell: most paths take a few hundred to a thousand, and 10,000
/// are 0.1 ms.
pub const STRETCHES_PER_CELL: u64 = 5_000;
/// *Cells* for each hole that a path may have when it gives up bumps.
pub const CELLS_PER_HOLE: usize = 60;
/// *Holes* that it may have at least then.
pub const LEAST_HOLES: usize = 4;

/// *Trials* of medium and hard boards, short and long: with fewer, hardly any board would be medium
/// ("Making boards"). They are part of what ids mean: they never change.
pub const SCALE: Scale = Scale {
    few: 4,
    many: usize::MAX,
    few_long: 2,
};
