//! The exact number of answers, and the first of them.
//!
//! A [sweep](crate::sweep) counts whatever it can sweep. Where only a few answers are asked for, a SAT solver
//! lists them first, since that may be faster and works on wide boards too; the two take turns. The
//! rule that no path touches itself is beyond a sweep, whose border does not know what touches
//! behind it: there, and on boards that are too wide, answers are listed one by one.

use super::forced::{Impossible, forced};
use super::solve::sat::Session;
use super::solve::{self, Wish};
use super::sweep::sweep;
use super::tuning::{LIST_TURN, LISTED, SWEEP_TURN};
use super::{Answer, Board, Edges, Rules};
use crate::control::found_so_far;
use crate::sat::ENDLESS;
use crate::{BigUint, Control, Count, Interruption, Outcome, Progress};

/// Counts the answers of a board, or finds that there are more than `most`.
pub fn count(board: &Board, rules: Rules, most: Option<u64>, control: &Control) -> Count {
    if rules == Rules::default()
        && let Some(known) = count_forced(board)
    {
        return known;
    }
    let few = most.filter(|&most| most <= LISTED);
    if few.is_none() {
        let edges = Edges::new(board);
        match sweep(board, &edges, rules).map(|sweep| sweep.count(control)) {
            Some(Ok(found)) => return Count::new(found, true),
            // The borders are too many or too long: answers are listed as far as time permits.
            None | Some(Err(Interruption::Memory)) => {}
            Some(Err(_)) => return Count::default(),
        }
    }
    let enough = most.map_or(usize::MAX, |most| most.saturating_add(1) as usize);
    let mut listing = Listing::new(enough);
    let _ = listing.run(board, rules, few.is_some(), control);
    listing.known
}

/// The number of answers of a board that leaves no choice.
fn count_forced(board: &Board) -> Option<Count> {
    let traced = match forced(board, &Edges::new(board)) {
        Ok(None) => return None,
        Ok(Some(traced)) => traced,
        Err(Impossible) => return Some(Count::new(0_u8, true)),
    };
    let colours = board.colours().iter().zip(&traced.answer.paths);
    let mut joined = colours.map(|(colour, path)| path.last() == Some(&colour.terminals[1]));
    let mut colour_at = vec![None; board.cell_count()];
    for (colour, path) in traced.answer.paths.iter().enumerate() {
        for &cell in path {
            colour_at[cell] = Some(colour);
        }
    }
    let fits = |&(cell, colour): &(usize, usize)| colour_at[cell] == Some(colour);
    let is_answer = traced.loops.is_empty()
        && joined.all(|joined| joined)
        && board.checkpoints().iter().all(fits);
    Some(Count::new(u8::from(is_answer), true))
}

/// Different answers, so many if there are as many; those found so far when the limits end the work.
pub fn list(
    board: &Board,
    rules: Rules,
    most: usize,
    control: &Control,
) -> Result<Vec<Answer>, Interruption> {
    let mut listing = Listing::new(most);
    listing.keeps = true;
    let ended = listing.run(board, rules, true, control);
    found_so_far(ended, listing.answers)
}

/// Answers that were listed so far.
struct Listing {
    enough: usize,
    keeps: bool,
    answers: Vec<Answer>,
    known: Count,
}

impl Listing {
    fn new(enough: usize) -> Self {
        Self {
            enough,
            keeps: false,
            answers: Vec::new(),
            known: Count::default(),
        }
    }

    /// Lists answers until there are enough, or no more.
    fn run(
        &mut self,
        board: &Board,
        rules: Rules,
        may_sweep: bool,
        control: &Control,
    ) -> Result<(), Interruption> {
        if self.enough == 0 {
            return Ok(());
        }
        let edges = Edges::new(board);
        let mut session = Session::new(board, &edges, rules, 0, control)?;
        let mut found = 0_u64;
        let mut turn = 1;
        loop {
            let next = match session.next_answer_within(LIST_TURN * turn) {
                Err(Interruption::GaveUp) => {
                    if may_sweep && self.sweep(board, &edges, rules, turn as usize, control)? {
                        return Ok(());
                    }
                    turn *= 4;
                    if found > 0 {
                        continue;
                    }
                    first(&mut session, rules, control)
                }
                next => next,
            };
            let Some(answer) = next? else {
                self.known.complete = true;
                return Ok(());
            };
            found += 1;
            self.known.found = found.into();
            control.report(|| Progress {
                phase: "listing",
                share: None,
                figures: vec![("answers", found)],
            });
            session.refuse(&answer);
            if self.keeps {
                self.answers.push(answer);
            }
            if found as usize >= self.enough {
                return Ok(());
            }
        }
    }

    /// Lists or counts by a sweep; whether that was not too much for this turn.
    fn sweep(
        &mut self,
        board: &Board,
        edges: &Edges,
        rules: Rules,
        turn: usize,
        control: &Control,
    ) -> Result<bool, Interruption> {
        let Some(sweep) = sweep(board, edges, rules) else {
            return Ok(false);
        };
        let sweep = sweep.within(SWEEP_TURN.saturating_mul(turn));
        let swept = if self.keeps {
            sweep.answers(self.enough, control).map(|all| {
                let traced = all
                    .iter()
                    .map(|pairs| edges.trace_pairs(board, pairs).answer);
                self.answers = traced.collect();
                Count::new(self.answers.len(), self.answers.len() < self.enough)
            })
        } else {
            sweep
                .count(control)
                .map(|found: BigUint| Count::new(found, true))
        };
        match swept {
            Ok(known) => {
                self.known = known;
                Ok(true)
            }
            Err(Interruption::GaveUp | Interruption::Memory) => Ok(false),
            Err(why) => Err(why),
        }
    }
}

/// The first answer of a board that takes the solver long, by the way that solves boards best. The solver then
/// knows it too, and finds others near it.
fn first(
    session: &mut Session,
    rules: Rules,
    control: &Control,
) -> Result<Option<Answer>, Interruption> {
    let wish = Wish {
        rules,
        ..Wish::default()
    };
    let encoding = &session.encoding;
    match solve::solve(encoding.board, None, &wish, control).outcome {
        Outcome::Solved(answer) => {
            let along = encoding.edges.along(&answer);
            let used: Vec<_> = along.map(|edge| encoding.clauses.used[edge]).collect();
            encoding.clauses.solver.cb().begin(ENDLESS);
            let known = session.answer_assuming(&used)?;
            // Whatever the solver makes of it, this is an answer.
            Ok(known.or(Some(answer)))
        }
        Outcome::Unsolvable { .. } => Ok(None),
        Outcome::Unknown(unknown) => Err(unknown.why),
    }
}
