//! `unicursal coil check`.

use crate::run::{LEVEL, Place, ended};

#[test]
fn valid_and_wrong_solutions() {
    let place = Place::new("valid_and_wrong").with("level", LEVEL);
    let check =
        |solution: &str| place.run_with(&["coil", "check", "level", "-"], solution.as_bytes());
    for solution in [
        "x=1&y=0&path=RDLDR",
        "x=1&y=0&path=RDLDR\r\n",
        "x=1&y=0&qpath=R\n",
    ] {
        assert_eq!(check(solution), ended(0, "valid\n", ""), "{solution}");
    }
    for (solution, code, reason) in [
        (
            "x=9&y=0&path=R",
            1,
            "the start (9, 0) is outside the 3x3 board",
        ),
        ("x=0&y=0&path=R", 1, "the start (0, 0) is a wall"),
        (
            "x=1&y=0&path=RDU",
            1,
            "step 3 (U): the direction is blocked at (2, 1)",
        ),
        (
            "x=1&y=0&path=RDL",
            1,
            "the path misses 2 cells, one of them at (0, 2)",
        ),
        (
            "x=1&y=0&path=R?",
            2,
            "solution: letter 2 of the path, '?', is none of U, D, L, R",
        ),
        ("", 2, "solution: it is empty"),
        (
            "No solution found",
            2,
            "solution: 'No solution found' is not of the form name=value, as in x=0&y=1&path=DRURD",
        ),
    ] {
        let message = format!("unicursal: <stdin>: {reason}\n");
        assert_eq!(check(solution), ended(code, "", &message), "{solution}");
    }
}

#[test]
fn debug_shows_the_board_at_the_failure() {
    let place = Place::new("check_debug")
        .with("level", LEVEL)
        .with("s", "x=1&y=0&path=RDU");
    let run = place.run(&["coil", "check", "level", "s", "--debug"]);
    let message = "unicursal: s: step 3 (U): the direction is blocked at (2, 1)\nX##\n..@\n..X\n";
    assert_eq!(run, ended(1, "", message));
}

#[test]
fn json_verdicts() {
    let place = Place::new("check_json")
        .with("level", LEVEL)
        .with("good", "x=1&y=0&path=RDLDR")
        .with("bad", "x=0&y=0&path=R");
    let run = |solution| place.run(&["coil", "check", "level", solution, "--json"]);
    assert_eq!(
        run("good"),
        ended(0, "{\"level\":\"level\",\"valid\":true}\n", "")
    );
    let wrong = "{\"level\":\"level\",\"valid\":false,\"reason\":\"the start (0, 0) is a wall\"}\n";
    assert_eq!(run("bad"), ended(1, wrong, ""));
}

#[test]
fn help_says_whether_the_level_may_be_left_out() {
    let place = Place::new("help_says_whether_the_level");
    for (command, may) in [("check", false), ("play", false), ("solve", true)] {
        let help = place.run(&["coil", command, "--help"]).stdout;
        assert_eq!(help.contains("if not given"), may, "{help}");
    }
}
