//! Every walk from some starts, without looking ahead further than a slide.
//!
//! In: a board, starts, perhaps cells where paths may end. Out: every complete path, once. Starts
//! from which everything was tried are not tried again.

use std::sync::Arc;

use super::field::{Field, Look};
use super::walker::{Policy, walk_from};
use crate::coil::Board;
use crate::coil::solve::on_path::OnPath;
use crate::ended::Ended;
use crate::{Control, Interruption};

/// See the [module](self).
pub struct Every {
    field: Field,
    /// The starts that are left, the next one last.
    starts: Vec<usize>,
    /// Slides tried.
    slides: u64,
}

impl Every {
    /// A search for paths that begin at one of `starts`, the last one first, and end at one of
    /// `ends`, or anywhere.
    pub fn new(board: &Board, starts: Vec<usize>, ends: Option<Vec<u32>>) -> Self {
        let mut field = Field::new(board);
        field.look_for(ends.map(Arc::from), None);
        Self {
            field,
            starts,
            slides: 0,
        }
    }

    /// Shows every path until `on_path` returns false, this many slides at most.
    pub fn show(
        &mut self,
        slides: u64,
        on_path: OnPath,
        control: &Control,
    ) -> Result<Ended, Interruption> {
        while let Some(&start) = self.starts.last() {
            control.check()?;
            let mut walks = Walks {
                most: slides,
                slides: &mut self.slides,
                on_path: &mut *on_path,
            };
            match walk_from(&mut self.field, start, &mut walks, control)? {
                Ended::Exhausted => self.starts.pop(),
                ended => {
                    self.field.undo_all();
                    return Ok(ended);
                }
            };
        }
        Ok(Ended::Exhausted)
    }
}

/// The policy: everything, in no particular order.
struct Walks<'a> {
    most: u64,
    slides: &'a mut u64,
    on_path: OnPath<'a>,
}

impl Policy for Walks<'_> {
    fn may_go_on(&mut self) -> bool {
        *self.slides += 1;
        *self.slides <= self.most
    }

    fn list_ways(&mut self, field: &mut Field, dirs: &[usize], ways: &mut Vec<usize>) {
        let is_way = |&&dir: &&usize| {
            let next = field.neighbour(field.head(), dir);
            !field.is_blocked(next) && field.may_enter(next)
        };
        ways.extend(dirs.iter().filter(is_way));
        ways.sort_unstable_by(|a, b| b.cmp(a));
    }

    fn slid(&mut self, _field: &Field, look: Look) -> bool {
        look.is_hopeful
    }

    fn complete(&mut self, path: &[u32]) -> bool {
        (self.on_path)(path)
    }
}
