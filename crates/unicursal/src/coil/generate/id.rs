//! Shareable names of levels: `coil:40x40/original@0.7#spring`.
//!
//! Between the size and the seed are the profile, the density and the distance of the ends if they
//! were asked for (`@0.7`, `~near`), the cells that were changed afterwards (`+X.Y`), and the
//! version of the generator if it is not the first (`-v2`). A name means the same level forever: a
//! generator that makes other levels from the same seeds needs a new version.

use std::fmt;

use thiserror::Error;

use super::{
    Ends, GenerateError, Generated, Profile, Request, UnknownEnds, UnknownProfile, generate,
};
use crate::Control;
use crate::LevelId;
use crate::coil::Board;

/// The only version of the generator so far.
const VERSION: &str = "1";

/// A level by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Id {
    /// How the level is made.
    pub request: Request,
    /// The columns and rows of cells that are then changed, from wall to free or back.
    pub changes: Vec<(usize, usize)>,
}

/// Why a name means no level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum IdError {
    /// No such profile.
    #[error(transparent)]
    Profile(#[from] UnknownProfile),
    /// No such ends.
    #[error(transparent)]
    Ends(#[from] UnknownEnds),
    /// The density is not a number from 0 to 1.
    #[error("'{0}' is not a density; one looks like 0.7")]
    Density(String),
    /// A change is not a pair of numbers, or is not on the board.
    #[error("'{0}' is not a cell of the board; one looks like 3.7, column and row from 0")]
    Change(String),
    /// Made by another version.
    #[error("there is no generator of version '{0}'; this program has version {VERSION}")]
    Version(String),
}

impl TryFrom<&LevelId> for Id {
    type Error = IdError;

    fn try_from(id: &LevelId) -> Result<Self, IdError> {
        let (variant, version) = id
            .variant
            .rsplit_once("-v")
            .unwrap_or((&id.variant, VERSION));
        if version != VERSION {
            return Err(IdError::Version(version.to_owned()));
        }
        let mut parts = variant.split('+');
        let first = parts.next().unwrap_or("");
        let (first, ends) = match first.split_once('~') {
            Some((first, ends)) => (first, ends.parse()?),
            None => (first, Ends::Any),
        };
        let (name, density) = match first.split_once('@') {
            Some((name, density)) => (name, Some(parse_density(density)?)),
            None => (first, None),
        };
        let profile = if name.is_empty() {
            Profile::ALL[0]
        } else {
            name.parse()?
        };
        let changes = parts.map(|part| {
            let cell = part.split_once('.');
            let cell = cell.and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
            cell.filter(|&(x, y)| x < id.width && y < id.height)
                .ok_or_else(|| IdError::Change(part.to_owned()))
        });
        Ok(Self {
            changes: changes.collect::<Result<_, _>>()?,
            request: Request {
                width: id.width,
                height: id.height,
                profile,
                density,
                ends,
                seed: id.seed.clone(),
            },
        })
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Request {
            width,
            height,
            profile,
            density,
            ends,
            seed,
        } = &self.request;
        write!(f, "coil:{width}x{height}/{profile}")?;
        if let Some(density) = density {
            write!(f, "@{}", *density as f64 / 1000.0)?;
        }
        if *ends != Ends::Any {
            write!(f, "~{ends}")?;
        }
        for (x, y) in &self.changes {
            write!(f, "+{x}.{y}")?;
        }
        write!(f, "#{seed}")
    }
}

impl Id {
    /// The same name in the form that all puzzles share.
    pub fn level_id(&self) -> LevelId {
        let Request {
            width,
            height,
            seed,
            ..
        } = &self.request;
        let shape = self.to_string();
        let variant = shape.split_once('/').map_or("", |(_, rest)| rest);
        LevelId {
            puzzle: "coil".to_owned(),
            width: *width,
            height: *height,
            variant: variant
                .strip_suffix(&format!("#{seed}"))
                .unwrap_or(variant)
                .to_owned(),
            seed: seed.clone(),
        }
    }

    /// Makes the level. With changes its answer is not known, nor whether there is one.
    pub fn make(&self, control: &Control) -> Result<(Board, Option<Generated>), GenerateError> {
        let level = generate(&self.request, control)?;
        if self.changes.is_empty() {
            return Ok((level.board.clone(), Some(level)));
        }
        Ok((self.change(&level.board), None))
    }

    /// The board of the request with the changes made.
    pub(super) fn change(&self, board: &Board) -> Board {
        Board::from_fn(board.width(), board.height(), |x, y| {
            board.is_free(board.cell(x, y)) != self.changes.contains(&(x, y))
        })
    }
}

/// Reads a share such as `0.7` as thousandths.
pub(super) fn parse_density(text: &str) -> Result<usize, IdError> {
    match text.parse::<f64>() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok((share * 1000.0).round() as usize),
        _ => Err(IdError::Density(text.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::{Id, IdError};
    use crate::LevelId;

    fn id(word: &str) -> Result<Id, IdError> {
        let id: LevelId = word.parse().expect("the outer form is right");
        Id::try_from(&id)
    }

    #[test]
    fn names_survive_reading_and_writing() {
        for word in [
            "coil:40x30/original#spring",
            "coil:40x30/original@0.7#a#b c",
            "coil:40x30/original@0.655+3.7+0.29#",
            "coil:40x30/corridor@0.4~near+3.7#",
            "coil:40x30/original~adjacent#",
        ] {
            assert_eq!(id(word).unwrap().to_string(), word);
        }
        let first = id("coil:9x9/original#s");
        assert_eq!(id("coil:9x9#s"), first);
        assert_eq!(id("coil:9x9/original-v1#s"), first);
    }

    #[test]
    fn bad_names_are_refused() {
        let refused = |word| id(word).unwrap_err().to_string();
        assert!(refused("coil:9x9/origami#s").contains("'origami'"));
        assert!(refused("coil:9x9/original~touching#s").contains("'touching'"));
        assert!(refused("coil:9x9/original@x#s").contains("'x'"));
        assert!(refused("coil:9x9/original@-1#s").contains("'-1'"));
        assert!(refused("coil:9x9/original@NaN#s").contains("'NaN'"));
        assert!(refused("coil:9x9/original+9.0#s").contains("'9.0'"));
        assert!(refused("coil:9x9/original+1#s").contains("'1'"));
        assert!(refused("coil:9x9/original-v7#s").contains("'7'"));
    }
}
