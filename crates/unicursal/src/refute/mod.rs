//! Writes proofs that a board whose paths are edges has no solution, for Pellet Eater and Connect
//! the Colours.
//!
//! The clauses are those that the [checker](unicursal_check::edge_proof) derives from the board:
//! what it accepts does not depend on this module. First comes what can be [counted](Needs); then a
//! SAT solver looks for used edges, and each clause that it learns is a line. A loop that it finds
//! is not an answer: it is excluded by two clauses that the board justifies, and the solver goes
//! on. If that takes long, the cells are taken [one by one](layers) instead, provided that this
//! ends soon.

mod layers;
mod log;

use std::fmt::Write;

use batsat::{Lit, Solver, SolverInterface, SolverOpts, Var, lbool};
use unicursal_certificate::Needs;
use unicursal_check::edge_proof::Formula;

use crate::sat::ENDLESS;
use crate::{Control, Interruption};
pub use layers::write as write_layers;
use log::Log;

/// Bytes that a literal of the formula takes in the solver and in the checker, with its watches.
const BYTES_OF_LITERAL: usize = 24;

/// Conflicts before the first restart. A small number, and deciding colours as well as edges, gives
/// the shortest proofs.
const RESTART_AFTER: i32 = 20;

/// Decisions of the SAT solver before the layers are tried.
const FIRST_TURN: u64 = 50_000;

/// A proof that is being written.
pub struct Refutation<'a> {
    formula: &'a Formula,
    solver: Solver<Log<'a>>,
    variables: Vec<Var>,
    /// The edges of the answer that is known.
    answer: Option<Vec<usize>>,
    /// Whether the clauses contradict each other already.
    refuted: bool,
}

impl<'a> Refutation<'a> {
    /// The proof begins with these lines, which end with a newline.
    pub fn new(
        formula: &'a Formula,
        beginning: String,
        control: &'a Control<'a>,
    ) -> Result<Self, Interruption> {
        let literals: usize = formula.clauses().map(|clause| clause.len() + 1).sum();
        control.demand(literals.saturating_mul(BYTES_OF_LITERAL))?;
        let options = SolverOpts {
            restart_first: RESTART_AFTER,
            ..SolverOpts::default()
        };
        let mut solver = Solver::new(options, Log::new(beginning, control));
        let variables = (0..formula.variables()).map(|_| solver.new_var_default());
        let variables = variables.collect();
        let mut refutation = Self {
            formula,
            solver,
            variables,
            answer: None,
            refuted: false,
        };
        for clause in formula.clauses() {
            refutation.add(clause);
        }
        Ok(refutation)
    }

    /// Adds a clause to what the solver knows.
    fn add(&mut self, clause: &[i32]) {
        let literal = |&number: &i32| {
            let variable = self.variables[number.unsigned_abs() as usize - 1];
            Lit::new(variable, number > 0)
        };
        let mut literals = clause.iter().map(literal).collect();
        self.refuted |= !self.solver.add_clause_reuse(&mut literals);
    }

    /// Whether nothing more needs to be said.
    pub fn is_refuted(&self) -> bool {
        self.refuted
    }

    /// Every other answer lacks one of these edges.
    pub fn exclude(&mut self, edges: impl IntoIterator<Item = usize>) {
        let edges: Vec<usize> = edges.into_iter().collect();
        let clause: Vec<i32> = edges.iter().map(|&edge| -variable(edge)).collect();
        self.add(&clause);
        self.answer = Some(edges);
    }

    /// The path ends behind the only door of these cells. The solver learns that no other cell is
    /// the last; a contradiction is left to the caller.
    pub fn pocket(&mut self, cells: &[usize]) {
        let line = format!("pocket{}\n", self.places(cells));
        self.solver.cb_mut().lines.push_str(&line);
        let mut outside = vec![true; self.formula.cells()];
        for &cell in cells {
            outside[cell] = false;
        }
        let others = (0..outside.len()).filter(|&cell| outside[cell]);
        for end in others.filter_map(|cell| self.formula.end(cell)) {
            self.add(&[-end]);
        }
    }

    /// A step of the proof about cells, which adds this clause.
    fn state(&mut self, word: &str, cells: &[usize], clause: &[i32]) {
        let line = format!("{word}{}\n", self.places(cells));
        self.solver.cb_mut().lines.push_str(&line);
        self.add(clause);
    }

    /// Some edge between these cells and the others is used.
    pub fn cut(&mut self, cells: &[usize]) {
        let mut inside = vec![false; self.formula.cells()];
        for &cell in cells {
            inside[cell] = true;
        }
        let around = cells.iter().flat_map(|&cell| self.formula.edges_at(cell));
        let crosses = |&&edge: &&usize| {
            let [a, b] = self.formula.edges()[edge];
            inside[a] != inside[b]
        };
        let clause: Vec<i32> = around.filter(crosses).map(|&edge| variable(edge)).collect();
        self.state("cut", cells, &clause);
    }

