//! What addresses and files of puzz.link and the other sites that run pzpr have in common, whatever
//! the puzzle.
//!
//! An address ends with `?KIND/COLUMNS/ROWS/CELLS`, with letters for options before the columns;
//! `_edit` or `_play` after the kind, and parameters such as `type=editor&` before it, say how the
//! site opens it. A file is `pzprv3`, the kind, rows, columns, then what the kind needs; `/` ends a line as well.

use crate::format::{flaw, side, utf8};
use crate::{Error, Place};

/// The most rows and columns that a reader accepts.
type Most = usize;

/// An address in its parts.
pub(crate) struct Address<'a> {
    text: &'a str,
    pub(crate) kind: &'a str,
    /// Letters that stand for options.
    pub(crate) options: &'a str,
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    pub(crate) cells: &'a str,
    /// Where its size is given.
    pub(crate) size_at: Place,
}

impl<'a> Address<'a> {
    /// Reads an address of one of these kinds.
    pub(crate) fn read(text: &'a [u8], kinds: &[&str], most: Most) -> Result<Self, Error> {
        let text = utf8(text)?.trim_end();
        let place = |part: &str| place(text, part);
        let puzzle = without_site(text);
        if puzzle.contains("://") {
            return Err(flaw(
                Place::column(1, 1),
                "this address holds no board, and nothing is fetched from a network",
            ));
        }
        let mut parts = puzzle.split('/');
        let kind = plain_kind(parts.next().unwrap_or_default());
        admit(kind, kinds, place(kind))?;
        let missing = || {
            flaw(
                Place::column(1, text.chars().count() + 1),
                "the address ends before the cells",
            )
        };
        let mut columns = parts.next().ok_or_else(missing)?;
        let mut options = "";
        if !columns.is_empty() && columns.bytes().all(|byte| byte.is_ascii_lowercase()) {
            options = columns;
            columns = parts.next().ok_or_else(missing)?;
        }
        let rows = parts.next().ok_or_else(missing)?;
        let cells = parts.next().ok_or_else(missing)?;
        if let Some(extra) = parts.find(|part| !part.is_empty()) {
            return Err(flaw(place(extra), "something follows the cells"));
        }
        Ok(Self {
            text,
            kind,
            options,
            columns: side(place(columns), "the number of columns", columns, most)?,
            rows: side(place(rows), "the number of rows", rows, most)?,
            cells,
            size_at: place(columns),
        })
    }

    /// The column at which a part of the address begins.
    pub(crate) fn place(&self, part: &str) -> Place {
        place(self.text, part)
    }
}

fn place(text: &str, part: &str) -> Place {
    let byte = part.as_ptr() as usize - text.as_ptr() as usize;
    Place::column(1, text[..byte].chars().count() + 1)
}

/// Whether a text is an address of one of these kinds, with or without the site before it.
pub(crate) fn is_address_of(text: &[u8], kinds: &[&str]) -> bool {
    let Ok(text) = std::str::from_utf8(text) else {
        return false;
    };
    let kind = without_site(text).split_once('/').map(|(kind, _)| kind);
    kind.is_some_and(|kind| kinds.contains(&plain_kind(kind)))
}

/// What follows the site and the parameters of an address.
fn without_site(text: &str) -> &str {
    let mut puzzle = text.split_once('?').map_or(text, |(_, puzzle)| puzzle);
    while let Some((parameter, rest)) = puzzle.split_once('&') {
        if parameter.contains('/') || !parameter.contains('=') {
            break;
        }
        puzzle = rest;
    }
    puzzle
}

/// The kind without how it is opened.
fn plain_kind(kind: &str) -> &str {
    let plain = kind.strip_suffix("_edit").or(kind.strip_suffix("_play"));
    plain.unwrap_or(kind)
}

