//! What a generated board should be like, in words that fit into a level's id: `c15-d5-b5-k3-a-u`.

use std::fmt;
use std::str::FromStr;

use crate::connect::Rules;
use crate::reason::Grade;
use crate::{Error, Options};

/// What a generated board should be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Number of colours.
    pub colours: usize,
    /// Directional tiles, in per cent of all cells.
    pub directional: usize,
    /// Blockers, in per cent of all cells.
    pub blockers: usize,
    /// Number of checkpoints.
    pub checkpoints: usize,
    /// Whether no path of the answer touches itself.
    pub apart: bool,
    /// By which rules it is to be solved.
    pub rules: Rules,
    /// Whether there must be only one solution.
    pub unique: bool,
    /// How hard it must be for a person; this requires a single answer.
    pub grade: Option<Grade>,
}

impl Recipe {
    /// The default for a board of this many cells.
    pub fn usual(cells: usize) -> Self {
        Self {
            colours: (cells / 15).max(1),
            directional: 5,
            blockers: 5,
            checkpoints: 0,
            apart: false,
            rules: Rules::default(),
            unique: false,
            grade: None,
        }
    }

    /// The default for a board of a grade: nothing on it from the beginning that shows a person
    /// where paths go, except more colours, and paths that do not touch themselves.
    pub fn graded(cells: usize, grade: Grade) -> Self {
        Self {
            colours: (cells / 10).max(1),
            directional: 0,
            blockers: 0,
            apart: true,
            unique: true,
            grade: Some(grade),
            ..Self::usual(cells)
        }
    }

    /// The recipe that options ask for.
    pub fn from_options(options: &Options, cells: usize) -> Result<Self, Error> {
        let number = |name: &str, usual: usize, most: usize| match options.get(name) {
            None | Some("") => Ok(usual),
            Some(word) => match word.parse() {
                Ok(number) if number <= most => Ok(number),
                _ => Err(Error::bad_request(format!(
                    "option '{name}' must be a whole number up to {most}, not '{word}'"
                ))),
            },
        };
        let grade = match options.get("difficulty") {
            None | Some("") => None,
            Some(word) => Some(word.parse()?),
        };
        // If tiles may stay empty, the share of blockers says how many do.
        let usual = match grade {
            Some(grade) if !options.is_set("blanks") => Self::graded(cells, grade),
            _ => Self::usual(cells),
        };
        Ok(Self {
            colours: number("colours", usual.colours, cells)?,
            directional: number("directional", usual.directional, 100)?,
            blockers: number("blockers", usual.blockers, 100)?,
            checkpoints: number("checkpoints", usual.checkpoints, cells)?,
            apart: usual.apart || options.is_set("apart"),
            rules: Rules {
                no_touch: options.is_set("no-touch"),
                blanks: options.is_set("blanks"),
            },
            unique: usual.unique || options.is_set("unique"),
            grade,
        })
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            colours,
            directional,
            blockers,
            checkpoints,
            apart,
            rules,
            unique,
            grade,
        } = self;
        write!(f, "c{colours}-d{directional}-b{blockers}-k{checkpoints}")?;
        f.write_str(if *apart { "-a" } else { "" })?;
        f.write_str(if rules.no_touch { "-n" } else { "" })?;
        f.write_str(if rules.blanks { "-e" } else { "" })?;
        f.write_str(if *unique { "-u" } else { "" })?;
        grade.map_or(Ok(()), |grade| write!(f, "-{grade}"))
    }
}

impl FromStr for Recipe {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let read = || {
            let graded = Grade::ALL.into_iter().find_map(|grade| {
                let rest = text.strip_suffix(grade.name())?.strip_suffix('-')?;
                Some((rest, grade))
            });
            let (text, grade) = match graded {
                Some((text, grade)) => (text, Some(grade)),
                None => (text, None),
            };
            let (text, unique) = without(text, "-u");
            let (text, blanks) = without(text, "-e");
            let (text, no_touch) = without(text, "-n");
            let (numbers, apart) = without(text, "-a");
            let words: Vec<&str> = numbers.split('-').collect();
            let [c, d, b, k] = words[..] else {
                return None;
            };
            let number = |word: &str, letter: char| word.strip_prefix(letter)?.parse().ok();
            let share = |word, letter| number(word, letter).filter(|&share| share <= 100);
            Some(Self {
                colours: number(c, 'c')?,
                directional: share(d, 'd')?,
                blockers: share(b, 'b')?,
                checkpoints: number(k, 'k')?,
                apart,
                rules: Rules { no_touch, blanks },
                unique,
                grade,
            })
        };
        read().ok_or_else(|| {
            Error::bad_request(format!(
                "'{text}' does not describe a board; 'c15-d5-b5-k3' does, with '-a' for paths that do not touch \
                 themselves, '-n' if they must not, '-e' if tiles may stay empty, '-u' for only one solution, and \
                 '-easy' to '-expert' for how hard it is"
            ))
        })
    }
}

