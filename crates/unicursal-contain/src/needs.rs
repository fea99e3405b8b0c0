//! Which files a program cannot do without: its own, those that its command line names, and those
//! of the interpreters that they ask for, each with the folder that it lies in; and the folder that
//! it is started from.
//!
//! A folder that belongs to everyone is never shown as a whole: of `/tmp`, of someone's home or of
//! `/` a program sees the files that it needs, and no others. The system's own folders are seen by
//! all.
//!
//! A program must not choose what it sees. The first line of a script was written by whoever wrote
//! the script, so an interpreter counts only if the system or the caller's `PATH` offers it; and
//! neither it nor what a link points to brings back what the policy hides.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::policy::{Command, Policy};
use crate::wire::Shown;

/// Folders of the system, with interpreters and libraries: every program sees them.
pub const SYSTEM: [&str; 12] = [
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/nix", "/gnu",
    "/snap",
];

/// Folders in which everyone has something: no program sees all of them.
const EVERYONES: [&str; 13] = [
    "/tmp", "/var/tmp", "/var/run", "/run", "/home", "/root", "/var", "/srv", "/mnt", "/media",
    "/dev/shm", "/proc", "/sys",
];

/// Folders beside which programs have their libraries.
const PROGRAMS: [&str; 3] = ["bin", "shims", "libexec"];

/// How many interpreters can ask for another.
const MOST_INTERPRETERS: usize = 4;

/// What a program needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// Where it starts.
    pub working: PathBuf,
    /// The files that the caller has named.
    named: Vec<PathBuf>,
    /// The files that it consists of: those named, the target if the program itself is a link, and
    /// interpreters.
    pub files: Vec<PathBuf>,
    /// The files and folders that it must see.
    pub shown: Vec<PathBuf>,
}

impl Needs {
    /// What a program needs, by its command line and the policy.
    pub fn of(command: &Command, policy: &Policy) -> Self {
        let working = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
        let mut named = vec![command.path.clone()];
        named.extend(command.args.iter().map(PathBuf::from));
        let mut named: Vec<PathBuf> = named.iter().map(|file| working.join(file)).collect();
        named.retain(|file| file.exists());
        let targets = named.iter().filter_map(|file| fs::canonicalize(file).ok());
        let targets: Vec<PathBuf> = targets.collect();
        let mut files = named.clone();
        files.extend(fs::canonicalize(&command.path));
        let mut next = 0;
        while let Some(file) = files.get(next).cloned() {
            next += 1;
            let asked = (next <= MOST_INTERPRETERS).then(|| interpreter(&file));
            let Some(found) = asked.flatten().filter(|found| is_offered(found)) else {
                continue;
            };
            // A link is useless without its target.
            for more in fs::canonicalize(&found).into_iter().chain([found]) {
                if !files.contains(&more) {
                    files.push(more);
                }
            }
        }
        // Devices and processes are those of the view.
        let is_real = |file: &&PathBuf| !file.starts_with("/dev") && !file.starts_with("/proc");
        let seen = files.iter().chain(&targets).filter(is_real);
        let mut shown: Vec<PathBuf> = seen.filter_map(|file| around(file)).collect();
        shown.extend(policy.readable.iter().chain(&command.files).cloned());
        // Many programs come with files that they look for where they are started.
        shown.extend(
            Some(&working)
                .filter(|working| !is_everyones(working))
                .cloned(),
        );
        if policy.network {
            // Often a link to a file that a service writes.
            shown.extend(fs::canonicalize("/etc/resolv.conf"));
        }
        shown.retain(|path| path.is_absolute() && !is_system(path));
        Self {
            working,
            named,
            files,
            shown: outermost(shown),
        }
    }

    /// What it sees, and which of that it may change.
    pub fn views(&self, writable: &[PathBuf]) -> Vec<Shown> {
        let see = |path: &PathBuf, writable| Shown {
            path: path.clone(),
            source: path.clone(),
            writable,
        };
        let read = self.shown.iter().filter(|path| !writable.contains(path));
        let read = read.map(|path| see(path, false));
        let mut all: Vec<Shown> = read.chain(writable.iter().map(|p| see(p, true))).collect();
        all.sort();
        all
    }

