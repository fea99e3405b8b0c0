//! Singleton consistency: try each value of an edge, and delete it if that leads to a conflict.
//!
//! Most probes would only repeat an earlier one. Two facts save three quarters of them: a probe
//! that finds no conflict shows that every value which it fixed on the way is possible too, and
//! neither has to be tried again until something changes at the two cells of the edge. Missing a
//! change further off costs deductions, never soundness. Values that are hardly ever refuted are
//! not tried either ([`is_likely`]).

use super::values::{AFTER, ANY, BEFORE, EARLIER, IN, LATER, OUT, UNUSED, USED, is_open};
use super::{Engine, Mark};
use crate::coil::tuning::engine::STEPS;
use crate::{Control, Interruption};

/// Probes between two looks at the limits.
const PROBES_PER_LOOK: u64 = 64;

/// A value of the edge of a cell in a direction that led to a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The cell.
    pub cell: u32,
    /// The direction number, 0 or 1.
    pub dir: u8,
    /// The value.
    pub value: u8,
}

impl Refutation {
    /// The same in four bytes: there are many. Cells have 29 bits, more than any board needs.
    pub fn pack(self) -> u32 {
        self.cell << 3 | u32::from(self.dir) << 2 | u32::from(self.value).trailing_zeros()
    }

    /// What was packed.
    pub fn unpack(packed: u32) -> Self {
        Self {
            cell: packed >> 3,
            dir: (packed >> 2 & 1) as u8,
            value: 1 << (packed & 3),
        }
    }
}

/// Which edges of an engine's rectangle need probing, and the counts of what was done.
#[derive(Default)]
pub struct Prober {
    width: usize,
    /// The values that were shown to be possible since something last changed at the edge: those of
    /// the right edge of each cell in the lower half, those of its lower edge in the upper.
    shown: Vec<u8>,
    /// The edges that are probed: twice the cell and the direction.
    edges: Vec<u32>,
    /// What was refuted since the last reset, in order.
    pub log: Vec<Refutation>,
    /// Probes made.
    pub probes: u64,
    /// Probes that found a conflict.
    pub refuted: u64,
}

impl Prober {
    /// Starts over for an engine with a rectangle of this size: every value needs probing.
    pub fn reset(&mut self, width: usize, height: usize) {
        self.width = width;
        self.shown.clear();
        self.shown.resize(width * height, 0);
        self.log.clear();
    }

    /// Treats every value of the right and lower edges of a cell as possible until something
    /// changes nearby.
    pub fn trust(&mut self, cell: usize) {
        self.shown[cell] = (ANY | ANY << 4) as u8;
    }

    /// Probes the right and lower edges of the given cells until nothing more can be deleted.
    /// Returns false on a conflict: the state itself is impossible. When interrupted, what has been
    /// deleted so far stays deleted, which is sound.
    pub fn run(
        &mut self,
        engine: &mut Engine,
        cells: &[u32],
        control: &Control,
    ) -> Result<bool, Interruption> {
        if !engine.switches.probes {
            return Ok(true);
        }
        let mut edges = std::mem::take(&mut self.edges);
        edges.clear();
        edges.extend(cells.iter().flat_map(|&cell| [2 * cell, 2 * cell + 1]));
        let sound = self.run_edges(engine, &mut edges, control);
        self.edges = edges;
        sound
    }

    fn run_edges(
        &mut self,
        engine: &mut Engine,
        edges: &mut Vec<u32>,
        control: &Control,
    ) -> Result<bool, Interruption> {
        let mut next_look = self.probes + PROBES_PER_LOOK;
        loop {
            let before = self.refuted;
            edges.retain(|&edge| {
                is_worth_probing(engine.edge(edge as usize / 2, edge as usize & 1))
            });
            for &edge in &*edges {
                if !self.probe_edge(engine, edge as usize / 2, edge as usize & 1) {
                    return Ok(false);
                }
                if self.probes >= next_look {
                    control.check()?;
                    next_look = self.probes + PROBES_PER_LOOK;
                }
            }
            if self.refuted == before {
                return Ok(true);
            }
        }
    }

