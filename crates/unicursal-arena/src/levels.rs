//! Where numbered levels come from: a folder of files named by number, a file with a level in each
//! line, or the puzzle's own pack. Levels are read when they are needed, one at a time. Levels of
//! an unknown puzzle are just text.

use std::collections::BTreeMap;
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use unicursal::{Control, Error, Level, LevelName, Puzzle};

use crate::log::bytes;
use crate::{Refused, archive, digest};

/// Numbered levels, in the order of their numbers.
pub struct Levels {
    /// `None`: a puzzle that only the user's checker understands.
    puzzle: Option<&'static dyn Puzzle>,
    numbers: Vec<u64>,
    origin: Origin,
    /// What was left out, for the user.
    pub notes: Vec<String>,
}

enum Origin {
    Folder(BTreeMap<u64, PathBuf>),
    Lines {
        path: PathBuf,
        lines: Vec<Vec<u8>>,
    },
    /// Of an archive, by number.
    Archive {
        path: PathBuf,
        texts: BTreeMap<u64, Vec<u8>>,
    },
    /// Several, no two of which have a number in common.
    Joined(Vec<Levels>),
    Pack,
}

/// A level that has been read.
pub struct Loaded {
    /// What the program gets on standard input: for files, exactly their bytes.
    pub text: Vec<u8>,
    /// The level, if the puzzle is known.
    pub level: Option<Box<dyn Level>>,
}

impl Loaded {
    /// Columns and rows: of the board, or of the text where nobody knows what it means.
    pub fn size(&self) -> (usize, usize) {
        if let Some(level) = &self.level {
            return level.size();
        }
        let text = String::from_utf8_lossy(&self.text);
        let width = text.lines().map(|line| line.chars().count()).max();
        (width.unwrap_or(0).max(1), text.lines().count().max(1))
    }
}

/// The name of the file that lists the levels of a series.
const MANIFEST: &str = "manifest.json";

/// The part of a manifest that matters here.
#[derive(Deserialize)]
struct Manifest {
    levels: Vec<Listed>,
}

#[derive(Deserialize)]
struct Listed {
    number: u64,
    sha256: String,
}

impl Levels {
    /// The levels that come with the puzzle.
    pub fn pack(puzzle: &'static dyn Puzzle) -> Self {
        Self {
            puzzle: Some(puzzle),
            numbers: (1..=puzzle.about().pack_size).collect(),
            origin: Origin::Pack,
            notes: Vec::new(),
        }
    }

    /// The levels in an archive of `tar`.
    pub fn archive(
        puzzle: Option<&'static dyn Puzzle>,
        path: &Path,
        archive: &[u8],
    ) -> Result<Self, Refused> {
        let texts = archive::levels(archive)?;
        Ok(Self {
            puzzle,
            numbers: texts.keys().copied().collect(),
            origin: Origin::Archive {
                path: path.to_owned(),
                texts,
            },
            notes: Vec::new(),
        })
    }

    /// Levels of several places. Two for one number are an error.
    pub fn join(
        puzzle: Option<&'static dyn Puzzle>,
        mut parts: Vec<Self>,
    ) -> Result<Self, Refused> {
        if let [_] = parts[..] {
            return Ok(parts.remove(0));
        }
        let mut seen: BTreeMap<u64, PathBuf> = BTreeMap::new();
        for part in &parts {
            for &number in &part.numbers {
                let second = PathBuf::from(part.name(number));
                if let Some(first) = seen.insert(number, second.clone()) {
                    return Err(both(&first, &second, number));
                }
            }
        }
        let notes = parts
            .iter_mut()
            .flat_map(|part| std::mem::take(&mut part.notes));
        Ok(Self {
            puzzle,
            numbers: seen.into_keys().collect(),
            notes: notes.collect(),
            origin: Origin::Joined(parts),
        })
    }

