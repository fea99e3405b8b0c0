//! `unicursal maze`: solve, check, compare, draw.

use std::io::Read;

use crate::run::{Place, ended, output_of};

/// One dead end, to the left of the way.
const MAZE: &str = "##E\n#\nS\n";

/// The frames of [`MAZE`] without the lines below the maps.
const WALK: &str = "##E\n#  \n^  \n\nCurrent Position:  0,2\nCurrent Direction: N\n\n\
                    ##E\n^  \n.  \n\nCurrent Position:  0,1\nCurrent Direction: N\n\n\
                    >#E\n.  \n.  \n\nCurrent Position:  0,0\nCurrent Direction: E\n\n\
                    .>E\n.  \n.  \n\nCurrent Position:  1,0\nCurrent Direction: E\n\n";

/// The left hand goes round the ring, the right hand finds the end inside.
const RING: &str = "#####\n# # #\nS E #\n#   #\n#####\n";

#[test]
fn prints_every_frame_and_the_message() {
    let place = Place::new("maze_frames").with("maze.txt", MAZE);
    let wanted = format!("{WALK}Solution Found!\n");
    assert_eq!(
        place.run(&["maze", "solve", "maze.txt"]),
        ended(0, &wanted, "")
    );
    let from_stdin = place.run_with(&["maze", "solve", "-"], MAZE.as_bytes());
    assert_eq!(from_stdin, ended(0, &wanted, ""));
}

#[test]
fn asks_for_the_file() {
    let place = Place::new("maze_prompt").with("maze.txt", MAZE);
    let wanted = format!("Please give the maze file:\n{WALK}Solution Found!\n");
    for line in ["maze.txt\n", "maze.txt\r\n", "maze.txt"] {
        let run = place.run_with(&["maze", "solve"], line.as_bytes());
        assert_eq!(run, ended(0, &wanted, ""), "{line:?}");
    }
    let run = place.run_with(&["maze", "solve"], b"other.txt\n");
    let message = "ERROR: Could not open file: other.txt\n";
    assert_eq!(run, ended(2, "Please give the maze file:\n", message));
}

#[test]
fn line_ends_and_ragged_lines_do_not_matter() {
    let place = Place::new("maze_lines")
        .with("crlf", "##E\r\n#\r\nS\r\n")
        .with("open", "##E\n#  \nS");
    for file in ["crlf", "open"] {
        let run = place.run(&["maze", "solve", file]);
        assert_eq!(run, ended(0, &format!("{WALK}Solution Found!\n"), ""));
    }
}

#[test]
fn fewer_frames() {
    let place = Place::new("maze_fewer").with("maze.txt", MAZE);
    let frames: Vec<&str> = WALK.split_inclusive("\n\n").collect();
    let frames: Vec<String> = frames.chunks(2).map(<[&str]>::concat).collect();
    let run = |words: &[&str]| place.run(&[&["maze", "solve", "maze.txt"], words].concat());
    let wanted = |numbers: &[usize]| {
        let chosen: String = numbers.iter().map(|&n| frames[n].as_str()).collect();
        ended(0, &format!("{chosen}Solution Found!\n"), "")
    };
    assert_eq!(frames.len(), 4);
    assert_eq!(run(&["--final"]), wanted(&[3]));
    assert_eq!(run(&["--every", "2"]), wanted(&[0, 2, 3]));
    assert_eq!(run(&["--every", "3"]), wanted(&[0, 3]));
    assert_eq!(run(&["--every", "99"]), wanted(&[0, 3]));
    assert_eq!(run(&["--quiet"]), wanted(&[]));
    assert_eq!(run(&["--every", "0"]).code, Some(2));
}

#[test]
fn variants_of_the_frames() {
    let place = Place::new("maze_variants").with("maze.txt", "S\n#\nE");
    let run = place.run(&["maze", "solve", "maze.txt", "--compact"]);
    let wanted = "v\n#\nE\nCurrent Position:  0,0\nCurrent Direction: S\n\n\
                  .\nv\nE\nCurrent Position:  0,1\nCurrent Direction: S\n\nSolution Found!\n";
    assert_eq!(run, ended(0, wanted, ""));
    let words = ["maze", "solve", "maze.txt", "--facing-down", "V", "--final"];
    let wanted = ".\nV\nE\n\nCurrent Position:  0,1\nCurrent Direction: S\n\nSolution Found!\n";
    assert_eq!(place.run(&words), ended(0, wanted, ""));
}

