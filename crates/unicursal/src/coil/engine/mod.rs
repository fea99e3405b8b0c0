//! The path-constraint engine: what must be true of every path that fills a grid.
//!
//! The state is a set of possible [values] for each pair of neighbouring cells and a set of
//! possible [roles](values::role) for each cell. [`Engine::propagate`] removes what is impossible,
//! by these rules:
//!
//! - *cells*: the four edges of a cell fit one way of passing it ([`rules`]);
//! - *faces*: the four edges of a 2x2 block fit one order of visiting its cells ([`rules`]);
//! - *loops*: the path never closes on itself ([`fragments`]);
//! - *connectivity*: unused edges never cut the free area ([`connectivity`]);
//! - *order*: known 'visited before' relations have no cycle ([`order`], bounded, on demand);
//! - *ends*: one start and one end, once the caller has named the candidates ([`ends`]).
//!
//! Everything that was removed is recorded on a trail and can be restored by [`Engine::undo`], so
//! that assumptions can be tried ([`probe`]). The puzzle's own rule about a single cell is in its
//! [`Rules`]; nothing else here depends on the puzzle.
//!
//! Cells are indices into a rectangle with a border: the cells of the border are never revised, so
//! that every revised cell has four neighbours. For a whole board the border is its frame of walls;
//! for a window cut out of a board it is a ring of real cells about which nothing new is learned.

mod cell;
mod connectivity;
mod ends;
mod fragments;
mod order;
pub mod probe;
mod propagate;
pub mod rules;
#[cfg(test)]
mod tests;
mod trail;
pub mod values;
mod worklist;

pub use trail::Mark;

use crate::coil::tuning::clock::{LOADED, PASSED};
use crate::schedule::Ticks;
use crate::union_find::{Forest, Joined};
use cell::Cell;
use rules::{Rules, Table};
use trail::Trail;
use values::{ANY, UNUSED, Word, role};
use worklist::Worklist;

/// Which rules are in force; all by default. Switching one off is for measuring what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)]
pub struct Switches {
    /// Orders of visiting 2x2 blocks.
    pub faces: bool,
    /// No closed loops.
    pub loops: bool,
    /// The free area stays in one piece.
    pub connectivity: bool,
    /// No cycles of 'visited before'.
    pub order: bool,
    /// Trying values.
    pub probes: bool,
    /// What the colours of a chess board say about the ends; this one is up to the caller.
    pub colours: bool,
}

impl Default for Switches {
    fn default() -> Self {
        Self {
            faces: true,
            loops: true,
            connectivity: true,
            order: true,
            probes: true,
            colours: true,
        }
    }
}

/// The rule that found a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// A cell cannot be passed.
    Cell,
    /// A 2x2 block cannot be visited in any order.
    Face,
    /// A loop would close.
    Loop,
    /// The free area would be cut.
    Connectivity,
    /// Cells would have to be visited before themselves.
    Order,
    /// No cell is left for the start or the end, or there would be two.
    Ends,
}

/// A conflict: the rule, and the cell where it was noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The cell, as an index into the engine's rectangle.
    pub cell: usize,
    /// The rule that found it.
    pub rule: Rule,
}

/// Values deleted, by the rule that did it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deleted {
    /// By what cells allow.
    pub cells: u64,
    /// By the orders of 2x2 blocks.
    pub faces: u64,
    /// Because a loop would have closed.
    pub loops: u64,
}

impl Deleted {
    /// What was deleted after `before`.
    #[must_use]
    pub fn since(self, before: Self) -> Self {
        Self {
            cells: self.cells - before.cells,
            faces: self.faces - before.faces,
            loops: self.loops - before.loops,
        }
    }
}

