//! Coil's file forms.
//!
//! A level is `x=W&y=H&board=` and W*H characters, `.` for a free cell and `X` for a wall, row by
//! row. An answer is `x=X&y=Y&path=` and a letter `U D L R` for each slide; with `qpath=` there is
//! a letter only where there is a choice: after a slide that leaves exactly one side cell free, the
//! walk turns there by itself. The first slide always has its letter.
//!
//! Fields may come in any order; line ends (LF or CRLF) at the very end are ignored. Reading is one
//! pass over the bytes.

use std::fmt;

use super::answer::{blocked, start_walk};
use super::{Answer, Board};
use crate::character::{self, character};
use crate::{Dir, Error, Grid, Place};

/// What a level looks like.
const EXAMPLE_LEVEL: &str = "x=3&y=3&board=X.......X";
/// What an answer looks like.
const EXAMPLE_ANSWER: &str = "x=0&y=1&path=DRURD";

/// An error with a place.
fn at(byte: usize, flaw: impl fmt::Display) -> Error {
    Error::flaw(Place::byte(byte), flaw)
}

/// An error without a place.
fn nowhere(flaw: impl fmt::Display) -> Error {
    Error::bad_input(flaw, None)
}

/// Reads a level.
///
/// ```
/// use unicursal::coil::text;
///
/// let board = text::parse_board(b"x=3&y=2&board=X.....\r\n")?;
/// assert_eq!((board.width(), board.height(), board.free_count()), (3, 2, 5));
/// assert_eq!(text::print_board(&board), "x=3&y=2&board=X.....\n");
///
/// let error = text::parse_board(b"x=3&y=2&board=X...*.").unwrap_err();
/// assert_eq!(error.to_string(), "byte 18: row 2, column 2: '*' is neither '.' nor 'X'");
/// # Ok::<(), unicursal::Error>(())
/// ```
pub fn parse_board(text: &[u8]) -> Result<Board, Error> {
    let [x, y, board] = fields(text, ["x", "y", "board"], EXAMPLE_LEVEL)?;
    let (x, y, board) = (x.required()?, y.required()?, board.required()?);
    let (width, height) = (side(&x)?, side(&y)?);
    if width * height > Grid::MAX_CELLS {
        return Err(nowhere(format!(
            "a board of {width}x{height} is too large: at most {} cells are supported",
            Grid::MAX_CELLS
        )));
    }
    // A wrong character explains more than a wrong length, which it often causes.
    let is_bad = |c: &u8| *c != b'.' && *c != b'X';
    // A loop without an exit counts many cells at a time; the place matters only if there is a
    // fault.
    let bad = board.value.iter().filter(|c| is_bad(c)).count();
    let bad = (bad > 0).then(|| board.value.iter().position(is_bad));
    if let Some(index) = bad.flatten() {
        let byte = board.value_byte + index;
        let found = character(&board.value[index..]);
        let flaw = if index >= width * height {
            format!("{found} after the end of the {width}x{height} board")
        } else {
            let (row, column) = (index / width + 1, index % width + 1);
            format!("row {row}, column {column}: {found} is neither '.' nor 'X'")
        };
        return Err(at(byte, flaw));
    }
    let found = board.value.len();
    if found != width * height {
        let needed = width * height;
        return Err(nowhere(format!(
            "the board has {found} cells, but {width}x{height} needs {needed}"
        )));
    }
    let cells = board.value;
    Ok(Board::from_fn(width, height, |x, y| {
        cells[y * width + x] == b'.'
    }))
}

/// Writes a level, with a final newline.
pub fn print_board(board: &Board) -> String {
    let (width, height) = (board.width(), board.height());
    let mut text = format!("x={width}&y={height}&board=").into_bytes();
    text.reserve(width * height + 1);
    for y in 0..height {
        let row = board.row(y).iter();
        text.extend(row.map(|&free| if free { b'.' } else { b'X' }));
    }
    text.push(b'\n');
    String::from_utf8(text).expect("only ASCII was written")
}

/// Reads an answer of either form. The board says where a `qpath` turns by itself; a `path` is
/// read without it, so it may still be wrong.
pub fn parse_answer(board: &Board, text: &[u8]) -> Result<Answer, Error> {
    let [x, y, path, qpath] = fields(text, ["x", "y", "path", "qpath"], EXAMPLE_ANSWER)?;
    let (x, y) = (x.required()?, y.required()?);
    let start = (number(&x)?, number(&y)?);
    match (path.field, qpath.field) {
        (Some(path), None) => {
            let slides = letters(&path)?;
            Ok(Answer { start, slides })
        }
        (None, Some(qpath)) => expand(board, start, &letters(&qpath)?),
        (None, None) => Err(missing("path")),
        (Some(path), Some(qpath)) => Err(at(
            path.byte.max(qpath.byte),
            "a solution has either 'path' or 'qpath', not both",
        )),
    }
}

/// Writes an answer with a letter for each slide, with a final newline.
pub fn print_slides(answer: &Answer) -> String {
    print("path", answer.start, answer.slides.iter().copied())
}

