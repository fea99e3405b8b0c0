//! Wrong paths of every kind, and texts that are none.

use unicursal_check::pellet::{Verdict, check};

const BOARD: &[u8] = b"3 2\nS.#\n...\n";

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
        ("drur", "step 4 (r): there is a wall at (2, 0)"),
        ("rdrl", "step 4 (l): (1, 1) was visited before"),
        ("rl", "step 2 (l): (0, 0) was visited before"),
        ("u", "step 1 (u): the board ends at (0, 0)"),
        ("l", "step 1 (l): the board ends at (0, 0)"),
        ("dd", "step 2 (d): the board ends at (0, 1)"),
        ("rdrr", "step 4 (r): the board ends at (2, 1)"),
        ("", "the path misses 4 cells, one of them at (1, 0)"),
        ("drr", "the path misses the cell (1, 0)"),
        ("rdx", "path: letter 3, 'x', is none of u, d, l, r"),
        ("rd lr", "path: letter 3, ' ', is none of u, d, l, r"),
    ];
    for (path, expected) in cases {
        assert_eq!(reason(BOARD, path), expected, "{path}");
    }
    assert_eq!(reason(b"S.\r\n..\r\n", "rdl\r\n"), "valid");
    assert_eq!(reason(b"S", "\n"), "valid");
}

#[test]
fn the_board_at_the_failure_is_shown() {
    let Ok(Verdict::Wrong(wrong)) = check(BOARD, b"drur") else {
        panic!("the path is wrong");
    };
    assert_eq!(wrong.board(), "#@X\n##.\n");
}

#[test]
fn boards_are_not_trusted() {
    let cases: [(&[u8], &str); 7] = [
        (b"", "board: its rows are not of one length"),
        (b"S.\n.\n", "board: its rows are not of one length"),
        (b"..\n", "board: it has 0 cells S"),
        (b"SS\n", "board: it has 2 cells S"),
        (b"S?\n", "board: '?' is not a cell"),
        (b"3 1\nS.\n", "board: '3 1' is not the size of 2x1"),
        (b"S\xff\n", "board: it is not text"),
    ];
    for (board, expected) in cases {
        assert_eq!(reason(board, "r"), expected);
    }
}
