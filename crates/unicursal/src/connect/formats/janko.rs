//! Rows of numbers with blanks between them: the data of Arukone pages of janko.at, and the files
//! of puzzlekit and of the solvers written with Copris.
//!
//! A page contains lines from `begin` to `end`: a property and its value on each, among them
//! `puzzle arukone` and `size N` or `rows N` and `cols N`, and sections such as `problem` and
//! `solution`, whose rows follow. Section names may stand in square brackets. We read a whole page
//! as well. A file of Copris has the number of rows in its first line, that of columns in its
//! second; one of [puzzlekit's](crate::puzzlekit) has both in its first. `-` is an empty cell in
//! all of them.

use super::{Draft, Label, Usual, numbers, plain, rows};
use crate::connect::Board;
use crate::format::{NumberedLine, flaw, lines, number, side};
use crate::puzzlekit;
use crate::{Error, Place};

pub(super) fn is_janko(text: &[u8]) -> bool {
    let first = text
        .split(|&byte| byte == b'\n')
        .next()
        .unwrap_or_default()
        .trim_ascii();
    let page = b"application/x-janko";
    first == b"begin"
        || first == b"[begin]"
        || text.starts_with(b"<") && text.windows(page.len()).any(|part| part == page)
}

pub(super) fn is_copris(text: &[u8]) -> bool {
    let mut lines = text.splitn(3, |&byte| byte == b'\n');
    let mut is_number = || {
        let word = lines.next().unwrap_or_default().trim_ascii();
        !word.is_empty() && word.iter().all(u8::is_ascii_digit)
    };
    is_number() && is_number()
}

/// The first word of a line, without the brackets of a section.
fn keyword(line: &str) -> &str {
    let word = line.split_whitespace().next().unwrap_or_default();
    word.trim_start_matches('[').trim_end_matches(']')
}

pub(super) fn read_janko(text: &[u8]) -> Result<Board, Error> {
    let lines = lines(text)?;
    let end = Place::line(lines.len() + 1);
    let mut lines = lines.into_iter();
    if !lines.any(|(_, text)| keyword(text) == "begin") {
        return Err(flaw(end, "there is no 'begin'"));
    }
    let (mut width, mut height) = (None, None);
    let mut lines = lines.filter(|(_, text)| !text.is_empty());
    let mut is_arukone = false;
    loop {
        let Some((line, text)) = lines.next() else {
            return Err(flaw(end, "the text ends where 'problem' should be"));
        };
        let place = Place::line(line);
        let value = text.split_whitespace().nth(1).unwrap_or_default();
        let length = || side(place, keyword(text), value, Board::MAX_SIDE).map(Some);
        match keyword(text) {
            "puzzle" if value == "arukone" => is_arukone = true,
            "puzzle" => {
                return Err(flaw(
                    place,
                    format!("'{}' is not 'arukone'", value.escape_debug()),
                ));
            }
            "size" => (width, height) = (length()?, length()?),
            "rows" => height = length()?,
            "cols" => width = length()?,
            "problem" => break,
            "end" => return Err(flaw(place, "there is no 'problem'")),
            _ => {}
        }
    }
    if !is_arukone {
        return Err(flaw(Place::line(1), "there is no 'puzzle arukone'"));
    }
    let is_row = |(_, text): &NumberedLine| {
        !text
            .trim_start()
            .starts_with(|c: char| c.is_ascii_alphabetic() || c == '[')
    };
    let rows: Vec<NumberedLine> = lines.take_while(is_row).collect();
    let width = width.unwrap_or_else(|| {
        rows.first()
            .map_or(0, |(_, row)| row.split_whitespace().count())
    });
    let height = height.unwrap_or(rows.len());
    read_rows(end, width, height, &rows)
}

fn read_rows(
    end: Place,
    width: usize,
    height: usize,
    rows: &[NumberedLine],
) -> Result<Board, Error> {
    let first = rows.first().map_or(end, |(line, _)| Place::line(*line));
    let mut draft = Draft::new(first, width, height)?;
    if rows.len() != height {
        let place = rows.last().map_or(end, |(line, _)| Place::line(*line));
        return Err(flaw(
            place,
            format!("there are {} rows, not {height}", rows.len()),
        ));
    }
    for (y, &(line, row)) in rows.iter().enumerate() {
        let found = row.split_whitespace().count();
        if found != width {
            return Err(flaw(
                Place::line(line),
                format!("the row has {found} cells, not {width}"),
            ));
        }
        for (x, word) in row.split_whitespace().enumerate() {
            if word != "-" && word != "." {
                let before = word.as_ptr() as usize - row.as_ptr() as usize;
                let place = Place::column(line, row[..before].chars().count() + 1);
                let label = Label::Number(number(place, "a cell", word)?);
                draft.put(place, (x, y), label)?;
            }
        }
    }
    draft.finish(Usual::Blanks)
}

pub(super) fn read_copris(text: &[u8]) -> Result<Board, Error> {
    let lines = lines(text)?;
    let end = Place::line(lines.len() + 1);
    let length = |index: usize, name| {
        let (line, text) = lines.get(index).copied().unwrap_or((index + 1, ""));
        side(Place::line(line), name, text.trim(), Board::MAX_SIDE)
    };
    let height = length(0, "the number of rows")?;
    let width = length(1, "the number of columns")?;
    read_rows(end, width, height, lines.get(2..).unwrap_or_default())
}

pub(super) fn is_puzzlekit(text: &[u8]) -> bool {
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    puzzlekit::is_file(text, |word| word == "-" || is_number(word))
}

pub(super) fn read_puzzlekit(text: &[u8]) -> Result<Board, Error> {
    let cells = puzzlekit::read(text, Board::MAX_SIDE)?;
    let mut draft = Draft::new(Place::line(1), cells.columns, cells.rows)?;
    for (at, (place, word)) in cells.words.into_iter().enumerate() {
        if word != "-" {
            let label = Label::Number(number(place, "a cell", word)?);
            draft.put(place, (at % cells.columns, at / cells.columns), label)?;
        }
    }
    draft.finish(Usual::Blanks)
}

pub(super) fn write_puzzlekit(board: &Board) -> Result<Vec<u8>, Error> {
    let rows = print(board, "puzzlekit")?;
    puzzlekit::write(board.width(), board.height(), &rows)
}

/// The rows of a board as numbers and `-`.
fn print(board: &Board, form: &str) -> Result<String, Error> {
    let cells = plain(board, form, Usual::Blanks)?;
    let numbers = numbers(board);
    Ok(rows(board, &cells, " ", |colour| {
        colour.map_or_else(|| "-".to_owned(), |colour| numbers[colour].to_string())
    }))
}

pub(super) fn write_janko(board: &Board) -> Result<Vec<u8>, Error> {
    let rows = print(board, "janko")?;
    let (width, height) = (board.width(), board.height());
    let size = if width == height {
        format!("size {width}")
    } else {
        format!("rows {height}\ncols {width}")
    };
    Ok(format!("begin\npuzzle arukone\n{size}\nproblem\n{rows}end\n").into_bytes())
}

pub(super) fn write_copris(board: &Board) -> Result<Vec<u8>, Error> {
    let rows = print(board, "copris")?;
    Ok(format!("{}\n{}\n{rows}", board.height(), board.width()).into_bytes())
}
