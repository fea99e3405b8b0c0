//! The default method: several solvers that are good at different boards, taking turns.
//!
//! Quick proofs come first. Then the [plain search](crate::coil::solve::slides::restarts), which is
//! at home on open boards, and a solver that [finds the ends first](crate::coil::solve::ends), at
//! home on winding ones, take turns on one [schedule](crate::schedule), so that nothing takes more
//! than about three times what the better of the two would take alone, deducing where the ends are
//! aside. As soon as a place with an end is known, the plain search looks only for paths that
//! [start or end there](crate::coil::solve::slides::core_slides). Slices are counted in ticks, not
//! in time, so that a run depends on nothing but the board and the seed. Each of them says
//! 'unsolvable' only when it has proved it.

mod entries;
mod report;
mod timeline;

use crate::coil::solve::cells::answer_of;
use crate::coil::solve::deduce::cores::Core;
use crate::coil::solve::ends::EndsFirst;
use crate::coil::solve::evidence::Evidence;
use crate::coil::solve::openness::is_open;
use crate::coil::solve::parts::Parts;
use crate::coil::solve::refuse_memory;
use crate::coil::solve::simple_proofs::quick_proof;
use crate::coil::solve::slides::core_slides::CoreSlides;
use crate::coil::solve::slides::field::Field;
use crate::coil::solve::slides::restarts::Restarts;
use crate::coil::tuning::schedule::{BYTES_PER_CELL, HEAD_START, SLICE};
use crate::coil::{Answer, Board};
use crate::schedule::{Schedule, Ticks, Turn};
use crate::{Control, Instant, Interruption, Outcome, Solved};
pub use entries::ENTRIES;
use entries::Entry;
use timeline::Stretch;

struct Solver<'b> {
    board: &'b Board,
    parts: Parts,
    seed: u64,
    start: Option<usize>,
    /// Whose turn it is.
    schedule: Schedule<Entry>,
    /// Who did how much when.
    timeline: Vec<Stretch>,
    /// The board on which all plain searches walk, once there is one.
    field: Option<Field>,
    /// The plain search over all starts, until there are cores.
    restarts: Option<Restarts>,
    /// The plain search with the cores that were found.
    core_slides: Option<CoreSlides<'b>>,
    ends: Option<EndsFirst<'b>>,
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
    slides: f64,
    locate: f64,
    rehearse: f64,
    walk: f64,
}

impl Seconds {
    fn of(&mut self, entry: Entry) -> &mut f64 {
        match entry {
            Entry::Slides => &mut self.slides,
            Entry::Locate => &mut self.locate,
            Entry::Rehearse => &mut self.rehearse,
            Entry::Walk => &mut self.walk,
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
    let (solved, solver) = run(board, None, seed, parts, control);
    let evidence = solver.map_or_else(Evidence::default, Solver::into_evidence);
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
) -> (Solved<Answer>, Option<Solver<'b>>) {
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
    let mut solver = Solver::new(board, start, seed, parts);
    solver.seconds.proofs = proofs;
    let outcome = solver.run(control);
    (solver.with_stats(Solved::new(outcome)), Some(solver))
}

impl<'b> Solver<'b> {
    fn new(board: &'b Board, start: Option<usize>, seed: u64, parts: Parts) -> Self {
        Self {
            board,
            parts,
            seed,
            start,
            schedule: schedule(board, parts),
            timeline: Vec::new(),
            field: None,
            restarts: None,
            core_slides: None,
            ends: None,
            given_up: Ticks(0),
            seconds: Seconds::default(),
            stage: "",
        }
    }

    fn run(&mut self, control: &Control) -> Outcome<Answer> {
        while let Some(Turn { way: entry, ticks }) = self.schedule.next() {
            let left = self.parts.most - self.schedule.total();
            let clock = Instant::now();
            let (before, known) = (self.done(entry), self.known());
            let found = self.go_on(entry, ticks.min(left), control);
            // A turn that had nothing to do counts as well: it must not be the next for ever.
            let spent = match self.done(entry) - before {
                Ticks(0) => first_slice(self.board),
                done => done,
            };
            self.schedule.charge(entry, spent);
            self.note(entry, known, &found);
            *self.seconds.of(entry) += clock.elapsed().as_secs_f64();
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

    /// What was found on the way to there being no answer.
    fn into_evidence(self) -> Evidence {
        let mut evidence = self
            .ends
            .map_or_else(Evidence::default, EndsFirst::into_evidence);
        match (self.core_slides, self.restarts) {
            (Some(search), _) if search.is_exhausted() => {
                let is_used = |core: &Core| search.cores.contains(&core.cells);
                evidence.cores.retain(is_used);
                evidence.searched = true;
            }
            (None, Some(restarts)) if restarts.live_starts() == 0 => {
                evidence.cores.clear();
                evidence.searched = true;
            }
            _ => {}
        }
        evidence
    }

    /// All plain searches.
    fn searches(&self) -> impl Iterator<Item = &Restarts> {
        let with_cores = self.core_slides.iter().flat_map(CoreSlides::searches);
        self.restarts.iter().chain(with_cores)
    }
}

/// The entries with which the schedule begins.
///
/// What the board looks like decides which goes first, with a head start: on an open board the
/// plain search, on the others locating the ends.
fn schedule(board: &Board, parts: Parts) -> Schedule<Entry> {
    let mut schedule = Schedule::new(first_slice(board));
    let mut entries = [
        (Entry::Locate, 2, parts.ends),
        (Entry::Slides, 1, parts.slides),
    ];
    if is_open(board) {
        entries.reverse();
    }
    let head_starts = [HEAD_START.times(board.free_count() as u64), Ticks(0)];
    for ((entry, share, is_in), head_start) in entries.into_iter().zip(head_starts) {
        if is_in {
            schedule.add_with_head_start(entry, share, head_start);
        }
    }
    schedule
}

/// How long a turn lasts at least, for each unit of an entry's share.
fn first_slice(board: &Board) -> Ticks {
    SLICE.times(board.free_count() as u64)
}

/// An answer, from the cells of a path.
fn solved(board: &Board, path: &[u32]) -> Outcome<Answer> {
    Outcome::Solved(answer_of(board, path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lost_ends_do_not_bring_back_the_search_that_was_left_out() {
        let board = Board::from_fn(6, 6, |x, y| (x, y) != (0, 0));
        let parts = Parts::without("slides").expect("there is such a part");
        let mut solver = Solver::new(&board, None, 0, parts);
        solver.schedule.end(Entry::Locate);
        match solver.run(&Control::new()) {
            Outcome::Unknown(unknown) => assert_eq!(unknown.why, Interruption::GaveUp),
            other => panic!("{other:?}"),
        }
        assert!(solver.searches().next().is_none());
    }
}
