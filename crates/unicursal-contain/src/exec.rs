//! The innermost process: puts itself into its container, limits itself and becomes the program.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process;

use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::unistd::{AccessFlags, access};

use crate::policy::{Failure, User};
use crate::wire::{self, Report, Request};

/// What shells say when a program cannot be started.
const CANNOT_START: u8 = 127;

/// What this process is asked to do.
pub struct Orders<'a> {
    pub request: &'a Request,
    /// Files into which to write `0`, to join groups.
    pub doors: Vec<PathBuf>,
    /// User and group outside of all namespaces.
    pub outer: (u32, u32),
    /// The number of the user that only this run has, if there is one.
    pub number: Option<u32>,
    /// Where the keeper is given the file through which the filter asks.
    pub gate: Option<UnixStream>,
    /// The folder for its files, where it has no view of its own.
    pub scratch: Option<PathBuf>,
}

/// Becomes the program. `reports` leads to the keeper; it closes when the program starts.
pub fn exec(orders: &Orders, reports: &File) -> u8 {
    let program = &orders.request.command;
    let mut command = process::Command::new(&program.path);
    command.args(&program.args).env_clear();
    command.envs(orders.request.setup.env.iter().cloned());
    if let Err(failure) = prepare(orders, &mut command) {
        tell(reports, &Report::Failed(failure));
        return CANNOT_START;
    }
    if orders.request.trial {
        return 0;
    }
    tell(reports, &Report::Start(wire::now()));
    let error = command.exec();
    eprintln!("{}: {error}", program.path.display());
    CANNOT_START
}

/// Writes a line to the keeper, in one piece.
pub fn tell(mut reports: &File, report: &Report) {
    // Numbers and strings: this cannot fail. A keeper that is gone needs no report.
    let line = serde_json::to_string(report).unwrap_or_default();
    let _ = reports.write_all(format!("{line}\n").as_bytes());
}

fn prepare(orders: &Orders, command: &mut process::Command) -> Result<(), Failure> {
    // A session of its own: no terminal to read from or to be signalled by. It cannot fail in a
    // process that was just started.
    let _ = nix::unistd::setsid();
    nix::sys::stat::umask(nix::sys::stat::Mode::from_bits_truncate(0o022));
    put_files_into(orders.scratch.as_deref(), command);
    #[cfg(target_os = "linux")]
    {
        use crate::isolate;
        use crate::policy::Means;

        let setup = &orders.request.setup;
        let doors = orders.doors.iter().map(|door| {
            let opened = OpenOptions::new().write(true).open(door);
            opened
                .map_err(|error| Failure::of(Means::Groups)(format!("{}: {error}", door.display())))
        });
        let doors: Vec<File> = doors.collect::<Result<_, _>>()?;
        let proc = isolate::Proc::open().map_err(Failure::of(Means::User))?;
        if setup.is_apart() {
            isolate::own_channels(setup.network)?;
            let entered = crate::view::enter(&orders.request.view, orders.request.limits.scratch);
            entered.map_err(Failure::of(Means::View))?;
        }
        // As late as possible, because from here on time counts as the program's.
        for mut door in doors {
            let joined = door.write_all(b"0");
            joined.map_err(Failure::of(Means::Groups))?;
        }
        if setup.is_apart() && setup.groups.is_some() {
            isolate::own_groups()?;
        }
        isolate::become_user(setup.user, orders.number, orders.outer, &proc)?;
        isolate::own_keyring();
        can_reach(&orders.request.command.path).map_err(Failure::of(Means::User))?;
        // Programs that would run as another user could not be killed by this one.
        nix::sys::prctl::set_no_new_privs().map_err(Failure::other)?;
        let _ = nix::sys::prctl::set_pdeathsig(nix::sys::signal::Signal::SIGKILL);
    }
    limit_itself(orders)
        .map_err(|error| Failure::other(format_args!("cannot limit it: {error}")))?;
    #[cfg(target_os = "linux")]
    fence_in(orders)?;
    Ok(())
}

/// Tells the program where to put its files.
fn put_files_into(folder: Option<&Path>, command: &mut process::Command) {
    let folder = folder.unwrap_or(Path::new("/tmp"));
    for name in ["TMPDIR", "TMP", "TEMP", "HOME"] {
        command.env(name, folder);
    }
}

/// Restricts the process for good: by Landlock, then by the filter, which would refuse Landlock's
/// calls.
#[cfg(target_os = "linux")]
fn fence_in(orders: &Orders) -> Result<(), Failure> {
    use crate::policy::Means;
    use crate::{fence, filter, handover};

    let setup = &orders.request.setup;
    if setup.landlock {
        let shown = &orders.request.view.shown;
        let fenced = if setup.is_apart() {
            fence::keep_from_writing(shown, setup.network)
        } else {
            fence::keep_from_reading(shown, orders.scratch.as_deref(), setup.network)
        };
        fenced.map_err(Failure::of(Means::Landlock))?;
    }
    if setup.is_filtered() {
        let failed = Failure::of(Means::Filter);
        let listener = filter::install(setup).map_err(failed)?;
        if let Some((gate, listener)) = orders.gate.as_ref().zip(listener) {
            handover::send(gate, &[&listener]).map_err(Failure::of(Means::Filter))?;
        }
    }
    Ok(())
}

/// Whether the user of the program can reach it and the working directory.
#[cfg(target_os = "linux")]
fn can_reach(program: &Path) -> Result<(), String> {
    let may = |path: &Path, how| {
        access(path, how).map_err(|error| format!("{}: {error}", path.display()))
    };
    may(program, AccessFlags::X_OK)?;
    let working = std::env::current_dir().map_err(|error| format!("working directory: {error}"))?;
    may(&working, AccessFlags::X_OK)
}

fn limit_itself(orders: &Orders) -> nix::Result<()> {
    let limits = &orders.request.limits;
    // With a limit of 0, a service that collects core dumps still gets one; with a limit of one
    // byte the kernel does not call it.
    limit(Resource::RLIMIT_CORE, Some(1))?;
    limit(Resource::RLIMIT_CPU, limits.cpu_seconds)?;
    limit(Resource::RLIMIT_FSIZE, limits.file_size)?;
    if orders.request.setup.groups.is_none() {
        limit(Resource::RLIMIT_NPROC, process_limit(orders))?;
    }
    limit(Resource::RLIMIT_AS, limits.address_space)
}

/// The limit on processes if no group has one: Linux counts them for each user, and separately in
/// each user namespace.
fn process_limit(orders: &Orders) -> Option<u64> {
    let limit = orders.request.limits.processes?;
    let others = match orders.request.setup.user {
        User::Caller => crate::tree::threads_of(orders.outer.0),
        User::Own(_) | User::Unprivileged => 0,
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
