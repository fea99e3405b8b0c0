//! What follows from what is known: cells and blocks of four (rules 1 and 2 of
//! docs/older-proofs.md), chains (3) and cuts (4).

use super::super::rules::{ANY, mirror, side};
use super::{Entry, State, UNUSED, USED};

impl State {
    /// Judges cells and blocks until nothing changes.
    pub(super) fn follow(&mut self) {
        while !self.conflict {
            let Some(next) = self.queue.pop() else {
                if self.walk_on(0) || self.walk_on(1) {
                    continue;
                }
                return;
            };
            self.queued[next] = false;
            match next.checked_sub(self.words.len()) {
                Some(first) => self.judge_block(first),
                None if self.judged[next] => self.judge_cell(next),
                None => {}
            }
        }
        self.clear_queue();
    }

    pub(super) fn clear_queue(&mut self) {
        for next in self.queue.drain(..) {
            self.queued[next] = false;
        }
    }

    pub(super) fn enqueue(&mut self, next: usize) {
        if !std::mem::replace(&mut self.queued[next], true) {
            self.queue.push(next);
        }
    }

    fn judge_cell(&mut self, cell: usize) {
        let (word, roles) = self.rules.cell(self.words[cell], self.roles[cell]);
        if roles == 0 {
            self.conflict = true;
            return;
        }
        if roles != self.roles[cell] {
            self.keep_roles(cell, roles);
        }
        if word != self.words[cell] {
            for dir in 0..4 {
                self.keep(cell, dir, side(word, dir));
            }
        }
    }

    /// The block of 2x2 cells with this one at its upper left.
    fn judge_block(&mut self, first: usize) {
        let last = first + self.stride + 1;
        let is_free = |cell: usize| self.words.get(cell).is_some_and(|&word| word != 0);
        if self.conflict
            || ![first, first + 1, first + self.stride, last]
                .into_iter()
                .all(is_free)
        {
            return;
        }
        let word = self.words[first] & 0x00ff | self.words[last] & 0xff00;
        let left = self.rules.block(word);
        if left == 0 {
            self.conflict = true;
        }
        if left == word || left == 0 {
            return;
        }
        for (cell, dir) in [(first, 0), (first, 1), (last, 2), (last, 3)] {
            self.keep(cell, dir, side(left, dir));
        }
    }

    pub(super) fn keep(&mut self, cell: usize, dir: usize, values: u16) {
        let old = self.values(cell, dir);
        let new = old & values;
        if new == old || self.conflict {
            return;
        }
        if new == 0 {
            self.conflict = true;
            return;
        }
        let other = self.beside(cell, dir);
        for (cell, dir, values) in [(cell, dir, new), (other, dir ^ 2, mirror(new))] {
            let word = self.words[cell];
            self.trail.push(Entry::Word(cell, word));
            self.words[cell] = word & !(ANY << (4 * dir)) | values << (4 * dir);
            self.enqueue(cell);
        }
        // The pair is a side of two blocks.
        let first = cell.min(other);
        let aside = if dir.is_multiple_of(2) {
            self.stride
        } else {
            1
        };
        for first in [first, first - aside] {
            self.enqueue(self.words.len() + first);
        }
        if new & UNUSED == 0 && old & UNUSED != 0 {
            self.link(cell, other);
        } else if new & USED == 0 && old & USED != 0 {
            self.cut(cell, dir);
        }
    }

    /// The path goes between two cells: their chains become one, which must not close.
    fn link(&mut self, cell: usize, other: usize) {
        let (a, b) = (
            self.other_end[cell] as usize,
            self.other_end[other] as usize,
        );
        if a == other {
            self.conflict = true;
            return;
        }
        for (end, new) in [(a, b), (b, a)] {
            self.trail.push(Entry::OtherEnd(end, self.other_end[end]));
            self.other_end[end] = new as u32;
        }
        let joined = (0..4).find(|&dir| self.beside(a, dir) == b && self.values(a, dir) != 0);
        if let Some(dir) = joined.filter(|_| (a, b) != (cell, other)) {
            self.keep(a, dir, UNUSED);
        }
    }

    /// The path does not go between two cells: the corners between them are joined.
    fn cut(&mut self, cell: usize, dir: usize) {
        let (a, b) = self.corners_beside(cell, dir);
        match self.corners.join(a, b) {
            Some(root) => self.trail.push(Entry::Corner(root)),
            None => self.conflict = true,
        }
    }

    /// The corners at both ends of a side of a cell.
    fn corners_beside(&self, cell: usize, dir: usize) -> (usize, usize) {
        let (right, below) = (cell + 1, cell + self.stride);
        match dir {
            0 => (right, below + 1),
            1 => (below, below + 1),
            2 => (cell, below),
            _ => (cell, right),
        }
    }

    /// Whether the path can pass from one part of the other cells to another only through this one:
    /// then it neither starts nor ends here.
    pub fn separates(&mut self, cell: usize) -> bool {
        // The last side closes the ring around the cell itself; every other ring separates.
        let mut rings = 0;
        let mut joined = Vec::new();
        for dir in 0..4 {
            if self.values(cell, dir) & USED == 0 {
                continue;
            }
            let (a, b) = self.corners_beside(cell, dir);
            match self.corners.join(a, b) {
                Some(root) => joined.push(root),
                None => rings += 1,
            }
        }
        for root in joined.into_iter().rev() {
            self.corners.split(root);
        }
        rings > 1
    }
}
