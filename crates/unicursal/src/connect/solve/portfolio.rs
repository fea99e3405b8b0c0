//! Several ways to solve one board, on the [schedule](crate::schedule) that all puzzles share.
//!
//! | Way | What it is good for | Its unit |
//! |---|---|---|
//! | SAT | most boards; after its head start, by [shifts](super::shifts), to prove | decisions |
//! | repair | large boards whose paths touch themselves, under the game's own rule | windows |
//! | sweep | boards up to about 15 columns wide, above all those that have no answer | borders |
//! | taut | boards whose colours cannot be joined, even if tiles stay empty, by [taut paths](super::taut); where tiles may stay empty, answers as well, so that SAT is left out there | decisions |
//! | few | where tiles may stay empty: answers that leave few of them, once | decisions |
//! | fill | where tiles may stay empty: all of this for the rule that none does, since such an answer is right as well | ticks |
//!
//! Each has a head start as long as it mostly takes where it is the right one, then all have even
//! shares. So together they take little more than as many times what the best of them takes alone
//! as there are ways: see [`Schedule::promise`]. Where tiles may stay empty,
//! [short paths](super::route) are tried before all of it, once.

use std::cell::OnceCell;

use super::repair::{NO_COVER, Repair, SWEPT};
use super::sat::{REFUTED, Session};
use super::shifts::shifts;
use super::taut::{self, Taut};
use super::wish::{self, Wish, unknown};
use super::{few, route};
use crate::connect::sweep::sweep;
use crate::connect::tuning::{
    DECISIONS, FEW_DECISIONS, FIRST_SLICE, LEAST_DECISIONS, NARROW_BOARD, SHORT_TURN_DECISIONS,
    SHORT_TURN_SWEEP, SMALL_BOARD, SMALL_BOARD_DECISIONS, TAUT_TURN, TICKS_OF_BORDER,
    TICKS_OF_WINDOW, ticks_of_decision, ticks_of_taut,
};
use crate::connect::{Answer, Board, Edges, Rules};
use crate::schedule::{Schedule, Ticks};
use crate::sweep::{Sweep, Sweeping};
use crate::{Control, Interruption, Outcome, Solved};

/// A way to solve a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Sat,
    Repair,
    Sweep,
    Taut,
    Fill,
    Few,
}

impl Way {
    const ALL: [Self; 6] = [
        Self::Fill,
        Self::Few,
        Self::Sat,
        Self::Taut,
        Self::Repair,
        Self::Sweep,
    ];
}

/// What is found in the end.
pub enum Found {
    Answer(Answer),
    /// There is none; why.
    None(String),
}

/// Where the plans of sweeps are kept while a portfolio uses them: of the rule itself, and of the
/// one that fills the board.
#[derive(Default)]
pub struct Rooms([OnceCell<Option<Sweep>>; 2]);

/// Several ways to solve one board.
pub struct Portfolio<'a> {
    board: &'a Board,
    edges: &'a Edges,
    control: &'a Control<'a>,
    schedule: Schedule<Way>,
    /// The SAT solver, which also knows what it did so far.
    pub session: Session<'a>,
    /// What it has before it looks only for answers in which nothing can be shifted back.
    free: Ticks,
    repair: Option<Repair<'a>>,
    room: &'a OnceCell<Option<Sweep>>,
    rules: Rules,
    sweeping: Option<Sweeping<'a>>,
    /// Borders that the sweep may have had by now.
    borders: usize,
    seed: u64,
    taut: Option<Taut<'a>>,
    fill: Option<Box<Portfolio<'a>>>,
    /// Why there is no answer, where that shows at once.
    proved: Option<&'static str>,
}

/// Solves a board.
pub fn solve(board: &Board, wish: &Wish, control: &Control) -> Solved<Answer> {
    let edges = Edges::new(board);
    if wish.rules.no_touch {
        // Neither windows nor a sweep know what touches.
        return super::relative(board, &edges, wish, control);
    }
    if wish.rules.blanks
        && let Ok(Some(answer)) = route::solve(board, &edges, control)
    {
        return wish::fulfil(board, &edges, answer, wish, control);
    }
    race(board, &edges, wish, control)
}

/// Solves a board by all ways that its rules leave.
pub fn race(board: &Board, edges: &Edges, wish: &Wish, control: &Control) -> Solved<Answer> {
    let rooms = Rooms::default();
    let made = Portfolio::new(board, edges, wish.rules, wish.seed, control, &rooms);
    let mut portfolio = match made {
        Ok(portfolio) => portfolio,
        Err(why) => return unknown(why),
    };
    let found = portfolio.run(Ticks::MAX);
    portfolio.finish(found, wish)
}

