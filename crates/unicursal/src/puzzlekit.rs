//! What the files of puzzlekit have in common: `ROWS COLUMNS` in the first line, then a word for
//! each cell, with blanks between them.
//!
//! Boards of one column are left to our own forms, because the two cannot be told apart.

use crate::format::{flaw, lines, side};
use crate::{Error, Place};

/// A file in its parts.
pub(crate) struct Cells<'a> {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    /// The words of all cells, row by row, and where they are.
    pub(crate) words: Vec<(Place, &'a str)>,
}

/// Whether a text is such a file: in its first row `is_word` must accept every word. The other rows
/// may have flaws.
pub(crate) fn is_file(text: &[u8], is_word: impl Fn(&str) -> bool) -> bool {
    let mut lines = text.splitn(3, |&byte| byte == b'\n');
    let mut words = || -> Option<Vec<&str>> {
        let line = std::str::from_utf8(lines.next()?).ok()?;
        Some(line.split_whitespace().collect())
    };
    let (Some(size), Some(row)) = (words(), words()) else {
        return false;
    };
    let [rows, columns] = size[..] else {
        return false;
    };
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let columns = columns.parse().ok().filter(|&columns: &usize| columns > 1);
    is_number(rows) && columns == Some(row.len()) && row.into_iter().all(is_word)
}

/// Reads a file; `most` is the longest side.
pub(crate) fn read(text: &[u8], most: usize) -> Result<Cells<'_>, Error> {
    let lines = lines(text)?;
    let end = Place::line(lines.len() + 1);
    let (&(line, size), rows_of) = lines.split_first().unwrap_or((&(1, ""), &[]));
    let place = Place::line(line);
    let [rows, columns] = size.split_whitespace().collect::<Vec<_>>()[..] else {
        return Err(flaw(place, "expected 'rows columns'"));
    };
    let rows = side(place, "the number of rows", rows, most)?;
    let columns = side(place, "the number of columns", columns, most)?;
    if rows_of.len() != rows {
        let place = rows_of
            .get(rows)
            .map_or(end, |(line, _)| Place::line(*line));
        let what = format!("there are {} rows, not {rows}", rows_of.len());
        return Err(flaw(place, what));
    }
    let mut words = Vec::with_capacity(rows * columns);
    for &(line, row) in rows_of {
        let before = words.len();
        words.extend(row.split_whitespace().map(|word| {
            let byte = word.as_ptr() as usize - row.as_ptr() as usize;
            (Place::column(line, row[..byte].chars().count() + 1), word)
        }));
        let found = words.len() - before;
        if found != columns {
            let what = format!("the row has {found} cells, not {columns}");
            return Err(flaw(Place::line(line), what));
        }
    }
    Ok(Cells {
        columns,
        rows,
        words,
    })
}

/// Writes a file; each row of cells ends with a line end.
pub(crate) fn write(columns: usize, rows: usize, cells: &str) -> Result<Vec<u8>, Error> {
    if columns == 1 {
        return Err(Error::bad_request(
            "the form 'puzzlekit' cannot express a board of one column: it would be read as one of ours",
        ));
    }
    Ok(format!("{rows} {columns}\n{cells}").into_bytes())
}
