//! Reading boards and answers: what is accepted, and what is refused with which line.

use unicursal::connect::Rules;
use unicursal::connect::text::{is_whole, parse_board, parse_pieces, print_board};
use unicursal::internals::connect::count;
use unicursal::{Control, Count, Whole};

#[test]
fn boards_are_printed_as_they_were_read() {
    for text in [
        "4 4\n0..e\nV...\n..H.\n0XXe\n2\n0 2 0\n2 0 e\n",
        "1 2\n00\n0\n",
        "1 2\n00\n",
        "2 2\néa\néa\n1\n0 0 a\n",
    ] {
        match parse_board(text.as_bytes()) {
            Ok(board) => assert_eq!(print_board(&board), text),
            Err(error) => assert_eq!(
                error.to_string(),
                "line 5: the checkpoint (0, 0) is on a terminal"
            ),
        }
    }
    let windows =
        parse_board(b"1 3 \r\n0.0\r\n1\r\n1 0 0  \r\n\r\n\r\n").expect("blanks do not matter");
    assert_eq!(print_board(&windows), "1 3\n0.0\n1\n1 0 0\n");
}

#[test]
fn bad_boards_are_refused_with_the_place() {
    for (text, expected) in [
        ("", "line 1: the text ends where 'height width' should be"),
        ("\n", "line 1: the text ends where 'height width' should be"),
        ("3\n", "line 1: expected 'height width', not '3'"),
        ("1 2 3\n", "line 1: expected 'height width', not '1 2 3'"),
        ("a b\n", "line 1: expected 'height width', not 'a b'"),
        ("-1 4\n", "line 1: expected 'height width', not '-1 4'"),
        ("0 4\n", "line 1: the height must be from 1 to 1000, not 0"),
        (
            "4 1001\n",
            "line 1: the width must be from 1 to 1000, not 1001",
        ),
        (
            "4 99999999999999999999999\n",
            "line 1: the width must be from 1 to 1000, not 99999999999999999999999",
        ),
        (
            "1000 1000\n",
            "line 1: a board of 1000x1000 is too large: at most 250000 cells are supported",
        ),
        (
            "2 2\n00\n",
            "line 3: the text ends where row 2 of 2 should be",
        ),
        ("1 3\n00\n", "line 2: row 1 has 2 tiles, not 3"),
        ("1 3\n0..0\n", "line 2: row 1 has 4 tiles, not 3"),
        ("1 3\n0 0\n", "line 2: column 2: ' ' is no tile"),
        ("1 3\n0\t0\n", "line 2: column 2: '\\t' is no tile"),
        (
            "2 2\n0.\n.1\n",
            "line 2: column 1: colour '0' stands only here; a colour has two terminals",
        ),
        (
            "2 2\n00\n0.\n",
            "line 3: column 1: colour '0' stands here for the third time",
        ),
        (
            "1 2\n00\nx\n",
            "line 3: expected the number of checkpoints, not 'x'",
        ),
        (
            "1 2\n00\n-1\n",
            "line 3: expected the number of checkpoints, not '-1'",
        ),
        (
            "1 2\n00\n0 0\n",
            "line 3: expected the number of checkpoints, not '0 0'",
        ),
    ] {
        refuses(text, expected);
    }
    let error = parse_board(b"1 3\n0\xff0\n").expect_err("this is no text");
    assert_eq!(error.to_string(), "line 2: column 2: byte 0xff is no tile");
}

#[test]
fn bad_checkpoints_are_refused_with_the_place() {
    for (text, expected) in [
        (
            "1 3\n0.0\n2\n1 0 0\n",
            "line 5: the text ends where checkpoint 2 of 2 should be",
        ),
        (
            "1 3\n0.0\n1\n1 0\n",
            "line 4: expected a checkpoint 'x y colour', not '1 0'",
        ),
        (
            "1 3\n0.0\n1\nx 0 0\n",
            "line 4: expected a checkpoint 'x y colour', not 'x 0 0'",
        ),
        (
            "1 3\n0.0\n1\n3 0 0\n",
            "line 4: the checkpoint (3, 0) is outside the board of 3 columns and 1 rows",
        ),
        (
            "1 3\n0.0\n1\n-1 0 0\n",
            "line 4: the checkpoint (-1, 0) is outside the board of 3 columns and 1 rows",
        ),
        (
            "1 3\n0.0\n1\n0 99999999999999999999 0\n",
            "line 4: the checkpoint (0, 99999999999999999999) is outside the board of 3 columns and 1 rows",
        ),
        (
            "1 4\n0.0X\n1\n3 0 0\n",
            "line 4: the checkpoint (3, 0) is on a blocker",
        ),
        (
            "1 3\n0.0\n1\n2 0 0\n",
            "line 4: the checkpoint (2, 0) is on a terminal",
        ),
        (
            "1 3\n0.0\n1\n1 0 7\n",
            "line 4: there is no colour '7' on the board",
        ),
        (
            "1 3\n0.0\n1\n1 0 00\n",
            "line 4: there is no colour '00' on the board",
        ),
        (
            "1 3\n0.0\n2\n1 0 0\n1 0 0\n",
            "line 5: there is already a checkpoint at (1, 0)",
        ),
        (
            "1 2\n00\n0\nmore\n",
            "line 4: 'more' after the end of the board",
        ),
    ] {
        refuses(text, expected);
    }
}

