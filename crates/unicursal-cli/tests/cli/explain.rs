//! Levels explained as people solve them.

use crate::run::Place;

const BOARD: &str = "4 4\n0..e\nV...\n..H.\n0XXe\n2\n0 2 0\n2 0 e\n";

#[test]
fn a_board_is_explained_step_by_step() {
    let place = Place::new("explain-steps").with("board", "3 3\n0.1\n...\n0.1\n0\n");
    for words in [
        &["connect", "solve", "board", "--explain", "steps"][..],
        &["connect", "solve", "--explain", "steps", "board"],
        &["connect", "solve", "--explain=steps", "board"],
    ] {
        let explained = place.run(words);
        assert_eq!(explained.code, Some(0), "{}", explained.stderr);
        let lines: Vec<&str> = explained.stdout.lines().collect();
        assert!(lines[0].starts_with("1. "), "{}", explained.stdout);
        assert_eq!(
            lines.last(),
            Some(&"there is no solution"),
            "{}",
            explained.stdout
        );
    }
    let place = Place::new("explain-solved").with("board", "2 3\n0.0\n1.1\n0\n");
    let explained = place.run(&["connect", "solve", "board", "--explain", "steps"]);
    assert!(
        explained.stdout.ends_with("solved: easy\n"),
        "{}",
        explained.stdout
    );
    let json = place.run(&["connect", "solve", "board", "--explain", "steps", "--json"]);
    assert!(
        json.stdout.contains("\"grade\":\"easy\""),
        "{}",
        json.stdout
    );
    // The flag alone says what it said before, and the word behind it is the level.
    let solved = place.run(&["connect", "solve", "--explain", "board"]);
    assert_eq!(solved.code, Some(0), "{}", solved.stderr);
    let graded = place.run(&["connect", "info", "board", "--difficulty"]);
    assert!(
        graded.stdout.contains("difficulty grade"),
        "{}",
        graded.stdout
    );
}

#[test]
fn a_hint_comes_with_its_reason() {
    let place = Place::new("explain-hint").with("board", BOARD);
    let hint = place.run(&["connect", "hint", "board"]);
    assert_eq!(hint.code, Some(0), "{}", hint.stderr);
    let json = place.run(&["connect", "hint", "board", "--json"]);
    let (_, technique) = json
        .stdout
        .split_once("\"technique\":\"")
        .expect("there is a reason");
    let technique = technique.split('"').next().unwrap_or_default();
    assert!(
        hint.stderr.contains(&format!("\n{technique}: ")),
        "{}",
        hint.stderr
    );
}
