//! Running other people's programs so that they end when we say, leave nothing behind, and cannot
//! tell us what to think of them.
//!
//! Each run has three processes of ours above the program, which are copies (`fork.rs`) of our own executable,
//! started once with a hidden first argument that [`supervise`] recognises (`nursery.rs`):
//!
//! 1. the *keeper* (`keeper.rs`) stays outside: it makes the control group and the PID namespace,
//!    watches the limits, measures, kills, and answers;
//! 2. *init* (`init.rs`), a copy of it, is the first process in the namespace and waits for all others.
//!    When it ends, the kernel ends everything in the namespace, whatever it forked, ignored or detached;
//! 3. *exec* (`exec.rs`), a copy of that, joins the group, takes its own view of the files (`view.rs`),
//!    gives up what privileges it has (`isolate.rs`), sets the limits that a process sets for itself, and
//!    becomes the program, with standard input, output and error and no other file.
//!
//! Request and answer go through a socket between the arena and the keeper, on which both also notice
//! the other's death, even by `kill -9`. What init has to tell goes through a pipe to the keeper. All
//! processes above the program are closed to it: those in its namespace by user or user namespace and
//! because they are not dumpable, the others because it cannot see them. Where there are no namespaces,
//! processes are adopted and killed one by one ([`Containment`]); a filter of system calls (`guard/`) and
//! Landlock (`fence.rs`) keep the program to itself then.

mod cage;
mod exec;
#[cfg(target_os = "linux")]
mod fence;
mod fork;
mod group;
#[cfg(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
))]
mod guard;
#[cfg(all(
    target_os = "linux",
    not(any(target_arch = "x86_64", target_arch = "aarch64"))
))]
#[path = "guard/none.rs"]
mod guard;
mod handover;
mod init;
#[cfg(target_os = "linux")]
mod isolate;
mod keeper;
mod nursery;
mod running;
mod scratch;
mod tree;
#[cfg(target_os = "linux")]
mod view;
mod wire;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use thiserror::Error;

pub use cage::{Cage, Containment, Wanted};
pub use running::Running;
pub use wire::{Account, Ended, Failure, Limits, Means, Setup, Stop, User, machine_memory};

/// The first argument of an executable that shall act as the nursery.
const HIDDEN: &str = "__contain";

/// What a program did.
#[derive(Clone, Debug)]
pub struct Run {
    /// How it ended.
    pub ended: Ended,
    /// Wall-clock time from its start to its end.
    pub wall: Duration,
    /// Processor time of everything that it started.
    pub cpu: Duration,
    /// Peak memory in bytes: of all kinds in a control group; elsewhere the larger of the largest
    /// process's peak and the highest sum seen over all processes, of resident memory.
    pub peak_memory: u64,
    /// The most processes and threads at the same time, where the system counts them.
    pub processes: Option<u64>,
    /// What it printed.
    pub stdout: Vec<u8>,
    /// The end of what it wrote to standard error.
    pub stderr: Vec<u8>,
}

/// Why there is no [`Run`].
#[derive(Debug, Error)]
pub enum ContainError {
    /// The caller wanted to stop.
    #[error("interrupted")]
    Cancelled,
    /// Namespaces were asked for and there are none.
    #[error("no PID namespace can be made here: {0}")]
    NoNamespace(String),
    /// We are root, and the program cannot be run as anyone else.
    #[error("{0}: it would have to run as root, which is refused: as nobody, {1}")]
    WouldBeRoot(String, String),
    /// A supervising process could not be started.
    #[error("the supervisor of the program failed: {0}")]
    Supervisor(String),
}

/// Acts as a supervising process if this process was started as one. To be called first in `main`,
/// while there is a single thread, by every executable that uses a [`Cage`].
pub fn supervise() -> Option<ExitCode> {
    let is_nursery = std::env::args_os().nth(1)? == HIDDEN;
    is_nursery.then(nursery::nurse)
}

/// Our own executable, also when its file was replaced since it was started.
fn own_executable() -> std::io::Result<PathBuf> {
    let link = PathBuf::from("/proc/self/exe");
    if link.exists() {
        return Ok(link);
    }
    std::env::current_exe()
}
