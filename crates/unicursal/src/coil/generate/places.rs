//! Where on the path a first look shows room for a move.
//!
//! The first look concerns a cell and its eight neighbours: which way the path goes through it, and
//! which of them are walls. One table answers for all cases. Whether there is room is practically
//! random from cell to cell, so a processor would mispredict every other branch; therefore the list
//! grows without branches: each cell is written down and then kept or not.

use super::state::{NONE, WALL};
use crate::Dir;

/// Where a move may be possible: aside from a cell, or a flip of its corner when there is no side.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub cell: usize,
    pub side: Option<Dir>,
}

/// A list of places; the default is a list that cannot be used.
#[derive(Default)]
pub(super) struct Places {
    /// For each state of a cell and walls around it, bits for the moves: aside to the right hand,
    /// to the left hand, a flip.
    table: Vec<u8>,
    /// Cells with their state and bits. Those after `count` are not in use.
    items: Vec<(usize, u8, u8)>,
    count: usize,
}

impl Places {
    pub fn new() -> Self {
        let mut table = vec![0; 64 << 9];
        for state in 0..64_u8 {
            let (enter, leave) = (state & 7, state >> 3);
            if leave >= NONE {
                continue;
            }
            let [along, right, left] = [0, 1, 3].map(|turn| Dir::from_index((leave + turn).into()));
            let back = Dir::from_index(enter.into()).opposite();
            for walls in 0..1 << 9 {
                let is_wall = |steps: [Dir; 2]| walls >> bit(&steps) & 1 == 1;
                let aside = |side: Dir| walls >> bit(&[side]) & 1 == 1 && is_wall([side, along]);
                let turns = enter < NONE && (enter ^ leave) & 1 == 1;
                let bits = [aside(right), aside(left), turns && is_wall([back, along])];
                table[usize::from(state) << 9 | walls] =
                    (0..3).fold(0, |sum, i| sum | u8::from(bits[i]) << i);
            }
        }
        Self {
            table,
            items: Vec::new(),
            count: 0,
        }
    }

    pub fn clear(&mut self) {
        self.count = 0;
    }

    /// Looks at the cells of a row. The three slices are the states of the row and those above and
    /// below it, each with one cell more at both ends; `first` is the first cell looked at.
    pub fn look(&mut self, [above, row, below]: [&[u8]; 3], first: usize) {
        if self.items.len() < self.count + row.len() {
            self.items.resize(self.count + row.len(), (0, 0, 0));
        }
        let columns = above.iter().zip(row).zip(below);
        let mut columns = columns.map(|((above, row), below)| {
            let wall = |state: &u8| usize::from(*state == WALL);
            wall(above) | wall(row) << 1 | wall(below) << 2
        });
        let mut walls = columns.next().unwrap_or(0) << 3 | columns.next().unwrap_or(0) << 6;
        for (i, (column, &state)) in columns.zip(&row[1..]).enumerate() {
            walls = walls >> 3 | column << 6;
            let bits = self.table[usize::from(state & 63) << 9 | walls];
            self.items[self.count] = (first + i, state, bits);
            self.count += usize::from(bits != 0);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub fn iter(&self) -> impl Iterator<Item = Place> {
        let items = self.items[..self.count].iter();
        items.flat_map(|&(cell, state, bits)| {
            let side = |turn| Dir::from_index(usize::from(state >> 3) + turn);
            [(1, Some(side(1))), (2, Some(side(3))), (4, None)]
                .into_iter()
                .filter(move |(bit, _)| bits & bit != 0)
                .map(move |(_, side)| Place { cell, side })
        })
    }
}

/// The bit of the cell that these steps lead to: columns from the left, in each from above.
fn bit(steps: &[Dir]) -> usize {
    let (mut x, mut y) = (1, 1);
    for step in steps {
        let (dx, dy) = step.delta();
        (x, y) = (x + dx, y + dy);
    }
    (3 * x + y) as usize
}
