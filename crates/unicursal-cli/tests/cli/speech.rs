//! One way of speaking: JSON, errors, and text of others.

use serde_json::Value;

use crate::run::{LEVEL, Place, ended};

/// The only line of standard output, as JSON.
fn object(text: &str) -> Value {
    assert_eq!(text.lines().count(), 1, "{text}");
    serde_json::from_str(text).expect("it is JSON")
}

#[test]
fn errors_are_json_where_results_are() {
    let place = Place::new("speech_json")
        .with("level", LEVEL)
        .with("bad", "x=3&y=3&board=X......?X")
        .with("maze", "##S\n  #\n  E\n");
    for words in [
        &["coil", "solve", "bad"][..],
        &["coil", "check", "bad", "level"],
        &["coil", "count", "bad"],
        &["coil", "hint", "bad"],
        &["coil", "info", "bad"],
        &["coil", "check", "level", "none"],
        &["coil", "generate", "0", "0"],
        &["coil", "solve", "level", "--method", "none"],
        &["maze", "compare", "bad"],
        &["maze", "check", "maze", "bad"],
        &["pellet", "replay", "level"],
        &["pellet", "play", "127.0.0.1:9"],
        &["coil", "draw", "bad"],
        &["coil", "draw", "level", "-o", "x.jpg"],
        &["coil", "convert", "bad"],
        &["coil", "play", "bad"],
        &["coil", "series", "level"],
        &["connect", "play", "bad"],
        &["connect", "referee", "bad", "--bot", "true"],
        &["maze", "solve", "bad", "--final"],
        &["demo", "-o", "x.jpg"],
        &["solve", "none"],
        &["solve", "level", "--nonsense"],
    ] {
        let run = place.run(&[words, &["--json"]].concat());
        assert_eq!(run.code, Some(2), "{words:?}: {run:?}");
        let error = object(&run.stdout);
        assert_eq!(error["outcome"], "error", "{words:?}");
        for field in ["kind", "message"] {
            assert!(
                error[field].as_str().is_some_and(|text| !text.is_empty()),
                "{words:?}"
            );
        }
    }
    let error = object(&place.run(&["coil", "solve", "bad", "--json"]).stdout);
    assert_eq!(error["place"]["byte"], 21, "{error}");
    // A limit before the answer is known is 'unknown', wherever it is reached.
    for words in [
        &["coil", "info", "coil:2000x2000#a"][..],
        &["coil", "solve", "coil:2000x2000#a"],
        &["coil", "generate", "900", "900"],
        &["coil", "draw", "coil:2000x2000#a"],
        &["coil", "convert", "coil:2000x2000#a"],
        &["maze", "solve", "maze:2001x2001#a", "--every", "9"],
    ] {
        let run = place.run(&[words, &["--json", "--time-limit", "1ms"]].concat());
        let report = object(&run.stdout);
        assert_eq!(
            (run.code, &report["outcome"]),
            (Some(3), &"unknown".into()),
            "{report}"
        );
        assert_eq!(report["why"], "time limit reached");
    }
}

#[test]
fn what_draws_and_shows_speaks_json_too() {
    let place = Place::new("speech_json_results")
        .with("level", LEVEL)
        .with("maze", "##S####\n# #   #\n# ### #\n#   # E\n");
    let json = |words: &[&str]| {
        let run = place.run(&[words, &["--json"]].concat());
        assert_eq!(run.code, Some(0), "{words:?}: {run:?}");
        object(&run.stdout)
    };
    let drawn = json(&["coil", "draw", "level", "--method", "engine"]);
    assert_eq!(
        (&drawn["outcome"], &drawn["has_path"], &drawn["form"]),
        (&"drawn".into(), &true.into(), &"txt".into())
    );
    let text = place
        .run(&["coil", "draw", "level", "--method", "engine"])
        .stdout;
    assert_eq!(drawn["text"], text.as_str());
    let drawn = json(&["coil", "draw", "level", "-o", "p.svg"]);
    assert_eq!(
        (&drawn["output"], &drawn["form"]),
        (&"p.svg".into(), &"svg".into())
    );
    assert_eq!(drawn["bytes"], place.read("p.svg").len());
    let converted = json(&["coil", "convert", "level"]);
    assert_eq!(converted["text"], LEVEL);
    let demo = json(&["demo", "-o", "demo.svg"]);
    assert_eq!(
        (&demo["outcome"], &demo["output"]),
        (&"solved".into(), &"demo.svg".into())
    );
    let walked = json(&["maze", "solve", "maze", "--every", "5"]);
    let frames = walked["frames"].as_array().expect("frames");
    let text = place.run(&["maze", "solve", "maze", "--every", "5"]).stdout;
    let all: String = frames.iter().filter_map(Value::as_str).collect();
    assert_eq!(text, all + "Solution Found!\n");
    assert_eq!(walked["outcome"], "solved");
    let last = json(&["maze", "solve", "maze", "--final"]);
    assert_eq!(last["frames"].as_array().map(Vec::len), Some(1));
    let series = json(&["coil", "series", "s", "--count", "4", "--largest", "5"]);
    assert_eq!(
        (&series["public"], &series["sealed"]["count"]),
        (&2.into(), &2.into())
    );
}

