//! Writes down what a SAT solver learns, and ends its work at the caller's limits.

use std::collections::HashSet;
use std::fmt::Write;

use batsat::{Callbacks, ClauseKind, Lit};

use crate::sat::{Unit, Watch};
use crate::{Control, Interruption, Progress};

/// Lines between two progress reports and memory checks.
const LINES_PER_LOOK: u64 = 256;

/// The lines of a proof so far.
pub struct Log<'a> {
    watch: Watch<'a>,
    pub lines: String,
    count: u64,
    /// The clauses that were learnt and not yet deleted. The solver shortens some of them in the
    /// meantime; the proof keeps those as they were.
    live: HashSet<Vec<i32>>,
}

impl<'a> Log<'a> {
    /// A log that begins with these lines.
    pub fn new(lines: String, control: &'a Control<'a>) -> Self {
        Self {
            watch: Watch::new(control, Unit::Decisions),
            lines,
            count: 0,
            live: HashSet::new(),
        }
    }

    /// The caller's limits.
    pub fn control(&self) -> &'a Control<'a> {
        self.watch.control()
    }

    /// Begins a turn of this many decisions.
    pub fn begin(&self, turn: u64) {
        self.watch.begin(turn);
    }

    /// Why the solver was stopped.
    pub fn reason(&self) -> Interruption {
        self.watch.reason()
    }

    fn write(&mut self, clause: &[Lit]) {
        for &literal in clause {
            let _ = write!(self.lines, "{} ", number(literal));
        }
        self.lines.push_str("0\n");
    }
}

impl Callbacks for Log<'_> {
    fn on_new_clause(&mut self, clause: &[Lit], kind: ClauseKind) {
        if !matches!(kind, ClauseKind::Learnt) {
            return;
        }
        self.write(clause);
        if clause.len() > 2 {
            self.live.insert(sorted(clause));
        }
        self.count += 1;
        if self.count.is_multiple_of(LINES_PER_LOOK) {
            let control = self.control();
            control.demand_memory(self.lines.len());
            control.report(|| Progress {
                phase: "writing the proof",
                share: None,
                figures: vec![("lines", self.count)],
            });
        }
    }

    fn on_delete_clause(&mut self, clause: &[Lit]) {
        if self.live.remove(&sorted(clause)) {
            self.lines.push_str("d ");
            self.write(clause);
        }
    }

    fn stop(&self) -> bool {
        self.watch.stop()
    }
}

/// The number of a literal in the proof.
fn number(literal: Lit) -> i32 {
    let variable = literal.var().idx() as i32 + 1;
    if literal.sign() { variable } else { -variable }
}

fn sorted(clause: &[Lit]) -> Vec<i32> {
    let mut numbers: Vec<i32> = clause.iter().map(|&literal| number(literal)).collect();
    numbers.sort_unstable();
    numbers
}
