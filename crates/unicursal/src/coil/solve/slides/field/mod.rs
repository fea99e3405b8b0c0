//! The board during a plain search: what the walk leaves, and whether that can still be completed.
//!
//! Everything is kept up to date slide by slide, at a cost of about the length of the slide, and
//! can be undone:
//!
//! - the free neighbours of each cell, and from them the *dead ends*: a cell with one free
//!   neighbour which is not entered next can only be the end, so there is at most one, and it must
//!   be a cell where the path may end: of the colour that the counts of black and white cells give
//!   the end, and in the set of cells that the caller has named, if it has;
//! - which *groups* of walls, touching by sides or corners, the path has touched: these are one
//!   with the path. Going once round a slid line one meets free stretches and blocked ones in turn;
//!   if two blocked stretches belong to one group, the line and the group enclose what lies between
//!   them, and what is left is cut in two.
//!
//! [`look`] has what is asked before a slide, and what
//! [windows](crate::coil::solve::slides::window_facts) say to it.

mod look;

pub use look::Look;

use std::sync::Arc;

use super::groups::{Groups, around};
use crate::coil::Board;
use crate::coil::solve::slides::window_facts::LocalFacts;

/// The bit of a cell's state that says that it is a wall or visited; the others count its free
/// neighbours.
const BLOCKED: u8 = 0x80;

/// Kinds of cells: white or black cells where the path may end, and others.
const NO_END: usize = 2;

/// The bit that says that a cell was named as an end; the other is its colour.
const NAMED: u8 = 2;

/// See the [module](self).
pub struct Field {
    delta: [usize; 4],
    state: Vec<u8>,
    /// The colour of each cell, and whether it was [`NAMED`].
    colours: Vec<u8>,
    /// Free cells without free neighbours.
    isolated: usize,
    /// Free cells with one free neighbour, by kind.
    dead_ends: [usize; 3],
    /// The dead ends of the board itself.
    given: Vec<u32>,
    /// The kind of the end, once there is a start.
    end_kind: usize,
    /// The cells where the path may end, if not everywhere.
    ends: Option<Arc<[u32]>>,
    left: usize,
    /// Black free cells minus white ones.
    balance: isize,
    /// What is known of paths from starts that are not near.
    facts: Option<LocalFacts>,
    /// Which walls the path has touched.
    groups: Groups,
    path: Vec<u32>,
    /// The slides so far: their direction, and how long the path was before.
    slides: Vec<(u8, u32)>,
}

/// A state to return to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mark {
    path: usize,
    touches: usize,
}

impl Mark {
    /// How long the path was.
    pub fn length(self) -> usize {
        self.path
    }
}

impl Field {
    /// A field with nothing visited; the path may end anywhere, and nothing is known of it.
    pub fn new(board: &Board) -> Self {
        let count = board.cell_count();
        let stride = board.stride();
        let colours = (0..count).map(|cell| u8::from(board.is_black(cell)));
        let mut field = Self {
            delta: [1, stride, 1_usize.wrapping_neg(), stride.wrapping_neg()],
            // Walls have no more than four free neighbours to lose.
            state: vec![BLOCKED | 4; count],
            colours: colours.collect(),
            isolated: 0,
            dead_ends: [0; 3],
            given: Vec::new(),
            end_kind: 0,
            ends: None,
            left: board.free_count(),
            balance: board.balance(),
            facts: None,
            groups: Groups::new(board),
            path: Vec::new(),
            slides: Vec::new(),
        };
        for cell in board.free_cells() {
            let free = (0..4)
                .filter(|&dir| board.is_free(field.next(cell, dir)))
                .count();
            field.state[cell] = free as u8;
            field.count(cell, 1);
            if free == 1 {
                field.given.push(cell as u32);
            }
        }
        field
    }

