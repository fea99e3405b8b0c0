//! How hard a board is, measured by the states that the plain search looks at.

use std::fmt;

use crate::pellet::{Board, solve::dfs};
use crate::{Control, Interruption};

/// A class of boards by the number of states that [`dfs`] needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difficulty {
    /// Not measured.
    Any,
    /// Solved within 1,000 states beyond one for each cell.
    Easy,
    /// Solved within 50,000.
    Medium,
    /// Not solved within 50,000.
    Hard,
}

const EASY: u64 = 1_000;
const MEDIUM: u64 = 50_000;

impl Difficulty {
    /// All of them; the first is the default.
    pub const NAMES: [&'static str; 4] = ["any", "easy", "medium", "hard"];

    /// The difficulty with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Any, Self::Easy, Self::Medium, Self::Hard]
            .into_iter()
            .find(|difficulty| difficulty.to_string() == name)
    }

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

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Any => Self::NAMES[0],
            Self::Easy => Self::NAMES[1],
            Self::Medium => Self::NAMES[2],
            Self::Hard => Self::NAMES[3],
        })
    }
}
