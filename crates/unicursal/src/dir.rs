//! The four directions of a square grid.

use std::fmt;

/// A direction on the board; rows grow downwards.
///
/// The numbers go clockwise as seen on the screen, so that turning is addition modulo four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Dir {
    /// Towards larger x.
    Right = 0,
    /// Towards larger y.
    Down = 1,
    /// Towards smaller x.
    Left = 2,
    /// Towards smaller y.
    Up = 3,
}

impl Dir {
    /// All directions, in the order of their numbers.
    pub const ALL: [Self; 4] = [Self::Right, Self::Down, Self::Left, Self::Up];

    /// The direction with this number, taken modulo four.
    pub const fn from_index(index: usize) -> Self {
        Self::ALL[index & 3]
    }

    /// The number of this direction, 0 to 3.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The direction back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::from_index(self.index() + 2)
    }

    /// A quarter turn clockwise.
    #[must_use]
    pub const fn clockwise(self) -> Self {
        Self::from_index(self.index() + 1)
    }

    /// A quarter turn counter-clockwise.
    #[must_use]
    pub const fn counter_clockwise(self) -> Self {
        Self::from_index(self.index() + 3)
    }

    /// The change of (x, y) of one step.
    pub const fn delta(self) -> (isize, isize) {
        match self {
            Self::Right => (1, 0),
            Self::Down => (0, 1),
            Self::Left => (-1, 0),
            Self::Up => (0, -1),
        }
    }

    /// The upper-case initial, as Coil solutions write it.
    pub const fn letter(self) -> char {
        match self {
            Self::Right => 'R',
            Self::Down => 'D',
            Self::Left => 'L',
            Self::Up => 'U',
        }
    }

    /// The direction with this upper-case initial.
    pub const fn from_letter(letter: u8) -> Option<Self> {
        match letter {
            b'R' => Some(Self::Right),
            b'D' => Some(Self::Down),
            b'L' => Some(Self::Left),
            b'U' => Some(Self::Up),
            _ => None,
        }
    }
}

impl fmt::Display for Dir {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

#[cfg(test)]
mod tests {
    use super::Dir;

    #[test]
    fn turns_and_letters_are_consistent() {
        for dir in Dir::ALL {
            assert_eq!(Dir::from_letter(dir.letter() as u8), Some(dir));
            assert_eq!(dir.clockwise().clockwise(), dir.opposite());
            assert_eq!(dir.clockwise().counter_clockwise(), dir);
            let ((dx, dy), (bx, by)) = (dir.delta(), dir.opposite().delta());
            assert_eq!((dx + bx, dy + by), (0, 0));
            // Clockwise on a screen whose y grows downwards: (x, y) becomes (-y, x).
            assert_eq!(dir.clockwise().delta(), (-dy, dx));
        }
        assert_eq!(Dir::from_letter(b'x'), None);
    }
}
