//! What is possible of every pair of neighbours and of every cell, and what follows from it.

mod ends;
mod follow;

use super::forest::Forest;
use super::rules::{AFTER, ANY, BEFORE, END, IN, MIDDLE, OUT, Rules, START, side};
use crate::coil::Place;

const USED: u16 = IN | OUT;
const UNUSED: u16 = AFTER | BEFORE;

/// A board with a frame of walls, and what is still possible on it. Whatever is taken away stands
/// on a trail and can be put back.
pub struct State {
    rules: Rules,
    stride: usize,
    words: Vec<u16>,
    roles: Vec<u8>,
    /// The cells that are to be judged.
    judged: Vec<bool>,
    judged_cells: Vec<usize>,
    /// For the ends of each chain of pairs that the path certainly uses, the other end.
    other_end: Vec<u32>,
    corners: Forest,
    /// How many more cells there are with an even sum of column and row than with an odd one.
    surplus: i64,
    /// Whether the sum of column and row is even.
    even: Vec<bool>,
    /// How many cells are free.
    free: usize,
    ends: Ends,
    /// What is known of the beginning of the path, from the start on, and of its end, from there
    /// back.
    walks: [Vec<usize>; 2],
    /// Which of the two has come to a cell.
    passed: Vec<[bool; 2]>,
    trail: Vec<Entry>,
    /// Cells that are to be looked at, and blocks of 2x2 cells: the number of the upper left one,
    /// and as many more as there are cells.
    queue: Vec<usize>,
    queued: Vec<bool>,
    conflict: bool,
    /// Whether the board alone contradicts the rules.
    broken: bool,
}

/// The ends of the path, as far as they are counted.
#[derive(Default)]
struct Ends {
    /// The cells that may be ends; empty while they are not counted.
    candidates: Vec<usize>,
    /// Sets of cells with an end in each.
    cores: Vec<Vec<usize>>,
    /// How many cells may be the start, may be the end, and must be one of them.
    starts: usize,
    finishes: usize,
    certain: usize,
}

/// What was changed, and what it was before.
enum Entry {
    Word(usize, u16),
    Roles(usize, u8),
    OtherEnd(usize, u32),
    /// A root of the corners that was put below another.
    Corner(usize),
    /// The last cell of a walk.
    Step(usize),
}

impl State {
    /// Nothing is known but the walls, and what the colours of a chess board say of the ends: cells
    /// of both colours take turns on a path, so if one colour has more, it has both ends.
    pub fn new(width: usize, height: usize, is_free: impl Fn(usize, usize) -> bool) -> Self {
        let stride = width + 2;
        let count = stride * (height + 2);
        let places = || (1..=height).flat_map(|y| (1..=width).map(move |x| (x, y)));
        let mut free = vec![false; count];
        let mut even = vec![false; count];
        let (mut number, mut surplus) = (0, 0);
        for (x, y) in places() {
            let cell = y * stride + x;
            even[cell] = (x + y) % 2 == 0;
            if is_free(x - 1, y - 1) {
                free[cell] = true;
                number += 1;
                surplus += if even[cell] { 1 } else { -1 };
            }
        }
        let mut state = Self {
            rules: Rules::new(),
            stride,
            words: vec![0; count],
            roles: vec![0; count],
            judged: vec![false; count],
            judged_cells: Vec::new(),
            other_end: (0..count as u32).collect(),
            corners: Forest::new(count),
            surplus,
            even,
            free: number,
            ends: Ends::default(),
            walks: [Vec::new(), Vec::new()],
            passed: vec![[false; 2]; count],
            trail: Vec::new(),
            queue: Vec::new(),
            queued: vec![false; 2 * count],
            conflict: false,
            broken: false,
        };
        for (x, y) in places() {
            let cell = y * stride + x;
            if !free[cell] {
                continue;
            }
            for dir in 0..4 {
                if free[state.beside(cell, dir)] {
                    state.words[cell] |= ANY << (4 * dir);
                }
            }
            let may_end = surplus == 0 || state.is_even(cell) == (surplus > 0);
            state.roles[cell] = if may_end {
                START | END | MIDDLE
            } else {
                MIDDLE
            };
        }
        state.broken = surplus.abs() > 1 || !state.hangs_together(free);
        state.conflict = state.broken;
        if !state.broken {
            state.join_corners();
        }
        state
    }

    /// Joins the corners of cells along walls. The upper left corner of a cell has its number.
    fn join_corners(&mut self) {
        let (width, height) = (self.stride - 2, self.words.len() / self.stride - 2);
        for y in 1..=height + 1 {
            for x in 1..=width + 1 {
                let cell = y * self.stride + x;
                if x <= width && self.values(cell, 3) == 0 {
                    self.corners.join(cell, cell + 1);
                }
                if y <= height && self.values(cell, 2) == 0 {
                    self.corners.join(cell, cell + self.stride);
                }
            }
        }
    }

