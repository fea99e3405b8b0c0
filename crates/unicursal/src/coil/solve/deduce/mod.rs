//! What is true of a board wherever the ends of the path may be, found in many small windows.
//!
//! A deduction needs its surroundings only. The board is divided into tiles; each is worked on in a
//! [window] that holds the tile and a margin: propagate, then probe the tile's edges until nothing
//! can be deleted any more. What a window deletes is deleted from the board, those of one colour
//! (of four) at a time, so that neighbours profit from each other; where that is not enough, tiles
//! whose window has changed run again. The windows of a batch all see the board as it was before
//! the batch, and what they delete is taken together: it does not matter how many threads share the
//! work.
//!
//! Nearly all forcing disappears when the path may start or end anywhere. So a [`Deduction`] is
//! made under the *assumption* that only some cells may be ends, and remembers for each tile how
//! far away the assumptions lie that its facts may rest on ([`Deduction::allow`] uses that to take
//! back just these facts).

mod chains;
pub(crate) mod colours;
mod core_search;
pub(crate) mod cores;
pub(crate) mod fragments;
pub(crate) mod parity;
pub(crate) mod rule;
pub(crate) mod whole;
mod window;

use std::sync::Arc;

use self::window::Found;
use crate::area::Area;
use crate::coil::Board;
use crate::coil::engine::values::{ANY, UNUSED, USED, Word};
use crate::coil::engine::{Deleted, Switches, blank_word};
use crate::coil::tuning::windows::{BLOCK, MARGIN, PORTION, SINGLE, TILE};
use crate::schedule::Ticks;
use crate::{Control, Dir, Interruption};

/// The possible values of all edges and roles of all cells of a board, under an assumption.
#[derive(Clone)]
pub struct Deduction<'b> {
    board: &'b Board,
    switches: Switches,
    /// The words of the cells, by the board's cell numbers.
    pub words: Vec<Word>,
    /// The roles of the cells.
    pub roles: Vec<u8>,
    tiles: Vec<Tile>,
    columns: usize,
    /// Cells on a side of a tile.
    tile_side: usize,
    /// When each block last changed, and its number of columns.
    changed: Vec<u32>,
    block_columns: usize,
    time: u32,
    /// What was done.
    pub effort: Effort,
}

/// Counts of work.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort {
    /// Windows that were worked on.
    pub windows: u64,
    /// Values tried.
    pub probes: u64,
    /// Values deleted by trying them.
    pub refuted: u64,
    /// The work of the engines.
    pub ticks: Ticks,
    /// Values deleted by the rules.
    pub deleted: Deleted,
}

impl Effort {
    fn add(&mut self, other: Self) {
        self.windows += other.windows;
        self.probes += other.probes;
        self.refuted += other.refuted;
        self.ticks += other.ticks;
        self.deleted.cells += other.deleted.cells;
        self.deleted.faces += other.deleted.faces;
        self.deleted.loops += other.deleted.loops;
    }
}

#[derive(Clone)]
struct Tile {
    /// When it last ran; 0 if never.
    ran: u32,
    /// The tiles whose assumptions its facts may rest on, if there are any facts.
    rests_on: Option<Area>,
    /// What was refuted by trying in its window, by the board's cell numbers, also before its facts
    /// were last forgotten: it is worth trying first.
    /// [Packed](crate::coil::engine::probe::Refutation::pack), and shared by copies of a deduction.
    refuted: Arc<Vec<u32>>,
}

impl<'b> Deduction<'b> {
    /// Nothing deduced yet; `roles` of each cell.
    pub fn new(board: &'b Board, switches: Switches, roles: impl Fn(usize) -> u8) -> Self {
        let stride = board.stride();
        let rows = board.height() + 2;
        let tile_side = if stride.max(rows) <= SINGLE {
            SINGLE
        } else {
            TILE
        };
        let columns = stride.div_ceil(tile_side);
        let blank = Tile {
            ran: 0,
            rests_on: None,
            refuted: Arc::default(),
        };
        let block_columns = stride.div_ceil(BLOCK);
        let count = board.cell_count();
        Self {
            board,
            switches,
            words: (0..count).map(|cell| blank_word_of(board, cell)).collect(),
            roles: (0..count).map(roles).collect(),
            tiles: vec![blank; columns * rows.div_ceil(tile_side)],
            columns,
            tile_side,
            changed: vec![0; block_columns * rows.div_ceil(BLOCK)],
            block_columns,
            time: 0,
            effort: Effort::default(),
        }
    }

    /// The share of edges of which it is decided whether the path uses them.
    pub fn decided_share(&self) -> f64 {
        let (mut edges, mut decided) = (0_u64, 0_u64);
        for cell in self.board.free_cells() {
            for dir in 0..2 {
                let mask = self.words[cell].towards(dir);
                edges += u64::from(mask != 0);
                decided += u64::from(mask != 0 && (mask & USED == 0 || mask & UNUSED == 0));
            }
        }
        decided as f64 / edges.max(1) as f64
    }

