//! A small board in each form, as its documentation describes it.

use unicursal::{Outcome, SolveRequest};

use super::*;

pub(super) fn named(name: &str) -> &'static dyn Puzzle {
    puzzle(name).expect("it is in the registry")
}

/// Asserts that a text is recognised as a form, and what it is in our own.
pub(super) fn is(puzzle: &str, form: &str, text: &str, own: &str) {
    let puzzle = named(puzzle);
    assert_eq!(read_as(puzzle, form, text.as_bytes()).text(), own, "{form}");
    assert_eq!(read(puzzle, text.as_bytes()).text(), own, "{form}: {text}");
}

/// A board of ours, and what each form writes.
pub(super) const BOARD: &str = "2 3\n1.2\n1.2\n";

/// The same without the turn limit of the game, as forms have it whose paths fill the board.
pub(super) const FILLED: &str = "rule: turns any\n2 3\n1.2\n1.2\n";

/// The same as forms have it whose cells may stay empty.
pub(super) const BLANKS: &str = "rule: blanks, turns any\n2 3\n1.2\n1.2\n";

#[test]
fn boards_of_numberlink_programs() {
    let windows = |text: &str| text.replace('\n', "\r\n");
    for (form, text) in [
        ("puzz.link", "https://puzz.link/p?numlin/3/2/1g21g2"),
        ("puzz.link", "http://pzv.jp/p.html?numlin/3/2/1g21g2\n"),
        ("puzz.link", "https://puzz.link/p?arukone/3/2/1g21g2"),
        ("puzz.link", "https://puzz.link/p?arukone/e/3/2/1g21g2"),
        ("puzz.link", "numlin/3/2/1g21g2"),
        ("puzz.link", "puzz.link/p?numlin/3/2/1g21g2"),
        ("puzz.link", "https://puzz.link/p?numlin_edit/3/2/1g21g2"),
        (
            "puzz.link",
            "pzv.jp/p.html?type=editor&numlin_play/3/2/1g21g2",
        ),
        (
            "pzprv3",
            "pzprv3/numlin/2/3/1 . 2 /1 . 2 /1 0 /0 0 /0 0 0 /",
        ),
        (
            "pzprv3",
            "pzprv3\nnumlin\n2\n3\n1 . 2 \n1 . 2 \n0 0 \n0 0 \n0 0 0 \n",
        ),
        ("pzprv3", "pzprv3/arukone/2/3/passallcell/1 . 2 /1 . 2 /"),
        (
            "pzprv3",
            "pzprv3/arukone/2/3/dontpassallcell/1 . 2 /1 . 2 /",
        ),
        ("numberlink", "3 2\n1.2\n1.2\n"),
        ("numberlink", "# by nobody\n\n3 2\n1.2\n1.2\n\n"),
        ("flowfree", "2 3 2\n(0, 0) (0, 1)\n(2, 0) (2, 1)\n"),
        (
            "adc",
            "SIZE 3X2\nLINE_NUM 2\nLINE#1 (0,0)-(0,1)\nLINE#2 (2,0)-(2,1)\n",
        ),
        (
            "janko",
            "begin\npuzzle arukone\nauthor nobody\nrows 2\ncols 3\nproblem\n1 - 2\n1 - 2\nsolution\n1 1 2\n1 1 2\nend\n",
        ),
        (
            "janko",
            "<html>\n<script id=\"data\" type=\"application/x-janko\">\nbegin\npuzzle arukone\n[problem]\n1 - 2\n1 - 2\n[end]\n</script>\n",
        ),
        ("copris", "2\n3\n1 - 2\n1 - 2\n"),
        ("puzzlekit", "2 3\n1 - 2\n1 - 2"),
    ] {
        let fills = ["numberlink", "flowfree"].contains(&form)
            || ["arukone/3", "/passallcell"]
                .iter()
                .any(|fill| text.contains(fill));
        let own = if fills { FILLED } else { BLANKS };
        is("connect", form, text, own);
        is("connect", form, &windows(text), own);
    }
    is(
        "connect",
        "flow-solver",
        "R.B\n.R.\n..B\n",
        "rule: turns any\n3 3\nR.B\n.R.\n..B\n",
    );
    is(
        "connect",
        "flow-solver",
        "R B\r\n R \r\n__B\r\n",
        "rule: turns any\n3 3\nR.B\n.R.\n..B\n",
    );
}