/// The text without this end, and whether it had it.
fn without<'a>(text: &'a str, end: &str) -> (&'a str, bool) {
    let stripped = text.strip_suffix(end);
    (stripped.unwrap_or(text), stripped.is_some())
}

/// The names of the colours of generated boards: the game's 0 to 9 and a to e first.
pub fn colour_name(colour: usize) -> char {
    let beyond = || char::from_u32(BEYOND + colour as u32);
    ascii_names().nth(colour).or_else(beyond).unwrap_or('?')
}

/// The colour that [`colour_name`] gives this name, among the first 30,000.
#[cfg(feature = "formats")]
pub fn colour_named(name: char) -> Option<usize> {
    let beyond =
        || Some((name as u32).checked_sub(BEYOND)? as usize).filter(|&colour| colour <= 30_000);
    let colour = ascii_names().position(|other| other == name);
    colour.or_else(|| beyond().filter(|&colour| colour_name(colour) == name))
}

/// Where names continue when there are no more letters.
const BEYOND: u32 = 0x4e00;

fn ascii_names() -> impl Iterator<Item = char> {
    let ascii = ('0'..='9').chain('a'..='z').chain('A'..='Z');
    ascii.filter(|name| !"VHX".contains(*name))
}

#[cfg(test)]
mod tests {
    use super::{Recipe, colour_name, colour_named};
    use crate::connect::Rules;
    use crate::reason::Grade;

    #[test]
    fn recipes_are_read_as_they_are_written() {
        let recipe = Recipe {
            colours: 15,
            directional: 5,
            blockers: 0,
            checkpoints: 3,
            apart: false,
            rules: Rules::default(),
            unique: true,
            grade: None,
        };
        assert_eq!(recipe.to_string(), "c15-d5-b0-k3-u");
        assert_eq!("c15-d5-b0-k3-u".parse(), Ok(recipe));
        let apart = Recipe {
            apart: true,
            ..recipe
        };
        assert_eq!(apart.to_string(), "c15-d5-b0-k3-a-u");
        assert_eq!("c15-d5-b0-k3-a-u".parse(), Ok(apart));
        let relative = Recipe {
            rules: Rules {
                no_touch: true,
                blanks: true,
            },
            ..recipe
        };
        assert_eq!(relative.to_string(), "c15-d5-b0-k3-n-e-u");
        assert_eq!("c15-d5-b0-k3-n-e-u".parse(), Ok(relative));
        let graded = Recipe {
            grade: Some(Grade::Medium),
            ..relative
        };
        assert_eq!(graded.to_string(), "c15-d5-b0-k3-n-e-u-medium");
        assert_eq!("c15-d5-b0-k3-n-e-u-medium".parse(), Ok(graded));
        for bad in [
            "c15-d5-b0-k3-u-harder",
            "",
            "c15",
            "c15-d5-b0-k3-x",
            "c15-d5-b0-k3-u-a",
            "c15-d5-b101-k3",
            "c-1-d5-b0-k3",
            "d5-c1-b0-k3",
        ] {
            assert!(bad.parse::<Recipe>().is_err(), "{bad}");
        }
    }

    #[test]
    fn colour_names_differ_and_are_no_special_tiles() {
        let names: std::collections::BTreeSet<char> = (0..5000).map(colour_name).collect();
        assert_eq!(names.len(), 5000);
        assert!(!names.iter().any(|name| ".VHX".contains(*name)));
        assert_eq!((colour_name(9), colour_name(10)), ('9', 'a'));
        assert!((0..5000).all(|colour| colour_named(colour_name(colour)) == Some(colour)));
        assert!(
            [".", "V", "é", "一"]
                .iter()
                .all(|name| name.chars().all(|name| colour_named(name).is_none()))
        );
    }
}
