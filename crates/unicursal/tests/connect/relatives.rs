//! The rules of relatives: counts, lists and answers against all sets of paths that the independent
//! checker accepts.

use std::sync::atomic::{AtomicBool, Ordering};

use unicursal::connect::{Answer, Board, Connect, Tile, text};
use unicursal::implement::{Rng, level_of};
use unicursal::{Control, Count, Options, Outcome, Progress, SolveRequest};
use unicursal_check::connect as checker;

use crate::boards::{board, random};

pub fn request(no_touch: bool, blanks: bool) -> SolveRequest {
    let mut options = Options::default();
    options.set("no-touch", no_touch.to_string());
    options.set("blanks", blanks.to_string());
    options.set("turns", "any");
    SolveRequest {
        options,
        ..SolveRequest::default()
    }
}

pub fn rules(no_touch: bool, blanks: bool) -> checker::Rules {
    checker::Rules {
        turns: None,
        no_touch,
        blanks,
    }
}

/// All answers that the checker accepts by these rules.
pub fn answers(board: &Board, rules: &checker::Rules) -> Vec<String> {
    let sets = path_sets(board, u64::MAX).expect("there is no end to the steps");
    accepted(board, &sets, rules)
}

/// Those sets of paths that the checker accepts by these rules.
pub fn accepted(board: &Board, sets: &[Answer], rules: &checker::Rules) -> Vec<String> {
    let level = text::print_board(board);
    let lines = sets.iter().map(|answer| text::print_answer(board, answer));
    let is_right = |lines: &String| {
        let verdict = checker::check_by(level.as_bytes(), lines.as_bytes(), rules);
        verdict.expect("the board can be read") == checker::Verdict::Valid
    };
    lines.filter(is_right).collect()
}

/// All sets of paths that join the terminals, whatever other rules they break; none if that takes
/// more steps.
pub fn path_sets(board: &Board, steps: u64) -> Option<Vec<Answer>> {
    let mut taken = vec![None; board.cell_count()];
    for (colour, both) in board.colours().iter().enumerate() {
        both.terminals
            .iter()
            .for_each(|&cell| taken[cell] = Some(colour));
    }
    let mut found = Vec::new();
    let mut left = steps;
    extend(board, &mut taken, &mut Vec::new(), &mut left, &mut found);
    (left > 0).then_some(found)
}

fn extend(
    board: &Board,
    taken: &mut [Option<usize>],
    paths: &mut Vec<Vec<usize>>,
    left: &mut u64,
    found: &mut Vec<Answer>,
) {
    *left = left.saturating_sub(1);
    if *left == 0 {
        return;
    }
    let done = |paths: &[Vec<usize>]| {
        let last = paths.last().and_then(|path| path.last());
        paths.is_empty() || last == Some(&board.colours()[paths.len() - 1].terminals[1])
    };
    if done(paths) {
        let Some(next) = board.colours().get(paths.len()) else {
            found.push(Answer {
                paths: paths.clone(),
            });
            return;
        };
        paths.push(vec![next.terminals[0]]);
        extend(board, taken, paths, left, found);
        paths.pop();
        return;
    }
    let colour = paths.len() - 1;
    let at = *paths[colour].last().expect("a path has its first tile");
    let (x, y) = board.position(at);
    let near = [
        (x > 0).then(|| at - 1),
        (x + 1 < board.width()).then_some(at + 1),
        (y > 0).then(|| at - board.width()),
        (y + 1 < board.height()).then_some(at + board.width()),
    ];
    for next in near.into_iter().flatten() {
        let ends = next == board.colours()[colour].terminals[1];
        if !ends && (taken[next].is_some() || board.tile(next) == Tile::Blocker) {
            continue;
        }
        taken[next] = Some(colour);
        paths[colour].push(next);
        extend(board, taken, paths, left, found);
        paths[colour].pop();
        if !ends {
            taken[next] = None;
        }
    }
}

