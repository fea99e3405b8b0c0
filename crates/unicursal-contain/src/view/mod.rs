//! The files that a program sees: a root of its own, which contains what it needs and nothing else.
//!
//! The root is a file system in memory of limited size, new in each run, so that nothing is carried
//! over from run to run. It is read-only but for the scratch folders in it (`/tmp`, `/var/tmp`,
//! `/dev/shm`). The system's folders (`/usr`, `/etc` and so on), the program, and what the policy
//! adds are shown in it where they are, read-only unless the policy says otherwise. There is a
//! read-only `/proc` of its own processes, and devices without anybody's data. What is not shown
//! does not exist: `/home`, `/run`, `/sys` and `/var` are empty.

mod mounts;

use std::fs;
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use nix::mount::{MntFlags, MsFlags, umount2};
use nix::sched::{CloneFlags, unshare};
use nix::unistd::pivot_root;

use crate::fence::DEVICES;
use crate::needs::SYSTEM;
use crate::wire::View;
use mounts::Handle;

/// Where the new root is put together: a folder that every system has.
const BASE: &str = "/dev";
/// Folders that programs may fill, up to a common limit.
const SCRATCH: [&str; 3] = ["/tmp", "/var/tmp", "/dev/shm"];
/// Empty folders that programs expect.
const EMPTY: [&str; 5] = ["/proc", "/run", "/home", "/root", "/sys"];
/// Names for streams that programs expect.
const STREAMS: [(&str, &str); 4] = [
    ("/dev/fd", "/proc/self/fd"),
    ("/dev/stdin", "/proc/self/fd/0"),
    ("/dev/stdout", "/proc/self/fd/1"),
    ("/dev/stderr", "/proc/self/fd/2"),
];
/// What libraries read to know how many processors there are.
const PROCESSORS: &str = "/sys/devices/system/cpu";
/// Files and folders that a scratch folder can hold.
const MOST_FILES: usize = 100_000;
/// What covers hidden files and folders.
const NO_FILE: &str = ".hidden/file";
const NO_FOLDER: &str = ".hidden/folder";

/// What is to be shown where.
struct Opened {
    place: PathBuf,
    handle: Handle,
    writable: bool,
}

/// Changes what this process and its children see, for good, and goes to the working directory.
pub fn enter(view: &View, scratch_bytes: u64) -> io::Result<()> {
    unshare(CloneFlags::CLONE_NEWNS)?;
    mounts::change(Path::new("/"), MsFlags::MS_REC | MsFlags::MS_PRIVATE)?;
    let opened = open(view)?;
    mounts::make_read_only()?;
    let base = Path::new(BASE);
    // A size of 0 would be no limit.
    let size = scratch_bytes.max(1);
    mounts::tmpfs(
        base,
        &format!("size={size},nr_inodes={MOST_FILES},mode=755"),
    )?;
    furnish(base)?;
    for opened in &opened {
        opened.show(base)?;
    }
    make_folder(&below(base, &view.working))?;
    mounts::proc(&below(base, Path::new("/proc")))?;
    mounts::remount(
        base,
        MsFlags::MS_RDONLY | MsFlags::MS_NOSUID | MsFlags::MS_NODEV,
    )?;
    for hidden in view.hidden.iter().filter(|hidden| **hidden != view.working) {
        hide(base, hidden)?;
    }
    std::env::set_current_dir(base)?;
    pivot_root(".", ".")?;
    umount2(".", MntFlags::MNT_DETACH)?;
    std::env::set_current_dir(&view.working)
}

/// Opens everything that will be shown, before mounts hide it.
fn open(view: &View) -> io::Result<Vec<Opened>> {
    let mut opened = Vec::new();
    for shown in &view.shown {
        let place = shown.path.clone();
        let (handle, writable) = (Handle::new(&shown.source), shown.writable);
        match handle {
            Ok(handle) => opened.push(Opened {
                place,
                handle,
                writable,
            }),
            // What cannot be opened is of no use to the program either.
            Err(_) if !writable => {}
            Err(error) => return Err(error),
        }
    }
    let is_link = |path: &&&str| fs::symlink_metadata(path).is_ok_and(|data| data.is_symlink());
    let system = SYSTEM.iter().filter(|path| !is_link(path));
    for path in system.chain(&DEVICES).chain([&PROCESSORS]) {
        let place = PathBuf::from(path);
        // No system has all of them.
        if let Ok(handle) = Handle::new(&place) {
            opened.push(Opened {
                place,
                handle,
                writable: false,
            });
        }
    }
    // Those above come first: they cover what is below them.
    opened.sort_by(|a, b| a.place.cmp(&b.place));
    Ok(opened)
}

/// Makes everything in the new root that is our own.
fn furnish(base: &Path) -> io::Result<()> {
    for folder in EMPTY {
        fs::create_dir(below(base, Path::new(folder)))?;
    }
    for folder in SCRATCH {
        let folder = below(base, Path::new(folder));
        fs::create_dir_all(&folder)?;
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o1777))?;
        // A mount of its own stays writable when the root no longer is.
        mounts::bind(&folder, &folder)?;
    }
    for path in SYSTEM {
        if let Ok(target) = fs::read_link(path) {
            symlink(target, below(base, Path::new(path)))?;
        }
    }
    for (name, target) in STREAMS {
        symlink(target, below(base, Path::new(name)))?;
    }
    let closed = base.join(NO_FOLDER);
    fs::create_dir_all(&closed)?;
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o0))?;
    make_file(&base.join(NO_FILE), 0)
}

impl Opened {
    fn show(&self, base: &Path) -> io::Result<()> {
        let place = below(base, &self.place);
        if self.handle.is_folder() {
            make_folder(&place)?;
        } else if !place.exists() {
            if let Some(folder) = place.parent() {
                make_folder(folder)?;
            }
            make_file(&place, 0o644)?;
        }
        self.handle.show_at(&place)?;
        if self.writable {
            mounts::make_writable(&place)?;
        }
        Ok(())
    }
}

/// Covers a file or folder with one that nobody may open, if it can be seen at all.
fn hide(base: &Path, path: &Path) -> io::Result<()> {
    let place = below(base, path);
    match fs::metadata(&place) {
        Ok(data) if data.is_dir() => mounts::bind(&base.join(NO_FOLDER), &place),
        Ok(_) => mounts::bind(&base.join(NO_FILE), &place),
        Err(_) => Ok(()),
    }
}

/// A path in the new root.
fn below(base: &Path, path: &Path) -> PathBuf {
    base.join(path.strip_prefix("/").unwrap_or(path))
}

fn make_folder(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    let made = fs::DirBuilder::new()
        .recursive(true)
        .mode(0o755)
        .create(folder);
    made.map_err(|error| io::Error::other(format!("{}: {error}", folder.display())))
}

fn make_file(file: &Path, mode: u32) -> io::Result<()> {
    let made = fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(mode)
        .open(file);
    made.map(drop)
        .map_err(|error| io::Error::other(format!("{}: {error}", file.display())))
}
