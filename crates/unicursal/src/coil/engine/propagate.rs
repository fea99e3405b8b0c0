//! Removing values and following the consequences to their end.

use super::values::{UNUSED, USED, flip, is_ordered, role, towards};
use super::{ACTIVE, CELL_QUEUED, Cell, Conflict, Engine, FACE, FACE_QUEUED, Rule, entry};

impl Engine {
    /// Keeps only the values of `mask` on an edge. Returns false on a conflict.
    #[inline]
    pub fn keep(&mut self, cell: usize, dir: usize, mask: u16) -> bool {
        let gone = self.edge(cell, dir) & !mask;
        gone == 0 || self.remove(cell, dir, gone)
    }

    /// Removes the values `gone`, which are all still there, from an edge.
    fn remove(&mut self, cell: usize, dir: usize, gone: u16) -> bool {
        let old = self.edge(cell, dir);
        let new = old & !gone;
        if new == 0 {
            return self.fail(cell, Rule::Cell);
        }
        let other = self.neighbour(cell, dir);
        self.cells[cell].word ^= gone << (4 * dir);
        self.queue_cell(cell);
        self.cells[other].word ^= flip(gone) << (4 * (dir ^ 2));
        self.queue_cell(other);
        self.trail
            .push((entry::EDGE | (cell << 2 | dir) as u32, u32::from(gone)));
        // The two blocks beside the edge, by their upper left cells.
        let first = if dir < 2 { cell } else { other };
        self.queue_face(first);
        self.queue_face(first.wrapping_sub(self.delta[(dir & 1) ^ 1]));
        if self.order.is_on() && is_ordered(new) && !is_ordered(old) {
            self.order.queue(cell, dir);
        }
        if new & UNUSED == 0 && old & UNUSED != 0 {
            self.link(cell, other)
        } else if new & USED == 0 && old & USED != 0 {
            self.cut(cell, dir)
        } else {
            true
        }
    }

    /// Keeps only these roles of a cell. Returns false on a conflict.
    pub fn keep_roles(&mut self, cell: usize, roles: u8) -> bool {
        let old = self.cells[cell].roles;
        let new = old & roles;
        if new == old {
            return true;
        }
        if new == 0 {
            return self.fail(cell, Rule::Ends);
        }
        self.trail
            .push((entry::ROLES | cell as u32, u32::from(old)));
        self.cells[cell].roles = new;
        self.queue_cell(cell);
        self.roles_changed(cell, old, new)
    }

    /// Applies all rules until nothing changes. Returns false on a conflict, or true without having
    /// finished when the revision limit of a probe is reached.
    pub fn propagate(&mut self) -> bool {
        if self.conflict.is_some() {
            self.clear_queues();
            return false;
        }
        loop {
            let sound = if let Some(cell) = self.face_queue.pop() {
                self.revise_face(cell as usize)
            } else if self.next_cell < self.cell_queue.len() {
                let cell = self.cell_queue[self.next_cell];
                self.next_cell += 1;
                if self.next_cell == self.cell_queue.len() {
                    self.cell_queue.clear();
                    self.next_cell = 0;
                }
                if self.revisions >= self.revision_limit {
                    self.cells[cell as usize].flags &= !CELL_QUEUED;
                    self.clear_queues();
                    return true;
                }
                self.revisions += 1;
                self.revise_cell(cell as usize)
            } else if let Some((cell, dir)) = self.order.pop() {
                self.check_order(cell, dir)
            } else {
                return true;
            };
            if !sound {
                self.clear_queues();
                return false;
            }
        }
    }

    /// Makes the edges of a cell fit together. What this removes does not queue the cell again: its
    /// table has no more to say, unless another rule has removed something meanwhile.
    #[inline]
    fn revise_cell(&mut self, cell: usize) -> bool {
        let Cell { word, roles, .. } = self.cells[cell];
        let part = if roles == role::MIDDLE {
            self.middle[usize::from(word)]
        } else {
            let possible = [role::START, role::END, role::MIDDLE]
                .into_iter()
                .filter(|&r| self.rules.cell(r)[usize::from(word)] != 0)
                .fold(0, |roles, r| roles | r);
            if !self.keep_roles(cell, possible) {
                self.cells[cell].flags &= !CELL_QUEUED;
                return false;
            }
            self.rules.cell(self.roles(cell))[usize::from(word)]
        };
        let gone = word & !part;
        if part == 0 {
            self.cells[cell].flags &= !CELL_QUEUED;
            return self.fail(cell, Rule::Cell);
        }
        if gone == 0 {
            self.cells[cell].flags &= !CELL_QUEUED;
            return true;
        }
        if self.revision_limit == u64::MAX {
            self.deleted.cells += u64::from(gone.count_ones());
        }
        let sound = (0..4).all(|dir| {
            // Joining fragments may have removed some of it meanwhile.
            let gone = towards(gone & self.cells[cell].word, dir);
            gone == 0 || self.remove(cell, dir, gone)
        });
        self.cells[cell].flags &= !CELL_QUEUED;
        if self.cells[cell].word != part {
            self.queue_cell(cell);
        }
        sound
    }

    #[inline]
    fn revise_face(&mut self, cell: usize) -> bool {
        self.cells[cell].flags &= !FACE_QUEUED;
        let across = cell + self.stride + 1;
        let word = self.cells[cell].word & 0x00ff | self.cells[across].word & 0xff00;
        let part = self.face[usize::from(word)];
        if part == word {
            return true;
        }
        if part == 0 {
            return self.fail(cell, Rule::Face);
        }
        if self.revision_limit == u64::MAX {
            self.deleted.faces += u64::from((word & !part).count_ones());
        }
        self.keep(cell, 0, towards(part, 0))
            && self.keep(cell, 1, towards(part, 1))
            && self.keep(across, 2, towards(part, 2))
            && self.keep(across, 3, towards(part, 3))
    }

    #[inline]
    pub(super) fn queue_cell(&mut self, cell: usize) {
        let flags = &mut self.cells[cell].flags;
        if *flags & (CELL_QUEUED | ACTIVE) == ACTIVE {
            *flags |= CELL_QUEUED;
            self.cell_queue.push(cell as u32);
        }
    }

    #[inline]
    pub(super) fn queue_face(&mut self, cell: usize) {
        let Some(Cell { flags, .. }) = self.cells.get_mut(cell) else {
            return;
        };
        if *flags & (FACE_QUEUED | FACE) == FACE {
            *flags |= FACE_QUEUED;
            self.face_queue.push(cell as u32);
        }
    }

    pub(super) fn clear_queues(&mut self) {
        while let Some(cell) = self.cell_queue.pop() {
            self.cells[cell as usize].flags &= !CELL_QUEUED;
        }
        self.next_cell = 0;
        while let Some(cell) = self.face_queue.pop() {
            self.cells[cell as usize].flags &= !FACE_QUEUED;
        }
        self.order.clear_queue();
    }

    /// Notes a conflict; always false, to be returned.
    #[cold]
    pub(super) fn fail(&mut self, cell: usize, rule: Rule) -> bool {
        self.conflict = Some(Conflict { cell, rule });
        false
    }
}
