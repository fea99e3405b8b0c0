//! Clause learning that writes down why each clause follows.
//!
//! A [`Prover`] knows the clauses of some cells and looks for a contradiction of literals that are supposed. Cells are added
//! as the search comes to them. What clauses about single cells do not tell it looks for itself whenever nothing more follows:
//! cells that would come before themselves, and cells that nothing joins with the others ([`theory`](crate::theory)).
//! Those become clauses which the board justifies. Each learned clause goes to the [`Log`] with the clauses that show it.

mod cells;
mod replay;
mod store;

use std::collections::{BinaryHeap, HashMap};
use std::rc::Rc;

use unicursal_kernel::{Board, Rules};

use crate::log::{ClauseId, Log};
use crate::{Stopped, sides, words};

use self::cells::{Form, Ring};
use self::store::{Source, Store};

/// Conflicts before the first restart.
const RESTART_AFTER: u64 = 64;
/// What is left of the activity of a fact after each conflict.
const DECAY: f64 = 0.95;
/// An activity beyond which all of them are made smaller.
const LARGE: f64 = 1e100;
/// Conflicts between two looks at the limits.
const CONFLICTS_PER_LOOK: u64 = 64;

/// Cells for which one decision is waited before looking for what clauses do not tell.
const CELLS_PER_DECISION: usize = 32;
/// How often all cells around those that are known are added, if nothing was found against a supposition.
const RINGS: u32 = 3;

const NONE: u32 = u32::MAX;

/// A literal in the numbers of a prover: twice the variable, and one more for 'not'.
pub type Lit = u32;

/// How an attempt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// What was supposed contradicts itself: a clause of the log that has only negated literals of it.
    Refuted(ClauseId),
    /// Nothing was found against it.
    Possible,
    /// It took too long.
    TooLong,
}

/// The literals of the four sides of a cell; [`Prover::NO_LIT`] where there is none.
#[derive(Clone, Copy)]
pub struct Sides {
    pub used: [Lit; 4],
    pub later: [Lit; 4],
    /// The slots of the cells there, if they are known.
    pub near: [u32; 4],
    /// The path starts, and ends, here.
    pub ends: [Lit; 2],
}

/// See the [module](self).
pub struct Prover<'a> {
    pub board: &'a Board,
    pub log: &'a mut Log,
    pub go_on: &'a dyn Fn() -> bool,
    /// The fact of each variable, and back.
    facts: Vec<i32>,
    /// One more than the variable of each fact of the board, and the variables of facts that were named.
    index: Vec<u32>,
    named: HashMap<i32, u32>,
    clauses: Store,
    /// The clause that is being added.
    scratch: Vec<Lit>,
    /// The clauses of each kind of cells, by open sides.
    forms: [Option<Rc<Form>>; 16],
    /// The clauses that watch each literal, each with another literal of it: as long as that is true, nothing needs to be done.
    watches: Vec<Vec<(u32, Lit)>>,
    values: Vec<i8>,
    levels: Vec<u32>,
    reasons: Vec<u32>,
    /// When each variable was set, for the order of hints.
    times: Vec<u32>,
    trail: Vec<Lit>,
    limits: Vec<usize>,
    head: usize,
    activity: Vec<f64>,
    step: f64,
    heap: BinaryHeap<Ranked>,
    phases: Vec<bool>,
    seen: Vec<bool>,
    /// The clause of the log that says what is known without any supposition.
    units: Vec<ClauseId>,
    /// The cells whose clauses are known, and their literals.
    pub cells: Vec<usize>,
    /// One more than the slot of each cell.
    slots: Vec<u32>,
    pub sides: Vec<Sides>,
    /// Cells that may be added, most of all.
    pub most_cells: usize,
    wanted: Vec<usize>,
    /// The cell and the side of each variable that is about one, 4 times the slot of the cell and the side.
    pairs: Vec<u32>,
    /// How far the trail was looked through for cells to add.
    looked: usize,
    /// The cell with the next number after that of each cell, where there are numbers.
    pub next_number: HashMap<usize, usize>,
    /// Sets that the certificate has named.
    pub sets: &'a [NamedSet],
    contradiction: Option<ClauseId>,
    pub conflicts: u64,
    /// Whether clauses that say which cell comes before which are left out.
    pub is_unordered: bool,
    /// How often all cells around those that are known are added, if nothing was found against a supposition.
    pub most_rings: u32,
}

