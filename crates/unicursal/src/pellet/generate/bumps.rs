//! Bumps of a loop: detours through two cells instead of a straight step.
//!
//! Cutting off a bump leaves two holes, adding one needs two; either way the loop stays one loop.
//! After many such moves, the blocks of 2x2 cells from which the loop was made can no longer be
//! seen.

use super::{Inside, PERIOD};
use crate::hamilton::cover::Cover;
use crate::pellet::tuning::BUMPS_PER_CELL;
use crate::{Control, Dir, Interruption, Rng};

/// The shortest loop that may be left.
const SHORTEST: usize = 4;

/// Moves bumps until about this many per cent of the cells are holes and the loop is well mixed.
pub fn stir(
    cover: &mut Cover,
    inside: &Inside,
    percent: usize,
    rng: &mut Rng,
    control: &Control,
) -> Result<(), Interruption> {
    let cells = inside.width * inside.height;
    let wanted = cells * percent / 100;
    let mut holes = inside
        .cells()
        .filter(|&cell| cover.degree(cell) == 0)
        .count();
    for step in 0..BUMPS_PER_CELL * cells {
        if step % PERIOD == 0 {
            control.check()?;
        }
        let cell = inside.cell(rng.below(inside.width), rng.below(inside.height));
        let dice = rng.below(16);
        let along = Dir::from_index(dice);
        let side = if dice < 8 {
            along.clockwise()
        } else {
            along.counter_clockwise()
        };
        if cover.degree(cell) == 0 || !cover.has(cell, along) {
            continue;
        }
        if holes > wanted {
            holes -= 2 * usize::from(put_on(cover, inside, cell, along, side));
        } else if cells - holes > SHORTEST + 1 {
            holes += 2 * usize::from(cut_off(cover, cell, along, side));
        }
    }
    Ok(())
}

/// Replaces the step from a cell with a detour through two holes at its side.
fn put_on(cover: &mut Cover, inside: &Inside, cell: usize, along: Dir, side: Dir) -> bool {
    let bump = cover.neighbour(cell, side);
    let far = cover.neighbour(bump, along);
    let free = |cell| inside.contains(cell) && cover.degree(cell) == 0;
    let fits = free(bump) && free(far);
    if fits {
        flip(cover, cell, bump, along, side);
    }
    fits
}

/// Replaces a detour with the straight step: the step from `cell` is its outer side, and both ends
/// of that step go on to `side`.
fn cut_off(cover: &mut Cover, cell: usize, along: Dir, side: Dir) -> bool {
    let far = cover.neighbour(cell, along);
    let base = cover.neighbour(cell, side);
    let fits = cover.has(cell, side) && cover.has(far, side) && !cover.has(base, along);
    if fits {
        flip(cover, base, cell, along, side.opposite());
    }
    fits
}

/// Changes all four sides of a 2x2 block: `base` and `bump` are at one end of it.
fn flip(cover: &mut Cover, base: usize, bump: usize, along: Dir, side: Dir) {
    let far = cover.neighbour(base, along);
    cover.toggle(base, along);
    cover.toggle(bump, along);
    cover.toggle(base, side);
    cover.toggle(far, side);
}