/// Writes an answer with a letter where there is a choice, with a final newline.
pub fn print_choices(board: &Board, answer: &Answer) -> Result<String, Error> {
    let mut walker = start_walk(board, answer.start)?;
    let mut chosen = Vec::new();
    let mut forced = None;
    for (index, &dir) in answer.slides.iter().enumerate() {
        if forced != Some(dir) {
            chosen.push(dir);
        }
        if walker.slide(dir) == 0 {
            return Err(blocked(board, &walker, dir, index + 1));
        }
        forced = walker.forced_turn(dir);
    }
    Ok(print("qpath", answer.start, chosen.into_iter()))
}

fn print(name: &str, (x, y): (usize, usize), slides: impl Iterator<Item = Dir>) -> String {
    let mut text = format!("x={x}&y={y}&{name}=");
    text.extend(slides.map(Dir::letter));
    text.push('\n');
    text
}

/// All slides of a walk of which only the chosen ones are given.
fn expand(board: &Board, start: (usize, usize), chosen: &[Dir]) -> Result<Answer, Error> {
    let mut walker = start_walk(board, start)?;
    let mut slides = Vec::new();
    for (index, &choice) in chosen.iter().enumerate() {
        let mut next = Some(choice);
        while let Some(dir) = next {
            if walker.slide(dir) == 0 {
                return Err(blocked(board, &walker, dir, index + 1));
            }
            slides.push(dir);
            next = walker.forced_turn(dir);
        }
    }
    Ok(Answer { start, slides })
}

/// A `name=value` and where it stands.
struct Field<'a> {
    name: &'static str,
    byte: usize,
    value: &'a [u8],
    value_byte: usize,
}

/// A field that may be missing.
struct MaybeField<'a> {
    name: &'static str,
    field: Option<Field<'a>>,
}

impl<'a> MaybeField<'a> {
    fn required(self) -> Result<Field<'a>, Error> {
        let name = self.name;
        self.field.ok_or_else(|| missing(name))
    }
}

fn missing(name: &str) -> Error {
    nowhere(format!("field '{name}' is missing"))
}

/// Splits a text at `&` into the named fields.
fn fields<'a, const N: usize>(
    text: &'a [u8],
    names: [&'static str; N],
    example: &'static str,
) -> Result<[MaybeField<'a>; N], Error> {
    let mut found = names.map(|name| MaybeField { name, field: None });
    let mut end = text.len();
    while end > 0 && matches!(text[end - 1], b'\n' | b'\r') {
        end -= 1;
    }
    let text = &text[..end];
    if text.is_empty() {
        return Err(nowhere("the input is empty"));
    }
    let mut byte = 0;
    for part in text.split(|&c| c == b'&') {
        let Some(equals) = part.iter().position(|&c| c == b'=') else {
            let part = excerpt(part);
            let flaw = format!("'{part}' is not of the form name=value, as in {example}");
            return Err(at(byte, flaw));
        };
        let name = &part[..equals];
        let Some(slot) = found.iter_mut().find(|slot| slot.name.as_bytes() == name) else {
            let name = excerpt(name);
            return Err(at(byte, format!("unknown field '{name}'")));
        };
        let name = slot.name;
        if slot.field.is_some() {
            return Err(at(byte, format!("field '{name}' is repeated")));
        }
        slot.field = Some(Field {
            name,
            byte,
            value: &part[equals + 1..],
            value_byte: byte + equals + 1,
        });
        byte += part.len() + 1;
    }
    Ok(found)
}

/// The number in a field; `None` if it is too large for an integer.
fn digits(field: &Field) -> Result<Option<usize>, Error> {
    if field.value.is_empty() || !field.value.iter().all(u8::is_ascii_digit) {
        let (name, value) = (field.name, excerpt(field.value));
        let flaw = format!("{name} must be a whole number, not '{value}'");
        return Err(at(field.value_byte, flaw));
    }
    let mut digits = field.value.iter().map(|digit| usize::from(digit - b'0'));
    Ok(digits.try_fold(0_usize, |number, digit| {
        number.checked_mul(10)?.checked_add(digit)
    }))
}

fn number(field: &Field) -> Result<usize, Error> {
    digits(field)?.ok_or_else(|| {
        let (name, value) = (field.name, excerpt(field.value));
        at(field.value_byte, format!("{name} is too large: '{value}'"))
    })
}

fn side(field: &Field) -> Result<usize, Error> {
    let side = digits(field)?.filter(|side| (1..=Grid::MAX_SIDE).contains(side));
    side.ok_or_else(|| {
        let (name, value) = (field.name, excerpt(field.value));
        let flaw = format!("{name} must be from 1 to {}, not {value}", Grid::MAX_SIDE);
        at(field.value_byte, flaw)
    })
}

fn letters(field: &Field) -> Result<Vec<Dir>, Error> {
    let letter = |(index, &letter): (usize, &u8)| {
        Dir::from_letter(letter).ok_or_else(|| {
            let found = character(&field.value[index..]);
            let number = index + 1;
            let flaw = format!("letter {number} of the path, {found}, is none of U, D, L, R");
            at(field.value_byte + index, flaw)
        })
    };
    field.value.iter().enumerate().map(letter).collect()
}

/// The beginning of some bytes, short and printable.
fn excerpt(bytes: &[u8]) -> String {
    character::excerpt(bytes, 20)
}
