//! What is wrong with a text in another form, and where; and what a form cannot express.

use unicursal::Place;

use super::*;

fn flaw(puzzle_name: &str, form: &str, text: &str) -> (String, Option<Place>) {
    let puzzle = puzzle(puzzle_name).expect("it is in the registry");
    let read = puzzle.parse_as(form, text.as_bytes(), &Control::new());
    let error = read
        .err()
        .unwrap_or_else(|| panic!("{form}: {text} is read"));
    assert_eq!(error.kind(), "bad-input");
    (error.to_string(), error.place())
}

/// Puzzle, form, text, and what is said about it.
const FLAWS: &[(&str, &str, &str, &str)] = &[
    ("maze", "num", "\n", "line 1: there are no cells"),
    (
        "maze",
        "num",
        "0 0 1 1 1\n",
        "line 1: expected six numbers: X Y N E S W",
    ),
    (
        "maze",
        "num",
        "0 0 1 1 1 2\n",
        "line 1: the wall in the west must be 0 or 1, not '2'",
    ),
    (
        "maze",
        "num",
        "0 0 1 0 1 1\n0 0 1 1 1 0\n",
        "line 1: there are 2 cells, but a maze of 1x1 has 1",
    ),
    (
        "maze",
        "num",
        "0 0 1 0 1 1\n99999999999 0 1 1 1 0\n",
        "line 1: a maze of 100000000000x1 is too large",
    ),
    (
        "maze",
        "num",
        "1 0 1 0 1 1\n1 0 1 1 1 0\n",
        "line 2: the cell 1 0 was there before",
    ),
    (
        "maze",
        "num",
        "0 0 1 0 1 0\n1 0 1 1 1 0\n",
        "line 1: the outer wall in the west is open",
    ),
    (
        "maze",
        "num",
        "0 0 1 0 1 1\n1 0 1 1 1 1\n",
        "line 1: the wall in the east stands on one of its two sides only",
    ),
    (
        "connect",
        "puzz.link",
        "https://puzz.link/p?slither/5/5/g",
        "line 1, column 21: 'slither' is neither 'numlin' nor 'arukone'",
    ),
    (
        "connect",
        "puzz.link",
        "https://example.org/board",
        "line 1, column 1: this address holds no board, and nothing is fetched from a network",
    ),
    (
        "connect",
        "puzz.link",
        "numlin/3/2/1g21g2g",
        "line 1, column 12: there are 7 cells, but 3x2 needs 6",
    ),
    (
        "connect",
        "puzz.link",
        "numlin/3/2/1g21g",
        "line 1, column 12: there are 5 cells, but 3x2 needs 6",
    ),
    (
        "connect",
        "puzz.link",
        "numlin/3/2/1g2!",
        "line 1, column 15: '!' begins no number",
    ),
    (
        "connect",
        "puzz.link",
        "numlin/3/2/1g.1g2",
        "line 1, column 14: a number that is not given cannot be said here",
    ),
    (
        "connect",
        "puzz.link",
        "numlin/3/2/1g21g3",
        "line 1, column 14: '2' stands only here; a colour has two ends",
    ),
    (
        "connect",
        "puzz.link",
        "numlin/3/2/111g2g",
        "line 1, column 14: '1' stands here for the third time",
    ),
    (
        "connect",
        "puzz.link",
        "numlin/3/0/",
        "line 1, column 10: the number of rows must be from 1 to 1000, not 0",
    ),
    (
        "connect",
        "puzz.link",
        "numlin/3/2",
        "line 1, column 11: the address ends before the cells",
    ),
    (
        "connect",
        "puzz.link",
        "numlin/1000/1000/",
        "line 1, column 8: a board of 1000x1000 is not supported: sides are 1 to 1000, cells at most 250000",
    ),
    (
        "connect",
        "pzprv3",
        "pzprv3/arukone/2/2/passsomecells/A A /. . /",
        "line 1, column 20: expected 'passallcell' or 'dontpassallcell'",
    ),
    (
        "connect",
        "pzprv3",
        "pzprv3\nnumlin\n2\n2\n1 1 \n. - \n",
        "line 6, column 3: a cell must be a whole number, not '-'",
    ),
    (
        "connect",
        "pzprv3",
        "pzprv3\nnumlin\n2\n2\n1 1 \n",
        "line 5: the text ends where row 2 of 2 should be",
    ),
    (
        "connect",
        "numberlink",
        "3 2\n1.2\n1.\n",
        "line 3: the row has 2 cells, not 3",
    ),
    (
        "connect",
        "numberlink",
        "3 2\n1.2\n",
        "line 3: the text ends where row 2 of 2 should be",
    ),
    (
        "connect",
        "numberlink",
        "2 1\nAA\n\n2 1\nBB\n",
        "line 4: a second board begins here; give one at a time",
    ),
    (
        "connect",
        "flow-solver",
        "R.R\n...\n",
        "line 2: the board is a square: 3 columns, but 2 rows",
    ),
    (
        "connect",
        "flowfree",
        "1 2 2\n(0, 0) (2, 0)\n",
        "line 2: (2, 0) is outside the board of 2 columns and 2 rows",
    ),
    (
        "connect",
        "flowfree",
        "2 2 2\n(0, 0) (1, 0)\n(0, 0) (1, 1)\n",
        "line 3: '1' stands at (0, 0) already",
    ),
    (
        "connect",
        "flowfree",
        "2 2 2\n(0, 0) (1, 0)\n",
        "line 3: the text ends where pair 2 of 2 should be",
    ),
    (
        "connect",
        "adc",
        "SIZE 3X3X2\nLINE_NUM 0\n",
        "line 1: a board of several layers cannot be said here",
    ),
    (
        "connect",
        "adc",
        "SIZE 2X1\nLINE_NUM 1\nLINE#2 (0,0)-(1,0)\n",
        "line 3: expected 'LINE#1'",
    ),
    (
        "connect",
        "adc",
        "SIZE 2X1\nLINE_NUM 1\nLINE#1 (0,0)\n",
        "line 3: expected two places (x,y), not '(0,0)'",
    ),
    (
        "connect",
        "janko",
        "begin\npuzzle sudoku\n",
        "line 2: 'sudoku' is not 'arukone'",
    ),
    (
        "connect",
        "janko",
        "begin\npuzzle arukone\nsize 2\nproblem\n1 1\nend\n",
        "line 5: there are 1 rows, not 2",
    ),
    (
        "connect",
        "copris",
        "1\n2\n1 x\n",
        "line 3, column 3: a cell must be a whole number, not 'x'",
    ),
    (
        "coil",
        "rows",
        "..\n.\n",
        "line 2: the row has 1 cells, not 2",
    ),
    (
        "coil",
        "rows",
        "..\n.o\n",
        "line 2, column 2: 'o' is neither '.' nor a wall",
    ),
    (
        "coil",
        "framed",
        "####\n#..#\n#..X\n####\n",
        "line 3, column 4: the frame is open here",
    ),
    (
        "coil",
        "drawing",
        "+---+\n| o |\n+---+\n",
        "line 2, column 3: 'o' does not belong into the drawing of a level alone",
    ),
    (
        "maze",
        "micromouse",
        "o---o---o\n| S   G\no---o---o\n",
        "line 2, column 9: the outer wall is open here",
    ),
    (
        "maze",
        "micromouse",
        "o---o---o\n| S   S |\no---o---o\n",
        "line 2, column 7: there is an S already",
    ),
    (
        "maze",
        "micromouse",
        "o---o---o\n| S     |\no---o---o\n",
        "no cell is marked G",
    ),
    (
        "maze",
        "micromouse",
        "o---o---o---o---o\n| S   G   G     |\no   o---o---o   o\n|               |\no---o---o---o---o\n",
        "the goal can be entered at row 1, column 2 and at row 1, column 3; a maze here has one E",
    ),
    ("maze", "maz", "short", "a .maz file has 256 bytes, not 5"),
    (
        "maze",
        "walls",
        "####\n#S?#\n####\n",
        "line 2, column 3: '?' is none of '#', ' ', '.', S, E",
    ),
];

