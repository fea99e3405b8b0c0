//! Where data goes: standard output or a file.
//!
//! A file is written under a temporary name beside its place and then renamed, so that even if the
//! disk is full or the program is killed, there is either the old file or the whole new one, never
//! a part. As with `cp`, a symbolic link keeps its target, a file keeps its permissions, and
//! anything that is not a file (a pipe, a device) is written directly. [`Guard`] refuses, before
//! the work is done, outputs that would destroy something else, and keeps open the folder in which
//! the file is then written: a link that someone plants in the meantime is replaced, not followed.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context, bail};
use clap::Arg;
use serde_json::Value;
use unicursal_arena::{printable, printable_json};

use crate::args;

mod form;
mod lines;

pub use form::Form;
pub use lines::Lines;

/// Set when the first byte of a result is written. From then on limits no longer apply.
static BEGUN: AtomicBool = AtomicBool::new(false);

/// Whether a result is being written.
pub fn has_begun() -> bool {
    BEGUN.load(Ordering::Relaxed)
}

/// `--force`.
pub fn force() -> Arg {
    args::flag(
        "force",
        "Replace existing files even if they hold something else",
    )
}

/// Writes data to standard output, all of it or an error.
pub fn stdout(data: &[u8]) -> anyhow::Result<()> {
    BEGUN.store(true, Ordering::Relaxed);
    let mut out = std::io::stdout().lock();
    out.write_all(data)
        .and_then(|()| out.flush())
        .context("<stdout>")
}

/// Writes a value to standard output, as one line.
pub fn json(value: &Value) -> anyhow::Result<()> {
    json_line(&value.to_string())
}

/// Writes a line of JSON to standard output.
pub fn json_line(text: &str) -> anyhow::Result<()> {
    stdout(format!("{}\n", printable_json(text)).as_bytes())
}

/// Writes data to a file, or to standard output for `-`.
pub fn file(path: &str, data: &[u8]) -> anyhow::Result<()> {
    if path == "-" {
        return stdout(data);
    }
    BEGUN.store(true, Ordering::Relaxed);
    write(Path::new(path), data).with_context(|| printable(path).into_owned())
}

fn write(path: &Path, data: &[u8]) -> anyhow::Result<()> {
    if let Some(guarded) = guarded().get(path) {
        let place = guarded.place();
        if guarded.old.is_some() {
            // What is not ours to write stays as it is, even where its directory is ours.
            no_link(OpenOptions::new().append(true)).open(&place)?;
        }
        return Ok(replace(&place, guarded.old.as_ref(), data)?);
    }
    match place(path)? {
        Place::Stream => {
            let mut file = OpenOptions::new().write(true).open(path)?;
            file.write_all(data)?;
        }
        Place::New(path) => replace(&path, None, data)?,
        Place::Old(path, old) => {
            // What is not ours to write stays as it is, even where its directory is ours.
            OpenOptions::new().append(true).open(&path)?;
            replace(&path, Some(&old), data)?;
        }
    }
    Ok(())
}

/// A file as it was when it was guarded: whatever links appear later, it is written into the folder
/// that was open then, under the name that it had.
struct Guarded {
    folder: PathBuf,
    /// Keeps track of the folder, wherever it is moved to.
    #[cfg(target_os = "linux")]
    handle: File,
    name: std::ffi::OsString,
    old: Option<Metadata>,
}

static GUARDED: Mutex<BTreeMap<PathBuf, Guarded>> = Mutex::new(BTreeMap::new());

fn guarded() -> MutexGuard<'static, BTreeMap<PathBuf, Guarded>> {
    GUARDED.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Guarded {
    /// Remembers a file by its own name.
    fn new(own: &Path, old: Option<Metadata>) -> Option<Self> {
        let folder = own.parent()?.to_owned();
        Some(Self {
            #[cfg(target_os = "linux")]
            handle: File::open(&folder).ok()?,
            folder,
            name: own.file_name()?.to_owned(),
            old,
        })
    }

    /// Where it is to be written; through the open folder if the system has a name for that.
    fn place(&self) -> PathBuf {
        #[cfg(target_os = "linux")]
        {
            use std::os::fd::AsRawFd;
            let open = PathBuf::from(format!("/proc/self/fd/{}", self.handle.as_raw_fd()));
            if open.is_dir() {
                return open.join(&self.name);
            }
        }
        self.folder.join(&self.name)
    }
}

