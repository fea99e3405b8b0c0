//! Answers that a certificate gives, when it is about the others.

use std::collections::HashSet;

use crate::Fault::{self, Form, Wrong};
use crate::board::{Board, SIDES};
use crate::{Rules, axioms};

/// The cells of each path, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer(pub Vec<Vec<usize>>);

impl Answer {
    /// Reads an answer, a start and steps for each path, `0,0 RRD | 3,1 LL`, and judges it: whether it makes the clauses
    /// of all cells true.
    pub(crate) fn read(board: &Board, text: &str) -> Result<Self, Fault> {
        let mut when = vec![0; board.free.len()];
        let (mut paths, mut used, mut time) = (Vec::new(), HashSet::new(), 0);
        for part in text.split('|').filter(|_| !text.trim().is_empty()) {
            let mut words = part.split_ascii_whitespace();
            let start = words.next().unwrap_or_default();
            let mut path = vec![board.cell(start).map_err(Form)?];
            for letter in words.next().unwrap_or_default().bytes() {
                let side = SIDES.iter().position(|&side| side == letter);
                let side = side.ok_or_else(|| Form("a step is none of R, D, L, U".to_owned()))?;
                let last = path[path.len() - 1];
                let next = board.next(last, side).ok_or_else(|| Wrong("a step is blocked".to_owned()))?;
                used.extend(board.used(last, side));
                path.push(next);
            }
            for &cell in &path {
                time += 1;
                if when[cell] != 0 || words.next().is_some() {
                    return Err(Wrong("the answer visits a cell twice".to_owned()));
                }
                when[cell] = time;
            }
            paths.push(path);
        }
        let answer = Self(paths);
        let right = answer.is_right(board, &when, &used);
        if right { Ok(answer) } else { Err(Wrong("the answer is none".to_owned())) }
    }

    fn is_right(&self, board: &Board, when: &[usize], used: &HashSet<i32>) -> bool {
        let colour = |path: &Vec<usize>| path.iter().map(|&cell| board.colour[cell]).next().flatten();
        let mut facts: HashSet<i32> = used.clone();
        for path in &self.0 {
            for &cell in path {
                facts.extend(colour(path).map(|colour| board.has_colour(cell, colour)));
                let bends = |axis: usize| {
                    let mut along = board.sides(cell).filter(|side| side % 2 == axis);
                    along.any(|side| board.used(cell, side).is_some_and(|side| used.contains(&side)))
                };
                facts.extend((!board.is_path() && bends(0) && bends(1)).then(|| board.corner(cell)));
                for side in 0..2 {
                    let later = board.later(cell, side).zip(board.next(cell, side));
                    facts.extend(later.filter(|&(_, near)| when[near] > when[cell]).map(|(later, _)| later));
                }
            }
        }
        if let (true, [path]) = (board.is_path(), &self.0[..]) {
            facts.extend(path.first().map(|&cell| board.end(cell, 0)));
            facts.extend(path.last().map(|&cell| board.end(cell, 1)));
        }
        let mut right = !board.is_path() || (self.0.len() == 1 && self.0[0].len() == board.count);
        for cell in (0..board.free.len()).filter(|&cell| board.free[cell]) {
            axioms::of_cell(board, cell, &mut |clause| {
                right &= clause.iter().any(|&literal| facts.contains(&literal.abs()) == (literal > 0));
            });
        }
        if let Rules::Connect { turns: Some(turns), .. } = board.rules {
            let corners = (0..board.free.len()).filter(|&cell| facts.contains(&board.corner(cell)));
            right &= corners.count() + board.colours <= turns;
        }
        right && board.clues.windows(2).all(|pair| when[pair[0]] < when[pair[1]])
    }

    /// `other K`: every other answer lacks a side that this one uses, or starts elsewhere. With all of them its
    /// paths would be the same, and whatever else it used would be loops.
    pub fn other(&self, board: &Board) -> Vec<i32> {
        let starts = self.0.iter().filter(|_| board.is_path()).map(|path| -board.end(path[0], 0));
        let step = |pair: &[usize]| {
            let side = (0..4).find(|&side| board.next(pair[0], side) == Some(pair[1]))?;
            board.used(pair[0], side).map(|used| -used)
        };
        let steps = self.0.iter().flat_map(|path| path.windows(2).filter_map(step));
        starts.chain(steps).collect()
    }
}
