//! The state of a cell while a level grows: the direction in which the path enters it, and, times
//! eight, the one in which it leaves, or what the cell is instead.

/// In place of a direction: the path starts or ends here.
pub(super) const NONE: u8 = 4;
/// The state of a wall that may become part of the path.
pub(super) const WALL: u8 = 5 | 5 << 3;
/// The state of the frame around the board and of walls that stay walls.
pub(super) const FRAME: u8 = 6 | 6 << 3;
