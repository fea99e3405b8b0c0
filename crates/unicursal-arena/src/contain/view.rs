//! The files that a program sees: everything as it is, read-only, and little to write to.
//!
//! In a mount namespace of its own, all mounts become read-only. Folders in which programs of a machine
//! meet (`/tmp`, `/run` with its sockets) are covered: by a scratch folder in memory of limited size,
//! new in each run, so that nothing is carried over from level to level; or by nothing. What the program
//! needs from a covered folder (itself, its working directory, files named on its command line) is put
//! back. `/proc` shows the program's own processes only.

use std::fs;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use nix::fcntl::{OFlag, open};
use nix::mount::{MsFlags, mount};
use nix::sched::{CloneFlags, unshare};
use nix::sys::stat::Mode;

use super::Setup;
use crate::Program;

/// Covered by parts of the scratch folder; the first is where programs are told to put their files.
const SCRATCH: [&str; 3] = ["/tmp", "/var/tmp", "/dev/shm"];
/// Covered by an empty folder: sockets of services, which would do for a program what it may not.
const HIDDEN: &str = "/run";
/// Where the system shows terminals of windows and of connections.
const TERMINALS: &str = "/dev/pts";
/// Files and folders that a scratch folder can hold.
const MOST_FILES: usize = 100_000;

/// A folder that stays visible.
struct Kept {
    path: PathBuf,
    handle: OwnedFd,
    writable: bool,
}

/// Changes what this process and its children see. Returns where the scratch folder is; it is not at `/tmp`
/// when the program itself lies there.
pub fn enter(program: &Program, setup: &Setup, size: u64) -> io::Result<Option<&'static Path>> {
    let writable = &setup.writable;
    let working = std::env::current_dir()?;
    unshare(CloneFlags::CLONE_NEWNS)?;
    change("/", MsFlags::MS_REC | MsFlags::MS_PRIVATE)?;
    let mut kept = Vec::new();
    for path in writable {
        kept.push(Kept::new(path, true)?);
    }
    for path in needed(program, &working, &setup.readable) {
        if !writable.contains(&path) {
            // A folder that cannot be opened is of no use to the program either.
            kept.extend(Kept::new(&path, false));
        }
    }
    // Those above come first: they cover what is below them.
    kept.sort_by(|a, b| a.path.cmp(&b.path));
    make_read_only()?;
    // What is kept as a whole cannot be covered.
    let is_free = |folder: &&str| {
        let is_folder = fs::symlink_metadata(folder).is_ok_and(|data| data.is_dir());
        is_folder && kept.iter().all(|kept| kept.path != Path::new(folder))
    };
    let covered: Vec<&'static str> = SCRATCH.iter().copied().filter(|f| is_free(f)).collect();
    cover_by_scratch(&covered, size)?;
    let hides = is_free(&HIDDEN);
    if hides {
        tmpfs(HIDDEN, "size=1m,mode=755")?;
    }
    let all = || covered.iter().chain(hides.then_some(&HIDDEN));
    for kept in &kept {
        if kept.writable || all().any(|folder| kept.path.starts_with(folder)) {
            kept.put_back()?;
        }
    }
    if hides {
        remount(HIDDEN, MsFlags::MS_RDONLY | MsFlags::MS_NOSUID)?;
    }
    for folder in &setup.hidden {
        // Where it is not to be seen already, there is nothing to hide.
        if folder.is_dir() {
            tmpfs(folder, "size=4k,mode=000")?;
            remount(folder, MsFlags::MS_RDONLY | MsFlags::MS_NOSUID)?;
        }
    }
    cover_terminals(&setup.terminals)?;
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC;
    mount(Some("proc"), "/proc", Some("proc"), flags, None::<&str>)?;
    // By its name again: the working directory may lie under what was mounted.
    std::env::set_current_dir(&working)?;
    Ok(covered.first().copied().map(Path::new))
}

