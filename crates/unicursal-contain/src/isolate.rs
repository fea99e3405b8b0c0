//! Namespaces, users and keyrings: what a process does to itself to isolate its children.

use std::fs::{self, File};
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use nix::libc;
use nix::sched::{CloneFlags, unshare};
use nix::unistd::{Gid, Uid};

use crate::policy::{Failure, Means, User};

/// From here on, children of this process live in a new PID namespace; the first of them is its
/// process 1. Root needs nothing more. Others need a user namespace, in which they are root: with
/// rights over the namespaces made in it, and over nothing else.
pub fn own_processes() -> io::Result<()> {
    let (user, group) = (nix::unistd::getuid(), nix::unistd::getgid());
    if unshare(CloneFlags::CLONE_NEWPID).is_ok() {
        return Ok(());
    }
    unshare(CloneFlags::CLONE_NEWUSER | CloneFlags::CLONE_NEWPID)?;
    map(&Proc::open()?, (0, user.as_raw()), (0, group.as_raw()))
}

/// Namespaces for IPC and, unless the network may be used, for the network: one that has a loopback
/// interface, which is down, and no other.
pub fn own_channels(network: bool) -> Result<(), Failure> {
    let mut flags = CloneFlags::CLONE_NEWIPC;
    if !network {
        flags |= CloneFlags::CLONE_NEWNET;
    }
    unshare(flags).map_err(Failure::of(Means::Namespaces))
}

/// A namespace in which the control group of this process is the outermost, so that the limits
/// above it have no name.
pub fn own_groups() -> Result<(), Failure> {
    unshare(CloneFlags::CLONE_NEWCGROUP).map_err(Failure::of(Means::Groups))
}

/// Leaves the keyring of the session that we were started in, whose keys could be read, and with it
/// what earlier programs stored there. In a kernel without keyrings there is nothing to leave.
pub fn own_keyring() {
    const JOIN_SESSION_KEYRING: libc::c_long = 1;
    #[expect(unsafe_code, reason = "the system's library has no name for this call")]
    // SAFETY: no name is given, and the kernel reads nothing else.
    unsafe {
        libc::syscall(libc::SYS_keyctl, JOIN_SESSION_KEYRING, 0, 0, 0, 0);
    }
}

/// A `/proc` in which this process can write its own settings, even in a view where `/proc` is
/// read-only.
pub struct Proc(File);

impl Proc {
    /// Opens the one that is mounted now.
    pub fn open() -> io::Result<Self> {
        let flags = libc::O_PATH | libc::O_DIRECTORY;
        let folder = File::options().read(true).custom_flags(flags).open("/proc");
        folder.map(Self)
    }

    fn write(&self, name: &str, text: &str) -> io::Result<()> {
        fs::write(
            format!("/proc/self/fd/{}/self/{name}", self.0.as_raw_fd()),
            text,
        )
    }
}

/// Becomes the user as whom the program runs. `number` is that of a user of its own; `outer` are
/// the user and group that started all this, as they are numbered outside.
pub fn become_user(
    user: User,
    number: Option<u32>,
    outer: (u32, u32),
    proc: &Proc,
) -> Result<(), Failure> {
    match (user, number) {
        (User::Own(_), Some(number)) => become_other(number).map_err(Failure::of(Means::User)),
        (User::Own(_), None) | (User::Caller, _) => Ok(()),
        (User::Unprivileged, _) => lose_privileges(outer, proc).map_err(Failure::of(Means::User)),
    }
}

/// Enters a user namespace in which it is an ordinary user.
fn lose_privileges(outer: (u32, u32), proc: &Proc) -> io::Result<()> {
    let (uid, gid) = (nix::unistd::geteuid(), nix::unistd::getegid());
    unshare(CloneFlags::CLONE_NEWUSER)?;
    // Its files in /proc are its own again; the processes above stay closed.
    nix::sys::prctl::set_dumpable(true)?;
    map(proc, (outer.0, uid.as_raw()), (outer.1, gid.as_raw()))
}

/// Becomes another user for good. All capabilities go with user 0.
pub fn become_other(number: u32) -> io::Result<()> {
    let (uid, gid) = (Uid::from_raw(number), Gid::from_raw(number));
    // Its streams are our pipes; this lets it open them by name, as /dev/stdout.
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

/// Maps one user and one group of the user namespace that was just entered, each as (inside,
/// outside).
fn map(proc: &Proc, user: (u32, u32), group: (u32, u32)) -> io::Result<()> {
    proc.write("setgroups", "deny")?;
    proc.write("uid_map", &format!("{} {} 1", user.0, user.1))?;
    proc.write("gid_map", &format!("{} {} 1", group.0, group.1))
}
