//! Both ends in a zone: around the only core, or around the place where a loop is cut.
//!
//! Zones are guesses. They can find an answer, and never prove that there is none.

use crate::Instant;

use super::ground::Ground;
use super::locate::find_cut;
use crate::coil::engine::values::role;
use crate::coil::solve::on_path::OnPath;
use crate::coil::tuning::hunt::ZONES;
use crate::ended::Ended;
use crate::{Control, Interruption};

/// The zones that were not tried yet.
#[derive(Debug, Default)]
pub struct Zones {
    /// The cells around which they lie, once these are known.
    pub centre: Option<Vec<usize>>,
    next: usize,
}

impl Zones {
    /// How many have been tried, and of how many.
    pub fn tried(&self) -> (usize, usize) {
        (self.next, ZONES.len())
    }

    /// Tries zones until a path is found or about as much is done as walks of `limit` choices take.
    /// `Exhausted` says that no zone is left, which proves nothing.
    pub fn play(
        &mut self,
        ground: &mut Ground,
        limit: u64,
        on_path: OnPath,
        control: &Control,
    ) -> Result<Ended, Interruption> {
        let centre = self.centre(ground, control)?;
        let last = ground.last_revision(limit);
        while self.next < ZONES.len() && !centre.is_empty() {
            if ground.revisions() > last {
                return Ok(Ended::Undecided);
            }
            let zone = [(ground.around(&centre, ZONES[self.next]), role::ANY)];
            self.next += 1;
            // Without a core there are many starts and little is decided around them.
            let at_once = ground.cores.is_empty();
            let ended = ground.try_roles(&zone, at_once, limit, &mut *on_path, control)?;
            if ended == Ended::Found {
                return Ok(Ended::Found);
            }
        }
        Ok(Ended::Exhausted)
    }

    fn centre(
        &mut self,
        ground: &mut Ground,
        control: &Control,
    ) -> Result<Vec<usize>, Interruption> {
        if let Some(centre) = &self.centre {
            return Ok(centre.clone());
        }
        let centre = if let Some(core) = ground.cores.first() {
            core.clone()
        } else {
            let clock = Instant::now();
            let cut = find_cut(ground, control);
            ground.cost.seconds.cut += clock.elapsed().as_secs_f64();
            cut?
        };
        self.centre = Some(centre.clone());
        Ok(centre)
    }
}
