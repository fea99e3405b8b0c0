//! Who did how much when: what the turns of each entry took, handed on and came to.
//!
//! In: the state before a turn and after it. Out: stretches, which follow each other without a gap
//! from the first tick to the last; turns in a row in which one entry does the same are one.

use serde_json::{Value, json};

use super::Solver;
use super::entries::{Entry, Found};
use crate::Outcome;
use crate::coil::solve::ends::EndsFirst;
use crate::coil::solve::slides::core_slides::CoreSlides;
use crate::coil::solve::slides::restarts::Restarts;
use crate::schedule::Ticks;

/// Turns of one entry in a row.
pub struct Stretch {
    entry: Entry,
    /// What was done, in words.
    stage: &'static str,
    from: Ticks,
    to: Ticks,
    /// How many starts were struck off.
    struck: usize,
    /// What else is made use of from now on.
    handed_on: Vec<String>,
    outcome: &'static str,
}

/// What may be handed on: what there was of it before a turn.
#[derive(Clone, Copy)]
pub struct Known {
    cores: usize,
    has_located: bool,
    /// Starts that the plain search over all of them has struck off.
    struck: usize,
    has_ruled_out_starts: bool,
}

impl Stretch {
    /// What was handed on, in words.
    fn said(&self) -> String {
        let struck = match self.struck {
            0 => None,
            1 => Some("1 start struck off".to_owned()),
            more => Some(format!("{more} starts struck off")),
        };
        let all: Vec<String> = struck.into_iter().chain(self.handed_on.clone()).collect();
        all.join(", ")
    }
}

impl Solver<'_> {
    /// What is known now.
    pub(super) fn known(&self) -> Known {
        let (ends, search) = (self.ends.as_ref(), self.core_slides.as_ref());
        Known {
            cores: ends.map_or(0, |ends| ends.proved_cores().len()),
            has_located: ends.is_some_and(EndsFirst::has_located),
            struck: self.restarts.as_ref().map_or(0, Restarts::struck_starts),
            has_ruled_out_starts: search.is_some_and(CoreSlides::has_ruled_out_starts),
        }
    }

    /// Takes note of a turn that is just over and charged.
    pub(super) fn note(&mut self, entry: Entry, before: Known, found: &Found) {
        let outcome = match found {
            Ok(Some(Outcome::Solved(_))) => "solved",
            Ok(Some(_)) => "unsolvable",
            Err(_) => "interrupted",
            Ok(None) if self.schedule.is_alive(entry) => "paused",
            Ok(None) => "over",
        };
        let (handed_on, to) = (self.handed_on(entry, before), self.schedule.total());
        let struck = self.known().struck - before.struck;
        match self.timeline.last_mut() {
            Some(last) if (last.entry, last.stage) == (entry, self.stage) => {
                last.struck += struck;
                last.handed_on.extend(handed_on);
                (last.to, last.outcome) = (to, outcome);
            }
            last => {
                let from = last.map_or(Ticks(0), |last| last.to);
                self.timeline.push(Stretch {
                    entry,
                    stage: self.stage,
                    from,
                    to,
                    struck,
                    handed_on,
                    outcome,
                });
            }
        }
    }

    /// What a turn has handed on, apart from starts that were struck off.
    fn handed_on(&self, entry: Entry, before: Known) -> Vec<String> {
        let now = self.known();
        let mut things = Vec::new();
        match entry {
            Entry::Slides => {
                if now.has_ruled_out_starts && !before.has_ruled_out_starts {
                    things.push("no start in the cores".to_owned());
                }
            }
            Entry::Locate => {
                let cores = self.ends.as_ref().map_or(&[][..], EndsFirst::proved_cores);
                let new = cores.iter().skip(before.cores);
                things.extend(new.map(|core| match core.len() {
                    1 => "a core of 1 cell".to_owned(),
                    cells => format!("a core of {cells} cells"),
                }));
                if now.has_located && !before.has_located {
                    things.push("facts and places of the ends".to_owned());
                }
            }
            Entry::Rehearse | Entry::Walk => {}
        }
        things
    }

    /// Who did how much when.
    pub(super) fn timeline(&self) -> Value {
        let stretches = self.timeline.iter().map(|stretch| {
            json!({
                "entry": stretch.entry.name(),
                "from": stretch.from.0,
                "to": stretch.to.0,
                "stage": stretch.stage,
                "handed_on": stretch.said(),
                "outcome": stretch.outcome,
            })
        });
        stretches.collect()
    }
}
