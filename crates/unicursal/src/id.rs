//! Names from which a level can be made again on every machine: ids, and numbers in a pack.

use std::fmt;

use crate::Error;

/// A shareable name of a generated level: `PUZZLE:WIDTHxHEIGHT/VARIANT#SEED`.
///
/// ```
/// use unicursal::LevelId;
///
/// let id: LevelId = "coil:40x30/original#spring".parse()?;
/// assert_eq!((id.width, id.height), (40, 30));
/// assert_eq!(id.to_string(), "coil:40x30/original#spring");
/// assert!("coil:40#".parse::<LevelId>().is_err());
/// # Ok::<(), unicursal::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelId {
    /// The name of the puzzle.
    pub puzzle: String,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// What this means depends on the puzzle, e.g. a profile; may be empty.
    pub variant: String,
    /// The text from which all random choices follow.
    pub seed: String,
}

impl LevelId {
    /// The name of a level of this size.
    pub fn new(
        puzzle: impl Into<String>,
        (width, height): (usize, usize),
        variant: impl Into<String>,
        seed: impl Into<String>,
    ) -> Self {
        Self {
            puzzle: puzzle.into(),
            width,
            height,
            variant: variant.into(),
            seed: seed.into(),
        }
    }
}

impl std::str::FromStr for LevelId {
    type Err = Error;

    fn from_str(word: &str) -> Result<Self, Error> {
        let parts = || {
            let (puzzle, rest) = word.split_once(':')?;
            let (shape, seed) = rest.split_once('#')?;
            let (size, variant) = shape.split_once('/').unwrap_or((shape, ""));
            let (width, height) = size.split_once('x')?;
            let size = (width.parse().ok()?, height.parse().ok()?);
            Some(Self::new(puzzle, size, variant, seed))
        };
        parts().ok_or_else(|| {
            Error::bad_request(format!(
                "'{word}' is not a level id; one looks like coil:40x40/original#spring"
            ))
        })
    }
}

impl fmt::Display for LevelId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}x{}", self.puzzle, self.width, self.height)?;
        if !self.variant.is_empty() {
            write!(f, "/{}", self.variant)?;
        }
        write!(f, "#{}", self.seed)
    }
}

/// The name of a level that need not be given as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LevelName {
    /// A generated one.
    Id(LevelId),
    /// One that comes with the puzzle: `PUZZLE:pack/NUMBER`.
    Pack(u64),
    /// One of the graded pack, unique and of a known difficulty: `PUZZLE:pack2/NUMBER`.
    Graded(u64),
}

impl LevelName {
    /// Reads a word as the name of a level of this puzzle; `None` if it is
    /// [meant](Self::is_meant) as something else.
    ///
    /// ```
    /// use unicursal::LevelName;
    ///
    /// assert_eq!(LevelName::read("coil", "coil:pack/7"), Ok(Some(LevelName::Pack(7))));
    /// assert!(LevelName::read("coil", "coil:pack/x").is_err());
    /// assert_eq!(LevelName::read("coil", "level.txt"), Ok(None));
    /// ```
    pub fn read(puzzle: &str, word: &str) -> Result<Option<Self>, Error> {
        let Some(rest) = after_puzzle(puzzle, word) else {
            return Ok(None);
        };
        let number = match (rest.strip_prefix("pack/"), rest.strip_prefix("pack2/")) {
            (Some(number), _) => number.parse().map(Self::Pack),
            (_, Some(number)) => number.parse().map(Self::Graded),
            _ => return word.parse().map(Self::Id).map(Some),
        };
        number.map(Some).map_err(|_| {
            Error::bad_request(format!(
                "'{word}' is not a level of the pack: it has no number"
            ))
        })
    }

    /// Whether a word is meant as the name of a level of this puzzle, good or not.
    pub fn is_meant(puzzle: &str, word: &str) -> bool {
        after_puzzle(puzzle, word).is_some()
    }
}

fn after_puzzle<'a>(puzzle: &str, word: &'a str) -> Option<&'a str> {
    word.strip_prefix(puzzle)?.strip_prefix(':')
}
