//! Limits hold from the first byte on: while a level is made from its id as well as while it is
//! solved.

use crate::run::Place;

/// Ends with the code of a limit and names it.
fn limited(words: &[&str], limit: &str) {
    let place = Place::new(&format!(
        "limits_{}",
        words.join("_").replace(['/', ':', '#'], "_")
    ));
    let run = place.run(words);
    assert_eq!(run.code, Some(3), "{words:?}: {}", run.stderr);
    assert!(run.stderr.contains(limit), "{words:?}: {}", run.stderr);
    assert_eq!(run.stdout, "", "{words:?}");
}

#[test]
fn regression_ids_keep_the_time_limit() {
    let heavy = [
        ("connect", "connect:40x40/c100-d5-b5-k0-u#q"),
        ("pellet", "pellet:2000x2000#q"),
        ("maze", "maze:9000x9000/dfs#q"),
        ("coil", "coil:3000x3000/original#q"),
    ];
    for (puzzle, id) in heavy {
        for command in ["solve", "draw", "info"] {
            limited(&[puzzle, command, id, "--time-limit", "20ms"], "time limit");
        }
    }
}

#[test]
fn regression_generators_keep_the_time_limit() {
    for (puzzle, side) in [
        ("connect", "90"),
        ("pellet", "2000"),
        ("maze", "9000"),
        ("coil", "3000"),
    ] {
        let words = [puzzle, "generate", side, side, "--time-limit", "20ms"];
        limited(&words, "time limit");
    }
}

#[test]
fn regression_ids_and_generators_keep_the_memory_limit() {
    for (puzzle, id) in [
        ("pellet", "pellet:2000x2000#q"),
        ("maze", "maze:9000x9000/dfs#q"),
        ("coil", "coil:3000x3000/original#q"),
    ] {
        limited(
            &[puzzle, "info", id, "--memory-limit", "1M"],
            "memory limit",
        );
        limited(
            &[puzzle, "generate", id, "--memory-limit", "1M"],
            "memory limit",
        );
    }
}

#[test]
fn drawing_keeps_the_memory_limit() {
    let place = Place::new("limits_draw");
    let made = place.run(&[
        "coil", "generate", "300", "300", "--seed", "a", "-o", "level",
    ]);
    assert_eq!(made.code, Some(0), "{made:?}");
    for output in ["p.gif", "p.apng", "p.png", "p.svg", "-"] {
        let words = [
            "coil",
            "draw",
            "level",
            "-o",
            output,
            "--memory-limit",
            "2M",
        ];
        let run = place.run(&words);
        assert_eq!((run.code, run.stdout.as_str()), (Some(3), ""), "{run:?}");
        assert!(run.stderr.contains("memory limit reached"), "{run:?}");
        assert!(!place.path().join(output).exists());
    }
}
