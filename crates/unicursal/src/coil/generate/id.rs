//! Shareable names of levels: `coil:40x40/original@0.7#spring`.
//!
//! Between the size and the seed are the profile, the density and the distance of the ends if they
//! were asked for (`@0.7`, `~near`), the cells that were changed afterwards (`+X.Y`), and the
//! version of the generator if it is not the first (`-v2`). A name means the same level forever: a
//! generator that makes other levels from the same seeds needs a new version.

use std::fmt;

use super::{Ends, Generated, Profile, Request, generate};
use crate::coil::Board;
use crate::{Control, Error, LevelId};

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

impl TryFrom<&LevelId> for Id {
    type Error = Error;

    fn try_from(id: &LevelId) -> Result<Self, Error> {
        let (variant, version) = id
            .variant
            .rsplit_once("-v")
            .unwrap_or((&id.variant, VERSION));
        if version != VERSION {
            return Err(Error::bad_request(format!(
                "there is no generator of version '{version}'; this program has version {VERSION}"
            )));
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
                .ok_or_else(|| {
                    Error::bad_request(format!(
                        "'{part}' is not a cell of the board; one looks like 3.7, column and row from 0"
                    ))
                })
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
        let variant = variant.strip_suffix(&format!("#{seed}"));
        LevelId::new("coil", (*width, *height), variant.unwrap_or_default(), seed)
    }

    /// Makes the level. With changes its answer is not known, nor whether there is one.
    pub fn make(&self, control: &Control) -> Result<(Board, Option<Generated>), Error> {
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
pub(super) fn parse_density(text: &str) -> Result<usize, Error> {
    match text.parse::<f64>() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok((share * 1000.0).round() as usize),
        _ => Err(Error::bad_request(format!(
            "'{text}' is not a density; one looks like 0.7"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::Id;
    use crate::{Error, LevelId};

    fn id(word: &str) -> Result<Id, Error> {
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
