//! Certificates by clause learning on the whole board, of any puzzle.
//!
//! Where it does not matter which cell comes before which, a SAT solver gets the clauses of all cells. What it finds then is an
//! answer but for what clauses about single cells do not tell; the clause that excludes it is added, and the solver goes on. What it has learned
//! in the end is [shown again](crate::prover), clause by clause, with the clauses from which each follows. Elsewhere
//! that [prover](crate::prover) searches by itself, because it sees cycles before everything is decided.

use std::cell::Cell;
use std::collections::HashMap;
use std::fmt::Write;

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};
use unicursal_kernel::{Answer, Board, Kernel, Rules};

use crate::cover::Needs;
use crate::log::Log;
use crate::prover::{Found, Prover};
use crate::{Stopped, words};

/// Conflicts before the first restart. Few make short certificates.
const RESTART_AFTER: i32 = 20;
/// Decisions between two looks at the limits.
const DECISIONS_PER_LOOK: u64 = 64;

/// What happened, in its order.
enum Event {
    Stated(Vec<i32>, String),
    Learned(Vec<i32>),
    Deleted(Vec<i32>),
}

/// What the solver tells.
struct Listener<'a> {
    events: Vec<Event>,
    go_on: &'a dyn Fn() -> bool,
    /// How many clauses it may still learn.
    left: u64,
    decisions: Cell<u64>,
    is_stopped: Cell<bool>,
}

impl Callbacks for Listener<'_> {
    fn on_new_clause(&mut self, clause: &[Lit], kind: ClauseKind) {
        if matches!(kind, ClauseKind::Learnt) {
            self.left = self.left.saturating_sub(1);
            self.events.push(Event::Learned(clause.iter().map(|&lit| literal(lit)).collect()));
        }
    }

    fn on_delete_clause(&mut self, clause: &[Lit]) {
        self.events.push(Event::Deleted(clause.iter().map(|&lit| literal(lit)).collect()));
    }

    fn stop(&self) -> bool {
        self.decisions.set(self.decisions.get() + 1);
        if self.decisions.get().is_multiple_of(DECISIONS_PER_LOOK) && !(self.go_on)() {
            self.is_stopped.set(true);
        }
        self.left == 0 || self.is_stopped.get()
    }
}

/// Variables of the solver have the numbers of facts.
fn literal(lit: Lit) -> i32 {
    let fact = lit.var().idx() as i32;
    if lit.sign() { fact } else { -fact }
}

fn lits(clause: &[i32]) -> Vec<Lit> {
    let lit = |&literal: &i32| Lit::new(Var::unsafe_from_idx(literal.unsigned_abs()), literal > 0);
    clause.iter().map(lit).collect()
}

/// How clause learning ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Learned {
    /// There is no other answer.
    Certificate(String),
    /// There is one.
    Another,
    /// It took too long.
    TooLong,
}

/// A certificate that there are no other answers than these, for which this many conflicts may be needed.
pub fn by_clauses(
    board: &Board,
    answers: &[Answer],
    most: u64,
    go_on: &dyn Fn() -> bool,
) -> Result<Learned, Stopped> {
    let mut log = Log::new((board.free.len() * board.facts()) as i32);
    let mut prover = Prover::new(board, &mut log, &[], 0, go_on);
    let free = || (0..board.free.len()).filter(|&cell| board.free[cell]);
    for cell in free() {
        prover.add_cell(cell);
    }
    for which in (0..2).filter(|_| board.is_path()) {
        let all: Vec<i32> = free().map(|cell| board.end(cell, which)).collect();
        prover.add_line(&all, format!("ends {}0", words(&all)));
    }
    for (number, answer) in answers.iter().enumerate() {
        prover.add_line(&answer.other(board), format!("other {}", number + 1));
    }
    if let Some(line) = counted(board, go_on)? {
        prover.add_line(&[], line);
    }
    if matches!(board.rules, Rules::Coil | Rules::Trail) {
        // Where the order of cells matters, cycles must be seen before everything is decided.
        let found = prover.refute(&[], most)?;
        return Ok(finished(found, log, board, answers));
    }
    let events = match learn(&mut prover, most, go_on)? {
        Ok(events) => events,
        Err(found) => return Ok(found),
    };
    let mut places: HashMap<Vec<i32>, u32> = HashMap::new();
    for (number, event) in events.into_iter().enumerate() {
        if (number as u64).is_multiple_of(DECISIONS_PER_LOOK) && !go_on() {
            return Err(Stopped);
        }
        match event {
            Event::Stated(clause, line) => prover.add_line(&clause, line),
            Event::Learned(clause) => match prover.derive(&clause) {
                Ok(place) => places.extend(place.map(|place| (sorted(clause), place))),
                Err(()) => return Ok(Learned::TooLong),
            },
            // The solver shortens some of its clauses; those are kept.
            Event::Deleted(clause) => {
                if let Some(place) = places.remove(&sorted(clause)) {
                    prover.forget(place);
                }
            }
        }
    }
    let found = prover.refute(&[], 1)?;
    Ok(finished(found, log, board, answers))
}