    /// Whether one can go from any free cell to any other.
    fn hangs_together(&self, mut left: Vec<bool>) -> bool {
        let mut cells: Vec<usize> = left.iter().position(|&free| free).into_iter().collect();
        if let Some(&first) = cells.first() {
            left[first] = false;
        }
        while let Some(cell) = cells.pop() {
            for dir in 0..4 {
                let next = self.beside(cell, dir);
                if std::mem::replace(&mut left[next], false) {
                    cells.push(next);
                }
            }
        }
        !left.contains(&true)
    }

    /// How many cells there are, with the frame.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// How many cells are free.
    pub fn free(&self) -> usize {
        self.free
    }

    /// The number of a free cell in this column and row.
    pub fn cell(&self, (x, y): Place) -> Option<usize> {
        let inside = x < self.stride - 2 && y < self.words.len() / self.stride - 2;
        let cell = inside.then(|| (y + 1) * self.stride + x + 1)?;
        (self.roles[cell] != 0).then_some(cell)
    }

    /// The neighbour of a cell to the right (0), below (1), to the left (2) or above (3).
    pub fn beside(&self, cell: usize, dir: usize) -> usize {
        match dir {
            0 => cell + 1,
            1 => cell + self.stride,
            2 => cell - 1,
            _ => cell - self.stride,
        }
    }

    fn is_even(&self, cell: usize) -> bool {
        self.even[cell]
    }

    /// The values of a pair of neighbours that are possible, seen from `cell`.
    pub fn values(&self, cell: usize, dir: usize) -> u16 {
        side(self.words[cell], dir)
    }

    /// The values of all pairs of a cell that are possible.
    pub fn word(&self, cell: usize) -> u16 {
        self.words[cell]
    }

    /// What is possible of a cell itself.
    pub fn roles(&self, cell: usize) -> u8 {
        self.roles[cell]
    }

    /// Whether what is known contradicts itself.
    pub fn conflict(&self) -> bool {
        self.conflict
    }

    /// What is known contradicts itself.
    pub fn give_up(&mut self) {
        self.conflict = true;
    }

    /// The free cells of a box, both corners included.
    pub fn cells_in(&self, [(x0, y0), (x1, y1)]: [Place; 2]) -> Vec<usize> {
        let (columns, rows) = (self.stride - 2, self.words.len() / self.stride - 2);
        let rows = y0..rows.min(y1.saturating_add(1));
        let columns = x0..columns.min(x1.saturating_add(1));
        rows.flat_map(|y| columns.clone().map(move |x| (x, y)))
            .filter_map(|place| self.cell(place))
            .collect()
    }

    /// Judges the free cells of a box too, both corners included.
    pub fn judge(&mut self, corners: [Place; 2]) {
        for cell in self.cells_in(corners) {
            if !std::mem::replace(&mut self.judged[cell], true) {
                self.judged_cells.push(cell);
            }
            for first in [0, 1, self.stride, self.stride + 1] {
                self.enqueue(self.words.len() + cell - first);
            }
            self.enqueue(cell);
        }
        self.follow();
    }

    /// Nothing is known, and no cell is judged from now on.
    pub fn forget(&mut self) {
        self.undo(0);
        for cell in self.judged_cells.drain(..) {
            self.judged[cell] = false;
        }
    }

    /// How much has been taken away so far, for [`State::undo`].
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Puts back what was taken away since a mark.
    pub fn undo(&mut self, mark: usize) {
        self.conflict = self.broken;
        self.clear_queue();
        for entry in self.trail.split_off(mark).into_iter().rev() {
            match entry {
                Entry::Word(cell, word) => self.words[cell] = word,
                Entry::Roles(cell, roles) => {
                    let new = self.roles[cell];
                    self.recount(new, roles);
                    self.roles[cell] = roles;
                }
                Entry::OtherEnd(cell, other) => self.other_end[cell] = other,
                Entry::Corner(root) => self.corners.split(root),
                Entry::Step(way) => {
                    if let Some(cell) = self.walks[way].pop() {
                        self.passed[cell][way] = false;
                    }
                }
            }
        }
    }

    /// Only these values are possible of a pair of neighbours, and what follows from that.
    pub fn narrow(&mut self, cell: usize, dir: usize, values: u16) {
        self.keep(cell, dir, values);
        self.follow();
    }

    /// Only these roles are possible of a cell, and what follows from that.
    pub fn narrow_roles(&mut self, cell: usize, roles: u8) {
        self.keep_roles(cell, roles);
        self.follow();
    }
}
