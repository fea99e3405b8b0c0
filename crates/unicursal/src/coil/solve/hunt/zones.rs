//! Both ends in a zone: around the only core, or around the place where a loop is cut.
//!
//! Before worlds are made the path is [rehearsed](crate::coil::solve::rehearse), from starts in the zones first.
//! Zones are guesses. They can find an answer, and never prove that there is none.

use crate::Instant;

use super::limit::Limit;
use super::locate::find_cut;
use super::state::State;
use super::trial::Trial;
use crate::coil::solve::on_path::OnPath;
use crate::coil::tuning::hunt::ZONES;
use crate::coil::tuning::rehearsals::{AROUND, EMPTY_GROUPS, FIRST_PER_CELL};
use crate::ended::Ended;
use crate::{Control, Interruption};

/// The zones that were not tried yet.
#[derive(Default)]
pub struct Zones {
    /// The cells around which they lie, once these are known: guesses, the best first. With each of them
    /// every zone is tried before the next larger one.
    pub centres: Option<Vec<Vec<usize>>>,
    next: usize,
    /// The one that is being tried.
    trial: Option<Trial>,
}

impl Zones {
    /// How many have been tried, and of how many.
    pub fn tried(&self) -> (usize, usize) {
        let centres = self.centres.as_ref().map_or(1, Vec::len);
        (self.next, ZONES.len() * centres)
    }

    /// Tries zones until a path is found or as much is done as the limit says.
    /// `Exhausted` says that no zone is left, which proves nothing.
    pub fn play(
        &mut self,
        state: &mut State,
        limit: Limit,
        on_path: OnPath,
        control: &Control,
    ) -> Result<Ended, Interruption> {
        let centres = self.centres(state, control)?;
        if self.next == 0 && state.may_rehearse() {
            let around = |&radius| centres.iter().map(move |centre| (centre, radius));
            let places = AROUND.iter().flat_map(around);
            let mut groups: Vec<Vec<usize>> = places
                .map(|(centre, radius)| state.around(centre, radius))
                .collect();
            groups.resize(groups.len() + EMPTY_GROUPS, Vec::new());
            groups.push(state.board.free_cells().collect());
            state.prepare_rehearsal(&groups);
            if state.rehearse(FIRST_PER_CELL, &mut *on_path, control)? {
                return Ok(Ended::Found);
            }
        }
        let last = state.ticks() + limit.slice;
        loop {
            if let Some(trial) = &mut self.trial {
                let slice = last - state.ticks();
                let limit = Limit { slice, ..limit };
                match trial.go_on(state, limit, &mut *on_path, control)? {
                    Ended::Found => return Ok(Ended::Found),
                    Ended::Undecided if !trial.is_done => return Ok(Ended::Undecided),
                    _ => self.trial = None,
                }
            }
            if self.next == ZONES.len() * centres.len() {
                return Ok(Ended::Exhausted);
            }
            if state.ticks() > last {
                return Ok(Ended::Undecided);
            }
            let centre = &centres[self.next % centres.len()];
            let radius = ZONES[self.next / centres.len()];
            let zone = state.around(centre, radius);
            self.next += 1;
            // Without a core there are many starts and little is decided around them.
            let at_once = state.cores.is_empty();
            if let Some(facts) = state.facts_near(&zone, control)? {
                self.trial = Trial::new(state, Some(facts), at_once, control)?;
            }
        }
    }

    fn centres(
        &mut self,
        state: &mut State,
        control: &Control,
    ) -> Result<Vec<Vec<usize>>, Interruption> {
        if let Some(centres) = &self.centres {
            return Ok(centres.clone());
        }
        let centres = if let Some(core) = state.cores.first() {
            vec![core.clone()]
        } else {
            let clock = Instant::now();
            let cut = find_cut(state, control);
            state.cost.seconds.cut += clock.elapsed().as_secs_f64();
            cut?
        };
        self.centres = Some(centres.clone());
        Ok(centres)
    }
}
