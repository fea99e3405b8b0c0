//! One walk backwards, and what it leaves.
//!
//! In: a board, the end of a path, and then the directions from which the path comes to one cell
//! after another. Out: what that says of where it starts, as the [survey](super) uses it.
//! Everything is kept up to date cell by cell, and can be undone.

use crate::coil::Board;
use crate::coil::solve::slides::groups::{Groups, around};

/// The bit of a cell's flags that says that it is a wall or was passed; the lowest is its colour.
const BLOCKED: u8 = 0x80;

/// What the sides of a cell say: that it can only be the start.
const ODD: u8 = 1;
/// That it must be the cell before the head.
const LAST: u8 = 2;

/// What the sides of a cell say: those from which the path may come in the lower four bits, those
/// to which it may go on in the others.
const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut sides = 0_usize;
    while sides < 256 {
        let (ins, outs) = (sides & 15, sides >> 4);
        let single = ins == outs && ins.is_power_of_two();
        if outs == 0 {
            classes[sides] = ODD | LAST;
        } else if ins == 0 || single {
            classes[sides] = ODD;
        }
        sides += 1;
    }
    classes
};

/// What a move of the walk would show.
pub enum Look {
    /// That the path starts here.
    Start(usize),
    /// That there is no such path.
    Vain,
    /// Nothing.
    Open,
}

/// See the [module](self).
pub struct Backwards {
    delta: [usize; 4],
    /// The colour of each cell, and whether it is [`BLOCKED`].
    flags: Vec<u8>,
    /// The sides of each cell, as in [`CLASSES`]; of those that were passed, as they were then.
    sides: Vec<u8>,
    /// How many of the cells that are left are odd, by colour, and the exclusive or of all.
    odd: [usize; 2],
    odd_cells: usize,
    /// How many of them can only be the cell before the head.
    lasts: usize,
    /// How many cells are left.
    left: usize,
    /// Black free cells minus white ones.
    balance: isize,
    /// The colour of the start.
    start_colour: usize,
    groups: Groups,
    /// The cells that were passed, the end first.
    path: Vec<Passed>,
    /// Cells whose sides were changed, and what they were.
    trail: Vec<(u32, u8)>,
}

/// A cell that was passed.
#[derive(Clone, Copy)]
struct Passed {
    cell: u32,
    /// The sides from which the path may have come.
    ways: u8,
    /// How long the trail was before.
    trail: usize,
}

/// A state to return to.
#[derive(Clone, Copy, Default)]
pub struct Mark {
    path: usize,
    touches: usize,
}

impl Backwards {
    /// A walk that has not begun.
    pub fn new(board: &Board, groups: Groups) -> Self {
        let count = board.cell_count();
        let stride = board.stride();
        let flags = (0..count).map(|cell| {
            let wall = if board.is_free(cell) { 0 } else { BLOCKED };
            wall | u8::from(board.is_black(cell))
        });
        let mut walk = Self {
            delta: [1, stride, 1_usize.wrapping_neg(), stride.wrapping_neg()],
            flags: flags.collect(),
            sides: vec![0; count],
            odd: [0; 2],
            odd_cells: 0,
            lasts: 0,
            left: board.free_count(),
            balance: board.balance(),
            start_colour: 0,
            groups,
            path: Vec::new(),
            trail: Vec::new(),
        };
        for cell in board.free_cells() {
            let free = (0..4).filter(|&dir| walk.is_left(walk.next(cell, dir)));
            let free = free.fold(0, |sides, dir| sides | 1 << dir);
            walk.sides[cell] = free | free << 4;
            walk.count(cell, 1);
        }
        walk
    }

    #[inline]
    fn next(&self, cell: usize, dir: usize) -> usize {
        cell.wrapping_add(self.delta[dir & 3])
    }

    #[inline]
    fn is_left(&self, cell: usize) -> bool {
        self.flags[cell] & BLOCKED == 0
    }

    fn colour(&self, cell: usize) -> usize {
        usize::from(self.flags[cell] & 1)
    }

    fn head(&self) -> usize {
        self.path.last().map_or(0, |last| last.cell as usize)
    }

    /// Counts a cell that is left, or no longer.
    #[inline]
    fn count(&mut self, cell: usize, by: isize) {
        let class = CLASSES[usize::from(self.sides[cell])];
        if class != 0 {
            let colour = self.colour(cell);
            self.odd[colour] = self.odd[colour].wrapping_add_signed(by);
            self.odd_cells ^= cell;
            if class & LAST != 0 {
                self.lasts = self.lasts.wrapping_add_signed(by);
            }
        }
    }

