//! Levels in the forms of other programs: given to any command, and written by `convert`.

use crate::run::{LEVEL, Place, ended};

const ADDRESS: &str = "https://puzz.link/p?numlin/3/2/1g21g2";
const BOARD: &str = "2 3\n1.2\n1.2\n";

#[test]
fn an_address_is_a_board_wherever_one_is_asked_for() {
    let place = Place::new("convert-address").with("board", BOARD);
    let solved = place.run(&["connect", "solve", ADDRESS]);
    let rule = format!("{ADDRESS}: the rule: tiles may stay empty, a path may touch itself\n");
    assert_eq!((solved.code, &solved.stderr), (Some(0), &rule));
    let checked = place.run_with(
        &["connect", "check", "board", "-", "--blanks"],
        solved.stdout.as_bytes(),
    );
    assert_eq!(checked, ended(0, "valid\n", ""));
    assert_eq!(
        place.run(&["connect", "count", ADDRESS]).stdout,
        place.run(&["connect", "count", "board", "--blanks"]).stdout
    );
    let piped = place.run_with(&["connect", "convert"], ADDRESS.as_bytes());
    let own = format!("rule: blanks, turns any\n{BOARD}");
    assert_eq!(piped, ended(0, &own, ""));
    let other = "https://example.org/board";
    assert_eq!(
        place.run(&["connect", "solve", other]),
        ended(
            2,
            "",
            &format!(
                "unicursal: {other}: line 1, column 1: this address holds no board, and nothing is \
                 fetched from a network\n"
            )
        )
    );
}

/// A file of the same name goes first, and what is neither is said to be no file.
#[test]
fn the_name_of_the_site_may_be_left_out() {
    let word = "numlin/3/2/1g21g2";
    let place = Place::new("convert-bare").with("board", BOARD);
    let own = format!("rule: blanks, turns any\n{BOARD}");
    assert_eq!(place.run(&["connect", "convert", word]), ended(0, &own, ""));
    let from = ["connect", "convert", word, "--from", "puzz.link"];
    assert_eq!(place.run(&from), ended(0, &own, ""));
    let solved = place.run(&["solve", "simpleloop/2/2/"]);
    assert_eq!(solved, ended(0, "rdl\n", ""));
    let flaw = place.run(&["connect", "convert", "numlin/3/2/1g2"]);
    assert_eq!(flaw.code, Some(2));
    assert!(flaw.stderr.contains("No such file"), "{}", flaw.stderr);
    let address = place.run(&["connect", "convert", "board", "--to", "penpa-edit"]);
    let (_, bare) = address.stdout.split_once('#').expect("it is an address");
    let again = place.run(&["connect", "convert", bare.trim_end()]);
    assert_eq!(again, ended(0, &own, ""));
    let place = place.with("x=1", "2 2\n11\n22\n");
    let file = place.run(&["connect", "convert", "x=1"]);
    assert_eq!(file, ended(0, "2 2\n11\n22\n", ""));
}

#[test]
fn answers_in_other_forms_are_written_as_solvers_write_them() {
    let tour = "TYPE : TOUR\nTOUR_SECTION\n1 2 4 3 6 5\n-1\nEOF\n";
    let place = Place::new("convert-answer")
        .with("board", "2 2\nS.\n..\n")
        .with("tour", tour)
        .with("coil", LEVEL)
        .with("bad", tour.replace("4 3", "3 4"));
    let convert = |answer| place.run(&["pellet", "convert", "board", "--answer", answer]);
    assert_eq!(convert("tour"), ended(0, "rdl\n", ""));
    let said = "unicursal: bad: line 3, column 5: there is no edge from 2 to 3\n";
    assert_eq!(convert("bad"), ended(2, "", said));
    let drawn = place.run(&["pellet", "draw", "board", "--solution", "tour"]);
    assert_eq!(drawn.code, Some(0));
    let both = [
        "pellet", "convert", "board", "--answer", "tour", "--to", "own",
    ];
    assert_eq!(place.run(&both).code, Some(2));
    let over = [
        "pellet", "convert", "board", "--answer", "tour", "-o", "tour",
    ];
    assert_eq!(place.run(&over).code, Some(2));
    assert_eq!(place.read("tour"), tour.as_bytes());
    let solved = place.run(&["coil", "solve", "coil"]).stdout;
    let convert = ["coil", "convert", "coil", "--answer", "-"];
    assert_eq!(place.run_with(&convert, solved.as_bytes()).stdout, solved);
}