    /// What it must not see: other programs, and what the policy hides, but not itself.
    pub fn hides<'a>(
        &self,
        others: impl Iterator<Item = &'a Self>,
        hidden: &[PathBuf],
    ) -> Vec<PathBuf> {
        let others = others.flat_map(|other| other.files.iter().chain(&other.shown));
        let others = others.filter(|path| !is_system(path) || is_foreign(path));
        let is_own = |path: &Path| self.files.iter().any(|own| own.starts_with(path));
        let is_seen =
            |path: &Path| self.shown.iter().any(|shown| path.starts_with(shown)) || is_system(path);
        // All are started from the same folder, which none of them hides from the others.
        let others = others.filter(|path| is_seen(path) && !self.working.starts_with(path));
        let mut all: Vec<PathBuf> = others.filter(|path| !is_own(path)).cloned().collect();
        let mut hidden = hidden.to_vec();
        // A folder can be shown by the name of a link to it.
        for shown in &self.shown {
            let real = fs::canonicalize(shown).unwrap_or_default();
            let inside = hidden
                .iter()
                .filter_map(|path| path.strip_prefix(&real).ok());
            let inside: Vec<PathBuf> = inside.map(|path| shown.join(path)).collect();
            hidden.extend(inside);
        }
        hidden.retain(|path| !self.named.iter().any(|own| own.starts_with(path)));
        all.extend(hidden);
        outermost(all)
    }

    /// Replaces a hidden working directory: what would be shown of it is dropped, and another
    /// directory takes its place.
    pub fn leave(&mut self, hidden: &[PathBuf]) {
        let Some(hidden) = hidden
            .iter()
            .find(|hidden| self.working.starts_with(hidden))
        else {
            return;
        };
        self.shown.retain(|shown| !shown.starts_with(hidden));
        if self.shown.iter().any(|shown| hidden.starts_with(shown)) {
            self.working = PathBuf::from("/tmp");
        }
    }
}

/// What must be seen for a file to be of use: its folder, or the one above if that has its
/// libraries; in a folder that everyone uses, only the file.
fn around(file: &Path) -> Option<PathBuf> {
    if file.is_dir() {
        return (!is_everyones(file)).then(|| file.to_owned());
    }
    let folder = file.parent()?;
    let is_for_programs = PROGRAMS.iter().any(|name| folder.ends_with(name));
    let above = folder.parent().filter(|_| is_for_programs);
    let mut found = above.into_iter().chain([folder]);
    let found = found.find(|folder| !is_everyones(folder));
    Some(found.unwrap_or(file).to_owned())
}

/// Whether a folder contains things of many users.
fn is_everyones(folder: &Path) -> bool {
    let is_home = std::env::home_dir().is_some_and(|home| home.starts_with(folder));
    let holds = |one: &&str| Path::new(one).starts_with(folder);
    is_home || EVERYONES.iter().any(holds) || folder.parent() == Some(Path::new("/home"))
}

/// Whether a path lies in a folder of the system.
pub fn is_system(path: &Path) -> bool {
    SYSTEM.iter().any(|folder| path.starts_with(folder))
}

/// Whether the system or the caller offers an interpreter by this path: links and `..` on the way
/// do not count.
fn is_offered(interpreter: &Path) -> bool {
    let folder = interpreter
        .parent()
        .and_then(|folder| fs::canonicalize(folder).ok());
    folder.is_some_and(|folder| is_system(&folder) || is_on_path(&folder))
}

fn is_on_path(folder: &Path) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = std::env::split_paths(&folders).filter(|one| one.is_absolute());
    folders.any(|one| fs::canonicalize(one).is_ok_and(|one| one == folder))
}

/// Whether a file in a folder of the system does not belong to the system: everyone puts programs
/// into `/opt`.
fn is_foreign(file: &Path) -> bool {
    file.starts_with("/opt") && !file.parent().is_some_and(is_on_path)
}

/// Without those that lie in others of them.
fn outermost(mut paths: Vec<PathBuf>) -> Vec<PathBuf> {
    paths.sort();
    paths.dedup();
    let all = paths.clone();
    paths.retain(|path| {
        !all.iter()
            .any(|other| other != path && path.starts_with(other))
    });
    paths
}

