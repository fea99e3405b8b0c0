//! Which boards a player gets.

use unicursal::implement::{Kind, level_of};
use unicursal::pellet::generate::{Difficulty, Shape, generate};
use unicursal::pellet::{Board, Pellet};
use unicursal::{Control, Error, Outcome, SolveRequest};

/// The boards of a challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Boards {
    /// Fresh boards for every player, of sizes that grow evenly.
    Fresh {
        /// How many each player gets.
        count: usize,
        /// Columns and rows of the first.
        from: (usize, usize),
        /// Columns and rows of the last.
        to: (usize, usize),
        /// The text from which all boards follow, together with the player's number.
        seed: String,
    },
    /// The same boards for everybody.
    Given(Vec<Board>),
}

/// Why a board cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BoardError {
    /// It cannot be read or made, or it is not known whether anybody could solve it.
    #[error(transparent)]
    Failed(#[from] Error),
    /// Nobody could solve it.
    #[error("the board has no path: {0}")]
    Unsolvable(String),
    /// A challenge needs boards.
    #[error("there are no boards")]
    None,
}

/// The share of holes in fresh boards, in per cent.
const HOLES: usize = 20;

impl Boards {
    /// Reads a board for a challenge, and makes sure that it has a path.
    pub fn read(text: &[u8], control: &Control) -> Result<Board, BoardError> {
        let board = Pellet::parse(text)?;
        let level = level_of::<Pellet>(board.clone());
        match level.solve(&SolveRequest::default(), control)?.outcome {
            Outcome::Solved(_) => Ok(board),
            Outcome::Unsolvable { proof } => Err(BoardError::Unsolvable(proof)),
            Outcome::Unknown(unknown) => Err(Error::from(unknown).into()),
        }
    }

    /// Whether every player can get all boards.
    pub fn check(&self) -> Result<(), BoardError> {
        if self.count() == 0 {
            return Err(BoardError::None);
        }
        self.board(0, 0)?;
        self.board(0, self.count() - 1)?;
        Ok(())
    }

    /// How many boards a player gets.
    pub fn count(&self) -> usize {
        match self {
            Self::Fresh { count, .. } => *count,
            Self::Given(boards) => boards.len(),
        }
    }

    /// A board of a player. Boards are counted from 0, players in the order in which they connect.
    pub fn board(&self, player: u64, index: usize) -> Result<Board, BoardError> {
        match self {
            Self::Given(boards) => boards.get(index).cloned().ok_or(BoardError::None),
            Self::Fresh {
                count,
                from,
                to,
                seed,
            } => {
                let last = count.saturating_sub(1).max(1);
                let between = |from: usize, to: usize| (from * (last - index) + to * index) / last;
                let shape = Shape {
                    width: between(from.0, to.0),
                    height: between(from.1, to.1),
                    holes: HOLES,
                    difficulty: Difficulty::Any,
                    unique: false,
                    grade: None,
                };
                let seed = format!("{seed}/{player}/{index}");
                Ok(generate(&shape, &seed, &Control::new())?.board)
            }
        }
    }
}
