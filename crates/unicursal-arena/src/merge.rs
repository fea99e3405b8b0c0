//! Joins the entries of several files, such as the shards of one run, into one report.
//!
//! Files of runs over different levels, such as the public and the sealed half of a series, are put
//! into the order of the levels' numbers first.

use std::collections::{BTreeMap, BTreeSet};

use crate::entry::MOST_LEVELS;
use crate::{Entry, Refused};

/// The entries of one whole run, as far as they exist.
#[derive(Debug, Default)]
pub struct Merged {
    /// One entry per solver and level, by solver, then by position.
    pub entries: Vec<Entry>,
    /// Levels with several results that agree.
    pub duplicates: Vec<String>,
    /// Positions that are missing, for each solver that has any.
    pub gaps: Vec<Gap>,
    /// How many levels the run has.
    pub total: usize,
}

/// What is missing from one solver's run.
#[derive(Debug, PartialEq, Eq)]
pub struct Gap {
    /// The solver.
    pub solver: String,
    /// Ranges of positions, counted from 1: first and last. There are at most as many as entries,
    /// however long the run should be.
    pub positions: Vec<(usize, usize)>,
    /// How many there should be.
    pub total: usize,
    /// Whether all of them come after a level that was not passed, so that the run may have stopped
    /// there on purpose.
    pub after_failure: bool,
}

