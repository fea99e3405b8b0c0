//! Opens a loop: forces a link out of it into the cover, by exchanging other links, however far
//! away.
//!
//! Every other cover differs from the current one by alternating cycles, along which links are made
//! and dropped in turn; the end of the path may pass its role to another cell. So a breadth-first
//! search finds such a cycle that contains the wanted link, or proves that no cover has it.
//!
//! The shortest cycle often closes another loop next to the one that it opens, and the cycle that
//! opens that one leads back. Links that were forced are therefore *kept*: a cycle drops them only
//! if there is no other way.

use std::collections::VecDeque;

use super::pockets::Ends;
use super::{Graph, cover::Cover};
use crate::{Control, Dir, Interruption, Rng};

const UNSEEN: u32 = u32::MAX;

/// Searches for alternating cycles.
pub struct Force<'a> {
    board: &'a Graph,
    ends: &'a Ends,
    /// The cell from which the search came to each cell; all are unseen between searches.
    came: Vec<u32>,
    queue: VecDeque<usize>,
    seen: Vec<usize>,
    /// The cells of the loop that is being opened; cleared between loops.
    inside: Vec<bool>,
    /// The directions of each cell's links that were forced.
    kept: Vec<u8>,
    /// Where the end was last; if it has moved, it is looked for again.
    end: Option<usize>,
}

/// How opening a loop ended.
pub enum Opened {
    /// A link leads out of it now. Other loops may have formed on the way.
    Yes,
    /// It was not a loop.
    NoLoop,
    /// No cover has a link out of these cells; this is their number.
    Never(usize),
}

/// What a cycle may do if there is no other way.
#[derive(Clone, Copy)]
struct Licence {
    move_end: bool,
    drop_kept: bool,
}

impl<'a> Force<'a> {
    pub fn new(board: &'a Graph, ends: &'a Ends) -> Self {
        Self {
            board,
            ends,
            came: vec![UNSEEN; board.cell_count()],
            queue: VecDeque::new(),
            seen: Vec::new(),
            inside: vec![false; board.cell_count()],
            kept: vec![0; board.cell_count()],
            end: None,
        }
    }

    /// Opens the loop to which a cell belongs, by a link chosen at random.
    pub fn open(
        &mut self,
        cover: &mut Cover,
        cell: usize,
        rng: &mut Rng,
        control: &Control,
    ) -> Result<Opened, Interruption> {
        let cells: Vec<usize> = cover.walk(cell).map(|(_, next)| next).collect();
        if cells.last() != Some(&cell) {
            return Ok(Opened::NoLoop);
        }
        let mut ways = self.ways_out(&cells);
        rng.shuffle(&mut ways);
        // Moving the end is the shortest way to open most loops, but it can lead the end back and
        // forth between two of them; so half of the time the end moves only if it must.
        let may_stay = rng.chance(1, 2);
        for drop_kept in [false, true] {
            for move_end in [false, true] {
                if !move_end && !may_stay {
                    continue;
                }
                let licence = Licence {
                    move_end,
                    drop_kept,
                };
                for &way in &ways {
                    if let Some(why) = control.interruption() {
                        return Err(why);
                    }
                    if self.link(cover, way, licence, rng) {
                        return Ok(Opened::Yes);
                    }
                }
            }
        }
        Ok(Opened::Never(cells.len()))
    }

    /// The steps from the cells of a loop to others.
    fn ways_out(&mut self, cells: &[usize]) -> Vec<(usize, Dir)> {
        for &cell in cells {
            self.inside[cell] = true;
        }
        let mut ways = Vec::new();
        for &cell in cells {
            for dir in Dir::ALL {
                let near = self.board.neighbour(cell, dir);
                if self.board.opens(cell, dir) && !self.inside[near] {
                    ways.push((cell, dir));
                }
            }
        }
        for &cell in cells {
            self.inside[cell] = false;
        }
        ways
    }

    /// Makes a missing link from a cell to a free neighbour; false if no cover within the licence
    /// has that link.
    fn link(
        &mut self,
        cover: &mut Cover,
        (cell, dir): (usize, Dir),
        licence: Licence,
        rng: &mut Rng,
    ) -> bool {
        let board = self.board;
        let near = board.neighbour(cell, dir);
        let end = self.find_end(cover).filter(|_| licence.move_end);
        // The end lacks a link. Cells of its colour may take its place by dropping one; seen from
        // the other colour, the same exchange runs in reverse.
        let drops = board.is_black(near);
        let end_drops = end.is_some_and(|end| board.is_black(end) == drops);
        self.visit(near, near);
        let mut end_seen = false;
        while self.came[cell] == UNSEEN {
            let Some(at) = self.queue.pop_front() else {
                break;
            };
            let dropping = board.is_black(at) == drops;
            let turn = rng.below(4);
            for index in 0..4 {
                let dir = Dir::from_index(turn + index);
                let next = board.neighbour(at, dir);
                let is_kept = dropping && !licence.drop_kept && self.is_kept(at, dir);
                if board.opens(at, dir) && cover.has(at, dir) == dropping && !is_kept {
                    self.visit(next, at);
                }
            }
            let Some(end) = end else { continue };
            if end_drops && at == end {
                for other in board.free_cells() {
                    if board.is_black(other) == drops
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
            self.exchange(cover, (cell, dir));
        }
        for cell in self.seen.drain(..) {
            self.came[cell] = UNSEEN;
        }
        self.queue.clear();
        found
    }

    /// Makes the wanted link, and exchanges the other links of the cycle that was found.
    fn exchange(&mut self, cover: &mut Cover, (cell, dir): (usize, Dir)) {
        let near = self.board.neighbour(cell, dir);
        cover.toggle(cell, dir);
        self.kept[cell] |= 1 << dir.index();
        self.kept[near] |= 1 << dir.opposite().index();
        let mut at = cell;
        while at != near {
            let before = self.came[at] as usize;
            let step = Dir::ALL
                .into_iter()
                .find(|&dir| self.board.neighbour(before, dir) == at);
            // A change of the end is not a step.
            if let Some(step) = step {
                cover.toggle(before, step);
                self.kept[before] &= !(1 << step.index());
                self.kept[at] &= !(1 << step.opposite().index());
            }
            at = before;
        }
    }

    fn is_kept(&self, cell: usize, dir: Dir) -> bool {
        self.kept[cell] >> dir.index() & 1 != 0
    }

    fn find_end(&mut self, cover: &Cover) -> Option<usize> {
        let is_end = |&cell: &usize| cell != self.board.start() && cover.degree(cell) == 1;
        self.end = self
            .end
            .filter(is_end)
            .or_else(|| self.board.free_cells().find(is_end));
        self.end
    }

    fn visit(&mut self, cell: usize, from: usize) {
        if self.came[cell] == UNSEEN {
            self.came[cell] = from as u32;
            self.seen.push(cell);
            self.queue.push_back(cell);
        }
    }
}
