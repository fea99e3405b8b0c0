//! The methods against an oracle that only knows the rule: all boards of up to 4x4 cells, random
//! ones of up to 6x6.

use std::collections::{BTreeSet, HashSet};

use unicursal::implement::Rng;
use unicursal::pellet::{Board, text};

use crate::{methods, solve};

/// Whether a path exists: every way to go on, but none twice from the same visited cells.
pub fn has_path(board: &Board) -> bool {
    fn go(board: &Board, visited: u128, at: usize, failed: &mut HashSet<(u128, usize)>) -> bool {
        if visited.count_ones() as usize == board.free_count() {
            return true;
        }
        if failed.contains(&(visited, at)) {
            return false;
        }
        let found = board
            .free_neighbours(at)
            .filter(|near| visited >> near & 1 == 0)
            .any(|near| go(board, visited | 1 << near, near, failed));
        if !found {
            failed.insert((visited, at));
        }
        found
    }
    go(
        board,
        1 << board.start(),
        board.start(),
        &mut HashSet::new(),
    )
}

/// Compares the methods with the oracle, and collects the reasons for which there is no path.
fn agree(board: &Board, methods: &[&str], reasons: &mut BTreeSet<String>) -> bool {
    let expected = has_path(board);
    for method in methods {
        let found = solve(board, method);
        if let Err(proof) = &found {
            reasons.insert(proof.split(':').next().unwrap_or("").to_owned());
        }
        assert_eq!(
            found.is_ok(),
            expected,
            "{method}: {found:?} on\n{}",
            text::print_board(board)
        );
    }
    expected
}

/// All boards of up to 4x4 cells, of those that are turned or mirrored perhaps only some.
pub fn each_small_board(mut see: impl FnMut(&Board)) {
    for (width, height) in (1..=4).flat_map(|w| (1..=4).map(move |h| (w, h))) {
        let cells = width * height;
        for start in 0..cells {
            let (x, y) = (start % width, start / width);
            // The other starts of a 4x4 board are turned or mirrored boards.
            if cells == 16 && !(y <= x && x <= 1) {
                continue;
            }
            for walls in (0..1_u32 << cells).filter(|walls| walls >> start & 1 == 0) {
                see(&Board::from_fn(width, height, (x, y), |x, y| {
                    walls >> (y * width + x) & 1 == 0
                }));
            }
        }
    }
}

#[test]
fn all_boards_up_to_4x4() {
    let mut solvable = 0;
    let mut reasons = BTreeSet::new();
    each_small_board(|board| {
        let methods: &[&str] = if board.width() * board.height() <= 9 {
            &["fast", "dfs"]
        } else {
            &["fast"]
        };
        solvable += u32::from(agree(board, methods, &mut reasons));
    });
    assert!(solvable > 3_000, "only {solvable} boards have a path");
    assert!(reasons.len() >= 4, "{reasons:?}");
}

#[test]
fn random_boards_up_to_6x6() {
    let mut rng = Rng::from_text("up to 6x6");
    let methods: Vec<&str> = methods().collect();
    let mut solvable = 0;
    let mut reasons = BTreeSet::new();
    for _ in 0..4_000 {
        let (width, height) = (3 + rng.below(4), 3 + rng.below(4));
        let percent = 10 + rng.below(30);
        let walls: Vec<bool> = (0..width * height)
            .map(|_| rng.chance(percent, 100))
            .collect();
        let start = (rng.below(width), rng.below(height));
        let board = Board::from_fn(width, height, start, |x, y| !walls[y * width + x]);
        solvable += u32::from(agree(&board, &methods, &mut reasons));
    }
    assert!(solvable > 100, "only {solvable} boards have a path");
    let all = [
        "colours",
        "dead ends",
        "exhausted",
        "no 2-factor",
        "unreachable cells",
    ];
    assert_eq!(reasons.into_iter().collect::<Vec<_>>(), all);
}