/// A set that the certificate has named, with the fact that the start is in it; the next fact says it of the end.
pub struct NamedSet {
    pub first: i32,
    /// In their order.
    pub cells: Vec<usize>,
}

impl NamedSet {
    /// Whether a cell is in it.
    pub fn contains(&self, cell: usize) -> bool {
        self.cells.binary_search(&cell).is_ok()
    }

    /// Whether no cell is in both.
    pub fn is_disjoint(&self, other: &Self) -> bool {
        self.cells.iter().all(|&cell| !other.contains(cell))
    }
}

struct Ranked(f64, u32);

impl PartialEq for Ranked {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}
impl Eq for Ranked {}
impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Ranked {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0).then(other.1.cmp(&self.1))
    }
}

impl<'a> Prover<'a> {
    /// No literal.
    pub const NO_LIT: Lit = NONE;

    /// A prover that knows nothing yet.
    pub fn new(
        board: &'a Board,
        log: &'a mut Log,
        sets: &'a [NamedSet],
        most_cells: usize,
        go_on: &'a dyn Fn() -> bool,
    ) -> Self {
        Self {
            board,
            log,
            go_on,
            facts: Vec::new(),
            index: vec![0; board.free.len() * board.facts() + 1],
            named: HashMap::new(),
            clauses: Store::default(),
            scratch: Vec::new(),
            forms: [const { None }; 16],
            watches: Vec::new(),
            values: Vec::new(),
            levels: Vec::new(),
            reasons: Vec::new(),
            times: Vec::new(),
            trail: Vec::new(),
            limits: Vec::new(),
            head: 0,
            activity: Vec::new(),
            step: 1.0,
            heap: BinaryHeap::new(),
            phases: Vec::new(),
            seen: Vec::new(),
            units: Vec::new(),
            cells: Vec::new(),
            slots: vec![0; board.free.len()],
            sides: Vec::new(),
            most_cells,
            wanted: Vec::new(),
            pairs: Vec::new(),
            looked: 0,
            next_number: next_numbers(board),
            sets,
            contradiction: None,
            conflicts: 0,
            is_unordered: false,
            most_rings: RINGS,
        }
    }

    /// The literal of a fact, or of its negation.
    pub fn lit(&mut self, literal: i32) -> Lit {
        let fact = literal.abs();
        let next = self.facts.len() as u32;
        let variable = match self.index.get_mut(fact as usize) {
            Some(0) => {
                self.index[fact as usize] = next + 1;
                next
            }
            Some(after) => *after - 1,
            None => *self.named.entry(fact).or_insert(next),
        };
        if variable == next {
            self.facts.push(fact);
            self.watches.extend([Vec::new(), Vec::new()]);
            self.values.push(0);
            self.levels.push(0);
            self.reasons.push(NONE);
            self.times.push(0);
            self.activity.push(0.0);
            self.phases.push(false);
            self.seen.push(false);
            self.units.push(NONE);
            self.pairs.push(NONE);
            self.heap.push(Ranked(0.0, variable));
        }
        2 * variable + u32::from(literal < 0)
    }

    /// The place of a cell among those that are known.
    pub fn slot(&self, cell: usize) -> Option<u32> {
        self.slots.get(cell)?.checked_sub(1)
    }

    fn literal(&self, lit: Lit) -> i32 {
        let fact = self.facts[lit as usize / 2];
        if lit.is_multiple_of(2) { fact } else { -fact }
    }

    /// 1 if a literal is true, -1 if it is false.
    pub fn value(&self, lit: Lit) -> i8 {
        if lit == NONE {
            return 0;
        }
        let value = self.values[lit as usize / 2];
        if lit.is_multiple_of(2) { value } else { -value }
    }

    fn level(&self) -> u32 {
        self.limits.len() as u32
    }

