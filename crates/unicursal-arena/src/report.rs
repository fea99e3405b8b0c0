//! Sums up a number of entries.

use std::fmt::Write;

use crate::verdict::Kind;
use crate::{Entry, printable};

/// The entries of one solver, in the order of the levels.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The solver's command line.
    pub solver: String,
    /// One entry per level.
    pub entries: Vec<Entry>,
}

/// The ranks of solvers, which are sorted from the best on: equal ones have the same rank.
pub fn ranks<T>(ranked: &[T], same: impl Fn(&T, &T) -> bool) -> Vec<usize> {
    let mut ranks: Vec<usize> = Vec::with_capacity(ranked.len());
    for (index, one) in ranked.iter().enumerate() {
        let before = index.checked_sub(1);
        let equal = before.filter(|&before| same(&ranked[before], one));
        ranks.push(equal.map_or(index + 1, |before| ranks[before]));
    }
    ranks
}

impl Report {
    /// Sorts entries by solver, in the order in which solvers first appear, and by level.
    pub fn by_solver(entries: impl IntoIterator<Item = Entry>) -> Vec<Self> {
        let mut reports: Vec<Self> = Vec::new();
        for entry in entries {
            match reports.iter_mut().find(|r| r.solver == entry.solver) {
                Some(report) => report.entries.push(entry),
                None => reports.push(Self {
                    solver: entry.solver.clone(),
                    entries: vec![entry],
                }),
            }
        }
        for report in &mut reports {
            report.entries.sort_by_key(|entry| entry.position);
        }
        reports
    }

    /// The highest level up to which all of `positions` were passed.
    pub fn highest_in_sequence(&self, positions: impl IntoIterator<Item = usize>) -> Option<u64> {
        let mut highest = None;
        let mut entries = self.entries.iter().peekable();
        for position in positions {
            while entries.next_if(|e| e.position < position).is_some() {}
            match entries.next_if(|e| e.position == position && e.passed()) {
                Some(entry) => highest = Some(entry.level),
                None => break,
            }
        }
        highest
    }

    /// How many levels were passed.
    pub fn passed(&self) -> usize {
        self.entries.iter().filter(|entry| entry.passed()).count()
    }

    /// Wall-clock time of all entries.
    pub fn seconds(&self) -> f64 {
        self.entries.iter().map(|entry| entry.seconds).sum()
    }

    /// The summary for people, in a few lines. `positions` are those that the run should have; only
    /// if they are `whole` is there a sequence.
    pub fn summary(&self, positions: impl ExactSizeIterator<Item = usize>, whole: bool) -> String {
        let mut text = String::new();
        let wanted = positions.len();
        // Writing to a string cannot fail.
        if whole {
            let highest = self.highest_in_sequence(positions);
            let highest = highest.map_or_else(|| "none".to_owned(), |level| level.to_string());
            let _ = writeln!(text, "Highest level passed in sequence: {highest}");
        }
        let passed = self.passed();
        let seconds = self.seconds();
        let _ = write!(text, "Passed {passed} of {wanted} levels in {seconds:.2}s");
        match wanted.saturating_sub(self.entries.len()) {
            0 => text.push('\n'),
            left => {
                let _ = writeln!(text, ", {left} not run");
            }
        }
        let unfair = |entry: &&Entry| matches!(entry.verdict, Kind::Arena | Kind::Unreadable);
        let unfair = self.entries.iter().filter(unfair).count();
        if unfair > 0 {
            let _ = writeln!(
                text,
                "{unfair} levels say nothing about the solver: they could not be read or run"
            );
        }
        if self.entries.iter().any(|entry| entry.loaded) {
            let _ = writeln!(
                text,
                "Times are loaded: other runs went on at the same time"
            );
        }
        let mut ways: Vec<&str> = self.entries.iter().map(|e| &*e.contained).collect();
        ways.retain(|way| !way.is_empty());
        ways.sort_unstable();
        ways.dedup();
        for way in ways {
            let _ = writeln!(text, "Contained by: {}", printable(way));
        }
        text
    }
}
