//! The list of cases in `testdata/coil.toml`.

use unicursal::internals::coil::brute;

use crate::boards::{from_rows, is_solved_by, methods};
use crate::list;

#[test]
fn every_method_on_every_case() {
    for case in list::read(include_str!("../../testdata/coil.toml"), 20) {
        let name = &case.name;
        let rows: Vec<&str> = case.rows.iter().map(String::as_str).collect();
        let board = from_rows(&rows);
        let answers = case.answers();
        assert_eq!(brute::count(&board), answers, "{name}");
        for method in methods() {
            assert_eq!(
                is_solved_by(method, &board),
                answers > 0,
                "{method}: {name}"
            );
        }
    }
}
