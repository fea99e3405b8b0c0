//! Clauses, and whether another one follows from them by unit propagation.
//!
//! A clause is a list of literals, of which at least one is true. A literal is a number as in
//! DIMACS: `5` says that variable 5 is true, `-5` that it is false. If supposing that all literals
//! of a new clause are false makes some clause so far impossible, by nothing but taking the last
//! literal of a clause for true when all others are false, then the new clause follows (*reverse
//! unit propagation*).
//!
//! Each clause is found by two of its literals, which are false last (watched literals): so a
//! clause costs nothing until one of the two becomes false. What was once known without supposing
//! anything stays known, also when the clauses that it came from are deleted: it has been proved.

use std::collections::HashMap;

/// A clause: where its literals begin, and how many they are.
#[derive(Clone, Copy)]
struct Span {
    first: usize,
    length: u32,
}

/// A clause that may become impossible, and a literal of it: while that is true, nothing needs to
/// be done.
#[derive(Clone, Copy)]
struct Watch {
    clause: u32,
    other: u32,
}

/// Clauses over a fixed number of variables; see the [module](self).
pub(crate) struct Clauses {
    /// For each literal whether it is known to be true (1) or false (-1).
    values: Vec<i8>,
    /// The literals known to be true, in the order of their finding.
    trail: Vec<u32>,
    /// How many literals of the trail have been looked at.
    followed: usize,
    /// All literals of all clauses.
    literals: Vec<u32>,
    spans: Vec<Span>,
    /// The clauses to look at when a literal becomes false.
    watches: Vec<Vec<Watch>>,
    /// Clauses by a sum of their literals, to find those that are deleted.
    by_sum: HashMap<u64, Vec<u32>>,
    refuted: bool,
}

/// Literals are counted 0, 1, 2, ... for 1, -1, 2, ...
fn code(literal: i32) -> u32 {
    2 * (literal.unsigned_abs() - 1) + u32::from(literal < 0)
}