/// The state of the deduction. See the [module](self).
pub struct Engine {
    rules: &'static Rules,
    middle: &'static Table,
    face: &'static Table,
    switches: Switches,
    stride: usize,
    delta: [usize; 4],
    /// The cells of the rectangle, and walls behind them up to where the last block would end.
    cells: Vec<Cell>,
    count: usize,
    other_end: Vec<u32>,
    /// Edges that have joined two fragments, free cells, and whether a ring of them all is
    /// permitted.
    links: usize,
    free: usize,
    ring_permitted: bool,
    corners: Forest,
    ends: ends::Ends,
    order: order::Order,
    trail: Trail,
    cell_queue: Worklist,
    /// Blocks, by their upper left cells.
    block_queue: Worklist,
    conflict: Option<Conflict>,
    /// The work done so far.
    ticks: Ticks,
    /// Cells revised so far, and how many may be: a probe looks no further.
    revisions: u64,
    revision_limit: u64,
    deleted: Deleted,
}

impl Engine {
    /// An engine without cells; [`Engine::load`] gives it some.
    pub fn new(rules: &'static Rules, switches: Switches) -> Self {
        Self {
            rules,
            middle: rules.cell(role::MIDDLE),
            face: rules.face(),
            switches,
            stride: 1,
            delta: [1, 1, usize::MAX, usize::MAX],
            cells: Vec::new(),
            count: 0,
            other_end: Vec::new(),
            links: 0,
            free: 0,
            ring_permitted: false,
            corners: Forest::default(),
            ends: ends::Ends::default(),
            order: order::Order::default(),
            trail: Trail::default(),
            cell_queue: Worklist::default(),
            block_queue: Worklist::default(),
            conflict: None,
            ticks: Ticks(0),
            revisions: 0,
            revision_limit: u64::MAX,
            deleted: Deleted::default(),
        }
    }

    /// Starts over with a rectangle of `width` columns and `height` rows, its border included:
    /// `cell(x, y)` is the word and the roles of a cell. A free cell of the
    /// border must have the word that the whole board gives it; its edges out of the rectangle are
    /// never touched. Nothing is propagated or queued yet.
    ///
    /// Returns false if the words already contain a closed loop or a cut; that conflict stands.
    pub fn load(
        &mut self,
        width: usize,
        height: usize,
        mut cell: impl FnMut(usize, usize) -> (Word, u8),
    ) -> bool {
        self.stride = width;
        self.delta = [1, width, 1_usize.wrapping_neg(), width.wrapping_neg()];
        self.trail.clear();
        self.cell_queue.clear();
        self.block_queue.clear();
        self.conflict = None;
        self.ends = ends::Ends::default();
        self.cells.clear();
        self.count = width * height;
        self.ticks += LOADED.times(self.count as u64);
        self.cells.reserve(self.count + width + 1);
        for y in 0..height {
            self.cells.extend((0..width).map(|x| {
                let (word, roles) = cell(x, y);
                Cell::new(word, roles)
            }));
        }
        let wall = Cell::new(Word::WALL, 0);
        self.cells.resize(self.count + width + 1, wall);
        for y in 0..height {
            let inner_row = 0 < y && y + 1 < height;
            for x in 0..width {
                let i = y * width + x;
                if !self.is_free(i) {
                    continue;
                }
                let inner = inner_row && 0 < x && x + 1 < width;
                let block = self.switches.faces
                    && x + 1 < width
                    && y + 1 < height
                    && self.is_free(i + 1)
                    && self.is_free(i + width)
                    && self.is_free(i + width + 1);
                self.cells[i].set_revised(inner, block);
            }
        }
        self.load_corners(width, height) && self.load_fragments(width, height)
    }

    /// Joins the fragments of the edges that are known to be used.
    fn load_fragments(&mut self, width: usize, height: usize) -> bool {
        self.links = 0;
        self.free = (0..self.count).filter(|&cell| self.is_free(cell)).count();
        self.other_end.clear();
        self.other_end.extend(0..self.count as u32);
        self.for_inner_edges(width, height, |engine, cell, dir| {
            let mask = engine.edge(cell, dir);
            mask == 0 || mask & UNUSED != 0 || engine.link(cell, cell + engine.delta[dir])
        })
    }

