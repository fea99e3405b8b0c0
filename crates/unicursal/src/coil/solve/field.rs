//! The board during a plain search: what the walk leaves, and whether that can still be completed.
//!
//! Everything is kept up to date slide by slide, at a cost of about the length of the slide, and can
//! be undone:
//!
//! - the free neighbours of each cell, and from them the *dead ends*: a cell with one free neighbour
//!   which is not entered next can only be the end, so there is at most one, and of the colour that
//!   the counts of black and white cells give the end;
//! - the *groups* of blocked cells, walls and path together, that touch by sides or corners. Going
//!   once round a slid line one meets free stretches and blocked ones in turn; if two blocked
//!   stretches belong to one group, the line and the group enclose what lies between them, and what
//!   is left is cut in two.

use crate::coil::Board;
use crate::forest::{Forest, Joined};

/// See the [module](self).
pub struct Field {
    delta: [usize; 4],
    blocked: Vec<bool>,
    free_neighbours: Vec<u8>,
    black: Vec<bool>,
    /// Free cells without free neighbours.
    isolated: usize,
    /// White and black free cells with one free neighbour.
    dead_ends: [usize; 2],
    /// The colour of the end, once there is a start.
    end_is_black: bool,
    left: usize,
    groups: Forest,
    joins: Vec<Joined>,
    path: Vec<u32>,
    contacts: Vec<usize>,
    seen: Vec<u32>,
    round: u32,
}

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
}

/// A state to return to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mark {
    path: usize,
    joins: usize,
}

impl Field {
    /// A field with nothing visited.
    pub fn new(board: &Board) -> Self {
        let count = board.cell_count();
        let stride = board.stride();
        let blocked: Vec<bool> = (0..count).map(|cell| !board.is_free(cell)).collect();
        let mut field = Self {
            delta: [1, stride, 1_usize.wrapping_neg(), stride.wrapping_neg()],
            free_neighbours: vec![0; count],
            black: (0..count)
                .map(|cell| (cell / stride + cell % stride) % 2 == 1)
                .collect(),
            isolated: 0,
            dead_ends: [0; 2],
            end_is_black: false,
            left: board.free_count(),
            groups: Forest::default(),
            joins: Vec::new(),
            path: Vec::new(),
            contacts: Vec::new(),
            seen: vec![0; count],
            round: 0,
            blocked,
        };
        field.groups.reset(count);
        for cell in 0..count {
            if field.blocked[cell] {
                // Right, and the three below: each pair of touching walls once.
                let below = [stride - 1, stride, stride + 1].map(|step| cell + step);
                for other in [cell + 1].into_iter().chain(below) {
                    if other < count && field.blocked[other] {
                        let _ = field.groups.join(cell, other);
                    }
                }
            } else {
                let free = (0..4)
                    .filter(|&dir| !field.blocked[field.next(cell, dir)])
                    .count();
                field.free_neighbours[cell] = free as u8;
                field.count(cell, 1);
            }
        }
        field
    }

    #[inline]
    fn next(&self, cell: usize, dir: usize) -> usize {
        cell.wrapping_add(self.delta[dir & 3])
    }

    /// Whether a cell is a wall or visited.
    #[inline]
    pub fn is_blocked(&self, cell: usize) -> bool {
        self.blocked[cell]
    }

    /// The neighbour of a cell, in the direction with this number modulo four.
    #[inline]
    pub fn neighbour(&self, cell: usize, dir: usize) -> usize {
        self.next(cell, dir)
    }

    /// How many neighbours of a cell are free.
    pub fn free_neighbours(&self, cell: usize) -> u8 {
        self.free_neighbours[cell]
    }

    /// How many cells are not visited yet.
    pub fn left(&self) -> usize {
        self.left
    }

    /// How many cell numbers there are.
    pub fn cell_count(&self) -> usize {
        self.blocked.len()
    }

