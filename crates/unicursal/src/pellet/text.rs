//! Pellet Eater's file forms.
//!
//! A board is rows of equal length, top row first: `.` must be visited, `S` is the start, `#` is a
//! wall. A first line `WIDTH HEIGHT` may come before them; boards are printed with it, as the
//! challenge server sends them. A path is one line of letters `u d l r`, one for each step.
//!
//! Lines end with LF or CRLF; blank lines before and after are ignored. Reading is one pass over
//! the bytes.

use thiserror::Error;

use super::Board;
use crate::character::character;
pub use crate::hamilton::path::{PathError, parse as parse_path, print as print_path};
use crate::{Grid, Place};

/// Why a text is not a board. Lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TextError {
    /// There is nothing to read.
    #[error("the board is empty")]
    Empty,
    /// A first line with digits that is not two numbers.
    #[error("line {line}: '{text}' is not a header of the form WIDTH HEIGHT")]
    BadHeader {
        /// Which line.
        line: usize,
        /// Its beginning.
        text: String,
    },
    /// A side of the board is 0 or too long.
    #[error("line {line}: a board of {width}x{height} is not supported: sides are 1 to {side}, cells at most {cells}", side = Grid::MAX_SIDE, cells = Grid::MAX_CELLS)]
    BadSize {
        /// The line of the header, or of the first row.
        line: usize,
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// The header and the rows disagree.
    #[error("the header says {height} rows, but there are {found}")]
    WrongHeight {
        /// Rows that the header promises.
        height: usize,
        /// Rows that are there.
        found: usize,
    },
    /// A row is shorter or longer than the others, or than the header says.
    #[error("line {line}: the row has {found} cells, not {width}")]
    Ragged {
        /// Which line.
        line: usize,
        /// Its length.
        found: usize,
        /// What it should be.
        width: usize,
    },
    /// A character that is not a cell.
    #[error("line {line}, column {column}: {found} is none of '.', 'S', '#'")]
    UnknownCell {
        /// Which line.
        line: usize,
        /// Which column.
        column: usize,
        /// The character, escaped if it cannot be printed.
        found: String,
    },
    /// There is no start.
    #[error("the board has no start: one cell must be 'S'")]
    NoStart,
    /// There is more than one start.
    #[error(
        "line {line}, column {column}: a second 'S'; the first is in line {first_line}, column {first_column}"
    )]
    SecondStart {
        /// Line of the second.
        line: usize,
        /// Column of the second.
        column: usize,
        /// Line of the first.
        first_line: usize,
        /// Column of the first.
        first_column: usize,
    },
}

impl TextError {
    /// Where the fault is, if it has a place.
    pub fn place(&self) -> Option<Place> {
        match *self {
            Self::BadHeader { line, .. }
            | Self::BadSize { line, .. }
            | Self::Ragged { line, .. } => Some(Place::line(line)),
            Self::UnknownCell { line, column, .. } | Self::SecondStart { line, column, .. } => {
                Some(Place::column(line, column))
            }
            Self::Empty | Self::WrongHeight { .. } | Self::NoStart => None,
        }
    }
}

/// How a cell of a board is written.
pub fn symbol(board: &Board, cell: usize) -> char {
    match board.is_free(cell) {
        _ if cell == board.start() => 'S',
        true => '.',
        false => '#',
    }
}

/// Reads a board.
pub fn parse_board(text: &[u8]) -> Result<Board, TextError> {
    let mut lines: Vec<(usize, &[u8])> = Vec::new();
    for (index, line) in text.split(|&byte| byte == b'\n').enumerate() {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if !(lines.is_empty() && line.trim_ascii().is_empty()) {
            lines.push((index + 1, line));
        }
    }
    while lines.last().is_some_and(|(_, line)| line.is_empty()) {
        lines.pop();
    }
    let &(first_line, first) = lines.first().ok_or(TextError::Empty)?;
    let header = parse_header(first_line, first)?;
    let rows = &lines[usize::from(header.is_some())..];
    let (width, height) = header.unwrap_or((first.len(), rows.len()));
    let sides = 1..=Grid::MAX_SIDE;
    if !sides.contains(&width) || !sides.contains(&height) || width * height > Grid::MAX_CELLS {
        let line = first_line;
        return Err(TextError::BadSize {
            line,
            width,
            height,
        });
    }
    let start = find_start(rows, width)?;
    if rows.len() != height {
        let found = rows.len();
        return Err(TextError::WrongHeight { height, found });
    }
    let start = start.ok_or(TextError::NoStart)?;
    Ok(Board::from_fn(width, height, start, |x, y| {
        rows[y].1[x] == b'.'
    }))
}

