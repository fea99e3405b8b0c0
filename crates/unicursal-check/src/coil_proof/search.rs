//! Every walk that what is known leaves, tried one after the other.
//!
//! A walk slides as the rule of Coil says, and is given up only where nothing can complete it:
//!
//! - *Known*: it uses a pair of neighbours of which it is known that the path does not go that way.
//! - *Dead ends*: each cell that is left, but the one that is entered next, needs two free neighbours, or
//!   one if it is the end. So at most one has no more than one, and there the path may end.
//! - *Cuts*: walls that touch by sides or corners form groups; the path, and all groups that it touches,
//!   are one. Going once round the line of a slide one meets free and blocked stretches in turn. If two
//!   blocked ones belong together, they and the line enclose what is free between them on one side,
//!   and so separate it from what is free on the other.
//! - *Ends*: no cell is left where the path may end.

use super::forest::Forest;
use super::rules::{OUT, START};
use super::state::State;
use crate::proof::{Fault, wrong};

/// Tries all walks but that of the answer, and enters so many cells at most.
pub fn search(
    state: &mut State,
    answer: Option<&[usize]>,
    mut most: u64,
    go_on: &dyn Fn() -> bool,
) -> Result<(), Fault> {
    let mut starts = state.candidates(START);
    starts.retain(|&cell| !state.separates(cell));
    starts.sort_by_cached_key(|&cell| state.kind(cell));
    for alike in starts.chunk_by(|&a, &b| state.kind(a) == state.kind(b)) {
        let mut walker = Walker::new(state, alike[0]);
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

struct Walker<'a> {
    state: &'a State,
    steps: [isize; 4],
    /// Walls, and cells that the walk has visited.
    blocked: Vec<bool>,
    /// How many neighbours of a free cell are free.
    ways: Vec<u8>,
    may_end: Vec<bool>,
    /// The free cells where the path may end.
    ends: usize,
    /// Those of them that have one way.
    dead_ends: usize,
    /// Free cells with fewer ways than they need.
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
    fn new(state: &'a State, start: usize) -> Self {
        let count = state.len();
        let stride = state.beside(0, 1) as isize;
        let blocked: Vec<bool> = (0..count).map(|cell| state.roles(cell) == 0).collect();
        let mut walls = Forest::new(count);
        let touching = [1, stride - 1, stride, stride + 1];
        for wall in (0..count).filter(|&cell| blocked[cell]) {
            for other in touching.map(|step| wall.saturating_add_signed(step)) {
                if blocked.get(other) == Some(&true) {
                    walls.join(wall, other);
                }
            }
        }
        let group = |cell: usize| {
            if blocked[cell] {
                walls.root(cell)
            } else {
                count
            }
        };
        let mut walker = Self {
            state,
            steps: [1, stride, -1, -stride],
            ways: vec![0; count],
            may_end: (0..count).map(|cell| state.may_end(start, cell)).collect(),
            ends: 0,
            dead_ends: 0,
            lost: 0,
            group: (0..count).map(|cell| group(cell) as u32).collect(),
            touched: vec![false; count + 1],
            touches: Vec::new(),
            met: Vec::new(),
            path: Vec::new(),
            slides: Vec::new(),
            blocked,
        };
        for cell in 0..count {
            if !walker.blocked[cell] {
                let free = |&dir: &usize| !walker.blocked[walker.beside(cell, dir)];
                walker.ways[cell] = (0..4).filter(free).count() as u8;
                walker.count(cell, true);
            }
        }
        walker.ends = walker.may_end.iter().filter(|&&may_end| may_end).count();
        walker
    }

    fn beside(&self, cell: usize, dir: usize) -> usize {
        cell.wrapping_add_signed(self.steps[dir])
    }

    /// Counts a free cell that has fewer ways than two, or no longer.
    fn count(&mut self, cell: usize, more: bool) {
        let counter = match self.ways[cell] {
            1 if self.may_end[cell] => &mut self.dead_ends,
            0 | 1 => &mut self.lost,
            _ => return,
        };
        *counter = if more { *counter + 1 } else { *counter - 1 };
    }

    /// Visits a cell, or takes that back. Its free neighbours on these sides have one way less, or more.
    fn mark(&mut self, cell: usize, visited: bool, sides: &[usize]) {
        self.count(cell, !visited);
        self.blocked[cell] = visited;
        if self.may_end[cell] {
            self.ends = if visited {
                self.ends - 1
            } else {
                self.ends + 1
            };
        }
        for &side in sides {
            let beside = self.beside(cell, side);
            if !self.blocked[beside] {
                self.count(beside, false);
                let ways = self.ways[beside];
                self.ways[beside] = if visited { ways - 1 } else { ways + 1 };
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
            if self.blocked[next] {
                continue;
            }
            let (mut dead_ends, mut lost) = (self.dead_ends, self.lost);
            match self.ways[next] {
                1 if self.may_end[next] => dead_ends -= 1,
                0 | 1 => lost -= 1,
                _ => {}
            }
            if dead_ends <= 1 && lost == 0 {
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
        let path_group = self.blocked.len() as u32;
        self.met.clear();
        self.met.push(path_group);
        let (mut free, mut stretch) = ([false; 2], [None; 2]);
        let mut last = head;
        let mut at = self.beside(head, dir);
        while !self.blocked[at] {
            if self.state.values(last, dir) & OUT == 0 {
                return false;
            }
            self.mark(at, true, &sides);
            self.path.push(at);
            for side in 0..2 {
                let cell = self.beside(at, sides[side]);
                if !self.blocked[cell] {
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

    /// The group that a blocked cell belongs to now.
    fn group_of(&self, cell: usize) -> u32 {
        let group = self.group[cell];
        if self.touched[group as usize] {
            self.blocked.len() as u32
        } else {
            group
        }
    }

    /// The path touches a group.
    fn touch(&mut self, group: u32) {
        let path_group = self.blocked.len() as u32;
        if group != path_group && !std::mem::replace(&mut self.touched[group as usize], true) {
            self.touches.push(group);
        }
    }
}

/// The two directions across one.
fn sides_of(dir: usize) -> [usize; 2] {
    [(dir + 1) % 4, (dir + 3) % 4]
}
