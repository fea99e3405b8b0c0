//! One part of a run that is spread over processes or machines.

use std::fmt;
use std::str::FromStr;

use crate::Refused;

/// Part `index` of `count`, counted from 1: every `count`-th level, so that all parts get easy and
/// hard levels alike.
///
/// ```
/// use unicursal_arena::Shard;
///
/// let shard: Shard = "2/3".parse()?;
/// let mine: Vec<usize> = (1..=8).filter(|&position| shard.has(position)).collect();
/// assert_eq!(mine, [2, 5, 8]);
/// assert!("4/3".parse::<Shard>().is_err());
/// # Ok::<(), unicursal_arena::Refused>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: usize,
    count: usize,
}

impl Shard {
    /// Everything.
    pub const WHOLE: Self = Self { index: 1, count: 1 };

    /// Whether the level at this position, counted from 1, belongs to the part.
    pub fn has(self, position: usize) -> bool {
        position % self.count == self.index % self.count
    }
}

impl FromStr for Shard {
    type Err = Refused;

    fn from_str(word: &str) -> Result<Self, Refused> {
        let parts = word.split_once('/');
        let parts = parts.and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        match parts {
            Some((index, count)) if 1 <= index && index <= count => Ok(Self { index, count }),
            _ => Err(Refused::new(format!(
                "'{word}' is not a part of the levels; one looks like 2/8, the second of eight"
            ))),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}
