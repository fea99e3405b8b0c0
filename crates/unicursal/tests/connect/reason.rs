//! How people solve boards: every step is a fact about every answer, and what is solved has one
//! answer.

use unicursal::connect::{Board, Connect, text};
use unicursal::implement::{Rng, level_of};
use unicursal::reason::{End, Explanation, Grade};
use unicursal::{Control, Level, LevelName, Outcome, SolveRequest, puzzle};
use unicursal_check::connect as checker;

use crate::boards::board;
use crate::relatives::{answers, some_board};

fn explained(level: &dyn Level) -> Explanation {
    level.explain(&Control::new()).expect("there are no limits")
}

/// The steps between neighbours that an answer, given as lines, takes: unordered pairs of cells
/// with their colour.
fn joined(lines: &str) -> Vec<String> {
    let mut joined = Vec::new();
    for line in lines.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |index: usize| words[index].parse::<i64>().expect("it is a line");
        let (mut x, mut y) = (number(0), number(1));
        let (to_x, to_y) = (number(2), number(3));
        while (x, y) != (to_x, to_y) {
            let next = (x + (to_x - x).signum(), y + (to_y - y).signum());
            let (a, b) = ((x, y).min(next), (x, y).max(next));
            joined.push(format!("{} {} {} {} {}", a.0, a.1, b.0, b.1, words[4]));
            (x, y) = next;
        }
    }
    joined
}

/// Asserts that what is said of a board holds for all its answers by its rule. Returns how it
/// ended.
fn assert_true(board: &Board) -> Explanation {
    let rules = checker::Rules {
        turns: None,
        no_touch: board.rules().no_touch,
        blanks: board.rules().blanks,
    };
    let shown = text::print_board(board);
    let all: Vec<Vec<String>> = answers(board, &rules)
        .iter()
        .map(|lines| joined(lines))
        .collect();
    let explained = explained(&*level_of::<Connect>(board.clone()));
    for step in &explained.steps {
        for drawn in step.moves.iter().flat_map(|line| joined(line)) {
            let holds = all.iter().all(|answer| answer.contains(&drawn));
            assert!(
                holds,
                "{}: {} ({drawn})\n{shown}",
                step.technique, step.text
            );
        }
    }
    match explained.end {
        End::Solved => assert_eq!(all.len(), 1, "{shown}"),
        End::Impossible => assert_eq!(all.len(), 0, "{:?}\n{shown}", explained.steps.last()),
        End::Stuck => {}
    }
    explained
}

#[test]
fn steps_hold_for_all_answers_of_small_boards_by_each_rule() {
    let mut rng = Rng::from_text("reason");
    let mut ends = [0; 3];
    let mut techniques = std::collections::BTreeMap::new();
    for index in 0..1200 {
        let (width, height) = (2 + rng.below(4), 2 + rng.below(4));
        let plain = some_board(&mut rng, width, height);
        let rule = [
            "",
            "rule: blanks\n",
            "rule: no-touch\n",
            "rule: blanks, no-touch\n",
        ][index % 4];
        if index % 4 % 2 == 1 && width * height > 16 {
            // Without having to fill the board there are too many sets of paths to look at.
            continue;
        }
        let ruled = format!("{rule}{}", text::print_board(&plain));
        let board = text::parse_board(ruled.as_bytes()).expect("it is a board");
        let explained = assert_true(&board);
        ends[explained.end as usize] += 1;
        for (technique, times) in explained.uses() {
            *techniques.entry(technique).or_insert(0) += times;
        }
    }
    assert!(ends.iter().all(|&number| number > 10), "{ends:?}");
    for technique in ["corner", "forced tile", "dead end", "cut", "enclosed pair"] {
        assert!(
            techniques.contains_key(technique),
            "{technique}: {techniques:?}"
        );
    }
}

/// Boards of one row or column have no squares of four tiles, which the rules are about.
#[test]
fn steps_hold_on_thin_boards_by_each_rule() {
    let mut rng = Rng::from_text("thin");
    let mut ends = [0; 3];
    for index in 0..400 {
        let (mut width, mut height) = (1 + index / 4 % 2, 2 + rng.below(7));
        if rng.chance(1, 2) {
            (width, height) = (height, width);
        }
        let plain = text::print_board(&some_board(&mut rng, width, height));
        let rules = [
            "",
            "rule: blanks\n",
            "rule: no-touch\n",
            "rule: blanks, no-touch\n",
        ];
        let ruled = format!("{}{plain}", rules[index % 4]);
        let board = text::parse_board(ruled.as_bytes()).expect("it is a board");
        ends[assert_true(&board).end as usize] += 1;
    }
    assert!(ends[0] > 50 && ends[1] > 50, "{ends:?}");
}

#[test]
fn unique_boards_of_the_generator_are_solved_as_people_do() {
    let connect = puzzle("connect").expect("it is in the registry");
    let mut solved = 0;
    for seed in 0..10 {
        let id = format!("connect:7x7/c5-d10-b5-k2-u#{seed}");
        let name = LevelName::Id(id.parse().expect("it is an id"));
        let made = connect
            .make(&name, &Control::new())
            .expect("it can be made");
        let explained = explained(&*made.level);
        assert_ne!(explained.end, End::Impossible, "{id}");
        solved += usize::from(explained.end == End::Solved);
    }
    assert!(solved >= 8, "{solved}");
}

