//! The list of cases in `testdata/connect.toml`.

use toml::Value;
use unicursal::{Control, Outcome, SolveRequest, Verdict};

use crate::boards::{board, count, count_by_trying, methods, solve};
use crate::list;

#[test]
fn every_method_on_every_case() {
    for case in list::read(include_str!("../../testdata/connect.toml"), 25) {
        let name = &case.name;
        let checkpoints = case.fields.get("checkpoints").and_then(Value::as_array);
        let checkpoints = checkpoints.into_iter().flatten().map(|checkpoint| {
            let number =
                |index: usize| checkpoint[index].as_integer().expect("a coordinate") as usize;
            let colour = checkpoint[2].as_str().and_then(|word| word.chars().next());
            (number(0), number(1), colour.expect("a colour"))
        });
        let board = board(&case.rows, &checkpoints.collect::<Vec<_>>());
        let solutions = case.answers();
        assert_eq!(count_by_trying(&board), solutions, "{name}");
        assert_eq!(count(&board), solutions, "{name}");
        for method in methods() {
            let solved = solve(&board, method, &[]);
            assert_eq!(solved.is_some(), solutions > 0, "{method}: {name}");
        }
    }
}

#[test]
fn the_example_is_answered_in_eight_pieces() {
    let connect = unicursal::puzzle("connect").expect("it is in the registry");
    let (request, control) = (SolveRequest::default(), Control::new());
    let level = connect
        .parse(connect.about().example.as_bytes(), &control)
        .expect("it can be read");
    let solved = level.solve(&request, &control);
    let Outcome::Solved(answer) = solved.expect("no bad request").outcome else {
        panic!("it has a solution");
    };
    assert_eq!(answer.lines().count(), 8);
    let printed = "0 0 0 3 0\n1 2 2 2 e\n3 0 3 1 e\n3 1 2 1 e\n2 0 2 1 e\n2 0 1 0 e\n1 2 1 0 e\n2 2 3 2 e\n3 2 3 3 e\n";
    assert_eq!(
        level.check(&request, printed.as_bytes()),
        Ok(Verdict::Valid)
    );
}
