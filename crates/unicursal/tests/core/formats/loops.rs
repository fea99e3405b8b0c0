//! Loops through all cells, which are boards of Trail.

use unicursal::{Outcome, SolveRequest};

use super::examples::{is, named};
use super::*;

/// The board in pzpr's own test of this puzzle.
const OWN: &str = "trail 5x5 loop\n# # # 1 .\n# . . 2 .\n. . . . .\n. . . # .\n. . . . .\n";

#[test]
fn a_loop_in_every_form() {
    let rows = "* * * . . /* . . . . /. . . . . /. . . * . /. . . . . /";
    for (form, text) in [
        ("puzz.link", "https://puzz.link/p?simpleloop/5/5/sg020\n"),
        ("puzz.link", "http://pzv.jp/p.html?simpleloop/5/5/sg020"),
        ("puzz.link", "simpleloop/5/5/sg020"),
        ("puzz.link", "puzz.link/p?simpleloop_edit/5/5/sg020"),
        (
            "pzprv3",
            &format!("pzprv3/simpleloop/5/5/{rows}0 0 0 1 /0 1 0 0 /"),
        ),
        (
            "pzprv3",
            &format!("pzprv3\nsimpleloop\n5\n5\n{}", rows.replace('/', "\n")),
        ),
        (
            "puzzlekit",
            "5 5\nx x x - -\nx - - - -\n- - - - -\n- - - x -\n- - - - -",
        ),
        (
            "puzzlekit",
            "5 5\n1 1 1 0 0\n1 0 0 0 0\n0 0 0 0 0\n0 0 0 1 0\n0 0 0 0 0\n",
        ),
    ] {
        is("trail", form, text, OWN);
        is("trail", form, &text.replace('\n', "\r\n"), OWN);
        let written = read(named("trail"), text.as_bytes()).write_as(form);
        let again = read_as(named("trail"), form, &written.expect("it is a loop"));
        assert_eq!(again.text(), OWN, "{form}");
    }
    // Without black cells there are no digits.
    is(
        "trail",
        "puzz.link",
        "simpleloop/3/2/",
        "trail 3x2 loop\n1 . .\n2 . .\n",
    );
    let level = read(named("trail"), b"simpleloop/3/2/0g");
    assert_eq!(
        level.write_as("puzz.link"),
        Ok(b"https://puzz.link/p?simpleloop/3/2/0g\n".to_vec())
    );
}

/// Whether there is a step between each cell and the next, and from the last to the first.
fn loops(width: usize, free: &[bool]) -> u64 {
    fn go(at: usize, width: usize, left: &mut [bool], first: usize, found: &mut u64) {
        let near = |one: usize, two: usize| {
            let (x, y) = (one % width, one / width);
            x.abs_diff(two % width) + y.abs_diff(two / width) == 1
        };
        if !left.contains(&true) {
            *found += u64::from(near(at, first));
            return;
        }
        for next in 0..left.len() {
            if left[next] && near(at, next) {
                left[next] = false;
                go(next, width, left, first, found);
                left[next] = true;
            }
        }
    }
    let mut left = free.to_vec();
    let first = left.iter().position(|&free| free).expect("cells are free");
    left[first] = false;
    let mut found = 0;
    go(first, width, &mut left, first, &mut found);
    // Each is found in both directions.
    found / 2
}

/// All boards of 4x3 cells: as many paths as there are loops, none more for boards that have none.
#[test]
fn every_small_board_has_as_many_paths_as_loops() {
    let (width, height) = (4, 3);
    let mut with_loops = 0;
    for black in 0..1_u32 << (width * height) {
        let free: Vec<bool> = (0..width * height)
            .map(|cell| black >> cell & 1 == 0)
            .collect();
        let row = |row: &[bool]| {
            let words = row.iter().map(|&free| if free { "-" } else { "x" });
            words.collect::<Vec<_>>().join(" ")
        };
        let rows: Vec<String> = free.chunks(width).map(row).collect();
        let text = format!("{height} {width}\n{}\n", rows.join("\n"));
        let read = named("trail").parse(text.as_bytes(), &Control::new());
        if black.count_zeros() - (u32::BITS - 12) < 4 {
            let error = read.err().expect("it is too small for a loop").to_string();
            assert_eq!(
                error,
                "line 1: a loop has 4 cells at least that are not black"
            );
            continue;
        }
        let level = read.expect("it is a board");
        let count = level.count(&SolveRequest::default(), None, &Control::new());
        let expected = loops(width, &free);
        let exact = unicursal::Count::new(expected, true);
        assert_eq!(count.expect("it is small"), exact, "{text}");
        with_loops += u32::from(expected > 0);
        assert_eq!(level.write_as("puzzlekit"), Ok(text.into_bytes()));
    }
    assert!(with_loops > 20);
}