    fn level_of(&self, lit: Lit) -> u32 {
        self.levels[lit as usize / 2]
    }

    /// Adds a clause that the board justifies by this line. Nothing must be supposed.
    pub fn add_line(&mut self, clause: &[i32], line: String) {
        let source = self.clauses.line(line);
        self.add(clause, source);
    }

    /// Adds a clause about ends, whose line lists its literals.
    pub fn add_ends_line(&mut self, clause: &[i32]) {
        self.add(clause, Source::Ends);
    }

    /// Adds a clause of the log. Nothing must be supposed.
    pub fn add_logged(&mut self, clause: &[i32], id: ClauseId) {
        self.add(clause, Source::Logged(id));
    }

    fn add(&mut self, clause: &[i32], source: Source) {
        self.scratch.clear();
        for &literal in clause {
            let lit = self.lit(literal);
            self.scratch.push(lit);
        }
        self.add_scratch(source);
    }

    /// Adds the clause in `scratch`.
    fn add_scratch(&mut self, source: Source) {
        debug_assert_eq!(self.level(), 0);
        let mut lits = std::mem::take(&mut self.scratch);
        let mut free = lits.len();
        let mut is_true = self.contradiction.is_some();
        for &lit in &lits {
            let value = self.value(lit);
            is_true |= value == 1;
            free -= usize::from(value == -1);
        }
        if is_true {
            self.scratch = lits;
            return;
        }
        if free < lits.len() {
            // Those that may be true first: two of them are watched.
            lits.sort_by_key(|&lit| self.value(lit) == -1);
        }
        let index = self.clauses.add(&lits, source);
        if free >= 2 {
            self.watches[lits[0] as usize].push((index, lits[1]));
            self.watches[lits[1] as usize].push((index, lits[0]));
        }
        let first = lits.first().copied();
        self.scratch = lits;
        match (free, first) {
            (0, _) => self.contradict(index),
            (1, Some(first)) => {
                self.set(first, index);
                self.log_unit(first);
            }
            _ => {}
        }
    }

    /// The clause of the log that one of ours is.
    fn id(&mut self, clause: u32) -> ClauseId {
        let board = self.board;
        let id = match *self.clauses.source(clause) {
            Source::Logged(id) => return id,
            Source::Cell(cell, number) => {
                let cell = cell as usize;
                self.log.cell((cell % board.width, cell / board.width), usize::from(number))
            }
            Source::Ring(first, ring) => self.log.premise(&Ring(ring).line(board, first as usize)),
            Source::Ends => {
                let literals: Vec<i32> =
                    self.clauses.of(clause).iter().map(|&lit| self.literal(lit)).collect();
                self.log.premise(&format!("ends {}0", words(&literals)))
            }
            Source::Line(at) => self.log.premise(&self.clauses.take_line(at)),
        };
        *self.clauses.source(clause) = Source::Logged(id);
        id
    }

    /// Logs that a literal is true without any supposition.
    fn log_unit(&mut self, lit: Lit) {
        let reason = self.reasons[lit as usize / 2];
        let others = self.clauses.of(reason).iter().filter(|&&other| other != lit);
        let mut hints: Vec<ClauseId> = others.map(|&other| self.units[other as usize / 2]).collect();
        let id = self.id(reason);
        self.units[lit as usize / 2] = if hints.is_empty() {
            id
        } else {
            hints.push(id);
            let literal = self.literal(lit);
            self.log.lemma(&[literal], &hints)
        };
    }

    /// A clause whose literals are all false without any supposition.
    fn contradict(&mut self, clause: u32) {
        let lits = self.clauses.of(clause).iter();
        let mut hints: Vec<ClauseId> = lits.map(|&lit| self.units[lit as usize / 2]).collect();
        let id = self.id(clause);
        self.contradiction = Some(if hints.is_empty() {
            id
        } else {
            hints.push(id);
            self.log.lemma(&[], &hints)
        });
    }

    fn set(&mut self, lit: Lit, reason: u32) {
        let variable = lit as usize / 2;
        self.values[variable] = if lit.is_multiple_of(2) { 1 } else { -1 };
        self.levels[variable] = self.level();
        self.reasons[variable] = reason;
        self.times[variable] = self.trail.len() as u32;
        self.trail.push(lit);
    }

