//! Counts, lists and hints against a plain search, and against what is known of square grids.

use std::sync::atomic::{AtomicBool, Ordering};

use unicursal::implement::{Rng, level_of};
use unicursal::pellet::{Board, Pellet, text};
use unicursal::{Control, Count, Dir, Outcome, Progress, SolveRequest};

/// All paths, by going on in every way.
pub fn all_paths(board: &Board) -> Vec<Vec<Dir>> {
    fn go(
        board: &Board,
        at: usize,
        seen: &mut [bool],
        path: &mut Vec<Dir>,
        all: &mut Vec<Vec<Dir>>,
    ) {
        if path.len() + 1 == board.free_count() {
            all.push(path.clone());
            return;
        }
        for dir in Dir::ALL {
            let next = board.neighbour(at, dir);
            if board.is_free(next) && !seen[next] {
                seen[next] = true;
                path.push(dir);
                go(board, next, seen, path, all);
                path.pop();
                seen[next] = false;
            }
        }
    }
    let mut seen = vec![false; board.cell_count()];
    seen[board.start()] = true;
    let mut all = Vec::new();
    go(board, board.start(), &mut seen, &mut Vec::new(), &mut all);
    all
}

#[test]
fn small_boards_have_as_many_paths_as_a_plain_search_finds() {
    let mut rng = Rng::from_text("pellet counts");
    let request = SolveRequest::default();
    let control = Control::new();
    let mut solvable = 0;
    for _ in 0..1500 {
        let (width, height) = (1 + rng.below(5), 1 + rng.below(5));
        let holes = rng.below(3);
        let start = (rng.below(width), rng.below(height));
        let board = Board::from_fn(width, height, start, |_, _| rng.below(10) >= holes);
        let all = all_paths(&board);
        let level = level_of::<Pellet>(board.clone());
        let text = text::print_board(&board);
        let counted = level.count(&request, None, &control);
        let counted = counted.expect("it can be counted");
        assert_eq!(counted, Count::new(all.len(), true), "{text}");
        let few = level.count(&request, Some(2), &control);
        let few = few.expect("it can be counted");
        assert_eq!(few, Count::new(all.len().min(2), all.len() <= 2), "{text}");
        let most = 1 + rng.below(6);
        let mut listed = level
            .list(&request, most, &control)
            .expect("it can be listed");
        assert_eq!(listed.len(), all.len().min(most), "{text}");
        listed.sort();
        listed.dedup();
        assert_eq!(listed.len(), all.len().min(most), "{text}");
        // A hint leads to a path from each beginning that has one.
        let path = all.get(rng.below(all.len().max(1)));
        let beginning = path.map_or(&[][..], |path| &path[..rng.below(path.len() + 1)]);
        let so_far = text::print_path(beginning);
        let so_far = if beginning.is_empty() {
            ""
        } else {
            so_far.as_str()
        };
        let hint = level
            .hint(so_far.as_bytes(), &control)
            .expect("it can be followed");
        let solved = matches!(hint.outcome, Outcome::Solved(_));
        assert_eq!(solved, !all.is_empty(), "{text}{so_far}");
        solvable += usize::from(solved);
    }
    assert!(solvable > 100, "{solvable}");
}

/// Directed Hamiltonian paths of n x n grids, OEIS A096969: the sum over all starts.
#[test]
fn square_grids_have_as_many_paths_as_is_known() {
    let known: [u64; 6] = [1, 8, 40, 552, 8648, 458_696];
    for (side, known) in (1..).zip(known) {
        let starts = (0..side * side).map(|cell| (cell % side, cell / side));
        let counts = starts.map(|start| {
            let level = level_of::<Pellet>(Board::from_fn(side, side, start, |_, _| true));
            let counted = level.count(&SolveRequest::default(), None, &Control::new());
            let counted = counted.expect("it can be counted");
            assert!(counted.complete);
            u64::try_from(counted.found).expect("it is small")
        });
        assert_eq!(counts.sum::<u64>(), known, "{side}x{side}");
    }
}

#[test]
fn a_limited_count_says_so() {
    let level = level_of::<Pellet>(Board::from_fn(14, 14, (0, 0), |_, _| true));
    let little = Control::new().memory_limit(1 << 20);
    let counted = level.count(&SolveRequest::default(), Some(5), &little);
    let counted = counted.expect("it is a count all the same");
    assert!(!counted.complete, "{counted:?}");
}

#[test]
fn a_count_of_a_wide_board_that_is_stopped_knows_of_one_path() {
    let level = level_of::<Pellet>(Board::from_fn(18, 18, (0, 0), |_, _| true));
    let sweeps = AtomicBool::new(false);
    let watch = |progress: &Progress| {
        sweeps.fetch_or(progress.phase == "sweeping", Ordering::Relaxed);
    };
    let control = Control::new().cancelled_by(&sweeps).watched_by(&watch);
    let counted = level.count(&SolveRequest::default(), None, &control);
    let counted = counted.expect("it is a count all the same");
    assert_eq!(counted, Count::new(1_u8, false));
}
