//! The forms of a board's text: what is read, what is printed, and what is wrong with others.

use unicursal::trail::{Board, Parts, Side, text};
use unicursal::{Control, puzzle};

fn error(text: &str) -> String {
    text::parse_board(text.as_bytes()).unwrap_err().to_string()
}

#[test]
fn a_board_is_printed_as_a_picture_and_read_back() {
    let parts = Parts {
        width: 4,
        height: 3,
        numbers: vec![(0, 0), (3, 0), (3, 2)],
        blocked: vec![(1, 1)],
        walls: vec![(0, 0, Side::Below), (2, 0, Side::Right)],
    };
    let board = Board::new(&parts);
    let printed = "trail 4x3\n1 . .|2\n-\n. # . .\n. . . 3\n";
    assert_eq!(text::print_board(&board), printed);
    for text in [
        printed,
        "1 . .|2\n-\n. # . .\n. . . 3",
        "\n\r\n1..|2\r\n-\r\n.#..\r\n...3\r\n\r\n",
        "  1 .   .  |  2\n  -\n. # . .\n. . . 3",
        "trail 4x3\n01  .  . | 2\n--\n .  #  .  .\n .  .  .  3\n",
    ] {
        assert_eq!(
            text::parse_board(text.as_bytes()).as_ref(),
            Ok(&board),
            "{text}"
        );
    }
    assert_eq!(board.parts(), parts);
}

#[test]
fn numbers_of_two_digits_make_wide_columns() {
    let line = "trail=5x2:5,6,7,8,9_4!3,2,1,10";
    let trail = puzzle("trail").expect("it is in the registry");
    let level = trail
        .parse(line.as_bytes(), &Control::new())
        .expect("it is a board");
    let printed = "trail 5x2\n 5  6  7  8  9\n            --\n 4| 3  2  1 10\n";
    assert_eq!(level.text(), printed);
    let read = trail
        .parse(printed.as_bytes(), &Control::new())
        .expect("it is a board");
    let written = read.write_as("line").expect("it can be written");
    assert_eq!(String::from_utf8_lossy(&written).trim_end(), line);
}

#[test]
fn errors_name_the_place() {
    let cases = [
        ("", "the board is empty"),
        ("...\n", "the board has no number: the path starts at 1"),
        (
            "1.\n.?\n",
            "line 2, column 2: '?' is no number and none of '.', '#', '|'",
        ),
        ("1.\n.\n", "line 2: the row has 1 cells, not 2"),
        ("1.\n\n..\n", "line 2: the row has 0 cells, not 2"),
        ("1.\n.1\n", "line 2, column 2: a second 1"),
        ("1.\n.0\n", "line 2, column 2: numbers begin with 1, not 0"),
        (
            "1.\n.3\n",
            "line 2, column 2: 3 stands here, but there is no 2",
        ),
        (
            "|1.\n",
            "line 1, column 1: the thin wall does not stand between two cells",
        ),
        (
            "1.|\n",
            "line 1, column 3: the thin wall does not stand between two cells",
        ),
        (
            "1||.\n",
            "line 1, column 3: the thin wall does not stand between two cells",
        ),
        (
            "-\n1.\n",
            "line 1, column 1: the thin wall does not stand between two cells",
        ),
        (
            "1.\n -\n",
            "line 2, column 2: the thin wall does not stand between two cells",
        ),
        (
            "1 .\n -\n. .\n",
            "line 2, column 2: the thin wall does not stand between two cells",
        ),
        (
            "1.\n   -\n..\n",
            "line 2, column 4: the thin wall does not stand between two cells",
        ),
        (
            "1.\n-\n-\n..\n",
            "line 3, column 1: the thin wall does not stand between two cells",
        ),
        ("trail 2x3\n1.\n", "the title says 3 rows, but there are 1"),
        ("trail 3x1\n1.\n", "line 2: the row has 2 cells, not 3"),
        (
            "trail 2\n1.\n",
            "line 1: 'trail 2' is not a title of the form trail WIDTHxHEIGHT [loop]",
        ),
        (
            "trails\n1.\n",
            "line 1: 'trails' is not a title of the form trail WIDTHxHEIGHT [loop]",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(error(text), message, "{text:?}");
    }
    for text in [
        "trail 0x0\n",
        "trail 20001x1\n1\n",
        "trail 20000x20000\n1\n",
    ] {
        assert!(error(text).contains("is not supported"), "{text:?}");
    }
}

#[test]
fn the_json_of_archives_is_read_and_written() {
    let json = br#"{"game": "x", "grid_size": [2, 3], "start": 1,
        "nodes": [{"id": 2, "row": 0, "col": 2}, {"id": 1, "row": 0, "col": 0}],
        "walls": [[[1, 1], [0, 1]], [[0, 2], [0, 1]]], "difficulty": null}"#;
    let trail = puzzle("trail").expect("it is in the registry");
    let level = trail.parse(json, &Control::new()).expect("it is a board");
    assert_eq!(level.text(), "trail 3x2\n1 .|2\n  -\n. . .\n");
    let written = level.write_as("json").expect("it can be written");
    let again = trail
        .parse(&written, &Control::new())
        .expect("it is a board");
    assert_eq!(again.text(), level.text());
    let bad = |from: &str, to: &str| {
        let json = String::from_utf8_lossy(json).replace(from, to);
        let read = trail.parse(json.as_bytes(), &Control::new());
        read.err()
            .map(|error| error.to_string())
            .unwrap_or_default()
    };
    assert_eq!(
        bad("[2, 3]", "[2]"),
        "grid_size: this is no pair of rows and columns"
    );
    assert_eq!(
        bad("[2, 3]", "[0, 3]"),
        "grid_size: a board of 3x0 is not supported"
    );
    assert_eq!(
        bad("\"col\": 2", "\"col\": 3"),
        "nodes[0]: this is no id with a row and a col on the board"
    );
    assert_eq!(
        bad("\"id\": 2", "\"id\": 1"),
        "nodes, row 0, col 0: a second 1"
    );
    assert_eq!(
        bad("\"id\": 2", "\"id\": 3"),
        "nodes, row 0, col 2: 3 stands here, but there is no 2"
    );
    assert_eq!(
        bad("\"col\": 2", "\"col\": 0"),
        "nodes[1]: its cell has a number already"
    );
    assert_eq!(
        bad("[0, 2], [0, 1]", "[0, 2], [1, 1]"),
        "walls[1]: this is no pair of neighbouring cells"
    );
    assert!(bad("null}", "null").starts_with("line 3, column "));
}
