//! Namespaces and users: what a process does to itself so that its children are apart.

use std::fs;
use std::io;
use std::path::Path;

use nix::sched::{CloneFlags, unshare};
use nix::unistd::{Gid, Uid};

use super::wire::NOBODY;
use super::{Failure, Means, User};

/// What is told when a means cannot be had.
pub fn failure(means: Means) -> impl Fn(&dyn std::fmt::Display) -> Failure {
    move |why| Failure {
        means: Some(means),
        why: why.to_string(),
    }
}

/// From here on, children of this process live in a new PID namespace; the first of them is its
/// process 1. Root needs nothing more. Others need a user namespace, in which they are root: that gives
/// rights over the namespaces made in it, and over nothing else.
pub fn own_processes() -> io::Result<()> {
    let (user, group) = (nix::unistd::getuid(), nix::unistd::getgid());
    if unshare(CloneFlags::CLONE_NEWPID).is_ok() {
        return Ok(());
    }
    unshare(CloneFlags::CLONE_NEWUSER | CloneFlags::CLONE_NEWPID)?;
    map((0, user.as_raw()), (0, group.as_raw()))
}

/// An IPC namespace.
pub fn own_ipc() -> Result<(), Failure> {
    unshare(CloneFlags::CLONE_NEWIPC).map_err(|error| failure(Means::Ipc)(&error))
}

/// A network namespace. It has a loopback interface, which is down, and no other.
pub fn own_network() -> Result<(), Failure> {
    unshare(CloneFlags::CLONE_NEWNET).map_err(|error| failure(Means::Network)(&error))
}

/// Becomes the user as whom the program runs. `outer` is the user who started the arena, as he is
/// called outside.
pub fn become_user(user: User, outer: (u32, u32)) -> Result<(), Failure> {
    let failed = failure(Means::User);
    match user {
        User::Same => Ok(()),
        User::Nobody(uid, gid) => become_other(uid, gid).map_err(|error| failed(&error)),
        User::Unprivileged => {
            let (uid, gid) = (nix::unistd::geteuid(), nix::unistd::getegid());
            // Root without its privileges had better not be called root.
            let shown = |outer: u32| if outer == 0 { NOBODY } else { outer };
            unshare(CloneFlags::CLONE_NEWUSER).map_err(|error| failed(&error))?;
            // Its files in /proc are its own again; the processes above stay closed.
            nix::sys::prctl::set_dumpable(true).map_err(|error| failed(&error))?;
            map(
                (shown(outer.0), uid.as_raw()),
                (shown(outer.1), gid.as_raw()),
            )
            .map_err(|error| failed(&error))
        }
    }
}

fn become_other(uid: u32, gid: u32) -> io::Result<()> {
    let (uid, gid) = (Uid::from_raw(uid), Gid::from_raw(gid));
    // Its streams are pipes of ours; by this it can open them by name, as /dev/stdout.
    for stream in 0..=2 {
        let _ = nix::unistd::chown(
            Path::new(&format!("/proc/self/fd/{stream}")),
            Some(uid),
            Some(gid),
        );
    }
    nix::unistd::setgroups(&[])?;
    nix::unistd::setresgid(gid, gid, gid)?;
    nix::unistd::setresuid(uid, uid, uid)?;
    Ok(())
}

/// Says who is who in the user namespace that was just entered: one user and one group, each as
/// (inside, outside).
fn map(user: (u32, u32), group: (u32, u32)) -> io::Result<()> {
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{} {} 1", user.0, user.1))?;
    fs::write("/proc/self/gid_map", format!("{} {} 1", group.0, group.1))
}
