//! Solving, with progress as server-sent events.
//!
//! Events: `queued` when the work has to wait, `started`, `progress` and `sketch` a few times a second,
//! and one `done` or `error` at the end. Closing the connection cancels the work.

use std::convert::Infallible;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures_util::stream::{Stream, unfold};
use serde_json::{Map, Value, json};
use tokio::sync::mpsc::{self, Sender};
use unicursal::{Outcome, Progress, Sketch};

use crate::body::{Asked, Refused};
use crate::request::SolveAsked;
use crate::sketch::Canvas;
use crate::work::Place;
use crate::{Studio, picture};

/// The least time between two reports of progress.
const PACE: Duration = Duration::from_millis(100);
/// How often a silent connection gets a comment, by which a client that is gone is noticed.
const PULSE: Duration = Duration::from_secs(5);

/// `POST /api/solve`.
pub async fn solve(
    State(studio): State<Arc<Studio>>,
    Asked(asked): Asked<SolveAsked>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refused> {
    studio.puzzle(&asked.puzzle)?;
    let place = studio.long.enter()?;
    let (sender, receiver) = mpsc::channel(16);
    tokio::spawn(async move {
        let gone = sender.clone();
        tokio::select! {
            () = gone.closed() => {}
            () = tell(studio, asked, place, sender) => {}
        }
    });
    let events = unfold(receiver, |mut receiver| async {
        let event = receiver.recv().await?;
        Some((Ok(event), receiver))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(PULSE)))
}

/// Does the work and sends all events.
async fn tell(studio: Arc<Studio>, asked: SolveAsked, place: Place, sender: Sender<Event>) {
    if place.must_wait() {
        let _ = sender.send(event("queued", &json!({}))).await;
    }
    let progress = sender.clone();
    let worked = place.run(move |cancelled| {
        let begun = Instant::now();
        let _ = progress.blocking_send(event("started", &json!({})));
        let limit = asked.time_limit(&studio.config);
        let control = studio.control(limit, cancelled);
        let puzzle = studio.puzzle(&asked.puzzle)?;
        let level = studio.level(puzzle, &asked.level, &control)?;
        // What comes while another thread reports, or too soon after it, is left out.
        let reported = Mutex::new(Pace::default());
        let watch = |report: &Progress| {
            if reported.try_lock().is_ok_and(|mut pace| pace.is_due()) {
                let _ = progress.try_send(event("progress", &progress_json(report, begun)));
            }
        };
        let sketched = Mutex::new((Pace::default(), Canvas::new(level.size())));
        let sketch = |sketch: &Sketch| {
            let Ok(mut sketched) = sketched.lock() else {
                return;
            };
            let (pace, canvas) = &mut *sketched;
            canvas.add(sketch);
            if pace.is_due() {
                let _ = progress.try_send(event("sketch", &canvas.shrunk()));
            }
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
    });
    let last = match worked.await.and_then(|done| done) {
        Ok(done) => event("done", &done),
        Err(refused) => event("error", refused.json()),
    };
    let _ = sender.send(last).await;
}

/// When something was last sent.
#[derive(Default)]
struct Pace(Option<Instant>);

impl Pace {
    /// Whether it is time to send again; then it counts as sent.
    fn is_due(&mut self) -> bool {
        let due = self.0.is_none_or(|last| last.elapsed() >= PACE);
        if due {
            self.0 = Some(Instant::now());
        }
        due
    }
}

fn event(name: &str, data: &Value) -> Event {
    Event::default().event(name).data(data.to_string())
}

fn progress_json(report: &Progress, begun: Instant) -> Value {
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
