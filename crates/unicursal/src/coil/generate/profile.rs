//! The kinds of levels and the numbers that define them.

use std::str::FromStr;

use super::ends::Ends;
use super::grow::Habit;
use super::shape::Shape;
use super::terrain::{Division, Region, Terrain};
use crate::named::named;
use crate::{Error, Rng};

named! {
    /// The kinds of levels.
    #[derive(Hash)]
    #[non_exhaustive]
    pub enum Profile {
        /// Like the levels of the original game: two thirds open, winding, walls in small clumps.
        Original "original",
        /// Four fifths open and more.
        Open "open",
        /// Large halls with few walls.
        Sparse "sparse",
        /// Long straight corridors.
        Corridor "corridor",
        /// Chambers with walls around them, joined by narrow necks.
        Rooms "rooms",
        /// Hairpins of long parallel lanes that touch each other, with small winding parts between
        /// them.
        Lanes "lanes",
        /// Patches of several kinds: winding, lanes, corridors, open ground.
        Mixed "mixed",
        /// Denser and denser from one side to the other.
        Gradient "gradient",
        /// Frames within frames, winding ones and lanes in turn.
        Nested "nested",
    }
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

/// How a path grows, found by a search for the figures of the original levels.
const ORIGINAL: Habit = Habit {
    flips: 100,
    shortest: (1, 1),
    length: 11,
    longer: 78,
    height: 2,
    shy: 140,
    free: 58,
    spread: Some(90),
};
/// What fills the gaps that larger moves have left.
const SMALL: Habit = Habit {
    shy: 0,
    height: 4,
    spread: None,
    ..ORIGINAL
};
const CORRIDOR: Habit = Habit {
    flips: 0,
    shortest: (1, 4),
    length: 24,
    longer: 60,
    height: 14,
    shy: 0,
    spread: Some(40),
    ..ORIGINAL
};

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
        let region = |habit: Habit, denser: isize, lanes: Option<usize>| Region {
            habit,
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
            growth: Growth::Alike(SMALL),
        };
        match self {
            Self::Original => Plan {
                shape: Shape::Lattice { pitch: 5 },
                growth: Growth::Alike(ORIGINAL),
            },
            Self::Open => spiral(4),
            Self::Sparse => spiral(8),
            Self::Corridor => Plan {
                shape: Shape::Lattice { pitch: 12 },
                growth: Growth::Alike(CORRIDOR),
            },
            Self::Rooms => Plan {
                shape: Shape::Chambers {
                    pitch: 4,
                    chamber: 2,
                },
                growth: Growth::Alike(ORIGINAL),
            },
            Self::Lanes => Plan {
                shape: Shape::Wound {
                    pitch: 30,
                    wound: density.saturating_sub(LANES_ALONE) * WOUND[attempt % WOUND.len()],
                },
                growth: Growth::Terrain(Terrain {
                    division: Division::None,
                    regions: vec![region(SMALL, 0, Some(90))],
                    deepest: 100,
                }),
            },
            Self::Mixed => varied(
                Division::Patches,
                vec![
                    region(ORIGINAL, 0, None),
                    region(SMALL, 80, Some(70)),
                    region(CORRIDOR, -150, None),
                    region(SMALL, 60, None),
                ],
            ),
            Self::Gradient => varied(
                Division::Bands,
                (0..8)
                    .map(|band| region(SMALL, 25 * (2 * band - 7), (band > 4).then_some(60)))
                    .collect(),
            ),
            Self::Nested => varied(
                Division::Frames,
                vec![region(ORIGINAL, -80, None), region(SMALL, 100, Some(75))],
            ),
        }
    }
}

impl FromStr for Profile {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        Self::from_name(name).ok_or_else(|| {
            let names = Self::NAMES.join(", ");
            Error::bad_request(format!("there is no profile '{name}'; there are {names}"))
        })
    }
}
