//! Threads that wait for work, because starting one costs more than a small board.
//!
//! A thread is started when none is idle, and stays. A child process does not have its parent's
//! threads, so after a fork the copied list is dropped.

use std::sync::Mutex;
use std::sync::mpsc::{self, Sender};

/// What a thread does, and then what makes the result known.
type Job = Box<dyn FnOnce() -> Delivery + Send>;
/// Makes a result known.
pub type Delivery = Box<dyn FnOnce() + Send>;

/// Enough for the deepest recursion of the library on boards of all sizes; memory is taken only as
/// it is used.
const STACK: usize = 64 << 20;

/// Threads without work, and the process that they belong to.
static IDLE: Mutex<(u32, Vec<Sender<Job>>)> = Mutex::new((0, Vec::new()));

/// Runs a job in another thread, which is idle again when the job's result is delivered.
pub fn run(job: impl FnOnce() -> Delivery + Send + 'static) -> std::io::Result<()> {
    let mut job: Job = Box::new(job);
    while let Some(thread) = idle() {
        match thread.send(job) {
            Ok(()) => return Ok(()),
            Err(mpsc::SendError(back)) => job = back,
        }
    }
    let (sender, jobs) = mpsc::channel::<Job>();
    let thread = std::thread::Builder::new().stack_size(STACK);
    thread.spawn({
        let sender = sender.clone();
        move || {
            while let Ok(job) = jobs.recv() {
                let deliver = job();
                if let Some(mut idle) = own() {
                    idle.1.push(sender.clone());
                }
                deliver();
            }
        }
    })?;
    // The thread holds the other end.
    let _ = sender.send(job);
    Ok(())
}

fn idle() -> Option<Sender<Job>> {
    own()?.1.pop()
}

/// The idle threads of this process. Nobody waits for the lock: a fork may have copied it closed.
fn own() -> Option<std::sync::MutexGuard<'static, (u32, Vec<Sender<Job>>)>> {
    let mut idle = IDLE.try_lock().ok()?;
    let process = std::process::id();
    if idle.0 != process {
        *idle = (process, Vec::new());
    }
    Some(idle)
}