    /// Works on each tile that never ran since it was blank. Returns the cells at which windows
    /// found conflicts, none if the state is consistent as far as one can tell.
    ///
    /// What neighbours have found after a tile ran is not looked at: that would take a fifth of the
    /// time and delete a thousandth of the values. [`Deduction::run_on`] does.
    pub fn run(&mut self, control: &Control) -> Result<Vec<usize>, Interruption> {
        self.run_while(Self::is_blank, control)
    }

    /// Works on all tiles until nothing changes, like [`Deduction::run`].
    pub fn run_on(&mut self, control: &Control) -> Result<Vec<usize>, Interruption> {
        self.run_while(Self::is_due, control)
    }

    /// Works once on each tile in whose window something has changed, like [`Deduction::run`].
    pub fn run_once(&mut self, control: &Control) -> Result<Vec<usize>, Interruption> {
        self.pass(Self::is_due, control)
    }

    fn run_while(
        &mut self,
        is_due: fn(&Self, usize) -> bool,
        control: &Control,
    ) -> Result<Vec<usize>, Interruption> {
        loop {
            let before = self.time;
            let conflicts = self.pass(is_due, control)?;
            if !conflicts.is_empty() || self.time == before {
                return Ok(conflicts);
            }
        }
    }

    /// Works once on each tile that is due when its colour is. Returns the cells of conflicts.
    fn pass(
        &mut self,
        is_due: fn(&Self, usize) -> bool,
        control: &Control,
    ) -> Result<Vec<usize>, Interruption> {
        let mut conflicts = Vec::new();
        for colour in 0..4 {
            let batch = self.of_colour(colour, is_due);
            if batch.is_empty() {
                continue;
            }
            self.time += 2;
            let grounds: Vec<Area> = batch.iter().map(|&tile| self.grounds(tile)).collect();
            // Windows of one colour share no cell, so that it does not matter which come first.
            for (tiles, grounds) in batch.chunks(PORTION).zip(grounds.chunks(PORTION)) {
                let found = self.run_windows(tiles, control)?;
                self.apply(found, grounds, &mut conflicts);
            }
            if !conflicts.is_empty() {
                break;
            }
        }
        Ok(conflicts)
    }

    /// Forgets what was refuted by trying: worth it when no facts will be taken back any more.
    pub fn settle(&mut self) {
        for tile in &mut self.tiles {
            tile.refuted = Arc::default();
        }
    }

    /// Gives these cells further roles, and takes back every fact that may rest on the assumption
    /// that they do not have them.
    pub fn allow(&mut self, cells: &[usize], roles: impl Fn(usize) -> u8) {
        let mut changed = Vec::new();
        for &cell in cells {
            let more = self.roles[cell] | roles(cell);
            if std::mem::replace(&mut self.roles[cell], more) != more {
                changed.push(cell);
            }
        }
        for tile in 0..self.tiles.len() {
            let touched = self.tiles[tile]
                .rests_on
                .is_some_and(|area| changed.iter().any(|&cell| area.contains(cell)));
            if touched {
                self.forget(tile);
            }
        }
    }

    /// Gives these cells further roles, and takes back what is known within `reach` cells of them.
    /// Facts farther away may rest on the assumption that they do not have these roles, too, and
    /// hardly ever do: so what follows is a guess.
    pub fn allow_near(&mut self, cells: &[usize], reach: usize, roles: impl Fn(usize) -> u8) {
        let (whole, stride) = (Area::of_board(self.board), self.board.stride());
        let mut near = vec![false; self.words.len()];
        for &cell in cells {
            let more = self.roles[cell] | roles(cell);
            if std::mem::replace(&mut self.roles[cell], more) != more {
                for other in whole.around(cell, reach).cells() {
                    near[other] = self.board.is_free(other);
                }
            }
        }
        self.time += 2;
        for cell in (0..near.len()).filter(|&cell| near[cell]) {
            self.forget_cell(cell);
            let (x, y) = (cell % stride, cell / stride);
            self.changed[y / BLOCK * self.block_columns + x / BLOCK] = self.time;
        }
    }

    /// Sets a tile back to the beginning.
    fn forget(&mut self, tile: usize) {
        self.tiles[tile].ran = 0;
        self.tiles[tile].rests_on = None;
        for cell in self.tile(tile).cells() {
            if self.board.is_free(cell) {
                self.forget_cell(cell);
            }
        }
    }

    /// Sets a free cell back to the beginning, edges to its neighbours included: a neighbour that
    /// keeps its facts loses nothing but those about them.
    fn forget_cell(&mut self, cell: usize) {
        self.words[cell] = blank_word_of(self.board, cell);
        for dir in Dir::ALL {
            let other = self.board.neighbour(cell, dir);
            if self.board.is_free(other) {
                self.words[other] = self.words[other].with(dir.opposite().index(), ANY);
            }
        }
    }

    /// The tiles of a colour for which a condition holds.
    fn of_colour(&self, colour: usize, condition: fn(&Self, usize) -> bool) -> Vec<usize> {
        (0..self.tiles.len())
            .filter(|&tile| tile % self.columns % 2 + tile / self.columns % 2 * 2 == colour)
            .filter(|&tile| condition(self, tile))
            .collect()
    }

