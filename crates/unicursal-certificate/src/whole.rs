//! Certificates by clause learning on the whole board.

use std::fmt::Write;

use unicursal_kernel::{Answer, Board};

use crate::log::Log;
use crate::prover::{Found, Prover};
use crate::{Stopped, words};

/// A certificate that there are no other answers than these; `None` if there is one, or if that takes more than so many conflicts.
pub fn by_clauses(
    board: &Board,
    answers: &[Answer],
    most: u64,
    go_on: &dyn Fn() -> bool,
) -> Result<Option<String>, Stopped> {
    let mut log = Log::new((board.free.len() * board.facts()) as i32);
    let mut prover = Prover::new(board, &mut log, &[], 0, go_on);
    let free = || (0..board.free.len()).filter(|&cell| board.free[cell]);
    for cell in free() {
        prover.add_cell(cell);
    }
    for which in (0..2).filter(|_| board.is_path()) {
        let all: Vec<i32> = free().map(|cell| board.end(cell, which)).collect();
        prover.add_line(&all, format!("ends {}0", words(&all)));
    }
    for (number, answer) in answers.iter().enumerate() {
        prover.add_line(&answer.other(board), format!("other {}", number + 1));
    }
    match prover.refute(&[], most)? {
        Found::Refuted(id) => Ok(Some(log.finish(beginning(board, answers), id))),
        _ => Ok(None),
    }
}

/// The first lines: what it is about, and the answers.
pub fn beginning(board: &Board, answers: &[Answer]) -> String {
    let mut text = board.rules.header() + "\n";
    for answer in answers {
        text.push_str("answer");
        for path in &answer.0 {
            let (first, width) = (path[0], board.width);
            let _ = write!(text, " {},{} ", first % width, first / width);
            for pair in path.windows(2) {
                let side = (0..4).find(|&side| board.next(pair[0], side) == Some(pair[1]));
                text.extend(side.map(|side| char::from(unicursal_kernel::SIDES[side])));
            }
        }
        text.push('\n');
    }
    text
}
