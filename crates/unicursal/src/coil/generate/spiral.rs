//! A first path that goes round inwards.
//!
//! Each turn is stopped by the border, by the lap before, or, where the laps are apart, by the wall
//! between them.

use super::skeleton::Skeleton;
use crate::{Dir, Rng};

/// A spiral from a random corner, one way or the other round.
pub(super) fn anywhere(
    size: (usize, usize),
    apart: usize,
    widest: usize,
    rng: &mut Rng,
) -> Skeleton {
    let first = Dir::from_index(rng.below(4));
    let clockwise = rng.chance(1, 2);
    path(size, (first, clockwise), apart, widest, rng)
}

/// A spiral whose first side goes in a direction from the corner behind it. Each side of a lap
/// keeps a distance from the lap before with a chance of `apart` in 256, of 2 to `widest` cells.
pub(super) fn path(
    (width, height): (usize, usize),
    (mut dir, clockwise): (Dir, bool),
    apart: usize,
    widest: usize,
    rng: &mut Rng,
) -> Skeleton {
    let turned = |dir: Dir| {
        if clockwise {
            dir.clockwise()
        } else {
            dir.counter_clockwise()
        }
    };
    let across = |dir: Dir| match dir {
        Dir::Right | Dir::Left => width,
        Dir::Down | Dir::Up => height,
    };
    // It starts in the corner that is behind it and away from the side to which it turns.
    let mut start = (0, 0);
    for back in [dir.opposite(), turned(dir).opposite()] {
        match back {
            Dir::Right => start.0 = width - 1,
            Dir::Down => start.1 = height - 1,
            Dir::Left | Dir::Up => {}
        }
    }
    let mut steps = Vec::new();
    // How far one can go in this direction and, after the turn, in the next.
    let (mut ahead, mut next) = (across(dir) - 1, across(turned(dir)) - 1);
    while ahead > 0 {
        steps.extend(std::iter::repeat_n(dir, ahead));
        dir = turned(dir);
        let gap = if rng.chance(apart, 256) && widest > 1 {
            2 + rng.below(widest - 1)
        } else {
            0
        };
        // The way back will be shorter by the walked line and the gap.
        (ahead, next) = (next, ahead.saturating_sub(1 + gap));
    }
    Skeleton {
        start,
        steps,
        wall_columns: Vec::new(),
        wall_rows: Vec::new(),
    }
}
