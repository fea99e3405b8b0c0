//! Converting a folder: every file in it and in the folders below it becomes a file of the same
//! name in another folder. A file that is not a level is reported and skipped; the
//! others are converted.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use unicursal::{Control, Error, Puzzle};
use unicursal_arena::printable;

use super::Convert;
use crate::exit::{self, Exit, library_error};
use crate::session::{self, Session};
use crate::{input, output};

pub fn run(
    puzzle: &'static dyn Puzzle,
    asked: &Convert,
    from: &Path,
    control: &Control,
    session: &Session,
) -> anyhow::Result<Exit> {
    let shown = input::name(from);
    let Some(to) = asked.output.as_deref().filter(|path| *path != "-") else {
        bail!("{shown}: a folder is converted into another: name it with --output");
    };
    let files = files(from).with_context(|| shown.clone().into_owned())?;
    if files.is_empty() {
        bail!("{shown}: there are no files here");
    }
    let mut guard = output::Guard::new(asked.force);
    for file in &files {
        guard.input(Some(&from.join(file)), "a level");
    }
    let mut done = 0;
    for file in &files {
        let (from, to) = (from.join(file), Path::new(to).join(file));
        match convert(puzzle, asked, (&from, &to), &mut guard, control, session) {
            Ok(()) => done += 1,
            // A limit, or Ctrl-C, applies to all files.
            Err(error) if matches!(library_error(&error), Some(Error::Unfinished(_))) => {
                session.say(&format!("converted {done} of {}", files.len()));
                return Err(error);
            }
            Err(error) => {
                session::error(&format!("{error:#}"));
                if session.is_json() {
                    output::json(&exit::report(&error))?;
                }
            }
        }
    }
    session.say(&format!("converted {done} of {}", files.len()));
    Ok(if done == files.len() {
        Exit::Yes
    } else {
        Exit::BadInput
    })
}

fn convert(
    puzzle: &'static dyn Puzzle,
    asked: &Convert,
    (from, to): (&Path, &Path),
    guard: &mut output::Guard,
    control: &Control,
    session: &Session,
) -> anyhow::Result<()> {
    let to = to.to_str().context("this name is no text")?;
    let converted = asked.convert(puzzle, Some(from.as_os_str()), control, session)?;
    if let Some(parent) = Path::new(to).parent() {
        fs::create_dir_all(parent).with_context(|| printable(to).into_owned())?;
    }
    guard.output(to, "the converted level", |_| false)?;
    output::file(to, &converted.bytes)?;
    if session.is_json() {
        let mut report = converted.report(&asked.to);
        report["output"] = to.into();
        output::json(&report)?;
    }
    Ok(())
}

/// The files of a folder and of those below it, by their names within it.
fn files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(below) = folders.pop() {
        for entry in fs::read_dir(folder.join(&below))? {
            let entry = entry?;
            let (name, kind) = (below.join(entry.file_name()), entry.file_type()?);
            if kind.is_dir() {
                folders.push(name);
            } else if folder.join(&name).is_file() {
                files.push(name);
            }
        }
    }
    files.sort();
    Ok(files)
}
