//! How hard a board is, measured by the states that the plain search looks at.

use crate::named::named;
use crate::pellet::{Board, solve::dfs};
use crate::{Control, Interruption};

named! {
    /// A class of boards by the number of states that [`dfs`] needs.
    pub enum Difficulty {
        /// Not measured.
        Any "any",
        /// Solved within 1,000 states beyond one for each cell.
        Easy "easy",
        /// Solved within 50,000.
        Medium "medium",
        /// Not solved within 50,000.
        Hard "hard",
    }
}

const EASY: u64 = 1_000;
const MEDIUM: u64 = 50_000;

impl Difficulty {
    /// Where boards of this class are more frequent.
    pub(super) fn advice(self) -> &'static str {
        match self {
            Self::Hard => "a larger board",
            _ => "a smaller board, or more holes",
        }
    }

    /// Whether a board is of this class.
    pub(super) fn fits(self, board: &Board, control: &Control) -> Result<bool, Interruption> {
        // The search looks at one state for each cell even if it never makes a mistake.
        let cells = board.free_count() as u64;
        let limit = match self {
            Self::Any => return Ok(true),
            Self::Easy => EASY,
            Self::Medium | Self::Hard => MEDIUM,
        };
        let class = match dfs::count_states(board, cells + limit, control)? {
            Some(states) if states <= cells + EASY => Self::Easy,
            Some(_) => Self::Medium,
            None => Self::Hard,
        };
        Ok(class == self)
    }
}
