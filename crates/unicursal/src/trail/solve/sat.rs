//! A board as clauses for a SAT solver that knows the order of the numbers.
//!
//! Each edge is a literal: it is used. Each cell has as many used edges as it needs, and the parts
//! of the path between consecutive numbers, the *legs*, are numbered, and every cell has the number
//! of its leg in binary; the legs follow from the edges, and the solver decides only edges. At a
//! number one used edge leads *up*, to the leg that follows, and the other one down. So a model is
//! a path through all numbers in their order, and perhaps loops of cells without numbers.
//!
//! Loops that run beside the path or each other are [merged](crate::hamilton::merge), which does
//! not affect the order. For each of the others the solver gets a clause that some edge leads out
//! of it, and continues.

use batsat::{Lit, Solver, SolverInterface, SolverOpts, lbool};

use super::sketch::sketch;
use crate::hamilton::cover::Cover;
use crate::hamilton::merge::{self, Parts};
use crate::sat::{Unit, Watch, add_exactly, undecided};
use crate::trail::Board;
use crate::{Control, Dir, Interruption, Progress, Rng};

/// Memory for the clauses of an edge for each bit of a leg, with the solver's lists of them.
const BYTES_OF_BIT: usize = 160;
/// Conflicts before the first restart.
const RESTART_AFTER: i32 = 50;

/// A SAT solver at work on a board.
pub struct Session<'a> {
    board: &'a Board,
    control: &'a Control<'a>,
    solver: Solver<Watch<'a>>,
    edges: Vec<Edge>,
    loops: u64,
    /// Paths that were refused.
    refused: Vec<Vec<usize>>,
}

/// Two neighbours, and the literal that says that the path steps between them.
struct Edge {
    cell: usize,
    dir: Dir,
    used: Lit,
}

impl<'a> Session<'a> {
    /// The clauses of a board with at least two numbers, unless they take more time or memory than
    /// the caller permits.
    pub fn new(
        board: &'a Board,
        seed: u64,
        control: &'a Control<'a>,
    ) -> Result<Self, Interruption> {
        let legs = board.numbered().len() - 1;
        let bits = (usize::BITS - (legs - 1).leading_zeros()) as usize;
        if !control.allows_memory(2 * board.free_count() * (bits + 4) * BYTES_OF_BIT) {
            return Err(Interruption::Memory);
        }
        let options = SolverOpts {
            restart_first: RESTART_AFTER,
            random_seed: SolverOpts::default().random_seed + (seed % (1 << 32)) as f64,
            rnd_init_act: seed != 0,
            ..SolverOpts::default()
        };
        let mut solver = Solver::new(options, Watch::new(control, Unit::Conflicts));
        let sketch = sketch(board, &mut Rng::from_number(seed), control)?;
        let mut edges = Vec::new();
        let mut at_cell: Vec<Vec<usize>> = vec![Vec::new(); board.cell_count()];
        for cell in board.free_cells() {
            for dir in [Dir::Right, Dir::Down] {
                if board.opens(cell, dir) {
                    // The solver begins with the links of a sketch, and changes what it must.
                    let likely = sketch.as_ref().is_some_and(|sketch| sketch.has(cell, dir));
                    let polarity = if likely { lbool::TRUE } else { lbool::FALSE };
                    let used = Lit::new(solver.new_var(polarity, true), true);
                    at_cell[cell].push(edges.len());
                    at_cell[board.neighbour(cell, dir)].push(edges.len());
                    edges.push(Edge { cell, dir, used });
                }
            }
        }
        let mut session = Self {
            board,
            control,
            solver,
            edges,
            loops: 0,
            refused: Vec::new(),
        };
        for cell in board.free_cells() {
            let is_end = cell == board.start() || Some(cell) == board.end();
            let around: Vec<Lit> = at_cell[cell]
                .iter()
                .map(|&edge| session.edges[edge].used)
                .collect();
            add_exactly(&mut session.solver, &around, if is_end { 1 } else { 2 });
        }
        session.forbid_squares();
        control.check()?;
        if legs > 1 {
            session.add_legs(&at_cell, bits);
        }
        control.check()?;
        Ok(session)
    }

    fn add(&mut self, clause: &[Lit]) {
        self.solver.add_clause_reuse(&mut clause.to_vec());
    }

