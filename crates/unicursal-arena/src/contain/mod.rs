//! Running other people's programs so that they end when we say, and leave nothing behind.
//!
//! Each run is three processes of our own executable, which [`supervise`] recognises by a hidden
//! first argument, so that no code has to run between `fork` and `exec`:
//!
//! 1. *enter* (`enter.rs`) makes a PID namespace and waits;
//! 2. *watch* (`watch.rs`) is the first process in it: it starts the program, feeds it, collects its
//!    output, watches the limits, and answers. When it ends, the kernel ends everything in the
//!    namespace, whatever it forked, ignored or detached;
//! 3. *exec* (`exec.rs`) sets the limits that a process sets for itself and becomes the program.
//!
//! The request goes in through the standard input of *watch*, and that pipe stays open: it closes
//! when we want to end or are no more, even by `kill -9`, and then *watch* ends too. Where there are
//! no namespaces, *watch* adopts orphans and kills the tree process by process ([`Containment::Tree`]).
//!
//! A run costs about 5 ms of processor time beside the program's own, of which some 1.5 ms, for
//! becoming the program, count as the program's.

mod enter;
mod exec;
mod tree;
mod watch;
mod wire;

use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, ExitCode, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::Program;
pub use wire::{Ended, Limits, Stop, machine_memory};

/// The first argument of an executable that shall act as one of the three processes.
const HIDDEN: &str = "__contain";

/// How long after the time limit the supervisor may take to clean up and answer.
const GRACE: Duration = Duration::from_secs(15);

/// How a program is kept together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Containment {
    /// In a PID namespace: the kernel ends all of it at once.
    Namespace,
    /// By adopting orphans and killing process by process: a program that forks fast enough, or
    /// that kills its supervisor, can escape.
    Tree,
}

/// What a program did.
#[derive(Clone, Debug)]
pub struct Run {
    /// How it ended.
    pub ended: Ended,
    /// Wall-clock time from its start to its end.
    pub wall: Duration,
    /// Processor time of it and its children.
    pub cpu: Duration,
    /// The larger of the largest process's peak and the highest sum seen over all processes, in
    /// bytes of resident memory.
    pub peak_memory: u64,
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
    /// PID namespaces were asked for and there are none.
    #[error("no PID namespace can be made here: {0}")]
    NoNamespace(String),
    /// The supervising process failed.
    #[error("the supervisor of the program failed: {0}")]
    Supervisor(String),
}

/// Starts programs under supervision.
#[derive(Clone, Debug)]
pub struct Cage {
    executable: PathBuf,
    containment: Containment,
}

/// Acts as a supervising process if this process was started as one. To be called first in `main`,
/// while there is a single thread, by every executable that uses a [`Cage`].
pub fn supervise() -> Option<ExitCode> {
    let mut args = std::env::args_os().skip(1);
    if args.next()? != HIDDEN {
        return None;
    }
    let role = args.next().unwrap_or_default();
    Some(match role.to_str() {
        Some("probe") => enter::probe(),
        Some("enter") => enter::enter(),
        Some("watch") => watch::watch(Containment::Namespace),
        Some("watch-tree") => watch::watch(Containment::Tree),
        Some("exec") => exec::exec(args),
        _ => ExitCode::from(2),
    })
}

/// Our own executable, also when its file was replaced since it was started.
fn own_executable() -> std::io::Result<PathBuf> {
    let link = PathBuf::from("/proc/self/exe");
    if link.exists() {
        return Ok(link);
    }
    std::env::current_exe()
}

impl Cage {
    /// Finds out which containment works here. With `wanted` there is no other.
    pub fn new(wanted: Option<Containment>) -> Result<Self, ContainError> {
        let failed = |error: std::io::Error| ContainError::Supervisor(error.to_string());
        let executable = own_executable().map_err(failed)?;
        let mut containment = Containment::Tree;
        if wanted != Some(Containment::Tree) {
            let mut probe = std::process::Command::new(&executable);
            probe.args([HIDDEN, "probe"]).stdin(Stdio::null());
            let probed = probe.output().map_err(failed)?;
            if probed.status.success() {
                containment = Containment::Namespace;
            } else if wanted == Some(Containment::Namespace) {
                let why = String::from_utf8_lossy(&probed.stderr);
                return Err(ContainError::NoNamespace(why.trim().to_owned()));
            }
        }
        Ok(Self {
            executable,
            containment,
        })
    }

    /// How programs are kept together.
    pub fn containment(&self) -> Containment {
        self.containment
    }

    /// Runs a program on some input within limits. `cancelled` is asked several times per second.
    pub fn run(
        &self,
        program: &Program,
        input: &[u8],
        limits: &Limits,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Run, ContainError> {
        let role = match self.containment {
            Containment::Namespace => "enter",
            Containment::Tree => "watch-tree",
        };
        let failed = |error: std::io::Error| ContainError::Supervisor(error.to_string());
        let mut command = std::process::Command::new(&self.executable);
        command
            .args([HIDDEN, role])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        {
            // In a group of its own, so that Ctrl-C in a terminal does not end the supervisor
            // before it has ended the program.
            use std::os::unix::process::CommandExt;
            command.process_group(0);
        }
        let mut supervisor = Supervisor(command.spawn().map_err(failed)?);
        let Some((mut requests, mut replies)) =
            supervisor.0.stdin.take().zip(supervisor.0.stdout.take())
        else {
            return Err(ContainError::Supervisor("no pipes".to_owned()));
        };
        let sent = wire::send_request(&mut requests, program, limits, input);
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            let mut reply = Vec::new();
            let read = replies.read_to_end(&mut reply).map(|_| reply);
            // The receiver is gone only when the run was given up.
            let _ = sender.send(read);
        });
        let give_up = Instant::now().checked_add(limits.wall.saturating_add(GRACE));
        let reply = loop {
            match receiver.recv_timeout(Duration::from_millis(50)) {
                Ok(reply) => break reply.map_err(failed)?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break Vec::new(),
            }
            if cancelled() {
                // The supervisor sees the pipe close, and we wait until it is done.
                drop(requests);
                let _ = supervisor.0.wait();
                return Err(ContainError::Cancelled);
            }
            if give_up.is_some_and(|time| Instant::now() > time) {
                let why = "it does not answer".to_owned();
                return Err(ContainError::Supervisor(why));
            }
        };
        drop(requests);
        let _ = supervisor.0.wait();
        if reply.is_empty() {
            sent.map_err(failed)?;
            let why = "it ended without an answer".to_owned();
            return Err(ContainError::Supervisor(why));
        }
        wire::read_reply(&reply).map_err(ContainError::Supervisor)
    }
}

/// The first supervising process; it does not outlive this value.
struct Supervisor(Child);

impl Drop for Supervisor {
    fn drop(&mut self) {
        // Already waited for, as a rule; then this does nothing.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
