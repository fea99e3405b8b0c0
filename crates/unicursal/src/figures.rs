//! Named figures: what a piece of work took, or what is known about a level.

use std::fmt;

use serde::Serialize;
use serde_json::{Map, Value};

/// Figures by name, in the order in which they were added. Serialises as one object.
///
/// Puzzles measure with types of their own; front ends only show what was measured.
///
/// ```
/// use unicursal::Figures;
///
/// let mut figures = Figures::new();
/// figures.add("slides", 120);
/// figures.add("share", 0.5);
/// assert_eq!(figures.to_string(), r#"{"slides":120,"share":0.5}"#);
/// assert_eq!(figures.number("slides"), Some(120.0));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Figures(Map<String, Value>);

impl Figures {
    /// No figures.
    pub fn new() -> Self {
        Self::default()
    }

    /// The fields of a value that serialises as an object; no figures for any other value.
    pub fn of(value: &impl Serialize) -> Self {
        match serde_json::to_value(value) {
            Ok(Value::Object(fields)) => Self(fields),
            _ => Self::new(),
        }
    }

    /// A list of names and values.
    pub(crate) fn from_rows<N: Into<String>>(rows: impl IntoIterator<Item = (N, Value)>) -> Self {
        let rows = rows.into_iter();
        Self(rows.map(|(name, value)| (name.into(), value)).collect())
    }

    /// Adds a figure, or replaces the one with that name. A value that cannot be serialised becomes
    /// null.
    pub fn add(&mut self, name: &str, value: impl Serialize) {
        let value = serde_json::to_value(value).unwrap_or_default();
        self.0.insert(name.to_owned(), value);
    }

    /// Adds a figure.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Serialize) -> Self {
        self.add(name, value);
        self
    }

    /// Appends all figures of another list.
    pub fn extend(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    /// The figure with this name, if it is a number.
    pub fn number(&self, name: &str) -> Option<f64> {
        self.0.get(name)?.as_f64()
    }

    /// Names and values, with the values in a form for people.
    pub fn rows(&self) -> impl Iterator<Item = (&str, String)> {
        self.0
            .iter()
            .map(|(name, value)| (name.as_str(), plain(value)))
    }
}

/// One line of JSON.
impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(&self.0).unwrap_or_default())
    }
}

/// A value in a form for people.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => {
            let values: Vec<String> = values.iter().map(plain).collect();
            values.join(" ")
        }
        other => other.to_string(),
    }
}
