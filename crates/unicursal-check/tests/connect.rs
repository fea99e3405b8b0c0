//! Every way to lose a game of Connect the Colours, and the ways to win it.

use unicursal_check::connect::{Game, Rules, Verdict, check, check_by};

const EXAMPLE: &[u8] = b"4 4\n0..e\nV...\n..H.\n0XXe\n2\n0 2 0\n2 0 e\n";
const ANSWER: &str =
    "0 0 0 3 0\n3 0 3 1 e\n3 1 2 1 e\n2 1 2 0 e\n2 0 1 0 e\n1 0 1 2 e\n1 2 3 2 e\n3 2 3 3 e\n";

fn judge(level: &[u8], answer: &str) -> String {
    match check(level, answer.as_bytes(), Some(100)).expect("the level can be read") {
        Verdict::Valid => "valid".to_owned(),
        Verdict::Wrong(wrong) => wrong.to_string(),
    }
}

#[test]
fn answers_in_any_order_and_direction_win() {
    assert_eq!(judge(EXAMPLE, ANSWER), "valid");
    let turned: Vec<String> = ANSWER
        .lines()
        .rev()
        .map(|line| {
            let w: Vec<&str> = line.split(' ').collect();
            format!("{} {} {} {} {}", w[2], w[3], w[0], w[1], w[4])
        })
        .collect();
    assert_eq!(judge(EXAMPLE, &turned.join("\r\n")), "valid");
    // Tile by tile is as good as line by line.
    assert_eq!(
        judge(b"1 4\na..a\n", "1 0 0 0 a\n2 0 1 0 a\n2 0 3 0 a"),
        "valid"
    );
    assert_eq!(judge(b"1 2\nXX\n", ""), "valid");
}

#[test]
fn every_loss_is_named_with_its_line_and_tile() {
    for (answer, expected) in [
        (
            "hello",
            "line 1: 'hello' is not of the form 'x1 y1 x2 y2 colour'",
        ),
        (
            "0 0 0 3",
            "line 1: '0 0 0 3' is not of the form 'x1 y1 x2 y2 colour'",
        ),
        (
            "0 0 0 3 0 0",
            "line 1: '0 0 0 3 0 0' is not of the form 'x1 y1 x2 y2 colour'",
        ),
        (
            "0 0 0 3.5 0",
            "line 1: '0 0 0 3.5 0' is not of the form 'x1 y1 x2 y2 colour'",
        ),
        (
            "\n0 0 0 3 0",
            "line 1: '' is not of the form 'x1 y1 x2 y2 colour'",
        ),
        ("0 0 0 4 0", "line 1: (0, 4) is outside the board"),
        ("-1 0 0 0 0", "line 1: (-1, 0) is outside the board"),
        ("0 0 0 3 7", "line 1: there is no colour '7' on the board"),
        ("0 0 0 3 V", "line 1: there is no colour 'V' on the board"),
        ("0 0 0 3 00", "line 1: there is no colour '00' on the board"),
        ("0 0 0 0 0", "line 1: (0, 0) to itself is no line"),
        ("0 0 1 1 0", "line 1: (0, 0) to (1, 1) is diagonal"),
        ("0 3 1 3 0", "line 1: (1, 3) is a blocker"),
        ("0 1 1 1 0", "line 1: (0, 1) can only be crossed vertically"),
        (
            "2 1 2 2 e",
            "line 1: (2, 2) can only be crossed horizontally",
        ),
        (
            "0 0 0 3 0\n0 0 1 0 e",
            "line 2: (0, 0) belongs to colour '0'",
        ),
        (
            "1 0 1 1 0\n2 1 1 1 e",
            "line 2: (1, 1) belongs to colour '0'",
        ),
        ("1 0 2 0 0", "line 1: (2, 0) is a checkpoint of colour 'e'"),
        (
            "1 0 1 1 e\n1 1 1 0 e",
            "line 2: (1, 1) and (1, 0) are already joined",
        ),
        (
            "0 0 0 3 0\n0 0 1 0 0",
            "line 2: the terminal (0, 0) already has its path",
        ),
        (
            "1 0 1 2 e\n1 1 2 1 e",
            "line 2: the path already goes through (1, 1)",
        ),
        (
            "0 0 0 3 0",
            "10 tiles are not yet part of a complete path, one of them (1, 0)",
        ),
        (
            "",
            "14 tiles are not yet part of a complete path, one of them (0, 0)",
        ),
    ] {
        assert_eq!(judge(EXAMPLE, answer), expected);
    }
    let twice = format!("{ANSWER}0 0 0 3 0\n");
    assert_eq!(
        judge(EXAMPLE, &twice),
        "line 9: the board is already complete"
    );
}

#[test]
fn loops_beside_the_paths_are_refused() {
    let board = b"2 5\n00X..\n11X..\n";
    let paths = "0 0 1 0 0\n0 1 1 1 1\n";
    let ring = "3 0 4 0 0\n4 0 4 1 0\n4 1 3 1 0\n3 1 3 0 0\n";
    assert_eq!(
        judge(board, &format!("{paths}{ring}")),
        "(3, 0) is part of a loop, not of a path between two terminals"
    );
}

#[test]
fn turns_are_counted() {
    let limited = |limit| check(EXAMPLE, ANSWER.as_bytes(), limit).unwrap();
    assert_eq!(limited(None), Verdict::Valid);
    assert_eq!(limited(Some(8)), Verdict::Valid);
    let Verdict::Wrong(wrong) = limited(Some(7)) else {
        panic!("eight lines are more than seven");
    };
    assert_eq!(
        wrong.to_string(),
        "line 8: this is more than the 7 turns that the game permits"
    );
}

