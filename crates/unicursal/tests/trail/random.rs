//! Random boards up to 6x6 against all paths, and boards that are turned, mirrored or walked from
//! the other end.

use unicursal::implement::{Counts, Rng};
use unicursal::trail::{Board, Parts, Side, Trail};
use unicursal::{Control, SolveRequest};

use crate::naive::{Position, all_paths};
use crate::small::judge;

/// Numbers along a random walk, so that many boards have a path, or anywhere.
pub fn random_parts(rng: &mut Rng, most_side: usize) -> Parts {
    let (width, height) = (1 + rng.below(most_side), 1 + rng.below(most_side));
    let cells: Vec<Position> = (0..height)
        .flat_map(|y| (0..width).map(move |x| (x, y)))
        .collect();
    let mut parts = Parts {
        width,
        height,
        ..Parts::default()
    };
    let share = rng.below(4);
    for &(x, y) in &cells {
        if x + 1 < width && rng.below(12) < share {
            parts.walls.push((x, y, Side::Right));
        }
        if y + 1 < height && rng.below(12) < share {
            parts.walls.push((x, y, Side::Below));
        }
    }
    let holes = rng.below(3);
    parts.blocked = cells
        .iter()
        .copied()
        .filter(|_| rng.below(16) < holes)
        .collect();
    let free: Vec<Position> = cells
        .into_iter()
        .filter(|at| !parts.blocked.contains(at))
        .collect();
    if free.is_empty() {
        parts.blocked.clear();
        parts.numbers.push((0, 0));
        return parts;
    }
    let count = 1 + rng.below(free.len().min(9));
    let mut line = free.clone();
    if rng.chance(2, 3) {
        // In the order of a path through all cells, where there is one.
        parts.numbers = vec![free[rng.below(free.len())]];
        let paths = all_paths(&parts);
        if !paths.is_empty() {
            line.clone_from(&paths[rng.below(paths.len())]);
            let mut places: Vec<usize> = (1..line.len() - 1).collect();
            rng.shuffle(&mut places);
            places.truncate(count.saturating_sub(2));
            places.push(0);
            places.push(line.len() - 1);
            places.sort_unstable();
            places.dedup();
            parts.numbers = places.into_iter().map(|place| line[place]).collect();
            return parts;
        }
    }
    rng.shuffle(&mut line);
    parts.numbers = line[..count].to_vec();
    parts
}

#[test]
fn random_boards_up_to_5x5_have_the_paths_that_a_plain_search_finds() {
    let mut rng = Rng::from_text("trail random");
    let mut solvable = 0;
    for _ in 0..600 {
        let parts = random_parts(&mut rng, 5);
        let paths = all_paths(&parts);
        solvable += usize::from(!paths.is_empty());
        let few: Vec<&Vec<Position>> = paths.iter().collect();
        judge(&parts, &few, paths.len() < 900);
    }
    assert!(solvable > 200, "{solvable}");
}

/// The cell of a board that was mirrored or transposed.
fn moved(parts: &Parts, symmetry: usize, (x, y): Position) -> Position {
    let x = if symmetry & 1 == 1 {
        parts.width - 1 - x
    } else {
        x
    };
    let y = if symmetry & 2 == 2 {
        parts.height - 1 - y
    } else {
        y
    };
    if symmetry & 4 == 4 { (y, x) } else { (x, y) }
}

fn symmetric(parts: &Parts, symmetry: usize) -> Parts {
    let at = |cell: &Position| moved(parts, symmetry, *cell);
    let wall = |&(x, y, side): &(usize, usize, Side)| {
        let one = moved(parts, symmetry, (x, y));
        let (dx, dy) = if side == Side::Right { (1, 0) } else { (0, 1) };
        let two = moved(parts, symmetry, (x + dx, y + dy));
        let (x, y) = (one.0.min(two.0), one.1.min(two.1));
        let side = if one.1 == two.1 {
            Side::Right
        } else {
            Side::Below
        };
        (x, y, side)
    };
    let (width, height) = if symmetry & 4 == 4 {
        (parts.height, parts.width)
    } else {
        (parts.width, parts.height)
    };
    Parts {
        width,
        height,
        numbers: parts.numbers.iter().map(at).collect(),
        blocked: parts.blocked.iter().map(at).collect(),
        walls: parts.walls.iter().map(wall).collect(),
    }
}

#[test]
fn turned_mirrored_and_reversed_boards_have_as_many_paths() {
    let mut rng = Rng::from_text("trail symmetries");
    let count = |parts: &Parts| {
        let request = SolveRequest::default();
        let counted = Trail::count(&Board::new(parts), &request, Some(500), &Control::new());
        counted.expect("it can be counted").up_to(Some(500))
    };
    let mut several = 0;
    for round in 0..120 {
        let mut parts = random_parts(&mut rng, 6);
        if round % 2 == 0 {
            // Fewer numbers, more paths.
            let count = parts.numbers.len();
            parts.numbers.drain(1.min(count - 1)..count - 1);
        }
        let expected = count(&parts);
        several += usize::from(expected.found > 1_u32.into());
        for symmetry in 1..8 {
            assert_eq!(count(&symmetric(&parts, symmetry)), expected, "{parts:?}");
        }
        if parts.numbers.len() > 1 {
            let mut reversed = parts.clone();
            reversed.numbers.reverse();
            assert_eq!(count(&reversed), expected, "{parts:?}");
        }
    }
    assert!(several > 4, "{several}");
}
