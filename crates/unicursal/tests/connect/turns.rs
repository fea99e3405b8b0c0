//! The turn limit.

use unicursal::connect::{Connect, Rules, text};
use unicursal::implement::Rng;
use unicursal::implement::level_of;
use unicursal::internals::connect::list;
use unicursal::{Control, Error, Interruption, LevelName, Outcome, SolveRequest, puzzle};

use crate::boards::{board, methods, random, solve};

/// The limit is met exactly where some answer meets it.
#[test]
fn an_answer_within_the_limit_is_found_or_proved_impossible() {
    let mut rng = Rng::from_text("turns");
    let (mut limited, mut several) = (0, 0);
    while limited < 60 {
        let (width, height) = (3 + rng.below(3), 3 + rng.below(2));
        let board = random(&mut rng, width, height);
        let all = list(&board, Rules::default(), usize::MAX, &Control::new());
        let all = all.expect("nothing stops it");
        let pieces: Vec<usize> = all.iter().map(|answer| answer.segments().len()).collect();
        let (Some(&fewest), Some(&most)) = (pieces.iter().min(), pieces.iter().max()) else {
            continue;
        };
        limited += 1;
        several += usize::from(fewest < most);
        for method in methods() {
            for limit in fewest.saturating_sub(2)..=most {
                let solved = solve(&board, method, &[("turns", &limit.to_string())]);
                let lines = solved.map(|answer| answer.lines().count());
                assert_eq!(
                    lines.is_some(),
                    limit >= fewest,
                    "{limit}:\n{}",
                    text::print_board(&board)
                );
                assert!(lines.is_none_or(|lines| lines <= limit));
            }
        }
    }
    assert!(
        several > 5,
        "only {several} boards have answers of different lengths"
    );
}

/// The first answer of each of these boards has more pieces than the game permits; windows shorten
/// it.
#[test]
fn long_answers_are_shortened_until_they_fit() {
    let connect = puzzle("connect").expect("it is in the registry");
    let mut shortened = 0;
    for seed in 0..3 {
        let id = format!("connect:15x15/c15-d0-b0-k0#{seed}");
        let name = LevelName::Id(id.parse().expect("it is an id"));
        let level = connect
            .make(&name, &Control::new())
            .expect("it can be made")
            .level;
        for method in methods() {
            let pieces = |turns: &str| {
                let mut request = SolveRequest {
                    method: Some(method.to_owned()),
                    ..SolveRequest::default()
                };
                request.options.set("turns", turns);
                let solved = level.solve(&request, &Control::new());
                match solved.expect("every answer passes the checker").outcome {
                    Outcome::Solved(answer) => answer.lines().count(),
                    other => panic!("{other:?}"),
                }
            };
            shortened += usize::from(pieces("any") > 100);
            assert!(pieces("100") <= 100);
            assert!(pieces("95") <= 95);
        }
    }
    assert!(
        shortened > 2,
        "only {shortened} answers had to be shortened"
    );
}

#[test]
fn the_refusal_says_whether_there_are_longer_answers() {
    let board = board(&["0..".to_owned(), "0..".to_owned()], &[]);
    let level = level_of::<Connect>(board);
    let mut request = SolveRequest::default();
    request.options.set("turns", "2");
    let solved = level
        .solve(&request, &Control::new())
        .expect("no bad request");
    let Outcome::Unsolvable { proof } = solved.outcome else {
        panic!("three pieces are needed");
    };
    assert!(
        proof.contains("there are answers, one of 3 pieces, but none of 2"),
        "{proof}"
    );
    request.options.set("turns", "-1");
    let refused = level.solve(&request, &Control::new());
    assert!(matches!(refused, Err(Error::BadRequest(_))));
}

/// Counting corners takes memory; without it the shortest answer so far is named.
#[test]
fn a_counter_beyond_the_memory_limit_is_not_made() {
    let rows = ["0....", "XXXX.", ".....", ".XXXX", "....0"];
    let level = level_of::<Connect>(board(&rows.map(str::to_owned), &[]));
    let mut request = SolveRequest::default();
    request.options.set("turns", "4");
    let solved = level.solve(&request, &Control::new().memory_limit(15_000));
    let Outcome::Unknown(unknown) = solved.expect("no bad request").outcome else {
        panic!("there was no room to count");
    };
    assert_eq!(unknown.why, Interruption::Memory);
    assert!(
        unknown.how_far.starts_with("found an answer of 5 pieces"),
        "{unknown}"
    );
}

/// The board itself may be too large, too. Other methods need no clauses for such a board.
#[test]
fn clauses_beyond_the_memory_limit_are_not_made() {
    let board = board(&["0..".to_owned(), "0..".to_owned()], &[]);
    let level = level_of::<Connect>(board);
    let request = SolveRequest {
        method: Some("sat".to_owned()),
        ..SolveRequest::default()
    };
    let solved = level.solve(&request, &Control::new().memory_limit(1000));
    let Outcome::Unknown(unknown) = solved.expect("no bad request").outcome else {
        panic!("there was no room for clauses");
    };
    assert_eq!(unknown.why, Interruption::Memory);
}

/// By default, too, a board that leaves a choice is not begun without room for its clauses.
#[test]
fn the_default_method_keeps_the_memory_limit() {
    let mut rows = vec![".".repeat(20); 20];
    rows[0] = format!("0{}", ".".repeat(19));
    rows[19] = format!("0{}", ".".repeat(19));
    let level = level_of::<Connect>(board(&rows, &[]));
    let control = Control::new().memory_limit(20_000);
    let solved = level.solve(&SolveRequest::default(), &control);
    let Outcome::Unknown(unknown) = solved.expect("no bad request").outcome else {
        panic!("there was no room for clauses");
    };
    assert_eq!(unknown.why, Interruption::Memory);
}

#[test]
fn the_game_s_limit_depends_on_the_size() {
    let limit = |text: &str| {
        let connect = puzzle("connect").expect("it is in the registry");
        let level = connect.parse(text.as_bytes(), &Control::new());
        level.expect("it can be read").facts().number("turn_limit")
    };
    let row = |tiles: usize| format!("0{}0", ".".repeat(tiles - 2));
    assert_eq!(limit(&format!("1 15\n{}\n0\n", row(15))), Some(100.0));
    assert_eq!(limit(&format!("1 16\n{}\n0\n", row(16))), None);
    assert_eq!(limit(&format!("1 20\n{}\n", row(20))), Some(60.0));
    assert_eq!(limit(&format!("1 21\n{}\n", row(21))), None);
}
