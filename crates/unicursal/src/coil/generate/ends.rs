//! How far apart the two ends of the path are.
//!
//! More than anything else, this decides how a level is solved: far ends are found one by one,
//! while a path that ends beside its start looks like a closed loop.

use std::str::FromStr;

use super::{Profile, grow};
use crate::named::named;
use crate::{Error, Rng};

named! {
    /// How far apart the ends of the path are.
    #[derive(Default, Hash)]
    #[non_exhaustive]
    pub enum Ends {
        /// As far as in the levels of the original game: from one cell to sixty, usually less than
        /// thirty.
        #[default]
        Any "any",
        /// Neighbouring cells.
        Adjacent "adjacent",
        /// A few cells, at most twelve and a third of the board.
        Near "near",
        /// About half the side of the board.
        Far "far",
    }
}

impl Ends {
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

impl FromStr for Ends {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        Self::from_name(name).ok_or_else(|| {
            let names = Self::NAMES.join(", ");
            Error::bad_request(format!("ends cannot be '{name}', only {names}"))
        })
    }
}
