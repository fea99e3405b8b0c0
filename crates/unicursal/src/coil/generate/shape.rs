//! The shapes of the thin path from which a level grows.

use super::skeleton::Skeleton;
use super::{lattice, spiral};
use crate::{Dir, Rng};

/// The shape of the first path.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
    /// Along the lines of a lattice, about `pitch` cells apart, with ends as far apart as asked
    /// for.
    Lattice { pitch: usize },
    /// The same, but this many thousandths of the board are left for a spiral into which the path
    /// winds at its end.
    Wound { pitch: usize, wound: usize },
    /// The same in chambers of `chamber` times `chamber` pairs of lattice lines, with walls between
    /// them.
    Chambers { pitch: usize, chamber: usize },
    /// Inwards in laps, of which some sides keep a distance of 2 to `widest` cells from the lap
    /// before: as many as leave the board `open` (in thousandths) when `fill` (in hundredths) of
    /// the cells between the laps are opened.
    Spiral {
        open: usize,
        widest: usize,
        fill: usize,
    },
}

/// The share of sides of laps with a gap beside them, in 256ths, where lanes wind into a spiral.
const LAPS_APART: usize = 16;

/// A first path of a shape; if the shape leaves a choice, its ends are about `distance` apart.
pub(super) fn skeleton(
    (width, height): (usize, usize),
    shape: Shape,
    distance: usize,
    rng: &mut Rng,
) -> Skeleton {
    if width < 4 || height < 4 {
        return straight_run(width, height, rng);
    }
    match shape {
        Shape::Lattice { pitch } => lattice::path((width, height), pitch, None, distance, rng),
        Shape::Wound { pitch, wound } => {
            let spiral = width * wound / 1000;
            if spiral < 4 || width - spiral < 4 {
                return lattice::path((width, height), pitch, None, distance, rng);
            }
            wound_up((width, height), pitch, spiral, rng)
        }
        Shape::Chambers { pitch, chamber } => {
            lattice::path((width, height), pitch, Some(chamber), distance, rng)
        }
        Shape::Spiral { open, widest, fill } => {
            let area = width * height;
            let mut apart = 256;
            loop {
                let path = spiral::anywhere((width, height), apart, widest, rng);
                let length = path.steps.len() + 1;
                let reached = length + (area - length) * fill / 100;
                if apart == 0 || reached * 1000 >= area * open {
                    return path;
                }
                apart -= apart.div_ceil(16);
            }
        }
    }
}

/// A path along a lattice that then winds into a spiral of this many columns, to the right of it.
fn wound_up(
    (width, height): (usize, usize),
    pitch: usize,
    spiral: usize,
    rng: &mut Rng,
) -> Skeleton {
    let mut path = lattice::path_to_corner((width - spiral, height), pitch, rng);
    let (x, y) = path.end();
    // In the first row the border stops the turn; before that, the wall on the right.
    path.steps.extend(std::iter::repeat_n(Dir::Up, y));
    path.steps
        .extend(std::iter::repeat_n(Dir::Right, width - spiral - x));
    let laps = spiral::path((spiral, height), (Dir::Right, true), LAPS_APART, 2, rng);
    path.steps.extend(laps.steps);
    path
}

/// A straight run along the longer side, as long as the board where nothing else fits beside it.
fn straight_run(width: usize, height: usize, rng: &mut Rng) -> Skeleton {
    let long = width.max(height);
    let length = if width.min(height) == 1 || long > 6 {
        long
    } else {
        long - rng.below(long - 1)
    };
    let (from, line) = (rng.below(long - length + 1), rng.below(width.min(height)));
    let (start, dir) = if width > height || (width == height && rng.chance(1, 2)) {
        ((from, line), Dir::Right)
    } else {
        ((line, from), Dir::Down)
    };
    Skeleton {
        start,
        steps: vec![dir; length - 1],
        wall_columns: Vec::new(),
        wall_rows: Vec::new(),
    }
}
