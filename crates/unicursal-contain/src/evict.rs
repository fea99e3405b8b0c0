//! Takes files out of the page cache, so that a program learns less from how long reading takes.
//!
//! It is advice: pages that another process has mapped stay, and the system's own folders are left
//! alone, because everybody uses them.

use std::fs;
use std::path::{Path, PathBuf};

/// At most this many files are looked at for one run.
const MOST_FILES: usize = 10_000;

/// Advises the system to forget these files, and those in folders among them.
pub fn files(paths: &[PathBuf]) {
    let mut left = MOST_FILES;
    let mut next: Vec<PathBuf> = paths.to_vec();
    while let Some(path) = next.pop() {
        let Ok(found) = fs::symlink_metadata(&path) else {
            continue;
        };
        if found.is_dir() {
            let entries = fs::read_dir(&path).into_iter().flatten().flatten();
            next.extend(entries.map(|entry| entry.path()).take(left));
        } else if found.is_file() {
            evict(&path);
        }
        left = left.saturating_sub(1);
        if left == 0 {
            return;
        }
    }
}

fn evict(path: &Path) {
    use nix::fcntl::{PosixFadviseAdvice, posix_fadvise};

    if let Ok(file) = fs::File::open(path) {
        let _ = posix_fadvise(&file, 0, 0, PosixFadviseAdvice::POSIX_FADV_DONTNEED);
    }
}

#[cfg(test)]
mod tests {
    use super::files;
    use nix::libc;
    use std::fs::{self, File};
    use std::os::fd::AsRawFd;

    /// Whether the first page of a file is in memory; `None` where the file system does not tell.
    fn is_cached(file: &File) -> Option<bool> {
        let mut byte = [0_u8];
        let part = libc::iovec {
            iov_base: byte.as_mut_ptr().cast(),
            iov_len: 1,
        };
        #[expect(unsafe_code, reason = "the system's library has no other way")]
        // SAFETY: the kernel writes one byte into `byte`.
        let read =
            unsafe { libc::preadv2(file.as_raw_fd(), &raw const part, 1, 0, libc::RWF_NOWAIT) };
        match (read, std::io::Error::last_os_error().raw_os_error()) {
            (1, _) => Some(true),
            (_, Some(libc::EAGAIN)) => Some(false),
            _ => None,
        }
    }

    #[test]
    fn files_that_were_read_are_read_anew() {
        // Beside this test's executable, because files in memory stay there.
        let own = std::env::current_exe().expect("it has a name");
        let folder = own.with_file_name(format!("evict-{}", std::process::id()));
        let path = folder.join("deep/file");
        fs::create_dir_all(folder.join("deep")).expect("a folder can be made");
        fs::write(&path, vec![7; 1 << 16]).expect("a file can be written");
        let file = File::open(&path).expect("it is there");
        file.sync_all().expect("it is written");
        let _ = fs::read(&path);
        if is_cached(&file) == Some(true) {
            files(std::slice::from_ref(&folder));
            assert_eq!(is_cached(&file), Some(false));
        } else {
            eprintln!("NOT TESTED: this file system does not tell what is in memory");
        }
        let _ = fs::remove_dir_all(folder);
    }
}
