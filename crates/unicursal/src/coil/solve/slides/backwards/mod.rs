//! Where a path that ends at a given place may start: walks backwards from its end.
//!
//! In: a board, and cells one of which is the end. Out: the cells where such a path may start, once
//! all such walks have been tried. On open boards these are one in fifty.
//!
//! The path comes to what a walk backwards has *passed* later than to all that is left. So it can
//! never come to a cell that is left straight from, or straight towards, one beside it that was
//! passed: there it would have to turn before a cell that is free, or go on to one that it comes to
//! from elsewhere. Only the cell before the head of the walk is an exception, from which the path
//! goes straight on to the head. So a passed cell takes a whole axis from the cells beside it, and
//! a cell that has lost both is where the path starts: the walk need not go on from there. Nearly
//! every turn leaves such a cell in its corner, unless there is a wall; so walks backwards have as
//! few choices as slides.
//!
//! Likewise a cell with one neighbour to come from and to go on to, and no other, is the start;
//! there is one start, it has the colour that the counts of black and white cells give it, what is
//! left must have a way on from each cell, and must not be cut in two.

mod walk;

use self::walk::{Backwards, Look, Mark};
use crate::coil::Board;
use crate::coil::solve::slides::cell_set::CellSet;
use crate::coil::solve::slides::field::Field;
use crate::coil::tuning::clock::{LOADED, PASSED};
use crate::schedule::Ticks;
use crate::{Control, Interruption};

/// Cells passed between two looks at the clock and the control.
const CELLS_PER_LOOK: u64 = 1024;

/// Where paths to some ends may start. See the [module](self).
pub struct Survey {
    walk: Backwards,
    /// Cell numbers of the board.
    cell_count: usize,
    /// The ends from which no walk has begun.
    ends: Vec<usize>,
    /// Ways that were not gone yet: how far the walk was, and their directions.
    choices: Vec<(Mark, u8)>,
    /// The cells where paths may start, as far as walks have shown.
    starts: CellSet,
    /// Cells passed, those taken back included.
    cells: u64,
}

impl Survey {
    /// For paths that end at one of these cells. A field of the same board shares what it can.
    pub fn new(board: &Board, field: &Field, ends: &[usize]) -> Self {
        Self {
            walk: Backwards::new(board, field.groups().untouched()),
            cell_count: board.cell_count(),
            ends: ends.to_vec(),
            choices: Vec::new(),
            starts: CellSet::new(board.cell_count()),
            cells: 0,
        }
    }

    /// The work done so far.
    pub fn ticks(&self) -> Ticks {
        LOADED.times(self.cell_count as u64) + PASSED.times(self.cells)
    }

    /// Whether a path may start at a cell. Until [`Survey::run`] has said that it is complete,
    /// there are others.
    pub fn may_start(&self, cell: usize) -> bool {
        self.starts.contains(cell)
    }

    /// Walks until about this much more work was done; returns whether the survey is complete.
    pub fn run(&mut self, work: Ticks, control: &Control) -> Result<bool, Interruption> {
        let last = self.ticks() + work;
        let mut ways = 0;
        loop {
            if ways == 0 {
                if let Some((mark, left)) = self.choices.pop() {
                    self.walk.undo(mark);
                    ways = left;
                } else {
                    self.walk.undo(Mark::default());
                    let Some(end) = self.ends.pop() else {
                        return Ok(true);
                    };
                    self.cells += 1;
                    if self.walk.start(end) {
                        ways = self.list_ways();
                    }
                    continue;
                }
            }
            let dir = ways.trailing_zeros() as usize;
            let others = ways & (ways - 1);
            if others != 0 {
                self.choices.push((self.walk.mark(), others));
            }
            self.walk.pass(dir);
            self.cells += 1;
            ways = self.list_ways();
            if self.cells.is_multiple_of(CELLS_PER_LOOK) {
                if ways != 0 {
                    self.choices.push((self.walk.mark(), ways));
                    ways = 0;
                }
                control.check()?;
                if self.ticks() >= last {
                    return Ok(false);
                }
            }
        }
    }

    /// The directions in which the walk goes on. Where it shows the start, that is noted instead.
    fn list_ways(&mut self) -> u8 {
        let ways = self.walk.ways();
        let mut open = 0;
        for dir in (0..4).filter(|dir| ways >> dir & 1 == 1) {
            match self.walk.look(dir) {
                Look::Open => open |= 1 << dir,
                Look::Start(cell) => {
                    self.starts.insert(cell);
                }
                Look::Vain => {}
            }
        }
        open
    }
}