    #[inline]
    fn set(&mut self, cell: usize, sides: u8) {
        let old = self.sides[cell];
        if CLASSES[usize::from(old)] == CLASSES[usize::from(sides)] {
            self.sides[cell] = sides;
        } else {
            self.count(cell, -1);
            self.sides[cell] = sides;
            self.count(cell, 1);
        }
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
        while self.path.len() > mark.path {
            let Some(Passed { cell, trail, .. }) = self.path.pop() else {
                break;
            };
            while self.trail.len() > trail {
                let Some((cell, sides)) = self.trail.pop() else {
                    break;
                };
                self.set(cell as usize, sides);
            }
            self.flags[cell as usize] &= !BLOCKED;
            self.left += 1;
            self.count(cell as usize, 1);
        }
    }

    /// Begins at the end of the path. Returns false if there is none that ends here.
    pub fn start(&mut self, cell: usize) -> bool {
        let colour = self.colour(cell);
        self.start_colour = match self.balance {
            0 => 1 - colour,
            1 if colour == 1 => 1,
            -1 if colour == 0 => 0,
            _ => return false,
        };
        if self.cuts(cell) {
            return false;
        }
        // The path goes no further, so that nothing matters but where it comes from.
        let ways = (0..4).filter(|&dir| self.is_left(self.next(cell, dir)));
        let ways = ways.fold(0, |ways, dir| ways | 1 << dir);
        self.enter(cell, ways);
        true
    }

    /// The directions from which the path may have come to the head.
    pub fn ways(&self) -> u8 {
        self.path.last().map_or(0, |last| last.ways)
    }

    /// What it would show that the path has come to the head from this direction, one of its ways.
    pub fn look(&mut self, dir: usize) -> Look {
        let to = self.next(self.head(), dir);
        if self.left == 1 {
            return Look::Start(to);
        }
        let odd = |sides: u8| CLASSES[usize::from(sides)];
        // The cell before the head need not be left for another, nor be entered on this axis.
        let mut lasts = self.lasts;
        let (mut odds, mut cells) = (self.odd, self.odd_cells);
        let mut forget = |class: u8, cell: usize, colour: usize| {
            if class != 0 {
                odds[colour] -= 1;
                cells ^= cell;
                lasts -= usize::from(class & LAST != 0);
            }
        };
        forget(odd(self.sides[to]), to, self.colour(to));
        // The one beyond may still go straight on to the head.
        let beyond = self.next(to, dir);
        let class = if self.is_left(beyond) {
            odd(self.sides[beyond])
        } else {
            0
        };
        if class != 0 {
            let colour = self.colour(beyond);
            forget(class, beyond, colour);
            if odd(self.sides[beyond] | 16 << ((dir + 2) & 3)) != 0 {
                odds[colour] += 1;
                cells ^= beyond;
            }
        }
        let right = odds[self.start_colour];
        let is_vain = lasts > 0 || right > 1 || odds[1 - self.start_colour] > 0 || self.cuts(to);
        match right {
            _ if is_vain => Look::Vain,
            0 => Look::Open,
            _ => Look::Start(cells),
        }
    }

    /// Passes the next cell in this direction.
    pub fn pass(&mut self, dir: usize) {
        let to = self.next(self.head(), dir);
        let straight = u8::from(self.is_left(self.next(to, dir))) << dir;
        self.enter(to, self.sides[to] & 15 | straight);
    }

    fn enter(&mut self, cell: usize, ways: u8) {
        for other in around(self.delta, cell) {
            self.groups.touch_at(other);
        }
        self.count(cell, -1);
        self.flags[cell] |= BLOCKED;
        self.left -= 1;
        self.path.push(Passed {
            cell: cell as u32,
            ways,
            trail: self.trail.len(),
        });
        for dir in 0..4 {
            let beside = self.next(cell, dir);
            if !self.is_left(beside) {
                continue;
            }
            let sides = self.sides[beside];
            let back = (dir + 2) & 3;
            self.trail.push((beside as u32, sides));
            // Nothing comes from here nor from beyond, and nothing goes on to here.
            self.set(beside, sides & !(0b0101 << (dir & 1) | 16 << back));
            if sides >> dir & 1 == 1 {
                let beyond = self.next(beside, dir);
                let sides = self.sides[beyond];
                self.trail.push((beyond as u32, sides));
                self.set(beyond, sides & !(16 << back));
            }
        }
    }

    /// Whether passing a cell cuts what is left in two.
    fn cuts(&mut self, cell: usize) -> bool {
        let flags = &self.flags;
        self.groups.meet_around(around(self.delta, cell), |other| {
            flags[other] & BLOCKED == 0
        })
    }
}