/// The address that opens the rules page of the site.
#[test]
fn an_address_of_puzz_link_is_solved_and_written_again() {
    let address = "https://puzz.link/p?numlin/5/5/1j2h3m1h2j3";
    let level = read(named("connect"), address.as_bytes());
    assert_eq!(
        level.text(),
        "rule: blanks, turns any\n5 5\n1....\n2..3.\n.....\n.1..2\n....3\n"
    );
    assert_eq!(
        level.write_as("puzz.link"),
        Ok(format!("{address}\n").into_bytes())
    );
    let solved = level.solve(&SolveRequest::default(), &Control::new());
    assert!(matches!(
        solved.map(|solved| solved.outcome),
        Ok(Outcome::Solved(_))
    ));
}

#[test]
fn numbers_of_several_digits_and_long_gaps_in_an_address() {
    let numbers = [
        15, 16, 255, 256, 4095, 4096, 8191, 8192, 12239, 12240, 29999,
    ];
    let mut text = String::from("numlin/28/2/");
    let words = [
        "f", "-10", "-ff", "+100", "+fff", "=000", "=fff", "@000", "@fcf", "*0000", "*455f",
    ];
    for _ in 0..2 {
        text += &words.concat();
        text += "w"; // 17 cells
    }
    let level = read(named("connect"), text.as_bytes());
    assert_eq!(level.size(), (28, 2));
    let again = level
        .write_as("puzz.link")
        .expect("it has no special tiles");
    assert_eq!(
        String::from_utf8_lossy(&again).trim_end(),
        format!("https://puzz.link/p?{text}")
    );
    let copris = level.write_as("copris").expect("it has no special tiles");
    let copris = String::from_utf8_lossy(&copris).into_owned();
    let row: Vec<&str> = copris
        .lines()
        .nth(2)
        .unwrap_or_default()
        .split(' ')
        .collect();
    let expected = numbers.map(|number| number.to_string());
    assert_eq!(row[..11], expected);
}

/// Those forms have letters where we have tiles.
#[test]
fn letters_that_are_tiles_here_get_other_names() {
    let connect = named("connect");
    let level = read(connect, b"3 2\nX.0\nX.0\n");
    assert_eq!(level.text(), "rule: turns any\n2 3\n1.0\n1.0\n");
    let square = b"2 2\nXX\nHH\n";
    assert_eq!(
        read_as(connect, "numberlink", square).text(),
        "rule: turns any\n2 2\n00\n11\n"
    );
    assert_eq!(
        read(connect, square).text(),
        "rule: turns any\n2 2\n00\n11\n"
    );
    // The game says how many checkpoints there are where it has such tiles, and needs no pairs of
    // them.
    for own in ["2 2\nXX\n00\n0\n", "2 2\nXX\n.X\n", "2 2\n00\nVH\n"] {
        assert_eq!(read(connect, own.as_bytes()).text(), own);
    }
}

/// The game's limit of 60 pieces is for the game's boards.
#[test]
fn boards_of_other_programs_have_no_turn_limit() {
    let facts = |text: &[u8]| read(named("connect"), text).facts();
    let limit = |text| facts(text).rows().any(|(name, _)| name == "turn_limit");
    assert!(limit(b"2 3\n1.2\n1.2\n"));
    assert!(!limit(b"3 2\n1.2\n1.2\n"));
}

#[test]
fn what_each_form_writes() {
    let level = read(named("connect"), BOARD.as_bytes());
    for (form, expected) in [
        ("own", BOARD),
        ("puzz.link", "https://puzz.link/p?arukone/3/2/1g21g2\n"),
        (
            "pzprv3",
            "pzprv3\narukone\n2\n3\npassallcell\nA . B\nA . B\n0 0 \n0 0 \n0 0 0 \n",
        ),
        ("numberlink", "3 2\n1.2\n1.2\n"),
        ("flowfree", "2 3 2\n(0, 0) (0, 1)\n(2, 0) (2, 1)\n"),
        (
            "adc",
            "SIZE 3X2\nLINE_NUM 2\nLINE#1 (0,0)-(0,1)\nLINE#2 (2,0)-(2,1)\n",
        ),
        (
            "janko",
            "begin\npuzzle arukone\nrows 2\ncols 3\nproblem\n1 - 2\n1 - 2\nend\n",
        ),
        ("copris", "2\n3\n1 - 2\n1 - 2\n"),
    ] {
        let written = level.write_as(form).expect("it has no special tiles");
        assert_eq!(String::from_utf8_lossy(&written), expected);
    }
}

