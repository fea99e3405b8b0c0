//! The kinds of levels and the numbers that make them what they are.

use std::fmt;
use std::str::FromStr;

use super::grow::Habit;
use crate::Rng;

/// The kinds of levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Profile {
    /// Like the levels of the original game: two thirds open, winding, walls in small clumps.
    Original,
}

/// How a profile makes its levels.
pub(super) struct Plan {
    /// The distance of the lines that the first path follows.
    pub pitch: usize,
    /// How the path grows.
    pub habit: Habit,
}

impl Profile {
    /// All profiles; the first is the default.
    pub const ALL: [Self; 1] = [Self::Original];

    /// The name, one lower-case word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Original => "original",
        }
    }

    /// The least and the greatest share of open cells that its levels can have, in thousandths.
    pub const fn densities(self) -> (usize, usize) {
        match self {
            Self::Original => (400, 720),
        }
    }

    /// The share of open cells of a level for which none was asked, in thousandths.
    pub(super) fn usual_density(self, rng: &mut Rng) -> usize {
        match self {
            Self::Original => 657 + rng.below(13) + rng.below(13) + rng.below(13),
        }
    }

    pub(super) fn plan(self) -> Plan {
        match self {
            // Found by a search for the figures of the original levels.
            Self::Original => Plan {
                pitch: 5,
                habit: Habit {
                    flips: 100,
                    length: 11,
                    longer: 78,
                    height: 2,
                    shy: 140,
                    free: 58,
                    spread: 90,
                },
            },
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Profile {
    type Err = UnknownProfile;

    fn from_str(name: &str) -> Result<Self, UnknownProfile> {
        let mut all = Self::ALL.into_iter();
        all.find(|profile| profile.name() == name)
            .ok_or_else(|| UnknownProfile(name.to_owned()))
    }
}

/// A name that no profile has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no profile '{0}'; there are {names}", names = Profile::ALL.map(Profile::name).join(", "))]
pub struct UnknownProfile(String);
