//! Clauses about paths for a SAT solver, of a whole board or of a window of it.
//!
//! A literal for each edge says whether it is used, and each cell has its colour as a number in
//! binary. The solver decides edges only. Colours follow from them, and leaving them out of the
//! decisions is what makes large boards possible: see `record/connect.md`.

use batsat::{Lit, Solver, SolverInterface, SolverOpts, lbool};

use crate::Control;
use crate::connect::tuning::RESTART_AFTER;
use crate::sat::{Unit, Watch, add_at_most, add_exactly, subsets, undecided};

/// A SAT solver and the literals that stand for edges and colours.
pub struct Clauses<'a> {
    pub solver: Solver<Watch<'a>>,
    /// Whether an edge is used.
    pub used: Vec<Lit>,
    /// The colour of each cell in binary, the lowest bit first.
    colour: Vec<Vec<Lit>>,
    /// Room for the clause that is being added.
    clause: Vec<Lit>,
}

impl<'a> Clauses<'a> {
    /// No clauses yet; literals for this many edges, cells and colours.
    pub fn new(
        edges: usize,
        cells: usize,
        colours: usize,
        seed: u64,
        control: &'a Control<'a>,
    ) -> Self {
        let options = SolverOpts {
            restart_first: RESTART_AFTER,
            // The solver's generator fails from numbers of more than 40 bits; seed 0 is its own
            // default.
            random_seed: SolverOpts::default().random_seed + (seed % (1 << 32)) as f64,
            rnd_init_act: seed != 0,
            ..SolverOpts::default()
        };
        let mut solver = Solver::new(options, Watch::new(control, Unit::Decisions));
        let edges = 0..edges;
        let used = edges.map(|_| Lit::new(solver.new_var_default(), true));
        let used = used.collect();
        let bits = usize::BITS - colours.saturating_sub(1).leading_zeros();
        let mut number = || (0..bits).map(|_| undecided(&mut solver)).collect();
        let colour = (0..cells).map(|_| number()).collect();
        Self {
            solver,
            used,
            colour,
            clause: Vec::new(),
        }
    }

    /// A new literal that the solver does not decide.
    pub fn follower(&mut self) -> Lit {
        undecided(&mut self.solver)
    }

    /// Adds a clause.
    pub fn add(&mut self, clause: impl IntoIterator<Item = Lit>) {
        self.clause.clear();
        self.clause.extend(clause);
        self.solver.add_clause_reuse(&mut self.clause);
    }

    /// Exactly this many of these edges are used.
    pub fn add_degree(&mut self, around: &[usize], degree: usize) {
        let around: Vec<Lit> = around.iter().map(|&edge| self.used[edge]).collect();
        add_exactly(&mut self.solver, &around, degree);
    }

    /// Exactly this many of these edges are used, or none of them.
    pub fn add_degree_or_none(&mut self, around: &[usize], degree: usize) {
        let around: Vec<Lit> = around.iter().map(|&edge| self.used[edge]).collect();
        add_at_most(&mut self.solver, &around, degree);
        // One that is used is not the only one.
        for &one in &around {
            let others: Vec<Lit> = around.iter().copied().filter(|&lit| lit != one).collect();
            for subset in subsets(&others, (others.len() + 2).saturating_sub(degree)) {
                self.add(subset.into_iter().chain([!one]));
            }
        }
    }

    /// Two cells have different colours, unless one of these literals is true.
    pub fn add_unlike(&mut self, [a, b]: [usize; 2], unless: &[Lit]) {
        let mut some = unless.to_vec();
        for bit in 0..self.colour[a].len() {
            let (a, b) = (self.colour[a][bit], self.colour[b][bit]);
            let differs = self.follower();
            self.add([!differs, a, b]);
            self.add([!differs, !a, !b]);
            some.push(differs);
        }
        self.add(some);
    }

    /// Where this edge is used, its cells have one colour.
    pub fn add_edge(&mut self, edge: usize, cells: [usize; 2]) {
        self.add_alike(cells, Some(!self.used[edge]));
    }

    /// Two cells have one colour, unless this literal is true.
    pub fn add_alike(&mut self, [a, b]: [usize; 2], unless: Option<Lit>) {
        for bit in 0..self.colour[a].len() {
            let (a, b) = (self.colour[a][bit], self.colour[b][bit]);
            self.add(unless.into_iter().chain([!a, b]));
            self.add(unless.into_iter().chain([a, !b]));
        }
    }

    /// A cell has this colour.
    pub fn add_colour(&mut self, cell: usize, colour: usize) {
        for bit in 0..self.colour[cell].len() {
            let literal = self.colour[cell][bit];
            self.add([if colour >> bit & 1 == 1 {
                literal
            } else {
                !literal
            }]);
        }
    }

    /// Which edges the model just found uses.
    pub fn model(&self) -> Vec<bool> {
        let is_used = |&lit: &Lit| self.solver.value_lit(lit) == lbool::TRUE;
        self.used.iter().map(is_used).collect()
    }
}