#[test]
fn an_endless_walk_is_recognised() {
    let place = Place::new("maze_endless").with("ring", RING);
    let left = place.run(&["maze", "solve", "ring", "--final"]);
    let wanted = ".....\n. # .\n. E .\n^   .\n.....\n\n\
                  Current Position:  0,3\nCurrent Direction: N\n\nNo solution found\n";
    let message = "ring: the rule 'left' never reaches E: \
                   it is at 0,2 facing N again, and repeats itself for ever\n";
    assert_eq!(left, ended(1, wanted, message));
    let quiet = place.run(&["maze", "solve", "ring", "-q"]);
    assert_eq!(quiet, ended(1, "No solution found\n", ""));
    let right = place.run(&["maze", "solve", "ring", "-q", "--rule", "right"]);
    assert_eq!(right, ended(0, "Solution Found!\n", ""));
    let json = place.run(&["maze", "solve", "ring", "--json"]);
    assert_eq!(json.code, Some(1));
    assert!(json.stdout.contains("\"outcome\":\"unsolvable\""));
}

#[test]
fn json_has_the_walk_and_its_figures() {
    let place = Place::new("maze_json").with("maze.txt", MAZE);
    let run = place.run(&["maze", "solve", "maze.txt", "--json"]);
    for part in [
        "\"outcome\":\"solved\",\"answer\":\"rule=left&path=NNEE\"",
        "\"stats\":{\"steps\":4,\"cells_seen\":5,\"shortest\":4,\"ratio\":1.0,\"answer_seconds\":",
    ] {
        assert!(run.stdout.contains(part), "{}", run.stdout);
    }
}

#[test]
fn bad_mazes_are_named_with_the_place() {
    let needs = "ERROR: Every map needs exactly one START and exactly one END position";
    for (name, map, message) in [
        (
            "char",
            "S#E\n x",
            "ERROR: Invalid character in the map: line 2, column 2: 'x' (char)\n".to_owned(),
        ),
        (
            "none",
            "###",
            format!("{needs}: there is no S and no E (none)\n"),
        ),
        (
            "no_start",
            "##E",
            format!("{needs}: there is no S (no_start)\n"),
        ),
        (
            "no_end",
            "S##",
            format!("{needs}: there is no E (no_end)\n"),
        ),
        ("empty", "", format!("{needs}: the map is empty (empty)\n")),
        (
            "starts",
            "S#E\nS",
            "ERROR: The map has more than one START position: \
             line 2, column 1, after line 1, column 1 (starts)\n"
                .to_owned(),
        ),
        (
            "ends",
            "S#E\n#E",
            "ERROR: The map has more than one END position: \
             line 2, column 2, after line 1, column 3 (ends)\n"
                .to_owned(),
        ),
        (
            "walled",
            "S E\n #",
            "ERROR: The START position is walled in: line 1, column 1 (walled)\n".to_owned(),
        ),
    ] {
        let place = Place::new(&format!("maze_bad_{name}")).with(name, map);
        let run = place.run(&["maze", "solve", name]);
        assert_eq!(run, ended(2, "", &message));
        for command in ["check", "compare", "draw", "info", "play"] {
            let run = place.run(&["maze", command, name]);
            assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{command}");
            assert!(!run.stderr.contains("ERROR: "), "{command}: {}", run.stderr);
            assert_eq!(run.stderr.lines().count(), 1, "{command}");
        }
    }
    let place = Place::new("maze_directory");
    let run = place.run(&["maze", "solve", "."]);
    let message = "ERROR: Could not open file: .: this is a directory, not a file\n";
    assert_eq!(run, ended(2, "", message));
}

