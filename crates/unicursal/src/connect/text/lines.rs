//! The lines of a text, and the words in them.

use std::collections::HashMap;
use std::fmt::Display;

use crate::{Error, Place, character};

/// The number of the colour that each name stands for.
pub type Numbers = HashMap<char, usize>;

/// The colour that a word names.
pub fn parse_colour(numbers: &Numbers, line: Line, word: &[u8]) -> Result<usize, Error> {
    let text = std::str::from_utf8(word).unwrap_or_default();
    let mut letters = text.chars();
    let name = letters.next().filter(|_| letters.next().is_none());
    let colour = name.and_then(|name| numbers.get(&name).copied());
    colour.ok_or_else(|| {
        let word = excerpt(word);
        line.flaw(format!("there is no colour '{word}' on the board"))
    })
}

/// A line of a text.
#[derive(Clone, Copy)]
pub struct Line<'a> {
    /// Counted from 1.
    pub number: usize,
    pub text: &'a [u8],
}

impl<'a> Line<'a> {
    /// The error for what is wrong with the line.
    pub fn flaw(self, what: impl Display) -> Error {
        Error::flaw(Place::line(self.number), what)
    }

    /// The same at a column, counted from 1.
    pub fn flaw_at(self, column: usize, what: impl Display) -> Error {
        let line = self.number;
        let message = format!("line {line}: column {column}: {what}");
        Error::bad_input(message, Some(Place::column(line, column)))
    }

    fn expected(self, expected: &str) -> Error {
        let found = excerpt(self.text);
        self.flaw(format!("expected {expected}, not '{found}'"))
    }

    /// Exactly N words.
    pub fn words<const N: usize>(self, expected: &'static str) -> Result<[&'a [u8]; N], Error> {
        let words = self.text.split(u8::is_ascii_whitespace);
        let words: Vec<_> = words.filter(|word| !word.is_empty()).take(N + 1).collect();
        words.try_into().map_err(|_| self.expected(expected))
    }

    pub fn number(self, word: &[u8], expected: &'static str) -> Result<usize, Error> {
        let digits = !word.is_empty() && word.iter().all(u8::is_ascii_digit);
        let number = digits.then(|| std::str::from_utf8(word).ok()?.parse().ok());
        number.flatten().ok_or_else(|| self.expected(expected))
    }
}

/// The lines of a text, without the empty ones at its end.
pub struct Lines<'a> {
    rest: Option<&'a [u8]>,
    number: usize,
}

impl<'a> Lines<'a> {
    pub fn new(text: &'a [u8]) -> Self {
        let text = text.trim_ascii_end();
        Self {
            rest: (!text.is_empty()).then_some(text),
            number: 0,
        }
    }

    pub fn next_line(&mut self, expected: &str) -> Result<Line<'a>, Error> {
        let place = Place::line(self.number + 1);
        self.next()
            .ok_or_else(|| Error::flaw(place, format!("the text ends where {expected} should be")))
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        let rest = self.rest?;
        let end = rest.iter().position(|&byte| byte == b'\n');
        let (text, rest) = match end {
            Some(end) => (&rest[..end], Some(&rest[end + 1..])),
            None => (rest, None),
        };
        self.rest = rest;
        self.number += 1;
        Some(Line {
            number: self.number,
            text: text.trim_ascii_end(),
        })
    }
}

/// The beginning of some bytes, short and printable.
pub fn excerpt(bytes: &[u8]) -> String {
    character::excerpt(bytes, 24)
}
