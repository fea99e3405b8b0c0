//! Both ends in a zone: around the only core, or around the place where a loop is cut.
//!
//! Zones are guesses. They can find an answer, and never prove that there is none.

use crate::Instant;

use super::limit::Limit;
use super::locate::find_cut;
use super::state::State;
use super::trial::Trial;
use crate::coil::solve::on_path::OnPath;
use crate::coil::tuning::distances;
use crate::coil::tuning::windows::TILE;
use crate::ended::Ended;
use crate::{Control, Interruption};

/// The zones that were not tried yet.
pub struct Zones {
    /// The cells around which they lie: guesses, the best first. With each of them
    /// every zone is tried before the next larger one.
    pub centres: Vec<Vec<usize>>,
    next: usize,
    /// The one that is being tried.
    trial: Option<Trial>,
}

/// Cells around a place to the sides of the zones. Most ends are in the first; each costs a world.
fn radii() -> impl Iterator<Item = usize> {
    [0].into_iter().chain(distances(0, TILE / 2))
}

impl Zones {
    /// The zones around the only core, or else around the places where a loop may be cut.
    pub fn new(state: &mut State, control: &Control) -> Result<Self, Interruption> {
        let centres = if let Some(core) = state.cores.first() {
            vec![core.clone()]
        } else {
            let clock = Instant::now();
            let cut = find_cut(state, control);
            state.cost.seconds.cut += clock.elapsed().as_secs_f64();
            cut?
        };
        Ok(Self {
            centres,
            next: 0,
            trial: None,
        })
    }

    /// The starts for a rehearsal, the most likely ones in the first group.
    pub fn groups(&self, state: &State) -> Vec<Vec<usize>> {
        let around = |radius| self.centres.iter().map(move |centre| (centre, radius));
        let places = radii().take(3).flat_map(around);
        let mut groups: Vec<Vec<usize>> = places
            .map(|(centre, radius)| state.around(centre, radius))
            .collect();
        groups.push(state.board.free_cells().collect());
        groups
    }

    /// How many have been tried, and of how many.
    pub fn tried(&self) -> (usize, usize) {
        (self.next, radii().count() * self.centres.len())
    }

    /// Tries zones until a path is found or as much is done as the limit says.
    /// `Exhausted` says that no zone is left, which proves nothing.
    pub fn go_on(
        &mut self,
        state: &mut State,
        limit: Limit,
        on_path: OnPath,
        control: &Control,
    ) -> Result<Ended, Interruption> {
        let centres = &self.centres;
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
            let centre = self.next % centres.len().max(1);
            let radius = radii().nth(self.next / centres.len().max(1));
            let (Some(centre), Some(radius)) = (centres.get(centre), radius) else {
                return Ok(Ended::Exhausted);
            };
            if state.ticks() > last {
                return Ok(Ended::Undecided);
            }
            let zone = state.around(centre, radius);
            self.next += 1;
            // Without a core there are many starts and little is decided around them.
            let at_once = state.cores.is_empty();
            if let Some(facts) = state.facts_near(&zone, control)? {
                self.trial = Trial::new(state, Some(facts), at_once, control)?;
            }
        }
    }
}
