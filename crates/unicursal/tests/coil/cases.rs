//! The list of cases in `testdata/coil.toml`.

use toml::{Table, Value};
use unicursal::coil::solve::brute;

use crate::boards::{from_rows, is_solved_by, methods};

#[test]
fn every_method_on_every_case() {
    let text = include_str!("../../../../testdata/coil.toml");
    let table: Table = text.parse().expect("the list of cases is valid TOML");
    let cases = table["case"].as_array().expect("there are cases");
    assert!(cases.len() >= 20, "cases were lost");
    for case in cases {
        let name = case["name"].as_str().expect("a case has a name");
        let rows = case["board"].as_array().expect("a case has a board");
        let rows: Vec<&str> = rows.iter().filter_map(Value::as_str).collect();
        let board = from_rows(&rows);
        let solutions = case["solutions"].as_integer().expect("a case has a count");
        assert_eq!(
            brute::count(&board),
            u64::try_from(solutions).expect("a count is not negative"),
            "{name}"
        );
        for method in methods() {
            assert_eq!(
                is_solved_by(method, &board),
                solutions > 0,
                "{method}: {name}"
            );
        }
    }
}
