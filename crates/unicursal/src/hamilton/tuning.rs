//! Every threshold of the solver and the counter of Hamiltonian paths: its unit, what it trades,
//! and what chose it.
//!
//! Figures are in `record/pellet.md`. Where no figure is mentioned, no run has compared other
//! values.

/// *Bytes* for each cell at the worst moment of the first three stages of `fast`.
pub const BYTES_PER_CELL: usize = 32;

/// *Rounds* in which all loops that are left are opened before they are left to windows. Opening
/// decides how many boards are solved: none of the boards up to 300x300 of the first table needed a
/// window.
pub const MOST_OPENED: usize = 60;
/// The same on boards that are small enough to be searched quickly as a whole.
pub const MOST_OPENED_IF_SMALL: usize = 8;
/// *Cells* of a small board, at most.
pub const SMALL: usize = 1_200;
/// *Cells* from the middle of the first windows to their sides. In each round they grow by a third
/// plus one; larger ones join more loops and take longer.
pub const FIRST_RADIUS: usize = 3;
/// *Conflicts* after which a window that is not the whole board is given up, to be tried again as
/// part of a larger one.
pub const CONFLICTS: u64 = 3_000;

/// *Paths*: if at most this many are asked for, a sweep may give up, and paths are listed one by
/// one.
pub const LISTED: u64 = 1000;
/// *Borders* that a sweep may have in that case, about half a second of work: if a board takes
/// more, its paths are listed.
pub const SWEEP_TURN: usize = 3_000_000;
/// *Columns* or rows: on wider boards a sweep may not finish, so a path is found first.
pub const KNOWN_FIRST: usize = 15;

/// *Cells* that backbite moves reorder, at most: larger boards are left as they were made. It is
/// part of what ids mean: it never changes.
pub const REORDERED: usize = 20_000_000;
