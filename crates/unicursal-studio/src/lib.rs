//! The studio: a web server for one person, with a page in which puzzles are watched, played and
//! made.
//!
//! The requests and their answers are defined in the crate `unicursal-api`. Here `api` takes
//! questions over HTTP, `work` runs what takes long within limits, `guard` keeps other people's
//! pages out, `connections` cuts off slow and idle clients, `assets` is the page itself.
//!
//! Invariant: whatever a request does, the server continues. A panic of a puzzle ends only that
//! request.

#![warn(missing_docs)]

mod api;
mod assets;
mod body;
mod connections;
mod guard;
mod refusal;
mod solve;
mod work;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::net::TcpListener;
use unicursal::{Control, Puzzle};
use unicursal_api::Api;

use work::Queue;

/// Deep searches recurse; this much address space for each thread is enough for the largest boards.
const STACK_BYTES: usize = 64 << 20;
/// How often the server looks whether it should end.
const LOOK: Duration = Duration::from_millis(50);

/// What the server offers, and its limits.
#[derive(Clone)]
pub struct Config {
    /// The puzzles.
    pub puzzles: &'static [&'static dyn Puzzle],
    /// The longest time for one piece of work; requests may ask for less.
    pub time_limit: Duration,
    /// The most memory that one piece of work may plan to use.
    pub memory_limit: Option<usize>,
    /// Threads for each piece of work.
    pub threads: usize,
    /// This many solves run at once.
    pub at_once: usize,
    /// This many more may wait; further ones are refused.
    pub waiting: usize,
    /// The most bytes in a request.
    pub most_bytes: usize,
    /// The most cells of a level.
    pub most_cells: usize,
    /// The most open connections; further ones wait to be accepted.
    pub connections: usize,
    /// How long a client may take to send a request, to read an answer, or do nothing.
    pub patience: Duration,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            puzzles: unicursal::puzzles(),
            time_limit: Duration::from_secs(120),
            memory_limit: None,
            threads: 1,
            at_once: 2,
            waiting: 8,
            // A level of 2000x2000 is 4 MB, and its answer can be several times as long.
            most_bytes: 32 << 20,
            most_cells: 2000 * 2000,
            connections: 64,
            patience: Duration::from_secs(30),
        }
    }
}

/// What all requests share.
struct Studio {
    config: Config,
    api: Api,
    /// Solving, counting, hints and generating.
    long: Queue,
    /// Reading, drawing and checking, which must not wait behind the former.
    short: Queue,
    /// Whether only this machine can reach the server.
    local: bool,
}

impl Studio {
    /// The control of work that ends when the flag is raised.
    fn control<'a>(&self, limit: Duration, cancelled: &'a AtomicBool) -> Control<'a> {
        let control = Control::new()
            .time_limit(limit)
            .threads(self.config.threads)
            .cancelled_by(cancelled);
        match self.config.memory_limit {
            Some(bytes) => control.memory_limit(bytes),
            None => control,
        }
    }
}

/// Serves on `address` until `stop` is set. `ready` gets the address, in which a port 0 has become
/// a real one.
pub fn run(
    address: SocketAddr,
    config: Config,
    ready: impl FnOnce(SocketAddr),
    stop: &AtomicBool,
) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .thread_stack_size(STACK_BYTES)
        .enable_all()
        .build()?;
    let served = runtime.block_on(async {
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        let studio = Arc::new(Studio {
            long: Queue::new(config.at_once, config.waiting),
            short: Queue::new(2, 4 * config.waiting),
            local: address.ip().is_loopback(),
            api: Api {
                puzzles: config.puzzles,
                most_bytes: config.most_bytes,
                most_cells: config.most_cells,
                time_limit: config.time_limit,
            },
            config,
        });
        ready(address);
        tokio::select! {
            () = connections::accept(listener, studio) => {}
            () = raised(stop) => {}
        }
        Ok(())
    });
    // Work that has not yet noticed that nobody is waiting for it ends with the process.
    runtime.shutdown_background();
    served
}

async fn raised(flag: &AtomicBool) {
    while !flag.load(Ordering::Relaxed) {
        tokio::time::sleep(LOOK).await;
    }
}