/// The literals of a clause, sorted and different.
fn codes(clause: &[i32]) -> Vec<u32> {
    let mut codes: Vec<u32> = clause.iter().map(|&literal| code(literal)).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

fn sum(literals: &[u32]) -> u64 {
    let scattered = literals
        .iter()
        .map(|&literal| (u64::from(literal) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    scattered.fold(literals.len() as u64, |sum, one| {
        sum.wrapping_add(one ^ one >> 29)
    })
}

impl Clauses {
    /// No clauses about this many variables.
    pub fn new(variables: usize) -> Self {
        Self {
            values: vec![0; 2 * variables],
            trail: Vec::new(),
            followed: 0,
            literals: Vec::new(),
            spans: Vec::new(),
            watches: vec![Vec::new(); 2 * variables],
            by_sum: HashMap::new(),
            refuted: false,
        }
    }

    /// Whether the literals are about variables that exist.
    pub fn know(&self, literals: &[i32]) -> bool {
        let most = self.values.len() / 2;
        let known = |literal: &i32| (1..=most).contains(&(literal.unsigned_abs() as usize));
        literals.iter().all(known)
    }

    /// Whether the clauses contradict each other, so that everything follows.
    pub fn are_refuted(&self) -> bool {
        self.refuted
    }

    /// What is known of a literal, without supposing anything.
    pub fn value(&self, literal: i32) -> Option<bool> {
        match self.values[code(literal) as usize] {
            0 => None,
            value => Some(value > 0),
        }
    }

    /// Adds a clause that holds.
    pub fn add(&mut self, clause: &[i32]) {
        self.insert(codes(clause));
    }

    /// Adds a clause if it follows from those so far; whether it does.
    pub fn add_if_implied(&mut self, clause: &[i32]) -> bool {
        if self.refuted {
            return true;
        }
        let clause = codes(clause);
        if !self.implies(&clause) {
            return false;
        }
        self.insert(clause);
        true
    }

    /// Forgets one clause with these literals; whether there is one.
    pub fn delete(&mut self, clause: &[i32]) -> bool {
        let clause = codes(clause);
        let Some(alike) = self.by_sum.get_mut(&sum(&clause)) else {
            return false;
        };
        let is_it = |&number: &u32| {
            let Span { first, length } = self.spans[number as usize];
            let literals = &self.literals[first..first + length as usize];
            let mut literals = literals.to_vec();
            literals.sort_unstable();
            literals == clause
        };
        let Some(found) = alike.iter().position(is_it) else {
            return false;
        };
        let number = alike.swap_remove(found);
        // Watches of it are dropped as they turn up.
        self.spans[number as usize].length = 0;
        true
    }

    /// Whether supposing that all literals are false makes a clause impossible.
    fn implies(&mut self, clause: &[u32]) -> bool {
        let mark = self.trail.len();
        let mut impossible = false;
        for &literal in clause {
            match self.values[literal as usize] {
                0 => self.assign(literal ^ 1),
                1.. => impossible = true,
                _ => {}
            }
        }
        impossible = impossible || !self.follow();
        for literal in self.trail.drain(mark..) {
            self.values[literal as usize] = 0;
            self.values[literal as usize ^ 1] = 0;
        }
        self.followed = mark;
        impossible
    }

    /// Adds a clause that holds, its literals sorted and different, and what follows from it.
    fn insert(&mut self, mut clause: Vec<u32>) {
        if self.refuted {
            return;
        }
        // What is not kept is not used: nothing wrong follows from that.
        let Ok(number) = u32::try_from(self.spans.len()) else {
            return;
        };
        self.by_sum.entry(sum(&clause)).or_default().push(number);
        // The first two are those that are not false, or else nothing is to be watched.
        clause.sort_by_key(|&literal| self.values[literal as usize] < 0);
        let open = clause
            .iter()
            .take_while(|&&literal| self.values[literal as usize] >= 0)
            .count();
        let first = self.literals.len();
        let length = clause.len() as u32;
        self.literals.extend_from_slice(&clause);
        self.spans.push(Span { first, length });
        match open {
            0 => self.refuted = true,
            1 if self.values[clause[0] as usize] == 0 => {
                self.assign(clause[0]);
                self.refuted = !self.follow();
            }
            1 => {}
            _ => {
                for (at, other) in [(0, 1), (1, 0)] {
                    self.watches[clause[at] as usize].push(Watch {
                        clause: number,
                        other: clause[other],
                    });
                }
            }
        }
    }

    fn assign(&mut self, literal: u32) {
        self.values[literal as usize] = 1;
        self.values[literal as usize ^ 1] = -1;
        self.trail.push(literal);
    }

    /// Finds what follows from the literals of the trail; false if a clause is impossible.
    fn follow(&mut self) -> bool {
        while let Some(&known) = self.trail.get(self.followed) {
            self.followed += 1;
            let failed = known ^ 1;
            let mut watches = std::mem::take(&mut self.watches[failed as usize]);
            let mut possible = true;
            watches.retain_mut(|watch| {
                if !possible || self.values[watch.other as usize] > 0 {
                    return true;
                }
                let Span { first, length } = self.spans[watch.clause as usize];
                if length == 0 {
                    return false;
                }
                let clause = &mut self.literals[first..first + length as usize];
                if clause[0] == failed {
                    clause.swap(0, 1);
                }
                let other = clause[0];
                if self.values[other as usize] <= 0 {
                    let fresh = clause[2..]
                        .iter()
                        .position(|&literal| self.values[literal as usize] >= 0);
                    if let Some(fresh) = fresh {
                        clause.swap(1, 2 + fresh);
                        let clause = watch.clause;
                        let at = self.literals[first + 1];
                        self.watches[at as usize].push(Watch { clause, other });
                        return false;
                    }
                }
                watch.other = other;
                match self.values[other as usize] {
                    0 => self.assign(other),
                    1.. => {}
                    _ => possible = false,
                }
                true
            });
            self.watches[failed as usize] = watches;
            if !possible {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::Clauses;

    #[test]
    fn what_follows_is_added_and_nothing_else() {
        let mut clauses = Clauses::new(3);
        for clause in [&[1, 2][..], &[1, -2], &[-1, 3]] {
            clauses.add(clause);
        }
        assert!(!clauses.add_if_implied(&[2]));
        assert!(clauses.add_if_implied(&[1, 1]));
        assert_eq!([clauses.value(1), clauses.value(3)], [Some(true); 2]);
        assert_eq!(clauses.value(-2), None);
        assert!(!clauses.add_if_implied(&[-3]) && !clauses.add_if_implied(&[]));
        clauses.add(&[-3, 2]);
        clauses.add(&[-3, -2]);
        assert!(clauses.add_if_implied(&[]) && clauses.add_if_implied(&[-1]));
    }

    #[test]
    fn a_deleted_clause_is_gone_and_what_it_proved_stays() {
        let mut clauses = Clauses::new(4);
        clauses.add(&[1, 2, 3]);
        assert!(clauses.add_if_implied(&[3, 2, 1, 4]));
        assert!(clauses.delete(&[2, 3, 1]) && !clauses.delete(&[2, 3, 1]));
        assert!(clauses.add_if_implied(&[4, 3, 2, 1]) && !clauses.add_if_implied(&[1, 2, 3]));
        clauses.add(&[4]);
        clauses.add(&[-4, -3]);
        assert!(clauses.delete(&[-3, -4]) && clauses.value(-3) == Some(true));
    }

    #[test]
    fn only_literals_of_its_variables_are_known() {
        let clauses = Clauses::new(2);
        assert!(clauses.know(&[1, -2]) && clauses.know(&[]));
        for unknown in [0, 3, -3, i32::MAX, i32::MIN] {
            assert!(!clauses.know(&[1, unknown]), "{unknown}");
        }
    }
}
