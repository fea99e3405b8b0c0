//! Files of JSON lines: written so that no finished result is ever lost, read back to resume and
//! merge.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use crate::{Entry, Refused};
#[cfg(unix)]
use nix::{
    errno::Errno,
    fcntl::{Flock, FlockArg},
};

/// A file to which lines are appended, by one process at a time.
pub struct Log {
    file: File,
    path: PathBuf,
    /// Held as long as the file is open. Some network file systems have none.
    #[cfg(unix)]
    _lock: Option<Flock<File>>,
}

impl Log {
    /// Opens a file. With `resume` its entries are read back and a last line that was not finished
    /// is cut off; without, it must be new or empty.
    pub fn open(path: &Path, resume: bool) -> Result<(Self, Vec<Entry>), Refused> {
        let unusable = |error: std::io::Error| Refused::file(path, error);
        let mut options = OpenOptions::new();
        options.create(true).read(true).append(true);
        let mut file = options.open(path).map_err(unusable)?;
        #[cfg(unix)]
        let lock = {
            let handle = file.try_clone().map_err(unusable)?;
            match Flock::lock(handle, FlockArg::LockExclusiveNonblock) {
                Ok(lock) => Some(lock),
                Err((_, Errno::EWOULDBLOCK)) => {
                    return Err(Refused::file(path, "another run is writing to this file"));
                }
                Err(_) => None,
            }
        };
        // A pipe or a terminal can be written, but not read back.
        let is_file = file.metadata().map_err(unusable)?.is_file();
        let text = if is_file {
            all_of(&mut file).map_err(unusable)?
        } else {
            Vec::new()
        };
        if !resume && !text.trim_ascii().is_empty() {
            let why = "this file has results already; continue them with --resume";
            return Err(Refused::file(path, why));
        }
        let finished = text
            .iter()
            .rposition(|&b| b == b'\n')
            .map_or(0, |at| at + 1);
        let entries = read_lines(path, &text[..finished])?;
        if is_file {
            file.set_len(finished as u64).map_err(unusable)?;
        }
        let log = Self {
            file,
            path: path.to_owned(),
            #[cfg(unix)]
            _lock: lock,
        };
        Ok((log, entries))
    }

    /// Appends an entry in one write; when this returns, the system has it.
    pub fn append(&mut self, entry: &Entry) -> Result<(), Refused> {
        let line = format!("{}\n", entry.json());
        let written = self.file.write_all(line.as_bytes());
        let written = written.and_then(|()| self.file.flush());
        written.map_err(|error| Refused::file(&self.path, error))
    }
}

/// Reads all entries of a file, or of standard input for `-`. A last line without a line end may be
/// incomplete, and is left out if it cannot be read.
pub fn read(path: &Path) -> Result<Vec<Entry>, Refused> {
    let (path, text) = bytes(path);
    let text = text.map_err(|error| Refused::file(path, error))?;
    let finished = text
        .iter()
        .rposition(|&b| b == b'\n')
        .map_or(0, |at| at + 1);
    let mut entries = read_lines(path, &text[..finished])?;
    entries.extend(read_lines(path, &text[finished..]).unwrap_or_default());
    Ok(entries)
}

/// More than the text of any level, and than the results of a million levels.
const MOST_BYTES: u64 = 1 << 28;

/// The bytes of a file, or of standard input for `-`, with its name for messages. Some files, such
/// as devices, never end.
pub(crate) fn bytes(path: &Path) -> (&Path, std::io::Result<Vec<u8>>) {
    if path != Path::new("-") {
        return (path, File::open(path).and_then(all_of));
    }
    (Path::new("<stdin>"), all_of(std::io::stdin()))
}

fn all_of(from: impl Read) -> std::io::Result<Vec<u8>> {
    let mut text = Vec::new();
    from.take(MOST_BYTES + 1).read_to_end(&mut text)?;
    if text.len() as u64 > MOST_BYTES {
        let why = format!("more than {} MiB", MOST_BYTES >> 20);
        return Err(std::io::Error::other(why));
    }
    Ok(text)
}

/// The entries among some lines; a line with an estimate is not one and is skipped.
fn read_lines(path: &Path, text: &[u8]) -> Result<Vec<Entry>, Refused> {
    let mut entries = Vec::new();
    for (index, line) in text.split(|&byte| byte == b'\n').enumerate() {
        if line.trim_ascii().is_empty() || line.starts_with(b"{\"estimate\"") {
            continue;
        }
        let bad = |error: String| {
            // Each line is read by itself, so its place in the text does not matter.
            let error = error.replace("at line 1 column", "at column");
            let line = index + 1;
            let why = format!("line {line}: this is no result of evaluate: {error}");
            Refused::file(path, why)
        };
        let entry: Entry = serde_json::from_slice(line).map_err(|error| bad(error.to_string()))?;
        entry.validate().map_err(|error| bad(error.to_string()))?;
        entries.push(entry);
    }
    Ok(entries)
}
