//! Rehearsing the path from many starts, with the plain search and what was deduced.
//!
//! In: what was deduced, true or not, and where the path may start. Out: complete paths; it proves
//! nothing. Where ends hide each other there may be hundreds of starts, and for a world of the
//! engine much has to be deduced again. But nearly every step is known, so that the plain search
//! hardly ever goes wrong: from the right start it looks at two to four cells for each one of the
//! path.
//!
//! A walk from a wrong start fails, as a rule, where the path turns because of a cell that is
//! visited already if one starts at the right place. From all cells between the two it would fail
//! there as well: so what the longest walk from a wrong start has passed is unlikely to be the
//! right one, and the next start is one that the fewest have passed. That takes ten tries where
//! there are hundreds of starts. When all were tried, all are tried again with four times the
//! patience.
//!
//! Where a single core is known, [restarts](crate::coil::solve::slides::restarts) from its cells
//! take turns with that: they give more to the starts from which walks were long, which is what
//! large cores need. With two cores the plain search does the same, with all that was deduced.
//!
//! What was deduced under the assumption that there is no end is wrong within a few cells of the
//! ends. So a rehearsal does not use it near the start. If the other end is beside that, or where
//! nothing was deduced because the board is open there, nothing wrong is used at all.

use crate::coil::Board;
use crate::coil::engine::values::Word;
use crate::coil::solve::on_path::OnPath;
use crate::coil::solve::slides::field::Field;
use crate::coil::solve::slides::restarts::Restarts;
use crate::coil::solve::slides::tries::{Limit, Plan, Tries};
use crate::coil::solve::slides::window_facts::LocalFacts;
use crate::coil::tuning::rehearsals::{PER_CELL, REACH, STANDSTILL};
use crate::coil::tuning::schedule::SLICE;
use crate::coil::tuning::slides::ORDERS;
use crate::ended::Ended;
use crate::schedule::Ticks;
use crate::{Control, Interruption, Rng};

/// See the [module](self).
pub struct Rehearsal {
    field: Field,
    facts: LocalFacts,
    tries: Tries,
    /// The starts that were not tried in this round, in groups, the most likely first.
    starts: Vec<Vec<usize>>,
    /// Those for the next round.
    tried: Vec<Vec<usize>>,
    /// For each start how many walks from wrong starts have passed it in this round.
    against: Vec<u32>,
    round: u32,
    /// Restarts from the cells of a single core, until nothing is left to be tried.
    from_core: Option<Restarts>,
    /// The work of those that are over, and of choosing starts.
    besides: Ticks,
}

impl Rehearsal {
    /// A rehearsal with the word that is known of each cell, the starts that are to be tried, the
    /// most likely ones in the first group, and the cores.
    pub fn new(board: &Board, words: &[Word], groups: &[Vec<usize>], cores: &[Vec<usize>]) -> Self {
        let mut rng = Rng::from_number(0);
        let mut against = vec![u32::MAX; board.cell_count()];
        let mut starts = groups.to_vec();
        for group in &mut starts {
            group.retain(|&cell| std::mem::replace(&mut against[cell], 0) > 0);
            // Neighbours fail alike.
            rng.shuffle(group);
        }
        let facts = LocalFacts::of_words(board, words, REACH);
        let mut field = Field::new(board);
        let from_core = (cores.len() == 1).then(|| {
            let mut core = cores[0].clone();
            core.sort_unstable();
            let mut search = Restarts::new(board, &mut field, 0, core, None);
            search.use_facts(facts.clone());
            search
        });
        Self {
            field,
            facts,
            tries: Tries::new(board, rng).with_trace(),
            tried: vec![Vec::new(); starts.len()],
            starts,
            against,
            round: 0,
            from_core,
            besides: Ticks(0),
        }
    }

    /// Gives up restarts from the core: no path starts there.
    pub fn rule_out_cores(&mut self) {
        if let Some(search) = self.from_core.take() {
            self.besides += Ticks(search.work());
        }
    }

    /// How unlikely a start is.
    pub fn against(&self, start: usize) -> u32 {
        self.against[start]
    }

    /// The work done so far.
    pub fn ticks(&self) -> Ticks {
        let from_core = self.from_core.as_ref().map_or(0, Restarts::work);
        Ticks(self.tries.counts().work + from_core) + self.besides
    }

