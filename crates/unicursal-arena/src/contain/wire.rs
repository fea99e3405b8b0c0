//! What the processes of the arena say to each other: a line of JSON, then bytes.
//!
//! None of these channels can be reached by the program: a socket cannot be opened through `/proc`, the
//! pipe belongs to processes that the program may not look into, and both are closed before it starts.

use std::io::{BufRead, Read, Write};
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::group::Place;
use crate::Program;

/// Limits of one run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Limits {
    /// Wall-clock time; then everything is killed.
    pub wall: Duration,
    /// Processor time of all processes together; also `RLIMIT_CPU` of each.
    pub cpu_seconds: Option<u64>,
    /// Memory of all processes together, in bytes.
    pub memory: Option<u64>,
    /// Processes and threads at the same time.
    pub processes: Option<u64>,
    /// Address space of each process, in bytes (`RLIMIT_AS`).
    pub address_space: Option<u64>,
    /// Size of each file written, in bytes (`RLIMIT_FSIZE`).
    pub file_size: Option<u64>,
    /// All files in the scratch folder together, in bytes.
    pub scratch: u64,
    /// Bytes on standard output.
    pub output: u64,
}

impl Default for Limits {
    /// A minute, 64 MiB of output, 1 GiB of files, 4096 processes.
    fn default() -> Self {
        Self {
            wall: Duration::from_secs(60),
            cpu_seconds: None,
            memory: None,
            processes: Some(4096),
            address_space: None,
            file_size: Some(1 << 30),
            scratch: 1 << 30,
            output: 64 << 20,
        }
    }
}

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    /// By itself, with this code.
    Exited(i32),
    /// By this signal, not sent by us.
    Signalled(i32),
    /// We killed it.
    Stopped(Stop),
    /// It tampered with what measures it.
    Cheated(String),
    /// The arena could not do its part, which says nothing about the program.
    Failed(Failure),
}

/// Which limit a program was killed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// [`Limits::wall`].
    Time,
    /// [`Limits::cpu_seconds`].
    Processor,
    /// [`Limits::memory`].
    Memory,
    /// [`Limits::output`].
    Output,
    /// None: whoever started it wants no more.
    Unwanted,
}

/// What the arena could not do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The means that could not be had; `None` for everything else.
    pub means: Option<Means>,
    /// Why.
    pub why: String,
}

/// A means of containment that some systems do not offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Means {
    /// Control groups.
    Groups,
    /// A PID namespace.
    Processes,
    /// A read-only view of the files, and a `/proc` of its own.
    Files,
    /// An IPC namespace.
    Ipc,
    /// A network namespace without a network.
    Network,
    /// Another user, or the same without privileges.
    User,
    /// A filter of system calls.
    Guard,
    /// Landlock.
    Fence,
}

impl Means {
    /// What is not to be had, in words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Groups => "control groups",
            Self::Processes => "a PID namespace",
            Self::Files => "a read-only view of the files",
            Self::Ipc => "an IPC namespace",
            Self::Network => "a network namespace",
            Self::User => "another user",
            Self::Guard => "a filter of system calls",
            Self::Fence => "Landlock",
        }
    }
}

/// As whom a program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum User {
    /// As the user who started the arena.
    Same,
    /// As `nobody`, a user and a group.
    Nobody(u32, u32),
    /// As the same user, in a user namespace of its own, without any privilege.
    Unprivileged,
}

/// The number of `nobody` where the system has no such name.
pub const NOBODY: u32 = 65_534;

impl User {
    /// `nobody`, as the system calls it. To ask takes longer than to become it.
    pub fn nobody() -> Self {
        match nix::unistd::User::from_name("nobody") {
            Ok(Some(account)) => Self::Nobody(account.uid.as_raw(), account.gid.as_raw()),
            _ => Self::Nobody(NOBODY, NOBODY),
        }
    }

    /// Whether this is `nobody`.
    pub fn is_nobody(self) -> bool {
        matches!(self, Self::Nobody(..))
    }
}

