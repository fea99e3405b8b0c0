//! Forms of levels that other programs and websites use, besides a puzzle's own.
//!
//! A puzzle lists its foreign forms in [`Kind::FORMATS`](crate::Kind::FORMATS), as functions
//! between text and board. Front ends see them as data ([`FormatSpec`]): any text is read in the
//! form in which it is recognised, and a level can be written in any form that can express it. If a
//! form cannot express a tile, the error names the tile; nothing is dropped.

use serde::Serialize;

use crate::{Error, Place};

/// The name of a puzzle's own form among its formats.
pub const OWN: &str = "own";

/// What front ends are told about a form of levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct FormatSpec {
    /// One lower-case word.
    pub name: &'static str,
    /// Whose it is and what it looks like, in one line.
    pub help: &'static str,
    /// Whether levels can be read in it.
    pub reads: bool,
    /// Whether levels can be written in it.
    pub writes: bool,
}

/// Reads a board.
pub type Reader<B> = fn(&[u8]) -> Result<B, Error>;

/// Writes a board.
pub type Writer<B> = fn(&B) -> Result<Vec<u8>, Error>;

/// A foreign form of a puzzle's levels.
pub struct Format<B: 'static> {
    /// One lower-case word.
    pub name: &'static str,
    /// Whose it is and what it looks like, in one line.
    pub help: &'static str,
    /// Whether a text is meant in this form. It must be certain: a text that the puzzle's own form
    /// can read is claimed only if it cannot be meant in that form.
    pub recognises: fn(&[u8]) -> bool,
    /// Reads a level.
    pub read: Option<Reader<B>>,
    /// Writes a level, or says which tile has no place in this form.
    pub write: Option<Writer<B>>,
}

impl<B> Format<B> {
    /// What front ends are told about it.
    pub const fn spec(&self) -> FormatSpec {
        FormatSpec {
            name: self.name,
            help: self.help,
            reads: self.read.is_some(),
            writes: self.write.is_some(),
        }
    }
}

/// The error for a text that is wrong at a place; the message begins with the place.
pub(crate) fn flaw(place: Place, what: impl std::fmt::Display) -> Error {
    Error::flaw(place, what)
}

/// The error for a tile at (x, y), counted from 0, that a form cannot express.
pub(crate) fn cannot_say(form: &str, (x, y): (usize, usize), what: &str) -> Error {
    let (row, column) = (y + 1, x + 1);
    Error::bad_request(format!(
        "row {row}, column {column}: the form '{form}' cannot express {what}"
    ))
}

/// A line of a text, without the line end and trailing blanks, after its number, counted from 1.
pub(crate) type NumberedLine<'a> = (usize, &'a str);

/// The lines of a text that must be UTF-8, without blank ones at its end.
pub(crate) fn lines(text: &[u8]) -> Result<Vec<NumberedLine<'_>>, Error> {
    let text = utf8(text)?;
    let lines = text.trim_end().split('\n').map(str::trim_end);
    Ok((1..).zip(lines).collect())
}

/// A text that must be UTF-8.
pub(crate) fn utf8(text: &[u8]) -> Result<&str, Error> {
    std::str::from_utf8(text).map_err(|error| {
        let place = Place::byte(error.valid_up_to());
        flaw(place, "this is no text")
    })
}

/// Reads a side of a board, from 1 to `most`.
pub(crate) fn side(place: Place, name: &str, word: &str, most: usize) -> Result<usize, Error> {
    let number = number(place, name, word)?;
    if (1..=most).contains(&number) {
        return Ok(number);
    }
    Err(flaw(
        place,
        format!("{name} must be from 1 to {most}, not {number}"),
    ))
}

/// Reads a whole number.
pub(crate) fn number(place: Place, name: &str, word: &str) -> Result<usize, Error> {
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.then(|| word.parse().ok()).flatten();
    number.ok_or_else(|| {
        let word: String = word.chars().take(24).collect();
        let what = format!(
            "{name} must be a whole number, not '{}'",
            word.escape_debug()
        );
        flaw(place, what)
    })
}
