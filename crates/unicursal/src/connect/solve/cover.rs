//! A cover: used edges with the right number at each cell, whatever they join.
//!
//! It falls into *strands*, each a path between two terminals or a loop. A cover whose strands have no
//! faults is an answer. Finding some cover is easy, as colours play no part in it.

use batsat::{SolverInterface, lbool};

use super::clauses::Clauses;
use super::encoding::add_degrees;
use crate::connect::{Board, Edges, Tile};
use crate::{Control, Interruption};

/// Used edges, as many at each cell as its degree, and the strands that they are.
#[derive(Clone)]
pub struct Cover {
    pub used: Vec<bool>,
    pub strands: Vec<Strand>,
    /// The strand of each cell that is no blocker.
    pub strand_of: Vec<usize>,
}

/// Cells that used edges hold together.
#[derive(Clone)]
pub struct Strand {
    /// From one end to the other, or once around.
    pub cells: Vec<usize>,
    /// The colours of its two ends; none for a loop.
    pub ends: Option<[usize; 2]>,
    /// What is wrong: ends of two colours, checkpoints of a third, being a loop.
    pub faults: usize,
}

impl Cover {
    /// Some cover of a board, or that there is none.
    pub fn find(
        board: &Board,
        edges: &Edges,
        seed: u64,
        control: &Control,
    ) -> Result<Option<Self>, Interruption> {
        let mut clauses = Clauses::new(edges.cells.len(), 0, 0, seed, control);
        add_degrees(&mut clauses, board, edges);
        let result = clauses.solver.solve_limited(&[]);
        if result == lbool::FALSE {
            return Ok(None);
        } else if result != lbool::TRUE {
            return Err(clauses.solver.cb().reason());
        }
        Ok(Some(Self::new(board, edges, clauses.model())))
    }

    /// The cover of these edges. Every cell must have its degree.
    pub fn new(board: &Board, edges: &Edges, used: Vec<bool>) -> Self {
        let mut cover = Self {
            used,
            strands: Vec::new(),
            strand_of: vec![usize::MAX; board.cell_count()],
        };
        let terminals = board.colours().iter().flat_map(|colour| colour.terminals);
        for start in terminals.chain(0..board.cell_count()) {
            if cover.strand_of[start] == usize::MAX && board.degree(start) > 0 {
                cover.follow(board, edges, start);
            }
        }
        for &(cell, colour) in board.checkpoints() {
            let strand = &mut cover.strands[cover.strand_of[cell]];
            let fits = strand.ends.is_none_or(|ends| ends.contains(&colour));
            strand.faults += usize::from(!fits);
        }
        cover
    }

    /// How many faults all strands have together; none is an answer.
    pub fn faults(&self) -> usize {
        self.strands.iter().map(|strand| strand.faults).sum()
    }

    /// Adds the strand that begins at this cell, a terminal unless it is a loop.
    fn follow(&mut self, board: &Board, edges: &Edges, start: usize) {
        let number = self.strands.len();
        let mut cells = Vec::new();
        let mut next = Some(start);
        while let Some(at) = next {
            self.strand_of[at] = number;
            cells.push(at);
            next = edges
                .at(at)
                .find(|&(edge, to)| self.used[edge] && self.strand_of[to] == usize::MAX)
                .map(|(_, to)| to);
        }
        let colour = |cell: usize| match board.tile(cell) {
            Tile::Terminal(colour) => Some(colour),
            _ => None,
        };
        let ends = colour(start).zip(cells.last().and_then(|&cell| colour(cell)));
        let ends = ends.map(|(one, two)| [one, two]);
        let faults = usize::from(ends.is_none_or(|[one, two]| one != two));
        self.strands.push(Strand {
            cells,
            ends,
            faults,
        });
    }
}
