//! The default method: several solvers that are good at different boards, taking turns.
//!
//! Quick proofs come first. Then the [plain search](super::forward), which is at home on open boards,
//! and the [hunt](super::hunt) for the ends, at home on winding ones, alternate with slices of work
//! that grow fourfold. As soon as the hunt has found a place with an end, the plain search looks only
//! for paths that [start or end there](super::core_search). Slices are counted in work, not in time, so
//! that a run depends on nothing but the board and the seed. Each of them says 'unsolvable' only when
//! it has proved it.

use std::time::Instant;

use serde_json::{Value, json};

use super::core_search::CoreSearch;
use super::deduce::Effort;
use super::forward::{Forward, Run};
use super::hunt::{Hunt, Quest, Turn};
use super::proofs::quick_proof;
use super::refuse_memory;
use crate::coil::{Board, Solution};
use crate::engine::{Deleted, Switches};
use crate::{Control, Dir, Interruption, Progress};
use crate::{Error, Outcome, Solved};

/// What the method may use; everything unless someone studies it.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    /// The rules of the engine.
    pub rules: Switches,
    /// The plain search.
    pub forward: bool,
    /// The hunt for the ends.
    pub hunt: bool,
    /// The plain search for paths that start or end in a core.
    pub core_search: bool,
    /// How many rounds there may be; each has four times the work of the one before.
    pub rounds: u32,
}

impl Default for Parts {
    fn default() -> Self {
        Self {
            rules: Switches::default(),
            forward: true,
            hunt: true,
            core_search: true,
            rounds: u32::MAX,
        }
    }
}

impl Parts {
    /// Everything but the parts in a list of names, separated by commas.
    pub fn without(list: &str) -> Result<Self, Error> {
        let mut parts = Self::default();
        for name in list.split(',').filter(|name| !name.is_empty()) {
            *match name {
                "faces" => &mut parts.rules.faces,
                "loops" => &mut parts.rules.loops,
                "connectivity" => &mut parts.rules.connectivity,
                "order" => &mut parts.rules.order,
                "probes" => &mut parts.rules.probes,
                "colours" => &mut parts.rules.colours,
                "search" => &mut parts.forward,
                "hunt" => &mut parts.hunt,
                "core-search" => &mut parts.core_search,
                _ => {
                    let message = format!("the engine has no part called '{name}'");
                    return Err(Error::bad_request(message));
                }
            } = false;
        }
        if !parts.forward && !parts.hunt {
            let message = "the engine needs one of its parts 'search' and 'hunt'";
            return Err(Error::bad_request(message));
        }
        Ok(parts)
    }
}

/// Boards with a larger share of free cells than this are open: the plain search goes first.
const OPEN_SHARE: f64 = 0.74;
/// Boards with fewer free cells than this are small: likewise.
const SMALL: usize = 300;

/// What the plain search may do on an open board before the hunt begins, and for each free cell: enough
/// to try every start on many of them.
const FIRST_SEARCH: u64 = 6_000_000;
const FIRST_SEARCH_PER_CELL: u64 = 600;

/// What the solvers need together at most, the engine's trail and the path included: measured, rounded
/// up.
pub(super) const BYTES_PER_CELL: usize = 110;

struct Portfolio<'b> {
    board: &'b Board,
    parts: Parts,
    seed: u64,
    start: Option<usize>,
    open: bool,
    /// The plain search over all starts, until there are cores.
    forward: Option<Forward>,
    /// The plain search with the cores that the hunt has found.
    core_search: Option<CoreSearch>,
    hunt: Option<Hunt<'b>>,
    forward_seconds: f64,
    hunt_seconds: f64,
    rounds: u32,
}

/// Solves a board. See the [module](self).
pub fn solve(board: &Board, seed: u64, parts: Parts, control: &Control) -> Solved<Solution> {
    solve_from(board, None, seed, parts, control)
}

/// Solves a board, from a given cell if there is one.
pub fn solve_from(
    board: &Board,
    start: Option<usize>,
    seed: u64,
    parts: Parts,
    control: &Control,
) -> Solved<Solution> {
    if let Some(proof) = quick_proof(board) {
        return Solved::new(Outcome::Unsolvable { proof });
    }
    if let Some(only) = board
        .free_cells()
        .next()
        .filter(|_| board.free_count() == 1)
    {
        let start = board.position(only);
        return Solved::new(Outcome::Solved(Solution {
            start,
            slides: Vec::new(),
        }));
    }
    if let Some(refusal) = refuse_memory(board, BYTES_PER_CELL, control) {
        return Solved::new(refusal);
    }
    let mut portfolio = Portfolio {
        board,
        parts,
        seed,
        start,
        open: is_open(board),
        forward: None,
        core_search: None,
        hunt: None,
        forward_seconds: 0.0,
        hunt_seconds: 0.0,
        rounds: 0,
    };
    let outcome = portfolio.run(control);
    portfolio.with_stats(Solved::new(outcome))
}

