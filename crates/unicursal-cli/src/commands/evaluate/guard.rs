//! `--guard DIR`: files that must not change during a run.
//!
//! Contained programs cannot change them unless `--allow-write` lets them. But whoever writes the
//! program, a language model for example, often works in the folder of the benchmark: with
//! `--guard-notes` one run is compared with another.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Arg, ArgAction, value_parser};
use unicursal_arena::digest;

use crate::args::{self, Given};
use crate::output;
use crate::session::{self, Session};

/// The digest of every file, by its path.
type Digests = BTreeMap<PathBuf, String>;

/// The options.
pub fn args() -> [Arg; 2] {
    [
        args::option("guard", "DIR")
            .action(ArgAction::Append)
            .value_parser(value_parser!(PathBuf))
            .help(
                "Record digests of all files in this folder, and at the end name those that were changed, created or removed (exit code 1)",
            ),
        args::option("guard-notes", "FILE")
            .requires("guard")
            .help(
                "Keep these digests in FILE, in the form of sha256sum; if FILE exists, compare with it",
            ),
    ]
}

/// What is to be guarded.
pub struct GuardOptions {
    folders: Vec<PathBuf>,
    /// The file with the digests of an earlier run.
    notes: Option<String>,
}

impl GuardOptions {
    pub fn read(given: Given) -> Self {
        Self {
            folders: given.all("guard"),
            notes: given.text("guard-notes"),
        }
    }
}

/// Folders, and what was in them.
pub struct Guard {
    folders: Vec<PathBuf>,
    before: Digests,
}

impl Guard {
    pub fn new(options: &GuardOptions) -> anyhow::Result<Self> {
        let GuardOptions { folders, notes } = options;
        let found = digests(folders)?;
        let before = match notes {
            Some(notes) if Path::new(notes).exists() => read(notes)?,
            Some(notes) => {
                output::file(notes, written(&found).as_bytes())?;
                found
            }
            None => found,
        };
        if let Some(notes) = notes
            && digests(folders)?.keys().any(|path| is_same(path, notes))
        {
            bail!("{notes}: the notes lie in a folder that is guarded");
        }
        Ok(Self {
            folders: folders.clone(),
            before,
        })
    }

    /// Names what has changed; returns whether nothing has.
    pub fn compare(&self, session: &Session) -> anyhow::Result<bool> {
        let after = digests(&self.folders)?;
        let paths: BTreeSet<&PathBuf> = self.before.keys().chain(after.keys()).collect();
        let mut is_same = true;
        for path in paths {
            let what = match (self.before.get(path), after.get(path)) {
                (Some(before), Some(after)) if before == after => continue,
                (Some(_), Some(_)) => "changed",
                (Some(_), None) => "removed",
                (None, _) => "new",
            };
            is_same = false;
            session::note(&format!("guarded: {}: {what}", path.display()));
        }
        if is_same && !self.folders.is_empty() {
            session.say(&format!("guarded: {} files are unchanged", after.len()));
        }
        Ok(is_same)
    }
}

fn is_same(path: &Path, other: &str) -> bool {
    let whole = |path: &Path| path.canonicalize().ok();
    whole(path).is_some() && whole(path) == whole(Path::new(other))
}

/// The digests of all files in some folders and the folders in them.
fn digests(folders: &[PathBuf]) -> anyhow::Result<Digests> {
    let mut digests = Digests::new();
    let mut open: Vec<PathBuf> = folders.to_vec();
    if let Some(file) = folders.iter().find(|folder| !folder.is_dir()) {
        bail!("{}: this is not a folder", file.display());
    }
    while let Some(path) = open.pop() {
        let shown = || path.display().to_string();
        let found = fs::symlink_metadata(&path).with_context(shown)?;
        if found.is_dir() || folders.contains(&path) {
            for entry in fs::read_dir(&path).with_context(shown)? {
                open.push(entry.with_context(shown)?.path());
            }
            continue;
        }
        let data = if found.is_symlink() {
            let target = fs::read_link(&path).with_context(shown)?;
            format!("link to {}", target.display()).into_bytes()
        } else if found.is_file() {
            fs::read(&path).with_context(shown)?
        } else {
            // Reading from a pipe or a device could take forever.
            b"neither file nor folder".to_vec()
        };
        digests.insert(path, digest::bytes(&data));
    }
    Ok(digests)
}

fn written(digests: &Digests) -> String {
    let lines = digests.iter();
    let lines = lines.map(|(path, digest)| format!("{digest}  {}\n", path.display()));
    lines.collect()
}

fn read(notes: &str) -> anyhow::Result<Digests> {
    let text = fs::read_to_string(notes).with_context(|| notes.to_owned())?;
    let lines = text.lines().enumerate().map(|(index, line)| {
        let entry = line.split_once("  ").filter(|(digest, _)| {
            digest.len() == 64 && digest.bytes().all(|byte| byte.is_ascii_hexdigit())
        });
        let (digest, path) = entry
            .with_context(|| format!("{notes}, line {}: this is no digest of a file", index + 1))?;
        Ok((PathBuf::from(path), digest.to_owned()))
    });
    lines.collect()
}
