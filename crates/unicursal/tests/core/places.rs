//! The place of a fault is data, and it is the one that the message names.

use unicursal::{Control, Error, Outcome, Place, Puzzle, SolveRequest};

use crate::{all, example};

fn parse(puzzle: &dyn Puzzle, text: &[u8]) -> Option<Error> {
    puzzle.parse(text, &Control::new()).err()
}

#[test]
fn faults_of_levels_have_their_place() {
    let byte = |byte| Some(Place::byte(byte));
    let line = |line| Some(Place::line(line));
    let column = |line, column| Some(Place::column(line, column));
    let cases: [(&str, &[u8], Option<Place>); 22] = [
        ("coil", b"x=3&y=3&board=X....?..X", byte(19)),
        ("coil", b"x=3&y=0&board=", byte(6)),
        ("coil", b"x=3&x=3", byte(4)),
        ("coil", b"x=3&y=3&board=X.......X?", byte(23)),
        ("coil", b"x=3&y=3&board=X", None),
        ("connect", b"2 2\n0.\n0", line(3)),
        ("connect", b"2 2\n0.\n0?.\n0\n", line(3)),
        ("connect", b"2 2\n0.\n0\xff\n0\n", column(3, 2)),
        ("connect", b"2 2\n0.\n.a\n0\n", column(2, 1)),
        ("connect", b"1 4\n0.00\n0\n", column(2, 4)),
        ("connect", b"1 2\n00\n1\n5 0 0\n", line(4)),
        ("maze", b"S#\n #?", column(2, 3)),
        ("maze", b"S#\n #S", column(2, 3)),
        ("maze", b"#S#\n##", None),
        ("pellet", b"x\n", column(1, 1)),
        ("pellet", b"3 2\nS..\n..S\n", column(3, 3)),
        ("pellet", b"3 2\nS..\n..\n", line(3)),
        ("pellet", b"3 2\n...\n...\n", None),
        ("trail", b"1 .\n. ?\n", column(2, 3)),
        ("trail", b"1 .\n -\n. .\n", column(2, 2)),
        ("trail", b"trail 2x1\n1 . .\n", line(2)),
        ("trail", b"trail 2x2\n1 .\n", None),
    ];
    for (name, text, place) in cases {
        let puzzle = unicursal::puzzle(name).expect("it is in the registry");
        let shown = String::from_utf8_lossy(text);
        let error = parse(puzzle, text).unwrap_or_else(|| panic!("{shown:?} was read"));
        assert_eq!(error.place(), place, "{shown:?}: {error}");
        agree(puzzle, &error);
    }
}

/// Damages every byte of an example in several ways.
#[test]
fn every_place_is_the_one_of_the_message() {
    for puzzle in all() {
        let text = puzzle.about().example.as_bytes();
        let (mut placed, mut others) = (0, 0);
        for place in 0..=text.len() {
            let (before, after) = text.split_at(place);
            let mut damaged = vec![before.to_vec()];
            for strange in [
                &b"?"[..],
                b"\xff",
                b"\xc3\xa9",
                b"\n",
                b"9",
                b" ",
                b"S",
                b"&",
                b"=",
            ] {
                damaged.push([before, strange, after].concat());
                damaged.push([before, strange, after.get(1..).unwrap_or(b"")].concat());
            }
            damaged.push([before, after.get(1..).unwrap_or(b"")].concat());
            for text in damaged {
                let Some(error) = parse(puzzle, &text) else {
                    continue;
                };
                agree(puzzle, &error);
                inside(&text, &error);
                placed += u32::from(error.place().is_some());
                others += u32::from(error.place().is_none());
            }
        }
        assert!(
            placed > 50,
            "{}: {placed} with, {others} without",
            puzzle.name()
        );
    }
}

#[test]
fn faults_of_answers_have_their_place() {
    let cases: [(&str, &[u8], Option<Place>, &str); 5] = [
        (
            "coil",
            b"x=0&y=1&path=UX",
            Some(Place::byte(14)),
            "byte 14: ",
        ),
        (
            "connect",
            b"0 0 0 3 0\n1 2 2 2 z\n",
            Some(Place::line(2)),
            "line 2: ",
        ),
        (
            "maze",
            b"rule=left&path=NXX",
            Some(Place::byte(16)),
            "byte 16: ",
        ),
        ("pellet", b"rdx", Some(Place::column(1, 3)), "letter 3 "),
        (
            "pellet",
            b"\n \n  rdx",
            Some(Place::column(3, 5)),
            "letter 3 ",
        ),
    ];
    for (name, answer, place, words) in cases {
        let puzzle = unicursal::puzzle(name).expect("it is in the registry");
        let refused = example(puzzle).draw(Some(answer)).map(|_| ());
        let error = refused.expect_err("it cannot be read");
        assert!(matches!(error, Error::BadInput(_)), "{error:?}");
        assert_eq!(error.place(), place, "{name}: {error}");
        assert!(error.to_string().contains(words), "{error}");
    }
}

