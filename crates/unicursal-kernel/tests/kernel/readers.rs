//! Levels and certificates that are none.

use unicursal_kernel::{Board, Rules, Verdict, check};

const CONNECT: Rules = Rules::Connect { no_touch: false, blanks: false, turns: None };

#[test]
fn texts_that_are_no_levels_are_refused() {
    let refused = |rules: Rules, text: &str| assert!(Board::read(text.as_bytes(), rules).is_err(), "{text}");
    let coil = ["", "x=1", "x=1&y=1&board=", "x=1&y=1&board=..", "x=1&y=1&board=x", "x=0&y=0&board="];
    let more = [
        "x=1&x=1&y=1&board=.",
        "y=1&x=1&board=.",
        "x=1&y=1&board=.&z=1",
        "x=+1&y=1&board=.",
        "x=1 &y=1&board=.",
        "x=-1&y=-1&board=.",
    ];
    coil.iter().chain(&more).for_each(|text| refused(Rules::Coil, text));
    refused(Rules::Coil, "x=4294967296&y=4294967296&board=");
    for text in ["", "..", "SS", "S.\n.", "S?", "2 2\nS.\n", "1 1\n", "S\n\n.", "9999999999999999999999 1\nS"]
    {
        refused(Rules::Pellet, text);
    }
    for text in
        ["", "1", "1 1 1\n.", "1 2\n.", "1 2\n...", "1 2\n0.", "1 3\n000", "0 0", "1 0\n\n", "1 2\n00\nx"]
    {
        refused(CONNECT, text);
    }
    for points in [
        "1\n",
        "1\n9 0 0",
        "1\n2 0 1",
        "1\n0 0 0",
        "1\n3 0 0",
        "2\n2 0 0\n2 0 0",
        "0\nmore",
        "1\n2 0 00",
        "-1",
    ] {
        refused(CONNECT, &format!("1 4\n00.X\n{points}"));
    }
    assert!(Board::read(b"1 4\n00.X\n1\n2 0 0\n", CONNECT).is_ok());
    assert!(Board::read(&[0xff, 0xfe], Rules::Coil).is_err());
}

/// Thin walls, blocked cells and numbers of two digits.
#[test]
fn trails_are_read_as_they_are_printed() {
    let read = |text: &str| Board::read(text.as_bytes(), Rules::Trail);
    let board = read("trail 4x3\n1|2 . .\n    -\n. # . .\n. . . 3\n").expect("a level");
    assert_eq!((board.ends, board.count), ([Some(0), Some(11)], 11));
    let closed =
        |cell: usize, side: usize| board.next(cell, side).is_none() && board.near(cell, side).is_some();
    let walls: Vec<_> =
        (0..12).flat_map(|cell| [(cell, 0), (cell, 1)]).filter(|&(c, s)| closed(c, s)).collect();
    // The last two are sides of the blocked cell.
    assert_eq!(walls, [(0, 0), (1, 1), (2, 1), (4, 0), (5, 0), (5, 1)]);
    let many: String = (1..=12).map(|number| format!("{number:>2} ")).collect();
    let board = read(&format!("trail 12x2\n{}\n-- \n{}\n", many.trim_end(), " . ".repeat(12).trim_end()));
    let board = board.expect("a level");
    assert_eq!((board.ends, board.next(0, 1), board.next(1, 1)), ([Some(0), Some(11)], None, Some(13)));
    assert_eq!(read("trail 1x1\n1\n").expect("a level").ends, [Some(0), None]);
    assert_eq!(read("trail 2x2 loop\n1 .\n2 .\n").expect("a level").ends, [Some(0), Some(2)]);
    for text in [
        "",
        "1 .\n",
        "trail 2x1\n1 . .\n",
        "trail 2x1\n1\n",
        "trail 2x1\n. .\n",
        "trail 2x1\n1 3\n",
        "trail 2x1\n1 1\n",
        "trail 2x1\n0 1\n",
        "trail 1x2\n1\n\n.\n",
        "trail 2x2\n-\n1 .\n. .\n",
        "trail 2x2\n1 .\n -\n. .\n",
        "trail 2x1\n1 ?\n",
        "trail 2x2\n1 .\n",
        "trail 0x0\n",
        "trail 2x1 round\n1 .\n",
        "trail 99999999999x1\n1\n",
        "trail 2x1\n1  .\n",
        "trail 2x1\n1|.x\n",
        "trail 2x1\n1\u{e9}.\n",
    ] {
        assert!(read(text).is_err(), "{text}");
    }
}

fn judge(level: &str, rules: Rules, text: &str) -> Verdict {
    let board = Board::read(level.as_bytes(), rules).expect("a level");
    check(&board, &mut text.as_bytes(), &|| true, &mut |_, _| {}).expect("it can be read")
}

