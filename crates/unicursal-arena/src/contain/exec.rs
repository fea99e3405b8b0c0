//! The innermost process: limits itself and becomes the program.

use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

use nix::sys::resource::{Resource, getrlimit, setrlimit};

use super::{HIDDEN, Limits, own_executable};
use crate::Program;

/// What shells say when a program cannot be started.
const CANNOT_START: u8 = 127;

/// The limits that a process sets for itself, in the order in which they are passed on.
const RESOURCES: [Resource; 3] = [
    Resource::RLIMIT_CPU,
    Resource::RLIMIT_AS,
    Resource::RLIMIT_FSIZE,
];

/// The command that becomes the program within the limits.
pub fn command(program: &Program, limits: &Limits) -> std::io::Result<Command> {
    let mut command = Command::new(own_executable()?);
    command.args([HIDDEN, "exec"]);
    for limit in [limits.cpu_seconds, limits.address_space, limits.file_size] {
        command.arg(limit.map_or_else(|| "-".to_owned(), |limit| limit.to_string()));
    }
    command.arg(&program.path).args(&program.args);
    Ok(command)
}

/// Becomes the program that the arguments name.
pub fn exec(mut args: impl Iterator<Item = OsString>) -> ExitCode {
    // A session of its own: no terminal to read from or to be signalled by. It cannot fail in a
    // process that was just started.
    let _ = nix::unistd::setsid();
    #[cfg(target_os = "linux")]
    {
        use nix::sys::{prctl, signal::Signal};
        // Programs that would run as another user could not be killed by this one.
        let _ = prctl::set_no_new_privs();
        let _ = prctl::set_pdeathsig(Signal::SIGKILL);
    }
    let mut limited = limit(Resource::RLIMIT_CORE, 0);
    for resource in RESOURCES {
        let value = args.next().unwrap_or_default();
        if let Some(value) = value.to_str().and_then(|value| value.parse().ok()) {
            limited = limited.and_then(|()| limit(resource, value));
        }
    }
    if let Err(error) = limited {
        eprintln!("cannot limit the program: {error}");
        return ExitCode::from(CANNOT_START);
    }
    let program = args.next().unwrap_or_default();
    let error = Command::new(&program).args(args).exec();
    eprintln!("{}: {error}", program.to_string_lossy());
    ExitCode::from(CANNOT_START)
}

/// Lowers a limit for good; one that is lower already stays.
fn limit(resource: Resource, value: u64) -> nix::Result<()> {
    let (_, most) = getrlimit(resource)?;
    let value = value.min(most);
    // The processor limit first warns, then kills: one second later.
    let hard = match resource {
        Resource::RLIMIT_CPU => value.saturating_add(1).min(most),
        _ => value,
    };
    setrlimit(resource, value, hard)
}
