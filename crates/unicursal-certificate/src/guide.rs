//! Certificates about Coil from a guide: boxes in which an end must be, values that are refuted one after the other, choices, and
//! 'try every walk'.
//!
//! None of it is believed: each step only says what to look for, and where. What it takes for granted, clause learning finds again.

use unicursal_kernel::{Answer, Board};

use crate::log::{ClauseId, Lines, Log};
use crate::prover::{Found, NamedSet, Prover};
use crate::walks::{Core, Walked, Walks};
use crate::whole::{Learned, beginning, finished};
use crate::{Stopped, sides};

/// Conflicts that a step of a guide, and the end of a part, may take, in the first round and in later ones. What is
/// hard to show is mostly not needed, or easy when what comes after it has been shown.
const ROUNDS: [[u64; 3]; 4] = [[8, 64, 100], [64, 500, 1_000], [400, 6_000, 4_000], [400, 6_000, 1_000_000]];
/// How far around cores cells are looked at in these rounds, and how many cells at most.
const REACH: [usize; 4] = [0, 2, 4, 8];
const MOST_CELLS: [usize; 4] = [3_000, 3_000, 3_000, 12_000];
/// How far around a core, and around what is refuted for it, cells are looked at, and conflicts as above.
const CORE_ROUNDS: [[usize; 3]; 6] =
    [[1, 4, 8], [2, 4, 16], [4, 8, 32], [8, 16, 64], [usize::MAX, 64, 500], [usize::MAX, 400, 6_000]];
/// The lines that walks may take before each of these rounds, and how many a start takes at least.
const WALKS: [usize; 4] = [4_000, 30_000, 400_000, 50_000_000];
const LINES_PER_START: usize = 4;
/// What part of the lines walks may take in the end if the guide does not say that all are to be tried.
const OF_WALKS: usize = 4;
/// Lines that tell how many all starts will take, and lines that are so few that all of them are tried beforehand.
const SURE: usize = 50_000;
const ALL_TRIED: usize = 100_000;
/// Slides between two looks at the limits.
const STEPS_PER_LOOK: usize = 256;
/// How many cells are looked at, to see whether a walk parted what is left, for each line that may be written.
const SEEN_PER_LINE: usize = 32;
/// An odd number without a pattern, whose multiples are an order of cells without one.
const SHUFFLE: u32 = 0x9e37_79b1;

/// Conflicts that a value which no other answer has may take, in turns.
const PER_VALUE: [u64; 2] = [8, 64];
/// How far around a step of a guide cells are looked at from the beginning.
const NEAR: usize = 2;
/// Conflicts that what can be seen without a guide may take.
const AT_ONCE: u64 = 400;

/// Column and row of a cell.
pub type Place = (usize, usize);

/// Advice how to refute a level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Guide {
    /// Sets of cells that have an end among them.
    pub cores: Vec<Advice>,
    /// What refutes everything that the cores leave; `None` if all walks are to be tried.
    pub choices: Option<Vec<Step>>,
}

/// Advice why an end is among some cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Advice {
    /// The cells.
    pub cells: Vec<Place>,
    /// Corners of a box of cells that are to be judged, both included.
    pub window: Option<[Place; 2]>,
    /// What is refuted, one after the other.
    pub refuted: Vec<(Place, Value)>,
}

/// A step of an argument about everything that is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// This is refuted at once.
    Not(Place, Value),
    /// This is supposed, and what is up to its [`Step::End`] refutes it.
    Try(Place, Value),
    /// A contradiction.
    End,
}

/// What may be true of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// The path starts there.
    Start,
    /// The path ends there.
    End,
    /// On this side, counted from the right one in the order of a clock, there is a cell that the path goes to or comes from, or neither
    /// (`is_used`), and which is visited later, or earlier (`is_later`).
    Side {
        /// The number of the side.
        side: usize,
        /// Whether the path goes between the cells.
        is_used: bool,
        /// Whether the neighbour is visited later.
        is_later: bool,
    },
}