/// The interpreter that a script asks for in its first line; that of `env` is looked up as `env`
/// would.
fn interpreter(script: &Path) -> Option<PathBuf> {
    // Opening a pipe with a name or a terminal would wait for someone.
    if !script.is_file() {
        return None;
    }
    let mut start = Vec::new();
    File::open(script)
        .ok()?
        .take(256)
        .read_to_end(&mut start)
        .ok()?;
    let line = start
        .strip_prefix(b"#!")?
        .split(|&byte| byte == b'\n')
        .next()?;
    let mut words = std::str::from_utf8(line).ok()?.split_ascii_whitespace();
    let first = PathBuf::from(words.next()?);
    if first.file_name() != Some(OsStr::new("env")) {
        return first.is_file().then_some(first);
    }
    let is_name = |word: &&str| !word.starts_with('-') && !word.contains(['=', '/']);
    let name = words.find(is_name)?;
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders)
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::{Needs, around, interpreter, is_everyones, is_offered, outermost};
    use crate::policy::{Command, Policy};

    #[test]
    fn what_belongs_to_everyone_is_not_shown_as_a_whole() {
        for folder in [
            "/",
            "/tmp",
            "/home",
            "/home/someone",
            "/var",
            "/root",
            "/run",
        ] {
            assert!(is_everyones(Path::new(folder)), "{folder}");
        }
        for folder in [
            "/tmp/mine",
            "/home/someone/programs",
            "/data",
            "/root/programs",
        ] {
            assert!(!is_everyones(Path::new(folder)), "{folder}");
        }
        assert_eq!(
            around(Path::new("/tmp/program")),
            Some(PathBuf::from("/tmp/program"))
        );
    }

    #[test]
    fn libraries_lie_beside_the_folder_of_programs() {
        let venv = Path::new("/data/venv/bin/python");
        assert_eq!(around(venv), Some(PathBuf::from("/data/venv")));
        let own = Path::new("/home/someone/bin/program");
        assert_eq!(around(own), Some(PathBuf::from("/home/someone/bin")));
    }

    #[test]
    fn the_outermost_of_several_folders_are_kept() {
        let paths = ["/a/b", "/a", "/c", "/a/b/c", "/c"].map(PathBuf::from);
        assert_eq!(outermost(paths.to_vec()), ["/a", "/c"].map(PathBuf::from));
    }

    #[test]
    fn a_hidden_working_directory_is_left() {
        let mut needs = Needs {
            working: PathBuf::from("/data/levels"),
            named: Vec::new(),
            files: vec![PathBuf::from("/data/bin/program")],
            shown: ["/data/bin", "/data/levels"].map(PathBuf::from).to_vec(),
        };
        let hidden = [PathBuf::from("/data/levels")];
        needs.leave(&hidden);
        assert_eq!(needs.shown, [PathBuf::from("/data/bin")]);
        assert_eq!(needs.working, PathBuf::from("/data/levels"));
        needs.shown = vec![PathBuf::from("/data")];
        needs.leave(&hidden);
        assert_eq!(needs.working, PathBuf::from("/tmp"));
    }

    #[test]
    fn a_script_needs_its_interpreter_and_no_program_sees_another() {
        let folder = std::env::temp_dir().join(format!("contain-needs-{}", std::process::id()));
        fs::create_dir_all(folder.join("class")).expect("a folder can be made");
        let (alice, bob) = (folder.join("class/alice"), folder.join("class/bob"));
        fs::write(&alice, "#!/usr/bin/env -S sh -e\n").expect("a file can be written");
        fs::write(&bob, "#!/bin/sh\n").expect("a file can be written");
        assert!(interpreter(&alice).is_some_and(|found| found.ends_with("sh")));
        assert_eq!(interpreter(&bob), Some(PathBuf::from("/bin/sh")));
        let needs = |path: &Path| {
            let command = Command {
                path: path.to_owned(),
                ..Command::default()
            };
            Needs::of(&command, &Policy::default())
        };
        let (alice_needs, bob_needs) = (needs(&alice), needs(&bob));
        let hidden = alice_needs.hides([&bob_needs].into_iter(), &[]);
        let _ = fs::remove_dir_all(&folder);
        let shown = |path: &Path| {
            alice_needs
                .shown
                .iter()
                .any(|shown| path.starts_with(shown))
        };
        assert!(shown(&folder.join("class")));
        assert_eq!(hidden, [bob]);
    }

    #[test]
    fn programs_in_a_folder_for_everyones_programs_do_not_see_each_other() {
        let needs = |path: &str| {
            let files = vec![PathBuf::from(path), PathBuf::from("/usr/bin/env")];
            Needs {
                files,
                ..Needs::default()
            }
        };
        let (alice, bob) = (needs("/opt/class/alice"), needs("/opt/class/bob"));
        let hidden = alice.hides([&bob].into_iter(), &[]);
        assert_eq!(hidden, [PathBuf::from("/opt/class/bob")]);
    }

    #[test]
    fn a_script_cannot_choose_what_interprets_it() {
        assert!(is_offered(Path::new("/usr/bin/env")));
        for path in ["/root/key", "/usr/../root/key", "key", "/tmp/class/sh"] {
            assert!(!is_offered(Path::new(path)), "{path}");
        }
    }
}
