//! Coil's file forms.
//!
//! A level is `x=W&y=H&board=` and W*H characters, `.` for a free cell and `X` for a wall, row by
//! row. An answer is `x=X&y=Y&path=` and a letter `U D L R` for each slide; with `qpath=` a letter
//! stands only where there is a choice: after a slide that leaves exactly one side cell free, the
//! walk turns there by itself. The first slide always has its letter.
//!
//! Fields may come in any order; line ends (LF or CRLF) at the very end are ignored. Reading is one
//! pass over the bytes.

use thiserror::Error;

use super::answer::{WalkError, blocked, start_walk};
use super::{Answer, Board};
use crate::character::character;
use crate::{Dir, Grid};

/// What a level looks like.
const EXAMPLE_LEVEL: &str = "x=3&y=3&board=X.......X";
/// What an answer looks like.
const EXAMPLE_ANSWER: &str = "x=0&y=1&path=DRURD";

/// Why a text is not a level or not an answer. `byte` counts from 0.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TextError {
    /// There is nothing to read.
    #[error("the input is empty")]
    Empty,
    /// A part between two `&` has no `=`.
    #[error("byte {byte}: '{part}' is not of the form name=value, as in {example}")]
    NotAField {
        /// Where the part begins.
        byte: usize,
        /// Its beginning.
        part: String,
        /// A text of that form.
        example: &'static str,
    },
    /// A field that the format does not have.
    #[error("byte {byte}: unknown field '{name}'")]
    UnknownField {
        /// Where the field begins.
        byte: usize,
        /// Its name.
        name: String,
    },
    /// A field stands there twice.
    #[error("byte {byte}: field '{name}' is repeated")]
    RepeatedField {
        /// Where it stands the second time.
        byte: usize,
        /// Its name.
        name: &'static str,
    },
    /// A field is not there.
    #[error("field '{name}' is missing")]
    MissingField {
        /// Its name.
        name: &'static str,
    },
    /// A number is none.
    #[error("byte {byte}: {name} must be a whole number, not '{value}'")]
    NotANumber {
        /// Where the value begins.
        byte: usize,
        /// The name of the field.
        name: &'static str,
        /// The beginning of the value.
        value: String,
    },
    /// A number is larger than any board.
    #[error("byte {byte}: {name} is too large: '{value}'")]
    TooLarge {
        /// Where the value begins.
        byte: usize,
        /// The name of the field.
        name: &'static str,
        /// The beginning of the value.
        value: String,
    },
    /// A side of the board is 0 or too long.
    #[error("byte {byte}: {name} must be from 1 to {max}, not {value}", max = Grid::MAX_SIDE)]
    BadSide {
        /// Where the value begins.
        byte: usize,
        /// The name of the field.
        name: &'static str,
        /// The beginning of the value.
        value: String,
    },
    /// The board would have more cells than is supported.
    #[error("a board of {width}x{height} is too large: at most {max} cells are supported", max = Grid::MAX_CELLS)]
    TooManyCells {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// The board's text is shorter or longer than its size says.
    #[error("the board has {found} cells, but {width}x{height} needs {}", width * height)]
    WrongLength {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
        /// Characters in the board's text.
        found: usize,
    },
    /// A character of the board is neither `.` nor `X`.
    #[error("byte {byte}: row {row}, column {column}: {found} is neither '.' nor 'X'")]
    BadCell {
        /// Where it stands.
        byte: usize,
        /// Its row, counted from 1.
        row: usize,
        /// Its column, counted from 1.
        column: usize,
        /// The character, or the byte if it is no text.
        found: String,
    },
    /// Something stands where the board should have ended.
    #[error("byte {byte}: {found} after the end of the {width}x{height} board")]
    AfterBoard {
        /// Where it stands.
        byte: usize,
        /// The character, or the byte if it is no text.
        found: String,
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// A letter of a path is none of `U D L R`.
    #[error("byte {byte}: letter {letter} of the path, {found}, is none of U, D, L, R")]
    BadLetter {
        /// Where it stands.
        byte: usize,
        /// Which letter of the path, counted from 1.
        letter: usize,
        /// The character, or the byte if it is no text.
        found: String,
    },
    /// The answer has both `path` and `qpath`.
    #[error("byte {byte}: a solution has either 'path' or 'qpath', not both")]
    TwoPaths {
        /// Where the second begins.
        byte: usize,
    },
    /// A `qpath` cannot be followed on the board.
    #[error(transparent)]
    Walk(#[from] WalkError),
}

impl TextError {
    /// The byte at which the fault shows, counted from 0, where it has a place.
    pub fn byte(&self) -> Option<usize> {
        match self {
            Self::NotAField { byte, .. }
            | Self::UnknownField { byte, .. }
            | Self::RepeatedField { byte, .. }
            | Self::NotANumber { byte, .. }
            | Self::TooLarge { byte, .. }
            | Self::BadSide { byte, .. }
            | Self::BadCell { byte, .. }
            | Self::AfterBoard { byte, .. }
            | Self::BadLetter { byte, .. }
            | Self::TwoPaths { byte } => Some(*byte),
            Self::Empty
            | Self::MissingField { .. }
            | Self::TooManyCells { .. }
            | Self::WrongLength { .. }
            | Self::Walk(_) => None,
        }
    }
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
/// # Ok::<(), unicursal::coil::text::TextError>(())
/// ```
pub fn parse_board(text: &[u8]) -> Result<Board, TextError> {
    let [x, y, board] = fields(text, ["x", "y", "board"], EXAMPLE_LEVEL)?;
    let (x, y, board) = (x.required()?, y.required()?, board.required()?);
    let (width, height) = (side(&x)?, side(&y)?);
    if width * height > Grid::MAX_CELLS {
        return Err(TextError::TooManyCells { width, height });
    }
    // A wrong character explains more than a wrong length, which it often causes.
    let is_bad = |c: &u8| *c != b'.' && *c != b'X';
    // Counting without a way out is many cells at a time; the place matters only when there is one.
    let bad = board.value.iter().filter(|c| is_bad(c)).count();
    let bad = (bad > 0).then(|| board.value.iter().position(is_bad));
    if let Some(index) = bad.flatten() {
        let byte = board.value_byte + index;
        let found = character(&board.value[index..]);
        return Err(if index >= width * height {
            TextError::AfterBoard {
                byte,
                found,
                width,
                height,
            }
        } else {
            TextError::BadCell {
                byte,
                row: index / width + 1,
                column: index % width + 1,
                found,
            }
        });
    }
    let found = board.value.len();
    if found != width * height {
        return Err(TextError::WrongLength {
            width,
            height,
            found,
        });
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
pub fn parse_answer(board: &Board, text: &[u8]) -> Result<Answer, TextError> {
    let [x, y, path, qpath] = fields(text, ["x", "y", "path", "qpath"], EXAMPLE_ANSWER)?;
    let (x, y) = (x.required()?, y.required()?);
    let start = (number(&x)?, number(&y)?);
    match (path.field, qpath.field) {
        (Some(path), None) => {
            let slides = letters(&path)?;
            Ok(Answer { start, slides })
        }
        (None, Some(qpath)) => Ok(expand(board, start, &letters(&qpath)?)?),
        (None, None) => Err(TextError::MissingField { name: "path" }),
        (Some(path), Some(qpath)) => Err(TextError::TwoPaths {
            byte: path.byte.max(qpath.byte),
        }),
    }
}

/// Writes an answer with a letter for each slide, with a final newline.
pub fn print_slides(answer: &Answer) -> String {
    print("path", answer.start, answer.slides.iter().copied())
}

/// Writes an answer with a letter where there is a choice, with a final newline.
pub fn print_choices(board: &Board, answer: &Answer) -> Result<String, WalkError> {
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
fn expand(board: &Board, start: (usize, usize), chosen: &[Dir]) -> Result<Answer, WalkError> {
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
    fn required(self) -> Result<Field<'a>, TextError> {
        let name = self.name;
        self.field.ok_or(TextError::MissingField { name })
    }
}

/// Splits a text at `&` into the named fields.
fn fields<'a, const N: usize>(
    text: &'a [u8],
    names: [&'static str; N],
    example: &'static str,
) -> Result<[MaybeField<'a>; N], TextError> {
    let mut found = names.map(|name| MaybeField { name, field: None });
    let mut end = text.len();
    while end > 0 && matches!(text[end - 1], b'\n' | b'\r') {
        end -= 1;
    }
    let text = &text[..end];
    if text.is_empty() {
        return Err(TextError::Empty);
    }
    let mut byte = 0;
    for part in text.split(|&c| c == b'&') {
        let Some(equals) = part.iter().position(|&c| c == b'=') else {
            let part = excerpt(part);
            return Err(TextError::NotAField {
                byte,
                part,
                example,
            });
        };
        let name = &part[..equals];
        let Some(slot) = found.iter_mut().find(|slot| slot.name.as_bytes() == name) else {
            let name = excerpt(name);
            return Err(TextError::UnknownField { byte, name });
        };
        let name = slot.name;
        if slot.field.is_some() {
            return Err(TextError::RepeatedField { byte, name });
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

fn number(field: &Field) -> Result<usize, TextError> {
    let (byte, name, value) = (field.value_byte, field.name, excerpt(field.value));
    if field.value.is_empty() || !field.value.iter().all(u8::is_ascii_digit) {
        return Err(TextError::NotANumber { byte, name, value });
    }
    let mut digits = field.value.iter().map(|digit| usize::from(digit - b'0'));
    let number = digits.try_fold(0_usize, |number, digit| {
        number.checked_mul(10)?.checked_add(digit)
    });
    number.ok_or(TextError::TooLarge { byte, name, value })
}

fn side(field: &Field) -> Result<usize, TextError> {
    match number(field) {
        Ok(side) if (1..=Grid::MAX_SIDE).contains(&side) => Ok(side),
        Ok(_) | Err(TextError::TooLarge { .. }) => Err(TextError::BadSide {
            byte: field.value_byte,
            name: field.name,
            value: excerpt(field.value),
        }),
        Err(error) => Err(error),
    }
}

fn letters(field: &Field) -> Result<Vec<Dir>, TextError> {
    let letter = |(index, &letter): (usize, &u8)| {
        Dir::from_letter(letter).ok_or_else(|| TextError::BadLetter {
            byte: field.value_byte + index,
            letter: index + 1,
            found: character(&field.value[index..]),
        })
    };
    field.value.iter().enumerate().map(letter).collect()
}

/// The beginning of some bytes, short and printable.
fn excerpt(bytes: &[u8]) -> String {
    const LENGTH: usize = 20;
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * LENGTH)]);
    let mut short: String = text.chars().take(LENGTH).collect();
    if short.len() < bytes.len() && short.chars().count() == LENGTH {
        short.push_str("...");
    }
    short.escape_debug().to_string()
}