#[test]
fn coil_levels_as_rows() {
    let own = "x=3&y=2&board=X.....\n";
    is("coil", "rows", "X..\n...\n", own);
    is("coil", "rows", "\n#..\r\n...\r\n", own);
    is("coil", "rows", "█..\n...", own);
    is("coil", "framed", "#####\n##..#\n#...#\n#####\n", own);
    is("coil", "framed", "█████\n██..█\n█...█\n█████\n", own);
    is(
        "coil",
        "drawing",
        "+-------+\n| █ . . |\n| . . . |\n+-------+\n",
        own,
    );
    let drawn = "Level: level.txt\nDimensions: 3x2\n+-------+\n| █ . . |\n| . . . |\n+-------+\n";
    is("coil", "drawing", drawn, own);
    // A ring of X is a part of the board: rows are written with X.
    is(
        "coil",
        "rows",
        "XXX\nX.X\nXXX\n",
        "x=3&y=3&board=XXXX.XXXX\n",
    );
}

#[test]
fn mazes_of_micromouse_collections() {
    let maze = "o---o---o---o\n| G |       |\no   o   o   o\n|       | S |\no---o---o---o\n";
    let own = "E ###\n# # #\n### S\n";
    is("maze", "micromouse", maze, own);
    is(
        "maze",
        "micromouse",
        &maze.replace('o', "+").replace('\n', "\r\n"),
        own,
    );
    let written = read(named("maze"), own.as_bytes()).write_as("micromouse");
    assert_eq!(
        written.map(|text| String::from_utf8_lossy(&text).into_owned()),
        Ok(maze.to_owned())
    );
    // A goal of four cells with one gate, at its bottom right; S and G where contests have them.
    let contest = "\
+---+---+---+---+
|               |
+   +---+---+   +
|   |       |   |
+   +   +   +   +
|   |           |
+   +---+---+   +
|   |           |
+---+---+---+---+
";
    let own = "#######\n#     #\n# ### #\n# # # #\n# ##E##\n#     #\nS #####\n";
    is("maze", "micromouse", contest, own);
    let marked = contest
        .replacen("|       |   |", "| G   G |   |", 1)
        .replace("|   |           |\n+   +---", "|   | G   G     |\n+   +---");
    is(
        "maze",
        "micromouse",
        &marked.replacen("|   |           |\n+---", "| S |           |\n+---", 1),
        own,
    );
}

/// A room in the middle that can be entered from two sides has its end on the post between its
/// cells.
#[test]
fn goals_with_several_gates() {
    let contest = "\
o---o---o---o---o
|               |
o   o---o---o   o
|   |           |
o   o   o   o   o
|   |           |
o   o---o---o   o
|   |           |
o---o---o---o---o
";
    let own = "#######\n#     #\n# #####\n# #E# #\n# #####\n#     #\nS #####\n";
    is("maze", "micromouse", contest, own);
    let level = read(named("maze"), own.as_bytes());
    let marked = level.write_as("micromouse").expect("it is a goal");
    let marked = String::from_utf8_lossy(&marked).into_owned();
    assert_eq!(marked.matches('G').count(), 4);
    is("maze", "micromouse", &marked, own);
    // Where the room has one gate its end would be there, and walls inside make it no room.
    for (from, to) in [
        ("# #####\n# #E# #\n# #####", "# ### #\n# #E# #\n# #####"),
        ("# #E#", "# #E "),
    ] {
        let other = own.replacen(from, to, 1);
        let refused = read(named("maze"), other.as_bytes()).write_as("micromouse");
        let error = refused.expect_err("it cannot be said").to_string();
        assert!(
            error.starts_with("row 4, column 4: the form 'micromouse' cannot express"),
            "{error}"
        );
    }
    let walled = contest.replacen(
        "|   |           |\no   o---o",
        "|   |   |       |\no   o---o",
        1,
    );
    let refused = named("maze").parse(walled.as_bytes(), &Control::new());
    let error = refused.err().expect("it has two gates").to_string();
    assert!(error.contains("a maze here has one E"), "{error}");
}