    /// Unit propagation; the clause that is left without a literal, if there is one.
    fn propagate(&mut self) -> Option<u32> {
        while self.head < self.trail.len() {
            let lit = self.trail[self.head] ^ 1;
            self.head += 1;
            let mut watches = std::mem::take(&mut self.watches[lit as usize]);
            let mut kept = 0;
            let mut conflict = None;
            let mut at = 0;
            while at < watches.len() {
                let (index, other) = watches[at];
                at += 1;
                if self.value(other) == 1 {
                    watches[kept] = (index, other);
                    kept += 1;
                    continue;
                }
                let range = self.clauses.range(index);
                let lits = &mut self.clauses.lits[range];
                if lits.is_empty() {
                    // It was forgotten.
                    continue;
                }
                if lits[0] == lit {
                    lits.swap(0, 1);
                }
                let (first, value) = (lits[0], {
                    let value = self.values[lits[0] as usize / 2];
                    if lits[0].is_multiple_of(2) { value } else { -value }
                });
                if value == 1 {
                    watches[kept] = (index, first);
                    kept += 1;
                    continue;
                }
                let values = &self.values;
                let is_false =
                    |lit: Lit| values[lit as usize / 2] == if lit.is_multiple_of(2) { -1 } else { 1 };
                if let Some(other) = (2..lits.len()).find(|&at| !is_false(lits[at])) {
                    lits.swap(1, other);
                    let watched = lits[1];
                    self.watches[watched as usize].push((index, first));
                    continue;
                }
                watches[kept] = (index, first);
                kept += 1;
                if value == -1 {
                    conflict = Some(index);
                    break;
                }
                self.set(first, index);
                if self.level() == 0 {
                    self.log_unit(first);
                }
            }
            watches.copy_within(at.., kept);
            watches.truncate(kept + watches.len() - at);
            self.watches[lit as usize] = watches;
            if conflict.is_some() {
                self.head = self.trail.len();
                return conflict;
            }
        }
        None
    }

    /// Takes back what was supposed after this many levels.
    fn undo(&mut self, level: u32) {
        if self.level() <= level {
            return;
        }
        let length = self.limits[level as usize];
        for lit in self.trail.drain(length..) {
            let variable = lit as usize / 2;
            self.values[variable] = 0;
            self.phases[variable] = lit.is_multiple_of(2);
            self.heap.push(Ranked(self.activity[variable], variable as u32));
        }
        self.limits.truncate(level as usize);
        self.head = length;
    }

    fn bump(&mut self, variable: usize) {
        self.activity[variable] += self.step;
        if self.activity[variable] > LARGE {
            for activity in &mut self.activity {
                *activity /= LARGE;
            }
            self.step /= LARGE;
        }
        if self.values[variable] == 0 {
            self.heap.push(Ranked(self.activity[variable], variable as u32));
        }
    }

    /// The hints that show a clause: the reasons of these variables in the order in which they were set, then
    /// the clause that fails.
    fn hints(&mut self, variables: &mut [usize], last: u32) -> Vec<ClauseId> {
        variables.sort_unstable_by_key(|&variable| self.times[variable]);
        let mut hints: Vec<ClauseId> = Vec::with_capacity(variables.len() + 1);
        for &mut variable in variables {
            let hint = if self.levels[variable] == 0 {
                self.units[variable]
            } else {
                self.id(self.reasons[variable])
            };
            hints.push(hint);
        }
        hints.push(self.id(last));
        hints
    }