    /// Numbers the cells by the legs that they are on.
    fn add_legs(&mut self, at_cell: &[Vec<usize>], bits: usize) {
        let board = self.board;
        let mut leg: Vec<Vec<Lit>> = vec![Vec::new(); board.cell_count()];
        for cell in board.free_cells() {
            if board.number(cell).is_none() {
                leg[cell] = (0..bits).map(|_| undecided(&mut self.solver)).collect();
            }
        }
        // For each number the literals of its edges: this one leads up.
        for (number, &cell) in (1_usize..).zip(board.numbered()) {
            let mut ups = Vec::new();
            for &index in &at_cell[cell] {
                let Edge {
                    cell: one,
                    dir,
                    used,
                } = self.edges[index];
                let near = if one == cell {
                    board.neighbour(one, dir)
                } else {
                    one
                };
                let up = undecided(&mut self.solver);
                self.add(&[!up, used]);
                ups.push(up);
                match board.number(near) {
                    None => {
                        // Up leads to the leg with this number less one, counted from 0; down to
                        // the one before.
                        for (is_up, value) in [(true, number - 1), (false, number.wrapping_sub(2))]
                        {
                            let unless = if is_up { !up } else { up };
                            for (bit, &literal) in leg[near].iter().enumerate() {
                                let is_set = value >> bit & 1 == 1;
                                let literal = if is_set { literal } else { !literal };
                                self.add(&[!used, unless, literal]);
                            }
                        }
                    }
                    Some(other) if other == number + 1 => self.add(&[!used, up]),
                    Some(other) if other + 1 == number => self.add(&[!used, !up]),
                    Some(_) => self.add(&[!used]),
                }
            }
            let wanted = usize::from(number < board.numbered().len());
            add_exactly(&mut self.solver, &ups, wanted);
        }
        for index in 0..self.edges.len() {
            let Edge { cell, dir, used } = self.edges[index];
            let near = board.neighbour(cell, dir);
            if leg[cell].is_empty() || leg[near].is_empty() {
                continue;
            }
            for (&one, &two) in leg[cell].iter().zip(&leg[near]) {
                self.add(&[!used, !one, two]);
                self.add(&[!used, one, !two]);
            }
        }
    }

    /// The four edges around a square are not all used.
    fn forbid_squares(&mut self) {
        let board = self.board;
        let mut right = vec![None; board.cell_count()];
        let mut down = vec![None; board.cell_count()];
        for edge in &self.edges {
            match edge.dir {
                Dir::Right => right[edge.cell] = Some(edge.used),
                _ => down[edge.cell] = Some(edge.used),
            }
        }
        for cell in board.free_cells() {
            let sides = [
                right[cell],
                down[cell],
                right[board.neighbour(cell, Dir::Down)],
                down[board.neighbour(cell, Dir::Right)],
            ];
            if let [Some(a), Some(b), Some(c), Some(d)] = sides {
                self.add(&[!a, !b, !c, !d]);
            }
        }
    }

    /// The cells of a path that was not refused, in order; `None` if there is none.
    pub fn next_path(&mut self) -> Result<Option<Vec<usize>>, Interruption> {
        loop {
            let result = self.solver.solve_limited(&[]);
            if result == lbool::FALSE {
                return Ok(None);
            } else if result != lbool::TRUE {
                return Err(self.solver.cb().reason());
            }
            let board = self.board;
            let mut cover = Cover::new(board.stride(), board.cell_count());
            for edge in &self.edges {
                if self.solver.value_lit(edge.used) == lbool::TRUE {
                    cover.toggle(edge.cell, edge.dir);
                }
            }
            let before = Parts::of(board, &cover);
            merge::merge(board, &mut cover, self.control)?;
            let mut parts = Parts::of(board, &cover);
            if parts.count() == 1 {
                let steps = cover.walk(board.start()).map(|(_, cell)| cell);
                let cells: Vec<usize> = std::iter::once(board.start()).chain(steps).collect();
                if !self.refused.contains(&cells) {
                    return Ok(Some(cells));
                }
                // Merging led back to a known path; the loops themselves are excluded.
                parts = before;
            }
            self.loops += parts.count() as u64 - 1;
            self.control.report(|| Progress {
                phase: "solving",
                share: None,
                figures: vec![("loops", self.loops)],
            });
            self.cut(&parts);
        }
    }

    /// Some edge leads out of each part.
    fn cut(&mut self, parts: &Parts) {
        let mut ways: Vec<Vec<Lit>> = vec![Vec::new(); parts.count()];
        for edge in &self.edges {
            let near = self.board.neighbour(edge.cell, edge.dir);
            let [one, two] = [edge.cell, near].map(|cell| parts.label[cell] as usize);
            if one != two {
                ways[one].push(edge.used);
                ways[two].push(edge.used);
            }
        }
        for clause in ways {
            self.add(&clause);
        }
    }

    /// Excludes a path, given by its cells: another one lacks one of its edges.
    pub fn refuse(&mut self, cells: &[usize]) {
        let mut place = vec![usize::MAX; self.board.cell_count()];
        for (index, &cell) in cells.iter().enumerate() {
            place[cell] = index;
        }
        let board = self.board;
        let is_step = |edge: &&Edge| {
            let near = board.neighbour(edge.cell, edge.dir);
            place[edge.cell].abs_diff(place[near]) == 1
        };
        let clause: Vec<Lit> = self
            .edges
            .iter()
            .filter(is_step)
            .map(|edge| !edge.used)
            .collect();
        self.add(&clause);
        self.refused.push(cells.to_vec());
    }

    /// How many conflicts there were.
    pub fn conflicts(&self) -> u64 {
        self.solver.num_conflicts()
    }

    /// What the solver did, in one line.
    pub fn describe(&self, what: &str) -> String {
        format!("{what} ({} conflicts)", self.conflicts())
    }
}
