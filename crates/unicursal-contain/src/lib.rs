//! Runs programs that nobody trusts, so that they end when we say, leave nothing behind, learn
//! nothing that they should not, and cannot falsify what we report about them.
//!
//! A [`Cage`] is made once for a [`Policy`] and its programs; it finds out what the system offers,
//! and is an error if that is less than was asked for. [`Cage::run`] then runs a [`Command`] on
//! some input within [`Limits`], and reports what it did: how it ended, what it printed, and how
//! much time, memory and processes it took.
//!
//! Each run has three processes of ours above the program, which are copies (`fork.rs`) of our own
//! executable, started once with a hidden first argument that [`supervise`] recognises
//! (`zygote.rs`):
//!
//! 1. the *keeper* (`keeper/`) stays outside: it makes the control group (`group/`) and the PID
//!    namespace, watches the limits, measures, kills, and answers;
//! 2. *init* (`init.rs`), a copy of it, is the first process in the namespace and waits for all
//!    others. When it ends, the kernel ends everything in the namespace, whatever it forked,
//!    ignored or detached;
//! 3. *exec* (`exec.rs`), a copy of that, takes its own view of the files (`view/`), joins the
//!    group, gives up what privileges it has (`isolate.rs`), sets the limits that a process sets
//!    for itself, puts up Landlock (`fence.rs`) and the filter of system calls (`filter/`), and
//!    becomes the program, with standard input, output and error and no other file.
//!
//! Request and answer go through a socket to the keeper (`wire.rs`), on which both sides also
//! notice the other's death, even by `kill -9`. What init has to tell goes through a pipe to the
//! keeper. All processes above the program are closed to it: those in its namespace by user or user
//! namespace and because they are not dumpable, the others because it cannot see them. Without
//! namespaces, processes are followed through `/proc` (`tree.rs`), and files go to a folder that is
//! removed (`scratch.rs`).
//!
//! All of that needs Linux. Elsewhere (`elsewhere.rs`) there are the same types, and [`Cage::new`]
//! is an error that says so.
//!
//! Modules depend in one direction: `cage` on `running`, that on `zygote`, that on `keeper`,
//! `init`, `exec`, and all of them on `policy` and `wire`.

#![warn(missing_docs)]

#[cfg(not(target_os = "linux"))]
mod elsewhere;
#[cfg_attr(not(target_os = "linux"), expect(dead_code))]
mod policy;
#[cfg_attr(not(target_os = "linux"), expect(dead_code))]
mod wire;

#[cfg(target_os = "linux")]
mod cage;
#[cfg(target_os = "linux")]
mod evict;
#[cfg(target_os = "linux")]
mod exec;
#[cfg(target_os = "linux")]
mod fence;
#[cfg(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
))]
pub mod filter;
#[cfg(all(
    target_os = "linux",
    not(any(target_arch = "x86_64", target_arch = "aarch64"))
))]
#[path = "filter/none.rs"]
mod filter;
#[cfg(target_os = "linux")]
mod fork;
#[cfg(target_os = "linux")]
mod group;
#[cfg(target_os = "linux")]
mod handover;
#[cfg(target_os = "linux")]
mod init;
#[cfg(target_os = "linux")]
mod isolate;
#[cfg(target_os = "linux")]
mod keeper;
#[cfg(target_os = "linux")]
mod needs;
#[cfg(target_os = "linux")]
mod output;
#[cfg(target_os = "linux")]
mod running;
#[cfg(target_os = "linux")]
mod scratch;
#[cfg(target_os = "linux")]
mod staging;
#[cfg(target_os = "linux")]
mod tree;
#[cfg(target_os = "linux")]
mod view;
#[cfg(target_os = "linux")]
mod zygote;

use std::time::Duration;

use thiserror::Error;

#[cfg(target_os = "linux")]
pub use cage::Cage;
#[cfg(not(target_os = "linux"))]
pub use elsewhere::{Cage, Place, Running, supervise};
#[cfg(target_os = "linux")]
pub use group::Place;
pub use policy::{
    Command, Containment, Failure, Groups, Limits, Means, Policy, Setup, User, machine_memory,
};
#[cfg(target_os = "linux")]
pub use running::Running;
pub use wire::{Account, Ended, Stop};

/// The first argument of an executable that should act as the zygote.
#[cfg(target_os = "linux")]
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
    /// What it printed before it ended.
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
    /// Something that was asked for is not available here.
    #[error("{what} is not available here: {why}", what = means.name())]
    Missing {
        /// What it is.
        means: Means,
        /// Why not.
        why: String,
    },
    /// The program cannot be run without the caller's rights.
    #[error("{program}: this program would have to run as root: {why}")]
    WouldBeRoot {
        /// Its file.
        program: String,
        /// Why nobody else can run it.
        why: String,
    },
    /// Programs are run on Linux only.
    #[error(
        "running other programs needs Linux, and this is another system; a container or a virtual machine will do"
    )]
    NotLinux,
    /// A supervising process could not be started.
    #[error("the supervisor of the program failed: {0}")]
    Supervisor(String),
}

/// Acts as a supervising process if this process was started as one. Every executable that uses a
/// [`Cage`] must call it first in `main`, while there is a single thread.
#[cfg(target_os = "linux")]
pub fn supervise() -> Option<std::process::ExitCode> {
    let is_zygote = std::env::args_os().nth(1)? == HIDDEN;
    is_zygote.then(zygote::serve)
}

/// Our own executable, even if its file has been replaced since it was started.
#[cfg(target_os = "linux")]
fn own_executable() -> std::io::Result<std::path::PathBuf> {
    let link = std::path::PathBuf::from("/proc/self/exe");
    if link.exists() {
        return Ok(link);
    }
    std::env::current_exe()
}
