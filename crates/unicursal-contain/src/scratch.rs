//! A folder for the files of one run, where there is no mount namespace to have one in memory. It
//! has the keeper's number in its name, so that it can be removed when the keeper cannot.
//!
//! A program can leave folders in folders deeper than any path is long. They are removed from the
//! top: the contents of a folder are moved up before it is removed, so that neither the stack nor
//! the number of open files nor the length of a path grows with the depth.

use std::ffi::{CStr, CString};
use std::fs::{DirBuilder, File};
use std::io::{self, Read};
use std::os::fd::AsFd;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

use nix::dir::Dir;
use nix::errno::Errno;
use nix::fcntl::{AtFlags, OFlag, renameat};
use nix::sys::stat::{FchmodatFlags, Mode, SFlag, fchmodat, fstatat};
use nix::unistd::{UnlinkatFlags, unlinkat};

use crate::policy::NOBODY;

/// What the names of scratch folders begin with; the keeper's number and a random number follow.
const PREFIX: &str = "contained-scratch-";

/// Where scratch folders are: if possible in memory, where files count as memory and thousands of
/// folders are removed at once.
fn place() -> PathBuf {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() {
        return memory.to_owned();
    }
    std::env::temp_dir()
}

/// Makes the folder for the user as whom the program runs. Nobody can guess its name: programs may
/// write beside it, and one could otherwise take the name of a later folder.
pub fn make(keeper: u32, user: Option<u32>) -> io::Result<PathBuf> {
    let mut chance = [0; 8];
    File::open("/dev/urandom")?.read_exact(&mut chance)?;
    let chance = u64::from_ne_bytes(chance);
    let folder = place().join(format!("{PREFIX}{keeper}-{chance:016x}"));
    DirBuilder::new().mode(0o700).create(&folder)?;
    if user.is_some() {
        std::os::unix::fs::lchown(&folder, user, user)?;
    }
    Ok(folder)
}

/// Removes what the run of this keeper has left: its folder and, if it had a user of its own,
/// everything else of that user there.
pub fn clear(keeper: u32, user: Option<u32>) {
    let own = format!("{PREFIX}{keeper}-");
    let user = user.filter(|&user| user != NOBODY);
    let entries = std::fs::read_dir(place()).into_iter().flatten().flatten();
    for entry in entries {
        let is_its = entry.file_name().to_string_lossy().starts_with(&own);
        let is_theirs = || entry.metadata().is_ok_and(|data| Some(data.uid()) == user);
        if !is_its && !is_theirs() {
            continue;
        }
        if std::fs::remove_file(entry.path()).is_err() {
            remove(&entry.path());
        }
    }
}

/// Removes a folder and everything in it, even what the program has made inaccessible. Links are
/// not followed. No process may still be working in it.
pub fn remove(folder: &Path) {
    if is_folder(folder) && empty(folder).is_ok() {
        let _ = std::fs::remove_dir(folder);
    }
}

fn is_folder(path: &Path) -> bool {
    std::fs::symlink_metadata(path).is_ok_and(|data| data.is_dir())
}

fn empty(folder: &Path) -> nix::Result<()> {
    let flags = OFlag::O_DIRECTORY | OFlag::O_NOFOLLOW | OFlag::O_CLOEXEC;
    let all = Mode::S_IRWXU;
    fchmodat(
        nix::fcntl::AT_FDCWD,
        folder,
        all,
        FchmodatFlags::FollowSymlink,
    )?;
    let top = nix::fcntl::open(folder, flags, Mode::empty())?;
    let mut moved = 0_u64;
    loop {
        let mut listing = Dir::openat(&top, ".", flags, Mode::empty())?;
        let names = names(&mut listing);
        if names.is_empty() {
            return Ok(());
        }
        for name in names {
            if unlinkat(&top, name.as_c_str(), UnlinkatFlags::NoRemoveDir).is_ok() {
                continue;
            }
            open_up(&top, &name)?;
            let mut inner = Dir::openat(&top, name.as_c_str(), flags, Mode::empty())?;
            for below in self::names(&mut inner) {
                if unlinkat(&inner, below.as_c_str(), UnlinkatFlags::NoRemoveDir).is_ok() {
                    continue;
                }
                open_up(&inner, &below)?;
                // An empty folder need not be moved.
                if unlinkat(&inner, below.as_c_str(), UnlinkatFlags::RemoveDir).is_ok() {
                    continue;
                }
                loop {
                    moved += 1;
                    let fresh = CString::new(format!("contained-{moved}")).unwrap_or_default();
                    match renameat(&inner, below.as_c_str(), &top, fresh.as_c_str()) {
                        // The program has made something with that name.
                        Err(Errno::EEXIST | Errno::ENOTEMPTY | Errno::ENOTDIR) => {}
                        other => break other?,
                    }
                }
            }
            unlinkat(&top, name.as_c_str(), UnlinkatFlags::RemoveDir)?;
        }
    }
}

/// Gives us the rights over a folder that we need to empty it.
fn open_up(above: impl AsFd, name: &CStr) -> nix::Result<()> {
    let found = fstatat(&above, name, AtFlags::AT_SYMLINK_NOFOLLOW)?;
    if SFlag::from_bits_truncate(found.st_mode) & SFlag::S_IFMT != SFlag::S_IFDIR {
        return Err(Errno::ENOTDIR);
    }
    fchmodat(above, name, Mode::S_IRWXU, FchmodatFlags::FollowSymlink)
}

fn names(folder: &mut Dir) -> Vec<CString> {
    let entries = folder
        .iter()
        .flatten()
        .map(|entry| entry.file_name().to_owned());
    entries
        .filter(|name| ![c".", c".."].contains(&name.as_c_str()))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;

    use nix::fcntl::{OFlag, open, openat};
    use nix::sys::stat::{Mode, mkdirat};

    use super::{make, remove};

    #[test]
    fn a_closed_folder_is_removed_and_links_are_not_followed() {
        // No process has this number.
        let folder = make(u32::MAX, None).expect("a folder");
        let outside = make(u32::MAX - 1, None).expect("a folder");
        fs::write(outside.join("kept"), "x").expect("a file");
        fs::create_dir_all(folder.join("a/b/c/d")).expect("folders");
        fs::create_dir_all(folder.join("contained-1/x")).expect("folders");
        fs::write(folder.join("a/b/c/e"), "x").expect("a file");
        std::os::unix::fs::symlink(&outside, folder.join("a/b/link")).expect("a link");
        fs::set_permissions(folder.join("a/b"), Permissions::from_mode(0o0)).expect("closed");
        fs::set_permissions(folder.join("a"), Permissions::from_mode(0o0)).expect("closed");
        remove(&folder);
        assert!(!folder.exists());
        assert!(outside.join("kept").exists());
        remove(&outside);
        assert!(!outside.exists());
    }

    #[test]
    fn folders_deeper_than_any_path_are_removed() {
        let folder = make(u32::MAX - 2, None).expect("a folder");
        let flags = OFlag::O_DIRECTORY | OFlag::O_CLOEXEC;
        let mut at = open(&folder, flags, Mode::empty()).expect("opened");
        for _ in 0..3000 {
            mkdirat(&at, "d", Mode::S_IRWXU).expect("a folder");
            at = openat(&at, "d", flags, Mode::empty()).expect("opened");
        }
        drop(at);
        remove(&folder);
        assert!(!folder.exists());
    }
}
