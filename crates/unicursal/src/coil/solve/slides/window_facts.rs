//! What is true of every path whose start is not near: what small windows show, for the plain
//! search.
//!
//! In a window without ends the engine deduces steps that the path takes, or does not, and which
//! cells come before which. If it is known where the path ends, the start is the only other end,
//! and what was deduced in a window is true unless the start is in it. So the board is divided into
//! tiles, and each has a window of its own that is looked at alone: nothing from other windows is
//! used in it. A walk that contradicts a window in which it did not start cannot be completed,
//! however much else there is to try.

use std::sync::Arc;

use crate::area::{Area, Local};
use crate::coil::Board;
use crate::coil::engine::probe::Prober;
use crate::coil::engine::values::{ANY, OUT, Word};
use crate::coil::engine::{Engine, Switches};
use crate::coil::solve::deduce::blank_word_of;
use crate::coil::solve::deduce::rule::RULES;
use crate::schedule::Ticks;
use crate::{Control, Interruption};

/// See the [module](self).
#[derive(Clone)]
pub struct LocalFacts {
    /// The possible values of the edges of each cell, any towards walls; clones share them.
    words: Arc<[u16]>,
    stride: usize,
    division: Division,
    /// Windows that are contradictory if the start is elsewhere.
    with_start: Vec<Area>,
    /// Column and row of the start of the walk at hand.
    start: (usize, usize),
    /// The work of finding all that.
    pub ticks: Ticks,
}

/// How the board is divided.
#[derive(Clone, Copy, Debug)]
pub struct Division {
    /// Cells on a side of a tile.
    pub side: usize,
    /// Cells that a window reaches beyond its tile.
    pub reach: usize,
}

impl LocalFacts {
    /// What windows show of paths that do not start where `roles` says that a cell is in the
    /// middle, unless that is in the window, and nowhere end there.
    pub fn new(
        board: &Board,
        switches: Switches,
        roles: impl Fn(usize) -> u8,
        division: Division,
        control: &Control,
    ) -> Result<Self, Interruption> {
        let whole = Area::of_board(board);
        let side = division.side;
        let columns = whole.width().div_ceil(side);
        let count = columns * whole.height().div_ceil(side);
        let mut facts = Self {
            words: Arc::default(),
            stride: board.stride(),
            division,
            with_start: Vec::new(),
            start: (0, 0),
            ticks: Ticks(0),
        };
        let mut words = vec![u16::MAX; board.cell_count()];
        let mut engine = Engine::new(&RULES, switches);
        let mut prober = Prober::default();
        for number in 0..count {
            let (x, y) = (number % columns * side, number / columns * side);
            let tile = whole.part((x, x + side), (y, y + side));
            let window = whole.near(tile, division.reach);
            let mut sound = engine.load(window.width(), window.height(), |x, y| {
                let cell = window.at(x, y);
                (blank_word_of(board, cell), roles(cell))
            }) && engine.propagate_all();
            if sound {
                prober.reset(window.width(), window.height());
                let cells: Vec<u32> = (0..engine.len())
                    .filter(|&cell| engine.is_active(cell))
                    .map(|cell| cell as u32)
                    .collect();
                sound = prober.run(&mut engine, &cells, control)?;
            }
            if !sound {
                facts.with_start.push(window);
            }
            for cell in tile.cells() {
                if let Some(Local(local)) = window.local(cell).filter(|_| sound) {
                    words[cell] = any_towards_walls(engine.word(local));
                }
            }
        }
        facts.words = words.into();
        facts.ticks = engine.ticks();
        Ok(facts)
    }

    /// What is known of the words of all cells, but for those within `reach` of the start.
    pub fn of_words(board: &Board, words: &[Word], reach: usize) -> Self {
        Self {
            words: words.iter().map(|&word| any_towards_walls(word)).collect(),
            stride: board.stride(),
            division: Division { side: 1, reach },
            with_start: Vec::new(),
            start: (0, 0),
            ticks: Ticks(0),
        }
    }

    /// Whether a path may start at a cell.
    pub fn may_start(&self, cell: usize) -> bool {
        self.with_start.iter().all(|window| window.contains(cell))
    }

    /// Takes note of where the walk starts.
    pub fn start(&mut self, cell: usize) {
        self.start = (cell % self.stride, cell / self.stride);
    }

    /// Whether the walk at hand started in the window of a cell's tile.
    fn started_near(&self, cell: usize) -> bool {
        let Division { side, reach } = self.division;
        let is_near = |at: usize, start: usize| {
            let first = at - at % side;
            start + reach >= first && start < first + side + reach
        };
        is_near(cell % self.stride, self.start.0) && is_near(cell / self.stride, self.start.1)
    }

    /// Whether anything is known of a cell.
    #[inline]
    pub fn tell_of(&self, cell: usize) -> bool {
        self.words[cell] != u16::MAX
    }

    /// Whether the edges of a cell cannot all have these values.
    #[inline]
    pub fn refute(&self, cell: usize, values: u16) -> bool {
        self.words[cell] & values != values && !self.started_near(cell)
    }

    /// The same where [`AFTER`](crate::coil::engine::values::AFTER) may still become a step out.
    #[inline]
    pub fn refute_head(&self, cell: usize, values: u16) -> bool {
        let word = self.words[cell];
        let outs = word & (OUT * 0x1111);
        (word | outs << 2) & values != values && !self.started_near(cell)
    }
}

/// The word of a cell with any value towards walls.
fn any_towards_walls(word: Word) -> u16 {
    let walls = (0..4).filter(|&dir| word.towards(dir) == 0);
    walls.fold(word, |word, dir| word.with(dir, ANY)).0
}
