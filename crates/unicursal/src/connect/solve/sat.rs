//! A SAT solver at work on a board: once without U-turns, then with them.
//!
//! Each model is traced; loops in it are refused and the solver goes on from what it knows. When
//! there is no model, that is the proof. The same session serves all methods, and lists one answer
//! after the other.

use batsat::{Lit, SolverInterface, lbool};

use super::encoding::Encoding;
use super::shifts::Shift;
use crate::connect::{Answer, Board, Edges, Rules};
use crate::sat::ENDLESS;
use crate::{Control, Interruption};

/// What the solver says of a board that has no solution.
pub const REFUTED: &str = "no set of paths obeys all rules";

/// A solver at work on a board.
pub struct Session<'a> {
    /// The clauses, to which more can be added between two answers.
    pub encoding: Encoding<'a>,
    /// Whether it is proved that every answer has a U-turn.
    needs_u_turns: bool,
    /// Assumed, demands that nothing can be shifted back.
    shifted_back: Option<Lit>,
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
            shifted_back: None,
            loops: 0,
        })
    }

    /// Whether it is proved that every answer which is not refused has a U-turn.
    pub fn needs_u_turns(&self) -> bool {
        self.needs_u_turns
    }

    /// Demands from now on that none of these shifts is possible, in answers that have a U-turn.
    pub fn shift_back(&mut self, shifts: &[Shift]) {
        let clauses = &mut self.encoding.clauses;
        let shifted_back = clauses.follower();
        for shift in shifts {
            let edges = shift.from.iter().map(|&edge| !clauses.used[edge]);
            let clause: Vec<Lit> = edges.chain([!shifted_back]).collect();
            clauses.add(clause);
        }
        self.shifted_back = Some(shifted_back);
    }

    /// Whether it demands that.
    pub fn shifts_back(&self) -> bool {
        self.shifted_back.is_some()
    }

    /// Permits all answers again.
    pub fn shift_freely(&mut self) {
        self.shifted_back = None;
    }

    /// How many decisions the solver has made.
    pub fn decisions(&self) -> u64 {
        self.encoding.clauses.solver.num_decisions()
    }

    /// Begins a turn of this many decisions.
    pub fn begin(&self, turn: u64) {
        self.encoding.clauses.solver.cb().begin(turn);
    }

    /// An answer without U-turns; an error when this turn or the caller's limits did not suffice.
    pub fn without_u_turns(&mut self, turn: u64) -> Result<Option<Answer>, Interruption> {
        if self.needs_u_turns {
            return Ok(None);
        }
        self.begin(turn);
        let answer = self.answer_assuming(&[self.encoding.no_u_turns])?;
        self.needs_u_turns = answer.is_none();
        Ok(answer)
    }

    /// The next answer that the clauses permit, one without U-turns if there is one.
    pub fn next_answer(&mut self) -> Result<Option<Answer>, Interruption> {
        self.next_answer_within(ENDLESS)
    }

    /// The next answer, or an error when this turn or the caller's limits did not suffice.
    pub fn next_answer_within(&mut self, turn: u64) -> Result<Option<Answer>, Interruption> {
        self.begin(turn);
        if !self.needs_u_turns {
            let answer = self.without_u_turns(turn)?;
            if answer.is_some() {
                return Ok(answer);
            }
        }
        let no_u_turns = self.encoding.no_u_turns;
        let assumed: Vec<Lit> = self.shifted_back.into_iter().chain([!no_u_turns]).collect();
        self.answer_assuming(&assumed)
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

    /// How many loops were refused so far.
    pub fn loops_refused(&self) -> u64 {
        self.loops
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
        let conflicts = self.encoding.clauses.solver.num_conflicts();
        let plural = if conflicts == 1 { "" } else { "s" };
        format!("{what} ({conflicts} conflict{plural})")
    }
}