/// Refuses a symbolic link instead of following it.
fn no_link(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(nix::libc::O_NOFOLLOW);
    }
    options
}

/// What exists where a file is to be written.
enum Place {
    /// Nothing.
    New(PathBuf),
    /// A file, under its own name.
    Old(PathBuf, Metadata),
    /// Something that is written directly: a pipe, a device.
    Stream,
}

fn place(path: &Path) -> anyhow::Result<Place> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => {
            // The error in the system's own words.
            OpenOptions::new().append(true).open(path)?;
            bail!("this is a directory, not a file")
        }
        // `/dev/stdout` may be a file that others have open.
        Ok(found) if !found.is_file() || path.starts_with("/dev") || path.starts_with("/proc") => {
            Ok(Place::Stream)
        }
        Ok(found) => Ok(Place::Old(fs::canonicalize(path)?, found)),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            if fs::symlink_metadata(path).is_ok() {
                bail!("this is a symbolic link to nothing");
            }
            Ok(Place::New(path.to_owned()))
        }
        Err(error) => Err(error.into()),
    }
}

/// Writes a file beside its place, and then moves it there.
fn replace(path: &Path, old: Option<&Metadata>, data: &[u8]) -> std::io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let short: String = name.chars().take(40).collect();
    let beside = path.with_file_name(format!(".{short}.{}.part", std::process::id()));
    let written = (|| {
        let mut file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&beside)?;
        if let Some(old) = old {
            keep(old, &file)?;
        }
        file.write_all(data)?;
        fs::rename(&beside, path)
    })();
    match written {
        Err(error) if error.kind() == ErrorKind::PermissionDenied && old.is_some() => {
            // A file that we may write, in a directory that we may not.
            let _ = fs::remove_file(&beside);
            let mut options = OpenOptions::new();
            let mut file = no_link(options.write(true).truncate(true)).open(path)?;
            file.write_all(data)
        }
        Err(error) => {
            let _ = fs::remove_file(&beside);
            Err(error)
        }
        Ok(()) => Ok(()),
    }
}

/// Gives a new file the permissions and, if we may, the owner of the one that it replaces.
fn keep(old: &Metadata, new: &File) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let made = new.metadata()?;
        if (made.uid(), made.gid()) != (old.uid(), old.gid()) {
            let _ = fchown(new, Some(old.uid()), Some(old.gid()));
        }
    }
    new.set_permissions(old.permissions())
}

/// Finds out whether a file can be written, before the work for it is done. Does not change it.
pub fn probe(path: &str) -> anyhow::Result<()> {
    if path == "-" {
        return Ok(());
    }
    let probed = || -> anyhow::Result<()> {
        match place(Path::new(path))? {
            Place::Stream => {}
            Place::Old(path, _) => {
                OpenOptions::new().append(true).open(path)?;
            }
            Place::New(path) => {
                OpenOptions::new()
                    .write(true)
                    .create_new(true)
                    .open(&path)?;
                fs::remove_file(&path)?;
            }
        }
        Ok(())
    };
    probed().with_context(|| printable(path).into_owned())
}

/// What the outputs of one command must not destroy.
#[derive(Default)]
pub struct Guard {
    force: bool,
    /// Files that are read or written, and what they are.
    taken: HashMap<PathBuf, &'static str>,
}

impl Guard {
    /// With `force`, existing files may be replaced; inputs and other outputs never.
    pub fn new(force: bool) -> Self {
        Self {
            force,
            ..Self::default()
        }
    }

    /// Remembers an input, if it is a file.
    pub fn input<W: AsRef<Path> + ?Sized>(&mut self, word: Option<&W>, what: &'static str) {
        if let Some(path) = word.and_then(|word| fs::canonicalize(word).ok()) {
            self.taken.insert(path, what);
        }
    }

