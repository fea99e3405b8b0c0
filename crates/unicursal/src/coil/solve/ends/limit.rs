//! How much a turn may do.

use crate::schedule::Ticks;

/// See the [module](self).
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// The work after which the turn ends as soon as it can.
    pub slice: Ticks,
    /// The choices that a single walk may make.
    pub choices: u64,
}

impl Limit {
    /// A turn that lasts until walks of this many choices have been made from all starts.
    pub const fn of_choices(choices: u64) -> Self {
        Self {
            slice: Ticks::MAX,
            choices,
        }
    }
}
