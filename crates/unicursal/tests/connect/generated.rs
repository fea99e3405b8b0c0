//! Generated boards: as ordered, solvable, the same from the same seed.

use unicursal::connect::{Connect, Tile, text};
use unicursal::implement::{adapt, level_of};
use unicursal::{
    Control, Count, Error, GenerateRequest, Generated, Interruption, Level, LevelName, Options,
    SolveRequest, Verdict,
};

use crate::boards::{count, methods, solve};

fn request(width: usize, height: usize, seed: &str, options: &[(&str, &str)]) -> GenerateRequest {
    let mut given = Options::default();
    for (name, value) in options {
        given.set(*name, *value);
    }
    GenerateRequest {
        width,
        height,
        seed: seed.to_owned(),
        options: given,
    }
}

fn generate(width: usize, height: usize, seed: &str, options: &[(&str, &str)]) -> Generated {
    let request = request(width, height, seed, options);
    adapt::<Connect>()
        .generate(&request, &Control::new())
        .expect("it can be generated")
}

fn make_again(id: &str) -> Generated {
    let name = LevelName::Id(id.parse().expect("it is an id"));
    adapt::<Connect>()
        .make(&name, &Control::new())
        .expect("it can be generated")
}

fn verdict(level: &dyn Level, answer: &str) -> Verdict {
    let verdict = level.check(&SolveRequest::default(), answer.as_bytes());
    verdict.expect("it can be read")
}

#[test]
fn boards_are_as_ordered_and_their_answers_valid() {
    for seed in ["a", "b", "c"] {
        let options = [
            ("colours", "9"),
            ("directional", "10"),
            ("blockers", "7"),
            ("checkpoints", "4"),
        ];
        let generated = generate(12, 10, seed, &options);
        let board = text::parse_board(generated.level.text().as_bytes()).expect("it can be read");
        assert_eq!(board.colours().len(), 9);
        assert_eq!(board.checkpoints().len(), 4);
        let number = |tile: Tile| {
            (0..board.cell_count())
                .filter(|&c| board.tile(c) == tile)
                .count()
        };
        assert_eq!(number(Tile::Blocker), 8);
        assert_eq!(number(Tile::Horizontal) + number(Tile::Vertical), 12);
        let answer = generated
            .answer(&Control::new())
            .unwrap()
            .expect("the generator knows an answer");
        assert_eq!(verdict(&*generated.level, &answer), Verdict::Valid);
        for method in methods() {
            assert!(solve(&board, method, &[]).is_some());
        }
    }
}

#[test]
fn large_boards_keep_the_game_s_turn_limit() {
    for seed in 0..5 {
        let generated = generate(15, 15, &seed.to_string(), &[("colours", "15")]);
        let answer = generated
            .answer(&Control::new())
            .unwrap()
            .expect("the generator knows an answer");
        assert!(answer.lines().count() <= 100);
        assert_eq!(verdict(&*generated.level, &answer), Verdict::Valid);
    }
}

/// Two cells of a path are neighbours only where one follows the other.
#[test]
fn paths_that_must_not_touch_themselves_do_not() {
    for (width, height, options) in [
        (15, 15, &[("colours", "15"), ("checkpoints", "3")][..]),
        (40, 20, &[("blockers", "0")]),
        (9, 1, &[("colours", "2"), ("blockers", "0")]),
    ] {
        let options = [options, &[("apart", "true")]].concat();
        let generated = generate(width, height, "spring", &options);
        let answer = generated
            .answer(&Control::new())
            .unwrap()
            .expect("the generator knows an answer");
        assert_eq!(verdict(&*generated.level, &answer), Verdict::Valid);
        let mut colour = vec![String::new(); width * height];
        let mut steps = 0;
        for line in answer.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let at: Vec<usize> = words[..4].iter().map(|w| w.parse().unwrap()).collect();
            let (xs, ys) = (
                at[0].min(at[2])..=at[0].max(at[2]),
                at[1].min(at[3])..=at[1].max(at[3]),
            );
            steps += xs.clone().count().max(ys.clone().count()) - 1;
            for cell in ys.flat_map(|y| xs.clone().map(move |x| y * width + x)) {
                words[4].clone_into(&mut colour[cell]);
            }
        }
        let alike = |&(a, b): &(usize, usize)| !colour[a].is_empty() && colour[a] == colour[b];
        let across = (0..width * height - 1).filter(|cell| (cell + 1) % width != 0);
        let pairs = across.map(|cell| (cell, cell + 1));
        let down = (0..width * (height - 1)).map(|cell| (cell, cell + width));
        assert_eq!(pairs.chain(down).filter(alike).count(), steps, "{answer}");
        assert_eq!(
            make_again(&generated.id).level.text(),
            generated.level.text()
        );
    }
}

