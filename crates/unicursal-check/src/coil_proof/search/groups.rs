//! Walls that touch by sides or corners form groups. The path is one of them, together with all
//! that it touches.

use super::super::forest::Forest;
use super::super::state::State;

/// See the [module](self).
pub struct Groups {
    stride: isize,
    /// The group of the path.
    path: u32,
    /// For each wall the number of its group; all other cells have that of the path.
    numbers: Vec<u32>,
    /// Whether the path touches a group.
    touched: Vec<bool>,
    /// Those that it touches, in order.
    touches: Vec<u32>,
}

impl Groups {
    /// The groups of a board without a path.
    pub fn new(state: &State) -> Self {
        let count = state.len();
        let stride = state.beside(0, 1) as isize;
        let is_wall = |cell: usize| cell < count && state.roles(cell) == 0;
        let mut walls = Forest::new(count);
        let touching = [1, stride - 1, stride, stride + 1];
        for wall in (0..count).filter(|&cell| is_wall(cell)) {
            for other in touching.map(|step| wall.saturating_add_signed(step)) {
                if is_wall(other) {
                    walls.join(wall, other);
                }
            }
        }
        let number = |cell: usize| {
            if is_wall(cell) {
                walls.root(cell) as u32
            } else {
                count as u32
            }
        };
        Self {
            stride,
            path: count as u32,
            numbers: (0..count).map(number).collect(),
            touched: vec![false; count + 1],
            touches: Vec::new(),
        }
    }

    /// The group of the path.
    pub fn path(&self) -> u32 {
        self.path
    }

    /// The group that a blocked cell belongs to now.
    pub fn of(&self, cell: usize) -> u32 {
        let group = self.numbers[cell];
        if self.touched[group as usize] {
            self.path
        } else {
            group
        }
    }

    /// The path touches a group.
    pub fn touch(&mut self, group: u32) {
        if group != self.path && !std::mem::replace(&mut self.touched[group as usize], true) {
            self.touches.push(group);
        }
    }

    /// The path touches the walls around a cell.
    pub fn touch_around(&mut self, cell: usize) {
        for row in [-self.stride, 0, self.stride] {
            for column in [-1, 0, 1] {
                self.touch(self.numbers[cell.wrapping_add_signed(row + column)]);
            }
        }
    }

    /// How many groups the path touches.
    pub fn touched(&self) -> usize {
        self.touches.len()
    }

    /// The path touches only the first ones of those that it touched.
    pub fn shorten(&mut self, kept: usize) {
        for group in self.touches.drain(kept..) {
            self.touched[group as usize] = false;
        }
    }
}
