//! Mounts: lists those that there are, makes and changes others.

use std::fs;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::{Path, PathBuf};

use nix::fcntl::{OFlag, open};
use nix::mount::{MsFlags, mount};
use nix::sys::stat::Mode;

/// A file or folder, wherever mounts will hide it.
pub struct Handle(OwnedFd);

impl Handle {
    /// Opens it without looking into it.
    pub fn new(path: &Path) -> io::Result<Self> {
        let handle = open(path, OFlag::O_PATH | OFlag::O_CLOEXEC, Mode::empty());
        let named = |error| io::Error::other(format!("{}: {error}", path.display()));
        handle.map(Self).map_err(named)
    }

    /// Whether it is a folder.
    pub fn is_folder(&self) -> bool {
        fs::metadata(self.path()).is_ok_and(|data| data.is_dir())
    }

    /// Shows it elsewhere: read-only if the mount that it came from is.
    pub fn show_at(&self, place: &Path) -> io::Result<()> {
        bind(&self.path(), place)
    }

    fn path(&self) -> PathBuf {
        PathBuf::from(format!("/proc/self/fd/{}", self.0.as_raw_fd()))
    }
}

/// Shows a file or a folder, with the mounts in it, in another place.
pub fn bind(from: &Path, to: &Path) -> io::Result<()> {
    let flags = MsFlags::MS_BIND | MsFlags::MS_REC;
    let bound = mount(Some(from), to, None::<&str>, flags, None::<&str>);
    bound.map_err(|error| io::Error::other(format!("{}: {error}", to.display())))
}

/// A file system in memory.
pub fn tmpfs(folder: &Path, options: &str) -> io::Result<()> {
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
    Ok(mount(
        Some("tmpfs"),
        folder,
        Some("tmpfs"),
        flags,
        Some(options),
    )?)
}

/// A view of the processes of the namespace that we are in, read-only.
pub fn proc(folder: &Path) -> io::Result<()> {
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC | MsFlags::MS_RDONLY;
    Ok(mount(
        Some("proc"),
        folder,
        Some("proc"),
        flags,
        None::<&str>,
    )?)
}

/// Makes all mounts read-only except `/proc`, which no view shows, and which we still write to.
/// Sockets and devices can still be used, as far as their permissions go.
pub fn make_read_only() -> io::Result<()> {
    for (point, flags) in mounts()? {
        if point == Path::new("/proc") {
            continue;
        }
        let read_only = flags | MsFlags::MS_RDONLY | MsFlags::MS_NOSUID;
        match remount(&point, read_only) {
            Ok(()) => {}
            // Under another mount, or in a folder that we may not enter: the program cannot either.
            Err(error) if is_hidden(&error) => {}
            Err(error) => {
                let point = point.display();
                return Err(io::Error::other(format!("{point}: {error}")));
            }
        }
    }
    Ok(())
}

/// Makes what was just shown writable again.
pub fn make_writable(point: &Path) -> io::Result<()> {
    let mut mounts = mounts()?.into_iter().rev();
    let found = mounts.find(|(other, _)| other == point);
    let flags = found.map_or(MsFlags::empty(), |(_, flags)| flags);
    remount(point, flags - MsFlags::MS_RDONLY)
}

fn is_hidden(error: &io::Error) -> bool {
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

/// Changes the flags of a mount.
pub fn remount(point: &Path, flags: MsFlags) -> io::Result<()> {
    change(point, MsFlags::MS_REMOUNT | MsFlags::MS_BIND | flags)
}

/// Changes a mount.
pub fn change(point: &Path, flags: MsFlags) -> io::Result<()> {
    let none = None::<&str>;
    Ok(mount(none, point, none, flags, none)?)
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
