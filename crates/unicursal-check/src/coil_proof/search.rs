//! Every walk that what is known leaves, tried one after the other.
//!
//! A walk slides as the rule of Coil says, and is given up only where nothing can complete it:
//!
//! - *Known*: it gives a pair of neighbours a value that is known to be impossible, or that a [box](super::facts) in
//!   which it did not start excludes. Once a walk has left a cell, all of its pairs have their value.
//! - *Dead ends*: each cell that is left, but the one that is entered next, needs two free neighbours, or
//!   one if it is the end. So at most one has no more than one, and there the path may end.
//! - *Cuts*: walls that touch by sides or corners form groups; the path, and all groups that it touches,
//!   are one. Going once round the line of a slide one meets free and blocked stretches in turn. If two
//!   blocked ones belong together, they and the line enclose what is free between them on one side,
//!   and so separate it from what is free on the other.
//! - *Ends*: no cell is left where the path may end.

use super::facts::Facts;
use super::forest::Forest;
use super::rules::{AFTER, ANY, BEFORE, IN, OUT, START, side};
use super::state::State;
use crate::proof::{Fault, wrong};

/// Tries all walks but that of the answer, and enters so many cells at most.
pub fn search(
    state: &mut State,
    facts: &mut Facts,
    answer: Option<&[usize]>,
    mut most: u64,
    go_on: &dyn Fn() -> bool,
) -> Result<(), Fault> {
    let mut starts = state.candidates(START);
    starts.retain(|&cell| !state.separates(cell));
    starts.sort_by_cached_key(|&cell| state.kind(cell));
    for alike in starts.chunk_by(|&a, &b| state.kind(a) == state.kind(b)) {
        let mut walker = Walker::new(state, facts, alike[0]);
        for &start in alike {
            walker.walk_from(start, answer, &mut most, go_on)?;
        }
    }
    Ok(())
}

/// A slide of the walk: how long the path was before, and how many groups it had touched.
struct Slide {
    dir: usize,
    length: usize,
    touched: usize,
}

#[derive(Clone, Copy)]
struct Cell {
    /// A wall, or visited.
    blocked: bool,
    /// How many neighbours are free, if it is.
    ways: u8,
    may_end: bool,
    /// Whether something is known of its pairs.
    told: bool,
}

impl Cell {
    /// If it is free: whether it can only be the end, and whether it cannot even be that.
    fn lacks(self) -> (usize, usize) {
        let few = self.ways < 2;
        let dead_end = self.ways == 1 && self.may_end;
        (usize::from(dead_end), usize::from(few && !dead_end))
    }
}

struct Walker<'a> {
    state: &'a State,
    facts: &'a mut Facts,
    steps: [isize; 4],
    cells: Vec<Cell>,
    /// The free cells where the path may end.
    ends: usize,
    /// Those that can only be the end.
    dead_ends: usize,
    /// Those that cannot even be that.
    lost: usize,
    /// For each wall the number of its group; all other cells have that of the path.
    group: Vec<u32>,
    touched: Vec<bool>,
    touches: Vec<u32>,
    /// The groups that one meets around the line at hand.
    met: Vec<u32>,
    path: Vec<usize>,
    slides: Vec<Slide>,
}

