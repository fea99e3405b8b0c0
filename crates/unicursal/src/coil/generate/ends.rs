//! How far apart the two ends of the path are.
//!
//! More than anything else, this decides how a level is solved: far ends are found one by one,
//! while a path that ends beside its start looks like a closed loop.

use std::fmt;
use std::str::FromStr;

use super::{Profile, grow};
use crate::Rng;

/// How far apart the ends of the path are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ends {
    /// As far as in the levels of the original game: from one cell to sixty, usually less than
    /// thirty.
    #[default]
    Any,
    /// Neighbouring cells.
    Adjacent,
    /// A few cells, at most twelve and a third of the board.
    Near,
    /// About half the side of the board.
    Far,
}

impl Ends {
    /// All of them; the first is the default.
    pub const ALL: [Self; 4] = [Self::Any, Self::Adjacent, Self::Near, Self::Far];

    /// The names of all of them.
    pub const NAMES: [&'static str; Self::ALL.len()] = ["any", "adjacent", "near", "far"];

    /// The name, one lower-case word.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// Whether levels of a profile can have such ends.
    pub(super) const fn suit(self, profile: Profile) -> bool {
        match profile {
            Profile::Original
            | Profile::Corridor
            | Profile::Lanes
            | Profile::Mixed
            | Profile::Gradient
            | Profile::Nested => true,
            // The path through chambers is a closed loop that is opened at one place.
            Profile::Rooms => !matches!(self, Self::Far),
            // A spiral begins in a corner and ends inside.
            Profile::Open | Profile::Sparse => matches!(self, Self::Any),
        }
    }

    /// The distance in steps, for a board with this mean side.
    pub(super) fn distance(self, side: usize, rng: &mut Rng) -> usize {
        match self {
            Self::Any => grow::ends_apart(rng).min(side).max(1),
            Self::Adjacent => 1,
            Self::Near => 2 + rng.below((side / 3).clamp(2, 12) - 1),
            Self::Far => (side / 2).max(1),
        }
    }
}

impl Profile {
    /// Why its levels do not have every kind of ends, and what to choose instead.
    pub(super) const fn why_not_such_ends(self) -> &'static str {
        match self {
            Self::Rooms => {
                "their path is a closed loop that is opened at one place; choose adjacent or near"
            }
            _ => "their path winds inwards from a corner; choose another profile",
        }
    }
}

impl fmt::Display for Ends {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Ends {
    type Err = UnknownEnds;

    fn from_str(name: &str) -> Result<Self, UnknownEnds> {
        let mut all = Self::ALL.into_iter();
        all.find(|ends| ends.name() == name)
            .ok_or_else(|| UnknownEnds(name.to_owned()))
    }
}

/// A name that is not one of a distance of the ends.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("ends cannot be '{0}', only {names}", names = Ends::NAMES.join(", "))]
pub struct UnknownEnds(String);
