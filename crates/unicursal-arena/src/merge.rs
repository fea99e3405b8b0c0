//! Joins the entries of several files, such as the shards of one run, into one report.

use std::collections::BTreeMap;

use thiserror::Error;

use crate::Entry;

/// Entries of one whole run, as far as they are there.
#[derive(Debug, Default)]
pub struct Merged {
    /// One entry per solver and level, by solver, then by position.
    pub entries: Vec<Entry>,
    /// Levels that are there more than once, and agree.
    pub duplicates: Vec<String>,
    /// Positions that are missing, for each solver that has any.
    pub gaps: Vec<Gap>,
    /// How many levels the run has.
    pub total: usize,
}

/// What is missing of one solver's run.
#[derive(Debug, PartialEq, Eq)]
pub struct Gap {
    /// The solver.
    pub solver: String,
    /// The positions, counted from 1, as runs of them: first and last. There are at most as many as
    /// entries, however long the run should be.
    pub positions: Vec<(usize, usize)>,
    /// How many there should be.
    pub total: usize,
    /// Whether all of them come after a level that was not passed, so that the run may have stopped
    /// there on purpose.
    pub after_failure: bool,
}

/// Entries that do not belong to one run.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum MergeError {
    /// There is nothing to merge.
    #[error("there are no results in these files")]
    Nothing,
    /// Results of another puzzle.
    #[error("level {level}: this is a result of {found}, not of {wanted}")]
    OtherPuzzle {
        /// The level.
        level: u64,
        /// The entry's puzzle.
        found: String,
        /// The puzzle asked for.
        wanted: String,
    },
    /// Runs over different levels, with different programs or limits.
    #[error(
        "level {level} of '{solver}': {what} differs from the other results: these are different runs"
    )]
    OtherRun {
        /// The level.
        level: u64,
        /// The solver.
        solver: String,
        /// What differs.
        what: &'static str,
    },
    /// Two results for one level that do not agree.
    #[error("level {level} of '{solver}' is there twice: {first} and {second}")]
    Conflict {
        /// The level.
        level: u64,
        /// The solver.
        solver: String,
        /// One verdict.
        first: String,
        /// Another verdict.
        second: String,
    },
}

/// Joins entries. Of two that agree in their verdict the first stays. A run can have been extended, so
/// that its first entries know of fewer levels: the largest number counts.
pub fn merge(puzzle: &str, entries: impl IntoIterator<Item = Entry>) -> Result<Merged, MergeError> {
    let mut solvers: Vec<(String, BTreeMap<usize, Entry>)> = Vec::new();
    // What is known of the level at each position, from whichever solver came first.
    let mut levels: BTreeMap<usize, (u64, String)> = BTreeMap::new();
    let mut merged = Merged::default();
    let mut total = 0;
    for entry in entries {
        if entry.puzzle != puzzle {
            return Err(MergeError::OtherPuzzle {
                level: entry.level,
                found: entry.puzzle,
                wanted: puzzle.to_owned(),
            });
        }
        total = total.max(entry.total);
        let digest = entry.level_digest.clone();
        let known = levels
            .entry(entry.position)
            .or_insert_with(|| (entry.level, digest));
        let index = solvers.iter().position(|(name, _)| *name == entry.solver);
        let index = index.unwrap_or_else(|| {
            solvers.push((entry.solver.clone(), BTreeMap::new()));
            solvers.len() - 1
        });
        let own = &mut solvers[index].1;
        let first = own.values().next();
        if let Some(what) = difference(&entry, known, first) {
            return Err(MergeError::OtherRun {
                level: entry.level,
                solver: entry.solver,
                what,
            });
        }
        let Some(first) = own.get(&entry.position) else {
            own.insert(entry.position, entry);
            continue;
        };
        if first.verdict != entry.verdict {
            return Err(MergeError::Conflict {
                level: entry.level,
                solver: entry.solver,
                first: first.verdict.to_string(),
                second: entry.verdict.to_string(),
            });
        }
        let (level, solver) = (entry.level, entry.solver);
        merged
            .duplicates
            .push(format!("level {level} of '{solver}'"));
    }
    if solvers.is_empty() {
        return Err(MergeError::Nothing);
    }
    for (solver, levels) in solvers {
        let positions = missing(levels.keys().copied(), total);
        if let Some(&(first, _)) = positions.first() {
            let after_failure = levels.range(..first).any(|(_, entry)| !entry.passed());
            merged.gaps.push(Gap {
                solver,
                positions,
                total,
                after_failure,
            });
        }
        merged.entries.extend(levels.into_values());
    }
    merged.total = total;
    Ok(merged)
}

/// What shows that an entry is of another run than what is known of its level, or than another entry
/// of its solver.
fn difference(
    entry: &Entry,
    (level, digest): &(u64, String),
    other: Option<&Entry>,
) -> Option<&'static str> {
    if entry.level != *level {
        return Some("the level at this place");
    }
    // A level that could not be read has no digest.
    let unknown = digest.is_empty() || entry.level_digest.is_empty();
    if !unknown && entry.level_digest != *digest {
        return Some("the level's text");
    }
    let other = other?;
    if entry.timeout.total_cmp(&other.timeout).is_ne() {
        return Some("the time limit");
    }
    if entry.limits != other.limits {
        return Some("a limit");
    }
    (entry.program_digest != other.program_digest).then_some("the program")
}

/// The runs of positions up to `total` that are not among some in ascending order.
fn missing(there: impl Iterator<Item = usize>, total: usize) -> Vec<(usize, usize)> {
    let mut gaps = Vec::new();
    let mut next = 1;
    for position in there.chain([total + 1]) {
        if position > next {
            gaps.push((next, position - 1));
        }
        next = position + 1;
    }
    gaps
}
