//! A folder for the files of one run, where there is no mount namespace to have one in memory. It has the
//! keeper's number in its name, so that the arena can remove it when the keeper cannot.

use std::fs::{self, DirBuilder, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};

use super::User;

/// Where the files of the run of this keeper are.
pub fn of(keeper: u32) -> PathBuf {
    std::env::temp_dir().join(format!("unicursal-scratch-{keeper}"))
}

/// Makes the folder for the user as whom the program runs.
pub fn make(keeper: u32, user: User) -> io::Result<PathBuf> {
    let folder = of(keeper);
    // One that is there already belongs to a run that ended long ago, or is a trap.
    remove(&folder);
    DirBuilder::new().mode(0o700).create(&folder)?;
    if let User::Nobody(user, group) = user {
        std::os::unix::fs::lchown(&folder, Some(user), Some(group))?;
    }
    Ok(folder)
}

/// Removes the folder, also if the program has closed some of it.
pub fn remove(folder: &Path) {
    if fs::remove_dir_all(folder).is_err() {
        reopen(folder);
        let _ = fs::remove_dir_all(folder);
    }
}

/// Gives ourselves the right to remove what is below, as far as nobody has folders within folders without end.
fn reopen(folder: &Path) {
    let mut left = vec![folder.to_owned()];
    while let Some(folder) = left.pop() {
        // Links are not followed: they may lead to what is not the program's.
        if !fs::symlink_metadata(&folder).is_ok_and(|data| data.is_dir()) {
            continue;
        }
        let _ = fs::set_permissions(&folder, Permissions::from_mode(0o700));
        if let Ok(entries) = fs::read_dir(&folder) {
            let entries = entries.flatten();
            left.extend(
                entries
                    .filter(|e| e.file_type().is_ok_and(|t| t.is_dir()))
                    .map(|e| e.path()),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Permissions, PermissionsExt, fs, make, remove};
    use crate::contain::User;

    #[test]
    fn a_closed_folder_is_removed() {
        // No process has this number.
        let folder = make(u32::MAX, User::Same).expect("a folder");
        fs::create_dir_all(folder.join("a/b")).expect("folders");
        fs::write(folder.join("a/b/c"), "x").expect("a file");
        fs::set_permissions(folder.join("a/b"), Permissions::from_mode(0o0)).expect("closed");
        fs::set_permissions(folder.join("a"), Permissions::from_mode(0o0)).expect("closed");
        remove(&folder);
        assert!(!folder.exists());
    }
}