impl<'a> Portfolio<'a> {
    /// Nothing is done yet.
    pub fn new(
        board: &'a Board,
        edges: &'a Edges,
        rules: Rules,
        seed: u64,
        control: &'a Control<'a>,
        rooms: &'a Rooms,
    ) -> Result<Self, Interruption> {
        Self::within(board, edges, rules, seed, control, &rooms.0)
    }

    fn within(
        board: &'a Board,
        edges: &'a Edges,
        rules: Rules,
        seed: u64,
        control: &'a Control<'a>,
        rooms: &'a [OnceCell<Option<Sweep>>],
    ) -> Result<Self, Interruption> {
        let session = Session::new(board, edges, rules, seed, control)?;
        let head = HeadStarts::new(board);
        let mut schedule = Schedule::new(Ticks(FIRST_SLICE));
        let mut fill = None;
        let mut repair = None;
        // A portfolio that fills the board for one that need not has one room left.
        let is_part = rooms.len() == 1;
        let may_be_taut = !is_part && taut::fits(board, edges);
        if rules.blanks
            && let [_, room @ ..] = rooms
            && !room.is_empty()
        {
            let rules = Rules {
                blanks: false,
                ..rules
            };
            let filling = Self::within(board, edges, rules, seed, control, room)?;
            fill = Some(Box::new(filling));
            schedule.add_with_head_start(Way::Fill, 1, head.sat);
            schedule.add_with_head_start(Way::Few, 1, head.few);
        }
        // Of taut paths that touch themselves only some are answers.
        if !(may_be_taut && rules.blanks && !rules.no_touch) {
            schedule.add_with_head_start(Way::Sat, 1, head.sat);
        }
        if may_be_taut {
            schedule.add_with_head_start(Way::Taut, 1, head.taut);
        }
        if !rules.blanks && !rules.no_touch {
            repair = Repair::new(board, edges, seed, control)?;
            schedule.add(Way::Repair, 1);
        }
        schedule.add_with_head_start(Way::Sweep, 1, head.sweep);
        Ok(Self {
            proved: (repair.is_none() && rules == Rules::default()).then_some(NO_COVER),
            board,
            edges,
            control,
            schedule,
            session,
            free: head.sat,
            repair,
            room: &rooms[0],
            rules,
            sweeping: None,
            borders: 0,
            seed,
            taut: None,
            fill,
        })
    }

    /// Goes on for so long. An error is the end of that, or of the caller's limits.
    pub fn run(&mut self, most: Ticks) -> Result<Found, Interruption> {
        if let Some(proved) = self.proved {
            return Ok(Found::None(proved.to_owned()));
        }
        let end = self.schedule.total() + most;
        while self.schedule.total() < end {
            let Some(turn) = self.schedule.next() else {
                return Err(Interruption::GaveUp);
            };
            let ticks = turn.ticks.min(end - self.schedule.total());
            match self.turn(turn.way, ticks) {
                Err(Interruption::GaveUp) => {}
                found => return found,
            }
        }
        Err(Interruption::GaveUp)
    }

    /// A turn of one way. It gives up where that is not enough.
    fn turn(&mut self, way: Way, ticks: Ticks) -> Result<Found, Interruption> {
        match way {
            Way::Sat => {
                let each = ticks_of_decision(self.board.cell_count());
                let decisions = (ticks.0 / each).max(1);
                if self.schedule.spent(way) >= self.free && !self.session.shifts_back() {
                    // Boards with many answers are mostly solved by now.
                    self.session.shift_back(&shifts(self.board, self.edges));
                }
                self.schedule.charge(way, Ticks(decisions * each));
                let found = self.session.next_answer_within(decisions)?;
                Ok(found.map_or_else(
                    || Found::None(self.session.describe(REFUTED)),
                    Found::Answer,
                ))
            }
            Way::Repair => {
                let windows = (ticks.0 / TICKS_OF_WINDOW).max(1);
                self.schedule.charge(way, Ticks(windows * TICKS_OF_WINDOW));
                let Some(repair) = &mut self.repair else {
                    self.schedule.end(way);
                    return Err(Interruption::GaveUp);
                };
                let answer = repair.work(windows)?;
                answer.map(Found::Answer).ok_or(Interruption::GaveUp)
            }
            Way::Sweep => {
                self.schedule.charge(way, ticks);
                self.borders += (ticks.0 / TICKS_OF_BORDER) as usize;
                self.sweep()
            }
            Way::Taut => {
                let each = ticks_of_taut(self.board.cell_count());
                let decisions = (ticks.0 / each).max(1);
                self.schedule.charge(way, Ticks(decisions * each));
                self.draw_taut(decisions)
            }
            Way::Few => {
                // All of it is its head start.
                self.schedule.charge(way, ticks);
                self.schedule.end(way);
                let (rules, control) = (self.rules, self.control);
                let mut session = Session::new(self.board, self.edges, rules, 0, control)?;
                let answer = few::solve(&mut session)?;
                answer.map(Found::Answer).ok_or(Interruption::GaveUp)
            }
            Way::Fill => {
                self.schedule.charge(way, ticks);
                let Some(fill) = &mut self.fill else {
                    self.schedule.end(way);
                    return Err(Interruption::GaveUp);
                };
                match fill.run(ticks)? {
                    Found::Answer(answer) => Ok(Found::Answer(answer)),
                    // That every tile cannot be used says nothing about some.
                    Found::None(_) => {
                        self.schedule.end(way);
                        self.fill = None;
                        Err(Interruption::GaveUp)
                    }
                }
            }
        }
    }