impl Portfolio<'_> {
    fn run(&mut self, control: &Control) -> Outcome<Solution> {
        loop {
            let outcome = self.round(control);
            if let Some(outcome) = outcome {
                return outcome;
            }
            if let Some(why) = control.interruption() {
                return self.unknown(why);
            }
            if self.rounds + 1 >= self.parts.rounds {
                return self.unknown(Interruption::GaveUp);
            }
            self.rounds += 1;
        }
    }

    fn round(&mut self, control: &Control) -> Option<Outcome<Solution>> {
        if self.parts.forward && (self.open || self.rounds > 0) {
            let clock = Instant::now();
            let outcome = self.search(control);
            self.forward_seconds += clock.elapsed().as_secs_f64();
            if outcome.is_some() {
                return outcome;
            }
        }
        if self.parts.hunt && self.hunt_is_due() {
            let clock = Instant::now();
            let locating = self.hunt.is_none();
            let mut outcome = self.hunt(control);
            if outcome.is_none() && locating && !self.open {
                outcome = self.hunt(control);
            }
            self.hunt_seconds += clock.elapsed().as_secs_f64();
            if outcome.is_some() {
                return outcome;
            }
        }
        if self.parts.forward && self.parts.core_search {
            let clock = Instant::now();
            let outcome = self.search_with_cores(control);
            self.forward_seconds += clock.elapsed().as_secs_f64();
            return outcome;
        }
        None
    }

    /// Whether it is the hunt's turn. On open boards, where it may cost much and find little, it does no
    /// more than the plain search has done: revising a cell takes about as long as entering eight.
    fn hunt_is_due(&self) -> bool {
        let searched: u64 = self.searches().map(|search| search.work).sum();
        let least = match &self.hunt {
            Some(hunt) => hunt.cost().saturating_mul(8),
            None => FIRST_SEARCH.min(FIRST_SEARCH_PER_CELL * self.board.free_count() as u64),
        };
        !self.open || !self.parts.forward || searched >= least
    }

    /// The work that a plain search may do in this round.
    fn slice(&self) -> u64 {
        let per_cell = if self.open { 30 } else { 0 };
        let slice = 100_000 + per_cell * self.board.free_count() as u64;
        slice.saturating_mul(1 << (2 * self.rounds).min(40))
    }

    /// A slice of the plain search over all starts, if there are no cores.
    fn search(&mut self, control: &Control) -> Option<Outcome<Solution>> {
        if self.core_search.is_some() {
            return None;
        }
        let slice = self.slice();
        let forward = self.forward.get_or_insert_with(|| {
            let may_start = |cell| self.start.is_none_or(|start| start == cell);
            Forward::new(self.board, self.seed, may_start, None)
        });
        control.report(|| Progress {
            phase: "plain search",
            share: Some(forward.longest as f64 / self.board.free_count() as f64),
            figures: vec![
                ("starts", forward.live_starts() as u64),
                ("choices", forward.nodes),
            ],
        });
        match forward.run(slice, control) {
            Run::Complete(path) => Some(self.solved(&path)),
            Run::Exhausted => Some(Outcome::Unsolvable {
                proof: format!(
                    "exhausted: every start was searched to the end, {} choices in all",
                    forward.nodes
                ),
            }),
            Run::Paused => None,
        }
    }

    /// A slice of the plain search with the cores.
    fn search_with_cores(&mut self, control: &Control) -> Option<Outcome<Solution>> {
        let slice = self.slice();
        let hunt = self.hunt.as_mut()?;
        let cores = hunt.proved_cores();
        if cores.is_empty() {
            return None;
        }
        let before = self.core_search.take();
        let search = self.core_search.insert(match before {
            Some(before) if before.cores == cores.len() => before,
            before => {
                let tried = |cell| self.forward.as_ref().is_some_and(|all| all.is_struck(cell));
                let tried_here = |cell| before.as_ref().is_some_and(|one| one.is_struck(cell));
                let struck = |cell| tried(cell) || tried_here(cell);
                CoreSearch::new(self.board, self.seed, cores, struck)
            }
        });
        let run = search.run(slice, control);
        if search.has_ruled_out_starts() {
            hunt.rule_out_starts_in_cores();
        }
        match run {
            Run::Complete(path) => Some(self.solved(&path)),
            Run::Exhausted => Some(Outcome::Unsolvable {
                proof: hunt.cores_proof(),
            }),
            Run::Paused => None,
        }
    }

    /// A turn of the hunt.
    fn hunt(&mut self, control: &Control) -> Option<Outcome<Solution>> {
        let limit = if self.open {
            self.slice() / 400
        } else {
            let limit = 5_000 + self.board.free_count() as u64 / 20;
            limit.saturating_mul(1 << (2 * self.rounds).min(40))
        };
        let quest = Quest {
            start: self.start,
            all: false,
            eager: false,
        };
        let hunt = self
            .hunt
            .get_or_insert_with(|| Hunt::new(self.board, self.parts.rules, quest));
        let mut found = Vec::new();
        let mut first = |path: &[u32]| {
            found = path.to_vec();
            false
        };
        match hunt.turn(limit, &mut first, control) {
            Turn::Stopped => Some(self.solved(&found)),
            Turn::Exhausted(proof) => Some(Outcome::Unsolvable { proof }),
            Turn::Undecided => None,
            Turn::Lost => {
                self.parts.hunt = false;
                self.parts.forward = true;
                None
            }
        }
    }

    fn solved(&self, path: &[u32]) -> Outcome<Solution> {
        Outcome::Solved(solution_of(self.board, path))
    }

    /// All plain searches.
    fn searches(&self) -> impl Iterator<Item = &Forward> {
        let with_cores = self.core_search.iter().flat_map(CoreSearch::searches);
        self.forward.iter().chain(with_cores)
    }

    fn unknown(&self, why: Interruption) -> Outcome<Solution> {
        let longest = self
            .searches()
            .map(|forward| forward.longest)
            .max()
            .unwrap_or(0)
            .max(self.hunt.as_ref().map_or(0, |hunt| hunt.walks.longest));
        let how_far = format!(
            "the longest walk visited {longest} of {} cells",
            self.board.free_count()
        );
        Outcome::unknown(why, how_far)
    }

    fn with_stats(&self, mut solved: Solved<Solution>) -> Solved<Solution> {
        solved = solved.with_stat("rounds", self.rounds + 1);
        if self.searches().next().is_some() {
            let choices: u64 = self.searches().map(|search| search.nodes).sum();
            let cells: u64 = self.searches().map(|search| search.work).sum();
            solved = solved
                .with_stat("search_seconds", self.forward_seconds)
                .with_stat("search_choices", choices)
                .with_stat("search_cells", cells);
        }
        if let Some(hunt) = &self.hunt {
            solved = solved
                .with_stat("hunt_seconds", self.hunt_seconds)
                .with_stat("deduce_seconds", hunt.seconds.deduce)
                .with_stat("cores_seconds", hunt.seconds.cores)
                .with_stat("cut_seconds", hunt.seconds.cut)
                .with_stat("refine_seconds", hunt.seconds.refine)
                .with_stat("worlds_seconds", hunt.seconds.worlds)
                .with_stat("walks_seconds", hunt.seconds.walks)
                .with_stat("cores", hunt.cores.iter().map(Vec::len).collect::<Vec<_>>())
                .with_stat("decided_share", hunt.decided_share())
                .with_stat("deleted_by", deleted_by(&hunt.effort))
                .with_stat("windows", hunt.effort.windows)
                .with_stat("probes", hunt.effort.probes)
                .with_stat("refuted", hunt.effort.refuted)
                .with_stat("revisions", hunt.effort.revisions)
                .with_stat("nodes", hunt.walks.nodes)
                .with_stat("conflicts", hunt.walks.conflicts)
                .with_stat("undone", hunt.walks.undone);
        }
        solved
    }
}

