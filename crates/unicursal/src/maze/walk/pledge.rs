//! Pledge's rule: straight on, following whatever is in the way with the left hand until all turns
//! cancel.
//!
//! The walk falls into stretches with the hand on a wall, and straight runs between them. A stretch
//! begins with turns to the right, counted as negative, and a step adds at most one, so the count
//! is below zero until it reaches zero and the stretch ends. If the hand comes round to the state
//! in which the stretch began, the count did not reach zero on the way and is not higher than
//! before: the next round goes the same way, and so do all others.
//!
//! Straight runs all have the same direction, and begin where a stretch ends. There are fewer such
//! places than cells, so that a walk with more stretches than cells also repeats itself.

use super::hand::Hand;
use super::{State, Why};
use crate::Dir;
use crate::maze::Board;

pub(super) struct Pledge {
    hand: Hand,
    /// Quarter turns to the left minus those to the right; 0 on a straight run.
    turns: i64,
    stretches: usize,
}

impl Pledge {
    pub fn new() -> Self {
        Self {
            hand: Hand::left(),
            turns: 0,
            stretches: 0,
        }
    }

    /// The state of a walker who has just entered a cell in this direction.
    pub fn turn(&mut self, board: &Board, at: usize, heading: Dir) -> Result<State, Why> {
        if self.turns < 0 {
            let state = self.hand.turn(board, at, heading)?;
            self.turns += match (4 + state.facing.index() - heading.index()) % 4 {
                0 => 0,
                1 => -1,
                2 => -2,
                _ => 1,
            };
            return Ok(state);
        }
        if board.can_go(at, heading) {
            let facing = heading;
            return Ok(State { at, facing });
        }
        // To get the wall ahead on the left hand, turn right, and again if the way is blocked.
        let right = heading.clockwise();
        let (facing, turns) = if board.can_go(at, right) {
            (right, -1)
        } else {
            (heading.opposite(), -2)
        };
        let state = State { at, facing };
        self.turns = turns;
        self.hand.begin(state);
        self.stretches += 1;
        if self.stretches > board.cell_count() {
            return Err(Why::Again(state));
        }
        Ok(state)
    }
}
