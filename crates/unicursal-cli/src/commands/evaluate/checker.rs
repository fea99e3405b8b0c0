//! A checker that the user provides: a program that judges answers by its exit code.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use unicursal_arena::levels::Loaded;
use unicursal_arena::verdict::{self, Kind, Verdict};
use unicursal_arena::{Program, Task};
use unicursal_contain::{Cage, Command, Ended, Limits};

use super::folder::Folder;

/// Letters of a reason that results keep.
const MOST_LETTERS: usize = 500;
/// Bytes of it that are read.
const MOST_BYTES: u64 = 1 << 20;

/// To read a level and print an answer that the checker accepts.
pub struct Checked {
    pub checker: Program,
    /// The checker reads what programs printed that nobody trusts, so it is contained as they are.
    pub cage: Cage,
    pub time: Duration,
    pub folder: Folder,
    pub interrupted: &'static AtomicBool,
    /// Names of files, which are never used again.
    pub next: AtomicU64,
}

impl Task for Checked {
    fn input(&self, _: u64, loaded: &Loaded) -> Result<Vec<u8>, String> {
        Ok(loaded.text.clone())
    }

    fn judge(&self, loaded: &Loaded, output: &[u8]) -> Verdict {
        let failed = |why: String| Verdict::new(Kind::Arena, format!("the checker: {why}"));
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let files = [("level", loaded.text.as_slice()), ("answer", output)];
        let mut put = Vec::new();
        for (name, data) in files {
            match self.folder.put(&format!("{name}-{number}"), data) {
                Ok(file) => put.push(file),
                Err(error) => return failed(format!("{name}: {error}")),
            }
        }
        let judged = self.ask(&put).unwrap_or_else(failed);
        for file in put {
            let _ = std::fs::remove_file(file);
        }
        judged
    }
}

impl Checked {
    /// Lets the checker judge the files of a level and of an answer.
    fn ask(&self, files: &[PathBuf]) -> Result<Verdict, String> {
        let names = files.iter().map(|file| file.display().to_string());
        let mut command: Command = self.checker.command.clone();
        command.args.extend(names);
        command.files = files.to_vec();
        let limits = Limits {
            wall: self.time,
            output: MOST_BYTES,
            ..Limits::default()
        };
        let cancelled = || self.interrupted.load(Ordering::Relaxed);
        let run = self.cage.run(&command, b"", &limits, &cancelled);
        let run = run.map_err(|error| error.to_string())?;
        let said = |bytes: &[u8]| {
            let text = String::from_utf8_lossy(bytes);
            let line = text.lines().find(|line| !line.trim().is_empty());
            let line = line.unwrap_or_default().trim();
            line.chars().take(MOST_LETTERS).collect::<String>()
        };
        match run.ended {
            Ended::Exited(0) => Ok(Verdict::new(Kind::Pass, "")),
            Ended::Exited(1) => {
                let reason = Some(said(&run.stdout)).filter(|reason| !reason.is_empty());
                let reason = reason.unwrap_or_else(|| "the checker refuses the answer".to_owned());
                Ok(Verdict::new(Kind::Fail, reason))
            }
            Ended::Exited(code) => Err(format!("exit code {code} {}", said(&run.stderr))),
            Ended::Signalled(signal) => Err(verdict::signal_name(signal)),
            Ended::Stopped(_) => Err(format!("no verdict within {:?}", self.time)),
            Ended::Cheated(why) => Err(why),
            Ended::Failed(failure) => Err(failure.why),
        }
    }
}

/// The files of the checker that programs need not see: those that its command line names, without
/// the system's and without those that a program's own command line names.
pub fn own_files(checker: &Program, programs: &[Program]) -> Vec<PathBuf> {
    let files = |program: &Program| {
        let words = program.command.args.iter().map(PathBuf::from);
        let words = std::iter::once(program.command.path.clone()).chain(words);
        let files = words.filter(|path| path.is_file());
        let files = files.filter_map(|path| path.canonicalize().ok());
        files.collect::<Vec<_>>()
    };
    let named: Vec<PathBuf> = programs.iter().flat_map(files).collect();
    let system = ["/usr", "/bin", "/lib", "/lib64", "/sbin", "/etc", "/opt"].map(Path::new);
    let is_system = |path: &Path| system.iter().any(|folder| path.starts_with(folder));
    let own = files(checker).into_iter();
    own.filter(|path| !is_system(path) && !named.contains(path))
        .collect()
}
