//! What a SAT solver cannot see in the clauses: that the board has fallen into pieces.
//!
//! After each round of its own propagation the solver shows which edges are excluded. A flood over the
//! others finds the pieces, and for each of them three sums decide whether it can be filled:
//!
//! - *Colours.* Of each colour both terminals are inside the piece, or both outside.
//! - *Terminals.* A piece without any could only hold loops.
//! - *Balance.* On a chequered board every edge joins black and white, so the degrees of the black
//!   cells of a piece add up to those of the white ones.
//!
//! All follow from the exclusion of the edges on its border alone, so the clause that is learnt is
//! "one of the border edges is used". One look costs a pass over the board; nothing is kept from one to
//! the next, so that going back costs nothing. It saves conflicts and costs time: see
//! `record/connect.md`.

use batsat::{Lit, Theory, lbool, theory::TheoryArg};

use super::encoding::Encoding;
use crate::connect::{Edges, Tile};

/// A theory that finds pieces that cannot be filled.
pub struct Cuts<'a> {
    edges: &'a Edges,
    used: Vec<Lit>,
    never: Lit,
    /// What each cell adds to the sums of its piece.
    own: Vec<Sum>,
    levels: usize,
    /// The piece of each cell in the current look; 0 for none yet.
    piece: Vec<u32>,
    queue: Vec<usize>,
}

/// What the cells of a piece sum up to.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Sum {
    /// The exclusive or of the names of all terminals' colours: 0 when each is there twice or not at all.
    /// Names that cancel out by chance would hide a cut, never invent one.
    colours: u64,
    terminals: u32,
    /// Degrees of black cells less those of white cells.
    balance: i32,
}

impl<'a> Cuts<'a> {
    pub fn new(encoding: &Encoding<'a>) -> Self {
        let board = encoding.board;
        let own = (0..board.cell_count()).map(|cell| {
            let (x, y) = board.position(cell);
            let shade = if (x + y) % 2 == 0 { 1 } else { -1 };
            let (colours, terminals) = match board.tile(cell) {
                Tile::Terminal(colour) => (name(colour), 1),
                _ => (0, 0),
            };
            Sum {
                colours,
                terminals,
                balance: shade * board.degree(cell) as i32,
            }
        });
        Self {
            edges: encoding.edges,
            used: encoding.used.clone(),
            never: encoding.never,
            own: own.collect(),
            levels: 0,
            piece: vec![0; board.cell_count()],
            queue: Vec::with_capacity(board.cell_count()),
        }
    }

    /// Looks at the whole board and raises a conflict at the first piece that cannot be filled.
    fn look(&mut self, solver: &mut TheoryArg) {
        self.piece.fill(0);
        let mut piece = 0;
        for start in 0..self.own.len() {
            // Blockers have no edges, and nothing to fill.
            if self.piece[start] != 0 || self.own[start].balance == 0 {
                continue;
            }
            piece += 1;
            let sum = self.flood(start, piece, solver);
            if sum.colours == 0 && sum.balance == 0 && sum.terminals > 0 {
                continue;
            }
            let cells = self.queue.iter().flat_map(|&cell| self.edges.at(cell));
            let border = cells.filter(|&(_, to)| self.piece[to] != piece);
            let mut clause: Vec<Lit> = border.map(|(edge, _)| self.used[edge]).collect();
            // The solver treats clauses of one literal in a way of its own, and refuses empty ones.
            clause.push(self.never);
            solver.raise_conflict(&clause, false);
            return;
        }
    }

    /// Marks all cells that can be reached, leaves them in the queue and sums them up.
    fn flood(&mut self, start: usize, piece: u32, solver: &TheoryArg) -> Sum {
        self.queue.clear();
        self.queue.push(start);
        self.piece[start] = piece;
        let mut sum = Sum::default();
        let mut next = 0;
        while let Some(&cell) = self.queue.get(next) {
            next += 1;
            let own = self.own[cell];
            sum.colours ^= own.colours;
            sum.terminals += own.terminals;
            sum.balance += own.balance;
            for (edge, to) in self.edges.at(cell) {
                let excluded = solver.value(self.used[edge].var()) == lbool::FALSE;
                if self.piece[to] == 0 && !excluded {
                    self.piece[to] = piece;
                    self.queue.push(to);
                }
            }
        }
        sum
    }
}

/// A name for a colour, such that names hardly ever cancel out.
fn name(colour: usize) -> u64 {
    let mixed = (colour as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

impl Theory for Cuts<'_> {
    fn final_check(&mut self, solver: &mut TheoryArg) {
        self.look(solver);
    }

    fn create_level(&mut self) {
        self.levels += 1;
    }

    fn pop_levels(&mut self, count: usize) {
        self.levels -= count;
    }

    fn n_levels(&self) -> usize {
        self.levels
    }

    fn partial_check(&mut self, solver: &mut TheoryArg) {
        self.look(solver);
    }

    fn explain_propagation(&mut self, _: Lit) -> &[Lit] {
        unreachable!("this theory never propagates")
    }
}
