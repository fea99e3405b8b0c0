//! The outermost supervising process: makes the PID namespace.

use std::process::{Command, ExitCode, Stdio};

use super::{HIDDEN, own_executable};

/// Tries whether a namespace can be made and a process started in it. Says why not on standard
/// error. Half of it can succeed (a user namespace in which nothing is allowed), so the only way to
/// know is to do all of it, in a process that is then thrown away.
pub fn probe() -> ExitCode {
    let tried = isolate().and_then(|()| {
        // An empty request makes the inner process end at once.
        let mut inner = Command::new(own_executable()?);
        inner.args([HIDDEN, "watch"]).stdin(Stdio::null());
        inner.stdout(Stdio::null()).stderr(Stdio::null()).status()
    });
    match tried {
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Makes the namespace, starts the watching process in it, and ends when that has ended.
pub fn enter() -> ExitCode {
    let watched = isolate().and_then(|()| {
        let mut watch = Command::new(own_executable()?);
        watch.args([HIDDEN, "watch"]).status()
    });
    match watched {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

/// From here on, children of this process live in a new PID namespace; the first of them is its
/// process 1. Root needs nothing more; others need a user namespace, in which they stay who they are.
#[cfg(target_os = "linux")]
fn isolate() -> std::io::Result<()> {
    use nix::sched::{CloneFlags, unshare};
    use nix::unistd::{getgid, getuid};

    if unshare(CloneFlags::CLONE_NEWPID).is_ok() {
        return Ok(());
    }
    let (user, group) = (getuid(), getgid());
    unshare(CloneFlags::CLONE_NEWUSER | CloneFlags::CLONE_NEWPID)?;
    std::fs::write("/proc/self/setgroups", "deny")?;
    std::fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
    std::fs::write("/proc/self/gid_map", format!("{group} {group} 1"))
}

#[cfg(not(target_os = "linux"))]
fn isolate() -> std::io::Result<()> {
    Err(std::io::Error::other("only Linux has them"))
}
