//! The clauses of a certificate by their numbers, and whether another one follows.

use std::collections::HashMap;

use crate::Fault;

/// The clauses that were not deleted.
#[derive(Default)]
pub struct Clauses {
    live: HashMap<u64, Box<[i32]>>,
    /// The number of the latest clause.
    last: u64,
    /// What is known of each fact while a clause is judged: 1 true, -1 false, 0 nothing.
    known: Vec<i8>,
}

impl Clauses {
    /// Adds a clause that is true of every answer; its number.
    pub fn add(&mut self, clause: &[i32]) -> u64 {
        self.last += 1;
        self.live.insert(self.last, clause.into());
        self.last
    }

    /// Forgets a clause.
    pub fn delete(&mut self, number: u64) -> Result<(), Fault> {
        match self.live.remove(&number) {
            Some(_) => Ok(()),
            None => Err(Fault::Wrong(format!("there is no clause {number}"))),
        }
    }

    /// Whether a clause follows from those that the hints name. Suppose that all of its literals are false. Then each
    /// hint but the last leaves exactly one of its literals, which must be true, and the last leaves none: the
    /// supposition is impossible, so that one of the literals is true.
    pub fn follows(&mut self, clause: &[i32], hints: &[u64]) -> Result<(), Fault> {
        let mut supposed = Vec::new();
        let judged = self.judge(clause, hints, &mut supposed);
        for literal in supposed {
            self.known[literal as usize] = 0;
        }
        judged
    }

    fn judge(&mut self, clause: &[i32], hints: &[u64], supposed: &mut Vec<u32>) -> Result<(), Fault> {
        for &literal in clause {
            if !self.suppose(-literal, supposed) {
                return Err(Fault::Wrong("the clause has a fact twice".to_owned()));
            }
        }
        for (index, hint) in hints.iter().enumerate() {
            let Some(reason) = self.live.get(hint) else {
                return Err(Fault::Wrong(format!("there is no clause {hint}")));
            };
            let mut left = reason.iter().filter(|&&literal| self.value(literal) != -1);
            match (left.next().copied(), left.next()) {
                (None, _) if index + 1 == hints.len() => return Ok(()),
                (Some(literal), None) if self.value(literal) == 0 => {
                    self.suppose(literal, supposed);
                }
                _ => {
                    return Err(Fault::Wrong(format!("clause {hint} does not leave one literal")));
                }
            }
        }
        Err(Fault::Wrong("the hints end without a contradiction".to_owned()))
    }

    fn value(&self, literal: i32) -> i8 {
        let known = self.known.get(literal.unsigned_abs() as usize);
        known.copied().unwrap_or(0) * literal.signum() as i8
    }

    /// Makes a literal true, if nothing is known of it.
    fn suppose(&mut self, literal: i32, supposed: &mut Vec<u32>) -> bool {
        let fact = literal.unsigned_abs();
        if self.known.len() <= fact as usize {
            self.known.resize(fact as usize + 1, 0);
        }
        let is_new = self.known[fact as usize] == 0;
        if is_new {
            self.known[fact as usize] = literal.signum() as i8;
            supposed.push(fact);
        }
        is_new
    }
}
