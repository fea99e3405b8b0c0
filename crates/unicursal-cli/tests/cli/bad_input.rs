//! Each kind of bad level: one line on standard error, exit code 2, nothing on standard output.

use crate::run::{LEVEL, Place, ended};

#[test]
fn levels_that_are_none() {
    let place = Place::new("levels_that_are_none");
    let cases: [(&[u8], &str); 24] = [
        (b"", "the input is empty"),
        (b"\r\n", "the input is empty"),
        (b"x=3&y=3", "field 'board' is missing"),
        (b"x=3&board=...", "field 'y' is missing"),
        (b"y=3&board=...", "field 'x' is missing"),
        (b"x=3&x=3&y=1&board=...", "byte 4: field 'x' is repeated"),
        (
            b"x=3&y=1&board=...&board=...",
            "byte 18: field 'board' is repeated",
        ),
        (b"x=3&y=1&board=...&z=1", "byte 18: unknown field 'z'"),
        (
            b"x=three&y=1&board=.",
            "byte 2: x must be a whole number, not 'three'",
        ),
        (
            b"x=&y=1&board=.",
            "byte 2: x must be a whole number, not ''",
        ),
        (
            b"x=-1&y=1&board=.",
            "byte 2: x must be a whole number, not '-1'",
        ),
        (
            b"x=1.5&y=1&board=.",
            "byte 2: x must be a whole number, not '1.5'",
        ),
        (
            b"x=0&y=1&board=",
            "byte 2: x must be from 1 to 20000, not 0",
        ),
        (
            b"x=1&y=0&board=",
            "byte 6: y must be from 1 to 20000, not 0",
        ),
        (
            b"x=99999999999999999999999&y=1&board=.",
            "byte 2: x must be from 1 to 20000, not 99999999999999999999...",
        ),
        (
            b"x=20000&y=20000&board=.",
            "a board of 20000x20000 is too large: at most 100000000 cells are supported",
        ),
        (
            b"x=2&y=2&board=...",
            "the board has 3 cells, but 2x2 needs 4",
        ),
        (
            b"x=2&y=2&board=.....",
            "the board has 5 cells, but 2x2 needs 4",
        ),
        (
            b"x=2&y=2&board=..o.",
            "byte 16: row 2, column 1: 'o' is neither '.' nor 'X'",
        ),
        (
            b"x=2&y=2&board=.\xff..",
            "byte 15: row 1, column 2: byte 0xff is neither '.' nor 'X'",
        ),
        (
            "x=2&y=2&board=..é.".as_bytes(),
            "byte 16: row 2, column 1: 'é' is neither '.' nor 'X'",
        ),
        (
            b"x=2&y=2&board=....\nmore",
            "byte 18: '\\n' after the end of the 2x2 board",
        ),
        (
            b"x=2&y=2&board=....&",
            "byte 19: '' is not of the form name=value, as in x=3&y=3&board=X.......X",
        ),
        (
            b"this is not a level at all\n",
            "byte 0: 'this is not a level ...' is not of the form name=value, as in x=3&y=3&board=X.......X",
        ),
    ];
    for (level, reason) in cases {
        for command in ["solve", "draw", "info"] {
            let run = place.run_with(&["coil", command], level);
            assert_eq!(
                run,
                ended(2, "", &format!("unicursal: <stdin>: {reason}\n"))
            );
        }
    }
}

