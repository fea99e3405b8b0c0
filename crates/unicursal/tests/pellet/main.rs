//! Pellet Eater from the outside: one list of cases, all small boards, random ones and generated
//! ones.

mod cases;
mod generated;
mod oracle;

use unicursal::pellet::{Board, text};
use unicursal::puzzle::{Level, Outcome, SolveRequest, Verdict};
use unicursal::{Control, puzzle};

/// Solves a board; a path is checked. The error is the proof that there is none.
fn solve(board: &Board, method: &str) -> Result<String, String> {
    let request = SolveRequest {
        method: Some(method.to_owned()),
        ..SolveRequest::default()
    };
    let solved = board.solve(&request, &Control::new());
    match solved.expect("the request is good").outcome {
        Outcome::Solved(path) => {
            let verdict = board.check(path.as_bytes()).expect("the path can be read");
            assert_eq!(
                verdict,
                Verdict::Valid,
                "{}{path}",
                text::print_board(board)
            );
            Ok(path)
        }
        Outcome::Unsolvable { proof } => Err(proof),
        Outcome::Unknown { why, how_far } => panic!("{why}: {how_far}"),
    }
}

fn methods() -> impl Iterator<Item = &'static str> {
    let pellet = puzzle("pellet").expect("Pellet Eater is in the registry");
    pellet.methods().iter().map(|method| method.name)
}
