//! A SAT solver at work on a board: once without U-turns, then with them.
//!
//! Each model is traced; loops in it are refused and the solver goes on from what it knows. When there
//! is no model, that is the proof. The same session serves all methods, which differ in the theory that
//! they give to the solver; it lists one answer after the other, and [`super::turns`] looks for answers
//! with fewer pieces.

use batsat::{Lit, SolverInterface, Theory, lbool, theory::EmptyTheory};

use super::Wish;
use super::encoding::Encoding;
use super::watch::ENDLESS;
use crate::Interruption;
use crate::connect::Answer;
use crate::puzzle::{Outcome, Solved};

/// A solver at work on a board.
pub struct Session<'a, T: Theory = EmptyTheory> {
    /// The clauses, to which more can be added between two answers.
    pub encoding: Encoding<'a>,
    theory: T,
    loops: u64,
}

impl<'a, T: Theory> Session<'a, T> {
    /// A session that knows the board's clauses and a theory beyond them.
    pub fn new(encoding: Encoding<'a>, theory: T) -> Self {
        Self {
            encoding,
            theory,
            loops: 0,
        }
    }

    /// The next answer that the clauses permit, one without U-turns if there is one.
    pub fn next_answer(&mut self) -> Result<Option<Answer>, Interruption> {
        self.encoding.solver.cb().begin(ENDLESS);
        match self.answer_assuming(&[self.encoding.no_u_turns])? {
            None => self.answer_assuming(&[!self.encoding.no_u_turns]),
            answer => Ok(answer),
        }
    }

    /// An answer in which all these literals are true; an error when the turn that was begun or the
    /// caller's limits did not suffice. What was learnt is kept.
    pub fn answer_assuming(&mut self, assumed: &[Lit]) -> Result<Option<Answer>, Interruption> {
        loop {
            let solver = &mut self.encoding.solver;
            let result = solver.solve_limited_th(&mut self.theory, assumed);
            if result == lbool::FALSE {
                return Ok(None);
            } else if result != lbool::TRUE {
                return Err(solver.cb().reason());
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

    /// Solves the board.
    pub fn solve(mut self, wish: &Wish) -> Solved<Answer> {
        let outcome = match self.next_answer() {
            Ok(None) => Outcome::Unsolvable {
                proof: self.describe("no set of paths obeys all rules"),
            },
            Ok(Some(answer)) => match wish.turns {
                Some(limit) => self.within(limit, answer),
                None => Outcome::Solved(answer),
            },
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

    /// Refuses an answer, so that the next one is another.
    ///
    /// All answers have the same number of edges, so another one lacks some edge of this one.
    pub fn refuse(&mut self, answer: &Answer) {
        let edges = self.encoding.edges.along(answer);
        let clause: Vec<Lit> = edges.map(|edge| !self.encoding.used[edge]).collect();
        self.encoding.add(clause);
    }

    /// A line with what the solver did.
    pub fn describe(&self, what: &str) -> String {
        format!(
            "{what} ({} conflicts)",
            self.encoding.solver.num_conflicts()
        )
    }
}