#[test]
fn files_that_cannot_be_read() {
    let place = Place::new("files_that_cannot_be_read").with("bad", "x=1");
    let run = place.run(&["coil", "solve", ""]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(run.stderr.starts_with("unicursal: '': "), "{run:?}");
    let run = place.run(&["coil", "solve", "missing"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(
        run.stderr.starts_with("unicursal: missing: "),
        "{}",
        run.stderr
    );
    let run = place.run(&["coil", "solve", "."]);
    assert_eq!(
        run,
        ended(2, "", "unicursal: .: this is a directory, not a file\n")
    );
    // The name of the file is part of the message.
    let run = place.run(&["coil", "solve", "bad"]);
    assert_eq!(run, ended(2, "", "unicursal: bad: field 'y' is missing\n"));
}

#[test]
fn ids_that_are_none() {
    let place = Place::new("ids_that_are_none");
    for id in ["coil:", "coil:3x3", "coil:x3#a", "coil:3x3/original"] {
        let run = place.run(&["coil", "solve", id]);
        let message = format!(
            "unicursal: '{id}' is not a level id; one looks like coil:40x40/original#spring\n"
        );
        assert_eq!(run, ended(2, "", &message));
    }
}

#[test]
fn an_id_of_another_puzzle_is_not_taken_for_a_missing_file() {
    let place = Place::new("an_id_of_another_puzzle");
    let words: [&[&str]; 5] = [
        &["coil", "solve"],
        &["connect", "info"],
        &["pellet", "draw"],
        &["coil", "draw", "coil:pack/1", "-s"],
        &["pellet", "replay"],
    ];
    for words in words {
        let run = place.run(&[words, &["maze:9x9#a"]].concat());
        let message = "unicursal: maze:9x9#a: this is the id of a level, not a file; the commands of \
                       'unicursal maze' take it as their LEVEL\n";
        assert_eq!(run, ended(2, "", message));
    }
    let run = place.run(&["coil", "generate", "maze:pack/1"]);
    let message = "unicursal: maze:pack/1: this is the id of a level of maze; \
                   use 'unicursal maze generate'\n";
    assert_eq!(run, ended(2, "", message));
    let run = place.run(&["maze", "solve", "coil:9x9#a"]);
    assert_eq!(run.code, Some(2));
    assert!(
        run.stderr
            .starts_with("ERROR: Could not open file: coil:9x9#a: this is the id"),
        "{run:?}"
    );
    // A file of that name is a file.
    let place = place.with("maze:9x9#a", LEVEL);
    assert_eq!(place.run(&["coil", "info", "maze:9x9#a"]).code, Some(0));
}

#[test]
fn usage_that_is_wrong() {
    let place = Place::new("usage_that_is_wrong").with("level", LEVEL);
    for words in [
        &["coil", "solve", "level", "--method", "magic"][..],
        &["coil", "solve", "level", "--time-limit", "soon"],
        &["coil", "solve", "level", "--memory-limit", "1X"],
        &["coil", "solve", "level", "--threads", "0"],
        &["coil", "solve", "level", "--format", "long"],
        &["coil", "solve", "level", "more"],
        &["coil", "solve", "--nonsense"],
        &["coil", "solve", "--nonsense", "level"],
        &["coil", "solve", "level", "--time-limit", "-1"],
        &["connect", "generate", "5", "5", "--colours", "-2"],
        &["coil", "generate", "-5", "3"],
        &["coil", "check", "level"],
        &["coil", "check", "-", "-"],
        &["coil", "draw", "-", "--solution", "-"],
        &["coil", "dance"],
        &["coil"],
        &["chess"],
        &["man", "chess"],
        &[],
    ] {
        let run = place.run(words);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{words:?}");
        assert!(!run.stderr.is_empty(), "{words:?}");
        // Not how to pass an option as the name of a level.
        assert!(!run.stderr.contains("as a value"), "{}", run.stderr);
    }
    // Who forgets the puzzle, or takes another one's command, is told what there is.
    for (words, tip) in [
        (
            &["hint"][..],
            "say which: 'unicursal coil hint', 'unicursal connect hint'",
        ),
        (&["solve", "--json", "nofile"], "nofile: "),
        (
            &["coil", "compare"],
            "  tip: there is 'unicursal maze compare'\n",
        ),
    ] {
        let run = place.run(words);
        assert_eq!(run.code, Some(2));
        assert!(run.stderr.contains(tip), "{}", run.stderr);
    }
}
