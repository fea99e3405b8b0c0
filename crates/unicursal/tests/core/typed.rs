//! Every puzzle in its own types gives what its text adapter gives, checked.

use unicursal::{Control, GenerateRequest, Options, Outcome, Verdict, puzzle};
use unicursal::{coil, connect, maze, pellet, trail};

fn request(width: usize, height: usize) -> GenerateRequest {
    GenerateRequest {
        width,
        height,
        seed: "typed".to_owned(),
        options: Options::default(),
    }
}

/// Solves, checks, counts, lists and hints at a generated board in types.
macro_rules! all_in_types {
    ($puzzle:ident, $size:expr) => {{
        let control = Control::new();
        let options = $puzzle::Options::default();
        let made = $puzzle::Board::generate(&request($size, $size), &control).unwrap();
        let solved = made.board.solve(&options, &control).unwrap();
        let Outcome::Solved(answer) = solved.outcome else {
            panic!("a generated board has a solution");
        };
        assert_eq!(made.board.check(&options, &answer), Ok(Verdict::Valid));
        let listed = made.board.list(&options, 2, &control).unwrap();
        let counted = made.board.count(&options, Some(2), &control).unwrap();
        assert!(counted.found >= listed.len().into() && !listed.is_empty());
        for other in &listed {
            assert_eq!(made.board.check(&options, other), Ok(Verdict::Valid));
        }
        let hinted = made.board.hint(None, &control).unwrap();
        let Outcome::Solved(step) = hinted.outcome else {
            panic!("there is a next move");
        };
        assert_eq!(made.board.check(&options, &step.answer), Ok(Verdict::Valid));
        // A part of an answer is none.
        assert_ne!(made.board.check(&options, &step.so_far), Ok(Verdict::Valid));
    }};
}

#[test]
fn generated_boards_are_solved_counted_and_hinted_at_in_types() {
    all_in_types!(coil, 6);
    all_in_types!(connect, 6);
    all_in_types!(pellet, 6);
    all_in_types!(trail, 5);
}

#[test]
fn a_maze_is_walked_in_types() {
    let control = Control::new();
    let made = maze::Board::generate(&request(9, 9), &control).unwrap();
    for rule in [maze::Rule::Left, maze::Rule::Right, maze::Rule::Shortest] {
        let Outcome::Solved(walk) = made.board.solve(&rule, &control).unwrap().outcome else {
            panic!("every rule leads through a maze without loops");
        };
        assert_eq!(made.board.check(&rule, &walk), Ok(Verdict::Valid));
    }
}

#[test]
fn the_methods_of_types_are_those_of_the_tables() {
    let names = |name: &str| -> Vec<&str> {
        let about = puzzle(name).unwrap().about();
        about.methods.iter().map(|method| method.name).collect()
    };
    let coil: Vec<_> = coil::Method::ALL.iter().map(|m| m.name()).collect();
    let connect: Vec<_> = connect::Method::ALL.iter().map(|m| m.name()).collect();
    let pellet: Vec<_> = pellet::Method::ALL.iter().map(|m| m.name()).collect();
    let trail: Vec<_> = trail::Method::ALL.iter().map(|m| m.name()).collect();
    assert_eq!(coil, names("coil"));
    assert_eq!(connect, names("connect"));
    assert_eq!(pellet, names("pellet"));
    assert_eq!(trail, names("trail"));
}

#[test]
fn a_change_of_rules_reaches_the_solver_and_the_checker() {
    let board = connect::text::parse_board(b"2 3\n0.0\n1.1\n0\n").unwrap();
    let control = Control::new();
    let with = |turns| connect::Options {
        change: connect::Change {
            turns: Some(Some(turns)),
            ..connect::Change::default()
        },
        ..connect::Options::default()
    };
    let solved = board.solve(&with(2), &control).unwrap();
    let Outcome::Solved(answer) = solved.outcome else {
        panic!("two straight pieces are enough");
    };
    let too_few = board.solve(&with(1), &control).unwrap().outcome;
    assert!(matches!(too_few, Outcome::Unsolvable { .. }), "{too_few:?}");
    assert_ne!(board.check(&with(1), &answer), Ok(Verdict::Valid));
}

#[test]
fn what_has_no_answer_is_proved_in_types() {
    let board = coil::text::parse_board(b"x=4&y=2&board=....X.X.").unwrap();
    let (options, control) = (coil::Options::default(), Control::new());
    let outcome = board.solve(&options, &control).unwrap().outcome;
    assert!(matches!(outcome, Outcome::Unsolvable { .. }), "{outcome:?}");
    let proof = board.prove(&options, None, &control).unwrap();
    assert!(proof.is_some_and(|proof| !proof.is_empty()));
}
