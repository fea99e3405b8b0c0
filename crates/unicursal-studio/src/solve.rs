//! Solving, with progress as server-sent events.
//!
//! Events: `queued` when the work has to wait, `started`, `progress` and `sketch` a few times a
//! second, and one `done` or `error` at the end. Closing the connection cancels the work.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures_util::stream::{Stream, unfold};
use serde_json::{Value, json};
use tokio::sync::mpsc::{self, Sender};
use unicursal_api::SolveAsked;

use crate::Studio;
use crate::refusal::Refusal;
use crate::work::Place;

/// How often a silent connection gets a comment, by which a client that is gone is noticed.
const PULSE: Duration = Duration::from_secs(5);

/// Answers `POST /api/solve`, when there is room in the queue.
pub fn solve(
    studio: Arc<Studio>,
    asked: SolveAsked,
    limit: Duration,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let place = studio.long.enter()?;
    let (sender, receiver) = mpsc::channel(16);
    tokio::spawn(async move {
        let gone = sender.clone();
        tokio::select! {
            () = gone.closed() => {}
            () = tell(studio, asked, limit, place, sender) => {}
        }
    });
    let events = unfold(receiver, |mut receiver| async {
        let event = receiver.recv().await?;
        Some((Ok(event), receiver))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(PULSE)))
}

/// Does the work and sends all events.
async fn tell(
    studio: Arc<Studio>,
    asked: SolveAsked,
    limit: Duration,
    place: Place,
    sender: Sender<Event>,
) {
    if place.must_wait() {
        let _ = sender.send(event("queued", &json!({}))).await;
    }
    let progress = sender.clone();
    let worked = place.run(move |cancelled| {
        let _ = progress.blocking_send(event("started", &json!({})));
        let control = studio.control(limit, cancelled);
        let tell = |name: &str, data: &Value| {
            let _ = progress.try_send(event(name, data));
        };
        studio.api.solve(&asked, control, &tell)
    });
    let last = match worked.await.and_then(|done| Ok(done?)) {
        Ok(done) => event("done", &done),
        Err(refusal) => event("error", &refusal.0.json),
    };
    let _ = sender.send(last).await;
}

fn event(name: &str, data: &Value) -> Event {
    Event::default().event(name).data(data.to_string())
}
