//! Levels and certificates that are none.

use unicursal_kernel::{Board, Rules, Verdict, check};

const CONNECT: Rules = Rules::Connect { no_touch: false, blanks: false, turns: None };

#[test]
fn texts_that_are_no_levels_are_refused() {
    let refused = |rules: Rules, text: &str| assert!(Board::read(text.as_bytes(), rules).is_err(), "{text}");
    let coil = ["", "x=1", "x=1&y=1&board=", "x=1&y=1&board=..", "x=1&y=1&board=x", "x=0&y=0&board="];
    let more = [
        "x=1&x=1&y=1&board=.",
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

fn judge(level: &str, rules: Rules, text: &str) -> Verdict {
    let board = Board::read(level.as_bytes(), rules).expect("a level");
    check(&board, &mut text.as_bytes(), &|| true, &mut |_| {}).expect("it can be read")
}

const ONE: &str = "x=1&y=1&board=.\n";

#[test]
fn what_is_no_certificate_is_told_with_its_line() {
    let malformed = |text: &str, line: usize| match judge(ONE, Rules::Coil, text) {
        Verdict::Malformed(at, _) => assert_eq!(at, line, "{text}"),
        other => panic!("{text}: {other:?}"),
    };
    malformed("", 1);
    malformed("unicursal coil proof 1\n", 1);
    malformed("unicursal certificate 1 pellet\n", 1);
    let begun = |lines: &str| format!("unicursal certificate 1 coil\n{lines}");
    for line in [
        "what",
        "c",
        "c 0,0",
        "c 0,0 x",
        "c 1,1 1",
        "ends 5",
        "ends 5 x 0",
        "5 0 1",
        "d x",
        "cycle",
        "split 1",
        "0",
    ] {
        malformed(&begun(line), 2);
    }
    malformed(&begun("answer 0,0 \nother 1\nends 5 0\n0 1 2 0\nmore\n"), 6);
    malformed("unicursal certificate 1 coil\n\u{0}\n", 2);
    let board = Board::read(ONE.as_bytes(), Rules::Coil).expect("a level");
    let mut bytes: &[u8] = b"unicursal certificate 1 coil\n\xff\n";
    let verdict = check(&board, &mut bytes, &|| true, &mut |_| {}).expect("it can be read");
    assert!(matches!(verdict, Verdict::Malformed(2, _)));
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
    let text = "unicursal certificate 1 coil\nc 0,0 1\nanswer 0,0\n";
    assert!(matches!(judge(ONE, Rules::Coil, text), Verdict::Rejected(3, _)));
    let twice = "unicursal certificate 1 coil\nanswer 0,0\nanswer 0,0\n";
    assert!(matches!(judge(ONE, Rules::Coil, twice), Verdict::Rejected(3, _)));
}

#[test]
fn the_caller_can_stop_it() {
    let board = Board::read(ONE.as_bytes(), Rules::Coil).expect("a level");
    let verdict = check(&board, &mut &b"unicursal certificate 1 coil\n"[..], &|| false, &mut |_| {});
    assert_eq!(verdict.expect("it can be read"), Verdict::Stopped);
}
