//! Boards that differ from place to place: which habit grows where, and how densely.
//!
//! A terrain divides the board into regions. Each has a [habit](Habit), a density of its own, and
//! lanes or none. Lanes are laid first, then all tiles grow by the habit of the region that their
//! middle is in.

use super::grow::{Goal, Grower, Habit, TILE};
use super::lanes::{self, Lanes};
use super::weave::Weave;
use crate::{Control, Interruption, Rng};

/// How a board is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Division {
    /// Into one region.
    None,
    /// Into patches around random places.
    Patches,
    /// Into bands from one side to the other, each denser than the one before.
    Bands,
    /// Into frames, one within the other.
    Frames,
}

/// How a region grows.
#[derive(Clone, Debug)]
pub(super) struct Region {
    pub habit: Habit,
    /// How much denser it is than the whole board, in thousandths.
    pub denser: isize,
    /// The share of its cells, in hundredths of those that are to be open, up to which there are
    /// lanes.
    pub lanes: Option<usize>,
}

/// See the [module](self).
#[derive(Clone, Debug)]
pub(super) struct Terrain {
    pub division: Division,
    /// The kinds of regions, in the order of bands and frames, or drawn at random for patches.
    pub regions: Vec<Region>,
    /// The depth of the deepest lanes.
    pub deepest: usize,
}

/// The least depth of what counts as a lane.
const SHALLOWEST: usize = 5;
/// Cells on a side of a patch, about.
const PATCH: usize = 30;
/// Cells from one side of a frame to the other.
const FRAME: usize = 14;

/// Which region each cell is in.
struct Map {
    width: usize,
    /// For each tile of 4x4 cells the number of its region.
    regions: Vec<u8>,
}

impl Map {
    const GRAIN: usize = 4;

    fn new(terrain: &Terrain, (width, height): (usize, usize), rng: &mut Rng) -> Self {
        let count = terrain.regions.len();
        let across = width.div_ceil(Self::GRAIN);
        let down = height.div_ceil(Self::GRAIN);
        let mut places = Vec::new();
        if terrain.division == Division::Patches {
            // One place in each square, so that the nearest is never far away.
            for y in (0..height).step_by(PATCH) {
                for x in (0..width).step_by(PATCH) {
                    let place = (x + rng.below(PATCH), y + rng.below(PATCH));
                    places.push((place, rng.below(count)));
                }
            }
        }
        let columns = width.div_ceil(PATCH);
        let nearest = |x: usize, y: usize| {
            let near = |at: usize| (at / PATCH).saturating_sub(1)..=at / PATCH + 1;
            let squares = near(y).flat_map(|row| near(x).map(move |column| (column, row)));
            let near = squares
                .filter(|&(column, _)| column < columns)
                .filter_map(|(column, row)| places.get(row * columns + column));
            let nearest = near.min_by_key(|((px, py), _)| {
                let (dx, dy) = (px.abs_diff(x), py.abs_diff(y));
                dx * dx + dy * dy
            });
            nearest.map_or(0, |&(_, region)| region)
        };
        let upright = height > width;
        let region = |x: usize, y: usize| match terrain.division {
            Division::None => 0,
            Division::Patches => nearest(x, y),
            Division::Bands if upright => y * count / height,
            Division::Bands => x * count / width,
            Division::Frames => {
                let inwards = x.min(y).min(width - 1 - x).min(height - 1 - y);
                inwards / FRAME % count
            }
        };
        let cells = (0..down).flat_map(|y| (0..across).map(move |x| (x, y)));
        let middle = |i: usize, side: usize| (i * Self::GRAIN + Self::GRAIN / 2).min(side - 1);
        let regions = cells.map(|(x, y)| region(middle(x, width), middle(y, height)) as u8);
        Self {
            width: across,
            regions: regions.collect(),
        }
    }

    fn at(&self, x: usize, y: usize) -> usize {
        usize::from(self.regions[y / Self::GRAIN * self.width + x / Self::GRAIN])
    }
}

/// Grows the path until the goal is reached, or nearly reached if there are no more moves.
pub(super) fn grow(
    weave: &mut Weave,
    goal: Goal,
    terrain: &Terrain,
    rng: &mut Rng,
    control: &Control,
) -> Result<(), Interruption> {
    let Goal {
        width,
        height,
        density,
    } = goal;
    let size = (width, height);
    let map = Map::new(terrain, size, rng);
    let mut cells = vec![0; terrain.regions.len()];
    for &region in &map.regions {
        cells[usize::from(region)] += 1;
    }
    // The densities of regions differ in such a way that the mean is the requested one.
    let all = map.regions.len() as isize;
    let sum: isize = terrain
        .regions
        .iter()
        .zip(&cells)
        .map(|(region, &cells)| region.denser * cells)
        .sum();
    let densities: Vec<usize> = terrain
        .regions
        .iter()
        .map(|region| (density as isize + region.denser - sum / all).clamp(300, 950) as usize)
        .collect();
    let mut enough = 0;
    for ((region, &cells), &density) in terrain.regions.iter().zip(&cells).zip(&densities) {
        let open = width * height * cells as usize / all as usize * density / 1000;
        enough += open * region.lanes.unwrap_or(0) / 100;
    }
    if enough > 0 {
        let lanes = Lanes {
            belongs: &|x, y| terrain.regions[map.at(x, y)].lanes.is_some(),
            enough,
            shallowest: SHALLOWEST,
            deepest: terrain.deepest,
        };
        lanes::lay(weave, size, &lanes, rng, control)?;
    }
    let mut grower = Grower::new(weave, goal, &terrain.regions[0].habit, rng);
    for (shift, less) in [(0, 40), (TILE / 2, 10), (TILE / 4, 0), (TILE / 3, 0)] {
        grower.pass(goal, shift, control, |grower, tile| {
            let (x, y) = tile.middle();
            let region = map.at(x, y);
            grower.follow(&terrain.regions[region].habit);
            let share = densities[region] - less;
            (tile.size() * share / 1000).saturating_sub(grower.open(tile))
        })?;
    }
    grower.share_out(goal, control)
}