    /// Learns from a clause that fails at the latest level: the clause, its log entry, and the level to go back to.
    fn analyze(&mut self, conflict: u32) -> (Vec<Lit>, ClauseId, u32) {
        let level = self.level();
        let mut learned = vec![NONE];
        // Variables whose reasons are used.
        let mut used: Vec<usize> = Vec::new();
        let mut marked: Vec<usize> = Vec::new();
        let (mut open, mut at, mut clause) = (0, self.trail.len(), conflict);
        loop {
            for at in self.clauses.range(clause) {
                let lit = self.clauses.lits[at];
                let variable = lit as usize / 2;
                if self.seen[variable] || self.value(lit) == 1 {
                    continue;
                }
                self.seen[variable] = true;
                marked.push(variable);
                if self.levels[variable] == 0 {
                    used.push(variable);
                    continue;
                }
                self.bump(variable);
                if self.levels[variable] == level {
                    open += 1;
                } else {
                    learned.push(lit);
                }
            }
            loop {
                at -= 1;
                let variable = self.trail[at] as usize / 2;
                if self.seen[variable] && self.levels[variable] == level {
                    break;
                }
            }
            let lit = self.trail[at];
            open -= 1;
            if open == 0 {
                learned[0] = lit ^ 1;
                break;
            }
            used.push(lit as usize / 2);
            clause = self.reasons[lit as usize / 2];
        }
        self.minimise(&mut learned, &mut used, &mut marked);
        let hints = self.hints(&mut used, conflict);
        for variable in marked {
            self.seen[variable] = false;
        }
        let literals: Vec<i32> = learned.iter().map(|&lit| self.literal(lit)).collect();
        let id = self.log.lemma(&literals, &hints);
        let mut back = 0;
        for at in 1..learned.len() {
            if self.level_of(learned[at]) > back {
                back = self.level_of(learned[at]);
                learned.swap(1, at);
            }
        }
        self.step /= DECAY;
        (learned, id, back)
    }

    /// Drops literals that follow from the others by one clause.
    fn minimise(&mut self, learned: &mut Vec<Lit>, used: &mut Vec<usize>, marked: &mut Vec<usize>) {
        let mut at = 1;
        while at < learned.len() {
            let variable = learned[at] as usize / 2;
            let reason = self.reasons[variable];
            let implied = reason != NONE && {
                let lits = self.clauses.of(reason).iter();
                lits.copied().filter(|&lit| lit as usize / 2 != variable).all(|lit| {
                    let other = lit as usize / 2;
                    self.levels[other] == 0 || self.seen[other] && in_clause_or_used(other, learned, used)
                })
            };
            if !implied {
                at += 1;
                continue;
            }
            learned.swap_remove(at);
            used.push(variable);
            for at in self.clauses.range(reason) {
                let other = self.clauses.lits[at] as usize / 2;
                if self.levels[other] == 0 && !self.seen[other] {
                    self.seen[other] = true;
                    marked.push(other);
                    used.push(other);
                }
            }
        }
    }

    /// The clause that shows that these suppositions cannot all be true, because this clause fails, or this literal
    /// of them is false already.
    fn analyze_supposed(&mut self, failed: Lit) -> ClauseId {
        let mut clause = vec![self.literal(failed)];
        let mut used: Vec<usize> = Vec::new();
        let mut marked = vec![failed as usize / 2];
        self.seen[failed as usize / 2] = true;
        let last = self.reasons[failed as usize / 2];
        // The literal is false: its reason fails if it is supposed.
        for at in (0..self.trail.len()).rev() {
            let lit = self.trail[at];
            let variable = lit as usize / 2;
            if !self.seen[variable] {
                continue;
            }
            let reason = self.reasons[variable];
            if self.levels[variable] == 0 {
                used.push(variable);
                continue;
            }
            if reason == NONE {
                clause.push(-self.literal(lit));
                continue;
            }
            if variable != failed as usize / 2 {
                used.push(variable);
            }
            for at in self.clauses.range(reason) {
                let other = self.clauses.lits[at] as usize / 2;
                if !self.seen[other] {
                    self.seen[other] = true;
                    marked.push(other);
                }
            }
        }
        for variable in marked {
            self.seen[variable] = false;
        }
        if last == NONE {
            // It was supposed both ways.
            return NONE;
        }
        if self.levels[failed as usize / 2] == 0 {
            return self.units[failed as usize / 2];
        }
        let hints = self.hints(&mut used, last);
        clause[0] = self.literal(failed ^ 1);
        self.log.lemma(&clause, &hints)
    }

