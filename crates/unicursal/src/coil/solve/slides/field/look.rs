//! What a slide would leave, and whether the walk could be completed after it: looked at without
//! sliding.

use super::{BLOCKED, Field, NO_END};
use crate::coil::engine::values::{AFTER, BEFORE, IN, OUT};

/// No group of walls.
const NO_GROUP: usize = usize::MAX;

/// What a slide looks like, to choose between two.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look {
    /// Cells entered.
    pub length: usize,
    /// Free cells along the side that has fewer.
    pub fewer_beside: usize,
    /// Blocked stretches touched.
    pub contacts: usize,
    /// Dead ends on the board.
    pub dead_ends: usize,
    /// Whether nothing shows that the walk cannot be completed after it.
    pub is_hopeful: bool,
}

impl Field {
    /// What a slide looks like, without sliding.
    pub fn look(&mut self, dir: usize) -> Look {
        let ahead = self.delta[dir & 3];
        let sides = self.sides(dir);
        let (mut isolated, mut dead_ends) = (self.isolated, self.dead_ends);
        let head = self.head();
        let mut beside = [0; 2];
        // The group of the blocked stretch at hand on each side, once a free cell came before it.
        let mut stretch = [NO_GROUP; 2];
        let mut contacts = self.groups.take_contacts();
        let mut length = 0;
        let mut at = head.wrapping_add(ahead);
        loop {
            let state = self.state[at];
            if state <= 1 {
                match state {
                    0 => isolated -= 1,
                    _ => dead_ends[self.kind(at)] -= 1,
                }
            } else if state & BLOCKED != 0 {
                break;
            }
            length += 1;
            for side in 0..2 {
                let cell = at.wrapping_add(sides[side]);
                let state = self.state[cell];
                if state & BLOCKED == 0 {
                    beside[side] += 1;
                    if stretch[side] != NO_GROUP {
                        contacts.push(std::mem::replace(&mut stretch[side], NO_GROUP));
                    }
                    if state <= 2 {
                        let kind = self.kind(cell);
                        if state == 2 {
                            dead_ends[kind] += 1;
                        } else {
                            dead_ends[kind] -= 1;
                            isolated += 1;
                        }
                    }
                } else if beside[side] > 0 && stretch[side] == NO_GROUP {
                    stretch[side] = self.groups.of(cell);
                }
            }
            at = at.wrapping_add(ahead);
        }
        let last = at.wrapping_sub(ahead);
        // What is in front is one with the beginning if a side is blocked all along.
        if beside.iter().all(|&free| free > 0) {
            contacts.push(self.groups.of(at));
        }
        let contact_count = contacts.len();
        self.groups.contacts = contacts;
        let dead_ends_left: usize = dead_ends.iter().sum();
        let left = self.left - length;
        let may_turn = |side: usize| {
            let cell = last.wrapping_add(side);
            // The slide takes a neighbour from the cells beside its end.
            !self.is_blocked(cell)
                && (dead_ends_left == 0
                    || self.fits(cell, self.free_neighbours(cell) - 1, isolated, dead_ends))
        };
        let may_turn = may_turn(sides[0]) || may_turn(sides[1]);
        let is_hopeful = left == 0
            || may_turn
                && (isolated == 0 || left == 1)
                && dead_ends_left <= 2
                && self.may_still_end(head, last)
                && !self.groups.contacts_repeat()
                && !self.is_refuted(dir, last);
        Look {
            length,
            fewer_beside: beside[0].min(beside[1]),
            contacts: contact_count,
            dead_ends: dead_ends_left,
            is_hopeful,
        }
    }

    /// Whether what is known admits that the walk leaves the head in this direction. That does not
    /// count for the last slide.
    pub fn may_leave(&self, dir: usize) -> bool {
        let cells = || std::iter::successors(Some(self.head()), |&at| Some(self.next(at, dir)));
        let is_last = || {
            cells()
                .skip(1)
                .take_while(|&at| !self.is_blocked(at))
                .count()
                == self.left
        };
        !self.is_denied(dir) || is_last()
    }

    /// Whether what is known refutes that the walk leaves the head in this direction.
    fn is_denied(&self, dir: usize) -> bool {
        let Some(facts) = &self.facts else {
            return false;
        };
        let head = self.head();
        let mut values = towards(OUT, dir);
        for side in dir + 1..dir + 4 {
            // Ways that are not taken are left for later.
            if !self.is_blocked(self.next(head, side)) {
                values |= towards(AFTER, side);
            }
        }
        facts.refute(head, values)
    }

    /// Whether what is known refutes a slide from the head to the cell `last`.
    fn is_refuted(&self, dir: usize, last: usize) -> bool {
        let Some(facts) = &self.facts else {
            return false;
        };
        if self.is_denied(dir) {
            return true;
        }
        let value = |cell: usize, side: usize| {
            let blocked = self.is_blocked(self.next(cell, side));
            towards(if blocked { BEFORE } else { AFTER }, side)
        };
        let beside = |cell: usize| value(cell, dir + 1) | value(cell, dir + 3);
        let straight = towards(OUT, dir) | towards(IN, dir + 2);
        let mut at = self.next(self.head(), dir);
        while at != last {
            if facts.tell_of(at) && facts.refute(at, beside(at) | straight) {
                return true;
            }
            at = self.next(at, dir);
        }
        facts.refute_head(
            last,
            beside(last) | towards(BEFORE, dir) | towards(IN, dir + 2),
        )
    }

    /// Whether one of the cells where the path may end, of the colour of the end, is left after a
    /// slide between these cells.
    fn may_still_end(&self, head: usize, last: usize) -> bool {
        let (from, to) = (head.min(last), head.max(last));
        let step = if to - from < self.stride() {
            1
        } else {
            self.stride()
        };
        let is_passed =
            |end: usize| (from..=to).contains(&end) && (end - from).is_multiple_of(step);
        self.ends.as_ref().is_none_or(|ends| {
            let mut ends = ends.iter().map(|&end| end as usize);
            let is_like_the_end = |end: usize| self.kind(end) == self.end_kind;
            ends.any(|end| is_like_the_end(end) && !self.is_blocked(end) && !is_passed(end))
        })
    }

    /// Whether the cells other than `cell`, which is entered next, leave at most one dead end,
    /// where the path may end.
    pub fn may_enter(&self, cell: usize) -> bool {
        self.fits(
            cell,
            self.free_neighbours(cell),
            self.isolated,
            self.dead_ends,
        )
    }

    /// The same if there were this many isolated cells and dead ends, and free neighbours of the
    /// cell.
    #[inline]
    fn fits(
        &self,
        cell: usize,
        neighbours: u8,
        mut isolated: usize,
        mut dead_ends: [usize; 3],
    ) -> bool {
        match neighbours {
            0 => isolated -= 1,
            1 => dead_ends[self.kind(cell)] -= 1,
            _ => {}
        }
        isolated == 0
            && dead_ends[self.end_kind] <= 1
            && dead_ends[1 - self.end_kind] == 0
            && dead_ends[NO_END] == 0
    }

    /// How many dead ends there are besides a free cell.
    pub fn dead_ends_without(&self, cell: usize) -> usize {
        self.dead_ends.iter().sum::<usize>() - usize::from(self.free_neighbours(cell) == 1)
    }
}

/// A value of the edge in this direction.
fn towards(value: u16, dir: usize) -> u16 {
    value << (4 * (dir & 3))
}