    fn draw_taut(&mut self, decisions: u64) -> Result<Found, Interruption> {
        let (board, edges, rules) = (self.board, self.edges, self.rules);
        let taut = match &mut self.taut {
            Some(taut) => taut,
            none => match Taut::new(board, edges, self.seed, self.control) {
                Ok(taut) => none.insert(taut),
                Err(Interruption::Memory) => {
                    self.schedule.end(Way::Taut);
                    return Err(Interruption::GaveUp);
                }
                Err(why) => return Err(why),
            },
        };
        match taut.next_within(decisions)? {
            None => Ok(Found::None(taut.proof())),
            Some(answer) if taut::is_answer(board, edges, rules, &answer) => {
                Ok(Found::Answer(answer))
            }
            // All colours can be joined: nothing is proved.
            Some(_) => {
                self.schedule.end(Way::Taut);
                self.taut = None;
                Err(Interruption::GaveUp)
            }
        }
    }

    fn sweep(&mut self) -> Result<Found, Interruption> {
        let (board, edges) = (self.board, self.edges);
        let room = self.room.get_or_init(|| sweep(board, edges, self.rules));
        let Some(sweep) = room else {
            self.schedule.end(Way::Sweep);
            return Err(Interruption::GaveUp);
        };
        let sweeping = self.sweeping.get_or_insert_with(|| sweep.begin());
        match sweeping.answers(1, self.borders, self.control) {
            Ok(found) => Ok(match found.first() {
                None => Found::None(format!("{}{SWEPT}", super::SWEPT)),
                Some(pairs) => Found::Answer(edges.trace_pairs(board, pairs).answer),
            }),
            // It asks for no more than the caller permits; others may do with less.
            Err(Interruption::Memory) => {
                self.schedule.end(Way::Sweep);
                self.sweeping = None;
                Err(Interruption::GaveUp)
            }
            Err(why) => Err(why),
        }
    }

    /// How it went so far, one line for each way.
    fn tried(&self) -> Vec<String> {
        let done = Way::ALL.into_iter().filter_map(|way| {
            let spent = self.schedule.spent(way).0;
            let end = if self.schedule.is_alive(way) {
                ""
            } else {
                ", which has nothing left to try"
            };
            let what = match way {
                Way::Sat => {
                    let each = ticks_of_decision(self.board.cell_count());
                    format!("SAT with {} decisions", spent / each)
                }
                Way::Repair => format!("repair in {} windows", spent / TICKS_OF_WINDOW),
                Way::Sweep => format!("a sweep with up to {} borders", spent / TICKS_OF_BORDER),
                Way::Taut => {
                    let each = ticks_of_taut(self.board.cell_count());
                    format!("taut paths with {} decisions", spent / each)
                }
                Way::Few => "answers that leave few tiles empty".to_owned(),
                Way::Fill => "the same for the rule that every tile is used".to_owned(),
            };
            (spent > 0).then(|| what + end)
        });
        done.collect()
    }

    /// The result as the outcome of solving by a wish.
    fn finish(self, found: Result<Found, Interruption>, wish: &Wish) -> Solved<Answer> {
        let tried = self.tried();
        let windows = self.repair.as_ref().map_or(0, |repair| repair.windows);
        let found = match found {
            Ok(Found::None(proof)) => {
                let solved = Solved::new(Outcome::Unsolvable { proof });
                return solved.with_stat("windows", windows);
            }
            Ok(Found::Answer(answer)) => Ok(Some(answer)),
            Err(why) => Err(why),
        };
        let mut solved = wish::finish(self.session, found, wish);
        if let Outcome::Unknown(unknown) = &mut solved.outcome {
            unknown.tried = tried;
            unknown.left.push("longer turns of all of these".to_owned());
        }
        solved.with_stat("windows", windows)
    }
}

