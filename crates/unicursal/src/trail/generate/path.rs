//! A random path through all cells of a rectangle: rows back and forth, stirred by backbite moves.

use crate::Rng;
use crate::hamilton::backbite;

/// The cells of the path, by column and row.
pub fn random(width: usize, height: usize, rng: &mut Rng) -> Vec<(usize, usize)> {
    // With a frame, so that every cell has four neighbours.
    let stride = width + 2;
    let cell = |x: usize, y: usize| (y + 1) * stride + x + 1;
    let mut path: Vec<usize> = (0..height)
        .flat_map(|y| {
            (0..width).map(move |x| {
                if y % 2 == 0 {
                    (x, y)
                } else {
                    (width - 1 - x, y)
                }
            })
        })
        .map(|(x, y)| cell(x, y))
        .collect();
    backbite::stir(&mut path, stride, rng);
    path.into_iter()
        .map(|cell| (cell % stride - 1, cell / stride - 1))
        .collect()
}
