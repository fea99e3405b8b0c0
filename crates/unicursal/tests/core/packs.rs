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
fn pellet_levels_have_answers_and_grow() {
    let pellet = unicursal::puzzle("pellet").expect("it is in the registry");
    let mut sizes = Vec::new();
    let size = pellet.about().pack_size;
    for number in (1..=101).chain((102..=size).step_by(40)).chain([size]) {
        sizes.push(complete(pellet, number).level.size());
    }
    assert_eq!((sizes[0], sizes[100]), ((8, 8), (28, 21)));
    assert_eq!(sizes.last(), Some(&(672, 439)));
    assert!(sizes.is_sorted());
}

#[test]
fn some_coil_levels_have_answers() {
    let coil = unicursal::puzzle("coil").expect("it is in the registry");
    for number in [2, 3, 10, 100, 333] {
        complete(coil, number);
    }
}

#[test]
fn the_first_level_is_the_example_and_the_others_grow() {
    for (name, step) in [("connect", 10), ("maze", 50)] {
        let puzzle = unicursal::puzzle(name).expect("it is in the registry");
        assert!(puzzle.about().pack_size >= 300);
        let made = complete(puzzle, 1);
        assert_eq!(made.id, format!("{name}:pack/1"));
        assert_eq!(made.level.text(), crate::example(puzzle).text());
        let numbers = (2..=puzzle.about().pack_size).step_by(step);
        let sizes: Vec<_> = numbers
            .map(|number| complete(puzzle, number).level.size())
            .collect();
        assert!(sizes.is_sorted(), "{sizes:?}");
    }
}

#[test]
fn walks_in_mazes_grow_longer() {
    let maze = unicursal::puzzle("maze").expect("it is in the registry");
    let steps = |number: u64| {
        let answer = make(maze, &format!("maze:pack/{number}")).answer(&Control::new());
        answer.expect("no limit").expect("an answer").len()
    };
    let total = |first: u64| (first..first + 60).map(steps).sum();
    let totals: Vec<usize> = (1..=300).step_by(60).map(total).collect();
    assert!(totals.is_sorted(), "{totals:?}");
}

/// Every rung of the ladder can be laid.
#[test]
fn connect_levels_of_each_kind_can_be_made() {
    let connect = unicursal::puzzle("connect").expect("it is in the registry");
    for number in (2..52).chain(292..=301) {
        complete(connect, number);
    }
}