    fn probe_edge(&mut self, engine: &mut Engine, cell: usize, dir: usize) -> bool {
        for value in [OUT, IN, AFTER, BEFORE] {
            let mask = engine.edge(cell, dir);
            let shown = u16::from(self.shown[cell]) >> (4 * dir);
            if mask & value & !shown == 0 || !is_worth_probing(mask) || is_likely(value, mask) {
                continue;
            }
            self.probes += 1;
            let mark = engine.mark();
            if engine.try_value(cell, dir, value, STEPS) {
                self.note_possible(engine, mark);
                engine.undo(mark);
                continue;
            }
            engine.undo(mark);
            if !self.refute(engine, cell, dir, value) {
                return false;
            }
        }
        true
    }

    /// Deletes a value that led to a conflict. Returns false if that leads to one too.
    fn refute(&mut self, engine: &mut Engine, cell: usize, dir: usize, value: u16) -> bool {
        self.refuted += 1;
        self.log.push(Refutation {
            cell: cell as u32,
            dir: dir as u8,
            value: value as u8,
        });
        let mark = engine.mark();
        let sound = engine.keep(cell, dir, !value) && engine.propagate();
        if sound {
            self.note_changes(engine, mark);
        }
        sound
    }

    /// Probes just what was refuted in an earlier run under similar assumptions, in the same order:
    /// that leads to nearly the same state without all the probes that found nothing. Returns false
    /// on a conflict.
    pub fn repeat(&mut self, engine: &mut Engine, earlier: &[Refutation]) -> bool {
        if !engine.switches.probes {
            return true;
        }
        earlier.iter().all(|&Refutation { cell, dir, value }| {
            let (cell, dir, value) = (cell as usize, usize::from(dir), u16::from(value));
            let mask = engine.edge(cell, dir);
            if mask & value == 0 || mask == value {
                return true;
            }
            self.probes += 1;
            let mark = engine.mark();
            let possible = engine.try_value(cell, dir, value, STEPS);
            engine.undo(mark);
            possible || self.refute(engine, cell, dir, value)
        })
    }

    /// Every value that a probe without conflict has fixed is possible.
    fn note_possible(&mut self, engine: &Engine, mark: Mark) {
        for (cell, dir) in engine.changed_since(mark) {
            let mask = engine.edge(cell, dir);
            let fixed = if is_open(mask) { 0 } else { mask };
            self.shown[cell] |= (fixed << (4 * dir)) as u8;
        }
    }

    /// What was shown about the edges of cells that have changed since the mark no longer counts.
    pub fn note_changes(&mut self, engine: &Engine, mark: Mark) {
        for (cell, dir) in engine.changed_since(mark) {
            for cell in [cell, engine.neighbour(cell, dir)] {
                self.shown[cell] = 0;
                // In the first row or column there is no such edge, and it does no harm to probe
                // another.
                self.shown[cell.saturating_sub(1)] &= (ANY << 4) as u8;
                self.shown[cell.saturating_sub(self.width)] &= ANY as u8;
            }
        }
    }
}

/// Whether more than one value is possible, and both whether the edge is used and which of its
/// cells comes first are open. Where only one of the two is, a quarter of all probes found a
/// twentieth of the conflicts, and no walk was ever seen to miss these.
#[inline]
fn is_worth_probing(mask: u16) -> bool {
    is_open(mask) && mask != UNUSED && mask & LATER != 0 && mask & EARLIER != 0
}

/// Whether a value is hardly ever refuted, so that it is not tried: a use, if all that is left
/// besides it is an unused edge with the opposite order, or no use in the opposite direction (2 to
/// 8 of 100 probes refuted it, of those of the other value 57); and of an edge that can be used in
/// one direction only, to be unused with that order (16 of 100).
#[inline]
fn is_likely(value: u16, mask: u16) -> bool {
    value == OUT && mask & UNUSED == BEFORE
        || value == IN && mask & UNUSED == AFTER
        || value == AFTER && mask & USED == OUT
        || value == BEFORE && mask & USED == IN
}

impl Engine {
    /// Assumes a value and follows it for at most `revisions` cell revisions. Returns false on a
    /// conflict. The caller undoes it.
    pub fn try_value(&mut self, cell: usize, dir: usize, value: u16, revisions: u64) -> bool {
        self.revision_limit = self.revisions + revisions;
        let possible = self.keep(cell, dir, value) && self.propagate();
        self.revision_limit = u64::MAX;
        possible
    }
}
