//! What all uses of the SAT solver share: clauses that count, and a way to end its work.
//!
//! The solver asks after each of its decisions whether to go on, so the number of questions
//! measures its work in the same way on every machine. A *turn* is a number of decisions, or of
//! conflicts: work that is cut short by it stays deterministic.

use std::cell::Cell;

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, lbool};

use crate::{Control, Interruption};

/// A turn without end.
pub const ENDLESS: u64 = u64::MAX;

/// Decisions between two looks at the caller's limits: reading the clock costs more than a
/// decision.
const DECISIONS_PER_LOOK: u64 = 32;

/// What a turn is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Questions whether to go on, one for each decision.
    Decisions,
    /// Clauses learnt, one for each conflict.
    Conflicts,
}

/// Ends the solver's work at the end of its turn, or when the caller's limits say so.
pub struct Watch<'a> {
    control: &'a Control<'a>,
    unit: Unit,
    /// Units left; none after the first "stop", so that the answer stays the same.
    left: Cell<u64>,
    /// Decisions left before the next look at the limits.
    until_look: Cell<u64>,
}

impl<'a> Watch<'a> {
    /// A watch that stops only when the control does.
    pub fn new(control: &'a Control<'a>, unit: Unit) -> Self {
        Self {
            control,
            unit,
            left: Cell::new(ENDLESS),
            until_look: Cell::new(DECISIONS_PER_LOOK),
        }
    }

    /// Begins a turn.
    pub fn begin(&self, turn: u64) {
        self.left.set(turn);
    }

    /// The caller's limits.
    pub fn control(&self) -> &'a Control<'a> {
        self.control
    }

    /// Why the solver was stopped: the caller's limits, or else the end of its turn.
    pub fn reason(&self) -> Interruption {
        self.control.interruption().unwrap_or(Interruption::GaveUp)
    }

    /// Whether the caller's limits end the work; they are looked at only once in a while.
    fn is_interrupted(&self) -> bool {
        let until_look = self.until_look.get() - 1;
        self.until_look.set(if until_look == 0 {
            DECISIONS_PER_LOOK
        } else {
            until_look
        });
        until_look == 0 && self.control.interruption().is_some()
    }
}

impl Callbacks for Watch<'_> {
    fn on_new_clause(&mut self, _: &[Lit], kind: ClauseKind) {
        if self.unit == Unit::Conflicts && matches!(kind, ClauseKind::Learnt) {
            *self.left.get_mut() = self.left.get().saturating_sub(1);
        }
    }

    fn stop(&self) -> bool {
        let spent = u64::from(self.unit == Unit::Decisions);
        let left = self.left.get().saturating_sub(spent);
        let stopped = left == 0 || self.is_interrupted();
        self.left.set(if stopped { 0 } else { left });
        stopped
    }
}

/// A new literal that the solver does not decide, because others imply it.
pub fn undecided(solver: &mut Solver<Watch>) -> Lit {
    Lit::new(solver.new_var(lbool::UNDEF, false), true)
}

/// Exactly `count` of a few literals are true: this takes a clause for each subset of some size.
pub fn add_exactly(solver: &mut Solver<Watch>, lits: &[Lit], count: usize) {
    // Of any `length - count + 1` literals one is true, of any `count + 1` one is not.
    for mut subset in subsets(lits, (lits.len() + 1).saturating_sub(count)) {
        solver.add_clause_reuse(&mut subset);
    }
    add_at_most(solver, lits, count);
}

/// At most `count` of a few literals are true.
pub fn add_at_most(solver: &mut Solver<Watch>, lits: &[Lit], count: usize) {
    for subset in subsets(lits, count + 1) {
        let mut clause = subset.into_iter().map(|lit| !lit).collect();
        solver.add_clause_reuse(&mut clause);
    }
}

/// Exactly one of many literals is true, by a chain of variables that say 'it was one of those so
/// far'.
pub fn add_exactly_one(solver: &mut Solver<Watch>, lits: &[Lit]) {
    solver.add_clause_reuse(&mut lits.to_vec());
    let mut before: Option<Lit> = None;
    for &lit in lits {
        let so_far = Lit::new(solver.new_var_default(), true);
        solver.add_clause_reuse(&mut vec![!lit, so_far]);
        if let Some(before) = before {
            solver.add_clause_reuse(&mut vec![!before, so_far]);
            solver.add_clause_reuse(&mut vec![!before, !lit]);
        }
        before = Some(so_far);
    }
}

