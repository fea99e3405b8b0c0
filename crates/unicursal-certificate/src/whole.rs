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
use crate::log::{ClauseId, Log};
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
    if let Some(id) = at_once(board, &mut log, go_on)? {
        return Ok(finished(Found::Refuted(id), log, board, answers));
    }
    let mut prover = Prover::new(board, &mut log, &[], 0, go_on);
    prover.is_unordered = board.rules == Rules::Pellet;
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
    if prover.is_unordered {
        prover.add_pockets(go_on)?;
        prover.add_one_end();
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

/// What an attempt has found.
pub fn finished(found: Found, mut log: Log, board: &Board, answers: &[Answer]) -> Learned {
    match found {
        Found::Refuted(id) => Learned::Certificate(log.finish(board.width, beginning(board, answers), id)),
        Found::Possible => Learned::Another,
        Found::TooLong => Learned::TooLong,
    }
}

/// A contradiction that needs no search: colours that do not match, cells that nothing joins with the others, cells that cannot have
/// enough neighbours on paths, which no solver finds.
fn at_once(board: &Board, log: &mut Log, go_on: &dyn Fn() -> bool) -> Result<Option<ClauseId>, Stopped> {
    let place = |cell: usize| format!("{},{}", cell % board.width, cell / board.width);
    let places =
        |cells: &[usize]| cells.iter().map(|&cell| " ".to_owned() + &place(cell)).collect::<String>();
    let are_justified = |lines: &[String]| {
        let mut told = |_: &[i32], _: Option<&[u64]>| {};
        let mut kernel = Kernel::new(board, &mut told);
        lines.iter().all(|line| kernel.step(line).is_ok())
    };
    let first = board.ends[0].or_else(|| board.free.iter().position(|&free| free));
    let mut lines = vec!["ends 0".to_owned()];
    lines.extend(first.map(|cell| format!("cut 0 {}", place(cell))));
    if let Some(line) = lines.into_iter().find(|line| are_justified(std::slice::from_ref(line))) {
        return Ok(Some(log.premise(&line)));
    }
    if board.rules == Rules::Coil {
        return Ok(None);
    }
    let Some(cells) = Needs::of_board(board).deficit(go_on)? else { return Ok(None) };
    let cells = cells.concat();
    let line = format!("count 0{}", places(&cells));
    if are_justified(std::slice::from_ref(&line)) {
        return Ok(Some(log.premise(&line)));
    }
    // The path does not end on cells of the start's colour, or not on the others.
    let Some(start) = board.ends[0] else { return Ok(None) };
    let is_wrong =
        |cell: &usize| board.is_white(*cell) != (board.is_white(start) != board.count.is_multiple_of(2));
    let wrong: Vec<usize> = cells.iter().copied().filter(is_wrong).collect();
    let end = (board.free.len() * board.facts()) as i32 + 2;
    let set = format!("set{}", places(&wrong));
    let (ends, count) = (format!("ends -{end} 0"), format!("count {end} 0{}", places(&cells)));
    if !are_justified(&[set.clone(), ends.clone(), count.clone()]) {
        return Ok(None);
    }
    log.command(&set, 2);
    let hints = [log.premise(&ends), log.premise(&count)];
    Ok(Some(log.lemma(&[], &hints)))
}

/// What a solver has learned when nothing is left, or why something is.
fn learn(
    prover: &mut Prover,
    most: u64,
    go_on: &dyn Fn() -> bool,
) -> Result<Result<Vec<Event>, Learned>, Stopped> {
    let (left, decisions, is_stopped) = (most, Cell::new(0), Cell::new(false));
    let listener = Listener { events: Vec::new(), go_on, left, decisions, is_stopped };
    let options = SolverOpts { restart_first: RESTART_AFTER, ..SolverOpts::default() };
    let mut solver = Solver::new(options, listener);
    // Literals that sets have named come after those of the board.
    let facts = prover.clauses().flatten().map(|literal| literal.unsigned_abs() as usize).max();
    let mut is_named = vec![false; facts.unwrap_or(0) + 1];
    for clause in prover.clauses() {
        for literal in clause {
            is_named[literal.unsigned_abs() as usize] = true;
        }
    }
    for is_named in is_named {
        solver.new_var(lbool::UNDEF, is_named);
    }
    let mut is_open = prover.clauses().all(|clause| solver.add_clause_reuse(&mut lits(&clause)));
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
        let failing = prover.failing_in(value);
        if failing.is_empty() {
            return Ok(Err(Learned::Another));
        }
        for (clause, line) in failing {
            is_open &= solver.add_clause_reuse(&mut lits(&clause));
            solver.cb_mut().events.push(Event::Stated(clause, line));
        }
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
