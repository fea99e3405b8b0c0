//! Rows of letters: the files of `thomasahle/numberlink` and `mzucker/flow_solver`.
//!
//! The former begin with `WIDTH HEIGHT`, and `.` is an empty cell. Where the board is not square
//! this cannot be mistaken for our own form, which says the height first; a square board is the
//! same in both, except that `V`, `H` and `X` are letters there and tiles here. The game counts the
//! checkpoints of every board that has such tiles; where it does not and they stand in pairs they
//! are letters. Lines that begin with `#` before the board are comments; a file can hold many
//! boards, of which we read a single one.
//!
//! The latter are squares of 3 to 15 rows without a first line; anything but a letter is an empty
//! cell.

use std::collections::HashMap;

use super::{Draft, Label, Usual, letters, plain, rows};
use crate::connect::Board;
use crate::format::{NumberedLine, cannot_say, flaw, lines, side, utf8};
use crate::{Error, Place};

/// The letters of the 16 colours that `flow_solver` knows.
const FLOW_COLOURS: &str = "RBYGOCMmPAWgTbcp";
/// The longest side of a board that it reads, and the shortest.
const FLOW_SIDES: std::ops::RangeInclusive<usize> = 3..=15;

/// Two numbers in a line.
fn header(line: &str) -> Option<(usize, usize)> {
    let mut words = line.split_whitespace().map(|word| word.parse().ok());
    let (first, second) = (words.next()??, words.next()??);
    words.next().is_none().then_some((first, second))
}

/// The lines of a text without comments before the board.
fn board_lines<'a>(text: &'a [u8]) -> Result<Vec<NumberedLine<'a>>, Error> {
    let before = |(_, line): &NumberedLine<'a>| line.is_empty() || line.starts_with('#');
    Ok(lines(text)?.into_iter().skip_while(before).collect())
}

pub(super) fn is_numberlink(text: &[u8]) -> bool {
    if text.starts_with(b"#") {
        return true;
    }
    // Two lines tell whether it is worth reading all of them.
    let mut first = text.splitn(3, |&byte| byte == b'\n');
    let mut first = || std::str::from_utf8(first.next()?).ok().map(str::trim_end);
    let Some((width, height)) = first().and_then(header) else {
        return false;
    };
    let fits = |row: &str| row.chars().count() == width;
    if !first().is_some_and(fits) {
        return false;
    }
    let lines = lines(text).unwrap_or_default();
    let rows = lines.get(1..=height).unwrap_or_default();
    let is_board = !rows.is_empty() && rows.iter().all(|(_, row)| fits(row));
    is_board && (width != height || lines.len() == height + 1 && has_pairs_of_tiles(rows))
}

/// Whether the letters that are tiles here come in pairs, like everything else.
fn has_pairs_of_tiles(rows: &[NumberedLine]) -> bool {
    let mut counts: HashMap<char, usize> = HashMap::new();
    for letter in rows.iter().flat_map(|(_, row)| row.chars()) {
        *counts.entry(letter).or_default() += 1;
    }
    counts.remove(&'.');
    counts.values().all(|&count| count == 2) && "VHX".chars().any(|tile| counts.contains_key(&tile))
}

pub(super) fn read_numberlink(text: &[u8]) -> Result<Board, Error> {
    let lines = board_lines(text)?;
    let end = lines.last().map_or(1, |(line, _)| line + 1);
    let mut rows = lines.into_iter();
    let (line, first) = rows.next().unwrap_or((1, ""));
    let place = Place::line(line);
    let mut words = first.split_whitespace();
    let (Some(width), Some(height), None) = (words.next(), words.next(), words.next()) else {
        return Err(flaw(place, "expected 'width height'"));
    };
    let width = side(place, "the width", width, Board::MAX_SIDE)?;
    let height = side(place, "the height", height, Board::MAX_SIDE)?;
    let mut draft = Draft::new(place, width, height)?;
    for y in 0..height {
        let Some((line, row)) = rows.next() else {
            let what = format!("the text ends where row {} of {height} should be", y + 1);
            return Err(flaw(Place::line(end), what));
        };
        put_row(&mut draft, line, y, row, |letter| letter != '.')?;
    }
    match rows.find(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        None => draft.finish(Usual::Fill),
        Some((line, _)) => Err(flaw(
            Place::line(line),
            "a second board begins here; give one at a time",
        )),
    }
}

