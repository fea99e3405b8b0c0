//! A valid solution that can grow: the path through the board, and the moves that keep it valid.
//!
//! Every cell of the path knows the direction in which the path comes in and the one in which it
//! leaves, and carries an order label: labels grow along the path, with gaps between them.
//!
//! **Invariant.** At every turn the cell straight ahead, the *stopper*, is a wall or carries a
//! smaller label. So a player who slides along the path stops exactly at its turns, and the cells
//! of the path with walls everywhere else are a level that the path solves.
//!
//! Two facts make the moves cheap to check. A cell that becomes a wall can only help: walls are
//! stoppers at any time. And labels never change their order, so only the turns that a move makes,
//! and the turns whose stopper becomes part of the path, have to be checked.

use super::places::Places;
use super::skeleton::Skeleton;
use super::state::{FRAME, NONE, WALL};
use crate::Dir;

/// New labels are spread at least this far apart.
const SPACING: u64 = 1 << 20;

/// For every state, the direction of the stopper if the cell is a turn, else [`NONE`].
const STOPPER: [u8; 64] = {
    let mut table = [NONE; 64];
    let mut state = 0;
    while state < 64 {
        let (enter, leave) = (state as u8 & 7, state as u8 >> 3);
        if enter < 4 && leave < 4 && enter != leave {
            table[state] = enter;
        }
        state += 1;
    }
    table
};

/// A move that leads the path aside: from `cell`, whose next `length` steps are straight, `height`
/// cells to `side`, along, and back. The straight cells in between become walls, so that the path
/// grows by twice the height.
#[derive(Clone, Copy, Debug)]
pub(super) struct Detour {
    pub cell: usize,
    pub side: Dir,
    pub length: usize,
    pub height: usize,
}

/// The board under construction with its path. Cells are indices into the framed board, as in
/// [`Board`](crate::coil::Board).
pub(super) struct Weave {
    stride: usize,
    offset: [isize; 4],
    /// Per cell: the direction in, the direction out times eight.
    state: Vec<u8>,
    /// Per cell: the order label, 0 for walls.
    label: Vec<u64>,
    start: usize,
    open: usize,
}

impl Weave {
    /// A board of walls with a first path, which keeps the invariant.
    pub fn new(width: usize, height: usize, first: &Skeleton) -> Self {
        let stride = width + 2;
        let cells = stride * (height + 2);
        let mut state = vec![FRAME; cells];
        for y in 1..=height {
            state[y * stride + 1..][..width].fill(WALL);
        }
        for &y in &first.wall_rows {
            state[(y + 1) * stride..][..stride].fill(FRAME);
        }
        for &x in &first.wall_columns {
            for y in 0..height {
                state[(y + 1) * stride + x + 1] = FRAME;
            }
        }
        let steps = &first.steps;
        let start = (first.start.1 + 1) * stride + first.start.0 + 1;
        let mut weave = Self {
            stride,
            offset: [1, stride as isize, -1, -(stride as isize)],
            state,
            label: vec![0; cells],
            start,
            open: steps.len() + 1,
        };
        let gap = u64::MAX / (steps.len() as u64 + 2);
        let (mut cell, mut enter, mut label) = (start, NONE, gap);
        for &step in steps {
            weave.set(cell, enter, step as u8, label);
            enter = step as u8;
            cell = weave.next(cell, enter);
            label += gap;
        }
        weave.set(cell, enter, NONE, label);
        weave
    }

    /// How many cells the path has.
    pub fn open(&self) -> usize {
        self.open
    }

    /// The distance between the indices of a cell and the one below it.
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// Whether the path goes through a cell.
    pub fn is_open(&self, cell: usize) -> bool {
        self.label[cell] != 0
    }

    /// The direction in which the path leaves a cell: none for walls and at its end.
    pub fn leaves(&self, cell: usize) -> Option<Dir> {
        let leave = self.state[cell] >> 3;
        (leave < NONE).then(|| Dir::from_index(leave.into()))
    }

    /// The direction in which the path comes into a cell: none for walls and at its start.
    pub fn enters(&self, cell: usize) -> Option<Dir> {
        let enter = self.state[cell] & 7;
        (enter < NONE).then(|| Dir::from_index(enter.into()))
    }

    /// Where the path starts.
    pub fn start(&self) -> usize {
        self.start
    }

    /// Adds the places in a row of cells where a first look shows room for a move.
    pub fn list_places(&self, first: usize, cells: usize, places: &mut Places) {
        let row = |first: usize| &self.state[first - 1..=first + cells];
        places.look(
            [
                row(first - self.stride),
                row(first),
                row(first + self.stride),
            ],
            first,
        );
    }