#[test]
fn malformed_answers_have_one_exit_code() {
    let place = Place::new("speech_malformed")
        .with("coil", LEVEL)
        .with("connect", "1 2\n00\n0\n")
        .with("maze", "##S\n  #\n  E\n")
        .with("pellet", "S..\n")
        .with("trail", "1 . 2\n")
        .with("answer", "??\n");
    for puzzle in ["coil", "connect", "maze", "pellet", "trail"] {
        let run = place.run(&[puzzle, "check", puzzle, "answer"]);
        assert_eq!(
            (run.code, run.stdout.as_str()),
            (Some(2), ""),
            "{puzzle}: {run:?}"
        );
        assert!(run.stderr.starts_with("unicursal: answer: "), "{run:?}");
    }
}

#[test]
fn hints_take_text_or_a_file() {
    let place = Place::new("speech_hint")
        .with("coil", LEVEL)
        .with("coil.path", "x=0&y=1&path=DR")
        .with("pellet", "S..\n...\n")
        .with("pellet.path", "d\n")
        .with("trail", "1 . .\n. . 2\n")
        .with("trail.path", "d\n")
        .with("connect", "1 3\n0.0\n0\n")
        .with("connect.path", "0 0 1 0 0\n");
    for (puzzle, text) in [
        ("coil", "x=0&y=1&path=DR"),
        ("pellet", "d"),
        ("trail", "d"),
        ("connect", "0 0 1 0 0"),
    ] {
        if !place.run(&[puzzle, "--help"]).stdout.contains("  hint ") {
            continue;
        }
        let hint = |path: &str| place.run(&[puzzle, "hint", puzzle, "--path", path]);
        let file = hint(&format!("{puzzle}.path"));
        assert_eq!(file.code, Some(0), "{puzzle}: {file:?}");
        assert_eq!(hint(text), file, "{puzzle}");
    }
    let run = place.run(&["coil", "hint", "coil", "--path", "nofile"]);
    assert_eq!(run.code, Some(2));
    assert!(
        run.stderr
            .starts_with("unicursal: there is no file 'nofile': --path: "),
        "{run:?}"
    );
}

/// Names of files and ids come back harmless.
#[test]
#[cfg(unix)]
fn control_characters_never_reach_the_terminal() {
    let place = Place::new("speech_raw")
        .with("\u{1b}[31mred", LEVEL)
        .with("bad\u{202e}txt", "nonsense");
    let words = [
        &["coil", "draw", "\u{1b}[31mred"][..],
        &["coil", "info", "\u{1b}[31mred", "--json"],
        &["coil", "solve", "bad\u{202e}txt"],
        &["coil", "solve", "none\u{9b}31m\u{7}"],
        &["coil", "solve", "coil:9x9#\u{1b}]0;title\u{7}", "--verbose"],
        &["coil", "generate", "coil:9x9/\u{1b}[2J#a"],
        &["maze", "solve", "bad\u{202e}txt"],
        &["maze", "play", "none\u{1b}c"],
        &["draw", "none\u{1b}c"],
        // What the command line itself refuses.
        &["coil", "sol\u{1b}[31mve"],
        &["\u{1b}]0;title\u{7}"],
        &["coil", "solve", "--\u{1b}[2Jnonsense"],
        &["coil", "solve", "level", "--time-limit", "5\u{202e}x"],
        &["coil", "solve", "level", "--method", "\u{9b}31m", "--json"],
    ];
    for words in words {
        let run = place.run(words);
        for text in [&run.stdout, &run.stderr] {
            let harmful = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
            assert!(!text.contains(harmful), "{words:?}: {text:?}");
        }
    }
    let drawn = place.run(&["coil", "draw", "\u{1b}[31mred"]);
    assert!(
        drawn.stdout.starts_with("Level: \\u{1b}[31mred\n"),
        "{drawn:?}"
    );
}

