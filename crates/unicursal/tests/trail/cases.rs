//! The list of cases in `testdata/trail.toml`.

use toml::Value;
use unicursal::implement::Counts;
use unicursal::trail::{Trail, text};
use unicursal::{Control, Count, SolveRequest};

use crate::{list, methods, solve};

#[test]
fn every_method_on_every_case() {
    for case in list::read(include_str!("../../testdata/trail.toml"), 15) {
        let name = &case.name;
        let board = text::parse_board(case.rows.join("\n").as_bytes());
        let board = board.unwrap_or_else(|error| panic!("{name}: {error}"));
        let proof = case.fields.get("proof").and_then(Value::as_str);
        for method in methods() {
            match (solve(&board, method), proof) {
                (Ok(_), None) => {}
                (Err(found), Some(proof)) => assert!(
                    method != "fast" || found.starts_with(proof),
                    "{name}: proved by '{found}'"
                ),
                (found, _) => panic!("{method}: {name}: {found:?}"),
            }
        }
        let counted = Trail::count(&board, &SolveRequest::default(), None, &Control::new());
        let counted = counted.expect("it can be counted");
        assert_eq!(counted, Count::new(case.answers(), true), "{name}");
    }
}