#[test]
fn the_board_at_the_failure_shows_what_was_drawn() {
    let verdict = check(EXAMPLE, b"0 0 0 3 0\n1 2 2 2 e\n2 2 2 1 e", None).unwrap();
    let Verdict::Wrong(wrong) = verdict else {
        panic!("the last line crosses H");
    };
    assert!(wrong.reason.starts_with("line 3: "), "{wrong}");
    assert_eq!(wrong.board(), "0..e\n0...\n0e@.\n0XXe\n");
}

#[test]
fn a_game_is_won_with_its_last_line() {
    let mut game = Game::new(EXAMPLE).unwrap();
    for line in ANSWER.lines() {
        assert!(!game.is_complete());
        game.play(line.as_bytes()).unwrap();
    }
    assert!(game.is_complete());
    assert_eq!(game.verdict(), Ok(()));
    let text = String::from_utf8(vec![0xff]);
    assert!(text.is_err());
    assert!(
        game.play(&[0xff, 0x20])
            .is_err_and(|loss| loss.is_malformed)
    );
}

#[test]
fn levels_that_are_none_are_refused() {
    for level in [
        &b""[..],
        b"2\n..\n..\n",
        b"1 2\n0.0\n0\n",
        b"2 2\n00\n",
        b"1 3\n0.1\n",
        b"1 4\n0000\n",
        b"1 3\n0.0\n1\n",
        b"1 3\n0.0\n1\n1 0 7\n",
        b"1 3\n0.0\n1\n3 0 0\n",
        b"1 3\n0\xff0\n",
    ] {
        assert!(check(level, b"", None).is_err(), "{}", level.escape_ascii());
    }
}

fn judge_by(level: &[u8], answer: &str, no_touch: bool, blanks: bool) -> String {
    let rules = Rules {
        turns: None,
        no_touch,
        blanks,
    };
    match check_by(level, answer.as_bytes(), &rules).expect("the level can be read") {
        Verdict::Valid => "valid".to_owned(),
        Verdict::Wrong(wrong) => wrong.to_string(),
    }
}

#[test]
fn a_path_that_touches_itself_is_refused_where_it_must_not() {
    // To the right, down and back: the ends are neighbours that no line joins.
    let around: &[u8] = b"2 2\n0.\n0.\n0\n";
    let path = "0 0 1 0 0\n1 0 1 1 0\n1 1 0 1 0\n";
    assert_eq!(judge_by(around, path, false, false), "valid");
    let touches = "the path touches itself between (0, 0) and (0, 1)";
    assert_eq!(judge_by(around, path, true, false), touches);
    assert_eq!(judge_by(around, path, true, true), touches);
    assert_eq!(judge_by(around, "0 0 0 1 0\n", true, true), "valid");
    // A directional tile is a neighbour even where no edge could be.
    let beside: &[u8] = b"3 2\n0.\nV.\n0.\n0\n";
    assert_eq!(judge_by(beside, "0 0 0 2 0\n", true, true), "valid");
    let past: &[u8] = b"3 3\n0..\nV.V\n0..\n0\n";
    let line = "0 0 2 0 0\n2 0 2 2 0\n2 2 0 2 0\n";
    assert_eq!(judge_by(past, line, true, true), "valid");
    // Other colours may touch.
    let two: &[u8] = b"2 2\n01\n01\n0\n";
    assert_eq!(
        judge_by(two, "0 0 0 1 0\n1 0 1 1 1\n", true, false),
        "valid"
    );
}

#[test]
fn blank_tiles_are_accepted_only_where_they_may_be() {
    let board: &[u8] = b"2 3\n0.0\n...\n0\n";
    let straight = "0 0 2 0 0\n";
    assert_eq!(judge_by(board, straight, false, true), "valid");
    assert_eq!(
        judge_by(board, straight, false, false),
        "3 tiles are not yet part of a complete path, one of them (0, 1)"
    );
    // A checkpoint is not blank, a path is not cut off, a loop is no path, a terminal has its path.
    let checkpoint: &[u8] = b"2 3\n0.0\n...\n1\n1 1 0\n";
    assert_eq!(
        judge_by(checkpoint, straight, false, true),
        "1 tiles are not yet part of a complete path, one of them (1, 1)"
    );
    assert_eq!(
        judge_by(board, "0 0 1 0 0\n", false, true),
        "2 tiles are not yet part of a complete path, one of them (1, 0)"
    );
    assert_eq!(
        judge_by(board, "", false, true),
        "2 tiles are not yet part of a complete path, one of them (0, 0)"
    );
    let wide: &[u8] = b"3 2\n00\n..\n..\n0\n";
    let ring = "0 0 1 0 0\n0 1 1 1 0\n1 1 1 2 0\n1 2 0 2 0\n0 2 0 1 0\n";
    assert_eq!(
        judge_by(wide, ring, false, true),
        "(0, 1) is part of a loop, not of a path between two terminals"
    );
}

#[test]
fn a_checkpoint_is_on_a_tile_that_can_have_one_and_alone_there() {
    for checkpoints in ["1\n1 0 0\n", "1\n0 0 0\n", "2\n2 0 0\n2 0 0\n"] {
        let board = format!("1 4\n0X.0\n{checkpoints}");
        let judged = check(board.as_bytes(), b"", None);
        assert!(judged.is_err(), "{checkpoints}");
    }
    assert!(check(b"1 4\n0V.0\n1\n1 0 0\n", b"", None).is_ok());
}
