//! What an answer should be like, and a session's result as the outcome of solving by such a wish.

use batsat::SolverInterface;

use super::sat::{REFUTED, Session};
use super::turns;
use crate::connect::{Answer, Board, Edges, Rules};
use crate::{Control, Interruption, Outcome, Solved};

/// What an answer should be like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// The most straight pieces it may have.
    pub turns: Option<usize>,
    /// What else is asked of it.
    pub rules: Rules,
    /// Where random choices come from.
    pub seed: u64,
}

/// Solves a board by a SAT solver alone.
pub fn solve(board: &Board, wish: &Wish, control: &Control) -> Solved<Answer> {
    let edges = Edges::new(board);
    match Session::new(board, &edges, wish.rules, wish.seed, control) {
        Ok(mut session) => {
            let found = session.next_answer();
            finish(session, found, wish)
        }
        Err(why) => unknown(why),
    }
}

/// An answer that was found without a solver, or another one with as few pieces as wished.
pub fn fulfil(
    board: &Board,
    edges: &Edges,
    answer: Answer,
    wish: &Wish,
    control: &Control,
) -> Solved<Answer> {
    let pieces = answer.segments().len();
    if wish.turns.is_none_or(|most| pieces <= most) {
        return Solved::new(Outcome::Solved(answer)).with_stat("pieces", pieces);
    }
    match Session::new(board, edges, wish.rules, wish.seed, control) {
        Ok(session) => finish(session, Ok(Some(answer)), wish),
        Err(why) => unknown(why),
    }
}

/// What is known after an answer, its absence or an interruption: a wish for fewer pieces is
/// fulfilled first.
pub fn finish(
    mut session: Session,
    found: Result<Option<Answer>, Interruption>,
    wish: &Wish,
) -> Solved<Answer> {
    let outcome = match found {
        Ok(None) => Outcome::Unsolvable {
            proof: session.describe(REFUTED),
        },
        Ok(Some(answer)) => match wish.turns {
            Some(limit) => turns::within(&mut session, limit, answer),
            None => Outcome::Solved(answer),
        },
        Err(why) => Outcome::unknown(why, session.describe("no solution yet")),
    };
    let solver = &session.encoding.clauses.solver;
    let mut solved = Solved::new(outcome);
    if let Outcome::Solved(answer) = &solved.outcome {
        let pieces = answer.segments().len();
        solved = solved.with_stat("pieces", pieces);
    }
    solved
        .with_stat("conflicts", solver.num_conflicts())
        .with_stat("decisions", solver.num_decisions())
        .with_stat("restarts", solver.num_restarts())
        .with_stat("loops_refused", session.loops_refused())
}

/// The board is too large for the caller's limits.
pub fn unknown<A>(why: Interruption) -> Solved<A> {
    let how_far = "the clauses of the board are not complete";
    Solved::new(Outcome::unknown(why, how_far))
}
