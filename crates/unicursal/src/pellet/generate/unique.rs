//! Boards with only one path: the path grows, and stays the only one.
//!
//! A path of one cell is the only path of its board. It grows at random places, by a cell before
//! its start, by a cell after its end, or by a [bump](super::bumps) of two cells, as long as the
//! solver proves that the longer path is the only one of the larger board. The result does not
//! depend on limits or on how the solver works, so a seed means the same board everywhere.

use super::Inside;
use crate::hamilton::count;
use crate::pellet::tuning::GROWTHS_PER_CELL;
use crate::{Control, Dir, Interruption, Rng, grid};

/// A path that is the only one through its cells. It leaves the requested percentage of holes, or
/// more if it cannot grow that far.
pub fn grow(
    inside: &Inside,
    percent: usize,
    rng: &mut Rng,
    control: &Control,
) -> Result<Vec<usize>, Interruption> {
    let cells = inside.width * inside.height;
    let wanted = cells - cells * percent / 100;
    let mut path = vec![inside.cell(rng.below(inside.width), rng.below(inside.height))];
    for _ in 0..GROWTHS_PER_CELL * cells {
        control.check()?;
        let Some(longer) = longer(&path, inside, rng) else {
            continue;
        };
        // A bump may be one cell too many.
        if longer.len() > wanted {
            continue;
        }
        let made = inside.made(&longer);
        if count::is_only(&made.board, made.path, control)? {
            path = longer;
        }
    }
    Ok(path)
}

/// The path, grown at a random place; `None` if that takes cells other than holes.
fn longer(path: &[usize], inside: &Inside, rng: &mut Rng) -> Option<Vec<usize>> {
    let place = rng.below(path.len() + 1);
    let dir = Dir::from_index(rng.below(4));
    // At the ends, there is a cell on only one side of the place.
    let beside = &path[place.saturating_sub(1)..path.len().min(place + 1)];
    let new: Vec<usize> = beside
        .iter()
        .map(|&cell| grid::neighbour(inside.stride, cell, dir))
        .collect();
    let is_hole = |cell: &usize| inside.contains(*cell) && !path.contains(cell);
    new.iter()
        .all(is_hole)
        .then(|| [&path[..place], &new, &path[place..]].concat())
}
