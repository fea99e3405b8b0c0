//! Solving by a SAT solver: once without U-turns, then with them.
//!
//! Each model is traced; loops in it are refused and the solver goes on from what it knows. When there
//! is no model, that is the proof. The same session serves the plain method and the one that looks for
//! cuts, which differ in the theory that they give to the solver; it also looks for answers with fewer
//! pieces, and lists one answer after the other.

use batsat::{Callbacks, Lit, SolverInterface, Theory, lbool, theory::EmptyTheory};

use super::Wish;
use super::cuts::Cuts;
use super::encoding::Encoding;
use super::turns::limit_corners;
use crate::connect::{Answer, Board, Edges};
use crate::puzzle::{Outcome, Solved};
use crate::{Control, Interruption};

/// What the solver asks while it works.
pub struct Watch<'a, 'c>(pub &'a Control<'c>);

impl Callbacks for Watch<'_, '_> {
    fn stop(&self) -> bool {
        self.0.interruption().is_some()
    }
}

/// Clauses alone.
pub fn solve_plainly(board: &Board, wish: &Wish, control: &Control) -> Solved<Answer> {
    let edges = Edges::new(board);
    let encoding = Encoding::new(board, &edges, wish.seed, Watch(control));
    Session::new(encoding, EmptyTheory::new()).solve(wish, control)
}

/// Clauses and the search for cuts.
pub fn solve_with_cuts(board: &Board, wish: &Wish, control: &Control) -> Solved<Answer> {
    let edges = Edges::new(board);
    let encoding = Encoding::new(board, &edges, wish.seed, Watch(control));
    let cuts = Cuts::new(&encoding);
    Session::new(encoding, cuts).solve(wish, control)
}

/// A solver at work on a board.
pub struct Session<'a, C: Callbacks, T: Theory = EmptyTheory> {
    /// The clauses, to which more can be added between two answers.
    pub encoding: Encoding<'a, C>,
    theory: T,
    loops: u64,
}

impl<'a, C: Callbacks, T: Theory> Session<'a, C, T> {
    /// A session that knows the board's clauses and a theory beyond them.
    pub fn new(encoding: Encoding<'a, C>, theory: T) -> Self {
        Self {
            encoding,
            theory,
            loops: 0,
        }
    }

    /// The next answer that the clauses permit, one without U-turns if there is one.
    pub fn next_answer(&mut self, control: &Control) -> Result<Option<Answer>, Interruption> {
        match self.next_answer_assuming(self.encoding.no_u_turns, control)? {
            None => self.next_answer_assuming(!self.encoding.no_u_turns, control),
            answer => Ok(answer),
        }
    }

    fn next_answer_assuming(
        &mut self,
        assumed: Lit,
        control: &Control,
    ) -> Result<Option<Answer>, Interruption> {
        loop {
            let solver = &mut self.encoding.solver;
            let result = solver.solve_limited_th(&mut self.theory, &[assumed]);
            if result == lbool::FALSE {
                return Ok(None);
            } else if result != lbool::TRUE {
                return Err(control.interruption().unwrap_or(Interruption::GaveUp));
            }
            let traced = self.encoding.trace();
            if traced.loops.is_empty() {
                return Ok(Some(traced.answer));
            }
            for cells in traced.loops {
                self.loops += 1;
                self.encoding.refuse_loop(&cells);
            }
        }
    }

    fn solve(mut self, wish: &Wish, control: &Control) -> Solved<Answer> {
        let outcome = match self.next_answer(control) {
            Ok(None) => Outcome::Unsolvable {
                proof: self.describe("no set of paths obeys all rules"),
            },
            Ok(Some(answer)) => self.within(wish.turns, answer, control),
            Err(why) => Outcome::Unknown {
                why,
                how_far: self.describe("no answer yet"),
            },
        };
        let solver = &self.encoding.solver;
        let mut solved = Solved::new(outcome);
        if let Outcome::Solved(answer) = &solved.outcome {
            let pieces = answer.segments().len();
            solved = solved.with_stat("pieces", pieces);
        }
        solved
            .with_stat("conflicts", solver.num_conflicts())
            .with_stat("decisions", solver.num_decisions())
            .with_stat("restarts", solver.num_restarts())
            .with_stat("loops_refused", self.loops)
    }

    /// This answer, or another one within the limit of pieces.
    fn within(
        &mut self,
        limit: Option<usize>,
        answer: Answer,
        control: &Control,
    ) -> Outcome<Answer> {
        let pieces = answer.segments().len();
        let Some(limit) = limit.filter(|&limit| pieces > limit) else {
            return Outcome::Solved(answer);
        };
        // The shortest path is one piece; every further piece begins at a corner.
        let corners = limit.checked_sub(answer.paths.len());
        let fewer = corners.map_or(Ok(None), |corners| {
            limit_corners(&mut self.encoding, corners);
            self.next_answer(control)
        });
        match fewer {
            Ok(Some(answer)) => Outcome::Solved(answer),
            Ok(None) => Outcome::Unsolvable {
                proof: self.describe(&format!(
                    "there are answers, one of {pieces} pieces, but none of {limit} or fewer"
                )),
            },
            Err(why) => Outcome::Unknown {
                why,
                how_far: self.describe(&format!(
                    "found an answer of {pieces} pieces, and none of {limit} or fewer yet"
                )),
            },
        }
    }

    /// Refuses an answer, so that the next one is another.
    ///
    /// All answers have the same number of edges, so another one lacks some edge of this one.
    pub fn refuse(&mut self, answer: &Answer) {
        let steps = answer.paths.iter().flat_map(|path| path.windows(2));
        let edge = |step: &[usize]| {
            let mut edges = self.encoding.edges.at(step[0]);
            edges.find(|&(_, to)| to == step[1])
        };
        let edges = steps.filter_map(edge).map(|(edge, _)| edge);
        let clause: Vec<Lit> = edges.map(|edge| !self.encoding.used[edge]).collect();
        self.encoding.add(clause);
    }

    fn describe(&self, what: &str) -> String {
        format!(
            "{what} ({} conflicts)",
            self.encoding.solver.num_conflicts()
        )
    }
}