#[test]
fn the_puzzle_is_recognised_from_the_file() {
    let place = Place::new("speech_recognise")
        .with("coil", LEVEL)
        .with("connect", "4 4\n0..e\nV...\n..H.\n0XXe\n2\n0 2 0\n2 0 e\n")
        .with("maze", "##S####\n# #   #\n# ### #\n#   # E\n")
        .with("pellet", "5 3\nS....\n.###.\n.....\n")
        .with("trail", "trail 3x2\n1|. .\n. 2 3\n")
        .with("notes", "dear diary\n");
    for puzzle in ["coil", "connect", "maze", "pellet", "trail"] {
        for command in ["solve", "info", "draw"] {
            let with = place.run(&[puzzle, command, puzzle]);
            let without = place.run(&[command, puzzle]);
            assert_eq!(
                (with.code, &with),
                (Some(0), &without),
                "{puzzle} {command}"
            );
        }
    }
    // The same from standard input.
    for puzzle in ["coil", "connect", "maze", "pellet", "trail"] {
        let level = place.read(puzzle);
        let with = place.run_with(&[puzzle, "solve", "-"], &level);
        for words in [
            &["solve", "-"][..],
            &["solve"],
            &["solve", "--time-limit", "60"],
        ] {
            let without = place.run_with(words, &level);
            assert_eq!(
                (with.code, &with),
                (Some(0), &without),
                "{puzzle} {words:?}"
            );
        }
    }
    // And from an address.
    let address = "https://puzz.link/p?numlin/3/2/1g21g2";
    let with = place.run(&["connect", "solve", address]);
    assert_eq!(
        (with.code, &with),
        (Some(0), &place.run(&["solve", address]))
    );
    let unclear = place.run_with(&["solve", "-"], b"dear diary\n");
    assert_eq!(unclear.code, Some(2), "{unclear:?}");
    let id = place.run(&["-q", "info", "coil:5x5#a", "--json"]);
    assert_eq!(id.code, Some(0), "{id:?}");
    let unknown = place.run(&["solve", "notes"]);
    let message = "unicursal: notes: not a level of any puzzle: Coil, Connect the Colours, ";
    assert_eq!(unknown.code, Some(2));
    assert!(unknown.stderr.starts_with(message), "{unknown:?}");
    let none = place.run(&["evaluate", "./notes"]);
    let message = "unicursal: which puzzle? Say 'unicursal coil evaluate', ";
    assert_eq!(none.code, Some(2));
    assert!(none.stderr.starts_with(message), "{none:?}");
    for level in ["pellet", "coil"] {
        let play = place.run(&["play", level]);
        assert_eq!(play, ended(2, "", "unicursal: play needs a terminal\n"));
    }
}