    /// The path that is looked for ends at one of these cells, or anywhere, and this is known of
    /// it. Nothing may be visited.
    pub fn look_for(&mut self, ends: Option<Arc<[u32]>>, facts: Option<LocalFacts>) {
        for &end in self.ends.iter().flat_map(|ends| ends.iter()) {
            self.colours[end as usize] &= !NAMED;
        }
        for &end in ends.iter().flat_map(|ends| ends.iter()) {
            self.colours[end as usize] |= NAMED;
        }
        (self.ends, self.facts) = (ends, facts);
        self.dead_ends = [0; 3];
        for at in 0..self.given.len() {
            self.dead_ends[self.kind(self.given[at] as usize)] += 1;
        }
    }

    /// Whether the path may end at a cell, and its colour.
    #[inline]
    fn kind(&self, cell: usize) -> usize {
        let colour = self.colours[cell];
        if colour & NAMED == 0 && self.ends.is_some() {
            NO_END
        } else {
            usize::from(colour & !NAMED)
        }
    }

    #[inline]
    fn next(&self, cell: usize, dir: usize) -> usize {
        cell.wrapping_add(self.delta[dir & 3])
    }

    /// What is to be added to a cell for the cells on both sides of a way in this direction.
    #[inline]
    fn sides(&self, dir: usize) -> [usize; 2] {
        [self.delta[(dir + 1) & 3], self.delta[(dir + 3) & 3]]
    }

    /// Whether a cell is a wall or visited.
    #[inline]
    pub fn is_blocked(&self, cell: usize) -> bool {
        self.state[cell] & BLOCKED != 0
    }

    /// The groups of walls.
    pub(super) fn groups(&self) -> &Groups {
        &self.groups
    }

    /// The neighbour of a cell, in the direction with this number modulo four.
    #[inline]
    pub fn neighbour(&self, cell: usize, dir: usize) -> usize {
        self.next(cell, dir)
    }

    /// How many neighbours of a free cell are free.
    pub fn free_neighbours(&self, cell: usize) -> u8 {
        self.state[cell] & !BLOCKED
    }

    /// How many cells are not visited yet.
    pub fn left(&self) -> usize {
        self.left
    }

    /// How many cell numbers there are.
    pub fn cell_count(&self) -> usize {
        self.state.len()
    }

    /// The distance between the numbers of a cell and the one below it.
    pub fn stride(&self) -> usize {
        self.delta[1]
    }

    /// The path, if it is complete.
    pub fn found(&self) -> Option<&[u32]> {
        (self.left == 0).then_some(&self.path[..])
    }

    /// The cells visited, in order.
    pub fn path(&self) -> &[u32] {
        &self.path
    }

    /// Where the walk is.
    pub fn head(&self) -> usize {
        self.path.last().map_or(0, |&cell| cell as usize)
    }

    /// Whether every walk must begin at a dead end: the path has no more than one other.
    pub fn starts_at_dead_end(&self) -> bool {
        self.dead_ends.iter().sum::<usize>() > 1 || self.dead_ends[NO_END] > 0
    }

    /// A state to return to.
    pub fn mark(&self) -> Mark {
        Mark {
            path: self.path.len(),
            touches: self.groups.touches(),
        }
    }

    /// Takes back everything since the mark.
    pub fn undo(&mut self, mark: Mark) {
        self.groups.undo(mark.touches);
        while let Some(&(dir, before)) = self.slides.last()
            && self.path.len() > mark.path
        {
            self.slides.pop();
            self.leave(usize::from(dir), before as usize);
        }
        if self.path.len() > mark.path {
            self.leave_start();
        }
    }

    /// Takes back everything.
    pub fn undo_all(&mut self) {
        self.undo(Mark::default());
    }

    /// Counts a free cell among the isolated ones or the dead ends, or no longer.
    #[inline]
    fn count(&mut self, cell: usize, by: isize) {
        let counter = match self.state[cell] {
            0 => &mut self.isolated,
            1 => &mut self.dead_ends[self.kind(cell)],
            _ => return,
        };
        *counter = counter.wrapping_add_signed(by);
    }

