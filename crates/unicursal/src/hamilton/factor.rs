//! A 2-factor except at the two ends: two steps for every cell, one for the start and one for the
//! end, which makes a path and perhaps some loops.
//!
//! Cells of the start's colour have links only to cells of the other colour, so choosing the links
//! is a flow between two sides: each cell passes two units, the start one, and a link carries one.
//! A flow as large as the smaller side leaves exactly one cell with one link, which is the end. If
//! the maximum flow is smaller than that, no path exists.
//!
//! The start gets its link first. A flow grows along paths that keep complete cells complete, so
//! the start never loses its link, and there is no need to try several first steps.
//!
//! Forced links are made first and then the tightest ones; that leaves few cells short, for which
//! alternating paths are found in phases, each linear in the size of the board.

use super::{Graph, cover::Cover};
use crate::{Control, Dir, Interruption, Progress};

/// The result.
pub enum Factor {
    /// A path from the start, and loops, through all cells.
    Found(Cover),
    /// There is none: even at best, some links are missing.
    None {
        /// How many links cannot be made.
        short: usize,
    },
}

/// Looks for the links. The board has at least two cells, all connected, and colours that fit.
pub fn find(board: &Graph, control: &Control) -> Result<Factor, Interruption> {
    let mut flow = Flow::new(board);
    flow.link_greedily();
    let mut phases = 0;
    while !flow.is_complete() {
        if let Some(why) = control.interruption() {
            return Err(why);
        }
        phases += 1;
        let short = flow.short();
        control.report(|| Progress {
            phase: "linking cells",
            share: None,
            figures: vec![("phase", phases), ("short", short as u64)],
        });
        if !flow.phase() {
            return Ok(Factor::None { short });
        }
    }
    Ok(Factor::Found(flow.cover))
}

const UNSEEN: u32 = u32::MAX;
/// Stored in place of a cell in `came`: the tree of this cell grows no more.
const DONE: u32 = u32::MAX - 1;

struct Flow<'a> {
    board: &'a Graph,
    cover: Cover,
    /// How many links each free cell still needs; 0 for walls.
    spare: Vec<u8>,
    /// The sum of `spare` over the cells of the start's colour, and over the others.
    left: [usize; 2],
    /// The colour of the start: whether it is black.
    own: bool,
    /// The cell from which the search of this phase came to each cell.
    came: Vec<u32>,
    /// The short cell in whose tree each cell is.
    tree: Vec<u32>,
}

impl<'a> Flow<'a> {
    fn new(board: &'a Graph) -> Self {
        let own = board.is_black(board.start());
        let mut spare = vec![0; board.cell_count()];
        let mut left = [0, 0];
        for cell in board.free_cells() {
            spare[cell] = if cell == board.start() { 1 } else { 2 };
            left[usize::from(board.is_black(cell) != own)] += usize::from(spare[cell]);
        }
        Self {
            board,
            cover: Cover::new(board.stride(), board.cell_count()),
            spare,
            left,
            own,
            came: vec![UNSEEN; board.cell_count()],
            tree: vec![UNSEEN; board.cell_count()],
        }
    }

    /// Whether one side has all its links.
    fn is_complete(&self) -> bool {
        self.short() == 0
    }

    fn short(&self) -> usize {
        self.left[0].min(self.left[1])
    }

    fn is_own(&self, cell: usize) -> bool {
        self.board.is_black(cell) == self.own
    }