    /// Looks for cells that cannot have as many edges as they need, if the last cell is one of
    /// those that `may_end` accepts. If there are any, that completes the proof.
    pub fn count(&mut self, may_end: impl Fn(usize) -> bool) -> Result<(), Interruption> {
        let control = self.solver.cb().control();
        let (formula, cells) = (self.formula, 0..self.formula.cells());
        let is_last = |&cell: &usize| formula.end(cell).is_some() && may_end(cell);
        let needs = Needs {
            edges: formula.edges().to_vec(),
            degrees: cells.clone().map(|cell| formula.degree(cell)).collect(),
            last: cells.clone().filter(is_last).collect(),
            is_white: cells.map(|cell| formula.is_white(cell)).collect(),
        };
        let deficit = needs.deficit(&|| control.interruption().is_none());
        if let Some(deficit) = deficit.map_err(|_| self.solver.cb().reason())? {
            let [needy, givers] = deficit.map(|cells| self.places(&cells));
            let line = format!("cover{needy} by{givers}\n");
            self.solver.cb_mut().lines.push_str(&line);
            self.refuted = true;
        }
        Ok(())
    }

    /// Completes the proof; `None` if there is an answer after all.
    pub fn finish(mut self) -> Result<Option<String>, Interruption> {
        let begun = self.solver.cb().lines.len();
        self.solver.cb().begin(FIRST_TURN);
        let mut is_first_turn = true;
        while !self.refuted {
            let found = self.solver.solve_limited(&[]);
            if found == lbool::TRUE {
                let loops = self.loops();
                if loops.is_empty() {
                    return Ok(None);
                }
                for cells in loops {
                    self.exclude_loop(&cells);
                }
            } else if found == lbool::FALSE {
                self.refuted = true;
            } else {
                let control = self.solver.cb().control();
                let reason = self.solver.cb().reason();
                if !is_first_turn || reason != Interruption::GaveUp {
                    return Err(reason);
                }
                is_first_turn = false;
                if let Some(steps) = layers::write(self.formula, self.answer.as_deref(), control)? {
                    let lines = &mut self.solver.cb_mut().lines;
                    lines.truncate(begun);
                    lines.push_str(&steps);
                    self.refuted = true;
                }
                self.solver.cb().begin(ENDLESS);
            }
        }
        Ok(Some(self.contradiction()))
    }

    /// The proof, complete because what was stated contradicts itself.
    pub fn contradiction(mut self) -> String {
        let mut proof = std::mem::take(&mut self.solver.cb_mut().lines);
        proof.push_str("0\n");
        proof
    }

    /// A loop is not part of an answer, and an edge leads out of its cells if one of them must be
    /// used.
    fn exclude_loop(&mut self, cells: &[usize]) {
        let round = cells.iter().zip(cells.iter().cycle().skip(1));
        let along = round.filter_map(|(&a, &b)| self.formula.edge(a, b));
        let clause: Vec<i32> = along.map(|edge| -variable(edge)).collect();
        self.state("loop", cells, &clause);
        if cells.iter().any(|&cell| self.formula.degree(cell).0 > 0) {
            self.cut(cells);
        }
    }

    /// The loops formed by the edges that the solver found, each as its cells in cyclic order.
    fn loops(&self) -> Vec<Vec<usize>> {
        let used = |edge: usize| self.solver.value_var(self.variables[edge]) == lbool::TRUE;
        let next = |cell: usize, seen: &[bool]| {
            let edges = self.formula.edges_at(cell).iter();
            let mut edges = edges.filter(|&&edge| used(edge));
            edges.find_map(|&edge| {
                let [a, b] = self.formula.edges()[edge];
                Some(a + b - cell).filter(|&other| !seen[other])
            })
        };
        let degree = |cell: usize| {
            let edges = self.formula.edges_at(cell).iter();
            edges.filter(|&&edge| used(edge)).count()
        };
        let mut seen = vec![false; self.formula.cells()];
        let mut follow = |start: usize| {
            let mut cells = Vec::new();
            let mut at = Some(start).filter(|&cell| !seen[cell]);
            while let Some(cell) = at {
                seen[cell] = true;
                cells.push(cell);
                at = next(cell, &seen);
            }
            cells
        };
        let all = 0..self.formula.cells();
        for end in all.clone().filter(|&cell| degree(cell) == 1) {
            follow(end);
        }
        let loops = all.filter(|&cell| degree(cell) == 2).map(follow);
        loops.filter(|cells| !cells.is_empty()).collect()
    }

    fn places(&self, cells: &[usize]) -> String {
        let mut places = String::new();
        for &cell in cells {
            let (x, y) = self.formula.place(cell);
            let _ = write!(places, " {x},{y}");
        }
        places
    }
}

/// The variable of an edge.
fn variable(edge: usize) -> i32 {
    edge as i32 + 1
}