/// All subsets of this size; none when there are too few, one empty set for size 0.
pub fn subsets(of: &[Lit], size: usize) -> Vec<Vec<Lit>> {
    let masks = 0_u32..1 << of.len();
    let masks = masks.filter(|mask| mask.count_ones() as usize == size);
    let members = |mask: u32| (0..of.len()).filter(move |&index| mask >> index & 1 == 1);
    masks
        .map(|mask| members(mask).map(|index| of[index]).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use batsat::{Lit, Solver, SolverInterface, SolverOpts, lbool};

    use super::{Unit, Watch, add_exactly, add_exactly_one};
    use crate::{Control, Interruption};

    fn solver<'a>(control: &'a Control<'a>, count: usize) -> (Solver<Watch<'a>>, Vec<Lit>) {
        let watch = Watch::new(control, Unit::Decisions);
        let mut solver = Solver::new(SolverOpts::default(), watch);
        let lits = (0..count).map(|_| Lit::new(solver.new_var_default(), true));
        let lits = lits.collect();
        (solver, lits)
    }

    /// The models of at most five literals under some clauses, tried one by one.
    fn models(count: usize, add: impl Fn(&mut Solver<Watch>, &[Lit])) -> Vec<u32> {
        let control = Control::new();
        let (mut solver, lits) = solver(&control, count);
        add(&mut solver, &lits);
        let is_model = |mask: &u32| {
            let literal = |(i, &lit): (usize, &Lit)| if mask >> i & 1 == 1 { lit } else { !lit };
            let assumed: Vec<Lit> = lits.iter().enumerate().map(literal).collect();
            solver.solve_limited(&assumed) == lbool::TRUE
        };
        (0..1 << count).filter(is_model).collect()
    }

    #[test]
    fn exactly_means_exactly() {
        for count in 0..=5_usize {
            let all = 0_u32..1 << count;
            for wanted in 0..=count + 1 {
                let right = |mask: &u32| mask.count_ones() as usize == wanted;
                let expected: Vec<u32> = all.clone().filter(right).collect();
                let found = models(count, |solver, lits| add_exactly(solver, lits, wanted));
                assert_eq!(found, expected, "{wanted} of {count}");
                if wanted == 1 {
                    assert_eq!(models(count, add_exactly_one), expected);
                }
            }
        }
    }

    /// Nine pigeons in eight holes.
    #[test]
    fn turns_and_limits_end_the_work() {
        let flag = std::sync::atomic::AtomicBool::new(false);
        let control = Control::new().cancelled_by(&flag);
        for unit in [Unit::Decisions, Unit::Conflicts] {
            let mut solver = Solver::new(SolverOpts::default(), Watch::new(&control, unit));
            let mut hole = || {
                let lits = (0..8).map(|_| Lit::new(solver.new_var_default(), true));
                lits.collect::<Vec<Lit>>()
            };
            let pigeons: Vec<Vec<Lit>> = (0..9).map(|_| hole()).collect();
            for pigeon in &pigeons {
                solver.add_clause_reuse(&mut pigeon.clone());
            }
            for (index, one) in pigeons.iter().enumerate() {
                for two in &pigeons[..index] {
                    for (&one, &two) in one.iter().zip(two) {
                        solver.add_clause_reuse(&mut vec![!one, !two]);
                    }
                }
            }
            solver.cb().begin(50);
            assert_eq!(solver.solve_limited(&[]), lbool::UNDEF);
            assert_eq!(solver.cb().reason(), Interruption::GaveUp);
            solver.cb().begin(super::ENDLESS);
            flag.store(true, std::sync::atomic::Ordering::Relaxed);
            assert_eq!(solver.solve_limited(&[]), lbool::UNDEF);
            assert_eq!(solver.cb().reason(), Interruption::Cancelled);
            flag.store(false, std::sync::atomic::Ordering::Relaxed);
            solver.cb().begin(super::ENDLESS);
            assert_eq!(solver.solve_limited(&[]), lbool::FALSE);
        }
    }
}
