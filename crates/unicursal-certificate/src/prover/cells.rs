//! What a prover is told of a cell when it is added: its clauses, what is known of its ends, and the blocks of four that it
//! completes.
//!
//! Most cells with the same open sides have the same clauses, but for the names of the facts. So those are asked from
//! the kernel once for each kind of cell, and lines are written only for clauses that turn out to be needed.

use std::rc::Rc;

use unicursal_kernel::{Board, of_cell};

use super::store::Source;
use super::{Move, NONE, Prover, Sides, cycle_line};
use crate::sides;

/// The clauses of a kind of cells, as places in the list of a cell's literals: twice the place, and one more for 'not'.
pub struct Form {
    codes: Vec<u8>,
    /// For each clause where its places end, and its number among those of the cell.
    clauses: Vec<(u32, u16)>,
}

/// A way round a block of four, beginning with its upper left cell: as bits the steps along used sides and, above them,
/// whether it goes down first.
#[derive(Clone, Copy)]
pub struct Ring(pub u8);

impl Ring {
    const RIGHT: [usize; 4] = [0, 1, 2, 3];
    const DOWN: [usize; 4] = [1, 0, 3, 2];

    /// All of them that are a clause.
    fn all(has_order: bool) -> impl Iterator<Item = Self> {
        (0..32).map(Self).filter(move |ring| {
            let used = (ring.0 & 15).count_ones();
            ring.0 == 15 || has_order && used <= 2
        })
    }

    /// The sides of its steps, and whether each is along a used side.
    fn steps(self) -> impl Iterator<Item = (usize, bool)> {
        let sides = if self.0 >> 4 == 0 { Self::RIGHT } else { Self::DOWN };
        sides.into_iter().enumerate().map(move |(at, side)| (side, self.0 >> at & 1 == 1))
    }

    /// Its line.
    pub fn line(self, board: &Board, first: usize) -> String {
        let steps = self.steps().map(|(side, used)| if used { Move::Used(side) } else { Move::Later(side) });
        cycle_line(board, first, &steps.collect::<Vec<_>>()).1
    }
}