    /// Adds a clause that fails as things stand; what is left to analyse, if anything.
    fn add_failing(&mut self, clause: &[i32], line: String) -> Option<u32> {
        let mut lits: Vec<Lit> = clause.iter().map(|&literal| self.lit(literal)).collect();
        lits.sort_by_key(|&lit| std::cmp::Reverse(self.level_of(lit)));
        let source = self.clauses.line(line);
        let index = self.clauses.add(&lits, source);
        if lits.len() >= 2 {
            self.watches[lits[0] as usize].push((index, lits[1]));
            self.watches[lits[1] as usize].push((index, lits[0]));
        }
        let levels = [0, 1].map(|at| lits.get(at).map_or(0, |&lit| self.level_of(lit)));
        let first = lits.first().copied();
        match first {
            Some(first) if levels[0] > 0 && levels[0] > levels[1] => {
                self.undo(levels[1]);
                self.set(first, index);
                if self.level() == 0 {
                    self.log_unit(first);
                }
                None
            }
            _ => {
                self.undo(levels[0]);
                Some(index)
            }
        }
    }

    /// Looks for a contradiction of these literals.
    pub fn refute(&mut self, supposed: &[i32], most: u64) -> Result<Found, Stopped> {
        let supposed: Vec<Lit> = supposed.iter().map(|&literal| self.lit(literal)).collect();
        let end = self.conflicts.saturating_add(most);
        let (mut until_restart, mut unlooked, mut rings) = (RESTART_AFTER, 0_usize, 0);
        self.looked = 0;
        let found = loop {
            if let Some(id) = self.contradiction {
                break Found::Refuted(id);
            }
            let mut conflict = self.propagate();
            if conflict.is_none() {
                let is_supposed = self.level() as usize <= supposed.len();
                if is_supposed {
                    self.want();
                    if self.add_wanted() {
                        continue;
                    }
                }
                // Looking costs as much as there are cells: not after each decision.
                unlooked += 1;
                let is_whole = self.trail.len() == self.facts.len();
                let is_last = self.level() as usize == supposed.len();
                if is_last || is_whole || unlooked * CELLS_PER_DECISION > self.cells.len() {
                    unlooked = 0;
                    if let Some((clause, line)) = self.failing() {
                        conflict = self.add_failing(&clause, line);
                        if conflict.is_none() {
                            continue;
                        }
                    }
                }
            }
            if let Some(conflict) = conflict {
                self.conflicts += 1;
                if self.conflicts.is_multiple_of(CONFLICTS_PER_LOOK) && !(self.go_on)() {
                    return Err(Stopped);
                }
                if self.level() == 0 {
                    self.contradict(conflict);
                    continue;
                }
                let (learned, id, back) = self.analyze(conflict);
                self.undo(back);
                let index = self.clauses.add(&learned, Source::Logged(id));
                if learned.len() >= 2 {
                    self.watches[learned[0] as usize].push((index, learned[1]));
                    self.watches[learned[1] as usize].push((index, learned[0]));
                }
                let first = learned[0];
                self.set(first, index);
                if self.level() == 0 {
                    self.units[first as usize / 2] = id;
                }
                if self.conflicts >= end {
                    break Found::TooLong;
                }
                until_restart -= 1;
                if until_restart == 0 {
                    until_restart = RESTART_AFTER + self.conflicts / 8;
                    self.undo(0);
                }
                continue;
            }
            // Suppose the next literal, or decide.
            let level = self.level() as usize;
            if let Some(&lit) = supposed.get(level) {
                match self.value(lit) {
                    -1 => break Found::Refuted(self.analyze_supposed(lit)),
                    value => {
                        self.limits.push(self.trail.len());
                        if value == 0 {
                            self.set(lit, NONE);
                        }
                    }
                }
                continue;
            }
            let Some(variable) = self.next_variable() else {
                if self.cells.len() < self.most_cells && rings < self.most_rings {
                    rings += 1;
                    self.want_ring();
                    if self.add_wanted() {
                        continue;
                    }
                }
                break Found::Possible;
            };
            self.limits.push(self.trail.len());
            self.set(2 * variable + u32::from(!self.phases[variable as usize]), NONE);
        };
        self.undo(0);
        Ok(found)
    }

