//! Backbite moves: an end of the path is linked to a neighbour on the path, which then drops its
//! link into the piece between. The path visits the same cells in another order, and ends
//! elsewhere.

use super::tuning::REORDERED;
use crate::Rng;

/// Mixes a path, given as its cells, from both ends.
pub fn stir(path: &mut [usize], stride: usize, rng: &mut Rng) {
    let length = path.len();
    if length < 4 {
        return;
    }
    let moves = (10 * length).min(REORDERED / length);
    if moves == 0 {
        return;
    }
    let most = path.iter().copied().max().unwrap_or(0) + stride + 1;
    let mut places = vec![usize::MAX; most];
    for (place, &cell) in path.iter().enumerate() {
        places[cell] = place;
    }
    for _ in 0..moves {
        let dice = rng.below(8);
        let at_end = dice & 4 != 0;
        let cell = if at_end { path[length - 1] } else { path[0] };
        let near = match dice & 3 {
            0 => cell + 1,
            1 => cell + stride,
            2 => cell - 1,
            _ => cell - stride,
        };
        let place = places[near];
        if place == usize::MAX {
            continue;
        }
        let turned = if at_end { place + 1..length } else { 0..place };
        path[turned.clone()].reverse();
        for place in turned {
            places[path[place]] = place;
        }
    }
}
