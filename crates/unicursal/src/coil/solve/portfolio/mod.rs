//! The default method: several solvers that are good at different boards, taking turns.
//!
//! Quick proofs come first. Then the [plain search](super::forward), which is at home on open boards,
//! and the [hunt](super::hunt) for the ends, at home on winding ones, alternate with slices of work
//! that grow fourfold. As soon as the hunt has found a place with an end, the plain search looks only
//! for paths that [start or end there](super::core_search). Slices are counted in [work](turns), not in time, so
//! that a run depends on nothing but the board and the seed. Each of them says 'unsolvable' only when
//! it has proved it.

mod report;
mod turns;

use super::cells::answer_of;
use super::core_search::CoreSearch;
use super::cores::Core;
use super::evidence::Evidence;
use super::forward::Forward;
use super::hunt::{Hunt, Means, Quest, Turn};
use super::openness::is_open;
use super::parts::Parts;
use super::proofs::quick_proof;
use super::refuse_memory;
use crate::coil::tuning::turns::{BYTES_PER_CELL, LARGE_CORE};
use crate::coil::{Answer, Board};
use crate::ended::Ended;
use crate::{Control, Instant, Interruption, Outcome, Progress, Solved};

struct Portfolio<'b> {
    board: &'b Board,
    parts: Parts,
    seed: u64,
    start: Option<usize>,
    open: bool,
    /// The plain search over all starts, until there are cores.
    forward: Option<Forward>,
    /// The plain search with the cores that the hunt has found.
    core_search: Option<CoreSearch<'b>>,
    hunt: Option<Hunt<'b>>,
    /// Whether the hunt has nothing left to try.
    lost: bool,
    seconds: Seconds,
    /// What is being done, in words.
    stage: &'static str,
    rounds: u32,
}

/// Wall-clock time by part.
#[derive(Clone, Copy, Debug, Default)]
struct Seconds {
    proofs: f64,
    search: f64,
    hunt: f64,
}

/// Solves a board. See the [module](self).
pub fn solve(board: &Board, seed: u64, parts: Parts, control: &Control) -> Solved<Answer> {
    solve_from(board, None, seed, parts, control)
}

/// Solves a board, and says what was found on the way if there is no answer.
pub fn solve_with_evidence(
    board: &Board,
    seed: u64,
    parts: Parts,
    control: &Control,
) -> (Solved<Answer>, Option<Evidence>) {
    let (solved, portfolio) = run(board, None, seed, parts, control);
    let evidence = portfolio.map_or_else(Evidence::default, Portfolio::into_evidence);
    let is_unsolvable = matches!(solved.outcome, Outcome::Unsolvable { .. });
    (solved, is_unsolvable.then_some(evidence))
}

/// Solves a board, from a given cell if there is one.
pub fn solve_from(
    board: &Board,
    start: Option<usize>,
    seed: u64,
    parts: Parts,
    control: &Control,
) -> Solved<Answer> {
    run(board, start, seed, parts, control).0
}

/// The outcome, and what has found it unless that was simple.
fn run<'b>(
    board: &'b Board,
    start: Option<usize>,
    seed: u64,
    parts: Parts,
    control: &Control,
) -> (Solved<Answer>, Option<Portfolio<'b>>) {
    let clock = Instant::now();
    let proof = quick_proof(board);
    let proofs = clock.elapsed().as_secs_f64();
    if let Some(proof) = proof {
        let solved = Solved::new(Outcome::Unsolvable { proof })
            .with_stat("found_by", "simple proofs")
            .with_stat("proofs_seconds", proofs);
        return (solved, None);
    }
    if let Some(only) = board
        .free_cells()
        .next()
        .filter(|_| board.free_count() == 1)
    {
        let start = board.position(only);
        let answer = Answer {
            start,
            slides: Vec::new(),
        };
        return (Solved::new(Outcome::Solved(answer)), None);
    }
    if let Some(refusal) = refuse_memory(board, BYTES_PER_CELL, control) {
        return (Solved::new(refusal), None);
    }
    let mut portfolio = Portfolio::new(board, start, seed, parts);
    portfolio.seconds.proofs = proofs;
    let outcome = portfolio.run(control);
    (portfolio.with_stats(Solved::new(outcome)), Some(portfolio))
}

