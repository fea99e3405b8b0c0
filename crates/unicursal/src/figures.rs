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

    /// Figures that are tables, lists of rows with the same fields, in a form for people: a line
    /// for each row below one with the names of the columns.
    pub fn tables(&self) -> impl Iterator<Item = (&str, String)> {
        self.0.iter().filter_map(|(name, value)| {
            let table = value.as_array().and_then(|rows| table(rows));
            table.map(|table| (name.as_str(), table))
        })
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
            if let Some(table) = table(values) {
                return format!("\n{table}");
            }
            let values: Vec<String> = values.iter().map(plain).collect();
            values.join(" ")
        }
        other => other.to_string(),
    }
}

/// Lines of a table that are shown: of longer ones the first and the last half of this many.
const MOST_LINES: usize = 40;

/// The lines of a list of objects, in columns: numbers to the right, all else to the left.
fn table(rows: &[Value]) -> Option<String> {
    let names: Vec<&String> = rows.first()?.as_object()?.keys().collect();
    let mut lines = vec![names.iter().map(|name| name.replace('_', " ")).collect()];
    for row in rows {
        let cells = names.iter().map(|&name| plain(&row[name]));
        lines.push(cells.collect::<Vec<String>>());
    }
    let width = |column: usize| {
        let widths = lines.iter().map(|line| line[column].chars().count());
        widths.max().unwrap_or(0)
    };
    let widths = (0..names.len()).map(width);
    let is_number = names.iter().map(|&name| rows[0][name].is_number());
    let columns: Vec<(usize, bool)> = widths.zip(is_number).collect();
    let lines = lines.iter().map(|line| {
        let cells = line
            .iter()
            .zip(&columns)
            .map(|(cell, &(width, is_number))| {
                if is_number {
                    format!("  {cell:>width$}")
                } else {
                    format!("  {cell:width$}")
                }
            });
        cells.collect::<String>().trim_end().to_owned()
    });
    let mut lines: Vec<String> = lines.collect();
    if lines.len() > MOST_LINES {
        lines.splice(
            MOST_LINES / 2..lines.len() - MOST_LINES / 2,
            ["  ...".to_owned()],
        );
    }
    Some(lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::Figures;
    use serde_json::json;

    #[test]
    fn a_list_of_objects_is_a_table() {
        let rows = json!([{"who": "slides", "from_tick": 0}, {"who": "walk", "from_tick": 1200}]);
        let figures = Figures::new().with("plain", [1, 2]).with("turns", rows);
        let tables: Vec<(&str, String)> = figures.tables().collect();
        let lines = "  who     from tick\n  slides          0\n  walk         1200";
        assert_eq!(tables, [("turns", lines.to_owned())]);
        let rows: Vec<(&str, String)> = figures.rows().collect();
        assert_eq!(rows[0].1, "1 2");
        assert_eq!(rows[1].1, format!("\n{lines}"));
    }

    #[test]
    fn of_a_long_table_the_beginning_and_the_end_are_shown() {
        let rows: Vec<_> = (0..1000)
            .map(|number| json!({ "number": number }))
            .collect();
        let figures = Figures::new().with("rows", rows);
        let (_, table) = figures.tables().next().expect("a table");
        let lines: Vec<&str> = table.lines().map(str::trim).collect();
        assert_eq!((lines.len(), lines[0], lines[20]), (41, "number", "..."));
        assert_eq!((lines[19], lines[21], lines[40]), ("18", "980", "999"));
    }
}
