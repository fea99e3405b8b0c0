//! The clauses of a certificate by their numbers, and whether another one follows.

use std::collections::HashMap;

use crate::board::ensure;

/// The most words of four bytes that are kept, as many as literals, and how many a clause takes beside its literals.
const MOST_KEPT: usize = 1 << 28;
const BESIDE: usize = 20;

/// The clauses that were not deleted.
#[derive(Default)]
pub struct Clauses {
    live: HashMap<u64, Box<[i32]>>,
    /// The number of the latest clause.
    last: u64,
    /// How many words are kept.
    kept: usize,
    /// For each literal the latest round in which it was supposed to be true. A round is the judgement of one clause.
    supposed: Vec<u64>,
    round: u64,
}

impl Clauses {
    /// Adds a clause that is true of every answer.
    pub fn add(&mut self, clause: &[i32]) -> Result<(), String> {
        self.last += 1;
        self.live.insert(self.last, clause.into());
        self.keep(clause.len() + BESIDE)
    }

    /// Counts words that are kept.
    pub fn keep(&mut self, words: usize) -> Result<(), String> {
        self.kept += words;
        ensure(self.kept <= MOST_KEPT, "it takes too much memory")
    }

    /// Forgets a clause.
    pub fn delete(&mut self, number: &str) -> Result<(), String> {
        let clause = number.parse().ok().and_then(|number| self.live.remove(&number));
        self.kept -= clause.ok_or_else(|| format!("there is no clause {number}"))?.len() + BESIDE;
        Ok(())
    }

    /// Whether a clause follows from those that the hints name. Suppose that all of its literals are false. Then each
    /// hint but the last leaves one of its literals, which must be true, and the last leaves none: the
    /// supposition is impossible, so that one of the literals is true.
    pub fn follows(&mut self, clause: &[i32], hints: &[u64]) -> Result<(), String> {
        self.round += 1;
        for &literal in clause {
            self.suppose(-literal);
        }
        for hint in hints {
            let reason = self.live.get(hint).ok_or_else(|| format!("there is no clause {hint}"))?;
            let is_false = |literal: i32| self.supposed.get(index(-literal)) == Some(&self.round);
            let mut left = reason.iter().copied().filter(|&literal| !is_false(literal));
            match (left.next(), left.next()) {
                (None, _) => return Ok(()),
                (Some(literal), None) => self.suppose(literal),
                _ => return Err(format!("clause {hint} does not leave one literal")),
            }
        }
        Err("the hints end without a contradiction".to_owned())
    }

    fn suppose(&mut self, literal: i32) {
        let index = index(literal);
        if self.supposed.len() <= index {
            self.supposed.resize(index + 1, 0);
        }
        self.supposed[index] = self.round;
    }
}

/// The place of a literal in a list of all.
fn index(literal: i32) -> usize {
    2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
}
