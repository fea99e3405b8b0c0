//! Copies of programs for a user who cannot reach the originals: root's programs are often where
//! nobody else may go, and they do not run as root.
//!
//! A folder is copied once for all runs, and shown in place of the original. The copies are in a
//! folder that only root can enter; the program sees them only through its own view.

use std::collections::HashMap;
use std::fs::{self, DirBuilder, Metadata, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::scratch;

/// The most that is copied of a folder.
const MOST_BYTES: u64 = 1 << 30;
const MOST_FILES: usize = 20_000;
/// The beginning of the names of folders of copies; the rest is the number of the process that made
/// it.
const PREFIX: &str = "contained-copies-";

/// The copies of a cage. They are removed with it.
#[derive(Debug, Default)]
pub struct Staging(Mutex<Copies>);

#[derive(Debug, Default)]
struct Copies {
    /// Where they are, if there are any.
    root: Option<PathBuf>,
    /// From where to where.
    made: HashMap<PathBuf, PathBuf>,
}

impl Staging {
    /// From where to show what is to be shown, so that everyone can read it: the originals, covered
    /// by copies where they are closed. `needed` are the files that a program cannot do without;
    /// whatever is closed and contains none of them is not shown.
    pub fn stage(&self, shown: &Path, needed: &[PathBuf]) -> io::Result<Vec<(PathBuf, PathBuf)>> {
        let is_closed = |path: &Path| fs::metadata(path).is_ok_and(|data| !is_open(&data));
        let needed = needed.iter().filter(|file| file.starts_with(shown));
        // The outermost folder that is closed, or the file itself.
        let closed = needed.filter_map(|file| {
            let above = file.ancestors().take_while(|path| path.starts_with(shown));
            above.filter(|path| is_closed(path)).last()
        });
        let mut closed: Vec<&Path> = closed.collect();
        closed.sort_unstable();
        closed.dedup();
        let mut staged = Vec::new();
        if shown.exists() && !is_closed(shown) {
            staged.push((shown.to_owned(), shown.to_owned()));
        }
        for path in closed {
            staged.push((path.to_owned(), self.copy(path)?));
        }
        Ok(staged)
    }

    /// The copy of a file or folder, which everyone can read.
    fn copy(&self, path: &Path) -> io::Result<PathBuf> {
        let mut copies = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(copy) = copies.made.get(path) {
            return Ok(copy.clone());
        }
        let number = copies.made.len();
        let copy = copies.root()?.join(number.to_string());
        copy_all(path, &copy)?;
        copies.made.insert(path.to_owned(), copy.clone());
        Ok(copy)
    }
}

impl Copies {
    fn root(&mut self) -> io::Result<&Path> {
        if self.root.is_none() {
            tidy();
            let name = format!("{PREFIX}{}", std::process::id());
            let mut last = Ok(());
            // A name that is taken may be a trap.
            for number in 0..100 {
                let root = std::env::temp_dir().join(format!("{name}-{number}"));
                last = DirBuilder::new().mode(0o700).create(&root);
                if last.is_ok() {
                    self.root = Some(root);
                    break;
                }
            }
            last?;
        }
        self.root.as_deref().ok_or(io::ErrorKind::NotFound.into())
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        let copies = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(root) = &copies.root {
            scratch::remove(root);
        }
    }
}

/// Removes what processes that have ended left.
fn tidy() {
    let Ok(entries) = fs::read_dir(std::env::temp_dir()) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let owner = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
        let owner = owner.and_then(|rest| rest.split('-').next());
        let is_dead = owner.is_some_and(|owner| !Path::new("/proc").join(owner).exists());
        let is_ours = entry
            .metadata()
            .is_ok_and(|data| data.is_dir() && data.uid() == 0);
        if is_dead && is_ours {
            scratch::remove(&entry.path());
        }
    }
}

/// Whether everyone can use it as its owner can.
fn is_open(data: &Metadata) -> bool {
    let mode = data.mode();
    let owner = mode >> 6 & 0o5;
    mode & 0o7 & owner == owner && owner & 0o4 != 0
}