    /// Walks from one start after another for about so long, and shows every complete path to
    /// `on_path`. `Found` if that wants no more, `Exhausted` if there is no start left.
    pub fn run(
        &mut self,
        slice: Ticks,
        on_path: OnPath,
        control: &Control,
    ) -> Result<Ended, Interruption> {
        let last = self.ticks() + slice;
        let first = SLICE.times(self.field.left() as u64).0;
        while self.ticks() < last {
            control.check()?;
            let done = self.tries.counts().work;
            let left = last - self.ticks();
            if let Some(search) = &mut self.from_core
                && (done > first && search.work() < done)
            {
                let work = (done - search.work()).min(left.0);
                let ended = search.run(&mut self.field, work, control)?;
                if let Some(path) = self.field.found() {
                    if !on_path(path) {
                        return Ok(Ended::Found);
                    }
                    self.field.undo_all();
                }
                if ended == Ended::Undecided {
                    continue;
                }
                self.besides += Ticks(search.work());
                self.from_core = None;
            }
            let Some((start, rank)) = self.take_likeliest() else {
                return Ok(Ended::Exhausted);
            };
            let plan = self.plan();
            self.field.look_for(None, Some(self.facts.clone()));
            let (ended, _) = self.tries.attempt(&mut self.field, start, plan, control)?;
            match ended {
                Ended::Found if !on_path(self.field.path()) => return Ok(Ended::Found),
                Ended::Found => self.field.undo_all(),
                Ended::Exhausted => {}
                Ended::Undecided => self.tried[rank].push(start),
            }
            self.besides += Ticks(self.tries.trace().len() as u64);
            for &cell in self.tries.trace() {
                let against = &mut self.against[cell as usize];
                *against = against.saturating_add(1);
            }
        }
        Ok(Ended::Undecided)
    }

    /// What a try may do in this round.
    fn plan(&self) -> Plan<'static> {
        let standstill = STANDSTILL << (2 * self.round).min(40);
        Plan {
            limit: Limit {
                work: 2 * standstill,
                work_per_cell: PER_CELL,
                ..Limit::NONE
            },
            order: &ORDERS[0],
            end_last: false,
            leaps: Some(standstill),
        }
    }

    /// Takes the likeliest start of those that were not tried in this round, or one that is nearly
    /// as likely, and the rank of its group.
    fn take_likeliest(&mut self) -> Option<(usize, usize)> {
        if self.starts.iter().all(Vec::is_empty) {
            self.begin_round();
        }
        let mut likeliest: Option<(u32, usize, usize)> = None;
        for (rank, group) in self.starts.iter().enumerate() {
            if likeliest.is_some_and(|(against, ..)| against == 0) {
                break;
            }
            self.besides += Ticks(group.len() as u64);
            let starts = group.iter().enumerate();
            let against = starts.map(|(place, &cell)| (self.against[cell], rank, place));
            likeliest = against.chain(likeliest).min();
        }
        let (_, rank, place) = likeliest?;
        Some((self.starts[rank].swap_remove(place), rank))
    }

    /// All starts again, with more patience.
    fn begin_round(&mut self) {
        self.round += 1;
        std::mem::swap(&mut self.starts, &mut self.tried);
        for &cell in self.starts.iter().flatten() {
            self.against[cell] = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Ended, Rehearsal, Ticks};
    use crate::coil::Board;
    use crate::coil::engine::values::Word;
    use crate::coil::solve::deduce::blank_word_of;
    use crate::coil::solve::reference::brute;
    use crate::{Control, Outcome, Rng};

    #[test]
    fn shows_complete_paths_only_and_finds_most() {
        let mut rng = Rng::from_text("rehearsals");
        let control = Control::new();
        let (mut solvable, mut found) = (0, 0);
        for _ in 0..400 {
            let (width, height) = (2 + rng.below(5), 2 + rng.below(5));
            let walls = rng.below(30);
            let board = Board::from_fn(width, height, |_, _| rng.below(100) >= walls);
            if board.free_count() < 2 {
                continue;
            }
            let words: Vec<Word> = (0..board.cell_count())
                .map(|cell| blank_word_of(&board, cell))
                .collect();
            let starts: Vec<usize> = board.free_cells().collect();
            let mut shown = false;
            let ended = Rehearsal::new(&board, &words, &[starts], &[]).run(
                Ticks(10_000_000),
                &mut |path| {
                    let mut cells = path.to_vec();
                    cells.sort_unstable();
                    assert!(
                        cells
                            .iter()
                            .map(|&cell| cell as usize)
                            .eq(board.free_cells())
                    );
                    shown = true;
                    false
                },
                &control,
            );
            assert_eq!(ended == Ok(Ended::Found), shown);
            let truth = brute::solve(&board, &control).outcome;
            let truth = matches!(truth, Outcome::Solved(_));
            assert!(truth || !shown, "{board:?}");
            solvable += u32::from(truth);
            found += u32::from(shown);
        }
        assert!(
            solvable > 50 && found > solvable * 9 / 10,
            "{found} of {solvable}"
        );
    }
}