    /// The same, and what is found is used from now on.
    pub fn refute_and_keep(&mut self, supposed: &[i32], most: u64) -> Result<Found, Stopped> {
        let found = self.refute(supposed, most)?;
        if let Found::Refuted(id) = found
            && let Some(clause) = self.log.literals(id).map(<[i32]>::to_vec)
        {
            self.add_logged(&clause, id);
        }
        Ok(found)
    }

    /// Whether a contradiction was found without any supposition.
    pub fn is_refuted(&self) -> bool {
        self.contradiction.is_some()
    }

    fn next_variable(&mut self) -> Option<u32> {
        while let Some(Ranked(activity, variable)) = self.heap.pop() {
            let is_latest = activity >= self.activity[variable as usize];
            if self.values[variable as usize] == 0 && is_latest {
                return Some(variable);
            }
        }
        // Activities that were made smaller.
        (0..self.facts.len() as u32).find(|&variable| self.values[variable as usize] == 0)
    }

    /// Cells beside those that are known which what follows from the suppositions speaks of.
    fn want(&mut self) {
        self.looked = self.looked.min(self.trail.len());
        while let Some(&lit) = self.trail.get(self.looked) {
            self.looked += 1;
            let pair = self.pairs[lit as usize / 2];
            if pair != NONE && self.cells.len() + self.wanted.len() < self.most_cells {
                let near = self.board.next(self.cells[pair as usize / 4], pair as usize % 4);
                self.wanted.extend(near.filter(|near| self.slot(*near).is_none()));
            }
        }
    }

    /// All cells beside those that are known.
    fn want_ring(&mut self) {
        for slot in 0..self.cells.len() {
            let cell = self.cells[slot];
            let near = sides(self.board, cell).filter_map(|side| self.board.next(cell, side));
            self.wanted.extend(near.filter(|&near| self.slots[near] == 0));
        }
    }

    /// Adds the cells that are wanted; whether there were any.
    fn add_wanted(&mut self) -> bool {
        if self.wanted.is_empty() {
            return false;
        }
        self.undo(0);
        self.looked = 0;
        for cell in std::mem::take(&mut self.wanted) {
            self.add_cell(cell);
        }
        true
    }
}

fn next_numbers(board: &Board) -> HashMap<usize, usize> {
    if board.rules != Rules::Trail {
        return HashMap::new();
    }
    let mut numbered: Vec<usize> = (0..board.free.len()).filter(|&cell| board.number[cell] > 0).collect();
    numbered.sort_unstable_by_key(|&cell| board.number[cell]);
    numbered.windows(2).map(|pair| (pair[0], pair[1])).collect()
}

fn in_clause_or_used(variable: usize, learned: &[Lit], used: &[usize]) -> bool {
    learned.iter().any(|&lit| lit as usize / 2 == variable) || used.contains(&variable)
}

/// A step of a way round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Over a side, to a cell that comes later.
    Later(usize),
    /// Over a side that is used.
    Used(usize),
    /// To a cell that the level itself puts later.
    Jump(usize),
}

/// A way round from a cell, as a clause and as a line.
pub fn cycle_line(board: &Board, first: usize, steps: &[Move]) -> (Vec<i32>, String) {
    let mut clause = Vec::new();
    let place = |cell: usize| format!("{},{}", cell % board.width, cell / board.width);
    let mut line = format!("cycle {}", place(first));
    let mut cell = first;
    for &step in steps {
        let (side, literal, mark) = match step {
            Move::Later(side) => (side, board.later(cell, side), '<'),
            Move::Used(side) => (side, board.used(cell, side), '~'),
            Move::Jump(to) => {
                line.push_str(" !");
                line.push_str(&place(to));
                cell = to;
                continue;
            }
        };
        clause.extend(literal.map(|literal| -literal));
        line.extend([' ', char::from(unicursal_kernel::SIDES[side]), mark]);
        cell = board.next(cell, side).unwrap_or(cell);
    }
    (clause, line)
}
