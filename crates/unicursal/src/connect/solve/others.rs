//! One answer after the other, or that there is no other.
//!
//! An answer that differs from a known one mostly differs in a small window, so that is where it is
//! looked for first: all that is outside stays as it is. When no window helps, several ways take
//! turns on the [schedule](crate::schedule):
//!
//! - **SAT**, which knows that the answers so far are not wanted. While only one is known, it looks
//!   only for those in which nothing can be [shifted back](super::shifts).
//! - **A sweep**, which finds all answers that are wanted or that there are fewer. Where the board
//!   is narrow enough it is what decides, and has two shares.
//! - **U-turns one by one**, on wider boards. A board that a person has made has mostly one answer,
//!   without a U-turn, and that there is no other without one is proved at once. Any further answer
//!   has a U-turn at some square. Each of these is assumed and refuted by itself, from the rim of
//!   the board inwards: a U-turn leaves a pocket behind it, which is a contradiction nearby, while
//!   a solver that assumes nothing wanders over the whole board. What is refuted is a clause for
//!   all that follow.
//! - **Taut paths**, where the first answer is such paths: that there are no [others](super::taut)
//!   proves that it is the only answer. Answers that differ by how they are drawn, which is what a
//!   proof must refute else, are all one there. U-turns are left alone then.

use batsat::Lit;

use super::sat::Session;
use super::shifts;
use super::taut::{self, Taut};
use super::turns::{outside, windows};
use crate::connect::tuning::{
    FIRST_SLICE, NEAR_DECISIONS, NEAR_SIDES, PLAIN_DECISIONS, SWEPT_BOARD, TAUT_PROOF, TAUT_SHARE,
    TICKS_OF_BORDER, U_TURN_DECISIONS, WIDE_TAUT_PROOF, ticks_of_decision, ticks_of_taut,
};
use crate::connect::{Answer, Board, Edges, Rules};
use crate::sat::subsets;
use crate::schedule::{Schedule, Ticks};
use crate::sweep::{Sweep, Sweeping};
use crate::{Control, Interruption};

/// What comes after an answer.
pub enum Next {
    /// Another one.
    Answer(Answer),
    /// There is no other.
    No,
    /// As many as are wanted, or all that there are.
    All(Vec<Answer>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Sat,
    UTurns,
    Sweep,
    Taut,
}

/// Looks for other answers than those that it knows.
pub struct Others<'a> {
    board: &'a Board,
    edges: &'a Edges,
    rules: Rules,
    control: &'a Control<'a>,
    session: Session<'a>,
    /// Whether an answer is known.
    is_known: bool,
    schedule: Schedule<Way>,
    u_turns: UTurns,
    /// Looks for taut paths other than the only answer that is known.
    taut: Option<Taut<'a>>,
    sweeping: Option<Sweeping<'a>>,
    borders: usize,
}

impl<'a> Others<'a> {
    /// Nothing is known yet. The plan is of a sweep by the same rules, where there is one.
    pub fn new(
        board: &'a Board,
        edges: &'a Edges,
        rules: Rules,
        plan: Option<&'a Sweep>,
        control: &'a Control<'a>,
    ) -> Result<Self, Interruption> {
        let session = Session::new(board, edges, rules, 0, control)?;
        let mut schedule = Schedule::new(Ticks(FIRST_SLICE));
        // That there is no other answer without a U-turn is mostly proved at once.
        let each = ticks_of_decision(board.cell_count());
        schedule.add_with_head_start(Way::Sat, 1, Ticks(PLAIN_DECISIONS * each));
        let is_narrow = is_narrow(board);
        if plan.is_some() {
            schedule.add(Way::Sweep, if is_narrow { 2 } else { 1 });
        }
        if !rules.no_touch && !is_narrow {
            schedule.add(Way::UTurns, 1);
        }
        Ok(Self {
            board,
            edges,
            rules,
            control,
            is_known: false,
            u_turns: UTurns::new(&session),
            taut: None,
            session,
            schedule,
            sweeping: plan.map(Sweep::begin),
            borders: 0,
        })
    }

