//! The ways to solve a board, one per file.

mod clauses;
mod cover;
pub(super) mod encoding;
pub(super) mod hint;
mod patch;
mod repair;
pub(super) mod sat;
mod turns;
mod watch;

use super::{Answer, Board, Edges};
use crate::method::{self, Method};
use crate::{Control, Interruption, MethodSpec, Outcome, Solved};
use sat::Session;

/// What an answer should be like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// The most straight pieces it may have.
    pub turns: Option<usize>,
    /// Where random choices come from.
    pub seed: u64,
}

type Run = fn(&Board, &Wish, &Control) -> Solved<Answer>;

/// All methods; the first is the default.
const METHODS: [Method<Run>; 2] = [
    Method {
        spec: MethodSpec {
            name: "repair",
            help: "A SAT solver, in turns with repairing wrong paths window by window",
        },
        run: repair::solve,
    },
    Method {
        spec: MethodSpec {
            name: "sat",
            help: "A SAT solver on edges and colours alone",
        },
        run: solve_plainly,
    },
];

/// Names and help of all methods.
pub const SPECS: [MethodSpec; METHODS.len()] = method::specs(&METHODS);

/// Solves a board by the method with this name, or by the default one.
pub fn solve(
    board: &Board,
    method: Option<&str>,
    wish: &Wish,
    control: &Control,
) -> Solved<Answer> {
    method::choose(&METHODS, method)(board, wish, control)
}

fn solve_plainly(board: &Board, wish: &Wish, control: &Control) -> Solved<Answer> {
    let edges = Edges::new(board);
    match Session::new(board, &edges, wish.seed, control) {
        Ok(session) => session.solve(wish),
        Err(why) => unknown(why),
    }
}

/// The board is too large for the caller's limits.
fn unknown<A>(why: Interruption) -> Solved<A> {
    let how_far = "the clauses of the board are not complete";
    Solved::new(Outcome::unknown(why, how_far))
}

/// Lists answers until there are no more, or `visit` says stop by returning false. Says whether all
/// were listed.
pub fn each_answer(
    board: &Board,
    control: &Control,
    mut visit: impl FnMut(&Answer) -> bool,
) -> Result<bool, Interruption> {
    let edges = Edges::new(board);
    let mut session = Session::new(board, &edges, 0, control)?;
    while let Some(answer) = session.next_answer()? {
        if !visit(&answer) {
            return Ok(false);
        }
        session.refuse(&answer);
    }
    Ok(true)
}