impl<'a> Walker<'a> {
    /// For walks from a start like this one.
    fn new(state: &'a State, facts: &'a mut Facts, start: usize) -> Self {
        let count = state.len();
        let stride = state.beside(0, 1) as isize;
        let cell = |cell: usize| Cell {
            blocked: state.roles(cell) == 0,
            ways: (0..4).filter(|&dir| state.values(cell, dir) != 0).count() as u8,
            may_end: state.may_end(start, cell),
            told: is_told(state.word(cell)) || facts.tell_of(cell),
        };
        let cells: Vec<Cell> = (0..count).map(cell).collect();
        let is_wall = |cell: usize| cells.get(cell).is_some_and(|cell| cell.blocked);
        let mut walls = Forest::new(count);
        let touching = [1, stride - 1, stride, stride + 1];
        for wall in (0..count).filter(|&cell| is_wall(cell)) {
            for other in touching.map(|step| wall.saturating_add_signed(step)) {
                if is_wall(other) {
                    walls.join(wall, other);
                }
            }
        }
        let group = |cell: usize| {
            if is_wall(cell) {
                walls.root(cell)
            } else {
                count
            }
        };
        let mut walker = Self {
            state,
            facts,
            steps: [1, stride, -1, -stride],
            ends: cells.iter().filter(|cell| cell.may_end).count(),
            dead_ends: 0,
            lost: 0,
            group: (0..count).map(|cell| group(cell) as u32).collect(),
            touched: vec![false; count + 1],
            touches: Vec::new(),
            met: Vec::new(),
            path: Vec::new(),
            slides: Vec::new(),
            cells,
        };
        for cell in 0..count {
            if !walker.cells[cell].blocked {
                walker.count(cell, true);
            }
        }
        walker
    }

    fn beside(&self, cell: usize, dir: usize) -> usize {
        cell.wrapping_add_signed(self.steps[dir])
    }

    /// Counts a free cell that lacks ways, or no longer.
    fn count(&mut self, cell: usize, more: bool) {
        if self.cells[cell].ways > 1 {
            return;
        }
        let (dead_ends, lost) = self.cells[cell].lacks();
        if more {
            self.dead_ends += dead_ends;
            self.lost += lost;
        } else {
            self.dead_ends -= dead_ends;
            self.lost -= lost;
        }
    }

    /// Visits a cell, or takes that back. Its free neighbours on these sides have one way less, or more.
    fn mark(&mut self, cell: usize, visited: bool, sides: &[usize]) {
        self.count(cell, !visited);
        self.cells[cell].blocked = visited;
        if self.cells[cell].may_end {
            self.ends = if visited {
                self.ends - 1
            } else {
                self.ends + 1
            };
        }
        for &side in sides {
            let beside = self.beside(cell, side);
            if !self.cells[beside].blocked {
                self.count(beside, false);
                let ways = &mut self.cells[beside].ways;
                *ways = if visited { *ways - 1 } else { *ways + 1 };
                self.count(beside, true);
            }
        }
    }

    /// Takes back all slides but the first ones.
    fn shorten(&mut self, slides: usize) {
        while self.slides.len() > slides {
            let Some(slide) = self.slides.pop() else {
                return;
            };
            for index in (slide.length..self.path.len()).rev() {
                self.mark(self.path[index], false, &sides_of(slide.dir));
            }
            self.path.truncate(slide.length);
            self.forget_touches(slide.touched);
        }
    }

    fn forget_touches(&mut self, kept: usize) {
        for group in self.touches.drain(kept..) {
            self.touched[group as usize] = false;
        }
    }

    /// Tries all walks from a start; `left` is how many more cells may be entered.
    fn walk_from(
        &mut self,
        start: usize,
        answer: Option<&[usize]>,
        left: &mut u64,
        go_on: &dyn Fn() -> bool,
    ) -> Result<(), Fault> {
        let all = [0, 1, 2, 3];
        self.facts.start_at(start, self.state.is_in_core(start));
        self.mark(start, true, &all);
        self.path.push(start);
        // The walls around the start are one with the path.
        for row in [-self.steps[1], 0, self.steps[1]] {
            for column in [-1, 0, 1] {
                self.touch(self.group[start.wrapping_add_signed(row + column)]);
            }
        }
        let mut choices = Vec::new();
        self.choose(&all, &mut choices);
        let mut looks = 0_u32;
        while let Some((slides, dir)) = choices.pop() {
            self.shorten(slides);
            let before = self.path.len();
            let may_go_on = self.slide(dir);
            let Some(rest) = left.checked_sub((self.path.len() - before) as u64) else {
                return wrong("the search enters more cells than that");
            };
            *left = rest;
            looks = looks.wrapping_add(1);
            if looks.is_multiple_of(4096) && !go_on() {
                return Err(Fault::Stopped);
            }
            if self.path.len() < self.state.free() {
                if may_go_on {
                    self.choose(&sides_of(dir), &mut choices);
                }
            } else if answer != Some(&self.path[..]) {
                return wrong("there is a walk that visits every cell");
            }
        }
        self.shorten(0);
        self.forget_touches(0);
        self.path.clear();
        self.mark(start, false, &all);
        Ok(())
    }