fn cell(board: &Board, (x, y): Place) -> usize {
    y * board.width + x
}

/// The literals of a value; none if the board excludes it.
fn literals(board: &Board, place: Place, value: Value) -> Vec<i32> {
    let cell = cell(board, place);
    match value {
        Value::Start => vec![board.end(cell, 0)],
        Value::End => vec![board.end(cell, 1)],
        Value::Side { side, is_used, is_later } => {
            let of = [(board.used(cell, side), is_used), (board.later(cell, side), is_later)];
            let signed = |(literal, is_true): (Option<i32>, bool)| {
                literal.map(|literal| if is_true { literal } else { -literal })
            };
            of.into_iter().filter_map(signed).collect()
        }
    }
}

struct Writer<'a> {
    board: &'a Board,
    log: Log,
    go_on: &'a dyn Fn() -> bool,
    sets: Vec<NamedSet>,
    /// What is known of the ends: clauses of the log.
    known: Vec<(Vec<i32>, ClauseId)>,
    /// How many entries all walks will take, as far as some of them tell.
    walks_wanted: usize,
}

/// A certificate that there is no answer, with the help of a guide; `None` if the guide did not help enough. With all walks it may
/// have about this many lines.
pub fn by_guide(
    board: &Board,
    guide: &Guide,
    most: usize,
    go_on: &dyn Fn() -> bool,
) -> Result<Option<String>, Stopped> {
    let log = Log::new((board.free.len() * board.facts()) as i32);
    let mut writer = Writer { board, log, go_on, sets: Vec::new(), known: Vec::new(), walks_wanted: 0 };
    let id = match writer.at_once()? {
        Some(id) => Some(id),
        None => writer.follow(guide, most)?,
    };
    Ok(id.map(|id| writer.log.finish(board.width, beginning(board, &[]), id)))
}

/// A certificate that there are no answers but these, with the help of a guide: its cores, and single values that no answer has. Once all
/// that is refuted, this many conflicts may be needed.
pub fn others_by_guide(
    board: &Board,
    guide: &Guide,
    answers: &[Answer],
    most: u64,
    go_on: &dyn Fn() -> bool,
) -> Result<Learned, Stopped> {
    let log = Log::new((board.free.len() * board.facts()) as i32);
    let mut writer = Writer { board, log, go_on, sets: Vec::new(), known: Vec::new(), walks_wanted: 0 };
    for core in &guide.cores {
        if let Some(id) = writer.core(core)? {
            return Ok(finished(Found::Refuted(id), writer.log, board, answers));
        }
    }
    let found = writer.others(guide.choices.as_deref().unwrap_or_default(), answers, most)?;
    Ok(finished(found, writer.log, board, answers))
}

