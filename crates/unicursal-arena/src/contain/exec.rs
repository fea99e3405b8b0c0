//! The innermost process: puts itself into its container, limits itself and becomes the program.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::unistd::{AccessFlags, access};

use super::wire::{self, Report};
use super::{Failure, Limits, Setup, User};
use crate::Program;

/// What shells say when a program cannot be started.
const CANNOT_START: u8 = 127;

/// What this process is asked to do.
pub struct Orders<'a> {
    pub program: &'a Program,
    pub limits: &'a Limits,
    pub setup: &'a Setup,
    /// Whether to do all but become the program.
    pub trial: bool,
    /// Files into which to write `0`, to join groups.
    pub doors: Vec<PathBuf>,
    /// User and group outside of all namespaces.
    pub outer: (u32, u32),
    /// Where the keeper is given the file through which the guard asks.
    pub gate: Option<UnixStream>,
    /// The folder for its files, where it has no view of its own.
    pub scratch: Option<PathBuf>,
}

/// Becomes the program. `reports` leads to the keeper; it closes when the program starts.
pub fn exec(orders: &Orders, reports: &File) -> u8 {
    let mut command = Command::new(&orders.program.path);
    command.args(&orders.program.args);
    let prepared = prepare(orders, &mut command);
    if let Err(failure) = prepared {
        tell(reports, &Report::Failed(failure));
        return CANNOT_START;
    }
    if orders.trial {
        return 0;
    }
    tell(reports, &Report::Start(wire::now()));
    let error = command.exec();
    eprintln!("{}: {error}", orders.program.path.display());
    CANNOT_START
}

/// Writes a line to the keeper, in one piece.
pub fn tell(mut reports: &File, report: &Report) {
    // Numbers and strings: this cannot fail. A keeper that is gone needs no report.
    let line = serde_json::to_string(report).unwrap_or_default();
    let _ = reports.write_all(format!("{line}\n").as_bytes());
}

fn prepare(orders: &Orders, command: &mut Command) -> Result<(), Failure> {
    let other = |error: &dyn std::fmt::Display| Failure {
        means: None,
        why: error.to_string(),
    };
    // A session of its own: no terminal to read from or to be signalled by. It cannot fail in a
    // process that was just started.
    let _ = nix::unistd::setsid();
    #[cfg(target_os = "linux")]
    {
        use super::Means;
        use super::isolate::{self, failure};

        let setup = orders.setup;
        let doors = orders.doors.iter().map(|door| {
            let opened = OpenOptions::new().write(true).open(door);
            opened.map_err(|error| {
                failure(Means::Groups)(&format_args!("{}: {error}", door.display()))
            })
        });
        let doors: Vec<File> = doors.collect::<Result<_, _>>()?;
        if setup.ipc {
            isolate::own_ipc()?;
        }
        if setup.network {
            isolate::own_network()?;
        }
        if setup.files {
            let limits = orders.limits;
            let scratch = super::view::enter(orders.program, setup, limits.scratch);
            if let Some(scratch) = scratch.map_err(|error| failure(Means::Files)(&error))? {
                put_files_into(scratch, setup.user, command);
            }
        }
        if let Some(scratch) = &orders.scratch {
            put_files_into(scratch, setup.user, command);
        }
        // As late as can be, because from here on it counts as the program's.
        for mut door in doors {
            let joined = door.write_all(b"0");
            joined.map_err(|error| failure(Means::Groups)(&error))?;
        }
        isolate::become_user(setup.user, orders.outer)?;
        let reached = can_reach(orders.program);
        reached.map_err(|why| failure(Means::User)(&why))?;
        // Programs that would run as another user could not be killed by this one.
        nix::sys::prctl::set_no_new_privs().map_err(|error| other(&error))?;
        let _ = nix::sys::prctl::set_pdeathsig(nix::sys::signal::Signal::SIGKILL);
    }
    limit_itself(orders).map_err(|error| other(&format_args!("cannot limit it: {error}")))?;
    #[cfg(target_os = "linux")]
    fence_in(orders)?;
    Ok(())
}

/// Tells the program where to put its files.
#[cfg(target_os = "linux")]
fn put_files_into(folder: &Path, user: User, command: &mut Command) {
    for name in ["TMPDIR", "TMP", "TEMP"] {
        command.env(name, folder);
    }
    if user.is_nobody() {
        command.env("HOME", folder);
    }
}

/// What keeps a program to itself that has no namespaces of its own.
#[cfg(target_os = "linux")]
fn fence_in(orders: &Orders) -> Result<(), Failure> {
    use super::isolate::failure;
    use super::{Means, fence, guard, handover};

    let setup = orders.setup;
    if setup.fence {
        let writable = setup.writable.iter().chain(&orders.scratch);
        let writable: Vec<PathBuf> = writable.cloned().collect();
        let fenced = fence::put_up(&writable, setup.may_connect);
        fenced.map_err(|error| failure(Means::Fence)(&error))?;
    }
    if let Some(gate) = &orders.gate {
        let failed = failure(Means::Guard);
        let listener = guard::install(setup.may_connect).map_err(|error| failed(&error))?;
        handover::send(gate, &[&listener]).map_err(|error| failed(&error))?;
    }
    Ok(())
}

/// Whether the program and the working directory are there for the user that it runs as.
#[cfg(target_os = "linux")]
fn can_reach(program: &Program) -> Result<(), String> {
    let may = |path: &std::path::Path, how| {
        access(path, how).map_err(|error| format!("{}: {error}", path.display()))
    };
    may(&program.path, AccessFlags::X_OK)?;
    let working = std::env::current_dir().map_err(|error| format!("working directory: {error}"))?;
    may(&working, AccessFlags::R_OK | AccessFlags::X_OK)
}

fn limit_itself(orders: &Orders) -> nix::Result<()> {
    let limits = orders.limits;
    limit(Resource::RLIMIT_CORE, Some(0))?;
    limit(Resource::RLIMIT_CPU, limits.cpu_seconds)?;
    limit(Resource::RLIMIT_FSIZE, limits.file_size)?;
    if orders.setup.groups.is_none() {
        limit(Resource::RLIMIT_NPROC, process_limit(orders))?;
    }
    limit(Resource::RLIMIT_AS, limits.address_space)
}

/// The limit on processes where no group has one: Linux counts those of a user, and of a user
/// namespace by itself.
fn process_limit(orders: &Orders) -> Option<u64> {
    let limit = orders.limits.processes?;
    let others = match orders.setup.user {
        User::Same => super::tree::threads_of(orders.outer.0),
        User::Nobody(..) | User::Unprivileged => 0,
    };
    Some(limit.saturating_add(others))
}

/// Lowers a limit for good; one that is lower already stays.
fn limit(resource: Resource, value: Option<u64>) -> nix::Result<()> {
    let Some(value) = value else { return Ok(()) };
    let (_, most) = getrlimit(resource)?;
    let value = value.min(most);
    // The processor limit first warns, then kills: one second later.
    let hard = match resource {
        Resource::RLIMIT_CPU => value.saturating_add(1).min(most),
        _ => value,
    };
    setrlimit(resource, value, hard)
}
