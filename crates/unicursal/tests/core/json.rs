//! The one JSON form of what front ends show.

use serde::Serialize;
use serde_json::{Value, json};
use unicursal::implement::level_of;
use unicursal::{Control, Error, SolveRequest};

use crate::liar::{LIAR, Liar};
use crate::{all, example};

fn to_json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("it is JSON")
}

fn solve(word: &str, method: &str) -> Value {
    let request = SolveRequest {
        method: Some(method.to_owned()),
        ..SolveRequest::default()
    };
    let level = level_of::<Liar>(word.to_owned());
    match level.solve(&request, &Control::new()) {
        Ok(solved) => to_json(&solved),
        Err(error) => to_json(&error),
    }
}

#[test]
fn outcomes_are_flat_objects() {
    let stats = json!({"words": 1});
    let mut honest = solve("honest", "plain");
    let figures = honest["stats"].as_object_mut().expect("figures");
    let seconds = figures.remove("answer_seconds");
    assert!(seconds.is_some_and(|seconds| seconds.is_f64()));
    assert_eq!(
        honest,
        json!({"outcome": "solved", "answer": "yes", "stats": stats})
    );
    assert_eq!(
        solve("none", "plain"),
        json!({"outcome": "unsolvable", "proof": "there is none", "stats": stats})
    );
    assert_eq!(
        solve("honest", "slow"),
        json!({
            "outcome": "unknown",
            "why": "time limit reached",
            "how_far": "too slow",
            "stats": stats,
        })
    );
}

#[test]
fn hints_have_the_move_and_where_it_leads() {
    let level = level_of::<Liar>("honest".to_owned());
    let hinted = level.hint(b"", &Control::new()).expect("a right answer");
    assert_eq!(
        to_json(&hinted),
        json!({"outcome": "solved", "next": "y", "so_far": "y", "answer": "yes", "stats": {}})
    );
}

#[test]
fn verdicts_and_counts_are_objects() {
    let level = level_of::<Liar>("honest".to_owned());
    let check = |answer: &[u8]| to_json(&level.check(&SolveRequest::default(), answer).unwrap());
    assert_eq!(check(b"yes"), json!({"valid": true}));
    assert_eq!(
        check(b"no"),
        json!({"valid": false, "reason": "'no' is not 'yes'", "board": ""})
    );
    let coil = unicursal::puzzle("coil").expect("it is in the registry");
    let count = example(coil)
        .count(&SolveRequest::default(), Some(1), &Control::new())
        .expect("it can be counted");
    assert_eq!(to_json(&count), json!({"found": 1, "complete": false}));
}

/// Each kind of error as it comes out of the library.
#[test]
fn errors_have_a_kind_and_a_message() {
    let error = |error: Option<Error>| to_json(&error.expect("an error"));
    assert_eq!(
        error(LIAR.parse(b"\n", &Control::new()).err()),
        json!({"kind": "bad-input", "message": "line 1: no word", "place": {"line": 1}})
    );
    let level = level_of::<Liar>("honest".to_owned());
    assert_eq!(
        error(level.check(&SolveRequest::default(), b"?").err()),
        json!({"kind": "bad-input", "message": "byte 0: no answer", "place": {"byte": 0}})
    );
    assert_eq!(
        solve("honest", "odd"),
        json!({"kind": "bad-request", "message": "Liar has no trick 'odd'; there are plain, slow"})
    );
    assert_eq!(
        error(level.check_level().err()),
        json!({"kind": "unsupported", "message": "this puzzle has no check of levels"})
    );
    assert_eq!(
        solve("wrong", "plain"),
        json!({
            "kind": "wrong-answer",
            "message": "INTERNAL ERROR, please report this level: the answer found is wrong: \
                        'no' is not 'yes'",
        })
    );
    let control = Control::new();
    control.cancel();
    assert_eq!(
        error(LIAR.parse(b"honest", &control).err()),
        json!({
            "kind": "unfinished",
            "message": "cancelled: the level was not read",
            "why": "cancelled",
            "how_far": "the level was not read",
        })
    );
}

/// A front end that speaks JSON gets everything from it.
#[test]
fn puzzles_tell_everything_about_themselves() {
    for puzzle in all() {
        let about = to_json(puzzle.about());
        assert_eq!(about["name"], puzzle.name());
        let methods = about["methods"].as_array().expect("a list");
        assert_eq!(methods.len(), puzzle.about().methods.len());
        for option in about["generate_options"].as_array().expect("a list") {
            let kind = option["kind"].as_str().expect("a kind");
            assert_eq!(option["choices"].is_array(), kind == "choice", "{option}");
            assert_eq!(option["default"].is_string(), kind == "text", "{option}");
        }
    }
}
