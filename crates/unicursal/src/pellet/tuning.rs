//! Every threshold of Pellet Eater's generator: its unit, what it trades, and what chose it.
//!
//! Figures are in `record/pellet.md`. Where no figure is mentioned, no run has compared other
//! values. The generator's numbers are part of what an id means: they never change.

use crate::hamilton::grade::Scale;

/// *Boards* that are made before a difficulty is given up; "Boards of a difficulty".
pub const CANDIDATES: usize = 60;
/// *Moves* of bumps that are tried for each cell.
pub const BUMPS_PER_CELL: usize = 10;
/// *Steps* of the path that are cut off at its end, at most.
pub const MOST_CUT: usize = 7;
/// *Tries* to grow a path that stays the only one, for each cell inside the border; "Boards with
/// one path only".
pub const GROWTHS_PER_CELL: usize = 40;
/// *Cells* of a board with one path only, at most; the time for growing one is cubic in this.
pub const MOST_UNIQUE: usize = 1_000;

/// *Trials* of medium and hard boards: on boards without numbers, long ones are hardly ever needed,
/// so it is the number of short ones that makes an expert board ("Boards as hard as a person
/// feels"). They are part of what ids mean: they never change.
pub const SCALE: Scale = Scale {
    few: 4,
    many: 12,
    few_long: 2,
};