    /// The neighbours to which a link could be made now.
    fn free(&self, cell: usize) -> impl Iterator<Item = (Dir, usize)> + '_ {
        let spare = self.spare[cell];
        Dir::ALL
            .into_iter()
            .map(move |dir| (dir, self.board.neighbour(cell, dir)))
            .filter(move |&(dir, near)| {
                spare > 0
                    && self.spare[near] > 0
                    && self.board.opens(cell, dir)
                    && !self.cover.has(cell, dir)
            })
    }

    /// How many of its possible links a cell could do without; if 0 or less, all are forced.
    fn slack(&self, cell: usize) -> isize {
        self.free(cell).count() as isize - isize::from(self.spare[cell] as i8)
    }

    fn link(&mut self, cell: usize, dir: Dir) {
        let near = self.board.neighbour(cell, dir);
        self.cover.toggle(cell, dir);
        self.spare[cell] -= 1;
        self.spare[near] -= 1;
        self.left[0] -= 1;
        self.left[1] -= 1;
    }

    /// Links forced cells first, then those with the least choice.
    fn link_greedily(&mut self) {
        let mut tight: Vec<usize> = vec![self.board.start()];
        self.link_tight(&mut tight);
        let forced = |cell: &usize| self.slack(*cell) <= 0;
        tight.extend(self.board.free_cells().filter(forced));
        self.link_tight(&mut tight);
        for cell in self.board.free_cells() {
            loop {
                let tightest = self.free(cell).min_by_key(|&(_, near)| self.slack(near));
                let Some((dir, near)) = tightest else { break };
                self.link(cell, dir);
                self.push_around([cell, near], &mut tight);
                self.link_tight(&mut tight);
            }
        }
    }

    /// Makes all links of the given cells, and of those that become forced by this.
    fn link_tight(&mut self, tight: &mut Vec<usize>) {
        while let Some(cell) = tight.pop() {
            loop {
                let tightest = self.free(cell).min_by_key(|&(_, near)| self.slack(near));
                let Some((dir, near)) = tightest else { break };
                self.link(cell, dir);
                self.push_around([cell, near], tight);
            }
        }
    }

    /// After a link, a cell that now has all its links is one choice less for its neighbours.
    fn push_around(&self, ends: [usize; 2], tight: &mut Vec<usize>) {
        for end in ends {
            if self.spare[end] > 0 {
                if self.slack(end) <= 0 {
                    tight.push(end);
                }
                continue;
            }
            for near in self.board.neighbours(end) {
                if self.spare[near] > 0 && self.slack(near) <= 0 {
                    tight.push(near);
                }
            }
        }
    }

    /// Whether the flow can go on from a cell: from the start's colour along missing links, from
    /// the other along existing ones.
    fn passes(&self, cell: usize, dir: Dir) -> bool {
        self.board.opens(cell, dir) && self.cover.has(cell, dir) != self.is_own(cell)
    }

    /// Grows trees of alternating paths from all short cells at once; false if none reaches a short
    /// cell of the other colour, and then there is no such path.
    ///
    /// A tree that reaches one becomes a piece of the flow and grows no more. Its cells stay out of
    /// reach of the other trees until the next phase, so that a phase is linear.
    fn phase(&mut self) -> bool {
        self.came.fill(UNSEEN);
        let mut queue: Vec<u32> = self
            .board
            .free_cells()
            .filter(|&cell| self.spare[cell] > 0 && self.is_own(cell))
            .map(|cell| cell as u32)
            .collect();
        for &source in &queue {
            self.came[source as usize] = source;
            self.tree[source as usize] = source;
        }
        let mut growing = queue.len();
        let mut grown = false;
        let mut head = 0;
        while let Some(&at) = queue.get(head) {
            head += 1;
            let cell = at as usize;
            let source = self.tree[cell];
            if self.came[source as usize] == DONE {
                continue;
            }
            for dir in Dir::ALL {
                let near = self.board.neighbour(cell, dir);
                if self.came[near] != UNSEEN || !self.passes(cell, dir) {
                    continue;
                }
                self.came[near] = at;
                self.tree[near] = source;
                queue.push(near as u32);
                if self.spare[near] > 0 && !self.is_own(near) {
                    self.augment(near, source as usize);
                    self.came[source as usize] = DONE;
                    grown = true;
                    growing -= 1;
                    break;
                }
            }
            if growing == 0 {
                break;
            }
        }
        grown
    }

    /// Flips the links on the path from a source to a short cell of the other colour.
    fn augment(&mut self, found: usize, source: usize) {
        self.spare[source] -= 1;
        self.spare[found] -= 1;
        self.left[0] -= 1;
        self.left[1] -= 1;
        let mut cell = found;
        while cell != source {
            let before = self.came[cell] as usize;
            let dir = Dir::ALL
                .into_iter()
                .find(|&dir| self.board.neighbour(before, dir) == cell);
            if let Some(dir) = dir {
                self.cover.toggle(before, dir);
            }
            cell = before;
        }
    }
}