#[test]
fn a_hint_says_why_where_a_person_can_see_it() {
    let rows = ["0..1", "....", "....", "0..1"].map(str::to_owned);
    let level = level_of::<Connect>(board(&rows, &[]));
    let mut so_far = String::new();
    let mut reasons = 0;
    for _ in 0..40 {
        let hinted = level
            .hint(so_far.as_bytes(), &Control::new())
            .expect("it can be asked");
        let Outcome::Solved(hint) = hinted.outcome else {
            panic!("{so_far}");
        };
        if hint.next.is_empty() {
            break;
        }
        if let Some(reason) = &hint.reason {
            reasons += 1;
            assert!(reason.moves.contains(&hint.next) && !reason.text.is_empty());
            assert!(!reason.tiles.is_empty());
        }
        so_far = hint.so_far;
    }
    assert!(reasons > 3, "{reasons}: {so_far}");
}

#[test]
fn a_board_is_as_hard_as_was_wished() {
    let connect = puzzle("connect").expect("it is in the registry");
    for grade in [Grade::Easy, Grade::Medium, Grade::Hard] {
        let id = format!("connect:6x6/c4-d0-b0-k0-a-u-{grade}#wished");
        let name = LevelName::Id(id.parse().expect("it is an id"));
        let made = connect
            .make(&name, &Control::new())
            .expect("it can be made");
        let explained = explained(&*made.level);
        assert_eq!(
            (explained.end, explained.grade),
            (End::Solved, Some(grade)),
            "{id}"
        );
        let count = made
            .level
            .count(&SolveRequest::default(), Some(2), &Control::new());
        let count = count.expect("it can be counted");
        assert_eq!((count.found, count.complete), (1_u8.into(), true), "{id}");
    }
}

/// What `info` says of the grade of a board: the grade itself, or why there is none.
fn said_of_grade(text: &str) -> (Option<String>, Option<String>) {
    let board = text::parse_board(text.as_bytes()).expect("it is a board");
    let said = level_of::<Connect>(board).grade().to_string();
    let said: serde_json::Value = serde_json::from_str(&said).expect("figures are JSON");
    let word = |name: &str| said[name].as_str().map(str::to_owned);
    (word("grade"), word("no_grade"))
}

#[test]
fn the_grade_is_said_or_why_there_is_none() {
    let because = |text: &str| said_of_grade(text).1.expect("it has no grade");
    let (grade, none) = said_of_grade("2 2\n0.\n0.\n");
    assert_eq!((grade.as_deref(), none), (Some("easy"), None));
    assert_eq!(because("2 2\n01\n10\n"), "there is no solution");
    assert_eq!(
        because("3 3\n0..\n...\n..0\n"),
        "it has more than one solution"
    );
    assert_eq!(said_of_grade("1 3\n0.0\n").0.as_deref(), Some("easy"));
    let blanks = "rule: blanks\n2 3\n0.0\n...\n";
    assert_eq!(because(blanks), "it has more than one solution");
    let row = ".".repeat(226);
    let wide = format!("1 228\n0{row}0\n");
    assert!(because(&wide).contains("225"), "{wide}");
}

/// Against all answers of small boards: a grade means that there is one, and so on.
#[test]
fn what_is_said_of_grades_is_true() {
    let mut rng = Rng::from_text("grades");
    let (mut graded, mut several, mut none, mut long) = (0, 0, 0, 0);
    for _ in 0..400 {
        let (width, height) = (1 + rng.below(4), 2 + rng.below(3));
        let rule = ["", "rule: blanks\n", "rule: no-touch\n", "rule: turns 5\n"][rng.below(4)];
        let board = some_board(&mut rng, width, height);
        let shown = format!("{rule}{}", text::print_board(&board));
        let board = text::parse_board(shown.as_bytes()).expect("it is a board");
        let rules = checker::Rules {
            turns: board.turn_limit(),
            no_touch: board.rules().no_touch,
            blanks: board.rules().blanks,
        };
        let number = answers(&board, &rules).len();
        match said_of_grade(&shown) {
            (Some(_), None) => {
                assert_eq!(number, 1, "{shown}");
                graded += 1;
            }
            (None, Some(why)) if why == "there is no solution" => {
                assert_eq!(number, 0, "{shown}");
                none += 1;
            }
            (None, Some(why)) if why == "it has more than one solution" => {
                assert!(number > 1, "{shown}");
                several += 1;
            }
            (None, Some(why)) if why.starts_with("its only solution has more pieces") => {
                assert_eq!(number, 0, "{shown}");
                long += 1;
            }
            (None, Some(why)) if why.starts_with("it has one solution") => {
                assert_eq!(number, 1, "{shown}");
            }
            // Where one of several solutions is too long.
            (None, Some(why)) => assert!(rule.contains("turns"), "{why}\n{shown}"),
            other => panic!("{other:?}\n{shown}"),
        }
    }
    assert!(
        graded > 20 && several > 20 && none > 20 && long > 2,
        "{graded} {several} {none} {long}"
    );
}
