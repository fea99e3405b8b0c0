//! Levels that come with a puzzle have answers, and names that make them again.

use unicursal::{Control, Generated, Puzzle, SolveRequest, Verdict};

use crate::{all, name};

fn make(puzzle: &dyn Puzzle, word: &str) -> Generated {
    let made = puzzle.make(&name(puzzle, word), &Control::new());
    made.unwrap_or_else(|error| panic!("{word}: {error}"))
}

/// The level comes with a right answer, and its id makes it again.
fn complete(puzzle: &dyn Puzzle, number: u64) -> Generated {
    let word = format!("{}:pack/{number}", puzzle.name());
    let made = make(puzzle, &word);
    let answer = made.answer(&Control::new()).unwrap();
    let answer = answer.expect("it has an answer");
    let verdict = made
        .level
        .check(&SolveRequest::default(), answer.as_bytes());
    assert_eq!(verdict, Ok(Verdict::Valid), "{word}");
    let again = make(puzzle, &made.id);
    assert_eq!(again.level.text(), made.level.text(), "{}", made.id);
    assert_eq!(
        again.answer(&Control::new()),
        Ok(Some(answer)),
        "{}",
        made.id
    );
    assert_eq!(again.id, made.id);
    made
}

#[test]
fn the_first_level_of_every_pack_has_an_answer() {
    for puzzle in all() {
        complete(puzzle, 1);
    }
}

#[test]
fn every_pellet_level_has_an_answer() {
    let pellet = unicursal::puzzle("pellet").expect("it is in the registry");
    let mut sizes = Vec::new();
    for number in 1..=pellet.about().pack_size {
        sizes.push(complete(pellet, number).level.size());
    }
    assert_eq!((sizes[0], sizes[9]), ((8, 8), (28, 21)));
    assert!(sizes.is_sorted());
    assert!(sizes.len() >= 60);
}

#[test]
fn some_coil_levels_have_answers() {
    let coil = unicursal::puzzle("coil").expect("it is in the registry");
    for number in [2, 3, 10, 100, 333] {
        complete(coil, number);
    }
}

/// A pack of one level is the example.
#[test]
fn the_only_level_is_the_example() {
    for name in ["connect", "maze"] {
        let puzzle = unicursal::puzzle(name).expect("it is in the registry");
        assert_eq!(puzzle.about().pack_size, 1);
        let made = complete(puzzle, 1);
        assert_eq!(made.id, format!("{name}:pack/1"));
        assert_eq!(made.level.text(), crate::example(puzzle).text());
    }
}
