//! Refusals: a status and JSON.

use serde_json::{Value, json};
use unicursal::{Error, Interruption};

/// Why a request is not answered: `{"error": "...", "kind": ..., "place": ...}`, where the kind and
/// the place are those of the library's error, if it is one.
#[derive(Debug)]
pub struct Refused {
    /// The HTTP status that fits best.
    pub status: u16,
    /// What a client is told.
    pub json: Value,
}

impl Refused {
    /// A refusal in the server's own words.
    pub fn new(status: u16, message: impl Into<String>) -> Self {
        let json = json!({"error": message.into()});
        Self { status, json }
    }

    /// A request that makes no sense, with what is wrong with it.
    pub fn bad(message: impl Into<String>) -> Self {
        Self::new(422, message)
    }
}

/// The one place where errors of the library get their HTTP status.
impl From<Error> for Refused {
    fn from(error: Error) -> Self {
        let status = match &error {
            Error::WrongAnswer { .. } | Error::WrongProof { .. } => 500,
            Error::Unfinished(unknown) => match unknown.why {
                Interruption::Memory => 413,
                Interruption::GaveUp => 422,
                _ => 504,
            },
            _ => 422,
        };
        let mut json = json!(error);
        if let Some(fields) = json.as_object_mut() {
            let message = fields.shift_remove("message");
            fields.insert("error".to_owned(), message.unwrap_or_default());
        }
        Self { status, json }
    }
}