/// What ways have before the others have anything.
struct HeadStarts {
    sat: Ticks,
    sweep: Ticks,
    few: Ticks,
    taut: Ticks,
}

impl HeadStarts {
    fn new(board: &Board) -> Self {
        let cells = board.cell_count() as u64;
        let is_small = cells <= SMALL_BOARD;
        let is_narrow = is_small && board.width().min(board.height()) <= NARROW_BOARD;
        let decisions = match (is_narrow, is_small) {
            (true, _) => SHORT_TURN_DECISIONS,
            (_, true) => SMALL_BOARD_DECISIONS,
            _ => LEAST_DECISIONS.max(DECISIONS * cells),
        };
        let borders = if is_narrow { SHORT_TURN_SWEEP } else { 0 };
        Self {
            sat: Ticks(decisions * ticks_of_decision(board.cell_count())),
            sweep: Ticks(borders as u64 * TICKS_OF_BORDER),
            taut: Ticks(TAUT_TURN * cells * ticks_of_taut(board.cell_count())),
            few: Ticks(4 * FEW_DECISIONS * ticks_of_decision(board.cell_count())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Edges, Portfolio, Rooms, Way};
    use crate::connect::{Connect, Rules, text};
    use crate::schedule::Ticks;
    use crate::{Control, LevelName, adapt};

    const MOST: Ticks = Ticks(30_000_000);

    /// A board of this kind; with two terminals exchanged it has mostly no answer.
    fn board(kind: &str, seed: usize, exchanged: bool) -> String {
        let id = format!("connect:{kind}#{seed}")
            .parse()
            .expect("it is an id");
        let made = adapt::<Connect>().make(&LevelName::Id(id), &Control::new());
        let text = made.expect("it can be made").level.text();
        if !exchanged {
            return text;
        }
        let (size, rows) = text.split_once('\n').expect("there are rows");
        let (first, second) = (rows.find('0'), rows.rfind('1'));
        let mut rows = rows.as_bytes().to_vec();
        rows[first.expect("there is a colour")] = b'1';
        rows[second.expect("there is another")] = b'0';
        format!("{size}\n{}", String::from_utf8_lossy(&rows))
    }

    /// What it takes with this way alone, or with all.
    fn ticks(text: &str, rules: Rules, only: Option<Way>) -> (Option<Ticks>, Vec<(Way, Ticks)>) {
        let board = text::parse_board(text.as_bytes()).expect("it is a board");
        let (edges, control, rooms) = (Edges::new(&board), Control::new(), Rooms::default());
        let made = Portfolio::new(&board, &edges, rules, 0, &control, &rooms);
        let mut portfolio = made.expect("there is memory enough");
        let ways = Way::ALL.into_iter();
        let ways: Vec<Way> = ways
            .filter(|&way| portfolio.schedule.is_alive(way))
            .collect();
        if let Some(only) = only {
            for &way in ways.iter().filter(|&&way| way != only) {
                portfolio.schedule.end(way);
            }
        }
        let done = portfolio.run(MOST).is_ok();
        let took = portfolio.schedule.total();
        let promised = ways
            .iter()
            .map(|&way| (way, portfolio.schedule.promise(way, took)));
        (done.then_some(took), promised.collect())
    }

    /// Each way has the same turns alone as among the others, so that what it takes alone can be
    /// measured.
    #[test]
    fn all_ways_together_take_no_more_than_is_promised_of_the_best_alone() {
        let (mut decided, mut best) = (0, std::collections::BTreeSet::new());
        for (kind, exchanged) in [
            ("8x8/c5-d0-b0-k0", false),
            ("9x9/c6-d5-b5-k0", true),
            ("11x11/c8-d0-b0-k0", true),
            ("10x10/c7-d0-b0-k0", false),
        ] {
            for seed in 0..2 {
                for (blanks, no_touch) in
                    [(false, false), (true, false), (false, true), (true, true)]
                {
                    let text = board(kind, seed, exchanged);
                    let rules = Rules { no_touch, blanks };
                    let (together, ways) = ticks(&text, rules, None);
                    let together = together.expect("such boards are decided");
                    for (way, _) in ways {
                        let (alone, promised) = ticks(&text, rules, Some(way));
                        let promised = promised.iter().find(|&&(other, _)| other == way);
                        if let (Some(_), Some(&(_, promised))) = (alone, promised) {
                            assert!(
                                together <= promised,
                                "{way:?}: {together} > {promised}\n{text}"
                            );
                            decided += 1;
                            if alone >= Some(together) {
                                best.insert(format!("{way:?}"));
                            }
                        }
                    }
                }
            }
        }
        assert!(decided > 20 && best.len() > 1, "{decided} {best:?}");
    }
}