    /// The distance between the numbers of a cell and the one below it.
    pub fn stride(&self) -> usize {
        self.delta[1]
    }

    /// The cells visited, in order.
    pub fn path(&self) -> &[u32] {
        &self.path
    }

    /// Where the walk is.
    pub fn head(&self) -> usize {
        self.path.last().map_or(0, |&cell| cell as usize)
    }

    /// White and black dead ends.
    pub fn dead_ends(&self) -> [usize; 2] {
        self.dead_ends
    }

    /// A state to return to.
    pub fn mark(&self) -> Mark {
        Mark {
            path: self.path.len(),
            joins: self.joins.len(),
        }
    }

    /// Takes back everything since the mark.
    pub fn undo(&mut self, mark: Mark) {
        while self.joins.len() > mark.joins {
            if let Some(joined) = self.joins.pop() {
                self.groups.split(joined);
            }
        }
        while self.path.len() > mark.path {
            if let Some(cell) = self.path.pop() {
                self.leave(cell as usize);
            }
        }
    }

    /// Counts a free cell among the isolated ones or the dead ends, or no longer.
    #[inline]
    fn count(&mut self, cell: usize, by: isize) {
        let counter = match self.free_neighbours[cell] {
            0 => &mut self.isolated,
            1 => &mut self.dead_ends[usize::from(self.black[cell])],
            _ => return,
        };
        *counter = counter.wrapping_add_signed(by);
    }

    fn enter(&mut self, cell: usize) {
        self.blocked[cell] = true;
        self.left -= 1;
        self.count(cell, -1);
        for dir in 0..4 {
            let other = self.next(cell, dir);
            if !self.blocked[other] {
                self.count(other, -1);
                self.free_neighbours[other] -= 1;
                self.count(other, 1);
            }
        }
        self.path.push(cell as u32);
    }

    fn leave(&mut self, cell: usize) {
        for dir in 0..4 {
            let other = self.next(cell, dir);
            if !self.blocked[other] {
                self.count(other, -1);
                self.free_neighbours[other] += 1;
                self.count(other, 1);
            }
        }
        self.blocked[cell] = false;
        self.left += 1;
        self.count(cell, 1);
    }

    /// Begins at a cell. `balance` is the number of black free cells minus that of white ones.
    /// Returns false if no walk from here can visit every cell, for one of the reasons looked at.
    pub fn start(&mut self, cell: usize, balance: isize) -> bool {
        let black = self.black[cell];
        self.end_is_black = match balance {
            0 => !black,
            1 if black => true,
            -1 if !black => false,
            _ => return false,
        };
        if self.ring_is_cut(cell) {
            return false;
        }
        self.enter(cell);
        for step in self.ring(cell) {
            if self.blocked[step] {
                self.join(cell, step);
            }
        }
        true
    }

    /// The eight cells around a cell, in order, starting at the right.
    fn ring(&self, cell: usize) -> [usize; 8] {
        std::array::from_fn(|i| {
            let side = self.next(cell, i / 2);
            if i % 2 == 0 {
                side
            } else {
                self.next(side, i / 2 + 1)
            }
        })
    }

    /// Whether blocking a free cell cuts the free area.
    fn ring_is_cut(&mut self, cell: usize) -> bool {
        let ring = self.ring(cell);
        let Some(first) = (0..4).map(|i| 2 * i).find(|&i| !self.blocked[ring[i]]) else {
            return false;
        };
        self.contacts.clear();
        let mut between = None;
        for i in 1..=8 {
            let at = (first + i) % 8;
            if self.blocked[ring[at]] {
                between = between.or(Some(self.groups.root(ring[at])));
            } else if at % 2 == 0 {
                self.contacts.extend(between.take());
            }
        }
        self.contacts_repeat()
    }

