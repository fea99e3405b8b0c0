//! What the solver asks while it works: whether to go on.
//!
//! It asks after each of its decisions, so the number of questions measures its work in the same way on
//! every machine. A *turn* is a number of questions: work that is cut short by it stays deterministic.

use std::cell::Cell;

use batsat::Callbacks;

use crate::{Control, Interruption};

/// A turn without end.
pub const ENDLESS: u64 = u64::MAX;

/// Reading the clock at each question would cost more than the question.
const QUESTIONS_PER_LOOK: u64 = 32;

/// Ends the solver's work at the end of its turn, or when the caller's limits say so.
pub struct Watch<'a> {
    control: &'a Control<'a>,
    /// Questions left; none after the first "no", so that the answer stays the same.
    left: Cell<u64>,
}

impl<'a> Watch<'a> {
    /// A watch that stops nothing but what the control stops.
    pub fn new(control: &'a Control<'a>) -> Self {
        let left = Cell::new(ENDLESS);
        Self { control, left }
    }

    /// Begins a turn.
    pub fn begin(&self, turn: u64) {
        self.left.set(turn);
    }

    /// The caller's limits.
    pub fn control(&self) -> &Control<'a> {
        self.control
    }

    /// Why the solver was stopped: the caller's limits, or else the end of its turn.
    pub fn reason(&self) -> Interruption {
        self.control.interruption().unwrap_or(Interruption::GaveUp)
    }
}

impl Callbacks for Watch<'_> {
    fn stop(&self) -> bool {
        let left = self.left.get().saturating_sub(1);
        let looks = left.is_multiple_of(QUESTIONS_PER_LOOK);
        let stopped = left == 0 || (looks && self.control.interruption().is_some());
        self.left.set(if stopped { 0 } else { left });
        stopped
    }
}
