//! Every threshold of the solver and the counter of Hamiltonian paths: its unit, what it trades, and what chose it.
//!
//! Figures are in `record/pellet.md`. Where nothing is said of it, no run compares other values.

/// *Bytes* for each cell at the worst moment of the first three stages of `fast`.
pub const BYTES_PER_CELL: usize = 32;

/// *Rounds* in which all loops that are left are opened before they are left to windows. Opening decides how
/// many boards are solved: none of the boards up to 300x300 of the first table needed a window.
pub const MOST_OPENED: usize = 60;
/// The same on boards that are so small that they are soon searched as a whole.
pub const MOST_OPENED_IF_SMALL: usize = 8;
/// *Cells* of a small board, at most.
pub const SMALL: usize = 1_200;
/// *Cells* from the middle of the first windows to their sides. Each round they grow by a third and one;
/// larger ones join more loops and take longer.
pub const FIRST_RADIUS: usize = 3;
/// *Conflicts* after which a window that is not the whole board is given up, to come again in a larger one.
pub const CONFLICTS: u64 = 3_000;

/// *Paths*: where so few are asked for, a sweep may give up, and paths are listed one by one.
pub const LISTED: u64 = 1000;
/// *Borders* that a sweep may have then, about half a second: a board that takes more has its paths listed.
pub const SWEEP_TURN: usize = 3_000_000;
/// *Columns* or rows: on wider boards a sweep may not come to its end, and a path is found before it.
pub const KNOWN_FIRST: usize = 15;

/// *Cells* that backbite moves reorder, at most: larger boards are left as they were made. It is part of what ids mean: it never changes.
pub const REORDERED: usize = 20_000_000;