#[test]
fn every_puzzle_is_converted_there_and_back() {
    let place = Place::new("convert-round")
        .with("coil", LEVEL)
        .with("connect", format!("rule: blanks, turns any\n{BOARD}"))
        .with("maze", "S# \n #E\n")
        .with("pellet", "3 1\nS..\n");
    for (puzzle, form) in [
        ("coil", "framed"),
        ("connect", "adc"),
        ("maze", "walls"),
        ("pellet", "own"),
    ] {
        let theirs = format!("theirs-{puzzle}");
        let there = ["convert", puzzle, "--to", form, "--output", &theirs];
        let there = place.run(&[&[puzzle], &there[..]].concat());
        assert_eq!(there, ended(0, "", ""), "{puzzle}");
        let back = place.run(&[puzzle, "convert", &theirs, "--from", form]);
        let own = String::from_utf8_lossy(&place.read(puzzle)).into_owned();
        assert_eq!(back, ended(0, &own, ""), "{puzzle}");
    }
    let graph = place.run(&["pellet", "convert", "pellet", "--to", "tsplib"]);
    assert!(graph.stdout.contains("\nTYPE : HCP\n"), "{}", graph.stdout);
}

#[test]
fn a_form_with_another_rule_is_said() {
    let place = Place::new("convert-rule").with("board", BOARD);
    let there = place.run(&["connect", "convert", "board", "--to", "copris"]);
    let note = "board: the form 'copris' has another rule: tiles may stay empty, a path may touch itself; \
                the level's own: every tile is used, a path may touch itself, at most 60 pieces\n";
    assert_eq!(there, ended(0, "2\n3\n1 - 2\n1 - 2\n", note));
    let fitting = [
        "connect", "convert", "board", "--to", "copris", "--blanks", "--turns", "any",
    ];
    assert_eq!(place.run(&fitting), ended(0, "2\n3\n1 - 2\n1 - 2\n", ""));
    let refused = place.run(&[
        "connect", "convert", "board", "--to", "flowfree", "--blanks",
    ]);
    let error = "unicursal: board: the form 'flowfree' cannot express that tiles may stay empty\n";
    assert_eq!(refused, ended(2, "", error));
}

#[test]
fn a_level_is_solved_checked_counted_and_hinted_by_its_own_rule() {
    let text = "rule: blanks\n2 3\n0.0\n...\n0\n";
    let place = Place::new("own-rule")
        .with("board", text)
        .with("answer", "0 0 2 0 0\n");
    let rule =
        "board: the rule: tiles may stay empty, a path may touch itself, at most 100 pieces\n";
    let solved = place.run(&["connect", "solve", "board"]);
    assert_eq!((solved.code, solved.stderr.as_str()), (Some(0), rule));
    let checked = place.run(&["connect", "check", "board", "answer"]);
    assert_eq!(checked, ended(0, "valid\n", rule));
    assert_eq!(
        place.run(&["connect", "count", "board"]),
        ended(0, "4\n", rule)
    );
    assert_eq!(place.run(&["connect", "hint", "board"]).code, Some(0));
    assert_eq!(
        place.run(&["connect", "hint", "board", "--fill"]).code,
        Some(1)
    );
    assert_eq!(
        place.run(&["connect", "count", "board", "--fill"]).stdout,
        "0\n"
    );
    let filled = place.run(&["connect", "solve", "board", "--fill"]);
    assert_eq!(
        (filled.code, filled.stdout.as_str()),
        (Some(1), "No solution found\n")
    );
    assert!(
        filled
            .stderr
            .contains("no solution by the rule 'every tile is used")
            && filled
                .stderr
                .contains("there is one if tiles may stay empty"),
        "{}",
        filled.stderr
    );
    let both = place.run(&["connect", "solve", "board", "--fill", "--blanks"]);
    assert_eq!(both.code, Some(2), "{}", both.stderr);
    let bot = [
        "connect",
        "referee",
        "board",
        "--bot",
        "echo 0 0 2 0 0; sleep 5",
    ];
    let played = place.run(&bot);
    assert_eq!(played.code, Some(0), "{} {}", played.stdout, played.stderr);
    let id = "connect:6x6/c2-d5-b5-k0-e#1";
    assert_eq!(place.run(&["connect", "solve", id]).code, Some(0));
}

