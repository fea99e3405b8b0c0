//! Removing values and following the consequences to their end.

use super::cell::Cell;
use super::trail::Other;
use super::values::{UNUSED, USED, Word, flip, is_ordered, role};
use super::{Conflict, Engine, Rule};
use crate::coil::tuning::clock::REVISED;

impl Engine {
    /// Keeps only the values of `mask` on an edge. Returns false on a conflict.
    #[inline]
    pub fn keep(&mut self, cell: usize, dir: usize, mask: u16) -> bool {
        let gone = self.edge(cell, dir) & !mask;
        gone == 0 || self.remove(cell, dir, gone)
    }

    /// Removes the values `gone`, which are all still there, from an edge.
    #[inline]
    fn remove(&mut self, cell: usize, dir: usize, gone: u16) -> bool {
        let (first, gone) = if dir < 2 {
            (cell, gone)
        } else {
            (self.neighbour(cell, dir), flip(gone))
        };
        self.remove_from(first, dir & 1, gone)
    }

    /// The same for an edge to the right (0) or downwards (1).
    pub(super) fn remove_from(&mut self, first: usize, dir: usize, gone: u16) -> bool {
        let second = first + self.delta[dir];
        // Beside the edge are the block that begins at its first cell, and this one. In the first
        // row or column there is none, and it does no harm to revise another.
        let beside = first.saturating_sub(self.delta[dir ^ 1]);
        let diagonal = self.stride + 1;
        let cells = &mut self.cells[..];
        let mut cell = cells[first];
        let old = cell.edge(dir);
        let new = old & !gone;
        if new == 0 {
            return self.fail(first, Rule::Cell);
        }
        cell.take(dir, gone);
        cells[first] = cell;
        cells[second].take(dir + 2, flip(gone));
        // A consistent cell or block does not have to wait. That is looked up at once and without a
        // branch, because it is practically random.
        let cell = &mut cells[first];
        let wanted = cell.wait_unless(cell.fits(self.middle));
        self.cell_queue.push_if(wanted, first);
        let other = &mut cells[second];
        let wanted = other.wait_unless(other.fits(self.middle));
        self.cell_queue.push_if(wanted, second);
        for block in [first, beside] {
            let word = block_word(cells[block], cells[block + diagonal]);
            let fits = self.face[usize::from(word)] == word;
            let wanted = cells[block].block_wait_unless(fits);
            self.block_queue.push_if(wanted, block);
        }
        self.trail.push_values(first, dir, gone);
        if self.order.is_on() && is_ordered(new) && !is_ordered(old) {
            self.order.queue(first, dir);
        }
        if new & UNUSED == 0 && old & UNUSED != 0 {
            self.link(first, second)
        } else if self.switches.connectivity && new & USED == 0 && old & USED != 0 {
            self.cut(first, dir)
        } else {
            true
        }
    }

