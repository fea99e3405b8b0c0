//! A board as clauses for a SAT solver.
//!
//! At each cell as many edges are used as its degree; colours are equal along used edges and fixed
//! at terminals and checkpoints, so that a path never joins two colours. What the clauses leave
//! open are loops that touch no terminal; they are refused as they turn up.
//!
//! Boards made by people never need a *U-turn*, three used edges around one square of four cells.
//! The literal [`Encoding::no_u_turns`] forbids them all, to be assumed first and dropped when that
//! fails.

use batsat::Lit;

use super::clauses::Clauses;
use crate::connect::{Board, Edges, Rules, Traced};
use crate::sat::subsets;
use crate::{Control, Interruption};

/// Edges between two looks at the caller's limits.
const EDGES_PER_LOOK: usize = 4096;
/// What the clauses of an edge take for each bit of a colour, with the solver's lists of them.
const BYTES_OF_BIT: usize = 128;

/// A SAT solver that holds the clauses of one board.
pub struct Encoding<'a> {
    pub board: &'a Board,
    pub edges: &'a Edges,
    pub clauses: Clauses<'a>,
    rules: Rules,
    /// Assumed, forbids U-turns.
    pub no_u_turns: Lit,
}

impl<'a> Encoding<'a> {
    /// The clauses of a board, unless they take more time or memory than the caller permits.
    pub fn new(
        board: &'a Board,
        edges: &'a Edges,
        rules: Rules,
        seed: u64,
        control: &'a Control<'a>,
    ) -> Result<Self, Interruption> {
        let colours = board.colours().len();
        let cells = board.cell_count();
        let bits = (usize::BITS - colours.leading_zeros()) as usize;
        if !control.allows_memory(edges.cells.len() * (bits + 4) * BYTES_OF_BIT) {
            return Err(Interruption::Memory);
        }
        let mut clauses = Clauses::new(edges.cells.len(), cells, colours, seed, control);
        let checkpoints = board.checkpoints();
        for cell in 0..cells {
            let degree = board.degree(cell);
            let around: Vec<usize> = edges.at(cell).map(|(edge, _)| edge).collect();
            let must_be_used = || checkpoints.iter().any(|&(known, _)| known == cell);
            if degree == 2 && rules.blanks && !must_be_used() {
                clauses.add_degree_or_none(&around, degree);
            } else if degree > 0 {
                clauses.add_degree(&around, degree);
            }
        }
        for (cell, colour) in board.fixed_colours() {
            clauses.add_colour(cell, colour);
        }
        for (edge, &cells) in edges.cells.iter().enumerate() {
            if edge % EDGES_PER_LOOK == 0 {
                control.check()?;
            }
            clauses.add_edge(edge, cells);
        }
        let no_u_turns = clauses.follower();
        let mut encoding = Self {
            board,
            edges,
            clauses,
            rules,
            no_u_turns,
        };
        encoding.add_squares();
        if rules.no_touch {
            // Three edges around a square make its first and last tile touch.
            encoding.clauses.add([no_u_turns]);
            encoding.keep_apart();
        }
        Ok(encoding)
    }

    /// The paths and loops of the model just found.
    pub fn trace(&self) -> Traced {
        self.edges.trace(self.board, &self.clauses.model())
    }

    /// Refuses a loop: not all of its edges, and an edge that leads out of its cells.
    pub fn refuse_loop(&mut self, cells: &[usize]) {
        let round = cells.iter().zip(cells.iter().cycle().skip(1));
        let along = round.filter_map(|(&a, &b)| self.edges.between(a, b));
        let along: Vec<Lit> = along.map(|edge| !self.clauses.used[edge]).collect();
        self.clauses.add(along);
        if self.rules.blanks {
            // Its cells may be blank, so that no edge need lead out.
            return;
        }
        let mut inside = vec![false; self.board.cell_count()];
        for &cell in cells {
            inside[cell] = true;
        }
        let around = cells.iter().flat_map(|&cell| self.edges.at(cell));
        let out = around.filter(|&(_, to)| !inside[to]);
        let out: Vec<Lit> = out.map(|(edge, _)| self.clauses.used[edge]).collect();
        self.clauses.add(out);
    }

    /// Neighbours that no edge joins have two colours, unless one of them is blank.
    fn keep_apart(&mut self) {
        let board = self.board;
        let mut in_use = vec![None; board.cell_count()];
        if self.rules.blanks {
            for (cell, in_use) in in_use.iter_mut().enumerate() {
                let literal = self.clauses.follower();
                *in_use = Some(literal);
                for (edge, _) in self.edges.at(cell) {
                    self.clauses.add([!self.clauses.used[edge], literal]);
                }
            }
        }
        for cell in 0..board.cell_count() {
            let (x, y) = board.position(cell);
            let right = (x + 1 < board.width()).then_some(cell + 1);
            let below = (y + 1 < board.height()).then_some(cell + board.width());
            for near in [right, below].into_iter().flatten() {
                if board.degree(cell) == 0 || board.degree(near) == 0 {
                    continue;
                }
                let joined = self.edges.between(cell, near);
                let joined = joined.map(|edge| self.clauses.used[edge]);
                let blank = [cell, near].map(|cell| in_use[cell].map(|literal: Lit| !literal));
                let unless: Vec<Lit> = blank.into_iter().chain([joined]).flatten().collect();
                self.clauses.add_unlike([cell, near], &unless);
            }
        }
    }

    fn add_squares(&mut self) {
        for square in self.edges.squares(self.board) {
            let edges = square.iter().flatten();
            let present: Vec<Lit> = edges.map(|&edge| !self.clauses.used[edge]).collect();
            if present.len() == 4 {
                self.clauses.add(present.iter().copied());
            }
            for three in subsets(&present, 3) {
                self.clauses
                    .add(three.into_iter().chain([!self.no_u_turns]));
            }
        }
    }
}
