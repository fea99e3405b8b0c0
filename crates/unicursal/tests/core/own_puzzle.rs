//! The puzzle of `examples/own_puzzle.rs`, used as front ends use every other.

#[path = "../../examples/own_puzzle.rs"]
mod stroll;

use std::time::Duration;

use unicursal::implement::adapt;
use unicursal::{Control, Error, Interruption, Outcome, Place, SolveRequest, Verdict};

#[test]
fn a_fifth_puzzle_needs_nothing_but_its_kind_and_its_checker() {
    let stroll = adapt::<stroll::Stroll>();
    let (request, control) = (SolveRequest::default(), Control::new());
    let example = stroll.about().example.as_bytes();
    let level = stroll.parse(example, &control).expect("it can be read");
    let solved = level.solve(&request, &control).expect("a good request");
    let Outcome::Solved(answer) = solved.outcome else {
        panic!("the example has a solution");
    };
    assert_eq!(level.check(&request, answer.as_bytes()), Ok(Verdict::Valid));
    assert!(level.draw(Some(answer.as_bytes())).is_ok());
    let short = &answer.trim_end()[..answer.len() - 2];
    let verdict = level.check(&request, short.as_bytes());
    assert!(matches!(verdict, Ok(Verdict::Wrong { .. })), "{verdict:?}");

    let bad = stroll.parse(b"..\n.?\n", &control).err();
    assert_eq!(
        bad.and_then(|error| error.place()),
        Some(Place::column(2, 2))
    );
    let cross = stroll
        .parse(b"#.#\n...\n#.#\n", &control)
        .expect("it can be read");
    let outcome = cross
        .solve(&request, &control)
        .expect("a good request")
        .outcome;
    assert!(matches!(outcome, Outcome::Unsolvable { .. }));
    let late = Control::new().time_limit(Duration::ZERO);
    assert!(matches!(
        stroll.parse(example, &late),
        Err(Error::Unfinished(unknown)) if unknown.why == Interruption::Time
    ));
}

/// In a test of its own program this would be seen by the others, so only what is refused is tried
/// here.
#[test]
fn a_name_that_is_taken_or_no_word_is_refused() {
    let before = unicursal::puzzles().len();
    for &puzzle in unicursal::puzzles() {
        let error = unicursal::register(puzzle).expect_err("it is there already");
        let expected = format!("there is a puzzle '{}' already", puzzle.name());
        assert_eq!(error.to_string(), expected);
    }
    assert_eq!(unicursal::puzzles().len(), before);
}
