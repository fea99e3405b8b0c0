//! Which choice of a walk is to blame for a conflict: backjumping instead of taking back one choice.
//!
//! A wrong turn may show millions of cells later, near in space and far in time, and taking back the
//! choices between one by one tries all their combinations in vain. But what contradicts itself is
//! local as a rule: a window around the conflict is contradictory on its own, with what was known of it
//! at an earlier choice already. The trail of the walk's engine tells what that was, without taking
//! anything back; so the earliest such choice is found by galloping backwards and then halving, with a
//! small engine beside the large one. Everything that was tried after it is refuted at once.

use super::rule::RULES;
use crate::area::{Area, Local};
use crate::coil::engine::values::flip;
use crate::coil::engine::{Engine, Mark, Removed, Switches};
use crate::coil::tuning::walks::{LOOK_BACK_PROBES, LOOK_BACK_REACH};

/// A window around a conflict, as it was at some time of a walk.
pub struct LookBack {
    engine: Engine,
    window: Area,
    /// The cells whose edges are probed, the nearest to the conflict first.
    around: Vec<usize>,
    state: Vec<(u16, u8)>,
    refuted_state: Vec<(u16, u8)>,
}

impl LookBack {
    /// Nothing to look at yet.
    pub fn new(switches: Switches) -> Self {
        Self {
            engine: Engine::new(&RULES, switches),
            window: Area::of_rows(1, 1),
            around: Vec::new(),
            state: Vec::new(),
            refuted_state: Vec::new(),
        }
    }

    /// Cells revised so far.
    pub fn revisions(&self) -> u64 {
        self.engine.revisions()
    }

    /// Chooses the window around a cell.
    fn centre(&mut self, walked: &Engine, place: usize) {
        let whole = Area::of_rows(walked.stride(), walked.len());
        self.window = whole.around(place, LOOK_BACK_REACH);
        let probed = whole.around(place, LOOK_BACK_PROBES).nearest_first(place);
        self.around.clear();
        self.around.extend(
            probed
                .into_iter()
                .filter_map(|cell| Some(self.window.local(cell)?.0)),
        );
        self.state.clear();
        let state = |cell| (walked.word(cell), walked.roles(cell));
        self.state.extend(self.window.cells().map(state));
    }

    /// Puts back what was removed from the window between two marks of the trail.
    fn rewind(&mut self, walked: &Engine, from: Mark, to: Mark) {
        for removed in walked.removed(from, to) {
            match removed {
                Removed::Values { cell, dir, gone } => {
                    if let Some(Local(i)) = self.window.local(cell) {
                        self.state[i].0 |= gone << (4 * dir);
                    }
                    if let Some(Local(i)) = self.window.local(walked.neighbour(cell, dir)) {
                        self.state[i].0 |= flip(gone) << (4 * (dir ^ 2));
                    }
                }
                Removed::Roles { cell, before } => {
                    if let Some(Local(i)) = self.window.local(cell) {
                        self.state[i].1 = before;
                    }
                }
            }
        }
    }

    /// Whether the window contradicts itself.
    fn is_refuted(&mut self) -> bool {
        let state = &self.state;
        let (width, height) = (self.window.width(), self.window.height());
        let sound = self.engine.load(width, height, |x, y| state[y * width + x]);
        if !sound || !self.engine.propagate_all() {
            return true;
        }
        let engine = &self.engine;
        self.around.retain(|&i| engine.is_active(i));
        !self.engine.probe_around(&self.around)
    }

    /// Whether the surroundings of a cell contradict themselves as they are now.
    pub fn is_refuted_now(&mut self, walked: &Engine, place: usize) -> bool {
        self.centre(walked, place);
        self.is_refuted()
    }

    /// The number of the earliest choice before which the surroundings of a conflict were contradictory
    /// already: it, and all after it, were made in vain. `marks` are the marks of the trail at which the
    /// choices were made. `None` if the window does not even contradict itself before the last.
    pub fn first_in_vain(
        &mut self,
        walked: &Engine,
        place: usize,
        marks: &[Mark],
    ) -> Option<usize> {
        let last = marks.len().checked_sub(1)?;
        self.centre(walked, place);
        self.rewind(walked, marks[last], walked.mark());
        if !self.is_refuted() {
            return None;
        }
        let mut refuted = last;
        let mut step = 1;
        loop {
            if refuted == 0 {
                return Some(0);
            }
            self.refuted_state.clone_from(&self.state);
            let earlier = refuted.saturating_sub(step);
            self.rewind(walked, marks[earlier], marks[refuted]);
            if self.is_refuted() {
                refuted = earlier;
                step *= 2;
                continue;
            }
            // Between the two.
            let mut possible = earlier;
            while possible + 1 < refuted {
                let middle = usize::midpoint(possible, refuted);
                self.state.clone_from(&self.refuted_state);
                self.rewind(walked, marks[middle], marks[refuted]);
                if self.is_refuted() {
                    self.refuted_state.clone_from(&self.state);
                    refuted = middle;
                } else {
                    possible = middle;
                }
            }
            return Some(refuted);
        }
    }
}
