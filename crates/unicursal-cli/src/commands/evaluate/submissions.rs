//! The programs of a class: command lines, folders, archives; with an interpreter, or compiled
//! first.
//!
//! In a folder each file is a program, and each folder is the work of one student, in which one
//! file is the program: the only one that can be run, or else the one that is called solution, main
//! or run. A folder that contains only another folder stands for that one. Texts and pictures are
//! not programs, and archives inside are not unpacked.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Arg;
use unicursal_arena::{Program, printable};
use unicursal_contain::{Command, Ended, Limits, Policy};

use super::containment;
use super::folder::Folder;
use crate::args::{self, Given};
use crate::permissions;
use crate::session::Session;

/// What the program is called in a folder with several files.
const NAMES: [&str; 3] = ["solution", "main", "run"];
/// Endings of names of files that come with programs but are not programs.
const NOTES: [&str; 16] = [
    "csv", "doc", "docx", "gif", "htm", "html", "jpg", "json", "log", "md", "pdf", "png", "txt",
    "xml", "yaml", "yml",
];
/// The message about an archive in a class.
const PACKED: &str = "this is an archive inside the class; unpack it into a folder of its own";
/// How long a compiler may take.
const COMPILE: Duration = Duration::from_secs(120);

/// The options.
pub fn args() -> [Arg; 2] {
    [
        args::option("with", "COMMAND")
            .help("Run files that are not executable by this command, such as python3"),
        args::option("compile", "COMMAND").help(
            "First run this command in a copy of each student's folder, contained; the program is the executable file that results",
        ),
    ]
}

/// How files become programs.
pub struct Tools {
    /// What runs files that are not executable.
    with: Option<String>,
    /// What is run first in each student's folder.
    compile: Option<String>,
}

impl Tools {
    pub fn read(given: Given) -> Self {
        Self {
            with: given.text("with"),
            compile: given.text("compile"),
        }
    }
}

/// All that take part.
#[derive(Default)]
pub struct Class {
    pub programs: Vec<Program>,
    /// The students without a program that could be run, and why.
    pub refused: Vec<(String, String)>,
    /// Whether there was a folder or an archive of programs.
    pub from_many: bool,
    /// Copies and unpacked archives.
    folders: Vec<Folder>,
}

impl Class {
    /// Everything that the user's words name.
    pub fn gather(
        words: &[String],
        tools: &Tools,
        policy: &Policy,
        session: &Session,
    ) -> anyhow::Result<Self> {
        let mut class = Self::default();
        for word in words {
            class.take(word, tools, policy, session)?;
        }
        Ok(class)
    }

