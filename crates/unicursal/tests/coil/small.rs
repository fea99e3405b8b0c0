//! All boards up to 4x4.

use unicursal::coil::{Board, Coil};
use unicursal::implement::level_of;
use unicursal::internals::coil::{brute, count};
use unicursal::{Control, SolveRequest};

use crate::boards::{from_bits, is_solved_by, methods};

/// Calls a function with every board of every size up to 4x4 with at most this many cells.
pub fn for_all_boards(most_cells: usize, mut check: impl FnMut(&Board)) {
    for (width, height) in (1..=4).flat_map(|width| (1..=4).map(move |height| (width, height))) {
        if width * height <= most_cells {
            for bits in 0..1 << (width * height) {
                check(&from_bits(width, height, bits));
            }
        }
    }
}

#[test]
fn all_methods_agree_on_all_boards() {
    let mut solvable = 0;
    for_all_boards(16, |board| {
        let mut answers = methods().map(|method| (method, is_solved_by(method, board)));
        let brute = is_solved_by("brute", board);
        let other = answers.find(|&(_, answer)| answer != brute);
        assert_eq!(other, None, "brute force says {brute} for {board:?}");
        solvable += usize::from(brute);
    });
    assert!(solvable > 1000, "only {solvable} boards are solvable");
}

/// Brute force itself, compared to the rules written down once more as plainly as possible.
#[test]
fn brute_force_counts_what_the_rules_say() {
    for_all_boards(12, |board| {
        let (width, height) = (board.width(), board.height());
        let grid: Vec<Vec<bool>> = (0..height).map(|y| board.row(y).to_vec()).collect();
        let starts = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let starts = starts.filter(|&(x, y)| grid[y][x]);
        let expected: u64 = starts
            .map(|(x, y)| {
                let mut grid = grid.clone();
                grid[y][x] = false;
                count_from(&grid, x, y)
            })
            .sum();
        assert_eq!(brute::count(board), expected, "{board:?}");
    });
}

#[test]
fn there_is_one_way_where_brute_force_finds_one() {
    let mut unique = 0;
    for_all_boards(12, |board| {
        let ways = brute::count_ways(board, 2, &Control::new());
        let has_one = ways.found == 1_u8.into() && ways.complete;
        let found = count::has_one_way(board, u64::MAX, &Control::new());
        assert_eq!(found, Ok(Some(has_one)), "{board:?}");
        unique += usize::from(has_one);
    });
    assert!(unique > 100, "only {unique} boards have one way");
}

/// A list of different solutions, each seen by the checker, that is as long as brute force says has
/// them all.
#[test]
fn lists_have_all_answers() {
    let (request, control) = (SolveRequest::default(), Control::new());
    let mut longest = 0;
    for_all_boards(12, |board| {
        let number = brute::count(board) as usize;
        let level = level_of::<Coil>(board.clone());
        for most in [0, 1, 3, usize::MAX] {
            let listed = level.list(&request, most, &control);
            let mut listed = listed.expect("it can be listed");
            listed.sort();
            listed.dedup();
            assert_eq!(listed.len(), number.min(most), "{board:?}");
        }
        longest = longest.max(number);
    });
    assert!(longest > 10, "no board has more than {longest} answers");
}

#[test]
fn a_count_without_the_means_to_end_says_so() {
    let empty = Board::from_fn(6, 6, |_, _| true);
    assert_eq!(count::has_one_way(&empty, 0, &Control::new()), Ok(None));
}

fn count_from(grid: &[Vec<bool>], x: usize, y: usize) -> u64 {
    if grid.iter().flatten().all(|&free| !free) {
        return 1;
    }
    let mut count = 0;
    for (dx, dy) in [(0, -1), (1, 0), (0, 1), (-1, 0)] {
        let (mut x, mut y, mut grid, mut moved) = (x, y, grid.to_vec(), false);
        while let (Some(next_x), Some(next_y)) =
            (x.checked_add_signed(dx), y.checked_add_signed(dy))
        {
            if grid.get(next_y).and_then(|row| row.get(next_x)) != Some(&true) {
                break;
            }
            (x, y, moved) = (next_x, next_y, true);
            grid[y][x] = false;
        }
        if moved {
            count += count_from(&grid, x, y);
        }
    }
    count
}
