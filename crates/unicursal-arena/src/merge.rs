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
}

/// What is missing of one solver's run.
#[derive(Debug, PartialEq, Eq)]
pub struct Gap {
    /// The solver.
    pub solver: String,
    /// The positions, counted from 1.
    pub positions: Vec<usize>,
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
    /// Runs over different levels.
    #[error(
        "level {level} is number {position} of {total} here and of {other} elsewhere: these are different runs"
    )]
    OtherRun {
        /// The level.
        level: u64,
        /// Its position.
        position: usize,
        /// The number of levels in its run.
        total: usize,
        /// The number of levels elsewhere.
        other: usize,
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

/// Joins entries. Of two that agree in their verdict the first stays.
pub fn merge(puzzle: &str, entries: impl IntoIterator<Item = Entry>) -> Result<Merged, MergeError> {
    let mut solvers: Vec<(String, BTreeMap<usize, Entry>)> = Vec::new();
    let mut merged = Merged::default();
    let mut total = None;
    for entry in entries {
        if entry.puzzle != puzzle {
            return Err(MergeError::OtherPuzzle {
                level: entry.level,
                found: entry.puzzle,
                wanted: puzzle.to_owned(),
            });
        }
        let other = *total.get_or_insert(entry.total);
        if other != entry.total {
            return Err(MergeError::OtherRun {
                level: entry.level,
                position: entry.position,
                total: entry.total,
                other,
            });
        }
        let index = solvers.iter().position(|(name, _)| *name == entry.solver);
        let index = index.unwrap_or_else(|| {
            solvers.push((entry.solver.clone(), BTreeMap::new()));
            solvers.len() - 1
        });
        let levels = &mut solvers[index].1;
        let Some(first) = levels.get(&entry.position) else {
            levels.insert(entry.position, entry);
            continue;
        };
        if first.verdict != entry.verdict || first.level != entry.level {
            return Err(MergeError::Conflict {
                level: entry.level,
                solver: entry.solver,
                first: format!("level {} {}", first.level, first.verdict),
                second: format!("level {} {}", entry.level, entry.verdict),
            });
        }
        let (level, solver) = (entry.level, entry.solver);
        merged
            .duplicates
            .push(format!("level {level} of '{solver}'"));
    }
    let total = total.ok_or(MergeError::Nothing)?;
    for (solver, levels) in solvers {
        let missing = (1..=total).filter(|position| !levels.contains_key(position));
        let positions: Vec<usize> = missing.collect();
        if let Some(&first) = positions.first() {
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
    Ok(merged)
}
