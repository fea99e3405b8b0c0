//! Hints: they lead to an answer from every beginning that has one, and only from those.

use unicursal::connect::{Answer, Board, Connect, Rules};
use unicursal::implement::{Rng, level_of};
use unicursal::internals::connect::list;
use unicursal::{Control, Error, Outcome, Place, SolveRequest, Verdict};

use crate::boards::{board, random};

fn answers(board: &Board) -> Vec<Answer> {
    list(board, Rules::default(), 500, &Control::new()).expect("nothing stops it")
}

/// A line that draws a single step.
fn line(board: &Board, colour: usize, step: &[usize]) -> String {
    let [(x1, y1), (x2, y2)] = [step[0], step[1]].map(|cell| board.position(cell));
    let name = board.colours()[colour].name;
    format!("{x1} {y1} {x2} {y2} {name}\n")
}

#[test]
fn hints_lead_to_an_answer() {
    let mut rng = Rng::from_text("hints");
    let mut followed = 0;
    while followed < 60 {
        let board = random(&mut rng, 5, 4);
        if answers(&board).is_empty() {
            continue;
        }
        followed += 1;
        let level = level_of::<Connect>(board);
        let mut so_far = String::new();
        loop {
            let hinted = level.hint(so_far.as_bytes(), &Control::new());
            let Outcome::Solved(hint) = hinted.expect("it can be followed").outcome else {
                panic!("{so_far} leads nowhere on\n{}", level.text());
            };
            if hint.next.is_empty() {
                break;
            }
            assert_eq!(hint.so_far, format!("{so_far}{}\n", hint.next));
            so_far = hint.so_far;
        }
        let verdict = level.check(&SolveRequest::default(), so_far.as_bytes());
        assert_eq!(verdict, Ok(Verdict::Valid));
    }
}

/// One or two steps, each in the colour of a terminal or in any other: some answer has them or
/// none.
#[test]
fn a_beginning_has_a_hint_exactly_if_an_answer_has_it() {
    let mut rng = Rng::from_text("beginnings");
    let (mut yes, mut no) = (0, 0);
    while yes < 300 || no < 300 {
        let board = random(&mut rng, 4, 4);
        let answers = answers(&board);
        if answers.is_empty() || answers.len() == 500 {
            continue;
        }
        let mut beginning = String::new();
        let mut steps = Vec::new();
        for _ in 0..=rng.below(2) {
            let cell = rng.below(board.cell_count());
            let (x, y) = board.position(cell);
            let to = match rng.below(2) {
                0 if x + 1 < board.width() => cell + 1,
                _ if y + 1 < board.height() => cell + board.width(),
                _ => continue,
            };
            let colour = rng.below(board.colours().len());
            beginning += &line(&board, colour, &[cell, to]);
            steps.push((colour, [cell, to]));
        }
        let has = |answer: &&Answer| {
            steps.iter().all(|(colour, [a, b])| {
                let mut pairs = answer.paths[*colour].windows(2);
                pairs.any(|pair| pair == [*a, *b] || pair == [*b, *a])
            })
        };
        let expected = answers.iter().any(|answer| has(&answer));
        let level = level_of::<Connect>(board);
        match level.hint(beginning.as_bytes(), &Control::new()) {
            // The rules do not even permit the lines.
            Err(Error::BadInput(_)) => {
                assert!(!expected || steps.len() == 2 && steps[0] == steps[1]);
            }
            Ok(hinted) => {
                let found = matches!(hinted.outcome, Outcome::Solved(_));
                assert_eq!(found, expected, "{beginning}{}", level.text());
                yes += usize::from(found);
                no += usize::from(!found);
            }
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn beginnings_that_cannot_be_followed_are_refused_with_the_line() {
    let board = board(&["0.1".to_owned(), "0.1".to_owned()], &[]);
    let level = level_of::<Connect>(board);
    let refused = |text: &str| {
        let hinted = level.hint(text.as_bytes(), &Control::new());
        hinted.expect_err("it must be refused")
    };
    let message = |text: &str| refused(text).to_string();
    assert!(message("0 0 0 1").starts_with("line 1: "));
    assert!(message("0 0 0 1 z").starts_with("line 1: there is no colour 'z'"));
    let crossed = refused("0 0 1 0 0\n2 0 1 0 1\n");
    assert_eq!(crossed.to_string(), "line 2: (1, 0) belongs to colour '0'");
    assert_eq!(crossed.place(), Some(Place::line(2)));
    // A complete answer needs no hint; more turns than the game permits are no reason to refuse
    // one.
    let hinted = level.hint(
        b"0 0 1 0 0\n0 1 1 1 0\n1 0 1 1 0\n2 0 2 1 1\n",
        &Control::new(),
    );
    let Outcome::Solved(hint) = hinted.expect("it can be followed").outcome else {
        panic!("it is an answer");
    };
    assert_eq!(hint.next, "");
}