/// Copies a file, or a folder with what is in it: files, folders and links, and nothing else.
/// Whoever may enter the folder may read: in a closed folder, the permissions of files need not say
/// who may.
fn copy_all(from: &Path, to: &Path) -> io::Result<()> {
    let mut left = vec![(from.to_owned(), to.to_owned())];
    let (mut bytes, mut files) = (0, 0);
    // What is copied first is what was named, which may be a link.
    let mut data = fs::metadata(from)?;
    while let Some((from, to)) = left.pop() {
        files += 1;
        let named = |error: io::Error| io::Error::other(format!("{}: {error}", from.display()));
        if files > 1 {
            data = fs::symlink_metadata(&from).map_err(named)?;
        }
        let mode = data.mode() & 0o777;
        let mode = mode | mode >> 6 & 0o5;
        if data.is_file() {
            bytes = data.len().saturating_add(bytes);
        }
        // Before anything is copied: a file of nothing but a length can be larger than any disk.
        if bytes > MOST_BYTES || files > MOST_FILES {
            let why =
                "other users cannot read this folder, and it is too large to be copied for them";
            return Err(io::Error::other(format!("{}: {why}", from.display())));
        }
        if data.is_dir() {
            fs::create_dir(&to).map_err(named)?;
            for entry in fs::read_dir(&from).map_err(named)? {
                let name = entry.map_err(named)?.file_name();
                left.push((from.join(&name), to.join(&name)));
            }
        } else if data.is_file() {
            fs::copy(&from, &to).map_err(named)?;
        } else if data.is_symlink() {
            std::os::unix::fs::symlink(fs::read_link(&from)?, &to).map_err(named)?;
            continue;
        } else {
            continue;
        }
        fs::set_permissions(&to, Permissions::from_mode(mode)).map_err(named)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::path::{Path, PathBuf};

    use super::Staging;

    fn chmod(path: &Path, mode: u32) {
        fs::set_permissions(path, Permissions::from_mode(mode)).expect("modes can be set");
    }

    fn folder(name: &str) -> PathBuf {
        let name = format!("contain-staging-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(folder.join("data")).expect("a folder can be made");
        for file in ["program", "data/words", "secret"] {
            fs::write(folder.join(file), file).expect("a file can be written");
        }
        chmod(&folder.join("program"), 0o700);
        chmod(&folder.join("data/words"), 0o644);
        chmod(&folder.join("secret"), 0o600);
        folder
    }

    #[test]
    fn a_closed_folder_is_copied_and_opened() {
        let folder = folder("closed");
        chmod(&folder, 0o700);
        let staging = Staging::default();
        let staged = staging.stage(&folder, &[folder.join("program")]);
        let staged = staged.expect("a copy");
        assert!(matches!(&staged[..], [(path, source)] if *path == folder && *source != folder));
        let copy = &staged[0].1;
        let mode = |name: &str| fs::metadata(copy.join(name)).expect("a copy").mode() & 0o777;
        assert_eq!(
            (mode(""), mode("program"), mode("data/words")),
            (0o705, 0o705, 0o644)
        );
        let root = copy.parent().expect("a folder").to_owned();
        assert_eq!(fs::metadata(&root).expect("a folder").mode() & 0o777, 0o700);
        let nothing = staging.stage(&folder, &[]).expect("nothing");
        assert!(nothing.is_empty());
        drop(staging);
        assert!(!root.exists());
        let _ = fs::remove_dir_all(folder);
    }

    #[test]
    fn a_file_larger_than_the_limit_is_not_begun() {
        let folder = folder("large");
        chmod(&folder, 0o700);
        let large = fs::File::create(folder.join("large")).expect("a file");
        large.set_len(1 << 40).expect("a length");
        let staging = Staging::default();
        let staged = staging.stage(&folder, &[folder.join("program")]);
        let why = staged.expect_err("too large").to_string();
        let _ = fs::remove_dir_all(folder);
        assert!(why.contains("too large to be copied"), "{why}");
        let root = staging.0.lock().expect("it is ours").root.clone();
        let copies = fs::metadata(root.expect("a place").join("0/large"));
        assert!(copies.is_err());
    }

    #[test]
    fn in_an_open_folder_only_what_is_needed_is_copied() {
        let folder = folder("open");
        chmod(&folder, 0o755);
        let (program, words) = (folder.join("program"), folder.join("data/words"));
        let staging = Staging::default();
        let staged = staging.stage(&folder, &[program.clone(), words.clone()]);
        let staged = staged.expect("a copy");
        assert_eq!(staged[0], (folder.clone(), folder.clone()));
        assert!(matches!(&staged[1..], [(path, source)] if *path == program && *source != program));
        let copy = fs::metadata(&staged[1].1).expect("a copy");
        assert_eq!(copy.mode() & 0o777, 0o705);
        // A closed folder on the way to an open file.
        chmod(&program, 0o755);
        chmod(&folder.join("data"), 0o700);
        let staged = staging.stage(&folder, &[program, words]).expect("a copy");
        assert_eq!(staged.len(), 2);
        assert_eq!(staged[1].0, folder.join("data"));
        let _ = fs::remove_dir_all(folder);
    }
}