    /// A cell beside the path has one free neighbour fewer.
    #[inline]
    fn lose_neighbour(&mut self, cell: usize) {
        let left = self.state[cell] - 1;
        self.state[cell] = left;
        if left <= 1 {
            if left == 0 {
                self.dead_ends[self.kind(cell)] -= 1;
            }
            self.count(cell, 1);
        }
    }

    /// Puts back what [`Field::lose_neighbour`] took.
    #[inline]
    fn regain_neighbour(&mut self, cell: usize) {
        let left = self.state[cell] + 1;
        if left <= 2 {
            self.count(cell, -1);
            if left == 1 {
                self.dead_ends[self.kind(cell)] += 1;
            }
        }
        self.state[cell] = left;
    }

    fn enter_start(&mut self, cell: usize) {
        self.left -= 1;
        self.count(cell, -1);
        self.state[cell] |= BLOCKED;
        for dir in 0..4 {
            self.lose_neighbour(self.next(cell, dir));
        }
        self.path.push(cell as u32);
    }

    fn leave_start(&mut self) {
        if let Some(cell) = self.path.pop() {
            let cell = cell as usize;
            for dir in 0..4 {
                self.regain_neighbour(self.next(cell, dir));
            }
            self.state[cell] &= !BLOCKED;
            self.left += 1;
            self.count(cell, 1);
        }
    }

    /// Enters the free cells in a line. The cells before and after each of them are on the path too
    /// when that is done, so that only those on both sides count their free neighbours anew.
    fn enter(&mut self, dir: usize) {
        let ahead = self.delta[dir & 3];
        let sides = self.sides(dir);
        let before = self.path.len();
        let mut at = self.head().wrapping_add(ahead);
        while !self.is_blocked(at) {
            self.count(at, -1);
            self.state[at] |= BLOCKED;
            self.path.push(at as u32);
            for side in sides {
                self.lose_neighbour(at.wrapping_add(side));
            }
            at = at.wrapping_add(ahead);
        }
        self.left -= self.path.len() - before;
        self.slides.push((dir as u8 & 3, before as u32));
    }

    /// Leaves the cells of the last slide, before which the path was `before` long.
    fn leave(&mut self, dir: usize, before: usize) {
        let sides = self.sides(dir);
        self.left += self.path.len() - before;
        while self.path.len() > before {
            let Some(cell) = self.path.pop() else { break };
            let cell = cell as usize;
            for side in sides {
                self.regain_neighbour(cell.wrapping_add(side));
            }
            self.state[cell] &= !BLOCKED;
            self.count(cell, 1);
        }
    }

    /// Begins at a cell. Returns false if no walk from here can visit every cell, for one of the
    /// reasons looked at.
    pub fn start(&mut self, cell: usize) -> bool {
        let black = self.is_black(cell);
        self.end_kind = match self.balance {
            0 => usize::from(!black),
            1 if black => 1,
            -1 if !black => 0,
            _ => return false,
        };
        if self.is_articulation_point(cell) {
            return false;
        }
        if let Some(facts) = &mut self.facts {
            facts.start(cell);
        }
        self.enter_start(cell);
        for other in around(self.delta, cell) {
            self.groups.touch_at(other);
        }
        true
    }

    fn is_black(&self, cell: usize) -> bool {
        (cell / self.stride() + cell % self.stride()) % 2 == 1
    }

    /// Whether a free cell is an articulation point: blocking it cuts the free area.
    fn is_articulation_point(&mut self, cell: usize) -> bool {
        let around = around(self.delta, cell);
        let state = &self.state;
        self.groups
            .meet_around(around, |other| state[other] & BLOCKED == 0)
    }

    /// Slides from the head until blocked; the first cell must be free. Stays where it is if the
    /// walk cannot be completed after that, for one of the reasons looked at.
    pub fn slide(&mut self, dir: usize) -> Look {
        let look = self.look(dir);
        if !look.is_hopeful {
            return look;
        }
        self.enter(dir);
        self.groups.touch_contacts();
        self.groups.touch_at(self.next(self.head(), dir));
        look
    }
}
