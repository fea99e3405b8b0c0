//! Trail from the outside: all small boards, random ones, their symmetries, and the forms of their
//! texts.

#[path = "../cases/mod.rs"]
mod list;

mod cases;
mod generated;
mod naive;
mod random;
mod reasons;
mod small;
mod text;

use unicursal::implement::Kind;
use unicursal::trail::{Board, Trail, text as form};
use unicursal::{Control, Dir, Outcome, SolveRequest, Verdict};

/// Solves a board; a path is checked. The error is the proof that there is none.
fn solve(board: &Board, method: &str) -> Result<Vec<Dir>, String> {
    let request = SolveRequest {
        method: Some(method.to_owned()),
        ..SolveRequest::default()
    };
    let solved = Trail::solve(board, &request, &Control::new());
    match solved.expect("the request is good").outcome {
        Outcome::Solved(path) => {
            let level = form::print_board(board);
            let answer = Trail::print_answer(board, &request, &path);
            let verdict = Trail::check(level.as_bytes(), &request, answer.as_bytes());
            let verdict = verdict.expect("the path can be read");
            assert_eq!(verdict, Verdict::Valid, "{level}{answer}");
            Ok(path)
        }
        Outcome::Unsolvable { proof } => Err(proof),
        Outcome::Unknown(unknown) => panic!("{unknown}"),
    }
}

fn methods() -> impl Iterator<Item = &'static str> {
    Trail::ABOUT.methods.iter().map(|method| method.name)
}
