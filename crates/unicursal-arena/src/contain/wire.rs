//! What the arena and its supervising process say to each other: a line of JSON, then bytes.

use std::io::{BufRead, Read, Write};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Run;
use crate::Program;

/// Limits of one run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Limits {
    /// Wall-clock time; then everything is killed.
    pub wall: Duration,
    /// Processor time of each process, in whole seconds (`RLIMIT_CPU`).
    pub cpu_seconds: Option<u64>,
    /// Resident memory of all processes together, in bytes, looked at 20 times per second.
    pub memory: Option<u64>,
    /// Address space of each process, in bytes (`RLIMIT_AS`).
    pub address_space: Option<u64>,
    /// Size of each file written, in bytes (`RLIMIT_FSIZE`).
    pub file_size: Option<u64>,
    /// Bytes on standard output.
    pub output: u64,
}

impl Default for Limits {
    /// A minute, 64 MiB of output, files of 1 GiB.
    fn default() -> Self {
        Self {
            wall: Duration::from_secs(60),
            cpu_seconds: None,
            memory: None,
            address_space: None,
            file_size: Some(1 << 30),
            output: 64 << 20,
        }
    }
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
    /// It could not be started.
    NotStarted(String),
}

/// Which limit a program was killed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// [`Limits::wall`].
    Time,
    /// [`Limits::memory`].
    Memory,
    /// [`Limits::output`].
    Output,
}

#[derive(Serialize, Deserialize)]
struct RequestHead {
    program: Program,
    limits: Limits,
    input_bytes: usize,
}

#[derive(Serialize, Deserialize)]
struct ReplyHead {
    ended: Ended,
    wall: Duration,
    cpu: Duration,
    peak_memory: u64,
    stdout_bytes: usize,
    stderr_bytes: usize,
}

/// Writes a request.
pub fn send_request(
    to: &mut impl Write,
    program: &Program,
    limits: &Limits,
    input: &[u8],
) -> std::io::Result<()> {
    let head = RequestHead {
        program: program.clone(),
        limits: limits.clone(),
        input_bytes: input.len(),
    };
    writeln!(to, "{}", serde_json::to_string(&head)?)?;
    to.write_all(input)?;
    to.flush()
}

/// Reads a request: the program, its limits and its input.
pub fn read_request(from: &mut impl BufRead) -> std::io::Result<(Program, Limits, Vec<u8>)> {
    let mut line = String::new();
    from.read_line(&mut line)?;
    let head: RequestHead = serde_json::from_str(&line)?;
    let mut input = vec![0; head.input_bytes];
    from.read_exact(&mut input)?;
    Ok((head.program, head.limits, input))
}

/// Writes a reply.
pub fn send_reply(to: &mut impl Write, run: &Run) -> std::io::Result<()> {
    let head = ReplyHead {
        ended: run.ended.clone(),
        wall: run.wall,
        cpu: run.cpu,
        peak_memory: run.peak_memory,
        stdout_bytes: run.stdout.len(),
        stderr_bytes: run.stderr.len(),
    };
    writeln!(to, "{}", serde_json::to_string(&head)?)?;
    to.write_all(&run.stdout)?;
    to.write_all(&run.stderr)?;
    to.flush()
}

/// Reads a reply that has arrived in full.
pub fn read_reply(mut bytes: &[u8]) -> Result<Run, String> {
    let mut line = String::new();
    let part = |count: usize, from: &mut &[u8]| {
        let mut part = Vec::new();
        let read = from.take(count as u64).read_to_end(&mut part);
        match read {
            Ok(read) if read == count => Ok(part),
            _ => Err("its answer is cut short".to_owned()),
        }
    };
    let unreadable = |error: &dyn std::fmt::Display| format!("its answer is unreadable: {error}");
    bytes.read_line(&mut line).map_err(|e| unreadable(&e))?;
    let head: ReplyHead = serde_json::from_str(&line).map_err(|e| unreadable(&e))?;
    Ok(Run {
        ended: head.ended,
        wall: head.wall,
        cpu: head.cpu,
        peak_memory: head.peak_memory,
        stdout: part(head.stdout_bytes, &mut bytes)?,
        stderr: part(head.stderr_bytes, &mut bytes)?,
    })
}
