//! Long parallel lanes: hairpins as deep as there is room, before anything small.
//!
//! Where a path makes the narrowest possible detour to one side, as far as it gets, two lanes run
//! side by side; detours from their corners and sides add more, until a patch of the board is
//! nothing but lanes that touch each other. The deepest come first: in round after round every
//! place of the path is looked at, and those with enough room are used in random order; then less
//! is enough.

use super::places::Places;
use super::weave::{Detour, Weave};
use crate::{Control, Dir, Interruption, Progress, Rng};

/// Where lanes may be, and how much of the board.
pub(super) struct Lanes<'a> {
    /// Whether lanes may begin at a column and row.
    pub belongs: &'a dyn Fn(usize, usize) -> bool,
    /// Cells that are open when no more lanes are wanted.
    pub enough: usize,
    /// The least depth of a hairpin.
    pub shallowest: usize,
    /// The greatest.
    pub deepest: usize,
}

/// Rounds in which corners are made into steps.
const BEVELS: usize = 40;

/// Lays lanes until enough cells are open, or there is no room for more: from steps first, where
/// they touch the next, then from straight stretches.
pub(super) fn lay(
    weave: &mut Weave,
    size: (usize, usize),
    lanes: &Lanes,
    rng: &mut Rng,
    control: &Control,
) -> Result<(), Interruption> {
    bevel(weave, size, lanes, rng);
    for longest in 1..=2 {
        lay_of_length(weave, size, longest, lanes, rng, control)?;
    }
    Ok(())
}

/// Turns corners into flights of steps.
fn bevel(weave: &mut Weave, (width, height): (usize, usize), lanes: &Lanes, rng: &mut Rng) {
    let mut places = Places::new();
    for _ in 0..BEVELS {
        for y in 0..height {
            places.clear();
            weave.list_places((y + 1) * weave.stride() + 1, width, &mut places);
            for place in places.iter().filter(|place| place.side.is_none()) {
                let x = place.cell % weave.stride() - 1;
                if (lanes.belongs)(x, y) && rng.chance(1, 2) {
                    weave.flip(place.cell);
                }
            }
        }
    }
}

/// Lays lanes that begin with detours of at most this length, the deepest first.
fn lay_of_length(
    weave: &mut Weave,
    (width, height): (usize, usize),
    longest: usize,
    lanes: &Lanes,
    rng: &mut Rng,
    control: &Control,
) -> Result<(), Interruption> {
    let mut least = lanes.deepest;
    let mut places = Places::new();
    let mut hairpins: Vec<(usize, Dir)> = Vec::new();
    loop {
        hairpins.clear();
        // The deepest that there is room for now: deeper ones need not be looked for.
        let mut most = 0;
        for y in 0..height {
            if let Some(why) = control.interruption() {
                return Err(why);
            }
            places.clear();
            weave.list_places((y + 1) * weave.stride() + 1, width, &mut places);
            for place in places.iter() {
                let Some(side) = place.side else { continue };
                let x = place.cell % weave.stride() - 1;
                if !(lanes.belongs)(x, y) || weave.shortest(place.cell, side) > longest {
                    continue;
                }
                let room = deepest(weave, place.cell, side, lanes.deepest);
                most = most.max(room);
                if room >= least {
                    hairpins.push((place.cell, side));
                }
            }
        }
        control.report(|| Progress {
            phase: "laying lanes",
            share: Some(weave.open() as f64 / lanes.enough.max(1) as f64),
            figures: vec![("cells", weave.open() as u64)],
        });
        rng.shuffle(&mut hairpins);
        let before = weave.open();
        for &(cell, side) in &hairpins {
            // Earlier ones may have taken the room.
            let room = deepest(weave, cell, side, lanes.deepest);
            if room >= least {
                weave.detour(Detour {
                    cell,
                    side,
                    length: weave.shortest(cell, side),
                    height: room,
                });
            }
            if weave.open() >= lanes.enough {
                return Ok(());
            }
        }
        // A round that has made much is worth another.
        let grown = weave.open() - before;
        if grown * 20 < before {
            if least <= lanes.shallowest {
                return Ok(());
            }
            least = (least.min(most) * 2 / 3).max(lanes.shallowest);
        }
    }
}

/// The depth of the deepest hairpin that a cell has room for on a side, 0 if for none.
fn deepest(weave: &Weave, cell: usize, side: Dir, most: usize) -> usize {
    let is_beside = |along: Dir| (along as u8 ^ side as u8) & 1 == 1;
    if !weave.leaves(cell).is_some_and(is_beside) {
        return 0;
    }
    weave.room(cell, side, weave.shortest(cell, side), most)
}