/// How a program is contained.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each namespace can be had or not for itself"
)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// In groups made here.
    pub groups: Option<Place>,
    /// In a PID namespace.
    pub processes: bool,
    /// In a mount namespace.
    pub files: bool,
    /// In an IPC namespace.
    pub ipc: bool,
    /// In a network namespace.
    pub network: bool,
    /// Behind a filter of system calls that name processes, where there is no PID namespace.
    pub guard: bool,
    /// Fenced in by Landlock, where there is no mount namespace.
    pub fence: bool,
    /// Whether it may use the network, whatever keeps others from it.
    pub may_connect: bool,
    /// As whom.
    pub user: User,
    /// Folders that stay writable.
    pub writable: Vec<PathBuf>,
    /// Folders that stay visible.
    pub readable: Vec<PathBuf>,
    /// Folders that no view may show.
    pub hidden: Vec<PathBuf>,
    /// Terminals of ours that no view may show.
    pub terminals: Vec<PathBuf>,
}

/// What the keeper is asked to do.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The program.
    pub program: Program,
    /// Its limits.
    pub limits: Limits,
    /// Its containment.
    pub setup: Setup,
    /// Whether its standard input stays open after the last byte.
    pub stays_open: bool,
    /// Whether to do all but start it.
    pub trial: bool,
    /// How many bytes of input follow.
    pub input_bytes: usize,
}

/// What a keeper says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Word {
    /// A program has started whose input stays open, at this time of the clock that all processes share.
    Started(Duration),
    /// It has ended; this is the last word.
    Ended(Account),
}

/// What was measured from outside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Account {
    /// How it ended.
    pub ended: Ended,
    /// Wall-clock time from its start to its end.
    pub wall: Duration,
    /// Processor time of everything that it started.
    pub cpu: Duration,
    /// Peak memory in bytes.
    pub peak_memory: u64,
    /// The most processes and threads at the same time, where the system counts them.
    pub processes: Option<u64>,
}

impl Account {
    /// That nothing was measured, because the arena failed.
    pub fn failed(means: Option<Means>, why: impl Into<String>) -> Self {
        let why = why.into();
        Self {
            ended: Ended::Failed(Failure { means, why }),
            wall: Duration::ZERO,
            cpu: Duration::ZERO,
            peak_memory: 0,
            processes: None,
        }
    }
}

/// What the processes inside tell the keeper, a line each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Report {
    /// The program is about to start, at this time of the clock that all processes share.
    Start(Duration),
    /// Something could not be had.
    Failed(Failure),
    /// The program has ended, at this time.
    End(Ended, Duration),
    /// Nothing is left; processor time and largest process of all that were waited for.
    Gone(Duration, u64),
}

/// The time of a clock that all processes share, since some moment in the past.
pub fn now() -> Duration {
    use nix::time::{ClockId, clock_gettime};
    // This clock always exists.
    clock_gettime(ClockId::CLOCK_MONOTONIC).map_or(Duration::ZERO, Duration::from)
}

/// Writes a request and the program's input.
pub fn send_request(to: &mut impl Write, request: &Request, input: &[u8]) -> std::io::Result<()> {
    writeln!(to, "{}", serde_json::to_string(request)?)?;
    to.write_all(input)?;
    to.flush()
}

/// Reads a request and the program's input.
pub fn read_request(from: &mut impl BufRead) -> std::io::Result<(Request, Vec<u8>)> {
    let mut line = String::new();
    from.read_line(&mut line)?;
    let request: Request = serde_json::from_str(&line)?;
    let mut input = Vec::new();
    from.take(request.input_bytes as u64)
        .read_to_end(&mut input)?;
    if input.len() < request.input_bytes {
        return Err(std::io::ErrorKind::UnexpectedEof.into());
    }
    Ok((request, input))
}

/// The memory of this machine in bytes, where the system tells.
pub fn machine_memory() -> Option<u64> {
    #[cfg(target_os = "linux")]
    {
        use nix::unistd::{SysconfVar, sysconf};
        let pages = sysconf(SysconfVar::_PHYS_PAGES).ok()??;
        let page = sysconf(SysconfVar::PAGE_SIZE).ok()??;
        u64::try_from(pages.checked_mul(page)?).ok()
    }
    #[cfg(not(target_os = "linux"))]
    None
}
