//! A solver program: the command line of somebody's solver.

use std::path::{Path, PathBuf};

use thiserror::Error;
use unicursal_contain::Command;

/// A program that can be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Its file and arguments.
    pub command: Command,
    /// How reports call it.
    pub shown: String,
    /// The digest by which reports recognise it; empty if that does not matter.
    pub digest: String,
}

/// Why a command line names no program that can be started.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum ProgramError {
    /// There is no word in it.
    #[error("the solver's command line is empty")]
    Empty,
    /// Its quotes do not match.
    #[error("{0}: a quote is not closed")]
    Quotes(String),
    /// No such file, here or in `PATH`.
    #[error("{0}: no such program{1}")]
    Missing(String, String),
    /// A directory.
    #[error("{0}: this is a directory, not a program")]
    Directory(String),
    /// A file that may not be executed.
    #[error("{0}: this file is not executable; try chmod +x")]
    NotExecutable(String),
    /// A file that cannot be read, so that it cannot be recognised in results.
    #[error("{0}: {1}")]
    Unreadable(String, String),
}

impl Program {
    /// Reads a command line with quotes as a shell would, without its variables and wildcards.
    ///
    /// ```
    /// use unicursal_arena::Program;
    ///
    /// let program = Program::parse(r#"sh -c 'echo "two words"'"#)?;
    /// assert_eq!(program.command.args, ["-c", r#"echo "two words""#]);
    /// assert!(Program::parse("/no/such/program").is_err());
    /// # Ok::<(), unicursal_arena::ProgramError>(())
    /// ```
    pub fn parse(line: &str) -> Result<Self, ProgramError> {
        let words = shell_words::split(line);
        let words = words.map_err(|_| ProgramError::Quotes(line.to_owned()))?;
        let (name, args) = words.split_first().ok_or(ProgramError::Empty)?;
        let path = if name.contains('/') {
            // Absolute, so that it does not matter where the program is started from.
            std::path::absolute(name).unwrap_or_else(|_| PathBuf::from(name))
        } else {
            find(name)?
        };
        if !path.exists() {
            return Err(ProgramError::Missing(name.clone(), String::new()));
        }
        if path.is_dir() {
            return Err(ProgramError::Directory(name.clone()));
        }
        if !is_executable(&path) {
            return Err(ProgramError::NotExecutable(name.clone()));
        }
        Self::new(path, args.to_vec(), line)
    }

    /// A program whose file is known.
    pub fn new(path: PathBuf, args: Vec<String>, shown: &str) -> Result<Self, ProgramError> {
        let files = Vec::new();
        let mut program = Self {
            command: Command { path, args, files },
            shown: shown.to_owned(),
            digest: String::new(),
        };
        let digest = crate::digest::program(&program.command);
        let unreadable =
            |error: std::io::Error| ProgramError::Unreadable(shown.to_owned(), error.to_string());
        program.digest = digest.map_err(unreadable)?;
        Ok(program)
    }
}

/// Looks for a name without a slash where a shell would.
fn find(name: &str) -> Result<PathBuf, ProgramError> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&folders)
        .map(|folder| folder.join(name))
        .find(|path| path.is_file() && is_executable(path));
    found.ok_or_else(|| {
        let hint = if Path::new(name).exists() {
            format!(" in PATH; for the file here write ./{name}")
        } else {
            String::new()
        };
        ProgramError::Missing(name.to_owned(), hint)
    })
}

/// Programs run on Linux only, so elsewhere it does not matter.
#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.exists()
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata()
        .is_ok_and(|data| data.permissions().mode() & 0o111 != 0)
}