    #[inline]
    fn for_inner_edges(
        &mut self,
        width: usize,
        height: usize,
        mut edge: impl FnMut(&mut Self, usize, usize) -> bool,
    ) -> bool {
        let mut sound = true;
        for y in 0..height {
            for x in 0..width {
                let cell = y * width + x;
                if self.is_free(cell) {
                    sound &= x + 1 == width || edge(self, cell, 0);
                    sound &= y + 1 == height || edge(self, cell, 1);
                }
            }
            self.trail.clear();
        }
        sound
    }

    /// Revises every cell and every block, and follows the consequences. Returns false on a
    /// conflict.
    pub fn propagate_all(&mut self) -> bool {
        // Some rows at a time, so that the queue stays short.
        const ROWS: usize = 16;
        let count = self.len();
        let step = ROWS * self.stride;
        (0..count).step_by(step).all(|from| {
            (from..count.min(from + step)).for_each(|cell| self.queue(cell));
            self.propagate()
        })
    }

    /// Queues a cell and the block that begins there for revision, unless there is nothing to
    /// revise.
    #[inline]
    pub fn queue(&mut self, cell: usize) {
        let state = self.cells[cell];
        if state.is_active() && !self.is_consistent(state) {
            self.queue_cell(cell);
        }
        if state.has_block() && !self.is_block_consistent(cell) {
            self.queue_block(cell);
        }
    }

    /// How many cells the rectangle has, walls and border included.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Which rules are in force.
    pub fn switches(&self) -> Switches {
        self.switches
    }

    /// The number of columns of the rectangle.
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// The possible values of all four edges of a cell.
    #[inline]
    pub fn word(&self, cell: usize) -> Word {
        self.cells[cell].word()
    }

    /// The possible values of one edge, seen from `cell`.
    #[inline]
    pub fn edge(&self, cell: usize, dir: usize) -> u16 {
        self.cells[cell].edge(dir)
    }

    /// The possible roles of a cell.
    #[inline]
    pub fn roles(&self, cell: usize) -> u8 {
        self.cells[cell].roles()
    }

    /// Whether a cell is free and not in the border.
    #[inline]
    pub fn is_active(&self, cell: usize) -> bool {
        self.cells[cell].is_active()
    }

    /// Whether there is a free cell in the rectangle at this index.
    #[inline]
    pub fn is_free(&self, cell: usize) -> bool {
        self.cells[cell].is_free()
    }

    /// Whether a path that is being walked has come to this cell.
    #[inline]
    pub fn is_passed(&self, cell: usize) -> bool {
        self.cells[cell].is_passed()
    }

    /// Says whether a path that is being walked has come to this cell. The caller must keep this up
    /// to date, also after [`Engine::undo`], which does not take it back, and must see to it that
    /// passed cells come before all others.
    pub fn pass(&mut self, cell: usize, passed: bool) {
        self.cells[cell].set_passed(passed);
        self.ticks += PASSED.times(u64::from(passed));
    }

    /// The index of a neighbour.
    #[inline]
    pub fn neighbour(&self, cell: usize, dir: usize) -> usize {
        cell.wrapping_add(self.delta[dir])
    }

    /// The last conflict.
    pub fn conflict(&self) -> Option<Conflict> {
        self.conflict
    }

    /// How many values each rule has deleted so far, not counting what probes only assumed.
    pub fn deleted(&self) -> Deleted {
        self.deleted
    }

    /// The work done so far, including what was taken back.
    pub fn ticks(&self) -> Ticks {
        self.ticks
    }
}

/// The word of a free cell about which nothing is known, from which of its neighbours are free.
pub fn blank_word(neighbour_is_free: [bool; 4]) -> Word {
    let free = (0..4).filter(|&dir| neighbour_is_free[dir]);
    free.fold(Word::WALL, |word, dir| word.with(dir, ANY))
}