#[test]
fn a_loop_is_drawn_closed_and_another_path_is_not() {
    let drawn = |text: &[u8]| {
        let level = read(named("trail"), text);
        let solved = level.solve(&SolveRequest::default(), &Control::new());
        let Outcome::Solved(answer) = solved.expect("it can be solved").outcome else {
            panic!("it has a solution");
        };
        let steps = answer.trim_end().len();
        // A line for each step that is drawn.
        [steps, steps - 1].map(|steps| {
            let picture = level.draw(Some(&answer.as_bytes()[..steps]));
            let svg = picture.expect("it can be drawn").to_svg();
            let is_line = |line: &&str| line.starts_with("<path d=") && line.contains(" stroke=");
            svg.lines().filter(is_line).count() - steps
        })
    };
    assert_eq!(drawn(b"simpleloop/4/4/"), [1, 0]);
    assert_eq!(drawn(b"trail 2x2 loop\n1 .\n2 .\n"), [1, 0]);
    assert_eq!(drawn(b"trail=2x2-loop:1A2A"), [1, 0]);
    assert_eq!(drawn(b"1 . .\n. . .\n2 . .\n"), [0, 0]);
    // The same cells and numbers, but nothing says that the path comes back.
    assert_eq!(drawn(b"1 .\n2 .\n"), [0, 0]);
}

#[test]
fn that_a_board_is_a_loop_is_kept_by_our_own_forms() {
    let trail = named("trail");
    let level = read(trail, b"simpleloop/5/5/sg020");
    for form in ["own", "line"] {
        let written = level.write_as(form).expect("it can say so");
        assert_eq!(read(trail, &written).text(), OWN, "{form}");
    }
    let mut sheet = level.sheet();
    assert_eq!(trail.print_sheet(&sheet), Ok(OWN.to_owned()));
    // A board that was changed to another is no loop any more.
    sheet.numbers.truncate(1);
    let other = trail.print_sheet(&sheet).expect("it can be printed");
    assert!(other.starts_with("trail 5x5\n"), "{other}");
    // A path that could be a loop can be said, and is one then.
    let path = read(trail, b"1 .\n2 .\n");
    assert_eq!(path.text(), "trail 2x2\n1 .\n2 .\n");
    let address = path.write_as("puzz.link").expect("it is as good as a loop");
    assert_eq!(read(trail, &address).text(), "trail 2x2 loop\n1 .\n2 .\n");
}

#[test]
fn what_is_no_loop_cannot_be_said() {
    for (own, expected) in [
        (
            "1 . .\n. . 2\n",
            "row 2, column 3: the form 'FORM' cannot express a path to the number 2",
        ),
        (
            "1 . .\n. . .\n",
            "row 1, column 1: the form 'FORM' cannot express a path to the number 1",
        ),
        (
            "1 . .\n2 . 3\n",
            "row 2, column 3: the form 'FORM' cannot express a path to the number 3",
        ),
        (
            "1|. .\n2 . .\n",
            "row 1, column 1: the form 'FORM' cannot express a thin wall",
        ),
    ] {
        let level = read(named("trail"), own.as_bytes());
        for form in ["puzz.link", "pzprv3", "puzzlekit"] {
            let error = level.write_as(form).expect_err("it is no loop").to_string();
            let expected = expected.replace("FORM", form);
            assert!(error.starts_with(&expected), "{error}");
        }
    }
    // A file with one column looks like our own form.
    let column = read(named("trail"), b"1\n2\n.\n.\n");
    assert!(column.write_as("puzzlekit").is_err());
}

#[test]
fn flaws_of_loops_are_named_with_their_place() {
    for (text, expected) in [
        (
            "simpleloop/5/5/sg02",
            "line 1, column 16: there are 4 digits, but 5x5 needs 5",
        ),
        (
            "simpleloop/5/5/sg0z0",
            "line 1, column 19: 'z' is no digit to the base 32",
        ),
        (
            "simpleloop/5",
            "line 1, column 13: the address ends before the cells",
        ),
        (
            "simpleloop/0/5/",
            "line 1, column 12: the number of columns must be from 1 to",
        ),
        (
            "pzprv3/simpleloop/2/2/. . /. ? /",
            "line 1, column 30: a cell is '.' or '*', not '?'",
        ),
        (
            "2 2\n- -\n- 1\n",
            "line 3, column 3: a cell is '-' or 'x', not '1'",
        ),
        (
            "2 2\n0 0\n0 -\n",
            "line 3, column 3: a cell is '0' or '1', not '-'",
        ),
        ("2 2\n- -\n- - -\n", "line 3: the row has 3 cells, not 2"),
        ("3 2\n- -\n- -\n", "line 4: there are 2 rows, not 3"),
        ("1 2\n- -\n- -\n", "line 3: there are 2 rows, not 1"),
        (
            "\ntrail 2x2 loop\n1 2\n. .\n",
            "line 2: a loop has no walls, 4 cells at least, and two numbers",
        ),
        (
            "trail 2x2 loop\n1 .\n2 #\n",
            "line 1: a loop has no walls, 4 cells at least, and two numbers",
        ),
        (
            "trail 2x2 round\n1 .\n2 .\n",
            "line 1: 'trail 2x2 round' is not a title of the form",
        ),
        ("trail=2x2-loop:1!A2A", "byte 6: this is no loop"),
    ] {
        let error = named("trail").parse(text.as_bytes(), &Control::new());
        let error = error.err().expect("it is refused").to_string();
        assert!(error.starts_with(expected), "{text}: {error}");
    }
}