impl<'b> Portfolio<'b> {
    fn new(board: &'b Board, start: Option<usize>, seed: u64, parts: Parts) -> Self {
        Self {
            board,
            parts,
            seed,
            start,
            open: is_open(board),
            forward: None,
            core_search: None,
            hunt: None,
            lost: false,
            seconds: Seconds::default(),
            stage: "",
            rounds: 0,
        }
    }

    fn run(&mut self, control: &Control) -> Outcome<Answer> {
        loop {
            match self.round(control) {
                Ok(Some(outcome)) => return outcome,
                Ok(None) => {}
                Err(why) => return self.unknown(why),
            }
            if let Err(why) = control.check() {
                return self.unknown(why);
            }
            let nothing_left = self.lost && !self.parts.forward;
            if nothing_left || self.rounds + 1 >= self.parts.rounds {
                return self.unknown(Interruption::GaveUp);
            }
            self.rounds += 1;
        }
    }

    fn round(&mut self, control: &Control) -> Result<Option<Outcome<Answer>>, Interruption> {
        if self.parts.forward && (self.open || self.rounds > 0 || self.lost) {
            let clock = Instant::now();
            self.stage = "searching from every start";
            let outcome = self.search(control);
            self.seconds.search += clock.elapsed().as_secs_f64();
            if outcome != Ok(None) {
                return outcome;
            }
        }
        if self.parts.hunt && !self.lost && self.hunt_is_due() {
            let clock = Instant::now();
            let locating = self.hunt.is_none();
            let mut outcome = self.hunt(control);
            if outcome == Ok(None) && locating && !self.open {
                outcome = self.hunt(control);
            }
            self.seconds.hunt += clock.elapsed().as_secs_f64();
            if outcome != Ok(None) {
                return outcome;
            }
        }
        if self.parts.forward && self.parts.core_search {
            let clock = Instant::now();
            let stage = std::mem::replace(&mut self.stage, "searching from and to the cores");
            let outcome = self.search_with_cores(control);
            self.seconds.search += clock.elapsed().as_secs_f64();
            if outcome == Ok(None) && self.core_search.is_none() {
                self.stage = stage;
            }
            return outcome;
        }
        Ok(None)
    }

    /// A slice of the plain search over all starts, if there are no cores.
    fn search(&mut self, control: &Control) -> Result<Option<Outcome<Answer>>, Interruption> {
        if self.core_search.is_some() {
            return Ok(None);
        }
        let mut slice = self.slice().min(self.allowance());
        if self.open && self.hunt.is_none() {
            slice = slice.max(self.first_search());
        }
        let forward = self.forward.get_or_insert_with(|| {
            let may_start = |cell| self.start.is_none_or(|start| start == cell);
            Forward::new(self.board, self.seed, may_start, None)
        });
        control.report(|| Progress {
            phase: "plain search",
            share: Some(forward.longest() as f64 / self.board.free_count() as f64),
            figures: vec![
                ("starts", forward.live_starts() as u64),
                ("choices", forward.nodes()),
            ],
        });
        Ok(match forward.run(slice, control)? {
            Ended::Found => forward.found().map(|path| solved(self.board, path)),
            Ended::Exhausted => Some(Outcome::Unsolvable {
                proof: match forward.nodes() {
                    0 => {
                        "exhausted: from every start there is one way on at most, and it ends early"
                            .to_owned()
                    }
                    1 => "exhausted: every start was searched to the end, with 1 choice".to_owned(),
                    choices => format!(
                        "exhausted: every start was searched to the end, {choices} choices in all"
                    ),
                },
            }),
            Ended::Undecided => None,
        })
    }