/// The share of all deleted values that each rule has deleted.
fn deleted_by(effort: &Effort) -> Value {
    let Deleted {
        cells,
        faces,
        loops,
    } = effort.deleted;
    let all = (cells + faces + loops + effort.refuted).max(1) as f64;
    let share = |count: u64| count as f64 / all;
    json!({
        "cells": share(cells),
        "faces": share(faces),
        "loops": share(loops),
        "probes": share(effort.refuted),
    })
}

/// Whether the plain search goes first.
pub fn is_open(board: &Board) -> bool {
    let share = board.free_count() as f64 / (board.width() * board.height()) as f64;
    share > OPEN_SHARE || board.free_count() < SMALL
}

/// The slides of a path that is given by its cells.
pub fn solution_of(board: &Board, path: &[u32]) -> Solution {
    let mut slides: Vec<Dir> = Vec::new();
    for step in path.windows(2) {
        let (from, to) = (step[0] as usize, step[1] as usize);
        let dir = Dir::ALL
            .into_iter()
            .find(|&dir| board.neighbour(from, dir) == to);
        if let Some(dir) = dir
            && slides.last() != Some(&dir)
        {
            slides.push(dir);
        }
    }
    let start = path
        .first()
        .map_or((0, 0), |&cell| board.position(cell as usize));
    Solution { start, slides }
}