    /// Another answer than this one and all before; at most this many are wanted in the end.
    pub fn after(&mut self, answer: &Answer, enough: usize) -> Result<Next, Interruption> {
        self.session.refuse(answer);
        let is_first = !std::mem::replace(&mut self.is_known, true);
        if let Some(shifted) = self.shift(answer, is_first) {
            return Ok(Next::Answer(shifted));
        }
        if let Some(near) = self.near(answer)? {
            return Ok(Next::Answer(near));
        }
        self.draw_taut(answer, is_first)?;
        loop {
            let Some(turn) = self.schedule.next() else {
                return Err(Interruption::GaveUp);
            };
            match self.turn(turn.way, turn.ticks, enough) {
                Err(Interruption::GaveUp) => {}
                next => return next,
            }
        }
    }

    /// A second answer beside the first, or that there is none, if that is known after a moment and
    /// this many decisions.
    pub fn soon(
        &mut self,
        answer: &Answer,
        decisions: u64,
    ) -> Result<Option<Answer>, Interruption> {
        self.session.refuse(answer);
        if let Some(shifted) = self.shift(answer, true) {
            return Ok(Some(shifted));
        }
        if let Some(near) = self.near(answer)? {
            return Ok(Some(near));
        }
        self.session.next_answer_within(decisions)
    }

    /// A second answer that is a shift of the first. If there is none, further answers need only
    /// be those in which nothing can be shifted back, until there is one: what they are shifts of
    /// might be known then.
    fn shift(&mut self, answer: &Answer, is_first: bool) -> Option<Answer> {
        self.session.shift_freely();
        if !is_first || self.rules.no_touch {
            return None;
        }
        let shifts = shifts::shifts(self.board, self.edges);
        let other = shifts::shifted(&shifts, self.board, self.edges, answer);
        if other.is_none() {
            self.session.shift_back(&shifts);
        }
        other
    }

    /// Puts taut paths on the schedule, if the first answer is such, and takes them from it when
    /// there is a second one.
    fn draw_taut(&mut self, answer: &Answer, is_first: bool) -> Result<(), Interruption> {
        let (board, edges) = (self.board, self.edges);
        if is_first && taut::fits(board, edges) && taut::fills(board, edges, answer) {
            let mut taut = Taut::new(board, edges, 0, self.control)?;
            taut.refuse(answer);
            self.taut = Some(taut);
            let cells = board.cell_count();
            let each = if is_narrow(board) {
                TAUT_PROOF
            } else {
                WIDE_TAUT_PROOF
            };
            let head_start = each * cells as u64 * ticks_of_taut(cells);
            self.schedule
                .add_with_head_start(Way::Taut, TAUT_SHARE, Ticks(head_start));
            self.schedule.end(Way::UTurns);
        } else {
            self.taut = None;
            self.schedule.end(Way::Taut);
        }
        Ok(())
    }

    /// Another answer that differs in a small window only.
    fn near(&mut self, answer: &Answer) -> Result<Option<Answer>, Interruption> {
        for side in NEAR_SIDES {
            for window in windows(self.board, side) {
                self.control.check()?;
                let assumed = outside(&self.session.encoding, window, answer);
                self.session.begin(NEAR_DECISIONS);
                match self.session.answer_assuming(&assumed) {
                    Ok(None) | Err(Interruption::GaveUp) => {}
                    found => return found,
                }
            }
        }
        Ok(None)
    }

