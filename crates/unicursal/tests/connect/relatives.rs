//! The rules of relatives: counts, lists and answers against all sets of paths that the independent checker
//! accepts.

use unicursal::connect::{Answer, Board, Connect, Tile, text};
use unicursal::{Control, Count, Options, Outcome, Rng, SolveRequest, level_of};
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
    let level = text::print_board(board);
    let sets = path_sets(board);
    let lines = sets.iter().map(|answer| text::print_answer(board, answer));
    let is_right = |lines: &String| {
        let verdict = checker::check_by(level.as_bytes(), lines.as_bytes(), rules);
        verdict.expect("the board can be read") == checker::Verdict::Valid
    };
    lines.filter(is_right).collect()
}

/// All sets of paths that join the terminals, whatever other rules they break.
fn path_sets(board: &Board) -> Vec<Answer> {
    let mut taken = vec![None; board.cell_count()];
    for (colour, both) in board.colours().iter().enumerate() {
        both.terminals
            .iter()
            .for_each(|&cell| taken[cell] = Some(colour));
    }
    let mut found = Vec::new();
    extend(board, &mut taken, &mut Vec::new(), &mut found);
    found
}

fn extend(
    board: &Board,
    taken: &mut [Option<usize>],
    paths: &mut Vec<Vec<usize>>,
    found: &mut Vec<Answer>,
) {
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
        extend(board, taken, paths, found);
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
        extend(board, taken, paths, found);
        paths[colour].pop();
        if !ends {
            taken[next] = None;
        }
    }
}

#[test]
fn small_boards_have_the_answers_that_the_checker_accepts_by_each_rule() {
    let mut rng = Rng::from_text("relatives");
    let mut kinds = [[0; 3]; 4];
    for _ in 0..400 {
        let (width, height) = (2 + rng.below(3), 2 + rng.below(3));
        let board = random(&mut rng, width, height);
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
    // Few boards are full by chance; whatever fills them is an answer with blanks as well.
    assert!(
        kinds[0][1] > 0 && kinds[2][1] + kinds[2][2] > 0,
        "{kinds:?}"
    );
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
