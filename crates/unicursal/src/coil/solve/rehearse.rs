//! Rehearsing the path from many starts, with the plain search and what was deduced.
//!
//! Where ends hide each other there may be hundreds of starts, and for a world of the engine much has to be deduced
//! again. But nearly every step is known, so that the plain search hardly ever goes wrong: from the right start of a
//! board of up to 200x200 cells it looks at two or three for each one of the path.
//!
//! A walk from a wrong start fails, as a rule, where the path turns because of a cell that is visited already if one
//! starts at the right place. From all cells between the two it would fail there as well: so what the longest
//! walk from a wrong start has passed is unlikely to be the right one, and the next start is one that the fewest
//! have passed. That takes ten tries where there are hundreds of starts.
//!
//! What was deduced under the assumption that there is no end is wrong within a few cells of the ends. So a
//! rehearsal does not use it near the start, beside which the end is then looked for. It shows complete paths,
//! and proves nothing.

use super::field::{Field, Mark};
use super::local_facts::LocalFacts;
use super::on_path::OnPath;
use crate::area::distance;
use crate::coil::Board;
use crate::coil::tuning::rehearsals::{JUMP, LESS_LIKELY, REACH, SAMPLE, STANDSTILL};
use crate::{Control, Interruption, Rng};

/// See the [module](self).
pub struct Rehearsal {
    field: Field,
    /// Black free cells minus white ones.
    balance: isize,
    /// The starts that were not tried yet, in groups, the most likely first.
    starts: Vec<Vec<usize>>,
    /// For each cell how many walks from wrong starts have passed it, and more if it is less likely from the beginning.
    against: Vec<u32>,
    /// The longest walk from the latest start.
    longest: Vec<u32>,
    /// The ways on from the head.
    ways: Vec<Way>,
    /// Cells entered or looked at, those taken back included.
    pub work: u64,
}

/// A direction, and the share of free cells beside a slide that way, on the side that has fewer.
type Way = (f32, usize);

impl Rehearsal {
    /// A rehearsal with the word that is known of each cell, and the starts that are to be tried, the most likely ones
    /// in the first group.
    pub fn new(board: &Board, words: &[u16], groups: &[Vec<usize>]) -> Self {
        let mut field = Field::new(board, None);
        field.use_facts(LocalFacts::of_words(board, words, REACH));
        let mut against = vec![u32::MAX; board.cell_count()];
        let mut starts = groups.to_vec();
        let mut rng = Rng::from_number(0);
        for (group, rank) in starts.iter_mut().zip(0..) {
            group.retain(|&cell| {
                let is_new = against[cell] == u32::MAX;
                against[cell] = against[cell].min(LESS_LIKELY * rank);
                is_new
            });
            // Neighbours fail alike.
            rng.shuffle(group);
        }
        Self {
            field,
            balance: board.balance(),
            starts,
            against,
            longest: Vec::new(),
            ways: Vec::new(),
            work: 0,
        }
    }

    /// How unlikely a start is.
    pub fn against(&self, start: usize) -> u32 {
        self.against[start]
    }

    /// Walks from one start after another, through about so many cells in all, and shows every complete path to
    /// `on_path`. Returns true if that wants no more.
    pub fn run(
        &mut self,
        most: u64,
        on_path: OnPath,
        control: &Control,
    ) -> Result<bool, Interruption> {
        let last = self.work.saturating_add(most);
        while self.work < last {
            let Some(start) = self.take_likeliest() else {
                break;
            };
            let found = self.walk_from(start, &mut *on_path, control);
            self.field.undo(Mark::default());
            if found? {
                return Ok(true);
            }
            for &cell in &self.longest {
                let against = &mut self.against[cell as usize];
                *against = against.saturating_add(1);
            }
        }
        Ok(false)
    }

