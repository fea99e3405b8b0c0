//! The world that the cores leave: one end in each of two, or one in the only core and the other
//! wherever counting does not exclude it.

use super::limit::Limit;
use super::state::{State, timed};
use super::sweep::{boxes, cells_of};
use super::trial::Trial;
use crate::coil::engine::values::role;
use crate::coil::solve::deduce::Deduction;
use crate::coil::solve::deduce::parity::excludes_single_end;
use crate::coil::solve::on_path::OnPath;
use crate::coil::tuning::ends::LONG_PATH;
use crate::ended::Ended;
use crate::{Control, Interruption};

/// See the [module](self). What is known in its world are the facts of the [`State`]: no other
/// stage follows.
#[derive(Default)]
pub struct CoreWorld {
    trial: Option<Trial>,
}

impl CoreWorld {
    /// Walks in that world. `Exhausted` says that there is no further path.
    pub fn go_on(
        &mut self,
        state: &mut State,
        limit: Limit,
        on_path: OnPath,
        control: &Control,
    ) -> Result<Ended, Interruption> {
        if self.trial.is_none() && !self.set_up(state, control)? {
            return Ok(Ended::Exhausted);
        }
        match &mut self.trial {
            Some(trial) => trial.go_on(state, limit, on_path, control),
            None => Ok(Ended::Exhausted),
        }
    }

    /// Makes the world. Returns false if it is contradictory.
    fn set_up(&mut self, state: &mut State, control: &Control) -> Result<bool, Interruption> {
        if state.cores.len() != 2 {
            let Some(facts) = facts_of_the_rest(state, control)? else {
                return Ok(false);
            };
            state.facts = facts;
        }
        state.facts.settle();
        self.trial = Trial::new(state, None, false, control)?;
        Ok(self.trial.is_some())
    }
}

/// What is true with one end in the core and the other wherever it is not excluded; `None` if that
/// is contradictory.
fn facts_of_the_rest<'b>(
    state: &mut State<'b>,
    control: &Control,
) -> Result<Option<Deduction<'b>>, Interruption> {
    let core = state.cores[0].clone();
    let mut left = Vec::new();
    let all = boxes(state.board);
    for (number, &area) in all.iter().enumerate() {
        control.check()?;
        control.report(|| crate::Progress {
            share: Some(number as f64 / all.len() as f64),
            ..state.progress("counting where the other end may be")
        });
        let known = |cell: usize| core.contains(&cell);
        let excluded = if core.iter().any(|&cell| area.contains(cell)) {
            false
        } else {
            timed(&mut state.cost.seconds.parity, || {
                let (board, switches, colours) = (state.board, state.switches, state.colours);
                let work = &mut state.cost.cores;
                excludes_single_end(board, switches, colours, area, &known, work, control)
            })?
        };
        if excluded {
            if state.board.free_count() < LONG_PATH {
                state.evidence.counted.push(area);
            }
        } else {
            let fits = |&cell: &usize| core.iter().any(|&end| state.colours.fit(end, cell));
            left.extend(cells_of(state.board, area).filter(fits));
        }
    }
    state.facts_with(&[(left, role::ANY)], control)
}
