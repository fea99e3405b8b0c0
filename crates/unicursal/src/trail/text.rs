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

use thiserror::Error;

use super::board::{Parts, Side, is_size};
use super::closed::FEWEST;
use super::{Board, flaws};
use crate::character::character;
use crate::{Grid, Place};

/// The word of the first line.
const TITLE: &str = "trail";

/// What follows the size of a loop.
const LOOP: &str = " loop";

/// Why a text is not a board. Lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TextError {
    /// There is nothing to read.
    #[error("the board is empty")]
    Empty,
    /// A first line that begins like a title and is not one.
    #[error("line {line}: '{text}' is not a title of the form trail WIDTHxHEIGHT [loop]")]
    BadTitle {
        /// Which line.
        line: usize,
        /// Its beginning.
        text: String,
    },
    /// A side of the board is 0 or too long.
    #[error("line {line}: a board of {width}x{height} is not supported: sides are 1 to {side}, cells at most {cells}", side = Grid::MAX_SIDE, cells = Grid::MAX_CELLS)]
    BadSize {
        /// The line of the title, or of the first row.
        line: usize,
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// The title says that the board is a loop, and it cannot be one.
    #[error(
        "line {line}: a loop has no walls, {FEWEST} cells at least, and two numbers: 1 on its first cell, 2 below"
    )]
    NoLoop {
        /// The line of the title.
        line: usize,
    },
    /// The title and the rows disagree.
    #[error("the title says {height} rows, but there are {found}")]
    WrongHeight {
        /// Rows that the title promises.
        height: usize,
        /// Rows that are there.
        found: usize,
    },
    /// A row is shorter or longer than the others, or than the title says.
    #[error("line {line}: the row has {found} cells, not {width}")]
    Ragged {
        /// Which line.
        line: usize,
        /// Its length.
        found: usize,
        /// What it should be.
        width: usize,
    },
    /// A character that is not a part of a board.
    #[error("line {line}, column {column}: {found} is no number and none of '.', '#', '|'")]
    UnknownCell {
        /// Which line.
        line: usize,
        /// Which column.
        column: usize,
        /// The character, escaped if it cannot be printed.
        found: String,
    },
    /// A thin wall that does not stand between two cells.
    #[error("line {line}, column {column}: the thin wall does not stand between two cells")]
    StrayWall {
        /// Which line.
        line: usize,
        /// Which column.
        column: usize,
    },
    /// Something is wrong with the numbers.
    #[error("{}{flaw}", place(*.line, *.column))]
    Numbers {
        /// The line, where it has one.
        line: Option<usize>,
        /// The column in it.
        column: usize,
        /// What is wrong.
        flaw: flaws::NumberFlaw,
    },
}

fn place(line: Option<usize>, column: usize) -> String {
    line.map_or(String::new(), |line| {
        format!("line {line}, column {column}: ")
    })
}

impl TextError {
    /// Where the fault shows, where it has a place.
    pub fn place(&self) -> Option<Place> {
        match *self {
            Self::BadTitle { line, .. }
            | Self::BadSize { line, .. }
            | Self::NoLoop { line }
            | Self::Ragged { line, .. } => Some(Place::line(line)),
            Self::UnknownCell { line, column, .. }
            | Self::StrayWall { line, column }
            | Self::Numbers {
                line: Some(line),
                column,
                ..
            } => Some(Place::column(line, column)),
            Self::Empty | Self::WrongHeight { .. } | Self::Numbers { line: None, .. } => None,
        }
    }
}

/// Reads a board.
pub fn parse_board(text: &[u8]) -> Result<Board, TextError> {
    let lines = lines_of(text);
    let &(first_line, first) = lines.first().ok_or(TextError::Empty)?;
    let title = parse_title(first_line, first)?;
    let mut parts = Parts::default();
    let rows = parse_rows(&lines[usize::from(title.is_some())..], &mut parts)?;
    let is_loop = title.as_ref().is_some_and(|title| title.is_loop);
    let width = || rows.first().map_or(0, |row| row.cells.len());
    let (width, height) = title.map_or_else(|| (width(), rows.len()), |title| title.size);
    if !is_size(width, height) {
        return Err(TextError::BadSize {
            line: first_line,
            width,
            height,
        });
    }
    for row in &rows {
        if row.cells.len() != width {
            let found = row.cells.len();
            let line = row.line;
            return Err(TextError::Ragged { line, found, width });
        }
    }
    if rows.len() != height {
        let found = rows.len();
        return Err(TextError::WrongHeight { height, found });
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
    let place_of = |(x, y): (usize, usize)| (rows[y].line, rows[y].cells[x].first + 1);
    parts.numbers = flaws::in_order(numbers).map_err(|(flaw, at)| {
        let at = at.map(place_of);
        TextError::Numbers {
            line: at.map(|(line, _)| line),
            column: at.map_or(0, |(_, column)| column),
            flaw,
        }
    })?;
    let board = Board::new(&parts);
    if is_loop {
        let no_loop = TextError::NoLoop { line: first_line };
        return board.as_loop().ok_or(no_loop);
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
fn parse_rows(lines: &[(usize, &[u8])], parts: &mut Parts) -> Result<Vec<Row>, TextError> {
    let mut rows: Vec<Row> = Vec::new();
    // A line of walls waits for the row below it.
    let mut under: Option<(usize, &[u8])> = None;
    for &(line, bytes) in lines {
        if is_wall_line(bytes) {
            let (true, None) = (!rows.is_empty(), under) else {
                return Err(stray(line, bytes));
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
        Some((line, bytes)) => Err(stray(line, bytes)),
        None => Ok(rows),
    }
}

struct Title {
    size: (usize, usize),
    is_loop: bool,
}

/// Reads the first line if it is a title.
fn parse_title(line: usize, text: &[u8]) -> Result<Option<Title>, TextError> {
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
    title().map(Some).ok_or_else(|| TextError::BadTitle {
        line,
        text: text[..text.len().min(24)].escape_ascii().to_string(),
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

fn parse_row(line: usize, bytes: &[u8]) -> Result<Row, TextError> {
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
                    _ => return Err(TextError::StrayWall { line, column }),
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
                return Err(TextError::UnknownCell {
                    line,
                    column,
                    found,
                });
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
        Some(cell) if cell.wall => {
            let column = bytes.len();
            Err(TextError::StrayWall { line, column })
        }
        _ => Ok(Row { line, cells }),
    }
}

/// Whether a line has dashes and blanks, and nothing else.
fn is_wall_line(bytes: &[u8]) -> bool {
    let fits = |byte: &u8| matches!(byte, b'-' | b' ' | b'\t');
    bytes.contains(&b'-') && bytes.iter().all(fits)
}

fn stray(line: usize, bytes: &[u8]) -> TextError {
    let column = bytes.iter().position(|&byte| byte == b'-').unwrap_or(0) + 1;
    TextError::StrayWall { line, column }
}

/// The walls that a line of dashes puts under the last row.
fn walls_below(
    rows: &[Row],
    line: usize,
    bytes: &[u8],
) -> Result<Vec<(usize, usize, Side)>, TextError> {
    let mut walls: Vec<(usize, usize, Side)> = Vec::new();
    let y = rows.len() - 1;
    let cells = &rows[y].cells;
    for (at, _) in bytes.iter().enumerate().filter(|&(_, &byte)| byte == b'-') {
        let x = cells.partition_point(|cell| cell.last < at);
        if cells.get(x).is_none_or(|cell| at < cell.from) {
            return Err(TextError::StrayWall {
                line,
                column: at + 1,
            });
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
