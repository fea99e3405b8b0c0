//! A puzzle does what it says it can do, and nothing else.

use std::time::Duration;

use unicursal::implement::{Kind, level_of};
use unicursal::{Control, Error, Level, SolveRequest};

use crate::liar::{LIAR, Liar};
use crate::{all, example, request};

fn unsupported<T>(result: &Result<T, Error>) -> bool {
    matches!(result, Err(Error::Unsupported(_)))
}

#[test]
fn abilities_are_what_is_supported() {
    let control = Control::new();
    let liar: Box<dyn Level> = level_of::<Liar>("honest".to_owned());
    let levels = all().map(|puzzle| (puzzle, example(puzzle)));
    for (puzzle, level) in levels.chain([(LIAR, liar)]) {
        let (name, can) = (puzzle.name(), puzzle.about().abilities);
        let generated = puzzle.generate(&request(9, 9, "x"), &control);
        assert_eq!(unsupported(&generated), !can.generate, "{name}");
        assert_eq!(
            unsupported(&level.count(&SolveRequest::default(), Some(9), &control)),
            !can.count,
            "{name}"
        );
        assert_eq!(
            unsupported(&level.explain(&control)),
            !can.explain,
            "{name}"
        );
        let short = Control::new().time_limit(Duration::from_millis(10));
        let recounted = level.recount(&SolveRequest::default(), &short);
        assert_eq!(unsupported(&recounted), !can.recount, "{name}");
        assert!(can.count || !can.recount, "{name}");
        // What can be counted can be listed.
        let listed = level.list(&SolveRequest::default(), 2, &control);
        assert!(!can.count || !unsupported(&listed), "{name}");
        assert_eq!(unsupported(&level.hint(b"", &control)), !can.hint, "{name}");
        assert_eq!(
            unsupported(&level.check_level()),
            !can.check_level,
            "{name}"
        );
    }
}

#[test]
fn what_is_missing_is_named() {
    let level = level_of::<Liar>("honest".to_owned());
    let error = level.check_level().expect_err("it asks no more of a level");
    assert_eq!(error.to_string(), "this puzzle has no check of levels");
    let error = level
        .explain(&Control::new())
        .expect_err("it explains nothing");
    assert_eq!(error.to_string(), "this puzzle has no explanations");
}

/// What a puzzle writes about itself does not matter: what it implements does.
#[test]
fn no_puzzle_can_claim_what_it_does_not_implement() {
    let said = Liar::ABOUT.abilities;
    assert!(said.explain, "it says so");
    assert!(!LIAR.about().abilities.explain);
}
