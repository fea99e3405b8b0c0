//! Whether what is left of a board can be one path, judged by its articulation points.
//!
//! An articulation point, a cell whose removal cuts the free area, divides it into blocks. A path
//! that begins at a given cell goes through the blocks one after the other and never returns: they
//! must form a chain that begins there. One depth-first search over what is left finds out.

use crate::coil::solve::slides::field::Field;

const NO_CELL: u32 = u32::MAX;

/// Buffers for the test, kept between calls.
#[derive(Default)]
pub struct Chain {
    round: u32,
    seen: Vec<u32>,
    /// When the search reached a cell, and the earliest cell that its subtree touches.
    number: Vec<u32>,
    low: Vec<u32>,
    /// Cell, next direction, cell before.
    stack: Vec<(u32, u8, u32)>,
}

impl Chain {
    /// Whether the free area, entered at the free cell `first`, is a chain of blocks beginning
    /// there.
    pub fn holds(&mut self, field: &Field, first: usize) -> bool {
        let count = field.cell_count();
        if self.seen.len() != count || self.round == u32::MAX {
            self.round = 0;
            self.seen = vec![0; count];
            self.number = vec![0; count];
            self.low = vec![0; count];
        }
        self.round += 1;
        self.stack.clear();
        let mut reached = 0;
        let mut branches_of_first = 0;
        // The number of the cell at which the latest separate part begins. Parts are found inside
        // out, so that in a chain each contains the one before.
        let mut latest_part = NO_CELL;
        self.reach(first, &mut reached, NO_CELL);
        while let Some(top) = self.stack.last_mut() {
            let (cell, dir, before) = *top;
            let at = cell as usize;
            if dir < 4 {
                top.1 += 1;
                let next = field.neighbour(at, usize::from(dir));
                if field.is_blocked(next) || next as u32 == before {
                } else if self.seen[next] == self.round {
                    self.low[at] = self.low[at].min(self.number[next]);
                } else {
                    self.reach(next, &mut reached, cell);
                }
                continue;
            }
            self.stack.pop();
            if before == NO_CELL {
                continue;
            }
            let parent = before as usize;
            self.low[parent] = self.low[parent].min(self.low[at]);
            if self.low[at] < self.number[parent] {
                continue;
            }
            if parent == first {
                branches_of_first += 1;
                if branches_of_first > 1 {
                    return false;
                }
            } else {
                if latest_part != NO_CELL && latest_part < self.number[at] {
                    return false;
                }
                latest_part = self.number[at];
            }
        }
        true
    }

    fn reach(&mut self, cell: usize, reached: &mut u32, before: u32) {
        self.seen[cell] = self.round;
        self.number[cell] = *reached;
        self.low[cell] = *reached;
        *reached += 1;
        self.stack.push((cell as u32, 0, before));
    }
}
