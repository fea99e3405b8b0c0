//! The rules by which a board is to be solved: those that its text names, and those that a caller
//! wants instead.
//!
//! A text may begin with a line `rule:` and parts with commas between them: `fill` or `blanks`,
//! `touch` or `no-touch`, `turns N` or `turns any`. What it leaves open is as in the game: paths
//! use every tile and may touch themselves, and boards of the game's size have its limit of turns.

/// What is asked of an answer beside the written rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// The most lines that it may have.
    pub turns: Option<usize>,
    /// No path may touch itself: of its tiles only those are neighbours that it joins.
    pub no_touch: bool,
    /// Tiles may stay empty, but for checkpoints.
    pub blanks: bool,
}

/// What a caller wants instead of the rules of the board; `None` leaves them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Instead {
    /// The most lines, or any number.
    pub turns: Option<Option<usize>>,
    /// Whether paths must not touch themselves.
    pub no_touch: Option<bool>,
    /// Whether tiles may stay empty.
    pub blanks: Option<bool>,
}

impl Rules {
    /// These rules but for what is wanted instead.
    #[must_use]
    pub fn but(self, instead: &Instead) -> Self {
        Self {
            turns: instead.turns.unwrap_or(self.turns),
            no_touch: instead.no_touch.unwrap_or(self.no_touch),
            blanks: instead.blanks.unwrap_or(self.blanks),
        }
    }

    /// The rules of the game on a board of this size, which may have a line for checkpoints.
    pub(super) fn of_game(width: usize, height: usize, counts_checkpoints: bool) -> Self {
        let (side, turns) = if counts_checkpoints {
            (15, 100)
        } else {
            (20, 60)
        };
        Self {
            turns: (width <= side && height <= side).then_some(turns),
            ..Self::default()
        }
    }
}

impl Instead {
    /// Reads what follows `rule:`.
    pub(super) fn read(words: &str) -> Result<Self, String> {
        let mut read = Self::default();
        for part in words.split(',') {
            let words: Vec<&str> = part.split_ascii_whitespace().collect();
            let is_repeated = match words[..] {
                ["fill"] => read.blanks.replace(false).is_some(),
                ["blanks"] => read.blanks.replace(true).is_some(),
                ["touch"] => read.no_touch.replace(false).is_some(),
                ["no-touch"] => read.no_touch.replace(true).is_some(),
                ["turns", "any"] => read.turns.replace(None).is_some(),
                ["turns", most] if most.bytes().all(|byte| byte.is_ascii_digit()) => {
                    let most = most.parse().map_err(|_| format!("'{most}' is too many"))?;
                    read.turns.replace(Some(most)).is_some()
                }
                _ => return Err(format!("'{}' is no part of a rule", part.trim())),
            };
            if is_repeated {
                return Err(format!("'{}' is said after its like", part.trim()));
            }
        }
        Ok(read)
    }
}
