//! Limits are kept while a level is read or made.

use std::time::Duration;

use unicursal::{Control, Error, Generated, Interruption, Level, LevelName, Puzzle};

use crate::liar::LIAR;
use crate::{all, name, request};

/// What ended the work.
fn why<T>(result: Result<T, Error>) -> Interruption {
    match result.map(|_| ()) {
        Err(Error::Unfinished(unknown)) => {
            assert!(!unknown.how_far.is_empty());
            unknown.why
        }
        other => panic!("it was not ended: {other:?}"),
    }
}

fn read(puzzle: &dyn Puzzle, control: &Control) -> Result<Box<dyn Level>, Error> {
    puzzle.parse(puzzle.about().example.as_bytes(), control)
}

/// What comes of all ways to make a level, each with a control of its own: one that was out of
/// memory once stays so.
fn make<'a>(
    puzzle: &dyn Puzzle,
    control: impl Fn() -> Control<'a>,
) -> [Result<Generated, Error>; 3] {
    let id = format!("{}:12x12#limits", puzzle.name());
    [
        puzzle.generate(&request(12, 12, "limits"), &control()),
        puzzle.make(&name(puzzle, &id), &control()),
        puzzle.make(&LevelName::Pack(1), &control()),
    ]
}

#[test]
fn a_time_limit_that_has_passed_ends_reading_and_making() {
    for puzzle in all().chain([LIAR]) {
        let control = || Control::new().time_limit(Duration::ZERO);
        assert_eq!(why(read(puzzle, &control())), Interruption::Time);
        for made in make(puzzle, control) {
            assert_eq!(why(made), Interruption::Time, "{}", puzzle.name());
        }
    }
}

#[test]
fn cancelled_work_does_not_begin() {
    for puzzle in all().chain([LIAR]) {
        let control = || {
            let control = Control::new();
            control.cancel();
            control
        };
        assert_eq!(why(read(puzzle, &control())), Interruption::Cancelled);
        for made in make(puzzle, control) {
            assert_eq!(why(made), Interruption::Cancelled, "{}", puzzle.name());
        }
    }
}

#[test]
fn a_memory_limit_that_is_too_small_ends_reading() {
    for puzzle in all().chain([LIAR]) {
        let level = read(puzzle, &Control::new().memory_limit(10));
        assert_eq!(why(level), Interruption::Memory, "{}", puzzle.name());
        assert!(read(puzzle, &Control::new().memory_limit(1 << 20)).is_ok());
    }
}

#[test]
fn a_memory_limit_that_is_too_small_ends_making() {
    let mut all_made = Vec::new();
    for puzzle in all() {
        for made in make(puzzle, || Control::new().memory_limit(10)) {
            match made {
                Ok(level) => all_made.push(level.id),
                error => assert_eq!(why(error), Interruption::Memory, "{}", puzzle.name()),
            }
        }
        for made in make(puzzle, || Control::new().memory_limit(1 << 30)) {
            assert!(made.is_ok(), "{}", puzzle.name());
        }
    }
    assert!(all_made.is_empty(), "made without memory: {all_made:?}");
}

/// A puzzle that does not look at its limits does not pass them either.
#[test]
fn a_level_that_comes_too_late_does_not_leave() {
    let control = Control::new().time_limit(Duration::from_millis(10));
    assert_eq!(why(LIAR.parse(b"sleep\n", &control)), Interruption::Time);
    let made = LIAR.generate(&request(6, 1, "cancel"), &Control::new());
    assert_eq!(why(made), Interruption::Cancelled);
    let made = LIAR.make(&name(LIAR, "liar:6x1#cancel"), &Control::new());
    assert_eq!(why(made), Interruption::Cancelled);
}