#[test]
fn bad_texts_are_refused_with_the_place() {
    for &(puzzle, form, text, expected) in FLAWS {
        let (message, place) = flaw(puzzle, form, text);
        assert_eq!(message, expected, "{form}: {text}");
        // The place is data too, where there is one.
        assert_eq!(
            place.is_some(),
            expected.starts_with("line"),
            "{form}: {text}"
        );
    }
}

#[test]
fn what_a_form_cannot_say_is_an_error_that_names_the_tile() {
    for (puzzle_name, form, text, expected) in [
        (
            "connect",
            "puzz.link",
            "2 2\n0V\n0V\n0\n",
            "row 1, column 2: the form 'puzz.link' cannot express the tile 'V'",
        ),
        (
            "connect",
            "adc",
            "2 2\n00\nXX\n0\n",
            "row 2, column 1: the form 'adc' cannot express the tile 'X'",
        ),
        (
            "connect",
            "numberlink",
            "1 3\n0.0\n1\n1 0 0\n",
            "row 1, column 2: the form 'numberlink' cannot express the checkpoint of '0'",
        ),
        (
            "connect",
            "flow-solver",
            "1 3\n0.0\n",
            "the form 'flow-solver' cannot express a board of 3x1, only squares of 3x3 to 15x15",
        ),
        (
            "maze",
            "micromouse",
            "S#E#\n",
            "the form 'micromouse' cannot express a maze of 4x1: its sides must be odd",
        ),
        (
            "maze",
            "micromouse",
            "S#E\n## \n## \n",
            "row 2, column 2: the form 'micromouse' cannot express path where it has a post",
        ),
        (
            "maze",
            "micromouse",
            "S#E\n  #\n # \n",
            "row 3, column 1: the form 'micromouse' cannot express a wall where it has a cell",
        ),
        (
            "maze",
            "micromouse",
            "SE#\n",
            "row 1, column 2: the form 'micromouse' cannot express S or E between two of its cells",
        ),
        (
            "maze",
            "maz",
            "S#E\n",
            "the form 'maz' cannot express a maze of 2x1 cells, only 16x16",
        ),
        (
            "coil",
            "tsplib",
            "x=1&y=1&board=.\n",
            "the form 'tsplib' cannot express a board with fewer than two free cells",
        ),
    ] {
        let puzzle = puzzle(puzzle_name).expect("it is in the registry");
        let level = read(puzzle, text.as_bytes());
        let error = level.write_as(form).expect_err(form);
        assert_eq!(
            (error.kind(), error.to_string().as_str()),
            ("bad-request", expected)
        );
    }
    let many: String = ('a'..='r').flat_map(|name| [name, name]).collect();
    let level = format!(
        "6 6\n{}\n",
        many.as_bytes()
            .chunks(6)
            .map(|row| String::from_utf8_lossy(row) + "\n")
            .collect::<String>()
            .trim_end()
    );
    let level = read(
        puzzle("connect").expect("it is in the registry"),
        level.as_bytes(),
    );
    let error = level
        .write_as("flow-solver")
        .expect_err("it has 18 colours");
    assert_eq!(
        error.to_string(),
        "row 6, column 3: the form 'flow-solver' cannot express the colour 'q': it has 16"
    );
}

/// The reason was an S that stands where it should.
#[test]
fn a_maze_whose_middle_is_no_goal_is_refused_for_that() {
    let maze = "E######\n      #\n#######\n#      \n#######\n      #\nS######\n";
    let level = read(
        puzzle("maze").expect("it is in the registry"),
        maze.as_bytes(),
    );
    let error = level.write_as("num").unwrap_err().to_string();
    assert_eq!(
        error,
        "row 1, column 1: the form 'num' cannot express this E: its goal is the middle, and the goal can be entered \
         at row 2, column 2 and at row 2, column 3; a maze here has one E"
    );
    let moved = maze.replace('S', "#").replacen("######\n", "#####S\n", 1);
    let level = read(
        puzzle("maze").expect("it is in the registry"),
        moved.as_bytes(),
    );
    let error = level.write_as("num").unwrap_err().to_string();
    assert!(
        error.ends_with("an S that is not at the bottom left"),
        "{error}"
    );
}
