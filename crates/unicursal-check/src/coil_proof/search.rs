//! Every walk that what is known leaves, tried one after the other.
//!
//! A walk slides as the rule of Coil says, and is given up only where nothing can complete it:
//!
//! - *Known*: it gives a pair of neighbours a value that is known to be impossible, or that a
//!   [box](super::facts) in which it did not start excludes. Once a walk has left a cell, all of
//!   its pairs have their value.
//! - *Dead ends*: each cell that is left, but the one that is entered next, needs two free
//!   neighbours, or one if it is the end. So at most one has no more than one, and there the path
//!   may end.
//! - *Cuts*: walls that touch by sides or corners form groups; the path, and all groups that it
//!   touches, are one. Going once round the line of a slide one meets free and blocked stretches in
//!   turn. If two blocked ones belong together, they and the line enclose what is free between them
//!   on one side, and so separate it from what is free on the other.
//! - *Ends*: no cell is left where the path may end.

mod groups;
mod left;

use self::groups::Groups;
use self::left::Left;
use super::facts::Facts;
use super::rules::{AFTER, ANY, BEFORE, IN, OUT, START, side};
use super::state::State;
use crate::proof::{Fault, wrong};

/// Tries all walks but those of the answers, and enters this many cells at most.
pub fn search(
    state: &mut State,
    facts: &mut Facts,
    answers: &[&[usize]],
    mut most: u64,
    go_on: &dyn Fn() -> bool,
) -> Result<(), Fault> {
    let mut starts = state.candidates(START);
    starts.retain(|&cell| !state.separates(cell));
    starts.sort_by_cached_key(|&cell| state.kind(cell));
    for alike in starts.chunk_by(|&a, &b| state.kind(a) == state.kind(b)) {
        let mut walker = Walker::new(state, facts, alike[0]);
        for &start in alike {
            walker.walk_from(start, answers, &mut most, go_on)?;
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
    facts: &'a mut Facts,
    left: Left,
    groups: Groups,
    /// The groups that one meets around the line at hand.
    met: Vec<u32>,
    path: Vec<usize>,
    slides: Vec<Slide>,
}

impl<'a> Walker<'a> {
    /// For walks from a start like this one.
    fn new(state: &'a State, facts: &'a mut Facts, start: usize) -> Self {
        let told = |cell| is_told(state.word(cell)) || facts.tell_of(cell);
        Self {
            left: Left::new(state, start, told),
            state,
            facts,
            groups: Groups::new(state),
            met: Vec::new(),
            path: Vec::new(),
            slides: Vec::new(),
        }
    }

    /// Takes back all slides but the first ones.
    fn shorten(&mut self, slides: usize) {
        while self.slides.len() > slides {
            let Some(slide) = self.slides.pop() else {
                return;
            };
            for index in (slide.length..self.path.len()).rev() {
                self.left
                    .mark(self.path[index], false, &sides_of(slide.dir));
            }
            self.path.truncate(slide.length);
            self.groups.shorten(slide.touched);
        }
    }

    /// Tries all walks from a start; `most` is how many more cells may be entered.
    fn walk_from(
        &mut self,
        start: usize,
        answers: &[&[usize]],
        most: &mut u64,
        go_on: &dyn Fn() -> bool,
    ) -> Result<(), Fault> {
        let all = [0, 1, 2, 3];
        self.facts.start_at(start, self.state.is_in_core(start));
        self.left.mark(start, true, &all);
        self.path.push(start);
        self.groups.touch_around(start);
        let mut choices = Vec::new();
        self.choose(&all, &mut choices);
        let mut looks = 0_u32;
        while let Some((slides, dir)) = choices.pop() {
            self.shorten(slides);
            let before = self.path.len();
            let may_go_on = self.slide(dir);
            let Some(rest) = most.checked_sub((self.path.len() - before) as u64) else {
                return wrong("the search enters more cells than that");
            };
            *most = rest;
            looks = looks.wrapping_add(1);
            if looks.is_multiple_of(4096) && !go_on() {
                return Err(Fault::Stopped);
            }
            if self.path.len() < self.state.free() {
                if may_go_on {
                    self.choose(&sides_of(dir), &mut choices);
                }
            } else if !answers.contains(&&self.path[..]) {
                return wrong("there is a walk that visits every cell");
            }
        }
        self.shorten(0);
        self.groups.shorten(0);
        self.path.clear();
        self.left.mark(start, false, &all);
        Ok(())
    }

    /// Notes the directions in which the walk may go on.
    fn choose(&self, dirs: &[usize], choices: &mut Vec<(usize, usize)>) {
        let Some(&head) = self.path.last() else {
            return;
        };
        for &dir in dirs {
            let next = self.left.beside(head, dir);
            if self.left.may_be_next(next) {
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
            touched: self.groups.touched(),
        });
        let sides = sides_of(dir);
        self.met.clear();
        self.met.push(self.groups.path());
        let (mut free, mut stretch) = ([false; 2], [None; 2]);
        let mut last = head;
        let mut at = self.left.beside(head, dir);
        while self.left.is_free(at) {
            if !self.may_pass(last, Some(dir)) {
                return false;
            }
            self.left.mark(at, true, &sides);
            self.path.push(at);
            for side in 0..2 {
                let cell = self.left.beside(at, sides[side]);
                if self.left.is_free(cell) {
                    free[side] = true;
                    self.met.extend(stretch[side].take());
                } else if free[side] && stretch[side].is_none() {
                    // What is blocked before the first free cell touches the path.
                    stretch[side] = Some(self.groups.of(cell));
                }
            }
            (last, at) = (at, self.left.beside(at, dir));
        }
        // What is in front touches the path along a side that is blocked all the way.
        let front = self.groups.of(at);
        if free == [true; 2] {
            self.met.push(front);
        }
        if self.path.len() < self.state.free() && !self.may_pass(last, None) {
            return false;
        }
        self.met.sort_unstable();
        if self.met.windows(2).any(|pair| pair[0] == pair[1]) || self.left.has_no_end() {
            return false;
        }
        for index in 0..self.met.len() {
            self.groups.touch(self.met[index]);
        }
        self.groups.touch(front);
        true
    }

    /// Whether what is known admits that the walk goes on from the cell where it is, in this
    /// direction, or in any.
    fn may_pass(&self, cell: usize, to: Option<usize>) -> bool {
        if !self.left.is_told(cell) {
            return true;
        }
        let word = self.state.word(cell) & self.facts.word(cell);
        let before = self.path.len().checked_sub(2).map(|at| self.path[at]);
        (0..4).all(|dir| {
            let beside = self.left.beside(cell, dir);
            let values = if Some(beside) == before {
                IN
            } else if !self.left.is_free(beside) {
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
}

/// Whether not all values of the pairs of a cell are possible.
fn is_told(word: u16) -> bool {
    (0..4).any(|dir| ![0, ANY].contains(&side(word, dir)))
}

/// The two directions across one.
fn sides_of(dir: usize) -> [usize; 2] {
    [(dir + 1) % 4, (dir + 3) % 4]
}
