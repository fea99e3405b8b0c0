//! Solving, with reports of progress and sketches a few times a second.

use std::sync::Mutex;
use std::time::Duration;

use serde_json::{Map, Value, json};
use unicursal::{Control, Instant, Outcome, Progress, Sketch};

use crate::sketch::Canvas;
use crate::{Api, Refused, SolveAsked, picture};

/// The least time between two reports of progress.
const PACE: Duration = Duration::from_millis(100);
/// After a report, this many times the time it took must pass before the next one: sketches of
/// millions of cells would otherwise take a good part of a busy machine.
const REST: u32 = 30;

/// Gets the name and the data of each report: `progress` or `sketch`.
pub type Tell<'a> = &'a (dyn Fn(&str, &Value) + Sync);

impl Api {
    /// Solves a level, and reports progress on the way.
    pub fn solve(
        &self,
        asked: &SolveAsked,
        control: Control,
        tell: Tell,
    ) -> Result<Value, Refused> {
        let begun = Instant::now();
        let puzzle = self.puzzle(&asked.puzzle)?;
        let level = self.level(puzzle, &asked.level, &control)?;
        // Reports that come while another thread reports, or too soon afterwards, are left out.
        let reported = Mutex::new(Pace::default());
        let watch = |report: &Progress| {
            if let Ok(mut pace) = reported.try_lock() {
                pace.keep(|| tell("progress", &progress(report, begun)));
            }
        };
        let sketched = Mutex::new((Pace::default(), Canvas::new(level.size())));
        let sketch = |sketch: &Sketch| {
            let Ok(mut sketched) = sketched.lock() else {
                return;
            };
            let (pace, canvas) = &mut *sketched;
            canvas.add(sketch);
            pace.keep(|| tell("sketch", &canvas.shrunk()));
        };
        let control = control.watched_by(&watch).sketched_by(&sketch);
        let solved = level.solve(&asked.request(), &control)?;
        let seconds = begun.elapsed().as_secs_f64();
        let mut done = json!(solved);
        done["seconds"] = json!(seconds);
        if let Outcome::Solved(answer) = &solved.outcome {
            let drawn = level.draw(Some(answer.as_bytes()))?;
            done["picture"] = picture::to_json(&drawn);
        }
        Ok(done)
    }
}

/// When the last report was made, and how long to wait after it.
#[derive(Default)]
struct Pace {
    told: Option<Instant>,
    rest: Duration,
}

impl Pace {
    /// Reports, if it is time for another report.
    fn keep(&mut self, tell: impl FnOnce()) {
        if self.told.is_some_and(|told| told.elapsed() < self.rest) {
            return;
        }
        let begun = Instant::now();
        tell();
        self.rest = PACE.max(begun.elapsed() * REST);
        self.told = Some(Instant::now());
    }
}

fn progress(report: &Progress, begun: Instant) -> Value {
    let figures = report.figures.iter();
    let figures: Map<String, Value> = figures
        .map(|&(name, value)| (name.to_owned(), json!(value)))
        .collect();
    json!({
        "phase": report.phase,
        "share": report.share,
        "figures": figures,
        "seconds": begun.elapsed().as_secs_f64(),
    })
}