    /// The shortest stretch that a detour can replace. A path that goes straight through the cell
    /// and turns there after the move needs a wall as its stopper.
    pub fn shortest(&self, cell: usize, side: Dir) -> usize {
        let enter = self.state[cell] & 7;
        if enter == side as u8 || enter == NONE {
            1
        } else {
            2
        }
    }

    /// Calls `found` for all possible detours from a cell to a side with this height and at most
    /// this length. Returns false when there can be none with a greater height either.
    pub fn list_detours(
        &self,
        cell: usize,
        side: Dir,
        height: usize,
        longest: usize,
        mut found: impl FnMut(Detour),
    ) -> bool {
        let (out, back) = (side as u8, side.opposite() as u8);
        let along = self.state[cell] >> 3;
        let order = self.label[cell];
        let a = self.far(cell, out, height);
        if !self.may_open(a, order, cell) || self.label[self.next(a, out)] > order {
            return false;
        }
        let shortest = self.shortest(cell, side);
        let (mut top, mut q) = (a, cell);
        for length in 1..=longest {
            // The path must be straight up to q, and the upper side free up to above q.
            if self.state[q] >> 3 != along {
                break;
            }
            q = self.next(q, along);
            top = self.next(top, along);
            if !self.may_open(top, order, cell) {
                break;
            }
            if length >= shortest
                && self.label[self.next(top, along)] < order
                && self.may_return(q, back, order)
                && (1..height).all(|i| self.may_open(self.far(q, out, i), order, cell))
            {
                found(Detour {
                    cell,
                    side,
                    length,
                    height,
                });
            }
        }
        true
    }

    /// The greatest height, up to `most`, of a detour of this length from a cell to a side, beside
    /// which the path continues; 0 if there is none.
    pub fn room(&self, cell: usize, side: Dir, length: usize, most: usize) -> usize {
        let (out, back) = (side as u8, side.opposite() as u8);
        let along = self.state[cell] >> 3;
        let order = self.label[cell];
        let straight = (0..length).all(|i| self.state[self.far(cell, along, i)] >> 3 == along);
        let q = self.far(cell, along, length);
        if !straight || !self.may_return(q, back, order) {
            return 0;
        }
        let (mut a, mut b, mut best) = (cell, q, 0);
        for height in 1..=most {
            (a, b) = (self.next(a, out), self.next(b, out));
            if !self.may_open(a, order, cell) || !self.may_open(b, order, cell) {
                break;
            }
            let between = || (1..length).all(|i| self.may_open(self.far(a, along, i), order, cell));
            let beyond = [self.next(a, out), self.next(b, along)];
            if beyond.iter().all(|&stopper| self.label[stopper] < order) && between() {
                best = height;
            }
        }
        best
    }

    /// Whether the path may enter `q` in direction `back`: it goes straight on, or ends, or has a
    /// stopper.
    fn may_return(&self, q: usize, back: u8, order: u64) -> bool {
        let leave = self.state[q] >> 3;
        leave == back || leave == NONE || self.label[self.next(q, back)] < order
    }

    /// Makes a detour. Returns whether it was possible; if not, nothing has changed.
    pub fn detour(&mut self, step: Detour) -> bool {
        let Detour {
            cell: p,
            side,
            length,
            height,
        } = step;
        if !self.is_possible(&step) {
            return false;
        }
        let (out, back) = (side as u8, side.opposite() as u8);
        let (enter, along) = (self.state[p] & 7, self.state[p] >> 3);
        let q = self.far(p, along, length);
        let leave = self.state[q] >> 3;
        let cells = 2 * height + length - 1;
        let gap = self.gap(p, q, cells);
        let mut x = p;
        for _ in 1..length {
            x = self.next(x, along);
            self.state[x] = WALL;
            self.label[x] = 0;
        }
        self.open += 2 * height;
        let mut label = self.label[p];
        self.state[p] = enter | out << 3;
        let (mut x, mut came) = (p, out);
        for (dir, steps) in [(out, height), (along, length), (back, height)] {
            // The last cell of one leg turns into the next.
            for _ in 0..steps {
                if x != p {
                    self.set(x, came, dir, label);
                }
                x = self.next(x, dir);
                label += gap;
                came = dir;
            }
        }
        self.state[q] = back | leave << 3;
        true
    }

    /// Whether a detour that was listed is still possible.
    fn is_possible(&self, step: &Detour) -> bool {
        let &Detour {
            cell,
            side,
            length,
            height,
            ..
        } = step;
        let along = self.state[cell] >> 3;
        let beside = along < NONE && (along ^ side as u8) & 1 == 1;
        let order = self.label[cell];
        let mut possible = false;
        beside
            && (1..height).all(|i| self.may_open(self.far(cell, side as u8, i), order, cell))
            && self.list_detours(cell, side, height, length, |found| {
                possible |= found.length == length;
            })
            && possible
    }

