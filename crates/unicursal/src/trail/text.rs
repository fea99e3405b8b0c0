//! Trail's own form: a picture that one can type.
//!
//! ```text
//! trail 4x3
//! 1 . .|2
//!   -
//! . # . .
//! . . . 3
//! ```
//!
//! The first line is a title and may be left out; `trail 4x3 loop` says that the board is a
//! [loop](super::closed). Then come the rows: numbers, `.` for cells without one, `#` for blocked
//! cells, with any blanks between them, and a thin wall between two of them as `|`. Between two
//! rows there may be a line of `-` and blanks: each dash is a thin wall under the cell above it.
//! Boards are printed with columns of equal width.
//!
//! Lines end with LF or CRLF; blank lines before and after are ignored.

use std::fmt::Write;

use super::board::{Parts, Side};
use super::closed::FEWEST;
use super::{Board, flaws};
use crate::character::character;
use crate::{Error, Grid, Place};

/// The word of the first line.
const TITLE: &str = "trail";

/// What follows the size of a loop.
const LOOP: &str = " loop";

/// Reads a board.
pub fn parse_board(text: &[u8]) -> Result<Board, Error> {
    let lines = lines_of(text);
    let &(first_line, first) = lines
        .first()
        .ok_or_else(|| Error::bad_input("the board is empty", None))?;
    let title = parse_title(first_line, first)?;
    let mut parts = Parts::default();
    let rows = parse_rows(&lines[usize::from(title.is_some())..], &mut parts)?;
    let is_loop = title.as_ref().is_some_and(|title| title.is_loop);
    let width = || rows.first().map_or(0, |row| row.cells.len());
    let (width, height) = title.map_or_else(|| (width(), rows.len()), |title| title.size);
    if !Grid::is_size(width, height) {
        let flaw = Grid::not_supported(width, height);
        return Err(Error::flaw(Place::line(first_line), flaw));
    }
    for row in &rows {
        if row.cells.len() != width {
            let found = row.cells.len();
            let flaw = format!("the row has {found} cells, not {width}");
            return Err(Error::flaw(Place::line(row.line), flaw));
        }
    }
    if rows.len() != height {
        let found = rows.len();
        let message = format!("the title says {height} rows, but there are {found}");
        return Err(Error::bad_input(message, None));
    }
    (parts.width, parts.height) = (width, height);
    let mut numbers = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, cell) in row.cells.iter().enumerate() {
            match cell.tile {
                Tile::Open => {}
                Tile::Blocked => parts.blocked.push((x, y)),
                Tile::Number(number) => numbers.push((number, (x, y))),
            }
            if cell.wall {
                parts.walls.push((x, y, Side::Right));
            }
        }
    }
    let place_of = |(x, y): (usize, usize)| {
        let row: &Row = &rows[y];
        Place::column(row.line, row.cells[x].first + 1)
    };
    parts.numbers = flaws::in_order(numbers).map_err(|(flaw, at)| match at {
        Some(at) => Error::flaw(place_of(at), flaw),
        None => Error::bad_input(flaw, None),
    })?;
    let board = Board::new(&parts);
    if is_loop {
        return board.as_loop().ok_or_else(|| {
            let flaw = format!(
                "a loop has no walls, {FEWEST} cells at least, and two numbers: 1 on its first cell, 2 below"
            );
            Error::flaw(Place::line(first_line), flaw)
        });
    }
    Ok(board)
}

/// The lines of a text with their numbers, without blank ones before and after the board.
fn lines_of(text: &[u8]) -> Vec<(usize, &[u8])> {
    let mut lines: Vec<(usize, &[u8])> = Vec::new();
    for (index, line) in text.split(|&byte| byte == b'\n').enumerate() {
        let line = line.trim_ascii_end();
        if !(lines.is_empty() && line.is_empty()) {
            lines.push((index + 1, line));
        }
    }
    while lines.last().is_some_and(|(_, line)| line.is_empty()) {
        lines.pop();
    }
    lines
}

/// Reads the rows; thin walls below cells, which have lines of their own, become parts.
fn parse_rows(lines: &[(usize, &[u8])], parts: &mut Parts) -> Result<Vec<Row>, Error> {
    let mut rows: Vec<Row> = Vec::new();
    // A line of walls waits for the row below it.
    let mut under: Option<(usize, &[u8])> = None;
    for &(line, bytes) in lines {
        if is_wall_line(bytes) {
            let (true, None) = (!rows.is_empty(), under) else {
                return Err(stray_line(line, bytes));
            };
            under = Some((line, bytes));
            continue;
        }
        if let Some((line, bytes)) = under.take() {
            parts.walls.extend(walls_below(&rows, line, bytes)?);
        }
        rows.push(parse_row(line, bytes)?);
    }
    match under {
        Some((line, bytes)) => Err(stray_line(line, bytes)),
        None => Ok(rows),
    }
}

struct Title {
    size: (usize, usize),
    is_loop: bool,
}

/// Reads the first line if it is a title.
fn parse_title(line: usize, text: &[u8]) -> Result<Option<Title>, Error> {
    let Some(rest) = text.trim_ascii_start().strip_prefix(TITLE.as_bytes()) else {
        return Ok(None);
    };
    let title = || {
        let words = std::str::from_utf8(rest).ok()?.strip_prefix(' ')?.trim();
        let size = words.strip_suffix(LOOP);
        let (width, height) = size.unwrap_or(words).split_once('x')?;
        Some(Title {
            size: (side(width)?, side(height)?),
            is_loop: size.is_some(),
        })
    };
    title().map(Some).ok_or_else(|| {
        let text = text[..text.len().min(24)].escape_ascii();
        let flaw = format!("'{text}' is not a title of the form trail WIDTHxHEIGHT [loop]");
        Error::flaw(Place::line(line), flaw)
    })
}

