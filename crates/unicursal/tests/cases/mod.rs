//! Reads the lists of cases in `testdata/`, on which every method of a puzzle is run.

use toml::{Table, Value};

/// A case: its name, the rows of its board, and whatever else stands there.
pub struct Case {
    pub name: String,
    pub rows: Vec<String>,
    pub fields: Value,
}

/// The cases of a list, which has at least this many.
pub fn read(list: &str, least: usize) -> Vec<Case> {
    let table: Table = list.parse().expect("the list of cases is valid TOML");
    let cases = table["case"].as_array().expect("there are cases");
    assert!(cases.len() >= least, "cases were lost");
    let case = |fields: &Value| {
        let rows = fields["board"].as_array().expect("a case has a board");
        let rows = rows.iter().filter_map(Value::as_str);
        Case {
            name: fields["name"].as_str().expect("a case has a name").into(),
            rows: rows.map(str::to_owned).collect(),
            fields: fields.clone(),
        }
    };
    cases.iter().map(case).collect()
}

impl Case {
    /// How many solutions the board has.
    #[allow(dead_code, reason = "not every list has them")]
    pub fn answers(&self) -> u64 {
        let count = self.fields["solutions"].as_integer();
        let count = count.expect("a case has a count");
        u64::try_from(count).expect("a count is not negative")
    }
}