    /// Whether more than `free` hundredths of a detour's outer side would be walls.
    pub fn runs_free(&self, step: &Detour, free: usize) -> bool {
        let &Detour {
            cell: p,
            side,
            length,
            height,
        } = step;
        let (out, back) = (side as u8, side.opposite() as u8);
        let along = self.state[p] >> 3;
        let legs = [
            (out, along ^ 2, height),
            (along, out, length + 1),
            (back, along, height),
        ];
        let mut walls = 0;
        let mut x = self.next(p, out);
        for (dir, look, cells) in legs {
            // A corner is checked from both of its outer sides.
            for i in 0..cells {
                if i > 0 {
                    x = self.next(x, dir);
                }
                walls += usize::from(self.state[self.next(x, look)] == WALL);
            }
        }
        100 * walls > free * (2 * height + length + 1)
    }

    /// Moves a corner of the path to the opposite corner of its 2x2 block, which must be a wall.
    /// Returns whether the move was possible; if not, nothing has changed.
    pub fn flip(&mut self, corner: usize) -> bool {
        let (d1, d2) = (self.state[corner] & 7, self.state[corner] >> 3);
        if STOPPER[usize::from(self.state[corner])] == NONE {
            return false;
        }
        let a = self.previous(corner, d1);
        let b = self.next(corner, d2);
        let x = self.next(a, d2);
        let order = self.label[corner];
        let leave = self.state[b] >> 3;
        let possible = self.state[x] == WALL
            && self.label[self.next(x, d2)] < order
            && (leave == d1 || leave == NONE || self.label[self.next(b, d1)] < order)
            && self.may_open(x, order, a);
        if !possible {
            return false;
        }
        self.state[corner] = WALL;
        self.label[corner] = 0;
        self.state[a] = self.state[a] & 7 | d2 << 3;
        self.set(x, d2, d1, order);
        self.state[b] = d1 | leave << 3;
        true
    }

    /// Whether a cell is a wall and not the stopper of a turn, other than `except`, that the path
    /// reaches before `order`.
    fn may_open(&self, cell: usize, order: u64, except: usize) -> bool {
        if self.state[cell] != WALL {
            return false;
        }
        (0..4).all(|dir| {
            let n = self.previous(cell, dir);
            STOPPER[usize::from(self.state[n])] != dir || self.label[n] > order || n == except
        })
    }

    /// The distance between labels with which `cells` new cells fit between `p` and `q`; if there
    /// is no room, cells around them get new labels first.
    fn gap(&mut self, p: usize, q: usize, cells: usize) -> u64 {
        let gap = |weave: &Self| (weave.label[q] - weave.label[p]) / (cells as u64 + 1);
        if gap(self) == 0 {
            self.relabel(p, q, cells);
        }
        gap(self)
    }

    /// Spreads the labels around the stretch from `p` to `q` so that `cells` more fit there.
    ///
    /// The window grows until its labels can be far apart; the cost is shared by the many moves
    /// that used up the room.
    fn relabel(&mut self, p: usize, q: usize, cells: usize) {
        let (mut before, mut after) = (vec![p], vec![q]);
        let mut reach = 64;
        loop {
            let mut low = 0;
            while let Some(enter) = self.enters(before[before.len() - 1]) {
                let cell = self.previous(before[before.len() - 1], enter as u8);
                if before.len() >= reach {
                    low = self.label[cell];
                    break;
                }
                before.push(cell);
            }
            let mut high = u64::MAX;
            while let Some(leave) = self.leaves(after[after.len() - 1]) {
                let cell = self.next(after[after.len() - 1], leave as u8);
                if after.len() >= reach {
                    high = self.label[cell];
                    break;
                }
                after.push(cell);
            }
            let places = (before.len() + after.len() + cells) as u64;
            let gap = (high - low) / (places + 1);
            if gap >= SPACING || (low == 0 && high == u64::MAX) {
                // The cells between p and q are about to become walls; until then their labels
                // may be anything but 0.
                let mut label = low;
                for &cell in before.iter().rev() {
                    label += gap;
                    self.label[cell] = label;
                }
                label += gap * cells as u64;
                for &cell in &after {
                    label += gap;
                    self.label[cell] = label;
                }
                return;
            }
            reach *= 2;
        }
    }

    fn set(&mut self, cell: usize, enter: u8, leave: u8, label: u64) {
        self.state[cell] = enter | leave << 3;
        self.label[cell] = label;
    }

    fn next(&self, cell: usize, dir: u8) -> usize {
        cell.wrapping_add_signed(self.offset[usize::from(dir & 3)])
    }

    fn previous(&self, cell: usize, dir: u8) -> usize {
        cell.wrapping_add_signed(self.offset[usize::from((dir ^ 2) & 3)])
    }

    fn far(&self, cell: usize, dir: u8, steps: usize) -> usize {
        cell.wrapping_add_signed(self.offset[usize::from(dir & 3)] * steps as isize)
    }
}
