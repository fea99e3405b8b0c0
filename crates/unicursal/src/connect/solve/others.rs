//! One answer after the other, or that there is no other.
//!
//! An answer that differs from a known one mostly differs in a small window, so that is where it is
//! looked for first: all that is outside stays as it is. When no window helps, and the SAT solver
//! has nothing to say at once, several ways take turns on the [schedule](crate::schedule), each with
//! at least a third of it:
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
//!   proof must refute else, are all one there. As long as nothing is known of others, only one way
//!   runs beside this one, the one that decides most without it: the sweep on narrow boards, and
//!   SAT on wider ones.

use batsat::Lit;

use super::sat::Session;
use super::shifts;
use super::taut::{self, Taut};
use super::turns::{outside, windows};
use crate::connect::tuning::{
    NEAR_DECISIONS, NEAR_SIDES, OTHERS_SLICE, PLAIN_DECISIONS, SWEPT_BOARD, TICKS_OF_BORDER,
    U_TURN_DECISIONS, ticks_of_decision, ticks_of_taut,
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
        Ok(Self {
            board,
            edges,
            rules,
            control,
            is_known: false,
            u_turns: UTurns::new(&session),
            taut: None,
            session,
            schedule: Schedule::new(Ticks(OTHERS_SLICE)),
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
        if is_first {
            // That there is no other answer without a U-turn is mostly proved at once.
            match self.session.next_answer_within(PLAIN_DECISIONS) {
                Ok(found) => return Ok(found.map_or(Next::No, Next::Answer)),
                Err(Interruption::GaveUp) => {}
                Err(why) => return Err(why),
            }
            self.add_ways(answer)?;
        } else {
            self.end_taut();
        }
        self.run(enough)
    }

    /// Goes on until there is another answer, or none.
    fn run(&mut self, enough: usize) -> Result<Next, Interruption> {
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

    /// Puts the ways on the schedule that are right for an answer, if it is the only one known.
    fn add_ways(&mut self, answer: &Answer) -> Result<(), Interruption> {
        let (board, edges) = (self.board, self.edges);
        let is_taut = taut::fits(board, edges) && taut::fills(board, edges, answer);
        let made = is_taut.then(|| Taut::new(board, edges, 0, self.control));
        let mut taut = match made {
            Some(Ok(taut)) => taut,
            None | Some(Err(Interruption::Memory)) => {
                self.add_others();
                return Ok(());
            }
            Some(Err(why)) => return Err(why),
        };
        taut.refuse(answer);
        self.taut = Some(taut);
        self.schedule.add(Way::Taut, 2);
        if is_narrow(board) && self.sweeping.is_some() {
            self.schedule.add(Way::Sweep, 1);
        } else {
            self.schedule.add(Way::Sat, 1);
        }
        Ok(())
    }

    /// All ways but taut paths.
    fn add_others(&mut self) {
        let is_narrow = is_narrow(self.board);
        self.schedule.add(Way::Sat, 1);
        if self.sweeping.is_some() {
            self.schedule.add(Way::Sweep, if is_narrow { 2 } else { 1 });
        }
        if !self.rules.no_touch && !is_narrow {
            self.schedule.add(Way::UTurns, 1);
        }
    }

    /// Taut paths have nothing left to say.
    fn end_taut(&mut self) {
        self.taut = None;
        self.schedule.end(Way::Taut);
        self.add_others();
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
                    self.end_taut();
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
                    self.schedule.add(Way::Sat, 1);
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::portfolio::{Found, Portfolio, Rooms};
    use super::{Edges, Next, Others, Way};
    use crate::connect::sweep::sweep;
    use crate::connect::{Connect, Rules, text};
    use crate::schedule::{Schedule, Ticks};
    use crate::{Control, LevelName, adapt};

    const WAYS: [Way; 4] = [Way::Sat, Way::UTurns, Way::Sweep, Way::Taut];

    /// What it takes to find a second answer or that there is none, with this way alone or with
    /// all; nothing if it comes to an end. What is promised of each way if it takes as long.
    fn ticks(text: &str, rules: Rules, only: Option<Way>) -> (Option<Ticks>, Vec<(Way, Ticks)>) {
        let board = text::parse_board(text.as_bytes()).expect("it is a board");
        let (edges, control, rooms) = (Edges::new(&board), Control::new(), Rooms::default());
        let made = Portfolio::new(&board, &edges, rules, 0, &control, &rooms);
        let found = made.and_then(|mut portfolio| portfolio.run(Ticks::MAX));
        let Ok(Found::Answer(answer)) = found else {
            panic!("it has an answer");
        };
        let plan = sweep(&board, &edges, rules);
        let others = Others::new(&board, &edges, rules, plan.as_ref(), &control);
        let mut others = others.expect("there is memory enough");
        // Turns so short that there are many of them.
        others.schedule = Schedule::new(Ticks(5_000));
        others.session.refuse(&answer);
        others.shift(&answer, true);
        others.add_ways(&answer).expect("there is memory enough");
        let is_alive = |others: &Others, way: Way| others.schedule.is_alive(way);
        let ways = WAYS.into_iter().filter(|&way| is_alive(&others, way));
        let ways: Vec<Way> = ways.collect();
        let left_out = ways
            .iter()
            .filter(|&&way| only.is_some_and(|only| only != way));
        left_out.for_each(|&way| others.schedule.end(way));
        let done = matches!(others.run(2), Ok(Next::No | Next::Answer(_) | Next::All(_)));
        // Others may have joined when it had nothing left to try.
        let alone = WAYS.into_iter().all(|way| {
            only.is_none_or(|only| only == way) || others.schedule.spent(way) == Ticks(0)
        });
        let took = others.schedule.total();
        let promised = ways
            .iter()
            .map(|&way| (way, others.schedule.promise(way, took)));
        ((done && alone).then_some(took), promised.collect())
    }

    /// Each way has the same turns alone as among the others.
    #[test]
    fn all_ways_together_take_no_more_than_is_promised_of_the_best_alone() {
        let (mut compared, mut best) = (0, BTreeSet::new());
        for kind in [
            "8x8/c8-d5-b5-k0-u",
            "9x9/c8-d0-b0-k0-a-u",
            "18x4/c9-d0-b0-k0-a-u",
        ] {
            for (seed, no_touch) in [(1, false), (2, false), (3, true)] {
                let id = format!("connect:{kind}#{seed}").parse();
                let name = LevelName::Id(id.expect("it is an id"));
                let made = adapt::<Connect>().make(&name, &Control::new());
                let text = made.expect("it can be made").level.text();
                let rules = Rules {
                    no_touch: no_touch && kind.contains("-a"),
                    blanks: false,
                };
                let (together, ways) = ticks(&text, rules, None);
                let together = together.expect("such boards are decided");
                for (way, _) in ways {
                    let (alone, promised) = ticks(&text, rules, Some(way));
                    let promised = promised.iter().find(|&&(other, _)| other == way);
                    if let (Some(alone), Some(&(_, promised))) = (alone, promised) {
                        assert!(together <= promised, "{way:?}: {together}, {alone}\n{text}");
                        compared += 1;
                        if alone >= together {
                            best.insert(format!("{way:?}"));
                        }
                    }
                }
            }
        }
        assert!(compared > 12 && best.len() > 1, "{compared} {best:?}");
    }
}
