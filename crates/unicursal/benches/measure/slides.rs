//! Boards that random slides have made: nothing of our generators is in them.
//!
//! A walk slides over an empty board until it is blocked, or now and then until a wall that is put
//! in its way. It likes to go along what is blocked. What it has not visited when it is stuck, or
//! has visited enough, is wall.

use unicursal::Dir;
use unicursal::coil::Board;
use unicursal::implement::Rng;

/// Tries with each chance of a stop.
const TRIES: usize = 20;

/// A board with this width and height and about this many per cent free cells, and with as many
/// stops as that allows; `None` if no walk came so far.
pub fn board(size: (usize, usize), percent: usize, rng: &mut Rng) -> Option<Board> {
    let (width, height) = size;
    let goal = width * height * percent / 100;
    (0..=30).rev().find_map(|stops| {
        (0..TRIES).find_map(|_| {
            let visited = walk(size, goal, stops, rng)?;
            Some(Board::from_fn(width, height, |x, y| visited[y * width + x]))
        })
    })
}

/// The cells that a walk has visited which puts a wall in its way with a chance of `stops` in 100;
/// `None` if there are fewer than `goal`.
fn walk(
    (width, height): (usize, usize),
    goal: usize,
    stops: usize,
    rng: &mut Rng,
) -> Option<Vec<bool>> {
    let mut visited = vec![false; width * height];
    let mut wall = vec![false; width * height];
    let step = |(x, y): (usize, usize), dir: Dir| {
        let (x, y) = match dir {
            Dir::Right => (x + 1, y),
            Dir::Down => (x, y + 1),
            Dir::Left => (x.wrapping_sub(1), y),
            Dir::Up => (x, y.wrapping_sub(1)),
        };
        (x < width && y < height).then_some((x, y))
    };
    let mut at = (rng.below(width), rng.below(height));
    visited[at.1 * width + at.0] = true;
    let mut count = 1;
    while count < goal {
        let is_free = |cell: Option<(usize, usize)>, visited: &[bool], wall: &[bool]| {
            cell.is_some_and(|(x, y)| !visited[y * width + x] && !wall[y * width + x])
        };
        // The direction along whose slide the share of free cells beside it is least on one side.
        let best = Dir::ALL
            .into_iter()
            .filter(|&dir| is_free(step(at, dir), &visited, &wall))
            .min_by_key(|&dir| {
                let (mut length, mut beside) = (0, [0, 0]);
                let mut cell = at;
                while let Some(next) =
                    step(cell, dir).filter(|&c| is_free(Some(c), &visited, &wall))
                {
                    cell = next;
                    length += 1;
                    for (count, side) in beside
                        .iter_mut()
                        .zip([dir.clockwise(), dir.counter_clockwise()])
                    {
                        *count += usize::from(is_free(step(cell, side), &visited, &wall));
                    }
                }
                1000 * beside[0].min(beside[1]) / length + rng.below(300)
            })?;
        let mut length = 0;
        while let Some(next) = step(at, best).filter(|&c| is_free(Some(c), &visited, &wall)) {
            if length > 0 && rng.below(50 * (width + height)) < stops * 10 {
                wall[next.1 * width + next.0] = true;
                break;
            }
            at = next;
            visited[at.1 * width + at.0] = true;
            length += 1;
            count += 1;
        }
    }
    Some(visited)
}
