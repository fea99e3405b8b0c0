//! The world that the cores leave: one end in each of two, or one in the only core and the other
//! wherever counting does not exclude it.

use super::ground::{Ground, timed};
use super::limit::Limit;
use super::sweep::{boxes, cells_of};
use super::trial::Trial;
use crate::coil::engine::values::role;
use crate::coil::solve::deduce::Deduction;
use crate::coil::solve::on_path::OnPath;
use crate::coil::solve::parity::{Counted, excludes_single_end};
use crate::coil::tuning::hunt::KEPT;
use crate::coil::tuning::rehearsals::{FIRST_PER_CELL, MANY_STARTS};
use crate::ended::Ended;
use crate::{Control, Interruption};

/// See the [module](self). What is known in its world are the facts of the [`Ground`]: no other stage
/// follows.
#[derive(Default)]
pub struct Last {
    trial: Option<Trial>,
}

impl Last {
    /// Walks in that world. `Exhausted` says that there is no further path.
    pub fn play(
        &mut self,
        ground: &mut Ground,
        limit: Limit,
        on_path: OnPath,
        control: &Control,
    ) -> Result<Ended, Interruption> {
        if self.trial.is_none() {
            let mut cores = ground.cores.clone();
            // The start is in the one as often as in the other.
            cores.sort_by_key(Vec::len);
            let starts: usize = cores.iter().map(Vec::len).sum();
            let many = starts > MANY_STARTS || ground.quest.means.eager;
            if cores.len() == 2 && many && ground.may_rehearse() {
                ground.prepare_rehearsal(&cores);
                if ground.rehearse(FIRST_PER_CELL, &mut *on_path, control)? {
                    return Ok(Ended::Found);
                }
            }
            if !self.set_up(ground, control)? {
                return Ok(Ended::Exhausted);
            }
        }
        match &mut self.trial {
            Some(trial) => trial.go_on(ground, limit, on_path, control),
            None => Ok(Ended::Exhausted),
        }
    }

    /// Makes the world. Returns false if it is contradictory.
    fn set_up(&mut self, ground: &mut Ground, control: &Control) -> Result<bool, Interruption> {
        if ground.cores.len() != 2 {
            let Some(facts) = facts_of_the_rest(ground, control)? else {
                return Ok(false);
            };
            ground.facts = facts;
        }
        ground.facts.settle();
        self.trial = Trial::new(ground, None, false, control)?;
        Ok(self.trial.is_some())
    }
}

/// What is true with one end in the core and the other wherever it is not excluded; `None` if that is
/// contradictory.
fn facts_of_the_rest<'b>(
    ground: &mut Ground<'b>,
    control: &Control,
) -> Result<Option<Deduction<'b>>, Interruption> {
    let core = ground.cores[0].clone();
    let mut left = Vec::new();
    let all = boxes(ground.board);
    for (number, &area) in all.iter().enumerate() {
        control.check()?;
        control.report(|| crate::Progress {
            share: Some(number as f64 / all.len() as f64),
            ..ground.progress("counting where the other end may be")
        });
        let known = |cell: usize| core.contains(&cell);
        let excluded = if core.iter().any(|&cell| area.contains(cell)) {
            None
        } else {
            timed(&mut ground.cost.seconds.parity, || {
                let (board, switches, colours) = (ground.board, ground.switches, ground.colours);
                let revisions = &mut ground.cost.core_revisions;
                excludes_single_end(board, switches, colours, area, &known, revisions, control)
            })?
        };
        if let Some(refuted) = excluded {
            if ground.board.free_count() < KEPT {
                ground.counted.push(Counted { area, refuted });
            }
        } else {
            let fits = |&cell: &usize| core.iter().any(|&end| ground.colours.fit(end, cell));
            left.extend(cells_of(ground.board, area).filter(fits));
        }
    }
    ground.facts_with(&[(left, role::ANY)], control)
}