    /// Keeps only these roles of a cell. Returns false on a conflict.
    pub fn keep_roles(&mut self, cell: usize, roles: u8) -> bool {
        let old = self.roles(cell);
        let new = old & roles;
        if new == old {
            return true;
        }
        if new == 0 {
            return self.fail(cell, Rule::Ends);
        }
        self.trail.push(Other::Roles {
            cell: cell as u32,
            before: old,
        });
        self.cells[cell].set_roles(new);
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
            let sound = if let Some(cell) = self.block_queue.pop_last() {
                self.revise_block(cell)
            } else if let Some(cell) = self.cell_queue.pop_first() {
                if self.revisions >= self.revision_limit {
                    self.cells[cell].done();
                    self.clear_queues();
                    return true;
                }
                self.revisions += 1;
                self.ticks += REVISED;
                self.revise_cell(cell)
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

    /// Makes the edges of a cell consistent. What this removes does not queue the cell again: its
    /// table would remove nothing more, unless another rule has removed something meanwhile.
    #[inline]
    fn revise_cell(&mut self, cell: usize) -> bool {
        let Word(word) = self.word(cell);
        let part = if self.roles(cell) == role::MIDDLE {
            self.middle[usize::from(word)]
        } else {
            self.revise_roles(cell)
        };
        let mut gone = word & !part;
        if part == 0 {
            self.cells[cell].done();
            return self.conflict.is_none() && self.fail(cell, Rule::Cell);
        }
        if gone != 0 && self.revision_limit == u64::MAX {
            self.deleted.cells += u64::from(gone.count_ones());
        }
        let mut sound = true;
        while gone != 0 && sound {
            let dir = gone.trailing_zeros() as usize / 4;
            // Joining fragments may have removed some of it meanwhile.
            let values = Word(gone).towards(dir) & self.edge(cell, dir);
            gone &= !(15 << (4 * dir));
            sound = values == 0 || self.remove(cell, dir, values);
        }
        self.cells[cell].done();
        if self.word(cell).0 != part {
            self.queue_cell(cell);
        }
        sound
    }

    /// Takes from a cell the roles that its edges do not allow. Returns the part of its word that
    /// the others allow, 0 on a conflict.
    fn revise_roles(&mut self, cell: usize) -> u16 {
        let word = usize::from(self.word(cell).0);
        let possible = [role::START, role::END, role::MIDDLE]
            .into_iter()
            .filter(|&r| self.rules.cell(r)[word] != 0)
            .fold(0, |roles, r| roles | r);
        if self.keep_roles(cell, possible) {
            self.rules.cell(self.roles(cell))[word]
        } else {
            0
        }
    }

    /// Makes the edges of a block consistent. As with cells, this does not queue the block again.
    #[inline]
    fn revise_block(&mut self, cell: usize) -> bool {
        let across = cell + self.stride + 1;
        let word = self.block_word(cell);
        let part = self.face[usize::from(word)];
        if part == 0 {
            self.cells[cell].block_done();
            return self.fail(cell, Rule::Face);
        }
        let mut gone = word & !part;
        if self.revision_limit == u64::MAX {
            self.deleted.faces += u64::from(gone.count_ones());
        }
        let mut sound = true;
        while gone != 0 && sound {
            let dir = gone.trailing_zeros() as usize / 4;
            let from = if dir < 2 { cell } else { across };
            let values = Word(gone).towards(dir) & self.edge(from, dir);
            gone &= !(15 << (4 * dir));
            sound = values == 0 || self.remove(from, dir, values);
        }
        self.cells[cell].block_done();
        if self.block_word(cell) != part {
            self.queue_block(cell);
        }
        sound
    }

    /// Whether the edges of a cell are consistent, as far as one look-up tells.
    #[inline]
    pub(super) fn is_consistent(&self, cell: Cell) -> bool {
        cell.fits(self.middle)
    }

    /// Whether the edges of the block that begins at a cell are consistent.
    #[inline]
    pub(super) fn is_block_consistent(&self, cell: usize) -> bool {
        let word = self.block_word(cell);
        self.face[usize::from(word)] == word
    }

    /// The edges of the block that begins at a cell.
    #[inline]
    fn block_word(&self, cell: usize) -> u16 {
        block_word(self.cells[cell], self.cells[cell + self.stride + 1])
    }

    #[inline]
    pub(super) fn queue_cell(&mut self, cell: usize) {
        self.cell_queue
            .push_if(self.cells[cell].wait_unless(false), cell);
    }

    #[inline]
    pub(super) fn queue_block(&mut self, cell: usize) {
        let wanted = self.cells[cell].block_wait_unless(false);
        self.block_queue.push_if(wanted, cell);
    }

    pub(super) fn clear_queues(&mut self) {
        while let Some(cell) = self.cell_queue.pop_last() {
            self.cells[cell].done();
        }
        self.cell_queue.clear();
        while let Some(cell) = self.block_queue.pop_last() {
            self.cells[cell].block_done();
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

/// The edges of the block between its upper left and its lower right cell.
#[inline]
fn block_word(first: Cell, last: Cell) -> u16 {
    first.word().0 & 0x00ff | last.word().0 & 0xff00
}
