//! Joins loops with the path, and with each other, where two of them run side by side.
//!
//! If two opposite sides of a 2x2 block are links of different loops, exchanging them for the other
//! two sides joins the loops. Union-find remembers what was joined, so a pass over the board is
//! nearly linear; few passes are needed.

use super::{Graph, cover::Cover};
use crate::union_find::UnionFind;
use crate::{Control, Dir, Interruption};

/// The label of cells that belong to no loop: walls.
pub const NO_LABEL: u32 = u32::MAX;

/// The path and the loops of a cover.
pub struct Parts {
    /// For each cell the number of its part; the path is 0.
    pub label: Vec<u32>,
    /// How many cells each part has.
    pub sizes: Vec<usize>,
}

impl Parts {
    /// Numbers the parts of a cover.
    pub fn of(board: &Graph, cover: &Cover) -> Self {
        let mut label = vec![NO_LABEL; board.cell_count()];
        let mut sizes = Vec::new();
        for cell in std::iter::once(board.start()).chain(board.free_cells()) {
            if label[cell] != NO_LABEL {
                continue;
            }
            let number = sizes.len() as u32;
            label[cell] = number;
            let mut size = 1;
            for (_, next) in cover.walk(cell) {
                if next != cell {
                    label[next] = number;
                    size += 1;
                }
            }
            sizes.push(size);
        }
        Self { label, sizes }
    }

    /// How many parts there are.
    pub fn count(&self) -> usize {
        self.sizes.len()
    }
}

/// Joins what can be joined, and returns how many parts are left.
pub fn merge(board: &Graph, cover: &mut Cover, control: &Control) -> Result<usize, Interruption> {
    let parts = Parts::of(board, cover);
    let mut left = parts.count();
    let mut joined = UnionFind::new(left);
    let mut changed = true;
    while changed && left > 1 {
        changed = false;
        control.check()?;
        for cell in board.free_cells() {
            let right = board.neighbour(cell, Dir::Right);
            let below = board.neighbour(cell, Dir::Down);
            let sides = |[a, b]: [bool; 2], [c, d]: [bool; 2]| a && b && !c && !d;
            let across = [cover.has(cell, Dir::Right), cover.has(below, Dir::Right)];
            let down = [cover.has(cell, Dir::Down), cover.has(right, Dir::Down)];
            let other = if sides(across, down) {
                below
            } else if sides(down, across) {
                right
            } else {
                continue;
            };
            // A thin wall may block one of the sides.
            let is_open = |cell: usize, dir: Dir| board.opens(cell, dir);
            if !is_open(cell, Dir::Right)
                || !is_open(cell, Dir::Down)
                || !is_open(below, Dir::Right)
                || !is_open(right, Dir::Down)
            {
                continue;
            }
            let [one, two] = [cell, other].map(|cell| parts.label[cell] as usize);
            if !joined.join(one, two) {
                continue;
            }
            cover.toggle(cell, Dir::Right);
            cover.toggle(below, Dir::Right);
            cover.toggle(cell, Dir::Down);
            cover.toggle(right, Dir::Down);
            left -= 1;
            changed = true;
        }
    }
    Ok(left)
}
