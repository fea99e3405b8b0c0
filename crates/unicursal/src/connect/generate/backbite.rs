//! Random paths through all cells of a rectangle.
//!
//! The path to and fro is shuffled by the backbite move: an end of the path reaches for a
//! neighbouring cell of the path and lets go of the cell beside it, which becomes the new end.
//! Every move keeps a path through all cells. Moves that would bring the number of corners above a
//! limit are not made. A move costs the length of the part that it turns round.

use crate::{Control, Interruption, Rng};

/// Moves for each cell; after these nothing of the initial path can be recognised.
const MOVES_PER_CELL: usize = 20;
/// At most this many moves, so that large boards do not take too long.
const MOST_MOVES: usize = 100_000;

/// A random path through all cells with at most this many corners, as far as the path to and fro
/// permits.
pub fn random_path(
    width: usize,
    height: usize,
    corners: usize,
    rng: &mut Rng,
    control: &Control,
) -> Result<Vec<usize>, Interruption> {
    let mut path = to_and_fro(width, height);
    let mut place = vec![0; path.len()];
    for (index, &cell) in path.iter().enumerate() {
        place[cell] = index;
    }
    let mut turns = (1..path.len())
        .filter(|&index| is_corner(&path, index))
        .count();
    for step in 0..(path.len() * MOVES_PER_CELL).min(MOST_MOVES) {
        if step % 256 == 0 {
            control.interruption().map_or(Ok(()), Err)?;
        }
        if rng.chance(1, 2) {
            path.reverse();
            for (index, &cell) in path.iter().enumerate() {
                place[cell] = index;
            }
        }
        let reached = place[neighbour(path[0], width, height, rng)];
        if reached < 2 {
            continue;
        }
        // The part before the cell that was reached for is turned round: that changes the corners
        // at that cell and at the one before it.
        let corners_there = |path: &[usize]| {
            let around = [reached - 1, reached];
            around
                .iter()
                .filter(|&&index| is_corner(path, index))
                .count()
        };
        let before = corners_there(&path);
        path[..reached].reverse();
        let after = corners_there(&path);
        if after > before && turns + after - before > corners {
            path[..reached].reverse();
            continue;
        }
        turns = turns + after - before;
        for index in 0..reached {
            place[path[index]] = index;
        }
    }
    Ok(path)
}

/// The path that winds along the longer side.
fn to_and_fro(width: usize, height: usize) -> Vec<usize> {
    let (strips, length) = (width.min(height), width.max(height));
    let mut path = Vec::with_capacity(strips * length);
    for strip in 0..strips {
        for along in 0..length {
            let along = if strip % 2 == 0 {
                along
            } else {
                length - 1 - along
            };
            let (x, y) = if width >= height {
                (along, strip)
            } else {
                (strip, along)
            };
            path.push(y * width + x);
        }
    }
    path
}

/// A random neighbour of a cell; the cell itself when it has none there.
fn neighbour(cell: usize, width: usize, height: usize, rng: &mut Rng) -> usize {
    let (x, y) = (cell % width, cell / width);
    match rng.below(4) {
        0 if x + 1 < width => cell + 1,
        1 if y + 1 < height => cell + width,
        2 if x > 0 => cell - 1,
        3 if y > 0 => cell - width,
        _ => cell,
    }
}

/// Whether the path turns at this place: the middle of two equal steps is halfway between their
/// ends.
fn is_corner(path: &[usize], index: usize) -> bool {
    let (Some(&before), Some(&after)) = (path.get(index.wrapping_sub(1)), path.get(index + 1))
    else {
        return false;
    };
    before + after != 2 * path[index]
}

#[cfg(test)]
mod tests {
    use super::{is_corner, random_path};
    use crate::{Control, Rng};

    #[test]
    fn paths_visit_every_cell_once_step_by_step_and_keep_the_limit_of_corners() {
        for (width, height, corners) in [(1, 9, 0), (9, 1, 0), (2, 2, 9), (7, 6, 12), (15, 15, 85)]
        {
            let mut rng = Rng::from_text("backbite");
            let path = random_path(width, height, corners, &mut rng, &Control::new()).unwrap();
            let mut cells = path.clone();
            cells.sort_unstable();
            assert!(cells.iter().copied().eq(0..width * height));
            for pair in path.windows(2) {
                let ([ax, bx], [ay, by]) = (
                    [pair[0] % width, pair[1] % width],
                    [pair[0] / width, pair[1] / width],
                );
                assert_eq!(ax.abs_diff(bx) + ay.abs_diff(by), 1);
            }
            let turns = (0..path.len())
                .filter(|&index| is_corner(&path, index))
                .count();
            assert!(turns <= corners, "{turns} corners on {width}x{height}");
        }
    }
}