#[test]
fn a_maze_of_another_form_is_walked() {
    let maze = "o---o---o\n| S   G |\no---o---o\n";
    let place = Place::new("convert-maze").with("maze", maze);
    let walked = place.run(&["maze", "solve", "maze", "--final"]);
    assert_eq!(walked.code, Some(0), "{}", walked.stderr);
    assert!(walked.stdout.ends_with("Solution Found!\n"));
}

#[test]
fn what_cannot_be_said_or_read_is_one_line() {
    let place = Place::new("convert-bad")
        .with("board", "2 2\n0V\n0V\n0\n")
        .with("flawed", "SIZE 2X\n");
    for (words, expected) in [
        (
            &["connect", "convert", "board", "--to", "adc"][..],
            "unicursal: board: row 1, column 2: the form 'adc' cannot express the tile 'V'\n",
        ),
        (
            &["connect", "solve", "flawed"],
            "unicursal: flawed: line 1: the height must be a whole number, not ''\n",
        ),
    ] {
        assert_eq!(place.run(words), ended(2, "", expected));
    }
    assert_eq!(
        place.run(&["coil", "convert", "--to", "word"]).code,
        Some(2)
    );
}

#[test]
fn a_folder_is_converted_as_far_as_its_files_are_levels() {
    let place = Place::new("convert-folder");
    std::fs::create_dir_all(place.path().join("theirs/more")).expect("folders can be made");
    let place = place
        .with("theirs/a.txt", "o---o---o\n| S   G |\no---o---o\n")
        .with("theirs/more/b.txt", "+---+---+\n| G   S |\n+---+---+\n")
        .with("theirs/notes", "nothing of this kind\n");
    let convert = |words: &[&str]| place.run(&[&["maze", "convert", "theirs"][..], words].concat());
    let refused = convert(&[]);
    assert_eq!(refused.code, Some(2));
    assert!(
        refused.stderr.contains("name it with --output"),
        "{}",
        refused.stderr
    );

    let ours = convert(&["--output", "ours"]);
    assert_eq!(ours.code, Some(2));
    assert!(ours.stderr.contains("theirs/notes: "), "{}", ours.stderr);
    assert!(
        ours.stderr.ends_with("converted 2 of 3\n"),
        "{}",
        ours.stderr
    );
    assert_eq!(place.read("ours/a.txt"), b"S#E\n");
    assert_eq!(place.read("ours/more/b.txt"), b"E#S\n");
    // Nothing is replaced without being asked to, and inputs never.
    let again = convert(&["--output", "ours"]);
    assert!(
        again.stderr.ends_with("converted 0 of 3\n"),
        "{}",
        again.stderr
    );
    let onto = convert(&["--output", "theirs", "--force"]);
    assert!(
        onto.stderr.ends_with("converted 0 of 3\n"),
        "{}",
        onto.stderr
    );
    let forced = convert(&[
        "--output",
        "ours",
        "--force",
        "--to",
        "micromouse",
        "--json",
    ]);
    assert_eq!(forced.stdout.lines().count(), 3);
    assert!(place.read("ours/a.txt").starts_with(b"o---o"));
    // Where all of them are levels that is a success.
    let back = place.run(&["maze", "convert", "ours", "--output", "back"]);
    assert_eq!(back.code, Some(0), "{}", back.stderr);
}

/// JSON begins as recorded games do; it is a level all the same.
#[test]
fn boards_of_json_archives_are_read_by_every_command() {
    let archive = r#"{"grid_size":[2,3],"nodes":[{"id":1,"row":0,"col":0},{"id":2,"row":1,"col":2}],"walls":[]}"#;
    let place = Place::new("json-archive")
        .with("one-line.json", archive)
        .with("lines.json", archive.replace(',', ",\n  "))
        .with("outside.json", archive.replace("\"row\":1", "\"row\":7"))
        .with("cut.json", &archive[..60]);
    for file in ["one-line.json", "lines.json"] {
        for command in [&["trail", "solve", file][..], &["solve", file]] {
            assert_eq!(place.run(command), ended(0, "drurd\n", ""), "{command:?}");
        }
    }
    for (file, words) in [("outside.json", "outside"), ("cut.json", "line 1")] {
        let refused = place.run(&["trail", "solve", file]);
        assert_eq!(refused.code, Some(2), "{refused:?}");
        assert!(refused.stderr.contains(words), "{refused:?}");
        assert_eq!(refused.stderr.lines().count(), 1, "{refused:?}");
    }
}
