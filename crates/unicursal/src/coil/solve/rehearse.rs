//! Rehearsing the path from many starts, with the plain search and what was deduced.
//!
//! Where ends hide each other there may be hundreds of starts, and for a world of the engine much has to be deduced
//! again. But nearly every step is known, so that the plain search hardly ever goes wrong: from the right start of a
//! board of up to 200x200 cells it looks at two or three for each one of the path. From a wrong one it mostly comes to a
//! cell too early after a hundred or two.
//!
//! What was deduced under the assumption that there is no end is wrong within a few cells of the ends. So a
//! rehearsal does not heed it near the start, beside which the end is then looked for. It shows complete paths,
//! and proves nothing.

use super::field::{Field, Mark};
use super::local_facts::LocalFacts;
use super::on_path::OnPath;
use crate::coil::Board;
use crate::coil::tuning::rehearsals::STANDSTILL;
use crate::{Control, Interruption};

/// See the [module](self).
pub struct Rehearsal {
    field: Field,
    /// Black free cells minus white ones.
    balance: isize,
    /// Cells entered or looked at, those taken back included.
    pub work: u64,
}

/// A direction, and the share of free cells beside a slide that way, on the side that has fewer.
type Way = (f32, usize);

impl Rehearsal {
    /// A rehearsal with the word that is known of each cell, but for those within `reach` of the start.
    pub fn new(board: &Board, words: &[u16], reach: usize) -> Self {
        let mut field = Field::new(board, None);
        field.heed(LocalFacts::of_words(board, words, reach));
        Self {
            field,
            balance: board.balance(),
            work: 0,
        }
    }

    /// Walks from one start after another, through about so many cells in all, and shows every complete path to
    /// `on_path`. Returns true if that wants no more.
    pub fn run(
        &mut self,
        starts: &[usize],
        most: u64,
        on_path: OnPath,
        control: &Control,
    ) -> Result<bool, Interruption> {
        let last = self.work.saturating_add(most);
        for &start in starts {
            if self.work >= last {
                break;
            }
            let found = self.walk_from(start, &mut *on_path, control);
            self.field.undo(Mark::default());
            if found? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn walk_from(
        &mut self,
        start: usize,
        on_path: OnPath,
        control: &Control,
    ) -> Result<bool, Interruption> {
        self.work += 1;
        if !self.field.start(start, self.balance) {
            return Ok(false);
        }
        let mut choices: Vec<(Mark, usize)> = Vec::new();
        let (mut longest, mut grown) = (0, self.work);
        let mut ways = self.ways(&[0, 1, 2, 3]);
        loop {
            if let Some((&(_, dir), others)) = ways.split_first() {
                let mark = self.field.mark();
                choices.extend(others.iter().rev().map(|&(_, other)| (mark, other)));
                self.work += self.field.slide(dir).length as u64;
                ways = self.ways(&[dir + 1, dir + 3]);
                continue;
            }
            if self.field.left() == 0 && !on_path(self.field.path()) {
                return Ok(true);
            }
            control.check()?;
            let length = self.field.path().len();
            if length > longest {
                (longest, grown) = (length, self.work);
            }
            if self.work - grown > STANDSTILL {
                return Ok(false);
            }
            let Some((mark, dir)) = choices.pop() else {
                return Ok(false);
            };
            self.field.undo(mark);
            ways = vec![(0.0, dir)];
        }
    }

    /// The directions in which the walk may go on, those along walls and the path first.
    fn ways(&mut self, dirs: &[usize]) -> Vec<Way> {
        let head = self.field.head();
        let mut ways = Vec::with_capacity(dirs.len());
        for &dir in dirs {
            let next = self.field.neighbour(head, dir);
            if self.field.is_blocked(next) || !self.field.may_enter(next) {
                continue;
            }
            let look = self.field.look(dir);
            self.work += look.length as u64 + 1;
            if look.is_hopeful {
                ways.push((look.fewer_beside as f32 / look.length as f32, dir % 4));
            }
        }
        ways.sort_by(|a, b| a.0.total_cmp(&b.0));
        ways
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
            let ended = Rehearsal::new(&board, &words, 0).run(
                &starts,
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
