//! A SAT solver at work on a board: once without U-turns, then with them.
//!
//! Each model is traced; loops in it are refused and the solver goes on from what it knows. When there
//! is no model, that is the proof. The same session serves all methods; it lists one answer after the
//! other, and [`super::turns`] looks for answers with fewer pieces.

use batsat::{Lit, SolverInterface, lbool};

use super::Wish;
use super::encoding::Encoding;
use super::watch::ENDLESS;
use crate::connect::{Answer, Board, Edges, Rules};
use crate::{Control, Interruption};
use crate::{Outcome, Solved};

/// A solver at work on a board.
pub struct Session<'a> {
    /// The clauses, to which more can be added between two answers.
    pub encoding: Encoding<'a>,
    /// Whether it is proved that every answer has a U-turn.
    needs_u_turns: bool,
    loops: u64,
}

impl<'a> Session<'a> {
    /// A session that knows the board's clauses, unless they are too many for the caller's limits.
    pub fn new(
        board: &'a Board,
        edges: &'a Edges,
        rules: Rules,
        seed: u64,
        control: &'a Control<'a>,
    ) -> Result<Self, Interruption> {
        Ok(Self {
            encoding: Encoding::new(board, edges, rules, seed, control)?,
            needs_u_turns: false,
            loops: 0,
        })
    }

    /// The next answer that the clauses permit, one without U-turns if there is one.
    pub fn next_answer(&mut self) -> Result<Option<Answer>, Interruption> {
        self.next_answer_within(ENDLESS)
    }

    /// The next answer, or an error when this turn or the caller's limits did not suffice.
    pub fn next_answer_within(&mut self, turn: u64) -> Result<Option<Answer>, Interruption> {
        self.encoding.clauses.solver.cb().begin(turn);
        let no_u_turns = self.encoding.no_u_turns;
        if !self.needs_u_turns {
            let answer = self.answer_assuming(&[no_u_turns])?;
            if answer.is_some() {
                return Ok(answer);
            }
            self.needs_u_turns = true;
        }
        self.answer_assuming(&[!no_u_turns])
    }

    /// An answer in which all these literals are true; an error when the turn that was begun or the
    /// caller's limits did not suffice. What was learnt is kept.
    pub fn answer_assuming(&mut self, assumed: &[Lit]) -> Result<Option<Answer>, Interruption> {
        loop {
            let solver = &mut self.encoding.clauses.solver;
            let result = solver.solve_limited(assumed);
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
        let found = self.next_answer();
        self.finish(found, wish)
    }

    /// What is known after an answer, its absence or an interruption: a wish for fewer pieces is
    /// fulfilled first.
    pub fn finish(
        mut self,
        found: Result<Option<Answer>, Interruption>,
        wish: &Wish,
    ) -> Solved<Answer> {
        let outcome = match found {
            Ok(None) => Outcome::Unsolvable {
                proof: self.describe("no set of paths obeys all rules"),
            },
            Ok(Some(answer)) => match wish.turns {
                Some(limit) => self.within(limit, answer),
                None => Outcome::Solved(answer),
            },
            Err(why) => Outcome::unknown(why, self.describe("no answer yet")),
        };
        let solver = &self.encoding.clauses.solver;
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
        let clause = edges.map(|edge| !self.encoding.clauses.used[edge]);
        let clause: Vec<Lit> = clause.collect();
        self.encoding.clauses.add(clause);
    }

    /// A line with what the solver did.
    pub fn describe(&self, what: &str) -> String {
        format!(
            "{what} ({} conflicts)",
            self.encoding.clauses.solver.num_conflicts()
        )
    }
}
