//! Chains of relations between fragments: if *A* comes before *B* and *B* before *C*, then *A* comes
//! before *C*.
//!
//! In: the known relations, each as one number. Out: whether one fragment comes before another, as
//! far as that is looked for; or that one would come before itself.

use crate::coil::tuning::engine::STEPS;

/// No place yet.
const NONE: u32 = u32::MAX;

/// The order of two fragments as one number: which, then whether the first comes later.
pub(super) fn relation(before: u32, after: u32) -> u64 {
    let (low, high, swapped) = if before < after {
        (before, after, 0)
    } else {
        (after, before, 1)
    };
    u64::from(low) << 32 | u64::from(high) << 1 | swapped
}

/// Which fragments come before others, along chains of known relations.
pub(super) struct Chains {
    /// The fragments that are known to come after each, and where each list begins.
    after: Vec<u32>,
    begins: Vec<u32>,
    /// The place of each fragment in one order that agrees with all relations.
    place: Vec<u32>,
    seen: Vec<u32>,
    round: u32,
    stack: Vec<u32>,
}

impl Chains {
    /// The chains of sorted relations among this many fragments, or a fragment that would come
    /// before itself.
    pub(super) fn new(count: usize, relations: &[u64]) -> Result<Self, usize> {
        let pair = |relation: u64| {
            let (low, high) = ((relation >> 32) as u32, (relation as u32) >> 1);
            if relation & 1 == 0 {
                (low, high)
            } else {
                (high, low)
            }
        };
        let mut begins = vec![0_u32; count + 1];
        let mut before = vec![0_u32; count];
        for &relation in relations {
            let (a, b) = pair(relation);
            begins[a as usize + 1] += 1;
            before[b as usize] += 1;
        }
        for i in 0..count {
            begins[i + 1] += begins[i];
        }
        let mut next = begins.clone();
        let mut after = vec![0; relations.len()];
        for &relation in relations {
            let (a, b) = pair(relation);
            after[next[a as usize] as usize] = b;
            next[a as usize] += 1;
        }
        let mut chains = Self {
            after,
            begins,
            place: vec![NONE; count],
            seen: vec![0; count],
            round: 0,
            stack: Vec::new(),
        };
        let mut free: Vec<u32> = (0..count as u32)
            .filter(|&fragment| before[fragment as usize] == 0)
            .collect();
        let mut place = 0;
        while let Some(fragment) = free.pop() {
            chains.place[fragment as usize] = place;
            place += 1;
            for &later in chains.after(fragment) {
                before[later as usize] -= 1;
                if before[later as usize] == 0 {
                    free.push(later);
                }
            }
        }
        match chains.place.iter().position(|&place| place == NONE) {
            Some(fragment) => Err(fragment),
            None => Ok(chains),
        }
    }

    fn after(&self, fragment: u32) -> &[u32] {
        let fragment = fragment as usize;
        &self.after[self.begins[fragment] as usize..self.begins[fragment + 1] as usize]
    }

    /// Whether a fragment is known to come before another (`Some(true)`) or after it.
    pub(super) fn compare(&mut self, a: u32, b: u32) -> Option<bool> {
        let is_first = self.place[a as usize] < self.place[b as usize];
        let (from, to) = if is_first { (a, b) } else { (b, a) };
        self.reaches(from, to).then_some(is_first)
    }

    fn reaches(&mut self, from: u32, to: u32) -> bool {
        self.round += 1;
        self.stack.clear();
        self.stack.push(from);
        let last = self.place[to as usize];
        let mut looked = 0;
        while let Some(fragment) = self.stack.pop() {
            looked += 1;
            if looked > STEPS {
                return false;
            }
            let range = self.begins[fragment as usize]..self.begins[fragment as usize + 1];
            for i in range {
                let later = self.after[i as usize];
                if later == to {
                    return true;
                }
                let seen = &mut self.seen[later as usize];
                if *seen != self.round && self.place[later as usize] < last {
                    *seen = self.round;
                    self.stack.push(later);
                }
            }
        }
        false
    }
}
