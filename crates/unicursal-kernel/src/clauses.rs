//! The clauses of a certificate by their numbers, and whether another one follows.

use std::collections::HashMap;

/// The clauses that were not deleted.
#[derive(Default)]
pub struct Clauses {
    live: HashMap<u64, Box<[i32]>>,
    /// The number of the latest clause.
    last: u64,
    /// For each literal the latest round in which it was supposed to be true. A round is the judgement of one clause.
    supposed: Vec<u64>,
    round: u64,
}

impl Clauses {
    /// Adds a clause that is true of every answer.
    pub fn add(&mut self, clause: &[i32]) {
        self.last += 1;
        self.live.insert(self.last, clause.into());
    }

    /// Forgets a clause.
    pub fn delete(&mut self, number: u64) -> Result<(), String> {
        self.live.remove(&number).map(|_| ()).ok_or_else(|| format!("there is no clause {number}"))
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
