//! A hand on the wall.
//!
//! On a cell that was entered from some side, the rule takes the next exit in turning order after
//! that side. "The next exit" permutes the exits of a cell, so every state (cell and facing) has
//! exactly one state before it, and a walk that goes on forever must come back to its *first*
//! state. So comparing with that one state is enough to recognise an endless walk.

use super::{State, Why};
use crate::Dir;
use crate::maze::Board;

pub(super) struct Hand {
    /// Where to look after a step, as clockwise quarter turns, in this order.
    looks: [usize; 4],
    first: Option<State>,
}

impl Hand {
    pub fn left() -> Self {
        Self {
            looks: [3, 0, 1, 2],
            first: None,
        }
    }

    pub fn right() -> Self {
        Self {
            looks: [1, 0, 3, 2],
            first: None,
        }
    }

    /// The state from which the hand is on the wall.
    pub fn begin(&mut self, first: State) {
        self.first = Some(first);
    }

    /// The state of a walker who has just entered a cell in this direction.
    pub fn turn(&self, board: &Board, at: usize, heading: Dir) -> Result<State, Why> {
        let turned = |turns: usize| Dir::from_index(heading.index() + turns);
        let mut ways = self.looks.into_iter().map(turned);
        // The way back is always open.
        let facing = ways.find(|&way| board.can_go(at, way));
        let facing = facing.unwrap_or(heading.opposite());
        let state = State { at, facing };
        if self.first == Some(state) {
            return Err(Why::Again(state));
        }
        Ok(state)
    }
}