/// Asserts that a board is refused for this reason.
fn refuses(text: &str, expected: &str) {
    let error = parse_board(text.as_bytes()).expect_err(text);
    assert_eq!(error.to_string(), expected);
}

#[test]
fn answers_must_stay_on_the_board_to_be_drawn() {
    let board = parse_board(b"2 3\n0.0\n1.1\n").expect("it is a board");
    assert_eq!(
        parse_pieces(&board, b"0 0 2 0 0\r\n1 1 0 1 1\r\n")
            .expect("they can be drawn")
            .len(),
        2
    );
    assert_eq!(
        parse_pieces(&board, b"")
            .expect("nothing can be drawn")
            .len(),
        0
    );
    for (text, expected) in [
        (
            "0 0 2 0",
            "line 1: expected 'x1 y1 x2 y2 colour', not '0 0 2 0'",
        ),
        (
            "0 0 2 0 0\n0 0 2 0 x",
            "line 2: there is no colour 'x' on the board",
        ),
        (
            "0 0 3 0 0",
            "line 1: (3, 0) is outside the board of 3 columns and 2 rows",
        ),
        (
            "0 0 -1 0 0",
            "line 1: expected 'x1 y1 x2 y2 colour', not '0 0 -1 0 0'",
        ),
        (
            "0 0 1 1 0",
            "line 1: a piece of a path must be a horizontal or vertical line of two tiles or more",
        ),
        (
            "0 0 0 0 0",
            "line 1: a piece of a path must be a horizontal or vertical line of two tiles or more",
        ),
    ] {
        let error = parse_pieces(&board, text.as_bytes()).expect_err(text);
        assert_eq!(error.to_string(), expected);
    }
}

/// Only the second part of the puzzle, which has no special tiles, may end after its rows.
#[test]
fn a_stream_tells_when_the_board_is_whole() {
    let first = "2 3\n0.0\n1H1\n2\n1 0 0\n1 1 1\n";
    for end in 0..first.len() {
        assert_eq!(
            is_whole(&first.as_bytes()[..end]),
            Whole::No,
            "{}",
            &first[..end]
        );
    }
    assert_eq!(is_whole(first.as_bytes()), Whole::Yes);
    assert_eq!(is_whole(b"2 3\n0.0\n1.1\n"), Whole::IfItEnds);
    assert_eq!(is_whole(b"2 3\n0.0\n1.1\n0"), Whole::IfItEnds);
    assert_eq!(is_whole(b"2 3\n0.0\n1.1\n0\n"), Whole::Yes);
    assert_eq!(is_whole(b"nonsense\n"), Whole::IfItEnds);
    assert_eq!(is_whole(b"3 2\n0.0\n1.1\n"), Whole::No);
}

/// 70,000 colours and as many checkpoints: read at once, and counted with numbers that do not
/// collide.
#[test]
fn boards_with_very_many_colours_are_read() {
    let names = (0x3400..).filter_map(char::from_u32);
    let names: Vec<char> = names
        .filter(|name| name.is_alphabetic())
        .take(70_000)
        .collect();
    let rows = names.chunks(175).map(|names| {
        let tiles = names.iter().flat_map(|&name| [name, '.', name]);
        tiles.chain(['\n']).collect::<String>()
    });
    let checkpoints = names.iter().enumerate().map(|(index, name)| {
        let (x, y) = (3 * (index % 175) + 1, index / 175);
        format!("{x} {y} {name}\n")
    });
    let (rows, checkpoints): (String, String) = (rows.collect(), checkpoints.collect());
    let text = format!("400 525\n{rows}70000\n{checkpoints}");
    let board = parse_board(text.as_bytes()).expect("it can be read");
    assert_eq!(board.colours().len(), 70_000);
    assert_eq!(print_board(&board), text);
    let counted = count(&board, Rules::default(), None, &Control::new());
    assert_eq!(counted, Count::new(1_u8, true));
}

/// Two neighbours of different colours are never joined, so that there is one way at a time.
#[test]
fn boards_full_of_terminals_are_counted_at_once() {
    let names: Vec<char> = (0x4e00..0x4e00 + 1800).filter_map(char::from_u32).collect();
    let rows = names.chunks(30).map(|names| {
        let tiles = names.iter().flat_map(|&name| [name, name]);
        tiles.chain(['\n']).collect::<String>()
    });
    let text = format!("60 60\n{}0\n", rows.collect::<String>());
    let board = parse_board(text.as_bytes()).expect("it can be read");
    let counted = count(&board, Rules::default(), None, &Control::new());
    assert_eq!(counted, Count::new(1_u8, true));
}