    /// The cells of a tile.
    fn tile(&self, tile: usize) -> Area {
        let (x, y) = (
            tile % self.columns * self.tile_side,
            tile / self.columns * self.tile_side,
        );
        let side = self.tile_side;
        Area::of_board(self.board).part((x, x + side), (y, y + side))
    }

    /// The window of a tile.
    fn window(&self, tile: usize) -> Area {
        Area::of_board(self.board).near(self.tile(tile), MARGIN)
    }

    /// Whether a tile never ran since it was blank.
    fn is_blank(&self, tile: usize) -> bool {
        self.tiles[tile].ran == 0
    }

    /// Whether a tile is blank, or its window has changed since it ran.
    fn is_due(&self, tile: usize) -> bool {
        let ran = self.tiles[tile].ran;
        if self.is_blank(tile) {
            return true;
        }
        let window = self.window(tile);
        let (columns, rows) = (window.columns(), window.rows());
        let columns = columns.start() / BLOCK..=columns.end() / BLOCK;
        (rows.start() / BLOCK..=rows.end() / BLOCK).any(|row| {
            self.changed[row * self.block_columns..][columns.clone()]
                .iter()
                .any(|&time| time > ran)
        })
    }

    /// Deletes from the board what windows have deleted, each for reasons on these grounds. Adds
    /// the places of their conflicts, those with what was deleted before included.
    fn apply(&mut self, batch: Vec<Found>, grounds: &[Area], conflicts: &mut Vec<usize>) {
        let stride = self.board.stride();
        for (found, &grounds) in batch.into_iter().zip(grounds) {
            self.effort.add(found.effort);
            let tile = &mut self.tiles[found.tile];
            if tile.ran == 0 {
                tile.refuted = Arc::new(found.refuted);
            } else if !found.refuted.is_empty() {
                Arc::make_mut(&mut tile.refuted).extend(found.refuted);
            }
            if let Some(cell) = found.conflict {
                conflicts.push(cell);
                continue;
            }
            // All or nothing: part of the changes could tell the two sides of an edge apart.
            if let Some(cell) = self.contradicted(&found.changes) {
                conflicts.push(cell);
                continue;
            }
            let tile = found.tile;
            self.tiles[tile].ran = self.time;
            let seen_by_others = self.seen_by_others(tile);
            self.rest(tile, grounds);
            for &(cell, word) in &found.changes {
                let cell = cell as usize;
                self.words[cell] = self.words[cell].and(word);
                let (x, y) = (cell % stride, cell / stride);
                let block = y / BLOCK * self.block_columns + x / BLOCK;
                let time = self.time + u32::from(seen_by_others(x, y));
                self.changed[block] = self.changed[block].max(time);
                let owner = y / self.tile_side * self.columns + x / self.tile_side;
                if owner != tile {
                    self.rest(owner, grounds);
                }
            }
        }
    }

    /// The first cell at which changes leave an edge without values.
    fn contradicted(&self, changes: &[(u32, Word)]) -> Option<usize> {
        let empties = |&(cell, word): &(u32, Word)| {
            let both = self.words[cell as usize].and(word);
            (0..4).any(|dir| both.towards(dir) == 0 && word.towards(dir) != 0)
        };
        let change = changes.iter().find(|change| empties(change));
        change.map(|&(cell, _)| cell as usize)
    }

    /// Where the assumptions are that the facts in a tile's window rest on.
    fn grounds(&self, tile: usize) -> Area {
        let window = self.window(tile);
        let mut grounds = window;
        let (columns, rows) = (window.columns(), window.rows());
        for row in rows.start() / self.tile_side..=rows.end() / self.tile_side {
            for column in columns.start() / self.tile_side..=columns.end() / self.tile_side {
                if let Some(area) = self.tiles[row * self.columns + column].rests_on {
                    grounds = grounds.union(area);
                }
            }
        }
        grounds
    }

    fn rest(&mut self, tile: usize, grounds: Area) {
        let area = &mut self.tiles[tile].rests_on;
        *area = Some(area.map_or(grounds, |area| area.union(grounds)));
    }

    /// Whether a cell of a tile's window lies in the window of another tile too. Windows of one
    /// batch do not see each other's changes, so these must count as newer than all of them.
    fn seen_by_others(&self, tile: usize) -> impl Fn(usize, usize) -> bool + use<> {
        let (x0, y0) = (
            tile % self.columns * self.tile_side,
            tile / self.columns * self.tile_side,
        );
        let side = self.tile_side;
        let inner =
            move |at: usize, from: usize| (from + MARGIN..from + side - MARGIN).contains(&at);
        move |x, y| !(inner(x, x0) && inner(y, y0))
    }
}

pub fn blank_word_of(board: &Board, cell: usize) -> Word {
    if !board.is_free(cell) {
        return Word::WALL;
    }
    let stride = board.stride();
    let around = [cell + 1, cell + stride, cell - 1, cell - stride];
    blank_word(around.map(|cell| board.is_free(cell)))
}
