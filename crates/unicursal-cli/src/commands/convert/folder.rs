//! Converting a folder: every file in it and in the folders below it becomes a file of the same name in another
//! folder. A file that is no level is said and passed over; the others are converted all the same.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use unicursal::{Error, Puzzle};

use super::Wish;
use crate::exit::{self, Exit, library_error};
use crate::output;
use crate::printable::printable;
use crate::session::{self, Session};

pub fn run(
    puzzle: &'static dyn Puzzle,
    wish: &Wish,
    from: &str,
    session: &Session,
) -> anyhow::Result<Exit> {
    let Some(to) = wish.output.filter(|path| *path != "-") else {
        bail!(
            "{}: a folder is converted into another: name it with --output",
            printable(from)
        );
    };
    let files = files(Path::new(from)).with_context(|| printable(from).into_owned())?;
    if files.is_empty() {
        bail!("{}: there are no files here", printable(from));
    }
    let mut guard = output::Guard::new(wish.force);
    for file in &files {
        guard.input(Path::new(from).join(file).to_str(), "a level");
    }
    let mut done = 0;
    for file in &files {
        let (from, to) = (Path::new(from).join(file), Path::new(to).join(file));
        match convert(puzzle, wish, (&from, &to), &mut guard, session) {
            Ok(()) => done += 1,
            // A limit, or Ctrl-C, is for all of them.
            Err(error) if matches!(library_error(&error), Some(Error::Unfinished(_))) => {
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
    wish: &Wish,
    (from, to): (&Path, &Path),
    guard: &mut output::Guard,
    session: &Session,
) -> anyhow::Result<()> {
    let word = |path: &Path| {
        path.to_str()
            .map(str::to_owned)
            .context("this name is no text")
    };
    let (from, to) = (word(from)?, word(to)?);
    let converted = wish.convert(puzzle, Some(&from), session)?;
    if let Some(parent) = Path::new(&to).parent() {
        fs::create_dir_all(parent).with_context(|| printable(&to).into_owned())?;
    }
    guard.output(&to, "the converted level", |_| false)?;
    output::file(&to, &converted.bytes)?;
    if session.is_json() {
        let mut report = converted.report(wish);
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