#[test]
fn check_judges_mazes_and_walks() {
    let place = Place::new("maze_check")
        .with("good", MAZE)
        .with("ring", RING)
        .with("walk", "rule=left&path=NNEE\n")
        .with("wrong", "NNN");
    let check = |words: &[&str]| place.run(&[&["maze", "check"], words].concat());
    assert_eq!(check(&["good"]), ended(0, "valid\n", ""));
    assert_eq!(check(&["good", "walk"]), ended(0, "valid\n", ""));
    let message = "unicursal: wrong: step 3 (N): there is no way from 0,0\n";
    assert_eq!(check(&["good", "wrong"]), ended(1, "", message));
    let message = "unicursal: ring: the maze has 1 loop, one through 4,4\n";
    assert_eq!(check(&["ring"]), ended(1, "", message));
    let board = format!("{message}#####\n# # #\nS E #\n#   #\n####@\n");
    assert_eq!(check(&["ring", "--debug"]), ended(1, "", &board));
    assert_eq!(check(&["maze:30x20/dfs#a"]), ended(0, "valid\n", ""));
}

#[test]
fn generate_makes_mazes_that_can_be_walked() {
    let place = Place::new("maze_generate");
    for (algorithm, id) in [
        ("kruskal", "maze:20x9/kruskal#a"),
        ("dfs", "maze:20x9/dfs#a"),
    ] {
        let words = [
            "maze",
            "generate",
            "20",
            "9",
            "--seed",
            "a",
            "--algorithm",
            algorithm,
        ];
        let made = place.run(&[&words[..], &["-o", "maze.txt", "-s", "walk", "--force"]].concat());
        assert_eq!(made, ended(0, "", &format!("{id}\n")));
        assert_eq!(place.run(&words).stdout.as_bytes(), place.read("maze.txt"));
        for words in [
            &["maze", "check", "maze.txt", "walk"][..],
            &["maze", "check", id],
        ] {
            assert_eq!(place.run(words), ended(0, "valid\n", ""));
        }
    }
    let small = place.run(&["maze", "generate", "2", "2"]);
    let message = "unicursal: a maze of 2x2 is too small: \
                   one side must be at least 3, the other at least 1\n";
    assert_eq!(small, ended(2, "", message));
    let pack = place.run(&["maze", "solve", "maze:pack/1", "-q"]);
    assert_eq!(pack, ended(0, "Solution Found!\n", ""));
}

#[test]
fn compare_prints_a_table() {
    let place = Place::new("maze_compare").with("ring", RING);
    // Pledge takes two steps to the first corner and sixteen round the ring. Trémaux goes round,
    // back to the top, and in: 16 + 12 + 2.
    let table = "rule             steps    cells seen    ratio\n\
                 left                16            16    never\n\
                 right                6             7     1.00\n\
                 pledge              18            16    never\n\
                 tremaux             30            18     5.00\n\
                 shortest             6             7     1.00\n";
    assert_eq!(place.run(&["maze", "compare", "ring"]), ended(0, table, ""));
    let json = place.run(&["maze", "compare", "ring", "--json"]).stdout;
    let row = "{\"rule\":\"right\",\"found\":true,\"steps\":6,\"cells_seen\":7,\"ratio\":1.0}";
    assert!(json.contains(row), "{json}");
}

#[test]
fn draw_walks_by_a_rule() {
    let place = Place::new("maze_draw")
        .with("maze.txt", MAZE)
        .with("ring", RING);
    let run = place.run(&["maze", "draw", "maze.txt", "--rule", "left"]);
    let wanted =
        "Level: maze.txt\nDimensions: 3x3\n+-------+\n| ┌───E |\n| │ █ █ |\n| S █ █ |\n+-------+\n";
    assert_eq!(run, ended(0, wanted, ""));
    for (file, opening) in [("m.svg", &b"<svg "[..]), ("m.png", &b"\x89PNG"[..])] {
        let words = ["maze", "draw", "maze.txt", "--rule", "left", "-o", file];
        assert_eq!(place.run(&words), ended(0, "", ""));
        assert!(place.read(file).starts_with(opening));
    }
    let endless = place.run(&["maze", "draw", "ring", "--rule", "left"]);
    assert_eq!(endless.code, Some(1));
    assert!(endless.stderr.contains("never reaches E"));
}

#[test]
fn a_reader_of_frames_may_go_away() {
    let place = Place::new("maze_pipe");
    let mut child = place
        .command(&["maze", "solve", "maze:101x101#pipe"])
        .spawn()
        .expect("the program starts");
    let mut stdout = child.stdout.take().expect("standard output is a pipe");
    let mut first = [0; 101];
    stdout.read_exact(&mut first).expect("there is a frame");
    drop(stdout);
    let output = output_of(child);
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}
