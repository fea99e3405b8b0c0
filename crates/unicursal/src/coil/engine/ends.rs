//! One start and one end.
//!
//! The roles of a cell say whether the path may start or end there. After a call of
//! [`Engine::expect_ends`], the cells that may do so are counted: the last candidate must be it,
//! and when one is certain the others are excluded. Without that call the number of ends is
//! unlimited, which is right for a window cut out of a board.

use super::values::role;
use super::{Engine, Rule};

#[derive(Debug, Default)]
pub(super) struct Ends {
    candidates: Vec<u32>,
    starts: usize,
    finishes: usize,
}

impl Engine {
    /// Counts the cells that may be the start or the end from now on: exactly one of each must be
    /// found among the cells whose roles allow it now. Returns false on a conflict.
    pub fn expect_ends(&mut self) -> bool {
        let candidates: Vec<u32> = (0..self.len())
            .filter(|&cell| self.is_active(cell) && self.roles(cell) != role::MIDDLE)
            .map(|cell| cell as u32)
            .collect();
        let having = |bit| {
            candidates
                .iter()
                .filter(|&&cell| self.roles(cell as usize) & bit != 0)
                .count()
        };
        let (starts, finishes) = (having(role::START), having(role::END));
        self.ends = Ends {
            candidates,
            starts,
            finishes,
        };
        [role::START, role::END]
            .into_iter()
            .all(|bit| self.enough(bit, 0))
    }

    /// The cells that may still be the start (or the end).
    pub fn candidates(&self, bit: u8) -> impl Iterator<Item = usize> + '_ {
        self.ends
            .candidates
            .iter()
            .map(|&cell| cell as usize)
            .filter(move |&cell| self.roles(cell) & bit != 0)
    }

    /// The path starts here, and ends at none of the other cells for which `excluded` holds.
    /// Returns false on a conflict.
    pub fn start_at(&mut self, start: usize, excluded: impl Fn(usize) -> bool) -> bool {
        (0..self.ends.candidates.len()).all(|i| {
            let cell = self.ends.candidates[i] as usize;
            let role = if cell == start {
                role::START
            } else if excluded(cell) {
                role::MIDDLE
            } else {
                role::END | role::MIDDLE
            };
            self.keep_roles(cell, role)
        }) && self.propagate()
    }

    /// None of these cells has these roles. Returns false on a conflict.
    pub fn exclude(&mut self, cells: impl IntoIterator<Item = usize>, roles: u8) -> bool {
        let mut cells = cells.into_iter();
        cells.all(|cell| self.keep_roles(cell, !roles)) && self.propagate()
    }

    pub(super) fn roles_changed(&mut self, cell: usize, old: u8, new: u8) -> bool {
        if self.ends.candidates.is_empty() {
            return true;
        }
        self.count_roles(old & !new, false);
        for bit in [role::START, role::END] {
            if old & !new & bit != 0 && !self.enough(bit, cell) {
                return false;
            }
            if new == bit && !self.exclude_others(bit, cell) {
                return false;
            }
        }
        true
    }

    pub(super) fn restore_roles(&mut self, cell: usize, old: u8) {
        let new = self.roles(cell);
        self.cells[cell].set_roles(old);
        if !self.ends.candidates.is_empty() {
            self.count_roles(old & !new, true);
        }
    }

    fn count_roles(&mut self, bits: u8, up: bool) {
        for (bit, count) in [
            (role::START, &mut self.ends.starts),
            (role::END, &mut self.ends.finishes),
        ] {
            if bits & bit != 0 {
                *count = if up {
                    *count + 1
                } else {
                    count.saturating_sub(1)
                };
            }
        }
    }

    /// The last candidate for a role has it.
    fn enough(&mut self, bit: u8, cell: usize) -> bool {
        let left = if bit == role::START {
            self.ends.starts
        } else {
            self.ends.finishes
        };
        match left {
            0 => self.fail(cell, Rule::Ends),
            1 => {
                let last = self.candidates(bit).next();
                last.is_none_or(|last| self.keep_roles(last, bit))
            }
            _ => true,
        }
    }

    fn exclude_others(&mut self, bit: u8, cell: usize) -> bool {
        for i in 0..self.ends.candidates.len() {
            let other = self.ends.candidates[i] as usize;
            if other != cell && !self.keep_roles(other, !bit) {
                return false;
            }
        }
        true
    }
}