/// The example of mms's documentation, which has no goal of its own: a maze of 3x2 cells has two in
/// the middle.
#[test]
fn num_files() {
    let num = "0 0 0 1 1 1\n0 1 1 0 0 1\n1 0 0 0 1 1\n1 1 1 1 0 0\n2 0 0 1 1 0\n2 1 1 1 0 1\n";
    let map = "+---+---+---+\n|       |   |\n+   +   +   +\n|   |       |\n+---+---+---+\n";
    let maze = named("maze");
    let refused = maze.parse(num.as_bytes(), &Control::new());
    let same = maze.parse(map.as_bytes(), &Control::new());
    assert_eq!(
        refused.err().map(|error| error.to_string()),
        same.err().map(|error| error.to_string()),
    );
    // The same with a wall left of the lower cell of the goal, whose upper one is its gate.
    let num = num
        .replace("1 0 0 0 1 1", "1 0 0 1 1 1")
        .replace("2 0 0 1 1 0", "2 0 0 1 1 1");
    let own = "##E #\n# # #\nS # #\n";
    is("maze", "num", &num, own);
    is("maze", "num", &num.replace('\n', "\r\n"), own);
    // In any order, but always written in this one.
    let mut lines: Vec<&str> = num.lines().collect();
    lines.reverse();
    is("maze", "num", &lines.join("\n"), own);
    let written = read(maze, own.as_bytes()).write_as("num");
    assert_eq!(written, Ok(num.into_bytes()));
}

/// A maze of 16x16 cells in columns, so that all ways lead to the middle.
#[test]
fn maz_files() {
    let mut text = format!("o{}\n", "---o".repeat(16));
    for y in 0..16 {
        let middle = (7..=8).contains(&y);
        for x in 0..16 {
            text += if x == 0 || (y != 0 && !(middle && x == 8)) {
                "|   "
            } else {
                "    "
            };
        }
        text += "|\no";
        text += &if y == 15 {
            "---o".repeat(16)
        } else {
            "   o".repeat(16)
        };
        text += "\n";
    }
    // Close the middle below and, but for one gate, above.
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines[14].replace_range(28..37, "o---o   o");
    lines[18].replace_range(28..37, "o---o---o");
    let text = lines.join("\n") + "\n";
    let maze = named("maze");
    let level = read(maze, text.as_bytes());
    let bytes = level.write_as("maz").expect("it is as contests are");
    assert_eq!(
        (bytes.len(), bytes[0], bytes[1], bytes[15], bytes[16]),
        (256, 0x0e, 0x0a, 0x09, 0x0e)
    );
    assert_eq!(read(maze, &bytes).text(), level.text());
    assert_eq!(read_as(maze, "maz", &bytes).text(), level.text());
}

#[test]
fn mazes_with_hashes_for_walls() {
    let text = b"#####\n#S..#\n###.#\n#E..#\n#####\n";
    let maze = named("maze");
    assert_eq!(read(maze, text).text(), "S##\n  #\nE##\n");
    assert_eq!(
        read_as(maze, "walls", b"#S#\n# #\n#E#\n").text(),
        " S \n # \n E \n"
    );
    assert_eq!(
        read_as(maze, "walls", b"#S  \n# # \n#E# \n").text(),
        " S##\n # #\n E #\n"
    );
    // In our own form, which comes first, the same characters are another maze.
    let both = b"#####\n#S###\n# # #\n#  E#\n#####\n";
    assert_eq!(read(maze, both).text().as_bytes(), both);
    assert_eq!(read_as(maze, "walls", both).text(), "S  \n# #\n##E\n");
}

#[test]
fn graphs_for_tsplib() {
    let pellet = read(named("pellet"), b"S.\n#.\n")
        .write_as("tsplib")
        .expect("it has three cells");
    let pellet = String::from_utf8_lossy(&pellet).into_owned();
    assert!(
        pellet.starts_with("NAME : pellet_2x2\nTYPE : HCP\nCOMMENT : "),
        "{pellet}"
    );
    let rest = "DIMENSION : 5\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n1 2\n2 3\n2 5\n3 5\n1 4\n4 5\n-1\nEOF\n";
    assert!(pellet.ends_with(rest), "{pellet}");
    let coil = read(named("coil"), b"x=2&y=2&board=..X.")
        .write_as("tsplib")
        .expect("it has three cells");
    let coil = String::from_utf8_lossy(&coil).into_owned();
    let rest = "DIMENSION : 4\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n1 2\n2 3\n1 4\n2 4\n3 4\n-1\nEOF\n";
    assert!(coil.ends_with(rest), "{coil}");
}
