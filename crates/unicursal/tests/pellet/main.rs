//! Pellet Eater from the outside: one list of cases, all small boards, random ones and generated
//! ones.

#[path = "../cases/mod.rs"]
mod list;

#[path = "../proofs/mod.rs"]
mod changed;

mod cases;
mod counts;
mod generated;
mod oracle;
mod proofs;
mod reasons;

use unicursal::implement::Kind;
use unicursal::pellet::{Board, Pellet, text};
use unicursal::{Control, Outcome, SolveRequest, Verdict};

/// Solves a board; a path is checked. The error is the proof that there is none.
fn solve(board: &Board, method: &str) -> Result<String, String> {
    let request = SolveRequest {
        method: Some(method.to_owned()),
        ..SolveRequest::default()
    };
    let solved = Pellet::solve(board, &request, &Control::new());
    match solved.expect("the request is good").outcome {
        Outcome::Solved(path) => {
            let (level, path) = (text::print_board(board), text::print_path(&path));
            let verdict = Pellet::check(level.as_bytes(), &request, path.as_bytes());
            let verdict = verdict.expect("the path can be read");
            assert_eq!(verdict, Verdict::Valid, "{level}{path}");
            Ok(path)
        }
        Outcome::Unsolvable { proof } => Err(proof),
        Outcome::Unknown(unknown) => panic!("{unknown}"),
    }
}

fn methods() -> impl Iterator<Item = &'static str> {
    Pellet::ABOUT.methods.iter().map(|method| method.name)
}