    /// Slides from the head until blocked; the first cell must be free. Returns `None` if the walk
    /// cannot be completed after that, for one of the reasons looked at.
    pub fn slide(&mut self, dir: usize) -> Option<Look> {
        let from = self.head();
        let first = self.path.len();
        let mut at = from;
        loop {
            let next = self.next(at, dir);
            if self.blocked[next] {
                break;
            }
            self.enter(next);
            at = next;
        }
        let length = self.path.len() - first;
        let sides = [dir + 1, dir + 3].map(|side| self.next(at, side));
        if self.left == 0 {
            return Some(Look {
                length,
                ..Look::default()
            });
        }
        if sides.iter().all(|&side| self.blocked[side]) || self.isolated > 0 && self.left > 1 {
            return None;
        }
        let beside = self.go_round(from, first, dir);
        if self.contacts_repeat() {
            return None;
        }
        let dead_ends = self.dead_ends[0] + self.dead_ends[1];
        if dead_ends > 2
            || dead_ends > 0
                && !sides
                    .iter()
                    .any(|&side| !self.blocked[side] && self.may_enter(side))
        {
            return None;
        }
        self.join_line(from, first, self.next(at, dir));
        Some(Look {
            length,
            fewer_beside: beside[0].min(beside[1]),
            contacts: self.contacts.len(),
            dead_ends,
        })
    }

    /// Whether the cells other than `cell`, which is entered next, leave at most one dead end, of the
    /// end's colour.
    pub fn may_enter(&self, cell: usize) -> bool {
        let mut dead_ends = self.dead_ends;
        let mut isolated = self.isolated;
        match self.free_neighbours[cell] {
            0 => isolated -= 1,
            1 => dead_ends[usize::from(self.black[cell])] -= 1,
            _ => {}
        }
        isolated == 0
            && dead_ends[usize::from(self.end_is_black)] <= 1
            && dead_ends[usize::from(!self.end_is_black)] == 0
    }

    /// Lists the groups of the blocked stretches around the line that was slid from `from`, going up
    /// on one side and back on the other. Returns how many cells are free on each side.
    fn go_round(&mut self, from: usize, first: usize, dir: usize) -> [usize; 2] {
        let mut contacts = std::mem::take(&mut self.contacts);
        contacts.clear();
        contacts.push(self.groups.root(from));
        let mut beside = [0; 2];
        let mut after_free = false;
        let mut meet = |field: &Self, cell: usize, beside: Option<&mut usize>| {
            if !field.blocked[cell] {
                after_free = true;
                if let Some(beside) = beside {
                    *beside += 1;
                }
            } else if after_free {
                after_free = false;
                contacts.push(field.groups.root(cell));
            }
        };
        let last = self.path.len();
        for i in first..last {
            let cell = self.next(self.path[i] as usize, dir + 1);
            meet(self, cell, Some(&mut beside[0]));
        }
        let front = self.next(self.path[last - 1] as usize, dir);
        meet(self, front, None);
        for i in (first..last).rev() {
            let cell = self.next(self.path[i] as usize, dir + 3);
            meet(self, cell, Some(&mut beside[1]));
        }
        // A blocked stretch that reaches back to the beginning is the one that was met first.
        if !after_free && contacts.len() > 1 {
            contacts.pop();
        }
        self.contacts = contacts;
        beside
    }

    fn contacts_repeat(&mut self) -> bool {
        if self.round == u32::MAX {
            self.seen.fill(0);
            self.round = 0;
        }
        self.round += 1;
        let (seen, round) = (&mut self.seen, self.round);
        self.contacts
            .iter()
            .any(|&group| std::mem::replace(&mut seen[group], round) == round)
    }

    /// Joins the slid line with everything that it touches.
    fn join_line(&mut self, from: usize, first: usize, front: usize) {
        for i in first..self.path.len() {
            self.join(from, self.path[i] as usize);
        }
        for i in 0..self.contacts.len() {
            self.join(from, self.contacts[i]);
        }
        self.join(from, front);
    }

    fn join(&mut self, a: usize, b: usize) {
        self.joins.extend(self.groups.join(a, b));
    }
}
