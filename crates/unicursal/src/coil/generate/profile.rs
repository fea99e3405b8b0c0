//! The kinds of levels and the numbers that define them.

use std::fmt;
use std::str::FromStr;

use super::ends::Ends;
use super::grow::Habit;
use super::shape::Shape;
use super::terrain::{Division, Region, Terrain};
use crate::Rng;

/// The kinds of levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Profile {
    /// Like the levels of the original game: two thirds open, winding, walls in small clumps.
    Original,
    /// Four fifths open and more.
    Open,
    /// Large halls with few walls.
    Sparse,
    /// Long straight corridors.
    Corridor,
    /// Chambers with walls around them, joined by narrow necks.
    Rooms,
    /// Hairpins of long parallel lanes that touch each other, with small winding parts between
    /// them.
    Lanes,
    /// Patches of several kinds: winding, lanes, corridors, open ground.
    Mixed,
    /// Denser and denser from one side to the other.
    Gradient,
    /// Frames within frames, winding ones and lanes in turn.
    Nested,
}

/// How much of the space between the laps of a spiral can be opened, in hundredths: more looks
/// better, but how much is possible depends on luck.
const FILLS: [usize; 7] = [70, 60, 50, 40, 30, 20, 0];

/// The share of open cells up to which lanes need no spiral, in thousandths: their turns need
/// walls.
const LANES_ALONE: usize = 760;
/// How much of the board the path winds into at its end for each thousandth more: in such a spiral
/// every cell may be open.
const WOUND: [usize; 3] = [5, 6, 7];

/// How a profile makes its levels.
pub(super) struct Plan {
    /// The first path.
    pub shape: Shape,
    /// How the path grows.
    pub growth: Growth,
}

/// How the path grows.
pub(super) enum Growth {
    /// Everywhere alike.
    Alike(Habit),
    /// In each region according to its kind.
    Terrain(Terrain),
}

impl Profile {
    /// All profiles; the first is the default.
    pub const ALL: [Self; 9] = [
        Self::Original,
        Self::Open,
        Self::Sparse,
        Self::Corridor,
        Self::Rooms,
        Self::Lanes,
        Self::Mixed,
        Self::Gradient,
        Self::Nested,
    ];

    /// The names of all profiles.
    pub const NAMES: [&'static str; Self::ALL.len()] = {
        let mut names = [""; Self::ALL.len()];
        let mut i = 0;
        while i < names.len() {
            names[i] = Self::ALL[i].name();
            i += 1;
        }
        names
    };

    /// The name, one lower-case word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Original => "original",
            Self::Open => "open",
            Self::Sparse => "sparse",
            Self::Corridor => "corridor",
            Self::Rooms => "rooms",
            Self::Lanes => "lanes",
            Self::Mixed => "mixed",
            Self::Gradient => "gradient",
            Self::Nested => "nested",
        }
    }

    /// The least and the greatest share of open cells that its levels can have, in thousandths.
    pub const fn densities(self) -> (usize, usize) {
        match self {
            Self::Original => (400, 720),
            Self::Open => (800, 970),
            Self::Sparse => (700, 950),
            Self::Corridor => (300, 500),
            Self::Rooms => (400, 650),
            Self::Lanes => (700, 880),
            Self::Mixed | Self::Gradient | Self::Nested => (550, 690),
        }
    }

    /// The same if the ends are where the request says.
    pub(super) const fn densities_with(self, ends: Ends) -> (usize, usize) {
        match (self, ends) {
            (_, Ends::Any) => self.densities(),
            (Self::Lanes, _) => (700, LANES_ALONE),
            _ => self.densities(),
        }
    }

    /// The default share of open cells of a level, in thousandths.
    pub(super) fn usual_density(self, ends: Ends, rng: &mut Rng) -> usize {
        match self {
            Self::Lanes if ends != Ends::Any => 700 + rng.below(LANES_ALONE - 699),
            Self::Original => 657 + rng.below(13) + rng.below(13) + rng.below(13),
            Self::Open => 830 + rng.below(101),
            Self::Sparse => 850 + rng.below(51),
            Self::Corridor => 450 + rng.below(41),
            Self::Rooms => 600 + rng.below(41),
            Self::Lanes => 720 + rng.below(141),
            Self::Mixed | Self::Gradient | Self::Nested => 620 + rng.below(61),
        }
    }

    /// How many plans there are for a level, to be tried in turn until one comes near the requested
    /// share of open cells.
    pub(super) const fn attempts(self) -> usize {
        match self {
            Self::Open | Self::Sparse => FILLS.len(),
            Self::Lanes => WOUND.len(),
            _ => 1,
        }
    }

    /// How to make a level with this share of open cells.
    pub(super) fn plan(self, density: usize, attempt: usize) -> Plan {
        // Found by a search for the figures of the original levels.
        let original = Habit {
            flips: 100,
            shortest: (1, 1),
            length: 11,
            longer: 78,
            height: 2,
            shy: 140,
            free: 58,
            spread: Some(90),
        };
        // What fills the gaps that larger moves have left.
        let small = Habit {
            shy: 0,
            height: 4,
            spread: None,
            ..original
        };
        let corridor = Habit {
            flips: 0,
            shortest: (1, 4),
            length: 24,
            longer: 60,
            height: 14,
            shy: 0,
            spread: Some(40),
            ..original
        };
        let region = |habit: &Habit, denser: isize, lanes: Option<usize>| Region {
            habit: habit.clone(),
            denser,
            lanes,
        };
        let varied = |division: Division, regions: Vec<Region>| Plan {
            shape: Shape::Lattice { pitch: 14 },
            growth: Growth::Terrain(Terrain {
                division,
                regions,
                deepest: 40,
            }),
        };
        let spiral = |widest: usize| Plan {
            shape: Shape::Spiral {
                open: density,
                widest,
                fill: FILLS[attempt % FILLS.len()],
            },
            growth: Growth::Alike(small.clone()),
        };
        match self {
            Self::Original => Plan {
                shape: Shape::Lattice { pitch: 5 },
                growth: Growth::Alike(original),
            },
            Self::Open => spiral(4),
            Self::Sparse => spiral(8),
            Self::Corridor => Plan {
                shape: Shape::Lattice { pitch: 12 },
                growth: Growth::Alike(corridor),
            },
            Self::Rooms => Plan {
                shape: Shape::Chambers {
                    pitch: 4,
                    chamber: 2,
                },
                growth: Growth::Alike(original),
            },
            Self::Lanes => Plan {
                shape: Shape::Wound {
                    pitch: 30,
                    wound: density.saturating_sub(LANES_ALONE) * WOUND[attempt % WOUND.len()],
                },
                growth: Growth::Terrain(Terrain {
                    division: Division::None,
                    regions: vec![region(&small, 0, Some(90))],
                    deepest: 100,
                }),
            },
            Self::Mixed => varied(
                Division::Patches,
                vec![
                    region(&original, 0, None),
                    region(&small, 80, Some(70)),
                    region(&corridor, -150, None),
                    region(&small, 60, None),
                ],
            ),
            Self::Gradient => varied(
                Division::Bands,
                (0..8)
                    .map(|band| region(&small, 25 * (2 * band - 7), (band > 4).then_some(60)))
                    .collect(),
            ),
            Self::Nested => varied(
                Division::Frames,
                vec![region(&original, -80, None), region(&small, 100, Some(75))],
            ),
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
#[error("there is no profile '{0}'; there are {names}", names = Profile::NAMES.join(", "))]
pub struct UnknownProfile(String);
