//! Wrong solutions of every kind, and texts that are none.

use unicursal_check::Wrong;
use unicursal_check::coil::{Verdict, check};

/// The example: X.. / ... / ..X
const LEVEL: &[u8] = b"x=3&y=3&board=X.......X";

fn wrong(solution: &str) -> Wrong {
    match check(LEVEL, solution.as_bytes()) {
        Ok(Verdict::Wrong(wrong)) => wrong,
        other => panic!("{solution}: {other:?}"),
    }
}

#[test]
fn right_solutions_are_valid() {
    for solution in [
        "x=1&y=0&path=RDLDR",
        "x=1&y=0&qpath=R",
        "x=1&y=2&path=LURUL",
        "path=DRURD&y=1&x=0",
        "x=1&y=0&path=RDLDR\n",
        "x=1&y=0&path=RDLDR\r\n",
        "x=01&y=0&path=RDLDR",
    ] {
        assert_eq!(
            check(LEVEL, solution.as_bytes()),
            Ok(Verdict::Valid),
            "{solution}"
        );
    }
    assert_eq!(
        check(b"x=1&y=1&board=.", b"x=0&y=0&path="),
        Ok(Verdict::Valid)
    );
    // After the first letter the whole spiral follows by itself.
    let level = b"x=3&y=3&board=.........";
    assert_eq!(check(level, b"x=0&y=0&qpath=R"), Ok(Verdict::Valid));
    let level = b"x=3&y=2&board=X..X..";
    assert_eq!(check(level, b"x=1&y=0&qpath=R"), Ok(Verdict::Valid));
}

#[test]
fn a_qpath_needs_a_letter_at_a_choice() {
    // The plus: down through the middle leaves both arms, which cannot be reached from the foot.
    let level = b"x=3&y=3&board=X.X...X.X";
    let Ok(Verdict::Wrong(wrong)) = check(level, b"x=1&y=0&qpath=D") else {
        panic!("the plus has no solution")
    };
    assert!(
        wrong.reason.starts_with("the path misses 2 cells, "),
        "{wrong}"
    );
    // T: from the foot up, then left and right are free.
    let level = b"x=3&y=2&board=...X.X";
    let Ok(Verdict::Wrong(wrong)) = check(level, b"x=1&y=1&qpath=U") else {
        panic!("a choice is left open")
    };
    assert_eq!(
        wrong.reason,
        "the path misses 2 cells, one of them at (0, 0)"
    );
}

#[test]
fn wrong_solutions_say_where() {
    for (solution, reason) in [
        (
            "x=3&y=0&path=R",
            "the start (3, 0) is outside the 3x3 board",
        ),
        (
            "x=0&y=3&path=R",
            "the start (0, 3) is outside the 3x3 board",
        ),
        (
            "x=18446744073709551615&y=0&path=R",
            "the start (18446744073709551615, 0) is outside the 3x3 board",
        ),
        ("x=0&y=0&path=R", "the start (0, 0) is a wall"),
        (
            "x=1&y=0&path=L",
            "step 1 (L): the direction is blocked at (1, 0)",
        ),
        (
            "x=1&y=0&path=U",
            "step 1 (U): the direction is blocked at (1, 0)",
        ),
        (
            "x=1&y=0&path=RR",
            "step 2 (R): the direction is blocked at (2, 0)",
        ),
        (
            "x=1&y=0&path=RDU",
            "step 3 (U): the direction is blocked at (2, 1)",
        ),
        (
            "x=1&y=0&path=RDLDRR",
            "step 6 (R): the direction is blocked at (1, 2)",
        ),
        (
            "x=1&y=0&path=RDL",
            "the path misses 2 cells, one of them at (0, 2)",
        ),
        (
            "x=1&y=0&path=",
            "the path misses 6 cells, one of them at (2, 0)",
        ),
        (
            "x=1&y=0&path=DL",
            "the path misses 3 cells, one of them at (2, 0)",
        ),
        (
            "x=1&y=0&qpath=RD",
            "step 2 (D): the direction is blocked at (1, 2)",
        ),
    ] {
        assert_eq!(wrong(solution).to_string(), reason, "{solution}");
    }
}

#[test]
fn a_slide_does_not_stop_before_it_is_blocked() {
    // A path that turns early visits other cells than its author meant.
    let level = b"x=3&y=2&board=......";
    let Ok(Verdict::Wrong(wrong)) = check(level, b"x=0&y=0&path=DRUR") else {
        panic!("the last R is blocked")
    };
    assert_eq!(
        wrong.to_string(),
        "step 4 (R): the direction is blocked at (2, 0)"
    );
}

#[test]
fn the_board_at_the_failure() {
    assert_eq!(wrong("x=1&y=0&path=RDU").board(), "X##\n..@\n..X\n");
    assert_eq!(wrong("x=0&y=0&path=").board(), "X..\n...\n..X\n");
    assert_eq!(wrong("x=1&y=0&path=RDL").board(), "X##\n@##\n..X\n");
}

#[test]
fn malformed_solutions() {
    for (solution, reason) in [
        ("", "it is empty"),
        ("\n", "it is empty"),
        (
            "No solution found",
            "'No solution found' is not of the form name=value, as in x=0&y=1&path=DRURD",
        ),
        ("x=1&y=0", "field 'path' is missing"),
        ("x=1&path=R", "field 'y' is missing"),
        ("y=1&path=R", "field 'x' is missing"),
        ("x=1&x=1&y=0&path=R", "field 'x' is repeated"),
        ("x=1&y=0&path=R&path=R", "there is more than one path"),
        ("x=1&y=0&path=R&qpath=R", "there is more than one path"),
        ("x=1&y=0&z=0&path=R", "unknown field 'z'"),
        ("x=-1&y=0&path=R", "x is not a number: '-1'"),
        ("x=&y=0&path=R", "x is not a number: it is empty"),
        (
            "x=99999999999999999999&y=0&path=R",
            "x is too large: '99999999999999999999'",
        ),
        (
            "x=1&y=0&path=RdL",
            "letter 2 of the path, 'd', is none of U, D, L, R",
        ),
        (
            "x=1&y=0&path=R L",
            "letter 2 of the path, ' ', is none of U, D, L, R",
        ),
        (
            "x=1&y=0&path=R\nx",
            "letter 2 of the path, '\\n', is none of U, D, L, R",
        ),
    ] {
        let malformed = check(LEVEL, solution.as_bytes()).expect_err(solution);
        assert_eq!(
            malformed.to_string(),
            format!("solution: {reason}"),
            "{solution}"
        );
    }
}

#[test]
fn malformed_levels() {
    for level in [
        "",
        "x=3&y=3",
        "x=3&board=...",
        "x=2&y=2&board=...",
        "x=0&y=0&board=",
        "x=4294967296&y=4294967296&board=",
        "x=9999999999999999&y=9999999999999999&board=.",
        "x=1&y=1&board=o",
        "x=1&y=1&y=1&board=.",
        "x=1&y=1&board=.&rest=",
    ] {
        let result = check(level.as_bytes(), b"x=0&y=0&path=");
        let malformed = result.expect_err(level).to_string();
        assert!(malformed.starts_with("level: "), "{level}: {malformed}");
    }
}