fn finished(found: Found, mut log: Log, board: &Board, answers: &[Answer]) -> Learned {
    match found {
        Found::Refuted(id) => Learned::Certificate(log.finish(beginning(board, answers), id)),
        Found::Possible => Learned::Another,
        Found::TooLong => Learned::TooLong,
    }
}

/// The line that says that some cells cannot have enough neighbours on paths, if there are such cells, which no solver finds.
fn counted(board: &Board, go_on: &dyn Fn() -> bool) -> Result<Option<String>, Stopped> {
    if board.rules == Rules::Coil {
        return Ok(None);
    }
    let Some(cells) = Needs::of_board(board).deficit(go_on)? else { return Ok(None) };
    let place = |cell: &usize| format!(" {},{}", cell % board.width, cell / board.width);
    let line = format!("count 0{}", cells.concat().iter().map(place).collect::<String>());
    let is_justified = Kernel::new(board, &mut |_, _| {}).step(&line).is_ok();
    Ok(Some(line).filter(|_| is_justified))
}

/// What a solver has learned when nothing is left, or why something is.
fn learn(
    prover: &mut Prover,
    most: u64,
    go_on: &dyn Fn() -> bool,
) -> Result<Result<Vec<Event>, Learned>, Stopped> {
    let board = prover.board;
    let (left, decisions, is_stopped) = (most, Cell::new(0), Cell::new(false));
    let listener = Listener { events: Vec::new(), go_on, left, decisions, is_stopped };
    let options = SolverOpts { restart_first: RESTART_AFTER, ..SolverOpts::default() };
    let mut solver = Solver::new(options, listener);
    // Nothing is said of the order of cells.
    let is_order = |literal: &i32| [2, 3].contains(&((literal.unsigned_abs() as usize - 1) % board.facts()));
    let is_needed = |clause: &Vec<i32>| !board.is_path() || !clause.iter().any(is_order);
    let mut is_named = vec![false; board.free.len() * board.facts() + 1];
    for clause in prover.clauses().filter(is_needed) {
        for literal in clause {
            is_named[literal.unsigned_abs() as usize] = true;
        }
    }
    for is_named in is_named {
        solver.new_var(lbool::UNDEF, is_named);
    }
    let mut is_open =
        prover.clauses().filter(is_needed).all(|clause| solver.add_clause_reuse(&mut lits(&clause)));
    while is_open {
        let found = solver.solve_limited(&[]);
        if found == lbool::FALSE {
            break;
        }
        if found != lbool::TRUE {
            return if solver.cb().is_stopped.get() { Err(Stopped) } else { Ok(Err(Learned::TooLong)) };
        }
        let value = |fact: i32| match solver.value_var(Var::unsafe_from_idx(fact as u32)) {
            value if value == lbool::TRUE => 1,
            value if value == lbool::FALSE => -1,
            _ => 0,
        };
        let Some((clause, line)) = prover.failing_in(value) else { return Ok(Err(Learned::Another)) };
        is_open = solver.add_clause_reuse(&mut lits(&clause));
        solver.cb_mut().events.push(Event::Stated(clause, line));
    }
    Ok(Ok(std::mem::take(&mut solver.cb_mut().events)))
}

fn sorted(mut clause: Vec<i32>) -> Vec<i32> {
    clause.sort_unstable();
    clause
}

/// The first lines: what it is about, and the answers.
pub fn beginning(board: &Board, answers: &[Answer]) -> String {
    let mut text = board.rules.header() + "\n";
    for answer in answers {
        text.push_str("answer");
        for path in &answer.0 {
            let (first, width) = (path[0], board.width);
            let _ = write!(text, " {},{} ", first % width, first / width);
            for pair in path.windows(2) {
                let side = (0..4).find(|&side| board.next(pair[0], side) == Some(pair[1]));
                text.extend(side.map(|side| char::from(unicursal_kernel::SIDES[side])));
            }
        }
        text.push('\n');
    }
    text
}
