//! The default method: several solvers that are good at different boards, taking turns.
//!
//! Quick proofs come first. Then the [plain search](super::forward), which is at home on open boards,
//! and the [hunt](super::hunt) for the ends, at home on winding ones, take turns on one
//! [schedule](crate::schedule), so that nothing takes more than about three times what the better of the two would
//! take alone, deducing where the ends are aside. As soon as the hunt has found a place with an end, the plain search looks
//! only for paths that [start or end there](super::core_search). Slices are counted in ticks, not in time, so
//! that a run depends on nothing but the board and the seed. Each of them says 'unsolvable' only when
//! it has proved it.

mod report;
mod ways;

use super::cells::answer_of;
use super::core_search::CoreSearch;
use super::cores::Core;
use super::evidence::Evidence;
use super::forward::Forward;
use super::hunt::Hunt;
use super::openness::is_open;
use super::parts::Parts;
use super::proofs::quick_proof;
use super::refuse_memory;
use crate::coil::tuning::turns::{
    BYTES_PER_CELL, FIRST_SLICE, HEAD_START, HEAD_START_PER_CELL, SHARES,
};
use crate::coil::{Answer, Board};
use crate::schedule::{Schedule, Ticks, Turn};
use crate::{Control, Instant, Interruption, Outcome, Solved};
use ways::Way;

struct Portfolio<'b> {
    board: &'b Board,
    parts: Parts,
    seed: u64,
    start: Option<usize>,
    /// Whose turn it is.
    schedule: Schedule<Way>,
    /// What was done, in words, and how much of it, in order.
    timeline: Vec<(&'static str, Ticks)>,
    /// The plain search over all starts, until there are cores.
    forward: Option<Forward>,
    /// The plain search with the cores that the hunt has found.
    core_search: Option<CoreSearch<'b>>,
    hunt: Option<Hunt<'b>>,
    /// The work of searches that others have replaced.
    given_up: Ticks,
    seconds: Seconds,
    /// What is being done, in words.
    stage: &'static str,
}

/// Wall-clock time by part.
#[derive(Clone, Copy, Debug, Default)]
struct Seconds {
    proofs: f64,
    search: f64,
    hunt: f64,
}

impl Seconds {
    fn of(&mut self, way: Way) -> &mut f64 {
        match way {
            Way::Search => &mut self.search,
            Way::Hunt => &mut self.hunt,
        }
    }
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
            schedule: schedule(board, parts),
            timeline: Vec::new(),
            forward: None,
            core_search: None,
            hunt: None,
            given_up: Ticks(0),
            seconds: Seconds::default(),
            stage: "",
        }
    }

    fn run(&mut self, control: &Control) -> Outcome<Answer> {
        while let Some(Turn { way, ticks }) = self.schedule.next() {
            let left = self.parts.most - self.schedule.total();
            let clock = Instant::now();
            let before = self.done(way);
            let found = self.go_on(way, ticks.min(left), control);
            // A turn that had nothing to do must not be the next again and again.
            let spent = (self.done(way) - before).max(Ticks(1));
            self.schedule.charge(way, spent);
            self.note(spent);
            *self.seconds.of(way) += clock.elapsed().as_secs_f64();
            match found {
                Ok(Some(outcome)) => return outcome,
                Ok(None) => {}
                Err(why) => return self.unknown(why),
            }
            if let Err(why) = control.check() {
                return self.unknown(why);
            }
            if self.schedule.total() >= self.parts.most {
                break;
            }
        }
        self.unknown(Interruption::GaveUp)
    }

    /// Takes note of who did how much.
    fn note(&mut self, ticks: Ticks) {
        match self.timeline.last_mut() {
            Some(last) if last.0 == self.stage => last.1 += ticks,
            _ => self.timeline.push((self.stage, ticks)),
        }
    }

    /// What was found on the way to there being no answer.
    fn into_evidence(self) -> Evidence {
        let searched = Some(self.done(Way::Search).0);
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

/// What can be tried on a board, in which order and with which shares.
///
/// What the board looks like decides who goes first. On an open one that is the plain search, on the others the hunt,
/// until it has located the ends and walked for as long again.
fn schedule(board: &Board, parts: Parts) -> Schedule<Way> {
    let mut schedule = Schedule::new(FIRST_SLICE);
    let [first, second] = SHARES;
    let open = is_open(board);
    let (search, hunt) = if open {
        (first, second)
    } else {
        (second, first)
    };
    if parts.forward {
        let cells = board.free_count() as u64;
        let per_cell = Ticks(HEAD_START_PER_CELL).times(cells);
        let head_start = if open {
            HEAD_START.min(per_cell)
        } else {
            Ticks(0)
        };
        schedule.add_with_head_start(Way::Search, search, head_start);
    }
    if parts.hunt {
        let head_start = if open { Ticks(0) } else { Ticks::MAX };
        schedule.add_with_head_start(Way::Hunt, hunt, head_start);
    }
    schedule
}

/// An answer, from the cells of a path.
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
        portfolio.schedule.end(Way::Hunt);
        match portfolio.run(&Control::new()) {
            Outcome::Unknown(unknown) => assert_eq!(unknown.why, Interruption::GaveUp),
            other => panic!("{other:?}"),
        }
        assert!(portfolio.searches().next().is_none());
    }
}