    /// Takes the likeliest start of those that were not tried yet, or one that is nearly as likely.
    fn take_likeliest(&mut self) -> Option<usize> {
        let mut likeliest: Option<(u32, usize, usize)> = None;
        for (rank, group) in self.starts.iter().enumerate() {
            let best = likeliest.map_or(u32::MAX, |(against, ..)| against);
            if best <= LESS_LIKELY * rank as u32 {
                break;
            }
            let sample = group.iter().take(SAMPLE).enumerate();
            let against = sample.map(|(place, &cell)| (self.against[cell], rank, place));
            likeliest = against.chain(likeliest).min();
        }
        let (_, rank, place) = likeliest?;
        Some(self.starts[rank].swap_remove(place))
    }

    fn walk_from(
        &mut self,
        start: usize,
        on_path: OnPath,
        control: &Control,
    ) -> Result<bool, Interruption> {
        self.work += 1;
        self.longest.clear();
        if !self.field.start(start, self.balance) {
            return Ok(false);
        }
        let mut choices: Vec<(Mark, usize)> = Vec::new();
        let mut grown = self.work;
        let mut jumped = false;
        // How much of the path is as it was when it was the longest.
        let mut same = 0;
        self.find_ways(&[0, 1, 2, 3]);
        loop {
            if let Some((&(_, dir), others)) = self.ways.split_first() {
                let mark = self.field.mark();
                choices.extend(others.iter().rev().map(|&(_, other)| (mark, other)));
                let slide = self.field.slide(dir);
                self.work += slide.length as u64;
                if slide.is_hopeful {
                    self.find_ways(&[dir + 1, dir + 3]);
                } else {
                    self.ways.clear();
                }
                continue;
            }
            if self.field.left() == 0 && !on_path(self.field.path()) {
                return Ok(true);
            }
            control.check()?;
            let path = self.field.path();
            if path.len() > self.longest.len() {
                self.longest.truncate(same);
                self.longest.extend_from_slice(&path[same..]);
                (grown, same) = (self.work, path.len());
            }
            if self.work - grown > STANDSTILL {
                if std::mem::replace(&mut jumped, true) {
                    return Ok(false);
                }
                grown = self.work;
                let kept = choices.iter().rposition(|&(mark, _)| self.is_near(mark));
                choices.truncate(kept.map_or(0, |last| last + 1));
            }
            let Some((mark, dir)) = choices.pop() else {
                return Ok(false);
            };
            self.field.undo(mark);
            same = same.min(self.field.path().len());
            self.ways.clear();
            self.ways.push((0.0, dir));
        }
    }

    /// Whether the walk was near the end of the longest one when it had this length.
    fn is_near(&self, mark: Mark) -> bool {
        let place = mark
            .length()
            .checked_sub(1)
            .map(|last| self.field.path()[last]);
        let places = place.zip(self.longest.last().copied());
        places.is_some_and(|(one, other)| {
            distance(self.field.stride(), one as usize, other as usize) <= JUMP
        })
    }

    /// Finds the directions in which the walk may go on, those along walls and the path first. If there is only one, it may
    /// turn out to be none.
    fn find_ways(&mut self, dirs: &[usize]) {
        let (field, ways) = (&mut self.field, &mut self.ways);
        ways.clear();
        for &dir in dirs {
            let next = field.neighbour(field.head(), dir);
            if !field.is_blocked(next) && field.may_enter(next) && field.may_leave(dir) {
                ways.push((0.0, dir % 4));
            }
        }
        if ways.len() < 2 {
            return;
        }
        let work = &mut self.work;
        ways.retain_mut(|(share, dir)| {
            let look = field.look(*dir);
            *work += look.length as u64 + 1;
            *share = look.fewer_beside as f32 / look.length as f32;
            look.is_hopeful
        });
        ways.sort_by(|a, b| a.0.total_cmp(&b.0));
    }
}

#[cfg(test)]
mod tests {
    use super::Rehearsal;
    use crate::coil::Board;
    use crate::coil::solve::brute;
    use crate::coil::solve::deduce::blank_word_of;
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
            let words: Vec<u16> = (0..board.cell_count())
                .map(|cell| blank_word_of(&board, cell))
                .collect();
            let starts: Vec<usize> = board.free_cells().collect();
            let mut shown = false;
            let ended = Rehearsal::new(&board, &words, &[starts]).run(
                u64::MAX,
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
            assert_eq!(ended, Ok(shown));
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