/// The folders without which a program cannot do its work.
fn needed(program: &Program, working: &Path, named: &[PathBuf]) -> Vec<PathBuf> {
    let mut folders = named.to_vec();
    folders.push(working.to_owned());
    let arguments = program.args.iter().map(Path::new);
    for file in arguments.chain([program.path.as_path()]) {
        let file = working.join(file);
        if file.is_dir() {
            folders.push(file);
        } else if file.is_file() {
            folders.extend(file.parent().map(Path::to_owned));
            // A link is of use with what it points to.
            let target = fs::canonicalize(&file).unwrap_or_default();
            folders.extend(target.parent().map(Path::to_owned));
        }
    }
    folders.retain(|folder| folder.is_absolute());
    folders.sort();
    folders.dedup();
    folders
}

impl Kept {
    fn new(path: &Path, writable: bool) -> io::Result<Self> {
        let flags = OFlag::O_PATH | OFlag::O_DIRECTORY | OFlag::O_CLOEXEC;
        let handle = open(path, flags, Mode::empty());
        let handle =
            handle.map_err(|error| io::Error::other(format!("{}: {error}", path.display())))?;
        let path = path.to_owned();
        Ok(Self {
            path,
            handle,
            writable,
        })
    }

    /// Shows the folder where it was. It is as read-only as the mount that it came from.
    fn put_back(&self) -> io::Result<()> {
        fs::create_dir_all(&self.path)?;
        let source = format!("/proc/self/fd/{}", self.handle.as_raw_fd());
        let flags = MsFlags::MS_BIND | MsFlags::MS_REC;
        mount(
            Some(source.as_str()),
            &self.path,
            None::<&str>,
            flags,
            None::<&str>,
        )?;
        if self.writable {
            let flags = current_flags(&self.path)? - MsFlags::MS_RDONLY;
            remount(&self.path, flags)?;
        }
        Ok(())
    }
}

/// One file system of limited size, a part of which covers each folder.
fn cover_by_scratch(folders: &[&str], size: u64) -> io::Result<()> {
    let Some((first, others)) = folders.split_first() else {
        return Ok(());
    };
    tmpfs(
        first,
        &format!("size={size},nr_inodes={MOST_FILES},mode=755"),
    )?;
    let part = |index: usize| Path::new(first).join(index.to_string());
    for index in 0..folders.len() {
        fs::create_dir(part(index))?;
        fs::set_permissions(part(index), fs::Permissions::from_mode(0o1777))?;
    }
    // The first comes last: it covers the parts.
    let places = others
        .iter()
        .enumerate()
        .map(|(at, folder)| (at + 1, folder));
    for (index, folder) in places.chain([(0, first)]) {
        let flags = MsFlags::MS_BIND;
        mount(
            Some(&part(index)),
            *folder,
            None::<&str>,
            flags,
            None::<&str>,
        )?;
    }
    Ok(())
}

/// Takes away the terminals of the same user: whoever could write to one would show what he likes as our
/// report, and read what is typed. New ones can be made.
fn cover_terminals(others: &[PathBuf]) -> io::Result<()> {
    if Path::new(TERMINALS).is_dir() {
        let flags = MsFlags::MS_NOSUID | MsFlags::MS_NOEXEC;
        let options = Some("newinstance,ptmxmode=0666");
        mount(Some("devpts"), TERMINALS, Some("devpts"), flags, options)
            .map_err(io::Error::from)
            .or_else(|_| tmpfs(TERMINALS, "size=1m,mode=755"))?;
    }
    for terminal in others {
        let flags = MsFlags::MS_BIND;
        mount(
            Some("/dev/null"),
            terminal,
            None::<&str>,
            flags,
            None::<&str>,
        )?;
    }
    Ok(())
}

