//! Trémaux's rule: mark every passage that is walked, and take no passage more than once each way.
//!
//! On a new cell any unmarked passage will do, left before straight before right. On a known cell
//! that was entered by a new passage, the walker turns back. After turning back, it takes an
//! unmarked passage, or else the one with a single mark, through which the cell was first entered.
//! It is a depth-first search: it ends at `E`, or at `S` when everything that can be reached was
//! walked twice.

use super::{State, Why};
use crate::Dir;
use crate::maze::Board;

/// The marks on the passages to the right of each cell (low two bits) and below it (next two).
pub(super) struct Tremaux(Vec<u8>);

impl Tremaux {
    pub fn new(board: &Board) -> Self {
        Self(vec![0; board.cell_count()])
    }

    /// Where the marks of a passage are: the byte and the position of the lower bit.
    fn place(board: &Board, at: usize, dir: Dir) -> (usize, u8) {
        match dir {
            Dir::Right => (at, 0),
            Dir::Down => (at, 2),
            Dir::Left => (at - 1, 0),
            Dir::Up => (board.neighbour(at, Dir::Up), 2),
        }
    }

    fn marks(&self, board: &Board, at: usize, dir: Dir) -> u8 {
        let (byte, shift) = Self::place(board, at, dir);
        self.0[byte] >> shift & 3
    }

    /// Marks the passage that a walker is about to take.
    pub fn leave(&mut self, board: &Board, state: State) {
        let (byte, shift) = Self::place(board, state.at, state.facing);
        self.0[byte] += 1 << shift;
    }

    /// The state of a walker who has just entered a cell in this direction.
    pub fn turn(&mut self, board: &Board, at: usize, heading: Dir) -> Result<State, Why> {
        let back = heading.opposite();
        let ways = [heading.counter_clockwise(), heading, heading.clockwise()];
        let with_marks = |wanted: u8| {
            let mut ways = ways.into_iter();
            ways.find(|&way| board.can_go(at, way) && self.marks(board, at, way) == wanted)
        };
        let marked = |&way: &Dir| self.marks(board, at, way) > 0;
        let by_new_passage = self.marks(board, at, back) == 1;
        let known = ways.iter().any(marked);
        let facing = if by_new_passage && known {
            Some(back)
        } else if by_new_passage {
            with_marks(0).or(Some(back))
        } else {
            with_marks(0).or_else(|| with_marks(1))
        };
        let facing = facing.ok_or(Why::Exhausted)?;
        let state = State { at, facing };
        self.leave(board, state);
        Ok(state)
    }
}
