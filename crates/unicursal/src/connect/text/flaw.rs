//! What can be wrong with a text, and where.

use thiserror::Error;

use crate::connect::Board;
use crate::connect::rule::BadRule;

/// Why a text is not a board or not an answer, with the line where it shows.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {what}")]
pub struct TextError {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub what: Flaw,
}

/// What can be wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Flaw {
    /// The text ends before this.
    #[error("the text ends where {0} should be")]
    Ends(String),
    /// The line should hold something else.
    #[error("expected {expected}, not '{found}'")]
    Expected {
        /// What should be there.
        expected: &'static str,
        /// The beginning of what is there.
        found: String,
    },
    /// A side of the board is 0 or too long.
    #[error("{side} must be from 1 to {max}, not {value}", max = Board::MAX_SIDE)]
    BadSide {
        /// Which one.
        side: &'static str,
        /// The number, or its beginning.
        value: String,
    },
    /// The board would have too many cells.
    #[error("a board of {width}x{height} is too large: at most {max} cells are supported", max = Board::MAX_CELLS)]
    TooManyCells {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// A row is too short or too long.
    #[error("row {row} has {found} tiles, not {width}")]
    RowLength {
        /// Counted from 1.
        row: usize,
        /// Tiles in the line.
        found: usize,
        /// Tiles that it should have.
        width: usize,
    },
    /// A character cannot stand on a board.
    #[error("column {column}: {found} is no tile")]
    BadTile {
        /// Counted from 1.
        column: usize,
        /// The character, or the byte if it is no text.
        found: String,
    },
    /// A colour has a single terminal.
    #[error("column {column}: colour '{name}' stands only here; a colour has two terminals")]
    SingleTerminal {
        /// Counted from 1.
        column: usize,
        /// The colour.
        name: char,
    },
    /// A colour has more than two terminals.
    #[error("column {column}: colour '{name}' stands here for the third time")]
    ThirdTerminal {
        /// Counted from 1.
        column: usize,
        /// The colour.
        name: char,
    },
    /// A checkpoint is not on the board.
    #[error("the checkpoint ({x}, {y}) is outside the board of {width} columns and {height} rows")]
    CheckpointOutside {
        /// Column.
        x: String,
        /// Row.
        y: String,
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// A checkpoint is on a tile that cannot have one.
    #[error("the checkpoint ({x}, {y}) is on a {tile}")]
    CheckpointOn {
        /// Column.
        x: usize,
        /// Row.
        y: usize,
        /// What stands there.
        tile: &'static str,
    },
    /// Two checkpoints are on one tile.
    #[error("there is already a checkpoint at ({x}, {y})")]
    RepeatedCheckpoint {
        /// Column.
        x: usize,
        /// Row.
        y: usize,
    },
    /// A colour has no terminals.
    #[error("there is no colour '{0}' on the board")]
    UnknownColour(String),
    /// An end of a piece of a path is not on the board.
    #[error("({x}, {y}) is outside the board of {width} columns and {height} rows")]
    Outside {
        /// Column.
        x: usize,
        /// Row.
        y: usize,
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// A piece of a path is not straight, or has no length.
    #[error("a piece of a path must be a horizontal or vertical line of two tiles or more")]
    NotStraight,
    /// The first line names a rule that does not exist.
    #[error("{0}")]
    Rule(BadRule),
    /// Something follows the end of the board.
    #[error("'{0}' after the end of the board")]
    Extra(String),
}

impl Flaw {
    /// The column at which it shows, counted from 1, where it has one.
    pub fn column(&self) -> Option<usize> {
        match self {
            Self::BadTile { column, .. }
            | Self::SingleTerminal { column, .. }
            | Self::ThirdTerminal { column, .. } => Some(*column),
            _ => None,
        }
    }
}
