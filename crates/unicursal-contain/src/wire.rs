//! The messages between our processes: a line of JSON, then bytes.
//!
//! The program can reach none of these channels: a socket cannot be opened through `/proc`, the
//! pipe belongs to processes that the program may not look into, and both are closed before it
//! starts.

use std::io::{BufRead, Read, Write};
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::policy::{Command, Failure, Limits, Means, Setup};

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
    /// We could not do our part, which says nothing about the program.
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
    /// None: the caller asked for the end.
    Unwanted,
}

/// What a program can see of the files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// Where it starts.
    pub working: PathBuf,
    /// What it sees besides the system's own folders.
    pub shown: Vec<Shown>,
    /// What it does not see, although it is within what it sees.
    pub hidden: Vec<PathBuf>,
}

/// A file or folder that a program sees.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Shown {
    /// Where the program sees it.
    pub path: PathBuf,
    /// Where it really is.
    pub source: PathBuf,
    /// Whether the program may change it.
    pub writable: bool,
}

/// What the keeper is asked to do.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The program.
    pub command: Command,
    /// Its limits.
    pub limits: Limits,
    /// Its containment.
    pub setup: Setup,
    /// Its files.
    pub view: View,
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
    /// A program has started whose input stays open, at this time of the clock that all processes
    /// share.
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
    /// A moment after it ended by itself, and how much of its output was unread before that moment.
    pub last: Option<(Duration, u64)>,
}

impl Account {
    /// That nothing was measured, because we failed.
    pub fn failed(means: Option<Means>, why: impl Into<String>) -> Self {
        let why = why.into();
        Self {
            ended: Ended::Failed(Failure { means, why }),
            wall: Duration::ZERO,
            cpu: Duration::ZERO,
            peak_memory: 0,
            processes: None,
            last: None,
        }
    }
}

/// The messages of the processes inside to the keeper, a line each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Report {
    /// The program is about to start, at this time of the clock that all processes share.
    Start(Duration),
    /// Something is not available.
    Failed(Failure),
    /// The program has ended, at this time; and a moment later so much of its output was still
    /// unread.
    End(Ended, Duration, (Duration, u64)),
    /// No process is left; processor time and largest process of all that were waited for.
    Gone(Duration, u64),
}

/// The time of a clock that all processes share, since some moment in the past.
#[cfg(target_os = "linux")]
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
