//! Forces a link that is missing into a cover, by exchanging others for it as far away as need be.
//!
//! Every other cover differs from the present one by closed rows of links that are made and dropped
//! in turns, where the end of the path may hand its place to another cell. So a breadth-first search
//! for such a row finds one that contains the wanted link, or proves that no cover has it.

use std::collections::VecDeque;

use super::pockets::Ends;
use crate::pellet::{Board, cover::Cover};
use crate::{Dir, Rng};

const UNSEEN: u32 = u32::MAX;

/// Searches for closed rows of exchanges.
pub struct Force<'a> {
    board: &'a Board,
    ends: &'a Ends,
    /// From which cell the search came to each; all unseen between searches.
    came: Vec<u32>,
    queue: VecDeque<usize>,
    seen: Vec<usize>,
}

impl<'a> Force<'a> {
    pub fn new(board: &'a Board, ends: &'a Ends) -> Self {
        Self {
            board,
            ends,
            came: vec![UNSEEN; board.cell_count()],
            queue: VecDeque::new(),
            seen: Vec::new(),
        }
    }

    /// Makes a missing link from a cell to an open neighbour; false if no cover has that link, or
    /// none with the same end if that must stay.
    ///
    /// The parts of the cover are not what they were: loops may have formed on the way.
    pub fn link(
        &mut self,
        cover: &mut Cover,
        (cell, dir): (usize, Dir),
        may_move_end: bool,
        rng: &mut Rng,
    ) -> bool {
        let near = self.board.neighbour(cell, dir);
        let board = self.board;
        let is_end = |&cell: &usize| cell != board.start() && cover.degree(cell) == 1;
        let end = board.open_cells().find(is_end).filter(|_| may_move_end);
        // The end lacks a link. Cells of its colour may take its place by dropping one; seen from the
        // other colour, the same exchange runs the other way round.
        let drops = board.colour(near);
        let end_drops = end.is_some_and(|end| board.colour(end) == drops);
        self.visit(near, near);
        let mut end_seen = false;
        while self.came[cell] == UNSEEN {
            let Some(at) = self.queue.pop_front() else {
                break;
            };
            let dropping = board.colour(at) == drops;
            let turn = rng.below(4);
            for index in 0..4 {
                let dir = Dir::from_index(turn + index);
                let next = board.neighbour(at, dir);
                if board.is_open(next) && cover.has(at, dir) == dropping {
                    self.visit(next, at);
                }
            }
            let Some(end) = end else { continue };
            if end_drops && at == end {
                for other in board.open_cells() {
                    if board.colour(other) == drops
                        && other != board.start()
                        && self.ends.allow(other)
                    {
                        self.visit(other, at);
                    }
                }
            } else if !end_drops
                && !dropping
                && !end_seen
                && at != board.start()
                && self.ends.allow(at)
            {
                end_seen = true;
                self.visit(end, at);
            }
        }
        let found = self.came[cell] != UNSEEN;
        if found {
            cover.toggle(cell, dir);
            let mut at = cell;
            while at != near {
                let before = self.came[at] as usize;
                let step = Dir::ALL
                    .into_iter()
                    .find(|&dir| board.neighbour(before, dir) == at);
                // A change of the end is no step.
                if let Some(step) = step {
                    cover.toggle(before, step);
                }
                at = before;
            }
        }
        for cell in self.seen.drain(..) {
            self.came[cell] = UNSEEN;
        }
        self.queue.clear();
        found
    }

    fn visit(&mut self, cell: usize, from: usize) {
        if self.came[cell] == UNSEEN {
            self.came[cell] = from as u32;
            self.seen.push(cell);
            self.queue.push_back(cell);
        }
    }
}