/// The terminals that the standard streams of this process lead to, apart from those that are covered anyway.
pub fn own_terminals() -> Vec<PathBuf> {
    let streams =
        (0..=2).filter_map(|stream| fs::read_link(format!("/proc/self/fd/{stream}")).ok());
    let mut terminals: Vec<PathBuf> = streams
        .filter(|path| path.starts_with("/dev") && !path.starts_with(TERMINALS))
        .filter(|path| path != Path::new("/dev/null"))
        .collect();
    terminals.sort();
    terminals.dedup();
    terminals
}

fn tmpfs(folder: impl AsRef<Path>, options: &str) -> io::Result<()> {
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
    Ok(mount(
        Some("tmpfs"),
        folder.as_ref(),
        Some("tmpfs"),
        flags,
        Some(options),
    )?)
}

/// Makes all mounts read-only. Sockets and devices can still be used, as far as their permissions go.
fn make_read_only() -> io::Result<()> {
    for (point, flags) in mounts()? {
        let read_only = flags | MsFlags::MS_RDONLY | MsFlags::MS_NOSUID;
        match remount(&point, read_only) {
            Ok(()) => {}
            // Under another mount, or in a folder that we may not enter: the program cannot either.
            Err(error) if hidden(&error) => {}
            Err(error) => {
                let point = point.display();
                return Err(io::Error::other(format!("{point}: {error}")));
            }
        }
    }
    Ok(())
}

fn hidden(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidInput, NotFound, PermissionDenied};
    matches!(error.kind(), InvalidInput | NotFound)
        || error.kind() == PermissionDenied && error.raw_os_error() == Some(13)
}

/// All mounts with their flags, in the order in which they were made.
fn mounts() -> io::Result<Vec<(PathBuf, MsFlags)>> {
    let text = fs::read_to_string("/proc/self/mountinfo")?;
    let lines = text.lines().filter_map(|line| {
        let mut words = line.split(' ').skip(4);
        let (point, options) = (words.next()?, words.next()?);
        Some((PathBuf::from(unescaped(point)), flags(options)))
    });
    Ok(lines.collect())
}

fn current_flags(point: &Path) -> io::Result<MsFlags> {
    let mut mounts = mounts()?.into_iter().rev();
    let found = mounts.find(|(other, _)| other == point);
    Ok(found.map_or(MsFlags::empty(), |(_, flags)| flags))
}

/// The flags that a mount may not lose when it is changed.
fn flags(options: &str) -> MsFlags {
    let flag = |word| match word {
        "ro" => MsFlags::MS_RDONLY,
        "nosuid" => MsFlags::MS_NOSUID,
        "nodev" => MsFlags::MS_NODEV,
        "noexec" => MsFlags::MS_NOEXEC,
        "noatime" => MsFlags::MS_NOATIME,
        "nodiratime" => MsFlags::MS_NODIRATIME,
        "relatime" => MsFlags::MS_RELATIME,
        _ => MsFlags::empty(),
    };
    options.split(',').map(flag).collect()
}

/// `mountinfo` writes blanks, tabs, line ends and backslashes as `\040` and so on.
fn unescaped(text: &str) -> String {
    let mut plain = text.to_owned();
    for (code, sign) in [
        ("\\040", " "),
        ("\\011", "\t"),
        ("\\012", "\n"),
        ("\\134", "\\"),
    ] {
        plain = plain.replace(code, sign);
    }
    plain
}

fn remount(point: impl AsRef<Path>, flags: MsFlags) -> io::Result<()> {
    change(point, MsFlags::MS_REMOUNT | MsFlags::MS_BIND | flags)
}

fn change(point: impl AsRef<Path>, flags: MsFlags) -> io::Result<()> {
    let none = None::<&str>;
    Ok(mount(none, point.as_ref(), none, flags, none)?)
}

#[cfg(test)]
mod tests {
    use super::{flags, unescaped};
    use nix::mount::MsFlags;

    #[test]
    fn mounts_are_read() {
        let found = flags("rw,nosuid,nodev,relatime");
        let expected = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_RELATIME;
        assert_eq!(found, expected);
        assert_eq!(unescaped("/my\\040disk\\134x"), "/my disk\\x");
    }
}