/// Joins the entries of several files. Of two that agree in their verdict the first stays. If a run
/// was extended, its first entries name a smaller total: the largest one counts.
pub fn merge(puzzle: &str, files: Vec<Vec<Entry>>) -> Result<Merged, Refused> {
    let mut solvers: Vec<(String, BTreeMap<usize, Entry>)> = Vec::new();
    // What is known about the level at each position, from whichever solver came first.
    let mut levels: BTreeMap<usize, (u64, String)> = BTreeMap::new();
    let mut merged = Merged::default();
    let mut total = 0;
    for entry in in_order(files) {
        let (level, solver) = (entry.level, entry.solver.clone());
        if entry.puzzle != puzzle {
            let found = entry.puzzle;
            return Err(Refused::new(format!(
                "level {level}: this is a result of {found}, not of {puzzle}"
            )));
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
            return Err(Refused::new(format!(
                "level {level} of '{solver}': {what} differs from the other results: these are different runs"
            )));
        }
        let Some(first) = own.get(&entry.position) else {
            own.insert(entry.position, entry);
            continue;
        };
        if first.verdict != entry.verdict {
            let (first, second) = (first.verdict, entry.verdict);
            return Err(Refused::new(format!(
                "level {level} of '{solver}' is there twice: {first} and {second}"
            )));
        }
        merged
            .duplicates
            .push(format!("level {level} of '{solver}'"));
    }
    if solvers.is_empty() {
        return Err(Refused::new("there are no results in these files"));
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

/// Some files of one run, and which level is at which position.
#[derive(Default)]
struct Part {
    levels: BTreeMap<usize, u64>,
    total: usize,
    /// The number of the first level, if entries have it.
    first: Option<u64>,
    entries: Vec<Entry>,
}

impl Part {
    /// Whether no position has two levels, and the first level is the same.
    fn agrees(&self, file: &[Entry]) -> bool {
        let other = |entry: &Entry| {
            let level = self.levels.get(&entry.position);
            let first = self.first.zip(entry.first);
            level.is_some_and(|&level| level != entry.level) || first.is_some_and(|(a, b)| a != b)
        };
        !file.iter().any(other)
    }
}

/// All entries, with the positions of one run. Parts that share levels stay as they are, and will
/// be recognised as different runs.
fn in_order(files: Vec<Vec<Entry>>) -> Vec<Entry> {
    let mut parts: Vec<Part> = Vec::new();
    for file in files.into_iter().flat_map(by_first) {
        let index = parts.iter().position(|part| part.agrees(&file));
        let index = index.unwrap_or_else(|| {
            parts.push(Part::default());
            parts.len() - 1
        });
        let part = &mut parts[index];
        for entry in file {
            part.levels.insert(entry.position, entry.level);
            part.total = part.total.max(entry.total);
            part.first = part.first.or(entry.first);
            part.entries.push(entry);
        }
    }
    let count: usize = parts.iter().map(|part| part.levels.len()).sum();
    let levels: BTreeSet<u64> = parts
        .iter()
        .flat_map(|p| p.levels.values().copied())
        .collect();
    let total: usize = parts.iter().map(|part| part.total).sum();
    if parts.len() < 2 || levels.len() < count || total > MOST_LEVELS {
        return parts.into_iter().flat_map(|part| part.entries).collect();
    }
    // An unknown level counts as the one after the last known level, so that no sequence can skip
    // it.
    let mut places = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let mut last = 0;
        for position in 1..=part.total {
            let known = part.levels.get(&position);
            last = known.copied().unwrap_or(last);
            places.push((last, known.is_none(), index, position));
        }
    }
    places.sort_unstable();
    let places = places.into_iter().zip(1..);
    let places: BTreeMap<(usize, usize), usize> = places
        .map(|((_, _, part, position), place)| ((part, position), place))
        .collect();
    let firsts: Option<Vec<u64>> = parts.iter().map(|part| part.first).collect();
    let first = firsts.and_then(|firsts| firsts.into_iter().min());
    let parts = parts.into_iter().enumerate();
    let entries = parts.flat_map(|(index, part)| part.entries.into_iter().map(move |e| (index, e)));
    let entries = entries.map(|(index, mut entry)| {
        let place = places.get(&(index, entry.position));
        entry.position = place.copied().unwrap_or(entry.position);
        (entry.total, entry.first) = (total, first);
        entry
    });
    entries.collect()
}

/// The entries of a file, separated if their runs have different first levels.
fn by_first(file: Vec<Entry>) -> impl Iterator<Item = Vec<Entry>> {
    let mut runs: BTreeMap<Option<u64>, Vec<Entry>> = BTreeMap::new();
    for entry in file {
        runs.entry(entry.first).or_default().push(entry);
    }
    runs.into_values()
}

/// What shows that an entry belongs to another run than the known level, or than another entry of
/// its solver.
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

/// The ranges of positions up to `total` that are missing from an ascending list.
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

#[cfg(test)]
mod tests {
    use super::merge;
    use crate::{Entry, Report};

    /// What a solver did on some levels of a run over all `numbers`.
    fn run(solver: &str, numbers: &[u64], done: &[(u64, &str)]) -> Vec<Entry> {
        let entry = |&(level, verdict): &(u64, &str)| {
            let position = numbers.iter().position(|&number| number == level);
            let value = serde_json::json!({
                "puzzle": "coil", "solver": solver, "level": level, "width": 3, "height": 3,
                "position": position.expect("it is one of them") + 1, "total": numbers.len(),
                "verdict": verdict, "seconds": 0.1, "cpu_seconds": 0.1, "peak_memory": 1,
                "timeout": 60.0, "loaded": false,
            });
            serde_json::from_value(value).expect("an entry")
        };
        done.iter().map(entry).collect()
    }

    /// The same from a version that names the first level of a run.
    fn telling(numbers: &[u64], done: &[(u64, &str)]) -> Vec<Entry> {
        let mut entries = run("a", numbers, done);
        for entry in &mut entries {
            entry.first = numbers.first().copied();
        }
        entries
    }

    #[test]
    fn shards_of_two_halves_are_told_apart_although_their_places_never_meet() {
        // Shard 1/2 of the odd half, and shard 2/2 of the even one.
        let odd = telling(&[1, 3, 5, 7], &[(1, "PASS"), (5, "PASS")]);
        let even = telling(&[2, 4, 6, 8], &[(4, "PASS"), (8, "PASS")]);
        let merged = merge("coil", vec![odd.clone(), even.clone()]).expect("two halves");
        assert_eq!((merged.total, merged.gaps.len()), (8, 1));
        assert_eq!(merged.entries.len(), 4);
        assert!(merged.entries.iter().all(|entry| entry.first == Some(1)));
        // Also if they are in one file.
        let one = [odd, even].concat();
        assert_eq!(merge("coil", vec![one]).expect("two halves").total, 8);
        // The other shards complete them.
        let rest = [
            telling(&[1, 3, 5, 7], &[(3, "PASS"), (7, "PASS")]),
            telling(&[2, 4, 6, 8], &[(2, "PASS"), (6, "PASS")]),
        ];
        let mut files = rest.to_vec();
        files.push(telling(&[1, 3, 5, 7], &[(1, "PASS"), (5, "PASS")]));
        files.push(telling(&[2, 4, 6, 8], &[(4, "PASS"), (8, "PASS")]));
        assert_eq!(highest(files), (8, Some(8), 0));
        // A run that was extended has the same first level.
        let short = telling(&[1, 2], &[(1, "PASS"), (2, "PASS")]);
        let long = telling(&[1, 2, 3], &[(3, "PASS")]);
        assert_eq!(highest(vec![short, long]), (3, Some(3), 0));
    }

    fn highest(files: Vec<Vec<Entry>>) -> (usize, Option<u64>, usize) {
        let merged = merge("coil", files).expect("one run");
        let reports = Report::by_solver(merged.entries);
        let highest = reports[0].highest_in_sequence(1..=merged.total);
        (merged.total, highest, merged.gaps.len())
    }

    #[test]
    fn public_and_sealed_results_of_a_solver_are_one_run() {
        let pass = |numbers: &[u64]| -> Vec<(u64, &'static str)> {
            numbers.iter().map(|&number| (number, "PASS")).collect()
        };
        let (odd, even) = ([1, 3, 5], [2, 4, 6]);
        let public = || run("a", &odd, &pass(&odd));
        let whole = vec![public(), run("a", &even, &pass(&even))];
        assert_eq!(highest(whole), (6, Some(6), 0));
        // It does not matter which comes first.
        let whole = vec![run("a", &even, &pass(&even)), public()];
        assert_eq!(highest(whole), (6, Some(6), 0));
        let failed = [(2, "PASS"), (4, "FAIL")];
        let part = vec![public(), run("a", &even, &failed)];
        assert_eq!(highest(part), (6, Some(3), 1));
        // Nobody knows whether level 4 was passed, nor that it is level 4.
        let part = vec![public(), run("a", &even, &[(2, "PASS"), (6, "PASS")])];
        assert_eq!(highest(part), (6, Some(2), 1));
        // Of another solver the other half is missing.
        let merged = merge("coil", vec![public(), run("b", &even, &pass(&even))]);
        assert_eq!(merged.expect("two solvers").gaps.len(), 2);
    }

    #[test]
    fn runs_that_share_levels_at_other_places_are_different_runs() {
        let first = run("a", &[1, 2, 3], &[(1, "PASS"), (2, "PASS")]);
        let second = run("a", &[2, 3], &[(2, "PASS")]);
        let error = merge("coil", vec![first, second]).expect_err("two runs");
        assert!(error.to_string().starts_with("level 2 of 'a': "), "{error}");
    }
}