    /// What a word of the user names: a folder or an archive of programs, or one.
    pub fn take(
        &mut self,
        word: &str,
        tools: &Tools,
        policy: &Policy,
        session: &Session,
    ) -> anyhow::Result<()> {
        let path = Path::new(word);
        if path.is_dir() {
            self.from_many = true;
            self.folder(path, word, tools, policy, session)
        } else if let Some(tool) = unpacker(word).filter(|_| path.is_file()) {
            self.from_many = true;
            let folder = Folder::new("class")?;
            unpack(tool, path, folder.path())?;
            let inner = only_folder(folder.path());
            self.folders.push(folder);
            self.folder(&inner, word, tools, policy, session)
        } else if path.is_file()
            && !permissions::is_executable(path)
            && let Some(with) = &tools.with
        {
            self.add(interpreted(path, word, with)?)
        } else {
            self.add(Program::parse(word)?)
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn len(&self) -> usize {
        self.programs.len() + self.refused.len()
    }

    pub fn add(&mut self, program: Program) -> anyhow::Result<()> {
        if self
            .programs
            .iter()
            .any(|other| other.shown == program.shown)
        {
            bail!("{}: this program is named twice", printable(&program.shown));
        }
        self.programs.push(program);
        Ok(())
    }

    /// The programs in a folder, in the order of their names.
    fn folder(
        &mut self,
        folder: &Path,
        shown: &str,
        tools: &Tools,
        policy: &Policy,
        session: &Session,
    ) -> anyhow::Result<()> {
        let before = self.len();
        let shown = shown.trim_end_matches('/');
        for path in listed(folder)? {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let name = format!("{shown}/{name}");
            if path.is_dir() {
                let path = innermost(path);
                let found = match &tools.compile {
                    Some(line) => self.compiled(&path, line, policy, session)?,
                    None => Ok(path),
                };
                match found.and_then(|folder| program_in(&folder, &name, tools.with.as_deref())) {
                    Ok(program) => self.add(program)?,
                    Err(why) => self.refuse(name, why, session),
                }
            } else if unpacker(&name).is_some() {
                self.refuse(name, PACKED.to_owned(), session);
            } else if permissions::is_executable(&path) {
                let whole = std::path::absolute(&path).unwrap_or(path);
                self.add(Program::new(whole, Vec::new(), &name)?)?;
            } else if let Some(with) = &tools.with {
                if is_note(&path) {
                    session.say(&format!("{name}: skipped, because it is no program"));
                } else {
                    self.add(interpreted(&path, &name, with)?)?;
                }
            } else {
                session.say(&format!(
                    "{name}: skipped, because it is not executable; --with COMMAND would run it"
                ));
            }
        }
        if self.len() == before {
            bail!("{}: no file here is executable", printable(shown));
        }
        Ok(())
    }

    fn refuse(&mut self, name: String, why: String, session: &Session) {
        session.say(&format!("{name}: {why}"));
        self.refused.push((name, why));
    }

    /// A copy of a student's folder after the compiler has run in it, or what the compiler said.
    fn compiled(
        &mut self,
        folder: &Path,
        line: &str,
        policy: &Policy,
        session: &Session,
    ) -> anyhow::Result<Result<PathBuf, String>> {
        let made = Folder::new("compiled")?;
        let copy = made.path().join("work");
        copy_folder(folder, &copy)?;
        let mut policy = policy.clone();
        policy.writable.push(copy.canonicalize()?);
        self.folders.push(made);
        let command = Command {
            path: PathBuf::from("/bin/sh"),
            args: ["-c", "cd \"$0\" && eval \"$1\" 2>&1"]
                .map(str::to_owned)
                .into_iter()
                .chain([copy.display().to_string(), line.to_owned()])
                .collect(),
            files: Vec::new(),
        };
        let program = Program {
            command: command.clone(),
            shown: line.to_owned(),
            digest: String::new(),
        };
        let cage = containment::cage(&policy, &[program])?;
        let limits = Limits {
            wall: COMPILE,
            ..Limits::default()
        };
        let run = cage.run(&command, b"", &limits, &|| session.is_interrupted())?;
        if matches!(run.ended, Ended::Exited(0)) {
            return Ok(Ok(copy));
        }
        let text = String::from_utf8_lossy(&run.stdout);
        let lines: Vec<_> = text.lines().take(20).map(printable).collect();
        Ok(Err(format!("does not compile: {}", lines.join("\n"))))
    }
}

/// The program in the folder of one student.
fn program_in(folder: &Path, shown: &str, with: Option<&str>) -> Result<Program, String> {
    let files = listed(folder).map_err(|error| error.to_string())?;
    let files: Vec<PathBuf> = files.into_iter().filter(|path| path.is_file()).collect();
    let runs: Vec<&PathBuf> = files
        .iter()
        .filter(|file| permissions::is_executable(file))
        .collect();
    let called = |file: &&PathBuf| {
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        NAMES.contains(&&*stem.to_lowercase())
    };
    let programs: Vec<&PathBuf> = files.iter().filter(|file| !is_note(file)).collect();
    let candidates = match &runs[..] {
        [] if with.is_some() && !programs.is_empty() => programs,
        [] if with.is_some() => files.iter().collect(),
        [] => return Err("no file here is executable; --with COMMAND would run one".to_owned()),
        _ => runs,
    };
    let named: Vec<&PathBuf> = candidates.iter().copied().filter(called).collect();
    let one = match (&candidates[..], &named[..]) {
        ([one], _) | (_, [one]) if unpacker(&one.to_string_lossy()).is_some() => {
            return Err(PACKED.to_owned());
        }
        ([one], _) | (_, [one]) => *one,
        ([], _) => return Err(nothing_in(folder)),
        _ => {
            return Err(
                "several files here could be the program; call one of them solution".to_owned(),
            );
        }
    };
    if permissions::is_executable(one) {
        let whole = std::path::absolute(one).unwrap_or_else(|_| one.clone());
        Program::new(whole, Vec::new(), shown).map_err(|error| error.to_string())
    } else {
        interpreted(one, shown, with.unwrap_or_default()).map_err(|error| error.to_string())
    }
}

/// Why there is no program in a folder without files.
fn nothing_in(folder: &Path) -> String {
    match listed(folder).as_deref() {
        Ok([]) | Err(_) => "this folder is empty".to_owned(),
        _ => "there are only folders here; the program belongs outside of them".to_owned(),
    }
}

fn is_note(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    NOTES.contains(&&*ending.to_lowercase())
}

/// A file that an interpreter runs.
fn interpreted(path: &Path, shown: &str, with: &str) -> anyhow::Result<Program> {
    let mut program = Program::parse(with)?;
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    program.command.args.push(whole.display().to_string());
    Ok(Program::new(
        program.command.path,
        program.command.args,
        shown,
    )?)
}

/// What is in a folder, in the order of names, without hidden files.
fn listed(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let shown = || printable(&folder.display().to_string()).into_owned();
    let entries = fs::read_dir(folder).with_context(shown)?;
    let paths = entries.map(|entry| entry.map(|entry| entry.path()));
    let mut paths: Vec<PathBuf> = paths.collect::<Result<_, _>>().with_context(shown)?;
    let hides = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with('.') || name == "__MACOSX"
    };
    paths.retain(|path| !hides(path) && !path.is_symlink());
    paths.sort();
    Ok(paths)
}

/// An archive often has one folder with everything in it.
fn only_folder(folder: &Path) -> PathBuf {
    match listed(folder).as_deref() {
        Ok([one]) if one.is_dir() => one.clone(),
        _ => folder.to_owned(),
    }
}

/// The first folder on the way down that contains more than one folder.
fn innermost(mut folder: PathBuf) -> PathBuf {
    loop {
        let inner = only_folder(&folder);
        if inner == folder {
            return folder;
        }
        folder = inner;
    }
}

fn copy_folder(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::create_dir(to)?;
    // The compiler runs as a user of its own.
    permissions::set_mode(to, 0o777)?;
    for path in listed(from)? {
        let copy = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy_folder(&path, &copy)?;
        } else if path.is_file() {
            fs::copy(&path, &copy).with_context(|| path.display().to_string())?;
        }
    }
    Ok(())
}

/// What unpacks a file, by the ending of its name.
fn unpacker(name: &str) -> Option<&'static str> {
    let ends = |ends: &[&str]| ends.iter().any(|end| name.to_lowercase().ends_with(end));
    if ends(&[".zip"]) {
        Some("unzip")
    } else {
        ends(&[".tar", ".tar.gz", ".tgz"]).then_some("tar")
    }
}

/// Unpacks an archive; both programs refuse to write elsewhere.
fn unpack(tool: &str, archive: &Path, folder: &Path) -> anyhow::Result<()> {
    let mut command = std::process::Command::new(tool);
    if tool == "unzip" {
        command.arg("-q").arg(archive).arg("-d").arg(folder);
    } else {
        command
            .arg("xf")
            .arg(archive)
            .arg("-C")
            .arg(folder)
            .arg("--no-same-owner");
    }
    let ended = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let ended = ended.with_context(|| format!("{tool}, which unpacks archives"))?;
    if !ended.success() {
        bail!("{}: {tool} cannot unpack it", archive.display());
    }
    Ok(())
}
