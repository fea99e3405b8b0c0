//! The reports of the processes inside to the keeper, and whether they are credible.

use std::time::Duration;

use crate::policy::Failure;
use crate::wire::{Ended, Report};

/// What the processes inside have reported.
#[derive(Default)]
pub struct Told {
    pub start: Option<Duration>,
    pub failed: Option<Failure>,
    /// How it ended, when, and how much of its output was unread by when.
    pub end: Option<(Ended, Duration, (Duration, u64))>,
    pub gone: Option<(Duration, u64)>,
    /// The first process has closed its end.
    pub closed: bool,
    /// Something that no process of ours would report.
    pub odd: Option<String>,
}

impl Told {
    /// Takes in a line. Each kind of report comes once, and in order.
    pub fn note(&mut self, line: &[u8]) {
        let order = (self.start.is_some(), self.end.is_some());
        match (serde_json::from_slice(line), order) {
            (Ok(Report::Start(when)), (false, false)) => self.start = Some(when),
            (Ok(Report::Failed(failure)), (false, false)) => self.failed = Some(failure),
            (
                Ok(Report::End(how @ (Ended::Exited(_) | Ended::Signalled(_)), when, unread)),
                (_, false),
            ) => self.end = Some((how, when, unread)),
            (Ok(Report::Gone(cpu, largest)), _) if self.gone.is_none() => {
                self.gone = Some((cpu, largest));
            }
            _ => {
                let why = "something else wrote into the reports of the run".to_owned();
                self.odd.get_or_insert(why);
            }
        }
    }
}
