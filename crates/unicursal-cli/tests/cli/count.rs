//! `unicursal coil count` and `unicursal coil solve --unique`.

use serde_json::Value;

use crate::run::{LEVEL, Place, ended, endless};

/// Two cells; one walks it in two directions.
const PAIR: &str = "x=2&y=1&board=..";
/// A single cell, solved by standing on it.
const SINGLE: &str = "x=1&y=1&board=.";
/// Two cells that do not touch.
const APART: &str = "x=3&y=1&board=.X.";

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn the_number_is_exact() {
    let place = Place::new("the_number_is_exact");
    let square = "x=2&y=2&board=....";
    for (level, code, number) in [(PAIR, 0, "2\n"), (square, 0, "8\n"), (APART, 1, "0\n")] {
        let run = place.run_with(&["coil", "count"], level.as_bytes());
        assert_eq!(run, ended(code, number, ""), "{level}");
    }
}

#[test]
fn a_limit_gives_a_lower_bound() {
    let place = Place::new("a_limit_gives_a_lower_bound").with("square", "x=2&y=2&board=....");
    let run = place.run(&["coil", "count", "square", "--limit", "3"]);
    assert_eq!(run, ended(0, "at least 3\n", ""));
    let run = place.run(&["coil", "count", "square", "--limit", "100"]);
    assert_eq!(run, ended(0, "8\n", ""));
    let run = place.run(&["coil", "count", "square", "--limit", "3", "--json"]);
    let report = json(&run.stdout);
    assert_eq!(
        (&report["found"], &report["complete"]),
        (&3.into(), &false.into())
    );
    assert_eq!(
        place.run(&["coil", "count", "square", "--limit", "0"]).code,
        Some(2)
    );
}

#[test]
fn a_list_has_different_solutions() {
    let place = Place::new("a_list_has_different_solutions").with("pair", PAIR);
    let (right, left) = ("x=0&y=0&path=R", "x=1&y=0&path=L");
    let run = place.run(&["coil", "count", "pair", "--list", "1"]);
    assert_eq!(run, ended(0, &format!("2\n\n1:\n{right}\n"), ""));
    let run = place.run(&["coil", "count", "pair", "--list", "9"]);
    let both = format!("2\n\n1:\n{right}\n\n2:\n{left}\n");
    assert_eq!(run, ended(0, &both, ""));
    let run = place.run(&["coil", "count", "pair", "--list", "9", "--json"]);
    let list = &json(&run.stdout)["list"];
    assert_eq!(list, &Value::from(vec![right, left]));
    let run = place.run_with(&["coil", "count", "--list", "9"], APART.as_bytes());
    assert_eq!(run, ended(1, "0\n", ""));
    // A limit below the number of those listed.
    let words = ["coil", "count", "pair", "--limit", "1", "--list", "2"];
    let both = format!("at least 1\n\n1:\n{right}\n\n2:\n{left}\n");
    assert_eq!(place.run(&words), ended(0, &both, ""));
}

#[test]
fn a_list_does_not_wait_for_a_count_without_end() {
    let place = Place::new("a_list_does_not_wait_for_a_count_without_end");
    let board = "connect:24x24/c4-d0-b0-k0#1";
    let run = place.run(&["connect", "count", board, "--list", "2"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let numbers = run.stdout.lines().filter(|line| line.ends_with(':'));
    assert_eq!(numbers.collect::<Vec<_>>(), ["1:", "2:"]);
    let number = run.stdout.lines().next().expect("there is a number");
    let number = number.strip_prefix("at least ").expect("there are more");
    assert!(number.parse::<u64>().expect("it is a number") >= 2);
}

#[test]
fn a_count_keeps_within_the_memory_limit() {
    let place = Place::new("a_count_keeps_within_the_memory_limit").with("level", LEVEL);
    let words = ["coil", "count", "level", "--memory-limit"];
    let run = place.run(&[&words[..], &["100"]].concat());
    let message =
        "unicursal: level: memory limit reached: none was found so far, but there may be some\n";
    assert_eq!(run, ended(3, "at least 0\n", message));
    assert_eq!(place.run(&[&words[..], &["100M"]].concat()).code, Some(0));
}

#[test]
fn the_time_limit_ends_a_count_with_what_was_found() {
    // Walks from each of 160,000 starts, hundreds of cells a slide, take far longer than the limit.
    let empty = format!("x=400&y=400&board={}", ".".repeat(160_000));
    let place = Place::new("the_time_limit_ends_a_count").with("level", empty);
    let words = |limit| ["coil", "count", "level", "--time-limit", limit];
    // On a busy machine a short limit may end before the first walk.
    let told = "unicursal: level: time limit reached: there may be more\n";
    let run = ["100ms", "1s", "10s", "100s"]
        .into_iter()
        .map(|limit| place.run(&words(limit)))
        .find(|run| run.stderr == told)
        .expect("walks are found in time");
    assert_eq!(run.code, Some(3), "{run:?}");
    assert!(run.stdout.starts_with("at least "), "{}", run.stdout);
    let run = place.run(&[&words("100ms")[..], &["--json"]].concat());
    let report = json(&run.stdout);
    assert_eq!(run.code, Some(3));
    assert_eq!(report["why"], "time limit reached");
    assert_eq!(report["complete"], false);
}

#[test]
fn unique_says_whether_there_are_others() {
    let place = Place::new("unique");
    let run = |level: &str, more: &[&str]| {
        let words = [&["coil", "solve", "--unique"], more].concat();
        place.run_with(&words, level.as_bytes())
    };
    let only =
        "<stdin>: the only solution (solutions are different when they are written differently)\n";
    assert_eq!(run(SINGLE, &[]), ended(0, "x=0&y=0&path=\n", only));
    let several = run(PAIR, &[]);
    assert_eq!(several.code, Some(1));
    assert_eq!(
        several.stderr,
        "<stdin>: not the only solution (solutions are different when they are written differently)\n"
    );
    assert!(several.stdout.contains("&path="), "{}", several.stdout);
    assert_eq!(run(APART, &[]), ended(1, "No solution found\n", ""));

    assert_eq!(json(&run(SINGLE, &["--json"]).stdout)["unique"], true);
    assert_eq!(json(&run(PAIR, &["--json"]).stdout)["unique"], false);
    let none = json(&run(APART, &["--json"]).stdout);
    assert_eq!(none.get("unique"), None);
}

#[test]
fn the_two_ways_to_say_no_agree() {
    let place = Place::new("two_ways_to_say_no").with("level", endless());
    assert_eq!(place.run(&["coil", "count", "level"]), ended(1, "0\n", ""));
    assert_eq!(place.run(&["coil", "solve", "level"]).code, Some(1));
}

#[test]
fn puzzles_that_cannot_count_do_not_offer_it() {
    let place = Place::new("cannot_count").with("level", LEVEL);
    for words in [&["maze", "count"][..], &["maze", "solve", "--unique"]] {
        let run = place.run(words);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{words:?}");
    }
}