    /// A slice of the plain search with the cores.
    fn search_with_cores(
        &mut self,
        control: &Control,
    ) -> Result<Option<Outcome<Answer>>, Interruption> {
        let slice = self.slice().min(self.allowance() / CoreSearch::SHARES);
        let Some(hunt) = &mut self.hunt else {
            return Ok(None);
        };
        let cores = useful(hunt.proved_cores(), self.board.free_count());
        if cores.is_empty() {
            return Ok(None);
        }
        let all = cores.len() == hunt.proved_cores().len();
        let before = self.core_search.take();
        let search = self.core_search.insert(match before {
            Some(before) if before.cores == cores => before,
            before => {
                let tried = |cell| self.forward.as_ref().is_some_and(|all| all.is_struck(cell));
                let tried_here = |cell| before.as_ref().is_some_and(|one| one.is_struck(cell));
                let struck = |cell| tried(cell) || tried_here(cell);
                CoreSearch::new(self.board, self.parts.rules, self.seed, cores, struck)
            }
        });
        let ended = search.run(slice, control);
        if all && search.has_ruled_out_starts() {
            hunt.rule_out_starts_in_cores();
        }
        Ok(match ended? {
            Ended::Found => search.found().map(|path| solved(self.board, path)),
            Ended::Exhausted => Some(Outcome::Unsolvable {
                proof: hunt.cores_proof(),
            }),
            Ended::Undecided => None,
        })
    }

    /// A turn of the hunt.
    fn hunt(&mut self, control: &Control) -> Result<Option<Outcome<Answer>>, Interruption> {
        let limit = self.hunt_limit();
        let quest = Quest {
            start: self.start,
            all: false,
            means: Means {
                fragments: self.parts.fragments,
                rehearsals: self.parts.rehearsals,
                eager: false,
            },
        };
        let hunt = self
            .hunt
            .get_or_insert_with(|| Hunt::new(self.board, self.parts.rules, quest));
        let mut found = None;
        // The slides take a fraction of the room of the path.
        let mut first = |path: &[u32]| {
            found = Some(solved(self.board, path));
            false
        };
        self.stage = hunt.stage();
        Ok(match hunt.turn(limit, &mut first, control)? {
            Turn::Found => found,
            Turn::Exhausted(proof) => Some(Outcome::Unsolvable { proof }),
            Turn::Undecided => None,
            Turn::Lost => {
                self.lost = true;
                None
            }
        })
    }

    /// What was found on the way to there being no answer.
    fn into_evidence(self) -> Evidence {
        let searched = Some(self.searched());
        let mut evidence = self
            .hunt
            .map_or_else(Evidence::default, Hunt::into_evidence);
        match (self.core_search, self.forward) {
            (Some(search), _) if search.is_exhausted() => {
                let is_used = |core: &Core| search.cores.contains(&core.cells);
                evidence.cores.retain(is_used);
                evidence.shown = search.shown.unwrap_or_default();
                evidence.searched = searched;
            }
            (None, Some(forward)) if forward.live_starts() == 0 => {
                evidence.cores.clear();
                evidence.searched = searched;
            }
            _ => {}
        }
        evidence
    }

    /// All plain searches.
    fn searches(&self) -> impl Iterator<Item = &Forward> {
        let with_cores = self.core_search.iter().flat_map(CoreSearch::searches);
        self.forward.iter().chain(with_cores)
    }
}

/// The cores that help a search: one that holds much of the board rules out too few ends to be worth that the
/// other is not the only place to start from or to end at.
fn useful(cores: &[Vec<usize>], free_count: usize) -> &[Vec<usize>] {
    let small = |core: &Vec<usize>| core.len() * LARGE_CORE < free_count;
    match cores {
        [one, other] if small(one) && !small(other) => &cores[..1],
        [one, other] if small(other) && !small(one) => &cores[1..],
        _ => cores,
    }
}

fn solved(board: &Board, path: &[u32]) -> Outcome<Answer> {
    Outcome::Solved(answer_of(board, path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_hunt_does_not_bring_back_the_search_that_was_left_out() {
        let board = Board::from_fn(6, 6, |x, y| (x, y) != (0, 0));
        let parts = Parts::without("search").expect("there is such a part");
        let mut portfolio = Portfolio::new(&board, None, 0, parts);
        portfolio.lost = true;
        match portfolio.run(&Control::new()) {
            Outcome::Unknown(unknown) => assert_eq!(unknown.why, Interruption::GaveUp),
            other => panic!("{other:?}"),
        }
        assert!(portfolio.searches().next().is_none());
    }
}
