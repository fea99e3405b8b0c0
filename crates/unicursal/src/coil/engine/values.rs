//! What can happen between two neighbouring cells, as four bits, and at a cell, as four times four.
//!
//! A path that visits every free cell gives each pair of neighbours exactly one of four *values*,
//! named from the point of view of one of the two: the path goes out to the neighbour, comes in
//! from it, or does neither, and then the neighbour is visited after or before. A set of values is
//! a mask; the sets towards the four neighbours, packed into sixteen bits, are the *word* of a
//! cell. A wall has no values: its mask is 0.

/// The path goes from this cell to the neighbour.
pub const OUT: u16 = 1;
/// The path comes from the neighbour to this cell.
pub const IN: u16 = 2;
/// The path does not use the edge; the neighbour is visited after this cell.
pub const AFTER: u16 = 4;
/// The path does not use the edge; the neighbour is visited before this cell.
pub const BEFORE: u16 = 8;

/// The path uses the edge, in whichever direction.
pub const USED: u16 = OUT | IN;
/// The path does not use the edge.
pub const UNUSED: u16 = AFTER | BEFORE;
/// This cell is visited before the neighbour.
pub const EARLIER: u16 = OUT | AFTER;
/// This cell is visited after the neighbour.
pub const LATER: u16 = IN | BEFORE;
/// Nothing is known.
pub const ANY: u16 = USED | UNUSED;

/// The same values seen from the other side.
#[inline]
pub const fn flip(mask: u16) -> u16 {
    (mask & EARLIER) << 1 | (mask & LATER) >> 1
}

/// The word of a cell: the masks towards its four neighbours, by the numbers of directions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Word(pub u16);

impl Word {
    /// That of a wall.
    pub const WALL: Self = Self(0);

    /// The mask towards direction number `dir`.
    #[inline]
    pub const fn towards(self, dir: usize) -> u16 {
        self.0 >> (4 * dir) & ANY
    }

    /// The same with this mask added towards a direction.
    #[must_use]
    pub const fn with(self, dir: usize, mask: u16) -> Self {
        Self(self.0 | mask << (4 * dir))
    }

    /// What both permit.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

/// Whether a mask leaves more than one value.
#[inline]
pub const fn is_open(mask: u16) -> bool {
    mask & mask.wrapping_sub(1) != 0
}

/// Whether a mask tells which of the two cells is visited first.
#[inline]
pub const fn is_ordered(mask: u16) -> bool {
    mask & EARLIER == 0 || mask & LATER == 0
}

/// What a cell may be: the first of the path, the last, or neither; a set of these is a mask too.
pub mod role {
    /// The path starts here.
    pub const START: u8 = 1;
    /// The path ends here.
    pub const END: u8 = 2;
    /// The path passes through.
    pub const MIDDLE: u8 = 4;
    /// Nothing is known.
    pub const ANY: u8 = START | END | MIDDLE;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flipping_swaps_sides_and_is_its_own_inverse() {
        assert_eq!((flip(OUT), flip(AFTER)), (IN, BEFORE));
        for mask in 0..16 {
            assert_eq!(flip(flip(mask)), mask);
            assert_eq!(is_open(mask), mask.count_ones() > 1);
        }
        assert!(is_ordered(OUT | AFTER) && is_ordered(BEFORE) && !is_ordered(USED));
    }
}