const ONE: &str = "x=1&y=1&board=.\n";

#[test]
fn what_begins_otherwise_is_no_such_certificate() {
    for text in ["", "unicursal coil proof 1\n", "unicursal certificate 1 pellet\n", "\u{0}"] {
        let other = Verdict::Other("unicursal certificate 1 coil".to_owned());
        assert_eq!(judge(ONE, Rules::Coil, text), other, "{text}");
    }
}

#[test]
fn lines_that_cannot_be_read_are_rejected() {
    let rejected = |text: &str, line: usize| match judge(ONE, Rules::Coil, text) {
        Verdict::Rejected(at, _) => assert_eq!(at, line, "{text}"),
        other => panic!("{text}: {other:?}"),
    };
    let begun = |lines: &str| format!("unicursal certificate 1 coil\n{lines}");
    for line in [
        "what",
        "c",
        "c 0,0",
        "c 0,0 x",
        "c 0,0 0",
        "c 1,1 1",
        "c 0,0,0 1",
        "ends 5",
        "ends 5 x 0",
        "5 0 1",
        "d x",
        "cycle",
        "split 1",
        "0",
        "--5 0 0",
        "+5 0 0",
        "-0 0 0",
        "ends 0 0,0",
        "cut 0",
        "turns 0",
        "\u{0}",
    ] {
        rejected(&begun(line), 2);
    }
    rejected(&begun("answer 0,0\nother 1\nends 5 0\n0 1 2 0\nmore\n"), 6);
    let board = Board::read(ONE.as_bytes(), Rules::Coil).expect("a level");
    let mut bytes: &[u8] = b"unicursal certificate 1 coil\n\xff\n";
    let verdict = check(&board, &mut bytes, &|| true, &mut |_, _| {}).expect("it can be read");
    assert!(matches!(verdict, Verdict::Rejected(2, _)));
}

#[test]
fn what_does_not_follow_is_told_with_its_line() {
    for lines in [
        "",
        "\n\n",
        "answer 0,0 R",
        "ends 0",
        "other 1",
        "c 0,0 2",
        "0 0",
        "0 1 0",
        "5 0 1 0",
        "99 0 0",
        "-0 0 0",
        "d 1",
    ] {
        let text = format!("unicursal certificate 1 coil\n{lines}");
        assert!(matches!(judge(ONE, Rules::Coil, &text), Verdict::Rejected(..)), "{lines}");
    }
    let late = "unicursal certificate 1 coil\nc 0,0 1\nanswer 0,0\nother 1\n0 1 2 0\n";
    assert!(matches!(judge(ONE, Rules::Coil, late), Verdict::Proved(answers) if answers.len() == 1));
    let twice = "unicursal certificate 1 coil\nanswer 0,0\nanswer 0,0\n";
    assert!(matches!(judge(ONE, Rules::Coil, twice), Verdict::Rejected(3, _)));
}

/// A tile that stays empty is no path, and there is one path for each colour.
#[test]
fn an_answer_has_a_path_for_each_colour_and_no_other() {
    let rules = Rules::Connect { no_touch: false, blanks: true, turns: None };
    let begun = "unicursal certificate 1 connect blanks\nanswer";
    for (answer, line) in [("0,0 R", 3), ("0,0 R 2,0", 2), ("2,0", 2), ("0,0 1,0", 2), ("", 2)] {
        let verdict = judge("1 3\n00.\n", rules, &format!("{begun} {answer}\n"));
        assert!(matches!(verdict, Verdict::Rejected(at, _) if at == line), "{answer}: {verdict:?}");
    }
}

#[test]
fn the_caller_can_stop_it() {
    let board = Board::read(ONE.as_bytes(), Rules::Coil).expect("a level");
    let verdict = check(&board, &mut &b"unicursal certificate 1 coil\n"[..], &|| false, &mut |_, _| {});
    assert_eq!(verdict.expect("it can be read"), Verdict::Stopped);
}

/// What is kept is bounded, whatever the text says: a compressed file may be a thousand times as long when it is unpacked.
#[test]
fn a_certificate_cannot_take_all_memory() {
    let set = format!("set{}\n", " 0,0".repeat(100_000));
    let text = format!("unicursal certificate 1 coil\n{}", set.repeat(100));
    let verdict = judge(ONE, Rules::Coil, &text);
    assert!(matches!(&verdict, Verdict::Rejected(_, why) if why.contains("memory")), "{verdict:?}");
    let text = format!("unicursal certificate 1 coil\n{}", set.repeat(50));
    let verdict = judge(ONE, Rules::Coil, &text);
    assert!(matches!(&verdict, Verdict::Rejected(52, why) if why.contains("it ends")), "{verdict:?}");
}