impl Prover<'_> {
    /// Adds all clauses of a cell, and of the blocks of four that it completes. Nothing must be supposed.
    pub fn add_cell(&mut self, cell: usize) {
        if self.slot(cell).is_some() || !self.board.free[cell] {
            return;
        }
        let slot = self.cells.len() as u32;
        self.slots[cell] = slot + 1;
        self.cells.push(cell);
        let board = self.board;
        let mut lits = Sides { used: [NONE; 4], later: [NONE; 4], near: [NONE; 4], ends: [NONE; 2] };
        if board.is_path() {
            lits.ends = [0, 1].map(|which| self.lit(board.end(cell, which)));
        }
        for side in sides(board, cell) {
            if let Some(near) = board.next(cell, side).and_then(|near| self.slot(near)) {
                lits.near[side] = near;
                self.sides[near as usize].near[(side + 2) % 4] = slot;
            }
            if let Some(used) = board.used(cell, side) {
                lits.used[side] = self.lit(used);
                self.pairs[lits.used[side] as usize / 2] = 4 * slot + side as u32;
            }
            if let Some(later) = board.later(cell, side).filter(|_| !self.is_unordered) {
                lits.later[side] = self.lit(later);
                self.pairs[lits.later[side] as usize / 2] = 4 * slot + side as u32;
            }
        }
        self.sides.push(lits);
        self.add_own(cell, lits);
        self.add_ends(cell);
        self.add_blocks(cell);
    }

    /// The clauses of a cell by itself.
    fn add_own(&mut self, cell: usize, lits: Sides) {
        let board = self.board;
        if board.is_path() && board.count > 1 && !board.ends.contains(&Some(cell)) {
            let kind = usize::from(board.open[cell]);
            let form = self.forms[kind].clone().unwrap_or_else(|| Rc::new(self.form(cell)));
            self.forms[kind] = Some(Rc::clone(&form));
            let list = [&lits.used[..], &lits.later, &lits.ends].concat();
            let mut begin = 0;
            for &(end, number) in &form.clauses {
                let lit = |&code: &u8| list[usize::from(code / 2)] ^ u32::from(code % 2);
                self.scratch.clear();
                self.scratch.extend(form.codes[begin as usize..end as usize].iter().map(lit));
                begin = end;
                self.add_scratch(Source::Cell(cell as u32, number));
            }
            return;
        }
        for (index, clause) in of_cell(board, cell).into_iter().enumerate() {
            if !(self.is_unordered && clause.iter().any(|&literal| self.is_order(literal))) {
                self.add(&clause, Source::Cell(cell as u32, index as u16 + 1));
            }
        }
    }

    /// Whether a literal says which of two cells comes first.
    fn is_order(&self, literal: i32) -> bool {
        [2, 3].contains(&((literal.unsigned_abs() as usize - 1) % self.board.facts()))
    }

    /// The clauses of all cells of the kind of this one.
    fn form(&self, cell: usize) -> Form {
        let board = self.board;
        let of =
            |fact: fn(&Board, usize, usize) -> Option<i32>| [0, 1, 2, 3].map(|side| fact(board, cell, side));
        let ends = [0, 1].map(|which| Some(board.end(cell, which)));
        let list = [&of(Board::used)[..], &of(Board::later), &ends].concat();
        let mut form = Form { codes: Vec::new(), clauses: Vec::new() };
        for (index, clause) in of_cell(board, cell).iter().enumerate() {
            if self.is_unordered && clause.iter().any(|&literal| self.is_order(literal)) {
                continue;
            }
            for literal in clause {
                let place = |literal: i32| list.iter().position(|&fact| fact == Some(literal));
                let code = place(*literal).map(|at| 2 * at).or(place(-literal).map(|at| 2 * at + 1));
                form.codes.extend(code.map(|code| code as u8));
            }
            form.clauses.push((form.codes.len() as u32, index as u16 + 1));
        }
        form
    }

    /// What is known of a cell because the start and the end are, or are not, in sets, and because of colours.
    fn add_ends(&mut self, cell: usize) {
        let board = self.board;
        if !board.is_path() || board.count < 2 {
            return;
        }
        for which in 0..2 {
            let end = board.end(cell, which);
            for set in self.sets {
                let fact = set.first + which as i32;
                self.add(&[if set.contains(cell) { fact } else { -fact }, -end], Source::Ends);
            }
            let (white, black) = (board.white, board.count - board.white);
            let main = white > black;
            let meets = |other: usize| board.is_white(cell) == board.is_white(other);
            let is_wrong = white == black && board.ends[1 - which].is_some_and(meets);
            if white.abs_diff(black) > 1 || white != black && board.is_white(cell) != main || is_wrong {
                self.add(&[-end], Source::Ends);
            }
        }
    }

    /// Four cells around a corner: the ways round on which not all can be true.
    fn add_blocks(&mut self, cell: usize) {
        let board = self.board;
        let has_order = board.is_path() && !self.is_unordered;
        for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let (x, y) = (cell % board.width, cell / board.width);
            let (Some(x), Some(y)) = (x.checked_sub(dx), y.checked_sub(dy)) else { continue };
            let first = y * board.width + x;
            let ring = [first, first + 1, first + board.width + 1, first + board.width];
            let slots = ring.map(|cell| self.slot(cell));
            if x + 1 >= board.width || slots.contains(&None) {
                continue;
            }
            let slots = slots.map(Option::unwrap_or_default);
            if (0..4).any(|at| board.used(ring[at], at).is_none()) {
                continue;
            }
            for ring in Ring::all(has_order) {
                self.scratch.clear();
                let mut slot = slots[0];
                for (side, is_used) in ring.steps() {
                    let Sides { used, later, near, .. } = self.sides[slot as usize];
                    self.scratch.push(if is_used { used[side] } else { later[side] } ^ 1);
                    slot = near[side];
                }
                self.add_scratch(Source::Ring(first as u32, ring.0));
            }
        }
    }
}
