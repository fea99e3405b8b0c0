//! What another solver has learned, shown again clause by clause: each follows by unit propagation from those before it.

use super::{Lit, NONE, Prover};

impl Prover<'_> {
    /// The literals of all clauses so far, as facts.
    pub fn clauses(&self) -> impl Iterator<Item = Vec<i32>> {
        (0..self.clauses.len()).map(|at| self.clauses.of(at).iter().map(|&lit| self.literal(lit)).collect())
    }

    /// Clauses that the board justifies and that fail if facts have these values, with their lines.
    pub fn failing_in(&mut self, value: impl Fn(i32) -> i8) -> Vec<(Vec<i32>, String)> {
        let values: Vec<i8> = self.facts.iter().map(|&fact| value(fact)).collect();
        let own = std::mem::replace(&mut self.values, values);
        let mut failing = self.failing_cuts(usize::MAX);
        if failing.is_empty() {
            failing.extend(self.failing());
        }
        self.values[..own.len()].copy_from_slice(&own);
        self.values[own.len()..].fill(0);
        failing
    }

    /// Shows that a clause follows, and keeps what of it is needed; its place, if it says anything new. An error if unit
    /// propagation does not show it. Nothing must be supposed.
    pub fn derive(&mut self, clause: &[i32]) -> Result<Option<u32>, ()> {
        if let (None, Some(conflict)) = (self.contradiction, self.propagate()) {
            self.contradict(conflict);
        }
        let lits: Vec<Lit> = clause.iter().map(|&literal| self.lit(literal)).collect();
        if self.contradiction.is_some() || lits.iter().any(|&lit| self.value(lit) == 1) {
            return Ok(None);
        }
        let known = self.trail.len();
        self.limits.push(known);
        for lit in lits {
            if self.value(lit) == 0 {
                self.set(lit ^ 1, NONE);
            }
        }
        let shown = self.propagate().map(|conflict| self.shown_by(conflict, known));
        for lit in self.trail.drain(known..) {
            self.values[lit as usize / 2] = 0;
        }
        self.limits.clear();
        self.head = known;
        let (clause, hints) = shown.ok_or(())?;
        let id = self.log.lemma(&clause, &hints);
        let place = self.clauses.len();
        self.add_logged(&clause, id);
        Ok(Some(place))
    }

    /// What was supposed and is needed for a conflict, negated, and the clauses that show it. The trail beyond `known` is supposed.
    fn shown_by(&mut self, conflict: u32, known: usize) -> (Vec<i32>, Vec<crate::log::ClauseId>) {
        let (mut clause, mut used, mut marked) = (Vec::new(), Vec::new(), Vec::new());
        let mut reason = conflict;
        let mut at = self.trail.len();
        loop {
            for &lit in self.clauses.of(reason) {
                let variable = lit as usize / 2;
                if !std::mem::replace(&mut self.seen[variable], true) {
                    marked.push(variable);
                    if self.levels[variable] == 0 {
                        used.push(variable);
                    }
                }
            }
            let next = self.trail[known..at].iter().rposition(|&lit| {
                let variable = lit as usize / 2;
                let is_needed = self.seen[variable];
                if is_needed && self.reasons[variable] == NONE {
                    clause.push(-self.literal(lit));
                }
                is_needed && self.reasons[variable] != NONE
            });
            let Some(next) = next else { break };
            at = known + next;
            let variable = self.trail[at] as usize / 2;
            used.push(variable);
            reason = self.reasons[variable];
        }
        for variable in marked {
            self.seen[variable] = false;
        }
        (clause, self.hints(&mut used, conflict))
    }

    /// A clause that [`derive`](Self::derive) kept is no longer used.
    pub fn forget(&mut self, place: u32) {
        self.clauses.forget(place);
    }
}