    /// Refuses an output that is an input or another output, or that would replace anything other
    /// than an older version of itself, which `is_older` recognises by its beginning.
    pub fn output(
        &mut self,
        path: &str,
        what: &'static str,
        is_older: impl Fn(&[u8]) -> bool,
    ) -> anyhow::Result<()> {
        if path == "-" {
            return Ok(());
        }
        let shown = printable(path);
        let found = place(Path::new(path)).with_context(|| shown.clone().into_owned())?;
        let own = match &found {
            Place::Stream => return Ok(()),
            Place::Old(own, _) => own.clone(),
            Place::New(path) => new_name(path),
        };
        if let Some(other) = self.taken.get(&own) {
            bail!("{shown}: this is the file of {other}, which {what} would destroy");
        }
        if let Place::Old(own, old) = &found
            && !self.force
            && old.len() > 0
            && !is_older(&beginning(own)?)
        {
            bail!("{shown}: this file exists and is something else; --force replaces it");
        }
        let old = match found {
            Place::Old(_, old) => Some(old),
            Place::New(_) | Place::Stream => None,
        };
        if let Some(kept) = Guarded::new(&own, old) {
            guarded().insert(PathBuf::from(path), kept);
        }
        self.taken.insert(own, what);
        Ok(())
    }
}

/// The full name of a file that does not exist yet.
fn new_name(path: &Path) -> PathBuf {
    let parent = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    let parent = fs::canonicalize(parent.unwrap_or(Path::new(".")));
    match (parent, path.file_name()) {
        (Ok(parent), Some(name)) => parent.join(name),
        _ => path.to_owned(),
    }
}

/// The first bytes of a file.
fn beginning(path: &Path) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = File::open(path).with_context(|| printable(&path.to_string_lossy()).into_owned())?;
    file.take(4096).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(all(test, unix))]
pub mod tests {
    use super::{Guard, file};
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::path::PathBuf;

    pub fn folder(name: &str) -> PathBuf {
        let name = format!("unicursal-output-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).expect("a folder can be made");
        folder
    }

    #[test]
    fn a_link_that_is_planted_after_the_guard_is_not_followed() {
        let folder = folder("link");
        let victim = folder.join("victim");
        fs::write(&victim, "kept").expect("a file can be written");
        let (new, old) = (folder.join("new.svg"), folder.join("old.svg"));
        fs::write(&old, "<svg older").expect("a file can be written");
        let mut guard = Guard::new(false);
        for path in [&new, &old] {
            let path = path.display().to_string();
            let guarded = guard.output(&path, "the picture", |start| start.starts_with(b"<svg "));
            guarded.expect("nothing is destroyed");
        }
        fs::remove_file(&old).expect("a file can be removed");
        for path in [&new, &old] {
            symlink(&victim, path).expect("a link can be made");
        }
        file(&new.display().to_string(), b"<svg new").expect("written");
        assert!(file(&old.display().to_string(), b"<svg new").is_err());
        assert_eq!(fs::read_to_string(&victim).expect("there"), "kept");
        assert_eq!(fs::read_to_string(&new).expect("there"), "<svg new");
        let _ = fs::remove_dir_all(folder);
    }

    #[test]
    fn a_folder_that_is_exchanged_after_the_guard_is_not_written_to() {
        let folder = folder("folder");
        fs::create_dir_all(folder.join("ours")).expect("folders can be made");
        fs::create_dir_all(folder.join("theirs")).expect("folders can be made");
        let path = folder.join("ours/x.svg").display().to_string();
        let guarded = Guard::new(false).output(&path, "the picture", |_| true);
        guarded.expect("nothing is destroyed");
        fs::rename(folder.join("ours"), folder.join("moved")).expect("renamed");
        symlink(folder.join("theirs"), folder.join("ours")).expect("a link can be made");
        file(&path, b"<svg").expect("written");
        assert!(!folder.join("theirs/x.svg").exists());
        #[cfg(target_os = "linux")]
        assert!(folder.join("moved/x.svg").exists());
        let _ = fs::remove_dir_all(folder);
    }
}
