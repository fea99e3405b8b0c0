//! `unicursal coil hint`.

use serde_json::Value;

use crate::run::{LEVEL, Place, ended};

/// Asks for hints until there is nothing left to do; returns the whole walk.
fn follow(place: &Place, level: &str) -> String {
    let mut walk = place.run(&["coil", "hint", level, "-q"]).stdout;
    for _ in 0..100 {
        walk.truncate(walk.trim_end().len());
        let run = place.run(&["coil", "hint", level, "-q", "--path", &walk]);
        assert_eq!(run.code, Some(0), "{walk}: {run:?}");
        if run.stdout.is_empty() {
            return walk;
        }
        walk.push_str(run.stdout.trim_end());
    }
    panic!("no end after a hundred hints: {walk}");
}

#[test]
fn hints_lead_to_a_solution() {
    let ring = "x=5&y=4&board=......XXX..XXX......";
    let place = Place::new("hints_lead")
        .with("small", LEVEL)
        .with("ring", ring)
        .with("single", "x=1&y=1&board=.");
    for level in ["small", "ring", "single"] {
        let walk = follow(&place, level);
        let check = place.run_with(&["coil", "check", level, "-"], walk.as_bytes());
        assert_eq!(check, ended(0, "valid\n", ""), "{level}: {walk}");
    }
}

#[test]
fn a_walk_is_given_as_text_file_or_stream() {
    let place = Place::new("a_walk_is_given")
        .with("level", LEVEL)
        .with("walk", "x=1&y=0&path=RDL\n");
    let said = "go down, which leads to a solution\nonly way: down is the only move there is\n";
    let expected = ended(0, "D\n", said);
    for walk in ["x=1&y=0&path=RDL", "x=1&y=0&path=RDL\n", "walk"] {
        let run = place.run(&["coil", "hint", "level", "--path", walk]);
        assert_eq!(run, expected, "{walk}");
    }
    let run = place.run_with(
        &["coil", "hint", "level", "--path", "-"],
        b"x=1&y=0&path=RDL\r\n",
    );
    assert_eq!(run, expected);
    let run = place.run(&["coil", "hint", "level", "--path", "x=1&y=0&path=RDLDR"]);
    assert_eq!(run, ended(0, "", "this is a solution already\n"));
    // R in the short form goes on by itself to the end.
    let run = place.run(&["coil", "hint", "level", "--path", "x=1&y=0&qpath=R"]);
    assert_eq!(run, ended(0, "", "this is a solution already\n"));
}

#[test]
fn where_to_begin() {
    let place = Place::new("where_to_begin").with("level", "x=2&y=1&board=..");
    let run = place.run(&["coil", "hint", "level"]);
    assert_eq!(run.code, Some(0));
    assert!(
        ["x=0&y=0&path=R\n", "x=1&y=0&path=L\n"].contains(&run.stdout.as_str()),
        "{}",
        run.stdout
    );
    assert_eq!(run.stderr, "a solution begins like this\n");
}

#[test]
fn no_solution_from_here_is_proved() {
    // Up from the middle cuts the rest in two.
    let place = Place::new("no_solution_from_here").with("level", LEVEL);
    let words = ["coil", "hint", "level", "--path", "x=1&y=1&path=U"];
    let run = place.run(&words);
    assert_eq!(
        (run.code, run.stdout.as_str()),
        (Some(1), "No solution found\n")
    );
    assert!(
        run.stderr
            .starts_with("--path: no solution begins like this: "),
        "{}",
        run.stderr
    );
    let run = place.run(&[&words[..], &["--json"]].concat());
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(report["outcome"], "unsolvable");
}

#[test]
fn bad_beginnings_name_the_place() {
    let place = Place::new("bad_beginnings")
        .with("level", LEVEL)
        .with("empty", "");
    for (walk, message) in [
        ("x=0&y=0&path=", "--path: the start (0, 0) is a wall"),
        (
            "x=9&y=0&path=",
            "--path: the start (9, 0) is outside the board",
        ),
        (
            "x=1&y=0&path=RU",
            "--path: letter 2 of the path: U is blocked at (2, 0)",
        ),
        (
            "x=1&y=0&path=Q",
            "--path: byte 13: letter 1 of the path, 'Q', is none of U, D, L, R",
        ),
        ("x=1&y=0", "--path: field 'path' is missing"),
        ("empty", "empty: the input is empty"),
    ] {
        let run = place.run(&["coil", "hint", "level", "--path", walk]);
        assert_eq!(run, ended(2, "", &format!("unicursal: {message}\n")));
    }
    let run = place.run(&["coil", "hint", "level", "--path", "missing"]);
    assert_eq!(run.code, Some(2));
    assert!(
        run.stderr
            .starts_with("unicursal: there is no file 'missing': --path: "),
        "{run:?}"
    );
    let run = place.run(&["coil", "hint", "--path", "-"]);
    assert_eq!(run.code, Some(2));
}

#[test]
fn json_has_the_move_and_the_walk() {
    let place = Place::new("json_hint").with("level", LEVEL);
    let hint = |walk| {
        let run = place.run(&["coil", "hint", "level", "--json", "--path", walk]);
        assert_eq!(run.code, Some(0));
        serde_json::from_str::<Value>(&run.stdout).expect("JSON")
    };
    let next = hint("x=1&y=0&path=RD");
    assert_eq!(next["outcome"], "hint");
    assert_eq!(
        (&next["next"], &next["so_far"]),
        (&"L".into(), &"x=1&y=0&path=RDL".into())
    );
    assert_eq!(hint("x=1&y=0&path=RDLDR")["outcome"], "complete");
}

#[test]
fn hints_of_paths_by_steps_say_what_is_wrong_with_the_other_ways() {
    let place = Place::new("hint-reasons")
        .with("pellet", "4 2\nS...\n..#.\n")
        .with("trail", "trail 3x2\n1 . .\n. . 2\n");
    let hint = place.run(&["pellet", "hint", "pellet"]);
    let why = "dead ends: down, because right leaves dead ends at (0, 1) and (3, 1)";
    let words = format!("a solution begins like this\n{why}\n");
    assert_eq!(hint, ended(0, "d\n", &words));
    let forced = place.run(&["pellet", "hint", "pellet", "--path", "d"]);
    let words = "go right, which leads to a solution\nforced: right is the only way on\n";
    assert_eq!(forced, ended(0, "r\n", words));
    let steps = place.run(&["trail", "solve", "trail", "--explain", "steps"]);
    assert_eq!(steps.code, Some(0), "{steps:?}");
    assert!(steps.stdout.starts_with("1. "), "{steps:?}");
    assert!(steps.stdout.ends_with("\nsolved: easy\n"), "{steps:?}");
}