/// Puts the letters of a row.
fn put_row(
    draft: &mut Draft,
    line: usize,
    y: usize,
    row: &str,
    is_end: impl Fn(char) -> bool,
) -> Result<(), Error> {
    let (found, width) = (row.chars().count(), draft.width);
    if found != width {
        return Err(flaw(
            Place::line(line),
            format!("the row has {found} cells, not {width}"),
        ));
    }
    for (x, letter) in row
        .chars()
        .enumerate()
        .filter(|(_, letter)| is_end(*letter))
    {
        let place = Place::column(line, x + 1);
        if letter.is_whitespace() || letter.is_control() {
            return Err(flaw(
                place,
                format!("'{}' is no cell", letter.escape_debug()),
            ));
        }
        draft.put(place, (x, y), Label::Letter(letter))?;
    }
    Ok(())
}

pub(super) fn write_numberlink(board: &Board) -> Result<Vec<u8>, Error> {
    let cells = plain(board, "numberlink", Usual::Fill)?;
    let mut text = format!("{} {}\n", board.width(), board.height());
    text += &rows(board, &cells, "", |colour| {
        colour
            .map_or('.', |colour| board.colours()[colour].name)
            .to_string()
    });
    Ok(text.into_bytes())
}

pub(super) fn is_flow_solver(text: &[u8]) -> bool {
    let first = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let length = first.trim_ascii_end().len();
    if !FLOW_SIDES.contains(&length) || std::str::from_utf8(first).ok().and_then(header).is_some() {
        return false;
    }
    let Ok(text) = utf8(text) else {
        return false;
    };
    let rows: Vec<&str> = text.trim_end_matches(['\r', '\n']).split('\n').collect();
    let is_row = |row: &&str| {
        let row = row.strip_suffix('\r').unwrap_or(row);
        row.len() == length
            && row
                .bytes()
                .all(|byte| byte.is_ascii_graphic() || byte == b' ')
    };
    let cells = text.trim_end_matches(['\r', '\n']);
    let is_board = cells.contains(|c: char| c.is_ascii_alphabetic())
        || cells.chars().all(|c| matches!(c, '.' | '\r' | '\n'));
    rows.len() == length && rows.iter().all(is_row) && is_board
}

pub(super) fn read_flow_solver(text: &[u8]) -> Result<Board, Error> {
    let text = utf8(text)?.trim_end_matches(['\r', '\n']);
    let rows: Vec<&str> = text
        .split('\n')
        .map(|row| row.strip_suffix('\r').unwrap_or(row))
        .collect();
    let size = rows[0].chars().count();
    if rows.len() != size {
        let what = format!(
            "the board is a square: {size} columns, but {} rows",
            rows.len()
        );
        return Err(flaw(Place::line(rows.len()), what));
    }
    let mut draft = Draft::new(Place::line(1), size, size)?;
    for (y, row) in rows.into_iter().enumerate() {
        put_row(&mut draft, y + 1, y, row, |letter| {
            letter.is_ascii_alphabetic()
        })?;
    }
    draft.finish(Usual::Fill)
}

pub(super) fn write_flow_solver(board: &Board) -> Result<Vec<u8>, Error> {
    const FORM: &str = "flow-solver";
    let cells = plain(board, FORM, Usual::Fill)?;
    let (width, height) = (board.width(), board.height());
    if width != height || !FLOW_SIDES.contains(&width) {
        return Err(Error::bad_request(format!(
            "the form '{FORM}' cannot express a board of {width}x{height}, only squares of 3x3 to 15x15"
        )));
    }
    let Some(letters) = letters(board, FLOW_COLOURS) else {
        let extra = board.colours()[FLOW_COLOURS.len()];
        let cell = board.position(extra.terminals[0]);
        let what = format!("the colour '{}': it has 16", extra.name);
        return Err(cannot_say(FORM, cell, &what));
    };
    let text = rows(board, &cells, "", |colour| {
        colour.map_or('.', |colour| letters[colour]).to_string()
    });
    Ok(text.into_bytes())
}
