//! Where data goes: standard output or a file.
//!
//! A file is written beside its place and renamed, so that after a full disk or a kill the old file or
//! the whole new one is there, never a stump. As with `cp`, a symbolic link keeps pointing where it
//! does, a file keeps its permissions, and what is no file (a pipe, a device) is written as it is.
//! [`Guard`] refuses, before the work is done, what would destroy something else.

use std::collections::HashMap;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, anyhow, bail};
use clap::{Arg, ArgAction};
use serde_json::Value;
use unicursal::picture::Picture;

use crate::printable::{printable, printable_json};

/// The endings of pictures.
pub const PICTURES: [&str; 4] = ["svg", "png", "gif", "apng"];
/// The endings of text; names without an ending are text as well.
const TEXTS: [&str; 1] = ["txt"];

/// Set when the first byte of a result is written. From then on a limit comes too late.
static BEGUN: AtomicBool = AtomicBool::new(false);

/// Whether a result is being written.
pub fn has_begun() -> bool {
    BEGUN.load(Ordering::Relaxed)
}

/// `--force`.
pub fn force() -> Arg {
    Arg::new("force")
        .long("force")
        .action(ArgAction::SetTrue)
        .help("Replace files that are there and are something else")
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

/// What is found where a file is to be written.
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
            // As the system says it.
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

/// Writes a file beside its place, and puts it there.
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
            // A file that we may write in a directory that we may not.
            let _ = fs::remove_file(&beside);
            fs::write(path, data)
        }
        Err(error) => {
            let _ = fs::remove_file(&beside);
            Err(error)
        }
        Ok(()) => Ok(()),
    }
}

/// Gives a new file the permissions and, where we may, the owner of the one that it replaces.
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

/// Finds out whether a file can be written, before the work for it is done. Leaves it as it is.
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
    pub fn input(&mut self, word: Option<&str>, what: &'static str) {
        if let Some(path) = word.and_then(|word| fs::canonicalize(word).ok()) {
            self.taken.insert(path, what);
        }
    }

    /// Refuses an output that is an input or another output, or that would replace something else than
    /// an older version of itself, which `is_older` recognises by its beginning.
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

/// A file of lines that grows: each line is there as a whole or not at all.
pub struct Lines {
    path: String,
    /// Open once there is a line.
    open: Option<File>,
    /// Bytes of whole lines, where the file is one.
    length: Option<u64>,
}

impl Lines {
    /// A file that the first line replaces. Until then the old one stays.
    pub fn replacing(path: &str) -> Self {
        Self {
            path: path.to_owned(),
            open: None,
            length: None,
        }
    }

    /// A file to which lines are added; one that ends in the middle of a line gets its end first.
    pub fn appending(path: &str) -> anyhow::Result<Self> {
        let open = || -> std::io::Result<(File, Option<u64>)> {
            let mut file = OpenOptions::new().append(true).create(true).open(path)?;
            let found = file.metadata()?;
            if !found.is_file() {
                return Ok((file, None));
            }
            if found.len() > 0 && !fs::read(path)?.ends_with(b"\n") {
                file.write_all(b"\n")?;
            }
            let length = file.metadata()?.len();
            Ok((file, Some(length)))
        };
        let (file, length) = open().with_context(|| printable(path).into_owned())?;
        Ok(Self {
            path: path.to_owned(),
            open: Some(file),
            length,
        })
    }

    /// Adds a line.
    pub fn add(&mut self, line: &str) -> anyhow::Result<()> {
        let line = format!("{line}\n");
        let Some(file) = &mut self.open else {
            return self.begin(&line);
        };
        if let Err(error) = file.write_all(line.as_bytes()) {
            if let Some(length) = self.length {
                // On a full disk there is room for a part, which nobody could read.
                let _ = file.set_len(length);
            }
            return Err(anyhow!(error).context(printable(&self.path).into_owned()));
        }
        if let Some(length) = &mut self.length {
            *length += line.len() as u64;
        }
        Ok(())
    }

    /// Replaces what was there by the first line, and opens the file for more.
    fn begin(&mut self, line: &str) -> anyhow::Result<()> {
        let shown = || printable(&self.path).into_owned();
        let path = Path::new(&self.path);
        if let Place::Stream = place(path).with_context(shown)? {
            let mut file = OpenOptions::new()
                .write(true)
                .open(path)
                .with_context(shown)?;
            file.write_all(line.as_bytes()).with_context(shown)?;
            self.open = Some(file);
            return Ok(());
        }
        write(path, line.as_bytes()).with_context(shown)?;
        let file = OpenOptions::new().append(true).open(path);
        self.open = Some(file.with_context(shown)?);
        self.length = Some(line.len() as u64);
        Ok(())
    }
}

/// What a file with a drawing holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Svg,
    /// The path is drawn step by step.
    MovingSvg,
    Png,
    Gif,
    Apng,
    Text,
}

impl Form {
    /// What a file with this name is to hold; text for standard output.
    pub fn of(path: &str) -> anyhow::Result<Self> {
        let ending = Path::new(path)
            .extension()
            .and_then(|ending| ending.to_str());
        let special = fs::metadata(path).is_ok_and(|found| !found.is_file());
        let ending = ending.map(str::to_ascii_lowercase);
        match ending.as_deref() {
            Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            Some("gif") => Ok(Self::Gif),
            Some("apng") => Ok(Self::Apng),
            None => Ok(Self::Text),
            Some(text) if TEXTS.contains(&text) || special => Ok(Self::Text),
            Some(other) => bail!(
                "{}: '.{}' is no kind of picture; use .svg, .png, .gif, .apng or .txt",
                printable(path),
                printable(other)
            ),
        }
    }

    /// The same where text is no picture.
    pub fn of_picture(path: &str) -> anyhow::Result<Self> {
        match Self::of(path) {
            Ok(form) if form != Self::Text => Ok(form),
            _ => Err(anyhow!(
                "{}: a picture's name ends in .{}",
                printable(path),
                PICTURES.join(" or .")
            )),
        }
    }

    /// The form in which the path is drawn step by step, where there are two.
    #[must_use]
    pub fn moving(self) -> Self {
        match self {
            Self::Svg => Self::MovingSvg,
            other => other,
        }
    }

    /// Its name, as the ending of a file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Svg | Self::MovingSvg => "svg",
            Self::Png => "png",
            Self::Gif => "gif",
            Self::Apng => "apng",
            Self::Text => "txt",
        }
    }

    /// Whether a file that begins like this holds an older drawing; `text` is how ours begins as text.
    pub fn is_older(self, beginning: &[u8], text: &str) -> bool {
        match self {
            Self::Svg | Self::MovingSvg => beginning.starts_with(b"<svg "),
            Self::Gif => beginning.starts_with(b"GIF89a"),
            Self::Png | Self::Apng => beginning.starts_with(b"\x89PNG\r\n\x1a\n"),
            Self::Text => beginning.starts_with(text.as_bytes()),
        }
    }

    /// The bytes of a picture in this form; `None` for text.
    pub fn bytes(self, picture: &Picture) -> anyhow::Result<Option<Vec<u8>>> {
        Ok(match self {
            Self::Svg => Some(picture.to_svg().into_bytes()),
            Self::MovingSvg => Some(picture.to_moving_svg().into_bytes()),
            Self::Png => Some(picture.to_png()?),
            Self::Gif => Some(picture.to_gif()?),
            Self::Apng => Some(picture.to_apng()?),
            Self::Text => None,
        })
    }
}
