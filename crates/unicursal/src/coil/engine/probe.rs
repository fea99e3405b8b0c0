//! Singleton consistency: try each value of an edge, and delete it if that leads to a conflict.
//!
//! Most probes would only repeat an earlier one. Two facts save three quarters of them: a probe that
//! finds no conflict shows that every value which it fixed on the way is possible too, and neither
//! has to be tried again until something changes at the two cells of the edge. Missing a change
//! further off costs deductions, never soundness. Edges of which only the order of their cells is open
//! are not tried either: that would be an eighth of all probes, for a twentieth of the conflicts, which
//! no walk was ever seen to miss.

use super::Engine;
use super::values::{ANY, UNUSED, flip, is_open};

/// A probe gives up after this many cell revisions and counts as 'possible'. In open areas the
/// consequences of a value go on and on without ever contradicting it.
pub const REVISIONS: u64 = 1000;

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

/// Which edges of an engine's rectangle need probing, and the counts of what was done.
#[derive(Default)]
pub struct Prober {
    width: usize,
    /// When an edge of each cell last changed.
    changed: Vec<u32>,
    /// The values of each edge that were shown to be possible, and from when on changes count; the right
    /// edge of a cell, then its lower one.
    shown: Vec<(u32, u8)>,
    /// Counted up with every refutation.
    now: u32,
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
        self.changed.clear();
        self.changed.resize(width * height, 0);
        self.shown.clear();
        self.shown.resize(2 * width * height, (0, 0));
        self.now = 1;
        self.log.clear();
    }

    /// Takes every value of an edge (the right or lower one of `cell`) for possible until something
    /// changes nearby.
    pub fn trust(&mut self, cell: usize, dir: usize) {
        self.shown[2 * cell + dir] = (self.now + 1, ANY as u8);
    }

    /// Probes the right and lower edges of the given cells until nothing more can be deleted.
    /// Returns false on a conflict: the state itself is impossible. `interrupted` is asked from time
    /// to time; if it says yes the work ends early, which is as sound as ending late.
    pub fn run(
        &mut self,
        engine: &mut Engine,
        cells: &[u32],
        interrupted: &mut dyn FnMut() -> bool,
    ) -> bool {
        if !engine.switches.probes {
            return true;
        }
        loop {
            let before = self.refuted;
            for &cell in cells {
                let cell = cell as usize;
                for dir in 0..2 {
                    let mask = engine.edge(cell, dir);
                    if is_open(mask) && mask != UNUSED && !self.probe_edge(engine, cell, dir) {
                        return false;
                    }
                }
                if self.probes.is_multiple_of(64) && interrupted() {
                    return true;
                }
            }
            if self.refuted == before {
                return true;
            }
        }
    }

    fn probe_edge(&mut self, engine: &mut Engine, cell: usize, dir: usize) -> bool {
        let edge = 2 * cell + dir;
        if self.is_stale(edge) {
            self.shown[edge] = (self.now + 1, 0);
        }
        for value in [1, 2, 4, 8] {
            let mask = engine.edge(cell, dir);
            if mask & value == 0 || mask == value || u16::from(self.shown[edge].1) & value != 0 {
                continue;
            }
            self.probes += 1;
            let mark = engine.mark();
            if engine.try_value(cell, dir, value, REVISIONS) {
                self.note_possible(engine, mark);
                engine.undo(mark);
                continue;
            }
            engine.undo(mark);
            if !self.refute(engine, cell, dir, value) {
                return false;
            }
            self.shown[edge] = (self.now + 1, 0);
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
    /// that leads to nearly the same state without all the probes that found nothing. Returns false on
    /// a conflict.
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
            let possible = engine.try_value(cell, dir, value, REVISIONS);
            engine.undo(mark);
            possible || self.refute(engine, cell, dir, value)
        })
    }

    /// Every value that a probe without conflict has fixed is possible.
    fn note_possible(&mut self, engine: &Engine, mark: usize) {
        for (cell, dir) in engine.changed_since(mark) {
            let mask = engine.edge(cell, dir);
            if is_open(mask) {
                continue;
            }
            let (edge, seen) = match dir {
                0 | 1 => (2 * cell + dir, mask),
                _ => (2 * engine.neighbour(cell, dir) + (dir & 1), flip(mask)),
            };
            if self.is_stale(edge) {
                self.shown[edge] = (self.now + 1, seen as u8);
            } else {
                self.shown[edge].1 |= seen as u8;
            }
        }
    }

    /// Marks the cells of every edge that changed since the mark.
    pub fn note_changes(&mut self, engine: &Engine, mark: usize) {
        self.now += 1;
        for (cell, dir) in engine.changed_since(mark) {
            self.changed[cell] = self.now;
            self.changed[engine.neighbour(cell, dir)] = self.now;
        }
    }

    fn is_stale(&self, edge: usize) -> bool {
        let (time, _) = self.shown[edge];
        let cell = edge / 2;
        let other = cell + if edge & 1 == 0 { 1 } else { self.width };
        time == 0 || self.changed[cell] >= time || self.changed[other] >= time
    }
}

impl Engine {
    /// Probes every value of every edge of a few cells until nothing can be deleted, without any
    /// bookkeeping. Returns false on a conflict.
    pub fn probe_around(&mut self, cells: &[usize]) -> bool {
        if !self.switches.probes {
            return true;
        }
        loop {
            let mut deleted = false;
            for (cell, dir) in cells
                .iter()
                .flat_map(|&cell| (0..4).map(move |dir| (cell, dir)))
            {
                for value in [1, 2, 4, 8] {
                    let mask = self.edge(cell, dir);
                    if mask & value == 0 || mask == value {
                        continue;
                    }
                    let mark = self.mark();
                    let possible = self.try_value(cell, dir, value, REVISIONS);
                    self.undo(mark);
                    if !possible {
                        deleted = true;
                        if !(self.keep(cell, dir, !value) && self.propagate()) {
                            return false;
                        }
                    }
                }
            }
            if !deleted {
                return true;
            }
        }
    }

    /// Assumes a value and follows it for at most `revisions` cell revisions. Returns false on a
    /// conflict. The caller undoes it.
    pub fn try_value(&mut self, cell: usize, dir: usize, value: u16, revisions: u64) -> bool {
        self.revision_limit = self.revisions + revisions;
        let possible = self.keep(cell, dir, value) && self.propagate();
        self.revision_limit = u64::MAX;
        possible
    }
}
