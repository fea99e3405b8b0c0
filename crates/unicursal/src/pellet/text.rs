//! Pellet Eater's file forms.
//!
//! A board is rows of equal length, top row first: `.` must be visited, `S` is the start, `#` is a
//! wall. A first line `WIDTH HEIGHT` may come before them; boards are printed with it, as the
//! challenge server sends them. A path is one line of letters `u d l r`, one for each step.
//!
//! Lines end with LF or CRLF; blank lines before and after are ignored. Reading is one pass over
//! the bytes.

use super::Board;
use crate::character::character;
pub use crate::hamilton::path::{parse as parse_path, print as print_path};
use crate::{Error, Grid, Place};

/// How a cell of a board is written.
pub fn symbol(board: &Board, cell: usize) -> char {
    match board.is_free(cell) {
        _ if cell == board.start() => 'S',
        true => '.',
        false => '#',
    }
}

/// Reads a board.
pub fn parse_board(text: &[u8]) -> Result<Board, Error> {
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
    let &(first_line, first) = lines.first().ok_or_else(|| nowhere("the board is empty"))?;
    let header = parse_header(first_line, first)?;
    let rows = &lines[usize::from(header.is_some())..];
    let (width, height) = header.unwrap_or((first.len(), rows.len()));
    if !Grid::is_size(width, height) {
        let flaw = Grid::not_supported(width, height);
        return Err(Error::flaw(Place::line(first_line), flaw));
    }
    let start = find_start(rows, width)?;
    if rows.len() != height {
        let found = rows.len();
        return Err(nowhere(&format!(
            "the header says {height} rows, but there are {found}"
        )));
    }
    let start = start.ok_or_else(|| nowhere("the board has no start: one cell must be 'S'"))?;
    Ok(Board::from_fn(width, height, start, |x, y| {
        rows[y].1[x] == b'.'
    }))
}

/// An error without a place.
fn nowhere(flaw: &str) -> Error {
    Error::bad_input(flaw, None)
}

/// Reads the first line if it is a header: a row of a board never begins with a digit.
fn parse_header(line: usize, text: &[u8]) -> Result<Option<(usize, usize)>, Error> {
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
    .ok_or_else(|| {
        let text = text[..text.len().min(20)].escape_ascii();
        let flaw = format!("'{text}' is not a header of the form WIDTH HEIGHT");
        Error::flaw(Place::line(line), flaw)
    })
}

/// Checks every cell of all rows, and finds the start.
fn find_start(rows: &[(usize, &[u8])], width: usize) -> Result<Option<(usize, usize)>, Error> {
    let mut start: Option<(usize, usize)> = None;
    for (y, &(line, row)) in rows.iter().enumerate() {
        for (x, &cell) in row.iter().enumerate() {
            let place = Place::column(line, x + 1);
            match (cell, start) {
                (b'.' | b'#', _) => {}
                (b'S', None) => start = Some((x, y)),
                (b'S', Some((first_x, first_y))) => {
                    let (first_line, first_column) = (rows[first_y].0, first_x + 1);
                    let flaw = format!(
                        "a second 'S'; the first is in line {first_line}, column {first_column}"
                    );
                    return Err(Error::flaw(place, flaw));
                }
                _ => {
                    let flaw = format!("{} is none of '.', 'S', '#'", character(&row[x..]));
                    return Err(Error::flaw(place, flaw));
                }
            }
        }
        if row.len() != width {
            let found = row.len();
            let flaw = format!("the row has {found} cells, not {width}");
            return Err(Error::flaw(Place::line(line), flaw));
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