    fn turn(&mut self, way: Way, ticks: Ticks, enough: usize) -> Result<Next, Interruption> {
        let cells = self.board.cell_count();
        let each = match way {
            Way::Taut => ticks_of_taut(cells),
            _ => ticks_of_decision(cells),
        };
        let decisions = (ticks.0 / each).max(1);
        let found = match way {
            Way::Sat => {
                self.schedule.charge(way, Ticks(decisions * each));
                self.session.next_answer_within(decisions)?
            }
            Way::UTurns => {
                let (spent, found) = self.u_turns.refute(&mut self.session, decisions);
                self.schedule.charge(way, Ticks(spent * each));
                found?
            }
            Way::Taut => {
                self.schedule.charge(way, Ticks(decisions * each));
                let found = match &mut self.taut {
                    Some(taut) => taut.next_within(decisions)?,
                    None => return Err(Interruption::GaveUp),
                };
                let (board, edges, rules) = (self.board, self.edges, self.rules);
                let is_answer = |answer: &Answer| taut::is_answer(board, edges, rules, answer);
                if !found.as_ref().is_none_or(is_answer) {
                    self.schedule.end(way);
                    return Err(Interruption::GaveUp);
                }
                found
            }
            Way::Sweep => {
                self.schedule.charge(way, ticks);
                self.borders += (ticks.0 / TICKS_OF_BORDER) as usize;
                let swept = match &mut self.sweeping {
                    Some(sweeping) => sweeping.answers(enough, self.borders, self.control),
                    None => Err(Interruption::Memory),
                };
                if swept == Err(Interruption::Memory) {
                    self.schedule.end(way);
                    self.sweeping = None;
                    return Err(Interruption::GaveUp);
                }
                let trace = |pairs: &Vec<_>| self.edges.trace_pairs(self.board, pairs).answer;
                return Ok(Next::All(swept?.iter().map(trace).collect()));
            }
        };
        Ok(found.map_or(Next::No, Next::Answer))
    }
}

/// Whether a sweep mostly decides.
fn is_narrow(board: &Board) -> bool {
    board.width().min(board.height()) <= SWEPT_BOARD
}

/// The U-turns that are not refuted yet: three edges around a square.
struct UTurns {
    open: Vec<[Lit; 3]>,
    /// Those that were tried in vain with this many decisions each.
    tried: Vec<[Lit; 3]>,
    decisions: u64,
}

impl UTurns {
    /// Those at the rim of the board come last, to be taken first.
    fn new(session: &Session) -> Self {
        let encoding = &session.encoding;
        let board = encoding.board;
        let from_rim = |edge: usize| {
            let (x, y) = board.position(encoding.edges.cells[edge][0]);
            let across = x.min(board.width() - 1 - x);
            let down = y.min(board.height() - 1 - y);
            (across.min(down), across + down)
        };
        let mut squares = encoding.edges.squares(board);
        squares.sort_by_key(|square| square.iter().flatten().map(|&edge| from_rim(edge)).min());
        let mut open = Vec::new();
        for square in squares.iter().rev() {
            let present = square.iter().flatten();
            let present: Vec<Lit> = present.map(|&edge| encoding.clauses.used[edge]).collect();
            let threes = subsets(&present, 3).into_iter();
            open.extend(threes.filter_map(|three| <[Lit; 3]>::try_from(three).ok()));
        }
        Self {
            open,
            tried: Vec::new(),
            decisions: U_TURN_DECISIONS,
        }
    }

    /// Goes on for about this many decisions. Returns how many it took, and an answer that a U-turn
    /// has, or that there is none; it gives up where that is not enough.
    fn refute(
        &mut self,
        session: &mut Session,
        most: u64,
    ) -> (u64, Result<Option<Answer>, Interruption>) {
        let mut spent = 0;
        while spent < most {
            let left = most - spent;
            if !session.needs_u_turns() {
                // Without one there is no other answer: that comes first.
                let before = session.decisions();
                let found = session.without_u_turns(left);
                spent += session.decisions() - before;
                match found {
                    Ok(None) => continue,
                    found => return (spent, found),
                }
            }
            let Some(three) = self.open.pop() else {
                if self.tried.is_empty() {
                    return (spent, Ok(None));
                }
                self.open = std::mem::take(&mut self.tried);
                self.open.reverse();
                self.decisions = self.decisions.saturating_mul(4);
                continue;
            };
            let before = session.decisions();
            session.begin(self.decisions.min(left));
            let found = session.answer_assuming(&three);
            spent += 1 + session.decisions() - before;
            match found {
                Ok(None) => {
                    let clauses = &mut session.encoding.clauses;
                    clauses.add(three.map(|lit| !lit));
                }
                Err(Interruption::GaveUp) if left < self.decisions => self.open.push(three),
                Err(Interruption::GaveUp) => self.tried.push(three),
                found => {
                    self.open.push(three);
                    return (spent, found);
                }
            }
        }
        (spent, Err(Interruption::GaveUp))
    }
}
