//! Keeps a program from changing files, from the network and from looking into processes that are not its
//! own, by Landlock, where no mount namespace does it. Any user may fence himself in; nobody gets out again.
//!
//! What a kernel's version of Landlock does not know stays open: before Linux 6.2 files can be emptied, before 6.7
//! the network can be used, before 6.10 devices be told anything, before 6.12 services be reached that listen
//! without a file.

use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use nix::libc;

/// What is fenced, by bits, as the kernel wants it.
#[repr(C)]
#[derive(Default)]
struct Fenced {
    files: u64,
    network: u64,
    scopes: u64,
}

/// A way through. The kernel's structure has no gap between its two fields.
#[repr(C, packed)]
struct Gate {
    allowed: u64,
    parent: i32,
}

/// To open a file for writing.
const WRITE: u64 = 1 << 1;
/// To remove and make files of all kinds.
const MAKE: u64 = 0x1ff << 4;
/// To move a file to another folder (version 2), to empty one (3), to command a device (5).
const REFER: u64 = 1 << 13;
const TRUNCATE: u64 = 1 << 14;
const COMMAND: u64 = 1 << 15;
/// To listen and to connect by TCP (version 4).
const TCP: u64 = 0b11;
/// Sockets without a file, and signals (version 6).
const SCOPES: u64 = 0b11;

/// Devices that hold nothing of anyone.
const DEVICES: [&str; 5] = [
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
];
/// Where the system's library keeps locks that processes share.
const SHARED_MEMORY: &str = "/dev/shm";

/// Fences this process and all that it starts in. They can write into these folders only. They must not gain
/// privileges any more.
pub fn put_up(writable: &[PathBuf], network: bool) -> io::Result<()> {
    let version = create(None)?;
    let since = |first: i32, bits: u64| if version >= first { bits } else { 0 };
    let files = WRITE | MAKE | since(2, REFER) | since(3, TRUNCATE) | since(5, COMMAND);
    let fenced = Fenced {
        files,
        network: if network { 0 } else { since(4, TCP) },
        scopes: since(6, SCOPES),
    };
    let rules = create(Some(&fenced))?;
    #[expect(unsafe_code, reason = "a file comes as a bare number")]
    // SAFETY: the kernel has just opened it, and nobody else knows it.
    let rules = unsafe { OwnedFd::from_raw_fd(rules) };
    let folders = writable.iter().map(PathBuf::as_path);
    for folder in folders.chain([Path::new(SHARED_MEMORY)]) {
        open(&rules, folder, files & !COMMAND)?;
    }
    for device in DEVICES {
        open(&rules, Path::new(device), WRITE | since(3, TRUNCATE))?;
    }
    #[expect(unsafe_code, reason = "the system's library has no name for this call")]
    // SAFETY: numbers only.
    done(unsafe { libc::syscall(libc::SYS_landlock_restrict_self, rules.as_raw_fd(), 0) })
        .map(|_| ())
}

/// A new set of rules; or, of nothing, the version that the kernel knows.
fn create(fenced: Option<&Fenced>) -> io::Result<i32> {
    let (size, flags) = match fenced {
        Some(_) => (size_of::<Fenced>(), 0),
        None => (0, 1),
    };
    let fenced = fenced.map_or(std::ptr::null(), std::ptr::from_ref);
    #[expect(unsafe_code, reason = "the system's library has no name for this call")]
    // SAFETY: the structure lives as long as the call, or there is none.
    done(unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, fenced, size, flags) })
}

/// Opens a way to a file or folder, if it is there.
fn open(rules: &OwnedFd, path: &Path, allowed: u64) -> io::Result<()> {
    let mut options = File::options();
    options.read(true).custom_flags(libc::O_PATH);
    let Ok(file) = options.open(path) else {
        return Ok(());
    };
    let gate = Gate {
        allowed,
        parent: file.as_raw_fd(),
    };
    #[expect(unsafe_code, reason = "the system's library has no name for this call")]
    // SAFETY: the structure lives as long as the call.
    let opened = unsafe {
        libc::syscall(
            libc::SYS_landlock_add_rule,
            rules.as_raw_fd(),
            1,
            &raw const gate,
            0,
        )
    };
    done(opened).map(|_| ())
}

fn done(result: libc::c_long) -> io::Result<i32> {
    if result < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(result as i32)
}
