//! A board as clauses for a SAT solver.
//!
//! A variable for each legal edge says whether it is used; at each cell as many are used as its
//! degree. The colours are numbers in binary, bit by bit equal along used edges and fixed at terminals
//! and checkpoints, so that a path never joins two colours. What the clauses leave open are loops that
//! touch no terminal; they are refused as they turn up.
//!
//! The solver decides edges only. Colours follow from them, and leaving them out of the decisions is
//! what makes large boards possible: see `record/connect.md`.
//!
//! Boards made by people never need a *U-turn*, three used edges around one square of four cells. The
//! literal [`Encoding::no_u_turns`] forbids them all, to be assumed first and dropped when that fails.

use batsat::{Lit, Solver, SolverInterface, SolverOpts, lbool};

use super::watch::Watch;
use crate::Control;
use crate::connect::{Board, Edges, Tile, Traced};

/// Conflicts before the first restart: often, because hard boards are easy from the right side.
const RESTART_AFTER: i32 = 20;

/// A SAT solver that holds the clauses of one board.
pub struct Encoding<'a> {
    pub board: &'a Board,
    pub edges: &'a Edges,
    pub solver: Solver<Watch<'a>>,
    /// Whether an edge is used.
    pub used: Vec<Lit>,
    /// The colour of each cell in binary, the lowest bit first.
    pub colour: Vec<Vec<Lit>>,
    /// Assumed, forbids U-turns.
    pub no_u_turns: Lit,
    /// False in every model: pads clauses.
    pub never: Lit,
    /// Room for the clause that is being added.
    clause: Vec<Lit>,
}

impl<'a> Encoding<'a> {
    pub fn new(board: &'a Board, edges: &'a Edges, seed: u64, control: &'a Control<'a>) -> Self {
        let options = SolverOpts {
            restart_first: RESTART_AFTER,
            // The solver's generator takes any positive number; seed 0 is its own default.
            random_seed: SolverOpts::default().random_seed + seed as f64,
            rnd_init_act: seed != 0,
            ..SolverOpts::default()
        };
        let mut solver = Solver::new(options, Watch::new(control));
        let used = edges
            .cells
            .iter()
            .map(|_| Lit::new(solver.new_var_default(), true));
        let used = used.collect();
        let bits = usize::BITS - board.colours().len().saturating_sub(1).leading_zeros();
        let mut follower = || Lit::new(solver.new_var(lbool::UNDEF, false), true);
        let mut number = || (0..bits).map(|_| follower()).collect();
        let colour = (0..board.cell_count()).map(|_| number()).collect();
        let (no_u_turns, never) = (follower(), follower());
        let mut encoding = Self {
            board,
            edges,
            solver,
            used,
            colour,
            no_u_turns,
            never,
            clause: Vec::new(),
        };
        encoding.add([!never]);
        encoding.add_degrees();
        encoding.add_colours();
        encoding.add_squares();
        encoding
    }

    /// Adds a clause.
    pub fn add(&mut self, clause: impl IntoIterator<Item = Lit>) {
        self.clause.clear();
        self.clause.extend(clause);
        self.solver.add_clause_reuse(&mut self.clause);
    }

    /// Whether a cell has this colour: all these literals together.
    pub fn has_colour(&self, cell: usize, colour: usize) -> impl Iterator<Item = Lit> + '_ {
        let bits = self.colour[cell].iter().enumerate();
        bits.map(move |(bit, &lit)| if colour >> bit & 1 == 1 { lit } else { !lit })
    }

    /// The paths and loops of the model just found.
    pub fn trace(&self) -> Traced {
        let is_used = |&lit: &Lit| self.solver.value_lit(lit) == lbool::TRUE;
        let used: Vec<bool> = self.used.iter().map(is_used).collect();
        self.edges.trace(self.board, &used)
    }

    /// Refuses a loop: not all of its edges, and an edge that leads out of its cells.
    pub fn refuse_loop(&mut self, cells: &[usize]) {
        let round = cells.iter().zip(cells.iter().cycle().skip(1));
        let along = round.filter_map(|(&a, &b)| self.edges.between(a, b));
        let along: Vec<Lit> = along.map(|edge| !self.used[edge]).collect();
        self.add(along);
        let mut inside = vec![false; self.board.cell_count()];
        for &cell in cells {
            inside[cell] = true;
        }
        let around = cells.iter().flat_map(|&cell| self.edges.at(cell));
        let out = around.filter(|&(_, to)| !inside[to]);
        let out: Vec<Lit> = out.map(|(edge, _)| self.used[edge]).collect();
        self.add(out);
    }

    /// A new literal that the solver does not decide.
    pub fn follower(&mut self) -> Lit {
        Lit::new(self.solver.new_var(lbool::UNDEF, false), true)
    }

    fn add_degrees(&mut self) {
        for cell in 0..self.board.cell_count() {
            let around = self.edges.at(cell).map(|(edge, _)| self.used[edge]);
            let around: Vec<Lit> = around.collect();
            let degree = self.board.degree(cell);
            if degree == 0 {
                continue;
            }
            // Of any `count - degree + 1` edges one is used, of any `degree + 1` one is not.
            for subset in subsets(&around, (around.len() + 1).saturating_sub(degree)) {
                self.add(subset);
            }
            for subset in subsets(&around, degree + 1) {
                self.add(subset.into_iter().map(|lit| !lit));
            }
        }
    }

    fn add_colours(&mut self) {
        let terminals =
            (0..self.board.cell_count()).filter_map(|cell| match self.board.tile(cell) {
                Tile::Terminal(colour) => Some((cell, colour)),
                _ => None,
            });
        let fixed: Vec<_> = terminals
            .chain(self.board.checkpoints().iter().copied())
            .collect();
        for (cell, colour) in fixed {
            let literals: Vec<Lit> = self.has_colour(cell, colour).collect();
            for literal in literals {
                self.add([literal]);
            }
        }
        for edge in 0..self.edges.cells.len() {
            let ([a, b], used) = (self.edges.cells[edge], self.used[edge]);
            for bit in 0..self.colour[a].len() {
                let (a, b) = (self.colour[a][bit], self.colour[b][bit]);
                self.add([!used, !a, b]);
                self.add([!used, a, !b]);
            }
        }
    }

    fn add_squares(&mut self) {
        for square in self.edges.squares(self.board) {
            let present: Vec<Lit> = square.iter().flatten().map(|&e| !self.used[e]).collect();
            if present.len() == 4 {
                self.add(present.iter().copied());
            }
            for three in subsets(&present, 3) {
                self.add(three.into_iter().chain([!self.no_u_turns]));
            }
        }
    }
}

/// All subsets of this size; none when there are too few, one empty set for size 0.
fn subsets(of: &[Lit], size: usize) -> Vec<Vec<Lit>> {
    let masks = 0_u32..1 << of.len();
    let masks = masks.filter(|mask| mask.count_ones() as usize == size);
    let members = |mask: u32| (0..of.len()).filter(move |&index| mask >> index & 1 == 1);
    masks
        .map(|mask| members(mask).map(|index| of[index]).collect())
        .collect()
}
