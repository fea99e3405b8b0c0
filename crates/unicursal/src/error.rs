//! The library's single error type, which each front end maps once: to an exit code, an HTTP status
//! or JSON.
//!
//! Everything that reads a text, follows a walk or makes a level fails with it; where the fault is
//! stays data beside the message.

use std::fmt;

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::{Interruption, Unknown};

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A text that cannot be read, or does not fit the level.
    #[error("{0}")]
    BadInput(BadInput),
    /// A request that makes no sense, such as an unknown option or an impossible size.
    #[error("{0}")]
    BadRequest(String),
    /// Work that ended without a result, through no fault of the request.
    #[error("{0}")]
    Unfinished(Box<Unknown>),
    /// The puzzle cannot do what was asked.
    #[error("this puzzle has no {0}")]
    Unsupported(&'static str),
    /// An answer that did not pass the independent checker: a bug in this library.
    #[error("INTERNAL ERROR, please report this level: the answer found is wrong: {reason}")]
    WrongAnswer {
        /// What the checker says.
        reason: String,
        /// The answer that was refused.
        answer: String,
    },
    /// A proof or certificate that did not pass its checker, or that an answer contradicts: a bug
    /// in this library.
    #[error("INTERNAL ERROR, please report this level: the proof is wrong: {reason}")]
    WrongProof {
        /// What the checker says.
        reason: String,
        /// The proof that was refused; empty if there is an answer instead.
        proof: String,
    },
}

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct BadInput {
    /// What is wrong, in one line that also names the place.
    pub message: String,
    /// Where, if that is known.
    pub place: Option<Place>,
    /// How many bytes of the message are the place with which it begins; 0 if it is elsewhere.
    said: usize,
}

/// A place in a text. What is not known is left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Place {
    /// The line, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The character in the line, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// The byte in the text, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub byte: Option<usize>,
}

impl fmt::Display for Place {
    /// `line 2, column 3`, `line 2` or `byte 7`; nothing if nothing is known.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match (self.line, self.column, self.byte) {
            (Some(line), Some(column), _) => write!(f, "line {line}, column {column}"),
            (Some(line), None, _) => write!(f, "line {line}"),
            (None, _, Some(byte)) => write!(f, "byte {byte}"),
            (None, _, None) => Ok(()),
        }
    }
}

impl Place {
    /// A line, counted from 1.
    pub fn line(line: usize) -> Self {
        Self {
            line: Some(line),
            ..Self::default()
        }
    }

    /// A character in a line, both counted from 1.
    pub fn column(line: usize, column: usize) -> Self {
        Self {
            column: Some(column),
            ..Self::line(line)
        }
    }

    /// A byte, counted from 0.
    pub fn byte(byte: usize) -> Self {
        Self {
            byte: Some(byte),
            ..Self::default()
        }
    }
}

impl Error {
    /// A text that cannot be read; `message` names the place as well.
    #[expect(clippy::needless_pass_by_value, reason = "errors are handed over")]
    pub fn bad_input(message: impl ToString, place: Option<Place>) -> Self {
        Self::BadInput(BadInput {
            message: message.to_string(),
            place,
            said: 0,
        })
    }

    /// A text that is wrong at a place, with which the message begins.
    pub(crate) fn flaw(place: Place, flaw: impl fmt::Display) -> Self {
        let said = format!("{place}: ");
        Self::BadInput(BadInput {
            message: format!("{said}{flaw}"),
            place: Some(place),
            said: said.len(),
        })
    }

    /// A request that makes no sense.
    #[expect(clippy::needless_pass_by_value, reason = "errors are handed over")]
    pub fn bad_request(message: impl ToString) -> Self {
        Self::BadRequest(message.to_string())
    }

    /// Work that was interrupted, and how far it got, in one line.
    pub fn interrupted(why: Interruption, how_far: impl Into<String>) -> Self {
        Unknown::new(why, how_far).into()
    }

    /// The same error for a text from whose beginning this many bytes were removed.
    pub(crate) fn after_bytes(self, count: usize) -> Self {
        let Self::BadInput(bad) = self else {
            return self;
        };
        let place = bad.place.map(|place| Place {
            byte: place.byte.map(|byte| byte + count),
            ..place
        });
        match place {
            Some(place) if bad.said > 0 => Self::flaw(place, &bad.message[bad.said..]),
            _ => Self::BadInput(BadInput { place, ..bad }),
        }
    }

    /// One lower-case word for the kind of error, for programs.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::BadInput(_) => "bad-input",
            Self::BadRequest(_) => "bad-request",
            Self::Unfinished(_) => "unfinished",
            Self::Unsupported(_) => "unsupported",
            Self::WrongAnswer { .. } => "wrong-answer",
            Self::WrongProof { .. } => "wrong-proof",
        }
    }

    /// Where in the input the fault is, if that is known.
    pub fn place(&self) -> Option<Place> {
        match self {
            Self::BadInput(bad) => bad.place,
            _ => None,
        }
    }
}

impl From<Unknown> for Error {
    fn from(unknown: Unknown) -> Self {
        Self::Unfinished(Box::new(unknown))
    }
}

/// `{"kind": ..., "message": ...}`, with the place of bad input, or what ended unfinished work.
impl Serialize for Error {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", self.kind())?;
        map.serialize_entry("message", &self.to_string())?;
        if let Some(place) = self.place() {
            map.serialize_entry("place", &place)?;
        }
        if let Self::Unfinished(unknown) = self {
            unknown.serialize_fields(&mut map)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::{Error, Place};
    use crate::Interruption;

    #[test]
    fn errors_are_objects_with_a_kind_and_a_place() {
        let json = |error: &Error| serde_json::to_string(error).expect("an error is JSON");
        let bad = Error::bad_input("line 2, column 7: '?'", Some(Place::column(2, 7)));
        assert_eq!(
            json(&bad),
            r#"{"kind":"bad-input","message":"line 2, column 7: '?'","place":{"line":2,"column":7}}"#
        );
        let late = Error::interrupted(Interruption::Time, "half of it");
        assert_eq!(
            json(&late),
            r#"{"kind":"unfinished","message":"time limit reached: half of it","why":"time limit reached","how_far":"half of it"}"#
        );
        assert_eq!(
            Error::Unsupported("hints").to_string(),
            "this puzzle has no hints"
        );
    }
}