/// A board of random tiles, or one that is made of paths which fill it, so that it has a solution
/// by the game's own rules: each cell that is free begins a walk of random length, and a cell that
/// is left alone is a blocker.
pub fn some_board(rng: &mut Rng, width: usize, height: usize) -> Board {
    if rng.chance(1, 2) {
        return random(rng, width, height);
    }
    let mut tiles = vec![b'.'; width * height];
    let mut taken = vec![false; width * height];
    let mut colour = b'0';
    for start in 0..width * height {
        if taken[start] {
            continue;
        }
        taken[start] = true;
        let mut at = start;
        let most = 2 + rng.below(width * height);
        let mut length = 1;
        while length < most {
            let near = [
                (!at.is_multiple_of(width)).then(|| at - 1),
                (!(at + 1).is_multiple_of(width)).then_some(at + 1),
                at.checked_sub(width),
                (at + width < tiles.len()).then_some(at + width),
            ];
            let free = near.into_iter().flatten().filter(|&cell| !taken[cell]);
            let free: Vec<usize> = free.collect();
            let Some(&next) = free.get(rng.below(free.len().max(1))) else {
                break;
            };
            taken[next] = true;
            at = next;
            length += 1;
        }
        if at == start {
            tiles[start] = b'X';
        } else {
            (tiles[start], tiles[at]) = (colour, colour);
            colour += 1;
        }
    }
    let rows = tiles.chunks(width);
    let rows = rows.map(|row| row.iter().map(|&tile| char::from(tile)).collect());
    let rows: Vec<String> = rows.collect();
    if colour == b'0' {
        return random(rng, width, height);
    }
    board(&rows, &[])
}

#[test]
fn small_boards_have_the_answers_that_the_checker_accepts_by_each_rule() {
    let mut rng = Rng::from_text("relatives");
    let mut kinds = [[0; 3]; 4];
    for _ in 0..400 {
        let (width, height) = (2 + rng.below(3), 2 + rng.below(3));
        let board = some_board(&mut rng, width, height);
        let text = text::print_board(&board);
        for (index, kinds) in kinds.iter_mut().enumerate() {
            let (no_touch, blanks) = (index & 1 == 1, index & 2 == 2);
            let rules = rules(no_touch, blanks);
            let expected = answers(&board, &rules).len();
            let level = level_of::<Connect>(board.clone());
            let (request, control) = (request(no_touch, blanks), Control::new());
            let all = level.count(&request, None, &control);
            let all = all.expect("it can be counted");
            assert_eq!(all, Count::new(expected, true), "{rules:?}\n{text}");
            let few = level.count(&request, Some(2), &control);
            let few = few.expect("it can be counted");
            assert_eq!(
                few,
                Count::new(expected.min(2), expected <= 2),
                "{rules:?}\n{text}"
            );
            let mut listed = level.list(&request, 3, &control).expect("it can be listed");
            listed.sort();
            listed.dedup();
            assert_eq!(listed.len(), expected.min(3), "{rules:?}\n{text}");
            let solved = level.solve(&request, &control).expect("it can be asked");
            let solvable = matches!(solved.outcome, Outcome::Solved(_));
            assert_eq!(solvable, expected > 0, "{rules:?}\n{text}");
            kinds[expected.min(2)] += 1;
        }
    }
    // Two solutions that fill a board this small are rare.
    let [no, one, more] = kinds[0];
    assert!(no > 50 && one > 50 && more > 0, "{kinds:?}");
    assert!(
        kinds[1][1] > 50 && kinds[2][2] > 20 && kinds[3][1] > 20,
        "{kinds:?}"
    );
}

/// A board turned by a quarter, with V and H exchanged.
fn turned(rows: &[String]) -> Vec<String> {
    let columns = 0..rows[0].len();
    let column = |x: usize| {
        let tiles = rows.iter().rev().map(|row| row.as_bytes()[x]);
        let exchanged = tiles.map(|tile| match tile {
            b'V' => 'H',
            b'H' => 'V',
            other => char::from(other),
        });
        exchanged.collect()
    };
    columns.map(column).collect()
}