#[test]
fn unique_boards_have_one_answer() {
    for seed in 0..12 {
        let generated = generate(
            6,
            5,
            &seed.to_string(),
            &[("unique", "true"), ("colours", "3")],
        );
        let board = text::parse_board(generated.level.text().as_bytes()).expect("it can be read");
        assert_eq!(count(&board), 1, "{}", generated.level.text());
    }
    let generated = generate(12, 12, "spring", &[("unique", "true")]);
    let board = text::parse_board(generated.level.text().as_bytes()).expect("it can be read");
    let level = level_of::<Connect>(board.clone());
    let counted = level.count(&SolveRequest::default(), Some(2), &Control::new());
    assert_eq!(counted.expect("it can be counted"), Count::new(1_u8, true));
    for method in methods() {
        assert_eq!(
            solve(&board, method, &[]),
            generated.answer(&Control::new()).unwrap()
        );
    }
}

#[test]
fn ids_make_the_same_board_again() {
    let first = generate(9, 8, "spring", &[("colours", "5"), ("checkpoints", "2")]);
    assert_eq!(first.id, "connect:9x8/c5-d5-b5-k2#spring");
    let second = make_again(&first.id);
    assert_eq!(first.level.text(), second.level.text());
    assert_eq!(
        first.answer(&Control::new()).unwrap(),
        second.answer(&Control::new()).unwrap()
    );
    let other = generate(9, 8, "autumn", &[("colours", "5"), ("checkpoints", "2")]);
    assert_ne!(first.level.text(), other.level.text());
}

#[test]
fn a_seed_never_changes_its_meaning() {
    let generated = generate(6, 4, "spring", &[("colours", "3"), ("checkpoints", "1")]);
    assert_eq!(
        generated.level.text(),
        "4 6\n.01H..\n0.....\n......\n12..2X\n1\n4 1 1\n"
    );
}

#[test]
fn orders_that_cannot_be_met_are_refused() {
    let refused = |width, height, options: &[(&str, &str)]| {
        let request = request(width, height, "x", options);
        match adapt::<Connect>().generate(&request, &Control::new()) {
            Err(Error::BadRequest(message)) => message,
            other => panic!("{:?}", other.map(|generated| generated.id)),
        }
    };
    for (width, height, options, message) in [
        (0, 5, &[][..], "the board cannot be 0x5"),
        (1, 1, &[], "the board cannot be 1x1"),
        (500, 500, &[], "the board cannot be 500x500"),
        (
            3,
            3,
            &[("colours", "5")],
            "5 colours and 0 blockers do not fit on 9 cells",
        ),
        (
            3,
            3,
            &[("colours", "0")],
            "0 colours and 0 blockers do not fit",
        ),
        (
            3,
            3,
            &[("blockers", "101")],
            "option 'blockers' must be a whole number up to 100",
        ),
        (
            3,
            3,
            &[("colours", "many")],
            "option 'colours' must be a whole number up to 9",
        ),
        (
            3,
            3,
            &[("checkpoints", "9")],
            "there is no room for 9 checkpoints",
        ),
        (
            15,
            15,
            &[("colours", "90")],
            "90 colours take more than the 100 turns",
        ),
    ] {
        let error = refused(width, height, options);
        assert!(error.starts_with(message), "{error}");
    }
}

/// That none was found does not prove that the order cannot be met.
#[test]
fn boards_that_were_not_found_are_no_bad_orders() {
    let options = [("colours", "1"), ("blockers", "0"), ("apart", "true")];
    let made = adapt::<Connect>().generate(&request(2, 2, "x", &options), &Control::new());
    let Err(Error::Unfinished(unknown)) = made.map(|generated| generated.id) else {
        panic!("one colour on 2x2 touches itself");
    };
    assert_eq!(unknown.why, Interruption::GaveUp);
    let message = "no board with this many colours (1) whose paths do not touch themselves";
    assert!(unknown.how_far.starts_with(message), "{unknown}");
}
