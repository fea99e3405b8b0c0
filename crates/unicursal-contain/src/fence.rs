//! Keeps a program from files that are not its own, from the network and from looking into other
//! processes, by Landlock. Any process may restrict itself; none can undo it.
//!
//! A program with a view of its own is kept from writing to anything that is not a plain file, for
//! example a named pipe, which a read-only mount does not refuse. Without one, it is kept from
//! reading as well. Whatever a kernel's version of Landlock does not cover stays open: before Linux
//! 6.2 files can be truncated, before 6.10 devices can be sent commands, before 6.12 services that
//! listen without a file can be reached.

use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use nix::libc;

use crate::needs::SYSTEM;
use crate::wire::Shown;

/// What is fenced, by bits, as the kernel wants it.
#[repr(C)]
#[derive(Default)]
struct Fenced {
    files: u64,
    network: u64,
    scopes: u64,
}

/// A permission. The kernel's structure has no gap between its two fields.
#[repr(C, packed)]
struct Gate {
    allowed: u64,
    parent: i32,
}

/// To run a file, to read it, to list a folder.
const READ: u64 = 0b1101;
const LIST: u64 = 0b1000;
/// Those that apply to a file that is not a folder.
const OF_FILES: u64 = 0b111 | TRUNCATE | COMMAND;
/// To open a file for writing.
const WRITE: u64 = 1 << 1;
/// To remove and make files of all kinds; plain ones alone.
const MAKE: u64 = 0x1ff << 4;
const MAKE_PLAIN: u64 = 1 << 5 | 1 << 8;
/// To move a file to another folder (version 2), to empty one (3), to command a device (5).
const REFER: u64 = 1 << 13;
const TRUNCATE: u64 = 1 << 14;
const COMMAND: u64 = 1 << 15;
/// To listen and to connect by TCP (version 4).
const TCP: u64 = 0b11;
/// Sockets without a file, and signals (version 6).
const SCOPES: u64 = 0b11;

/// Devices that hold nobody's data.
pub const DEVICES: [&str; 5] = [
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
];
/// Where the system's library keeps locks that processes share. Those are plain files; nobody needs
/// to list them, and scratch folders of other runs lie there, whose names are secret.
const SHARED_MEMORY: &str = "/dev/shm";

/// Where a program with a view of its own has its files.
const SCRATCH: [&str; 3] = ["/tmp", "/var/tmp", SHARED_MEMORY];
/// What programs read about the system.
const ABOUT_THE_SYSTEM: [&str; 2] = ["/proc", "/sys/devices/system/cpu"];

/// Fences this process and all that it starts in: they can write into their scratch folders and
/// what is shown as writable, and to nothing else. They must not gain privileges any more.
pub fn keep_from_writing(shown: &[Shown], network: bool) -> io::Result<()> {
    let scratch = SCRATCH.iter().map(Path::new);
    let writable = shown.iter().filter(|shown| shown.writable);
    let writable: Vec<&Path> = writable.map(|w| w.path.as_path()).chain(scratch).collect();
    put_up(&writable, None, network)
}

/// The same; they can also read only what is shown, the system's own folders and what they can
/// write.
pub fn keep_from_reading(shown: &[Shown], scratch: Option<&Path>, network: bool) -> io::Result<()> {
    let writable = shown.iter().filter(|shown| shown.writable);
    let writable: Vec<&Path> = writable.map(|w| w.path.as_path()).chain(scratch).collect();
    let system = SYSTEM.iter().chain(&ABOUT_THE_SYSTEM).map(Path::new);
    let readable: Vec<&Path> = shown
        .iter()
        .map(|shown| shown.path.as_path())
        .chain(system)
        .collect();
    put_up(&writable, Some(&readable), network)
}

fn put_up(writable: &[&Path], readable: Option<&[&Path]>, network: bool) -> io::Result<()> {
    let version = create(None)?;
    let since = |first: i32, bits: u64| if version >= first { bits } else { 0 };
    let write = WRITE | MAKE | since(2, REFER) | since(3, TRUNCATE) | since(5, COMMAND);
    let read = if readable.is_some() { READ } else { 0 };
    let fenced = Fenced {
        files: write | read,
        network: if network { 0 } else { since(4, TCP) },
        scopes: since(6, SCOPES),
    };
    let rules = create(Some(&fenced))?;
    #[expect(unsafe_code, reason = "a file comes as a bare number")]
    // SAFETY: the kernel has just opened it, and nobody else knows it.
    let rules = unsafe { OwnedFd::from_raw_fd(rules) };
    for path in readable.unwrap_or_default() {
        open(&rules, path, read)?;
    }
    for path in writable {
        open(&rules, path, read | write & !COMMAND)?;
    }
    let plain = read & !LIST | WRITE | MAKE_PLAIN | since(3, TRUNCATE);
    open(&rules, Path::new(SHARED_MEMORY), plain)?;
    for device in DEVICES {
        let write = WRITE | since(3, TRUNCATE);
        open(&rules, Path::new(device), read | write)?;
    }
    #[expect(unsafe_code, reason = "the system's library has no name for this call")]
    // SAFETY: numbers only.
    done(unsafe { libc::syscall(libc::SYS_landlock_restrict_self, rules.as_raw_fd(), 0) })
        .map(|_| ())
}

/// A new set of rules or, for an empty one, the version that the kernel supports.
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

/// Permits access to a file or folder, if it is there.
fn open(rules: &OwnedFd, path: &Path, allowed: u64) -> io::Result<()> {
    let mut options = File::options();
    options.read(true).custom_flags(libc::O_PATH);
    let Ok(file) = options.open(path) else {
        return Ok(());
    };
    let is_folder = file.metadata().is_ok_and(|data| data.is_dir());
    let gate = Gate {
        allowed: if is_folder {
            allowed
        } else {
            allowed & OF_FILES
        },
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