/// Reads the first line if it is a header: a row of a board never begins with a digit.
fn parse_header(line: usize, text: &[u8]) -> Result<Option<(usize, usize)>, TextError> {
    let words = text.trim_ascii();
    if !words.first().is_some_and(u8::is_ascii_digit) {
        return Ok(None);
    }
    let number = |word: &[u8]| std::str::from_utf8(word).ok()?.parse().ok();
    let mut words = words
        .split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty());
    match (words.next(), words.next(), words.next()) {
        (Some(width), Some(height), None) => number(width).zip(number(height)),
        _ => None,
    }
    .map(Some)
    .ok_or_else(|| TextError::BadHeader {
        line,
        text: beginning(text),
    })
}

/// Checks every cell of all rows, and finds the start.
fn find_start(rows: &[(usize, &[u8])], width: usize) -> Result<Option<(usize, usize)>, TextError> {
    let mut start: Option<(usize, usize)> = None;
    for (y, &(line, row)) in rows.iter().enumerate() {
        for (x, &cell) in row.iter().enumerate() {
            let column = x + 1;
            match (cell, start) {
                (b'.' | b'#', _) => {}
                (b'S', None) => start = Some((x, y)),
                (b'S', Some((first_x, first_y))) => {
                    return Err(TextError::SecondStart {
                        line,
                        column,
                        first_line: rows[first_y].0,
                        first_column: first_x + 1,
                    });
                }
                _ => {
                    let found = character(&row[x..]);
                    return Err(TextError::UnknownCell {
                        line,
                        column,
                        found,
                    });
                }
            }
        }
        if row.len() != width {
            let found = row.len();
            return Err(TextError::Ragged { line, found, width });
        }
    }
    Ok(start)
}

/// Prints a board with its header.
pub fn print_board(board: &Board) -> String {
    let mut text = format!("{} {}\n", board.width(), board.height());
    text.reserve((board.width() + 1) * board.height());
    for y in 0..board.height() {
        for x in 0..board.width() {
            text.push(symbol(board, board.cell(x, y)));
        }
        text.push('\n');
    }
    text
}

/// The beginning of some bytes, printable.
fn beginning(bytes: &[u8]) -> String {
    bytes[..bytes.len().min(20)].escape_ascii().to_string()
}

#[cfg(test)]
mod tests {
    use super::{parse_board, parse_path, print_board, print_path};

    fn error(text: &str) -> String {
        parse_board(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn a_header_is_optional_and_line_ends_vary() {
        let plain = parse_board(b"..#\n.S.\n").unwrap();
        assert_eq!((plain.width(), plain.height()), (3, 2));
        assert_eq!(plain.position(plain.start()), (1, 1));
        assert_eq!(plain.free_count(), 5);
        for text in [
            "3 2\n..#\n.S.\n",
            "\n\r\n3  2\r\n..#\r\n.S.\r\n\r\n",
            "..#\n.S.",
        ] {
            assert_eq!(
                parse_board(text.as_bytes()).as_ref(),
                Ok(&plain),
                "{text:?}"
            );
        }
        assert_eq!(print_board(&plain), "3 2\n..#\n.S.\n");
    }

    #[test]
    fn errors_name_the_place() {
        let cases = [
            ("", "the board is empty"),
            ("\n\r\n", "the board is empty"),
            ("...\n", "the board has no start: one cell must be 'S'"),
            (
                "S..\n..S\n",
                "line 2, column 3: a second 'S'; the first is in line 1, column 1",
            ),
            ("S.\n.x\n", "line 2, column 2: 'x' is none of '.', 'S', '#'"),
            (
                "S.\n.\u{e9}\n",
                "line 2, column 2: '\u{e9}' is none of '.', 'S', '#'",
            ),
            ("S.\n.\n", "line 2: the row has 1 cells, not 2"),
            ("S.\n\n..\n", "line 2: the row has 0 cells, not 2"),
            ("3 1\nS.\n", "line 2: the row has 2 cells, not 3"),
            ("2 3\nS.\n", "the header says 3 rows, but there are 1"),
            ("2 1\nS.\n..\n", "the header says 1 rows, but there are 2"),
            (
                "2\nS.\n",
                "line 1: '2' is not a header of the form WIDTH HEIGHT",
            ),
            (
                "2 x\nS.\n",
                "line 1: '2 x' is not a header of the form WIDTH HEIGHT",
            ),
            (
                "1 2 3\nS.\n",
                "line 1: '1 2 3' is not a header of the form WIDTH HEIGHT",
            ),
        ];
        for (text, message) in cases {
            assert_eq!(error(text), message, "{text:?}");
        }
        for text in ["0 0\n", "20001 1\nS\n", "20000 20000\nS\n", "1 0\nS\n"] {
            assert!(error(text).contains("is not supported"), "{text:?}");
        }
        assert!(error("99999999999999999999 1\nS\n").contains("not a header"));
    }

    #[test]
    fn paths_read_back() {
        let path = parse_path(b"udlr\r\n").unwrap();
        assert_eq!(print_path(&path), "udlr\n");
        assert_eq!(parse_path(b"\n"), Ok(Vec::new()));
        let error = parse_path(b"udX").unwrap_err().to_string();
        assert_eq!(error, "letter 3 of the path, 'X', is none of u, d, l, r");
    }
}
