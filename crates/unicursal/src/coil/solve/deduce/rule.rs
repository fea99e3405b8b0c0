//! Coil's own rule, for the path-constraint engine.

use crate::coil::engine::rules::{Passage, Rules};
use crate::coil::engine::values::{AFTER, BEFORE, UNUSED};

/// Slides end only where they are blocked: a path that turns must have, straight ahead, a wall or a
/// cell that was visited before. The start comes before all its neighbours, the end after them.
pub static RULES: Rules = Rules::new(idle);

fn idle(passage: Passage, dir: usize) -> u16 {
    match (passage.from, passage.to) {
        (None, _) => AFTER,
        (_, None) => BEFORE,
        (Some(from), Some(to)) => {
            let ahead = from ^ 2;
            if to != ahead && dir == ahead {
                BEFORE
            } else {
                UNUSED
            }
        }
    }
}