/// A side that is written with digits alone.
fn side(word: &str) -> Option<usize> {
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| word.parse().ok()).flatten()
}

struct Row {
    line: usize,
    cells: Vec<Cell>,
}

struct Cell {
    tile: Tile,
    /// The bytes of the line that belong to it, including blanks before it, and where it really
    /// begins.
    from: usize,
    first: usize,
    last: usize,
    /// Whether a thin wall follows.
    wall: bool,
}

enum Tile {
    Open,
    Blocked,
    Number(usize),
}

fn parse_row(line: usize, bytes: &[u8]) -> Result<Row, Error> {
    let mut cells: Vec<Cell> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let first = at;
        at += 1;
        let column = first + 1;
        let tile = match bytes[first] {
            b' ' | b'\t' => continue,
            b'|' => {
                match cells.last_mut() {
                    Some(cell) if !cell.wall => cell.wall = true,
                    _ => return Err(stray(line, column)),
                }
                continue;
            }
            b'.' => Tile::Open,
            b'#' => Tile::Blocked,
            b'0'..=b'9' => {
                while bytes.get(at).is_some_and(u8::is_ascii_digit) {
                    at += 1;
                }
                let digits = std::str::from_utf8(&bytes[first..at]).unwrap_or_default();
                // A number that is too large for any board.
                Tile::Number(digits.parse().unwrap_or(usize::MAX))
            }
            _ => {
                let found = character(&bytes[first..]);
                let flaw = format!("{found} is no number and none of '.', '#', '|'");
                return Err(Error::flaw(Place::column(line, column), flaw));
            }
        };
        // One blank or wall between two cells belongs to neither.
        let from = cells
            .last()
            .map_or(0, |before| (before.last + 2).min(first));
        cells.push(Cell {
            tile,
            from,
            first,
            last: at - 1,
            wall: false,
        });
    }
    match cells.last() {
        Some(cell) if cell.wall => Err(stray(line, bytes.len())),
        _ => Ok(Row { line, cells }),
    }
}

/// Whether a line has dashes and blanks, and nothing else.
fn is_wall_line(bytes: &[u8]) -> bool {
    let fits = |byte: &u8| matches!(byte, b'-' | b' ' | b'\t');
    bytes.contains(&b'-') && bytes.iter().all(fits)
}

/// A thin wall that does not stand between two cells.
fn stray(line: usize, column: usize) -> Error {
    let flaw = "the thin wall does not stand between two cells";
    Error::flaw(Place::column(line, column), flaw)
}

/// The same for a line of walls, where it begins.
fn stray_line(line: usize, bytes: &[u8]) -> Error {
    let column = bytes.iter().position(|&byte| byte == b'-').unwrap_or(0) + 1;
    stray(line, column)
}

/// The walls that a line of dashes puts under the last row.
fn walls_below(
    rows: &[Row],
    line: usize,
    bytes: &[u8],
) -> Result<Vec<(usize, usize, Side)>, Error> {
    let mut walls: Vec<(usize, usize, Side)> = Vec::new();
    let y = rows.len() - 1;
    let cells = &rows[y].cells;
    for (at, _) in bytes.iter().enumerate().filter(|&(_, &byte)| byte == b'-') {
        let x = cells.partition_point(|cell| cell.last < at);
        if cells.get(x).is_none_or(|cell| at < cell.from) {
            return Err(stray(line, at + 1));
        }
        if walls.last() != Some(&(x, y, Side::Below)) {
            walls.push((x, y, Side::Below));
        }
    }
    Ok(walls)
}

/// Prints a board with its title.
pub fn print_board(board: &Board) -> String {
    let has_wall = |x: usize, y: usize, side: Side| board.has_wall(board.cell(x, y), side);
    let written = |x: usize, y: usize| {
        let cell = board.cell(x, y);
        match board.number(cell) {
            Some(number) => number.to_string(),
            None if board.is_free(cell) => ".".to_owned(),
            None => "#".to_owned(),
        }
    };
    let size = (board.width(), board.height());
    print(size, board.is_loop(), written, has_wall)
}

/// Prints a board with its cells written by `written`, whether it is a good one or not.
pub(super) fn print(
    (width, height): (usize, usize),
    is_loop: bool,
    written: impl Fn(usize, usize) -> String,
    has_wall: impl Fn(usize, usize, Side) -> bool,
) -> String {
    let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let digits = cells.map(|(x, y)| written(x, y).chars().count()).max();
    let digits = digits.unwrap_or(1);
    let ending = if is_loop { LOOP } else { "" };
    let mut text = format!("{TITLE} {width}x{height}{ending}\n");
    text.reserve((width * (digits + 1) + 1) * height);
    let mark = |is_wall: bool, mark: &'static str| if is_wall { mark } else { " " };
    for y in 0..height {
        let mut below = String::new();
        for x in 0..width {
            // Writing to a string cannot fail.
            let _ = write!(text, "{:>digits$}", written(x, y));
            text.push_str(mark(x + 1 < width && has_wall(x, y, Side::Right), "|"));
            let is_wall = y + 1 < height && has_wall(x, y, Side::Below);
            below.push_str(&mark(is_wall, "-").repeat(digits));
            below.push(' ');
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        let below = below.trim_end();
        if !below.is_empty() {
            text.push_str(below);
            text.push('\n');
        }
    }
    text
}