/// It was said that no file shows which puzzle is meant, whatever was wrong with the file.
#[test]
fn a_file_without_a_puzzle_is_told_what_is_wrong_with_it() {
    let place = Place::new("speech_wrong_file")
        .with("short", "x=3&y=3&board=X....\n")
        .with("lonely", "4 4\n0..e\nV...\n..H.\n0XXf\n0\n")
        .with("twice", "5 3\nS....\n.###.\n....S\n")
        .with("empty", "\n");
    std::fs::create_dir(place.path().join("folder")).unwrap();
    for (words, message) in [
        (
            &["solve", "missing"][..],
            "missing: No such file or directory (os error 2)",
        ),
        (
            &["info", "folder"],
            "folder: this is a directory, not a file",
        ),
        (&["draw", "empty"], "empty: the input is empty"),
        (
            &["solve", "short"],
            "short: not a level of any puzzle; as one of Coil: the board has 5 cells, but 3x3 needs 9",
        ),
        (
            &["solve", "--time-limit", "10", "lonely"],
            "lonely: not a level of any puzzle; as one of Connect the Colours: line 2: column 4: \
             colour 'e' stands only here; a colour has two terminals; as one of Trail: line 2, column 4: \
             'e' is no number and none of '.', '#', '|'",
        ),
        (
            &["count", "twice"],
            "twice: not a level of any puzzle; as one of Pellet Eater: line 4, column 5: a second \
             'S'; the first is in line 2, column 1",
        ),
    ] {
        let run = place.run(words);
        assert_eq!(run, ended(2, "", &format!("unicursal: {message}\n")));
    }
    let run = place.run_with(&["solve", "--json"], b"x=0&y=3&board=\n");
    assert_eq!(run.code, Some(2));
    assert_eq!(object(&run.stdout)["place"]["byte"], 2, "{run:?}");
}

/// It was an error, and waited for standard input.
#[test]
fn help_of_a_command_needs_no_puzzle() {
    let place = Place::new("speech_help");
    for help in ["--help", "-h"] {
        let with = place.run(&["coil", "solve", help]);
        let without = place.run(&["solve", help]);
        assert_eq!((without.code, &without.stdout), (Some(0), &with.stdout));
        assert!(
            without.stderr.contains("'unicursal maze solve'"),
            "{without:?}"
        );
    }
}

#[test]
fn a_size_can_be_written_in_one_word() {
    let place = Place::new("speech_size");
    for puzzle in ["coil", "connect", "maze", "pellet", "trail"] {
        let make =
            |size: &[&str]| place.run(&[&[puzzle, "generate"], size, &["--seed", "a"]].concat());
        let two = make(&["9", "7"]);
        assert_eq!((two.code, &two), (Some(0), &make(&["9x7"])), "{puzzle}");
    }
    let run = place.run(&["coil", "generate", "9xq"]);
    assert_eq!(
        run,
        ended(2, "", "unicursal: 'q' is not a number of cells\n")
    );
}

#[test]
fn how_hard_a_level_is_can_be_asked() {
    let place = Place::new("speech_hard");
    let run = place.run(&["coil", "info", "coil:12x12#a", "--difficulty", "--json"]);
    let facts = object(&run.stdout);
    assert_eq!(
        (run.code, &facts["solvable"]),
        (Some(0), &"yes".into()),
        "{run:?}"
    );
    let solved = place.run(&["coil", "solve", "coil:12x12#a", "--json"]);
    let solved = object(&solved.stdout);
    assert_eq!(facts["slides_choices"], solved["stats"]["slides_choices"]);
}

#[test]
fn numbers_and_parts_are_refused_in_words() {
    let place = Place::new("speech_words")
        .with("level", LEVEL)
        .with("maze", "bad\n");
    for (words, part) in [
        (
            &["coil", "count", "level", "--limit", "0"][..],
            "it must be at least 1",
        ),
        (
            &["coil", "solve", "level", "--without", "nonsense"],
            "its parts are faces, loops, connectivity",
        ),
        (
            &["maze", "info", "maze"],
            "unicursal: maze: Invalid character in the map: line 1",
        ),
    ] {
        let run = place.run(words);
        assert_eq!(run.code, Some(2), "{run:?}");
        assert!(run.stderr.contains(part), "{run:?}");
    }
    let help = place.run(&["coil", "generate", "--help"]).stdout;
    assert!(help.contains("coil:pack/1240"), "{help}");
}

/// One system of coordinates: rows and columns from 0 at the top left, in whole numbers.
#[test]
fn axes_show_whole_numbers_from_the_top() {
    let rows = format!("S{}\n{}", ".".repeat(11), "............\n".repeat(10));
    let place = Place::new("speech_axes").with("board", rows);
    let drawn = place.run(&["pellet", "draw", "board"]).stdout;
    let lines: Vec<&str> = drawn.lines().skip(2).collect();
    assert!(lines[0].starts_with(" 0 S"), "{drawn}");
    assert!(lines[10].starts_with("10 ."), "{drawn}");
    assert_eq!(lines[11..], ["             11", "   012345678901"]);
}
