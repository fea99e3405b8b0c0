//! Every walk from some starts, without looking ahead further than a slide.
//!
//! What the [field](super::field) refuses is all that a walk is given up for, so that others can repeat the search
//! with the same rules. Starts that were tried in vain are not tried again.

use super::field::{Field, Mark};
use crate::coil::Board;
use crate::ended::Ended;
use crate::{Control, Interruption};

/// See the [module](self).
pub struct Exhaust {
    field: Field,
    /// Black free cells minus white ones.
    balance: isize,
    /// The starts that are left.
    starts: Vec<usize>,
    /// Cells entered, those taken back included.
    pub work: u64,
}

impl Exhaust {
    /// A search for paths that begin at one of `starts` and end at one of `ends`, or anywhere.
    pub fn new(board: &Board, starts: Vec<usize>, ends: Option<Vec<u32>>) -> Self {
        Self {
            field: Field::new(board, ends),
            balance: board.balance(),
            starts,
            work: 0,
        }
    }

    /// Tries all walks but those that are `known` until about so many more cells have been entered.
    pub fn run(
        &mut self,
        known: &[Vec<u32>],
        work: u64,
        control: &Control,
    ) -> Result<Ended, Interruption> {
        let last = self.work.saturating_add(work);
        while let Some(&start) = self.starts.last() {
            if self.work >= last {
                return Ok(Ended::Undecided);
            }
            control.check()?;
            let empty = self.field.mark();
            let ended = self.search(start, known, last, control);
            self.field.undo(empty);
            match ended? {
                Ended::Exhausted => self.starts.pop(),
                ended => return Ok(ended),
            };
        }
        Ok(Ended::Exhausted)
    }

    fn search(
        &mut self,
        start: usize,
        known: &[Vec<u32>],
        last: u64,
        control: &Control,
    ) -> Result<Ended, Interruption> {
        self.work += 1;
        if !self.field.start(start, self.balance) {
            return Ok(Ended::Exhausted);
        }
        let mut choices = Vec::new();
        self.choose([0, 1, 2, 3], &mut choices);
        let mut looks = 0_u32;
        while let Some((mark, dir)) = choices.pop() {
            self.field.undo(mark);
            let look = self.field.slide(dir);
            // Who repeats it may have to enter the cells to see that it is in vain.
            self.work += look.length as u64;
            looks = looks.wrapping_add(1);
            if looks.is_multiple_of(4096) {
                control.check()?;
            }
            if self.field.left() == 0 {
                if !known.iter().any(|path| path == self.field.path()) {
                    return Ok(Ended::Found);
                }
            } else if self.work > last {
                return Ok(Ended::Undecided);
            } else if look.is_hopeful {
                self.choose([dir + 1, dir + 3], &mut choices);
            }
        }
        Ok(Ended::Exhausted)
    }

    /// Notes the directions in which the walk may go on.
    fn choose<const N: usize>(&self, dirs: [usize; N], choices: &mut Vec<(Mark, usize)>) {
        let (field, head) = (&self.field, self.field.head());
        let is_way = |dir: &usize| {
            let next = field.neighbour(head, *dir);
            !field.is_blocked(next) && field.may_enter(next)
        };
        let ways = dirs.into_iter().filter(is_way);
        choices.extend(ways.map(|dir| (field.mark(), dir % 4)));
    }
}