impl Writer<'_> {
    fn text(&self, cell: usize) -> String {
        format!("{},{}", cell % self.board.width, cell / self.board.width)
    }

    /// What can be seen without a guide: no cells, colours, parts, and three dead ends.
    fn at_once(&mut self) -> Result<Option<ClauseId>, Stopped> {
        let board = self.board;
        if board.count == 0 || board.white.abs_diff(board.count - board.white) > 1 {
            return Ok(Some(self.log.premise("ends 0")));
        }
        let free = || (0..board.free.len()).filter(|&cell| board.free[cell]);
        let dead: Vec<usize> = free().filter(|&cell| sides(board, cell).count() < 2).take(3).collect();
        if let (Some(&first), true) =
            (dead.first(), dead.len() == 3 || dead.iter().any(|&cell| board.open[cell] == 0))
        {
            let mut prover = Prover::new(board, &mut self.log, &[], 0, self.go_on);
            for &cell in &dead {
                prover.add_cell(cell);
            }
            if let Found::Refuted(id) = prover.refute(&[], AT_ONCE)? {
                return Ok(Some(id).filter(|_| first < board.free.len()));
            }
        }
        if board.count > 1 {
            let mut seen = vec![false; board.free.len()];
            let mut parts = Vec::new();
            for cell in free() {
                if !seen[cell] {
                    let (mut part, mut next) = (vec![cell], 0);
                    seen[cell] = true;
                    while let Some(&cell) = part.get(next) {
                        next += 1;
                        for near in sides(board, cell).filter_map(|side| board.next(cell, side)) {
                            if !seen[near] {
                                seen[near] = true;
                                part.push(near);
                            }
                        }
                    }
                    parts.push(part);
                }
            }
            if let (Some(part), true) = (parts.iter().min_by_key(|part| part.len()), parts.len() > 1) {
                return Ok(Some(self.log.premise(&format!("cut 0 {}", self.text(part[0])))));
            }
        }
        Ok(None)
    }

    fn follow(&mut self, guide: &Guide, most: usize) -> Result<Option<ClauseId>, Stopped> {
        for core in &guide.cores {
            if let Some(id) = self.core(core)? {
                return Ok(Some(id));
            }
        }
        if let Some(id) = self.dead_ends()? {
            return Ok(Some(id));
        }
        self.world(guide.choices.as_deref(), most)
    }

    /// Names a set of cells; the fact that the start is in it.
    fn name(&mut self, cells: &[usize]) -> i32 {
        let places: Vec<String> = cells.iter().map(|&cell| self.text(cell)).collect();
        let first = self.log.command(&format!("set {}", places.join(" ")), 2);
        let mut cells = cells.to_vec();
        cells.sort_unstable();
        self.sets.push(NamedSet { first, cells });
        first
    }

    /// There is an end among some cells; or the empty clause, as it must be if there are none.
    fn core(&mut self, advice: &Advice) -> Result<Option<ClauseId>, Stopped> {
        let board = self.board;
        let cells: Vec<usize> = advice.cells.iter().map(|&place| cell(board, place)).collect();
        let mut supposed = Vec::new();
        if !cells.is_empty() {
            let first = self.name(&cells);
            supposed.extend([-first, -(first + 1)]);
        }
        let named = self.sets.len() - usize::from(!cells.is_empty());
        let sets = &self.sets[named..];
        let mut prover = Prover::new(board, &mut self.log, sets, MOST_CELLS[0], self.go_on);
        prover.most_rings = 0;
        let refuted = advice.refuted.iter();
        let refuted = refuted.map(|&(place, value)| (cell(board, place), literals(board, place, value)));
        let mut left: Vec<(usize, Vec<i32>)> = refuted.collect();
        let window: Vec<usize> = advice.window.map_or_else(Vec::new, |[one, other]| {
            let rows = (one.1..=other.1).flat_map(|y| (one.0..=other.0).map(move |x| (x, y)));
            rows.map(|place| cell(board, place)).filter(|&cell| board.free[cell]).collect()
        });
        for [reach, per_step, per_part] in CORE_ROUNDS {
            if prover.cells.len() >= MOST_CELLS[0] && reach != usize::MAX {
                continue;
            }
            if reach == usize::MAX {
                for &cell in &window {
                    prover.add_cell(cell);
                }
            } else {
                let places = cells.iter().chain(left.iter().map(|(cell, _)| cell));
                for cell in places.flat_map(|&cell| around(board, cell, reach)) {
                    prover.add_cell(cell);
                }
            }
            let mut found = prover.refute(&supposed, per_step as u64)?;
            if !matches!(found, Found::Refuted(_)) {
                for (cell, literals) in std::mem::take(&mut left) {
                    let refuted =
                        prover.refute_and_keep(&[&supposed[..], &literals].concat(), per_step as u64)?;
                    if !matches!(refuted, Found::Refuted(_)) {
                        left.push((cell, literals));
                    }
                }
                found = prover.refute(&supposed, per_part as u64)?;
            }
            let Found::Refuted(id) = found else { continue };
            let clause = self.log.literals(id).map(<[i32]>::to_vec);
            match clause {
                Some(clause) if !clause.is_empty() => self.known.push((clause, id)),
                _ => return Ok(Some(id)),
            }
            break;
        }
        Ok(None)
    }

    /// Cells that have one neighbour are cores by themselves; or the empty clause.
    fn dead_ends(&mut self) -> Result<Option<ClauseId>, Stopped> {
        let board = self.board;
        let dead = (0..board.free.len()).filter(|&cell| board.free[cell] && sides(board, cell).count() < 2);
        for cell in dead.take(2) {
            if self.sets.iter().any(|set| set.contains(cell)) {
                continue;
            }
            let place = (cell % board.width, cell / board.width);
            if let Some(id) = self.core(&Advice { cells: vec![place], ..Advice::default() })? {
                return Ok(Some(id));
            }
        }
        Ok(None)
    }

    /// Two cores that share no cell, so that the path starts in one of them, by their places.
    fn two_cores(&self) -> Option<[usize; 2]> {
        let is_core = |&at: &usize| {
            let first = self.sets[at].first;
            self.known.iter().any(|(clause, _)| clause.iter().all(|&l| l == first || l == first + 1))
        };
        let mut cores: Vec<usize> = (0..self.sets.len()).filter(is_core).collect();
        cores.sort_by_key(|&at| self.sets[at].cells.len());
        let mut pairs = cores
            .iter()
            .enumerate()
            .flat_map(|(at, &one)| cores[..at].iter().map(move |&other| [other, one]));
        pairs.find(|&[one, other]| self.sets[one].is_disjoint(&self.sets[other]))
    }

    /// Tells a prover what is known of the ends.
    fn tell_ends(prover: &mut Prover, sets: &[NamedSet], known: &[(Vec<i32>, ClauseId)]) {
        for (clause, id) in known {
            prover.add_logged(clause, *id);
        }
        for (index, one) in sets.iter().enumerate() {
            for other in &sets[..index] {
                if one.is_disjoint(other) {
                    for which in 0..2 {
                        let clause = [-(one.first + which), -(other.first + which)];
                        prover.add_ends_line(&clause);
                    }
                }
            }
            for other in sets {
                if !may_join(prover.board, one, other) {
                    prover.add_ends_line(&[-one.first, -(other.first + 1)]);
                }
            }
        }
    }

    /// Tells a prover that an end in a set is one of its cells.
    fn tell_sets(prover: &mut Prover, sets: &[NamedSet]) {
        for set in sets {
            for which in 0..2 {
                let cells = set.cells.iter().map(|&cell| prover.board.end(cell, which));
                let clause: Vec<i32> = cells.chain([-(set.first + which as i32)]).collect();
                prover.add_ends_line(&clause);
            }
        }
    }

    /// Everything that the cores leave, by walks and the choices of a guide in turns.
    fn world(&mut self, choices: Option<&[Step]>, most: usize) -> Result<Option<ClauseId>, Stopped> {
        // Perhaps the ends, or their colours, are enough.
        let mut prover = Prover::new(self.board, &mut self.log, &self.sets, 0, self.go_on);
        Self::tell_ends(&mut prover, &self.sets, &self.known);
        if let Found::Refuted(id) = prover.refute(&[], AT_ONCE)? {
            return Ok(Some(id));
        }
        for (round, conflicts) in ROUNDS.into_iter().enumerate() {
            if let Some(found) = self.walk(WALKS[round].min(most))? {
                return Ok(Some(found));
            }
            if choices.is_none() && self.walks_wanted > 0 {
                continue;
            }
            let mut prover =
                Prover::new(self.board, &mut self.log, &self.sets, MOST_CELLS[round], self.go_on);
            prover.most_rings = 1 + round as u32;
            Self::tell_ends(&mut prover, &self.sets, &self.known);
            // All cells of two cores: where the path starts, if it starts there.
            for set in &self.sets {
                for cell in set.cells.iter().flat_map(|&cell| around(self.board, cell, REACH[round])) {
                    prover.add_cell(cell);
                }
            }
            Self::tell_sets(&mut prover, &self.sets);
            let found = Self::choices(self.board, &mut prover, choices.unwrap_or_default(), conflicts)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        self.walk(if choices.is_none() { most } else { most / OF_WALKS })
    }

    /// Everything but these answers, on the whole board: first the single values that the steps name, then what is left.
    fn others(&mut self, steps: &[Step], answers: &[Answer], most: u64) -> Result<Found, Stopped> {
        let board = self.board;
        let mut prover = Prover::new(board, &mut self.log, &self.sets, 0, self.go_on);
        Self::tell_ends(&mut prover, &self.sets, &self.known);
        Self::tell_sets(&mut prover, &self.sets);
        let free = || (0..board.free.len()).filter(|&cell| board.free[cell]);
        for cell in free() {
            prover.add_cell(cell);
        }
        for which in 0..2 {
            let all: Vec<i32> = free().map(|cell| board.end(cell, which)).collect();
            prover.add_ends_line(&all);
        }
        for (number, answer) in answers.iter().enumerate() {
            prover.add_line(&answer.other(board), format!("other {}", number + 1));
        }
        let values = steps.iter().filter_map(|step| match step {
            Step::Not(place, value) => Some(literals(board, *place, *value)),
            _ => None,
        });
        let mut left: Vec<Vec<i32>> = values.collect();
        for conflicts in PER_VALUE {
            for value in std::mem::take(&mut left) {
                match prover.refute_and_keep(&value, conflicts)? {
                    Found::Refuted(id) if prover.is_refuted() => return Ok(Found::Refuted(id)),
                    Found::Refuted(_) => {}
                    _ => left.push(value),
                }
            }
        }
        prover.refute(&[], most)
    }

    /// Follows the choices of a guide on the whole board; the empty clause if it comes to a contradiction.
    fn choices(
        board: &Board,
        prover: &mut Prover,
        steps: &[Step],
        [per_step, per_part, in_all]: [u64; 3],
    ) -> Result<Option<ClauseId>, Stopped> {
        let mut stack: Vec<Vec<i32>> = Vec::new();
        for step in steps {
            if prover.conflicts > in_all {
                return Ok(None);
            }
            match step {
                Step::Not(place, value) | Step::Try(place, value) => {
                    let literals = literals(board, *place, *value);
                    for cell in around(board, cell(board, *place), NEAR) {
                        prover.add_cell(cell);
                    }
                    if let Step::Not(..) = step {
                        let supposed = [&stack.concat()[..], &literals].concat();
                        prover.refute_and_keep(&supposed, per_step)?;
                    } else {
                        stack.push(literals);
                    }
                }
                Step::End => {
                    let found = prover.refute_and_keep(&stack.concat(), per_part)?;
                    if let (Found::Refuted(id), true) = (found, prover.is_refuted() || stack.is_empty()) {
                        return Ok(Some(id));
                    }
                    stack.pop();
                }
            }
        }
        let found = prover.refute(&[], per_part / 4)?;
        Ok(if let Found::Refuted(id) = found { Some(id) } else { None })
    }

    /// All walks, if they take no more than this many lines. If that is many, only as many are tried as tell how many all will take.
    fn walk(&mut self, most: usize) -> Result<Option<ClauseId>, Stopped> {
        if self.walks_wanted / 2 > most {
            return Ok(None);
        }
        let board = self.board;
        let free = (0..board.free.len()).filter(|&cell| board.free[cell]);
        let two = self.two_cores();
        let is_start =
            |&cell: &usize| two.is_none_or(|two| two.iter().any(|&at| self.sets[at].contains(cell)));
        let mut starts: Vec<usize> = free.filter(is_start).collect();
        starts.sort_by_key(|&cell| (cell as u32).wrapping_mul(SHUFFLE));
        if LINES_PER_START * starts.len() > most {
            return Ok(None);
        }
        let (mut ids, mut cores) = (Vec::new(), Vec::new());
        for (clause, id) in &self.known {
            let of_set = |set: &&NamedSet| clause.contains(&(set.first + 1));
            let Some(set) = self.sets.iter().find(of_set) else { continue };
            if clause.iter().all(|&literal| literal == set.first || literal == set.first + 1) {
                let (first, cells) = (set.first, set.cells.clone());
                cores.push(Core { first, cells, clause: 0, may_start: clause.contains(&first) });
                ids.push(*id);
            }
        }
        let (mut walks, mut lines) = (Walks::new(board), Lines::default());
        let (mut refuted, mut steps) = (0, 0_usize);
        for &start in &starts {
            // As soon as it can be said, because the starts are in no order.
            if lines.count > SURE && refuted > 0 {
                self.walks_wanted = lines.count / refuted * starts.len();
                if self.walks_wanted / 2 > most {
                    return Ok(None);
                }
                if most > ALL_TRIED {
                    break;
                }
            }
            walks.begin(start, &mut lines);
            loop {
                match walks.step(&cores, &mut lines) {
                    Walked::Going => {}
                    Walked::Refuted(_) => break,
                    Walked::Found => return Ok(None),
                }
                if lines.count > most || walks.seen > SEEN_PER_LINE.saturating_mul(most) {
                    return Ok(None);
                }
                steps += 1;
                if steps.is_multiple_of(STEPS_PER_LOOK) && !(self.go_on)() {
                    return Err(Stopped);
                }
            }
            refuted += 1;
        }
        let refuted = starts.iter().map(|&start| (vec![-board.end(start, 0)], self.log.walks(start, &ids)));
        let refuted: Vec<(Vec<i32>, ClauseId)> = refuted.collect();
        let mut prover = Prover::new(board, &mut self.log, &[], 0, self.go_on);
        Self::tell_ends(&mut prover, &self.sets, &self.known);
        for (clause, id) in &refuted {
            prover.add_logged(clause, *id);
        }
        if let Some(two) = two {
            for set in two.map(|at| &self.sets[at]) {
                let mut clause: Vec<i32> = set.cells.iter().map(|&cell| board.end(cell, 0)).collect();
                clause.push(-set.first);
                prover.add_ends_line(&clause);
            }
        } else {
            let all = (0..board.free.len()).filter(|&cell| board.free[cell]);
            let clause: Vec<i32> = all.map(|cell| board.end(cell, 0)).collect();
            prover.add_ends_line(&clause);
        }
        match prover.refute(&[], AT_ONCE)? {
            Found::Refuted(id) => Ok(Some(id)),
            _ => Ok(None),
        }
    }
}

/// Whether a path may start in one set and end in another, as far as their colours tell.
fn may_join(board: &Board, one: &NamedSet, other: &NamedSet) -> bool {
    let has = |set: &NamedSet, white: bool| set.cells.iter().any(|&cell| board.is_white(cell) == white);
    let can = |start: bool, end: bool| has(one, start) && has(other, end);
    let (white, black) = (board.white, board.count - board.white);
    if white == black { can(true, false) || can(false, true) } else { can(white > black, white > black) }
}

/// The free cells within a distance.
fn around(board: &Board, cell: usize, reach: usize) -> Vec<usize> {
    let (x, y, height) = (cell % board.width, cell / board.width, board.free.len() / board.width);
    let rows = y.saturating_sub(reach)..=(y + reach).min(height - 1);
    let columns = x.saturating_sub(reach)..=(x + reach).min(board.width - 1);
    let cells = rows.flat_map(|y| columns.clone().map(move |x| y * board.width + x));
    cells.filter(|&cell| board.free[cell]).collect()
}
