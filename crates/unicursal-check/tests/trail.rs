//! Wrong paths of every kind, and texts that are none.

use unicursal_check::trail::{Verdict, check};

const BOARD: &[u8] = b"trail 3x3\n1 .|.\n  -\n2 . #\n. 3 .\n";

fn reason(board: &[u8], path: &str) -> String {
    match check(board, path.as_bytes()) {
        Ok(Verdict::Valid) => "valid".to_owned(),
        Ok(Verdict::Wrong(wrong)) => wrong.to_string(),
        Err(malformed) => malformed.to_string(),
    }
}

#[test]
fn paths_are_judged_step_by_step() {
    let cases = [
        ("rr", "step 2 (r): a thin wall stands before (2, 0)"),
        ("rd", "step 2 (d): a thin wall stands before (1, 1)"),
        ("dru", "step 3 (u): a thin wall stands before (1, 0)"),
        ("drr", "step 3 (r): (2, 1) is blocked"),
        ("rl", "step 2 (l): (0, 0) was visited before"),
        ("u", "step 1 (u): the board ends at (0, 0)"),
        ("ddd", "step 3 (d): the board ends at (0, 2)"),
        ("dl", "step 2 (l): the board ends at (0, 1)"),
        ("ddrrr", "step 5 (r): the board ends at (2, 2)"),
        ("", "the path misses 7 cells, one of them at (1, 0)"),
        ("dx", "path: letter 2, 'x', is none of u, d, l, r"),
    ];
    for (path, expected) in cases {
        assert_eq!(reason(BOARD, path), expected, "{path}");
    }
    let board = b"1 3\n. 2\n";
    assert_eq!(
        reason(board, "r"),
        "step 1 (r): (1, 0) has the number 3, and 2 comes first"
    );
    assert_eq!(reason(board, "dru"), "valid");
    assert_eq!(
        reason(b"1 2 .\n", "rr"),
        "the path ends at (2, 0), not at the number 2"
    );
    assert_eq!(reason(b"1 2 3\n", "r"), "the path misses the cell (2, 0)");
    assert_eq!(reason(b"1 . .\r\n. . .\r\n", "rrdll\r\n"), "valid");
    assert_eq!(reason(b"1", "\n"), "valid");
}

#[test]
fn the_board_at_the_failure_is_shown() {
    let Ok(Verdict::Wrong(wrong)) = check(BOARD, b"drr") else {
        panic!("the path is wrong");
    };
    assert_eq!(wrong.board(), "#..\n#@X\n...\n");
}

#[test]
fn wide_columns_and_walls_under_them_are_read() {
    let board = b"trail 5x2\n 5  6  7  8  9\n            --\n 4| 3  2  1 10\n";
    assert_eq!(
        reason(board, "lll"),
        "step 3 (l): a thin wall stands before (0, 1)"
    );
}

#[test]
fn boards_are_not_trusted() {
    let cases: [(&[u8], &str); 12] = [
        (b"", "board: its rows are not of one length"),
        (b"1 .\n.\n", "board: its rows are not of one length"),
        (b". .\n", "board: its numbers are not 1 to N, each once"),
        (b"1 1\n", "board: its numbers are not 1 to N, each once"),
        (b"1 3\n", "board: its numbers are not 1 to N, each once"),
        (b"1 0\n", "board: '0' is no number of a cell"),
        (b"1 ?\n", "board: '?' is not a cell"),
        (b"1 .|\n", "board: a row ends with a wall"),
        (b"-\n1 .\n", "board: a line of walls has no row above it"),
        (b"1 .\n-\n", "board: a line of walls has no row below it"),
        (b"1 .\n -\n. .\n", "board: a wall stands under no cell"),
        (
            b"trail 3x1\n1 .\n",
            "board: 'trail 3x1' is not the size of 2x1",
        ),
    ];
    for (board, expected) in cases {
        assert_eq!(reason(board, "r"), expected);
    }
    assert_eq!(reason(b"1 \xff\n", "r"), "board: it is not text");
}