/// The checker knows no places: its errors had none.
#[test]
fn answers_that_cannot_be_checked_have_their_place() {
    let maze = unicursal::puzzle("maze").expect("it is in the registry");
    let walk = example(maze).solve(&SolveRequest::default(), &Control::new());
    let Ok(Outcome::Solved(walk)) = walk.map(|solved| solved.outcome) else {
        panic!("the example has a solution");
    };
    let walk = format!("{}?", walk.trim_end());
    let cases: [(&str, &[u8], Place); 4] = [
        ("coil", b"x=0&y=1&path=UX", Place::byte(14)),
        ("connect", b"0 0 0 3 0\n1 2 2\n", Place::line(2)),
        ("maze", walk.as_bytes(), Place::byte(walk.len() - 1)),
        ("pellet", b"\nrdx", Place::column(2, 3)),
    ];
    for (name, answer, place) in cases {
        let puzzle = unicursal::puzzle(name).expect("it is in the registry");
        let checked = example(puzzle).check(&SolveRequest::default(), answer);
        let error = checked.expect_err("it cannot be read");
        assert!(matches!(error, Error::BadInput(_)), "{error:?}");
        assert_eq!(error.place(), Some(place), "{name}: {error}");
    }
}

/// The places were those of the text without the mark.
#[test]
fn a_byte_order_mark_counts_as_bytes_and_not_as_a_column() {
    let mark = b"\xef\xbb\xbf";
    let coil = unicursal::puzzle("coil").expect("it is in the registry");
    let text = [&mark[..], b"x=3&y=3&board=X....?..X"].concat();
    let error = parse(coil, &text).expect("'?' is no cell");
    assert_eq!((error.place(), text[22]), (Some(Place::byte(22)), b'?'));
    agree(coil, &error);
    let pellet = unicursal::puzzle("pellet").expect("it is in the registry");
    let error = parse(pellet, &[&mark[..], b".?S"].concat()).expect("'?' is no cell");
    assert_eq!(error.place(), Some(Place::column(1, 2)));
    agree(pellet, &error);
    let level = [&mark[..], b"x=3&y=3&board=X.......X"].concat();
    assert!(parse(coil, &level).is_none());
}

/// The message names this place, or none if there is none.
fn agree(puzzle: &dyn Puzzle, error: &Error) {
    let message = error.to_string();
    assert!(matches!(error, Error::BadInput(_)), "{error:?}");
    assert!(!message.contains(['\n', '\r']), "{message:?}");
    let Some(Place { line, column, byte }) = error.place() else {
        let numbered = |word: &&str| {
            let mut rests = message.split(word).skip(1);
            rests.any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        };
        let named = ["byte ", "line ", "row ", "column "];
        assert_eq!(named.iter().find(|word| numbered(word)), None, "{message}");
        return;
    };
    let words = match (puzzle.name(), line, column, byte) {
        ("coil" | "trail", None, None, Some(byte)) => format!("byte {byte}: "),
        ("connect" | "pellet" | "trail", Some(line), None, None) => format!("line {line}: "),
        ("connect", Some(line), Some(column), None) => format!("line {line}: column {column}: "),
        ("maze", Some(row), Some(column), None) => format!(": line {row}, column {column}"),
        ("pellet" | "trail", Some(line), Some(column), None) => {
            format!("line {line}, column {column}: ")
        }
        other => panic!("{other:?}: {message}"),
    };
    let found = match puzzle.name() {
        "maze" => message.contains(&words),
        _ => message.starts_with(&words),
    };
    assert!(found, "{words:?} is not in {message:?}");
}

/// The place is one of the text, or just behind it.
fn inside(text: &[u8], error: &Error) {
    let Some(Place { line, column, byte }) = error.place() else {
        return;
    };
    assert!(byte.is_none_or(|byte| byte <= text.len()), "{error}");
    let lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
    if let Some(line) = line {
        assert!((1..=lines.len() + 1).contains(&line), "{error}");
        let length = lines.get(line - 1).map_or(0, |line| line.len());
        assert!(
            column.is_none_or(|column| (1..=length).contains(&column)),
            "{error}"
        );
    }
}