    /// Notes the directions in which the walk may go on.
    fn choose(&self, dirs: &[usize], choices: &mut Vec<(usize, usize)>) {
        let Some(&head) = self.path.last() else {
            return;
        };
        for &dir in dirs {
            let next = self.beside(head, dir);
            let (dead_ends, lost) = self.cells[next].lacks();
            if !self.cells[next].blocked && self.dead_ends - dead_ends <= 1 && self.lost == lost {
                choices.push((self.slides.len(), dir));
            }
        }
    }

    /// Slides from the head until blocked. Returns false if the walk cannot be completed.
    fn slide(&mut self, dir: usize) -> bool {
        let Some(&head) = self.path.last() else {
            return false;
        };
        self.slides.push(Slide {
            dir,
            length: self.path.len(),
            touched: self.touches.len(),
        });
        let sides = sides_of(dir);
        let path_group = self.cells.len() as u32;
        self.met.clear();
        self.met.push(path_group);
        let (mut free, mut stretch) = ([false; 2], [None; 2]);
        let mut last = head;
        let mut at = self.beside(head, dir);
        while !self.cells[at].blocked {
            if !self.may_pass(last, Some(dir)) {
                return false;
            }
            self.mark(at, true, &sides);
            self.path.push(at);
            for side in 0..2 {
                let cell = self.beside(at, sides[side]);
                if !self.cells[cell].blocked {
                    free[side] = true;
                    self.met.extend(stretch[side].take());
                } else if free[side] && stretch[side].is_none() {
                    // What is blocked before the first free cell touches the path.
                    stretch[side] = Some(self.group_of(cell));
                }
            }
            (last, at) = (at, self.beside(at, dir));
        }
        // What is in front touches the path along a side that is blocked all the way.
        let front = self.group_of(at);
        if free == [true; 2] {
            self.met.push(front);
        }
        if self.path.len() < self.state.free() && !self.may_pass(last, None) {
            return false;
        }
        self.met.sort_unstable();
        if self.met.windows(2).any(|pair| pair[0] == pair[1]) || self.ends == 0 {
            return false;
        }
        for index in 0..self.met.len() {
            self.touch(self.met[index]);
        }
        self.touch(front);
        true
    }

    /// Whether what is known admits that the walk goes on from the cell where it is, in this direction, or in any.
    fn may_pass(&self, cell: usize, to: Option<usize>) -> bool {
        if !self.cells[cell].told {
            return true;
        }
        let word = self.state.word(cell) & self.facts.word(cell);
        let before = self.path.len().checked_sub(2).map(|at| self.path[at]);
        (0..4).all(|dir| {
            let beside = self.beside(cell, dir);
            let values = if Some(beside) == before {
                IN
            } else if self.cells[beside].blocked {
                BEFORE
            } else if to.is_none() {
                OUT | AFTER
            } else if to == Some(dir) {
                OUT
            } else {
                AFTER
            };
            side(word, dir) & values != 0 || self.state.values(cell, dir) == 0
        })
    }

    /// The group that a blocked cell belongs to now.
    fn group_of(&self, cell: usize) -> u32 {
        let group = self.group[cell];
        if self.touched[group as usize] {
            self.cells.len() as u32
        } else {
            group
        }
    }

    /// The path touches a group.
    fn touch(&mut self, group: u32) {
        let path_group = self.cells.len() as u32;
        if group != path_group && !std::mem::replace(&mut self.touched[group as usize], true) {
            self.touches.push(group);
        }
    }
}

/// Whether not all values of the pairs of a cell are possible.
fn is_told(word: u16) -> bool {
    (0..4).any(|dir| ![0, ANY].contains(&side(word, dir)))
}

/// The two directions across one.
fn sides_of(dir: usize) -> [usize; 2] {
    [(dir + 1) % 4, (dir + 3) % 4]
}