    /// The levels of a folder, of a file, or of standard input for `-`.
    pub fn open(puzzle: Option<&'static dyn Puzzle>, path: &Path) -> Result<Self, Refused> {
        let unreadable = |error: std::io::Error| Refused::file(path, error);
        if !path.is_dir() {
            let (path, text) = bytes(path);
            return Ok(Self::lines(puzzle, path, text.map_err(unreadable)?));
        }
        // The public half of a series: its levels lie beside a manifest.
        let manifest = path.join(MANIFEST);
        if manifest.is_file() && path.join("levels").is_dir() {
            let levels = Self::open(puzzle, &path.join("levels"))?;
            return levels.compare(&manifest);
        }
        let mut files: BTreeMap<u64, PathBuf> = BTreeMap::new();
        let mut skipped = Vec::new();
        for file in fs::read_dir(path).map_err(unreadable)? {
            let file = file.map_err(unreadable)?.path();
            let Some(number) = number_of(&file).filter(|_| file.is_file()) else {
                skipped.extend(file.file_name().map(|n| n.to_string_lossy().into_owned()));
                continue;
            };
            if let Some(other) = files.insert(number, file.clone()) {
                let (first, second) = (other.as_path().min(&file), other.as_path().max(&file));
                return Err(both(first, second, number));
            }
        }
        if files.is_empty() {
            return Err(no_levels(path));
        }
        Ok(Self {
            puzzle,
            numbers: files.keys().copied().collect(),
            origin: Origin::Folder(files),
            notes: skip_note(path, skipped).into_iter().collect(),
        })
    }

    /// Compares the levels with the digests of a manifest.
    fn compare(self, manifest: &Path) -> Result<Self, Refused> {
        let differs = |number: u64| {
            let why = format!("level {number} is not the one that is listed here");
            Refused::file(manifest, why)
        };
        let (_, text) = bytes(manifest);
        let text = text.map_err(|error| Refused::file(manifest, error))?;
        let listed: Manifest = serde_json::from_slice(&text).map_err(|_| differs(0))?;
        let digests: BTreeMap<u64, String> = listed
            .levels
            .into_iter()
            .map(|level| (level.number, level.sha256))
            .collect();
        let all = digests.keys().chain(&self.numbers);
        match { all }.find(|number| self.digest(**number).as_ref() != digests.get(number)) {
            Some(&number) => Err(differs(number)),
            None => Ok(self),
        }
    }

    /// A whole file as level 1, or else each of its lines as a level.
    fn lines(puzzle: Option<&'static dyn Puzzle>, path: &Path, text: Vec<u8>) -> Self {
        let each: Vec<Vec<u8>> = text
            .split_inclusive(|&byte| byte == b'\n')
            .filter(|line| !line.trim_ascii().is_empty())
            .map(<[u8]>::to_vec)
            .collect();
        let is_one = |puzzle: &dyn Puzzle| puzzle.parse(&text, &Control::new()).is_ok();
        let lines = match puzzle {
            Some(puzzle) if each.len() > 1 && !is_one(puzzle) => each,
            _ => vec![text],
        };
        let path = path.to_owned();
        Self {
            puzzle,
            numbers: (1..=lines.len() as u64).collect(),
            origin: Origin::Lines { path, lines },
            notes: Vec::new(),
        }
    }

    /// The numbers within a range, of which there is at least one.
    pub fn numbers_in(&self, range: &RangeInclusive<u64>) -> Result<Vec<u64>, Refused> {
        let (start, end) = (*range.start(), *range.end());
        if start > end {
            let why = format!("the start, {start}, is beyond the end, {end}");
            return Err(Refused::new(why));
        }
        let wanted = self.numbers.iter().copied().filter(|n| range.contains(n));
        let wanted: Vec<u64> = wanted.collect();
        if wanted.is_empty() {
            let to = match end {
                u64::MAX => String::new(),
                end => format!(" to {end}"),
            };
            let [first, last] = [self.numbers.first(), self.numbers.last()];
            let [first, last] = [first, last].map(|number| number.copied().unwrap_or(0));
            return Err(Refused::new(format!(
                "no level has a number from {start} on{to}; they go from {first} to {last}"
            )));
        }
        Ok(wanted)
    }

