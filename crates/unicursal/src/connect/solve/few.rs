//! Answers that leave few tiles empty.
//!
//! Where tiles may stay empty, people mostly use nearly all of them: a board that cannot be filled,
//! because it has one black tile too many, is often solved with one tile left. A counter of empty
//! tiles lets the solver assume that there are at most one, two, four and eight, each for a short
//! turn. It proves nothing.

use batsat::Lit;

use super::sat::Session;
use super::turns::Counter;
use crate::Interruption;
use crate::connect::Answer;
use crate::connect::tuning::FEW_DECISIONS;

/// How many tiles may stay empty, one after the other.
const MOST: [usize; 4] = [1, 2, 4, 8];

/// An answer with few empty tiles and without U-turns, if it is found soon.
pub fn solve(session: &mut Session) -> Result<Option<Answer>, Interruption> {
    let encoding = &mut session.encoding;
    let mut empty = Vec::new();
    for cell in 0..encoding.board.cell_count() {
        if encoding.board.degree(cell) == 2 {
            let is_empty = encoding.clauses.follower();
            let around = encoding.edges.at(cell);
            let around: Vec<Lit> = around
                .map(|(edge, _)| encoding.clauses.used[edge])
                .collect();
            encoding.clauses.add(around.into_iter().chain([is_empty]));
            empty.push(is_empty);
        }
    }
    let counter = Counter::new(encoding, &empty, MOST[MOST.len() - 1] + 1);
    let no_u_turns = encoding.no_u_turns;
    for most in MOST {
        session.begin(FEW_DECISIONS);
        let assumed: Vec<Lit> = counter.at_most(most).chain([no_u_turns]).collect();
        match session.answer_assuming(&assumed) {
            Ok(None) | Err(Interruption::GaveUp) => {}
            found => return found,
        }
    }
    Ok(None)
}