#[test]
fn symmetric_boards_have_as_many_answers_by_each_rule() {
    let boards: [&[&str]; 4] = [
        &["0....", ".....", "..V..", ".....", "1..10"],
        &["0..1.", ".....", "..X..", ".H...", ".1..0", "....."],
        &["0.....0", ".......", "..H.V..", "1.....1"],
        &["01....", "......", "..2...", "......", "2...01"],
    ];
    for rows in boards {
        let mut rows: Vec<String> = rows.iter().map(|&row| row.to_owned()).collect();
        let mut counts: Vec<Vec<Count>> = Vec::new();
        for symmetry in 0..8 {
            if symmetry == 4 {
                rows.reverse();
            }
            let level = level_of::<Connect>(board(&rows, &[]));
            let by_rule = (0..4).map(|index| {
                let request = request(index & 1 == 1, index & 2 == 2);
                let counted = level.count(&request, None, &Control::new());
                counted.expect("it can be counted")
            });
            counts.push(by_rule.collect());
            rows = turned(&rows);
        }
        assert!(
            counts.iter().all(|by_rule| *by_rule == counts[0]),
            "{counts:?}"
        );
        assert!(counts[0].iter().all(|count| count.complete), "{counts:?}");
        assert!(counts[0][2].found > 0_u8.into(), "{rows:?}");
    }
}

#[test]
fn an_interrupted_count_does_not_claim_to_be_complete() {
    let mut rows = vec![".".repeat(12); 12];
    rows[0] = format!("0{}1", ".".repeat(10));
    rows[11] = rows[0].clone();
    let level = level_of::<Connect>(board(&rows, &[]));
    for index in 0..4 {
        let request = request(index & 1 == 1, index & 2 == 2);
        let cancelled = Control::new();
        cancelled.cancel();
        let little = Control::new().memory_limit(1000);
        for control in [cancelled, little] {
            let counted = level.count(&request, None, &control);
            // What takes no memory may come to its end.
            if let Some(count) = counted.ok().filter(|count| count.complete) {
                assert_eq!(control.interruption(), None, "{index}");
                let all = level.count(&request, None, &Control::new());
                assert_eq!(all, Ok(count), "{index}");
            }
        }
    }
}

#[test]
fn an_interrupted_list_has_what_was_found() {
    let mut rows = vec![".".repeat(12); 12];
    rows[0] = format!("0{}1", ".".repeat(10));
    rows[11] = rows[0].clone();
    let level = level_of::<Connect>(board(&rows, &[]));
    let enough = AtomicBool::new(false);
    let watch = |progress: &Progress| {
        let answers = progress.figures.contains(&("answers", 2));
        enough.fetch_or(answers, Ordering::Relaxed);
    };
    let control = Control::new().cancelled_by(&enough).watched_by(&watch);
    let listed = level.list(&request(false, true), 100_000, &control);
    let listed = listed.expect("some were found").len();
    assert!((2..100_000).contains(&listed), "{listed}");
    let listed = level.list(&request(false, true), 100_000, &control);
    assert!(listed.is_err(), "nothing was found");
}

#[test]
fn a_tile_is_left_empty_only_where_that_is_permitted() {
    let rows = ["0.0".to_owned(), "...".to_owned()];
    let level = level_of::<Connect>(board(&rows, &[]));
    let count = |no_touch, blanks| {
        let counted = level.count(&request(no_touch, blanks), None, &Control::new());
        u64::try_from(counted.expect("it can be counted").found).expect("it is small")
    };
    assert_eq!(count(false, false), 0);
    // Straight on, and around; half around touches the tile above or beside.
    assert_eq!(count(false, true), 4);
    assert_eq!(count(true, true), 2);
}

#[test]
fn numbers_beyond_64_bits_are_printed_in_full() {
    // One path between opposite corners of 3 x 202: 2^200 ways.
    let mut rows = vec!["...".to_owned(); 202];
    rows[0] = "0..".to_owned();
    rows[201] = "..0".to_owned();
    let level = level_of::<Connect>(board(&rows, &[]));
    let counted = level.count(&request(false, false), None, &Control::new());
    let counted = counted.expect("it can be counted");
    let expected = "1606938044258990275541962092341162602522202993782792835301376";
    assert_eq!(counted.found.to_string(), expected);
    assert!(counted.complete);
    let json = serde_json::to_value(&counted).expect("a count is JSON");
    assert_eq!(json["found"], expected);
}