/// Whether a text is a file of one of these kinds.
pub(crate) fn is_file_of(text: &[u8], kinds: &[&str]) -> bool {
    let Some(rest) = text.strip_prefix(b"pzprv3") else {
        return false;
    };
    let mut words = rest
        .split(|byte| matches!(byte, b'/' | b'\n' | b'\r'))
        .map(<[u8]>::trim_ascii);
    let kind = words.find(|word| !word.is_empty());
    kind.is_some_and(|kind| kinds.iter().any(|known| known.as_bytes() == kind))
}

/// Refuses a kind of puzzle that is not asked for.
fn admit(kind: &str, kinds: &[&str], place: Place) -> Result<(), Error> {
    if kinds.contains(&kind) {
        return Ok(());
    }
    let kind: String = kind.chars().take(24).collect();
    let kind = kind.escape_debug();
    let what = match kinds {
        [one] => format!("'{kind}' is not '{one}'"),
        _ => format!("'{kind}' is neither '{}'", kinds.join("' nor '")),
    };
    Err(flaw(place, what))
}

/// A file that is being read: its beginning has been read, and more parts follow.
pub(crate) struct File<'a> {
    pub(crate) kind: &'a str,
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    /// Where its size is given.
    pub(crate) size_at: Place,
    parts: Box<dyn Iterator<Item = (Place, &'a str)> + 'a>,
    end: Place,
}

impl<'a> File<'a> {
    /// Reads the beginning of a file of one of these kinds.
    pub(crate) fn read(text: &'a [u8], kinds: &[&str], most: Most) -> Result<Self, Error> {
        let text = utf8(text)?;
        let mut file = Self {
            kind: "",
            columns: 0,
            rows: 0,
            size_at: Place::line(1),
            parts: Box::new(parts(text)),
            end: Place::line(text.trim_end().split('\n').count()),
        };
        file.part("'pzprv3'")?;
        let (at, kind) = file.part("the kind of puzzle")?;
        file.kind = kind.trim();
        admit(file.kind, kinds, at)?;
        let (at, rows) = file.part("the number of rows")?;
        file.size_at = at;
        file.rows = side(at, "the number of rows", rows.trim(), most)?;
        let (at, columns) = file.part("the number of columns")?;
        file.columns = side(at, "the number of columns", columns.trim(), most)?;
        Ok(file)
    }

    /// The next part; `what` says what it should be.
    pub(crate) fn part(&mut self, what: &str) -> Result<(Place, &'a str), Error> {
        let part = self.parts.next();
        part.ok_or_else(|| flaw(self.end, format!("the text ends where {what} should be")))
    }

    /// The next row: the words of its cells, and where they are.
    pub(crate) fn row(&mut self, y: usize) -> Result<Vec<(Place, &'a str)>, Error> {
        let (columns, rows) = (self.columns, self.rows);
        let (place, row) = self.part(&format!("row {} of {rows}", y + 1))?;
        let words: Vec<(Place, &str)> = row
            .split_whitespace()
            .map(|word| {
                let before = word.as_ptr() as usize - row.as_ptr() as usize;
                let column = place.column.unwrap_or(1) + row[..before].chars().count();
                let column = Some(column);
                (Place { column, ..place }, word)
            })
            .collect();
        if words.len() != columns {
            let what = format!("the row has {} cells, not {columns}", words.len());
            return Err(flaw(place, what));
        }
        Ok(words)
    }
}

/// A part of a file between two `/` or line ends, and where it begins.
fn parts(text: &str) -> impl Iterator<Item = (Place, &str)> {
    (1..).zip(text.split('\n')).flat_map(|(line, text)| {
        let mut column = 1;
        let parts = text.strip_suffix('\r').unwrap_or(text).split('/');
        parts
            .map(move |part| {
                let place = Place::column(line, column);
                column += part.chars().count() + 1;
                (place, part)
            })
            .filter(|(_, part)| !part.trim().is_empty())
    })
}

/// The end of a file in which no line is drawn, neither between horizontal nor between vertical
/// neighbours.
pub(crate) fn no_lines(columns: usize, rows: usize) -> String {
    ("0 ".repeat(columns - 1) + "\n").repeat(rows) + &("0 ".repeat(columns) + "\n").repeat(rows - 1)
}
