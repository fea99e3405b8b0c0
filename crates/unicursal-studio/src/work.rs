//! Work that takes long: a few pieces at once, some waiting, the rest refused.
//!
//! Work runs on a thread of its own. Whoever waits for it holds a future; dropping the future, as
//! happens when the client goes away, sets the flag that ends the work. A place is free again only
//! when the work has really ended.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::http::StatusCode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::refusal::Refusal;

/// A queue for work.
pub struct Queue {
    /// Places for work that runs.
    running: Arc<Semaphore>,
    /// Places for work that runs or waits.
    admitted: Arc<Semaphore>,
}

/// A place in the queue.
pub struct Place {
    running: Arc<Semaphore>,
    admitted: OwnedSemaphorePermit,
}

impl Queue {
    pub fn new(at_once: usize, waiting: usize) -> Self {
        Self {
            running: Arc::new(Semaphore::new(at_once)),
            admitted: Arc::new(Semaphore::new(at_once + waiting)),
        }
    }

    /// A place in the queue, if there is one.
    pub fn enter(&self) -> Result<Place, Refusal> {
        let admitted = Arc::clone(&self.admitted).try_acquire_owned();
        let admitted = admitted.map_err(|_| {
            let message = "too much is waiting already; try again in a while";
            Refusal::new(StatusCode::SERVICE_UNAVAILABLE, message)
        })?;
        let running = Arc::clone(&self.running);
        Ok(Place { running, admitted })
    }

    /// Waits for a turn and does the work, which must end soon when its flag is raised.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        self.enter()?.run(work).await
    }
}

impl Place {
    /// Whether the work would have to wait now.
    pub fn must_wait(&self) -> bool {
        self.running.available_permits() == 0
    }

    /// See [`Queue::run`].
    pub async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let bug = |_| Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, BUG);
        let Self { running, admitted } = self;
        let turn = running.acquire_owned().await.map_err(|_| closed())?;
        let guard = RaisedOnDrop::default();
        let flag = Arc::clone(&guard.0);
        let done = tokio::task::spawn_blocking(move || {
            let _places = (turn, admitted);
            work(&flag)
        });
        done.await.map_err(bug)
    }
}

const BUG: &str = "INTERNAL ERROR, please report this level: the work ended in a panic";

fn closed() -> Refusal {
    Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "the server is ending")
}

/// A flag that is set when nobody waits any more.
#[derive(Default)]
struct RaisedOnDrop(Arc<AtomicBool>);

impl Drop for RaisedOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