    /// Reads a level.
    pub fn load(&self, number: u64) -> Result<Loaded, Refused> {
        let bad = |error: Error| Refused::new(format!("{}: {error}", self.name(number)));
        let text = match &self.origin {
            Origin::Folder(files) => {
                let path = files.get(&number).cloned().unwrap_or_default();
                let (_, text) = bytes(&path);
                text.map_err(|error| Refused::file(&path, error))?
            }
            Origin::Lines { lines, .. } => {
                let index = number.saturating_sub(1) as usize;
                lines.get(index).cloned().unwrap_or_default()
            }
            Origin::Archive { texts, .. } => texts.get(&number).cloned().unwrap_or_default(),
            Origin::Joined(parts) => {
                let part = parts.iter().find(|part| part.numbers.contains(&number));
                return match part.or(parts.first()) {
                    Some(part) => part.load(number),
                    None => Err(no_levels(Path::new(""))),
                };
            }
            Origin::Pack => {
                let puzzle = self.puzzle.ok_or_else(|| no_levels(Path::new("")))?;
                let made = puzzle.make(&LevelName::Pack(number), &Control::new());
                let level = made.map_err(bad)?.level;
                let text = level.text().into_bytes();
                let level = Some(level);
                return Ok(Loaded { text, level });
            }
        };
        let read = |puzzle: &'static dyn Puzzle| puzzle.parse(&text, &Control::new());
        let level = self.puzzle.map(read).transpose().map_err(bad)?;
        Ok(Loaded { text, level })
    }

    /// The digest of a level's text, if it is known without making the level: our own pack is the
    /// same everywhere, and some of its levels take long to make.
    pub fn digest(&self, number: u64) -> Option<String> {
        let text = match &self.origin {
            Origin::Folder(files) => bytes(files.get(&number)?).1.ok()?,
            Origin::Lines { lines, .. } => lines
                .get(usize::try_from(number).ok()?.checked_sub(1)?)?
                .clone(),
            Origin::Archive { texts, .. } => texts.get(&number)?.clone(),
            Origin::Joined(parts) => {
                let part = parts.iter().find(|part| part.numbers.contains(&number))?;
                return part.digest(number);
            }
            Origin::Pack => return None,
        };
        Some(digest::bytes(&text))
    }

    /// What to call a level in messages.
    pub fn name(&self, number: u64) -> String {
        match &self.origin {
            Origin::Folder(files) => files
                .get(&number)
                .map_or_else(String::new, |path| path.display().to_string()),
            Origin::Lines { path, .. } | Origin::Archive { path, .. } => {
                format!("{}: level {number}", path.display())
            }
            Origin::Joined(parts) => parts
                .iter()
                .find(|part| part.numbers.contains(&number))
                .map_or_else(String::new, |part| part.name(number)),
            Origin::Pack => format!("level {number} of the pack"),
        }
    }
}

/// The error for two files that are the same level.
fn both(first: &Path, second: &Path, number: u64) -> Refused {
    let (first, second) = (first.display(), second.display());
    Refused::new(format!("{first} and {second} are both level {number}"))
}

fn no_levels(path: &Path) -> Refused {
    Refused::file(path, "no file here is named by a number, such as 1, 2.txt")
}

/// The number in a file's name: `7`, `007` and `7.txt` are all 7, and `7.bak` is none.
pub(crate) fn number_of(path: &Path) -> Option<u64> {
    if path.extension().is_some_and(|ending| ending != "txt") {
        return None;
    }
    let stem = path.file_stem()?.to_str()?;
    let digits = stem.bytes().all(|byte| byte.is_ascii_digit());
    stem.parse().ok().filter(|_| digits)
}

fn skip_note(folder: &Path, mut skipped: Vec<String>) -> Option<String> {
    skipped.sort();
    let first = skipped.first()?;
    let folder = folder.display();
    Some(match skipped.len() - 1 {
        0 => format!("{folder}: skipped '{first}', which is not named by a number"),
        more => format!("{folder}: skipped '{first}' and {more} more, not named by numbers"),
    })
}
