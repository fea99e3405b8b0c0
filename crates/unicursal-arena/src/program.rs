//! A solver program: the command line of somebody's solver.

use std::path::{Path, PathBuf};

use unicursal_contain::Command;

use crate::Refused;

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

impl Program {
    /// Reads a command line with quotes as a shell would, without its variables and wildcards.
    ///
    /// ```
    /// use unicursal_arena::Program;
    ///
    /// let program = Program::parse(r#"sh -c 'echo "two words"'"#)?;
    /// assert_eq!(program.command.args, ["-c", r#"echo "two words""#]);
    /// assert!(Program::parse("/no/such/program").is_err());
    /// # Ok::<(), unicursal_arena::Refused>(())
    /// ```
    pub fn parse(line: &str) -> Result<Self, Refused> {
        let words = shell_words::split(line);
        let unclosed = |_| Refused::new(format!("{line}: a quote is not closed"));
        let words = words.map_err(unclosed)?;
        let Some((name, args)) = words.split_first() else {
            return Err(Refused::new("the solver's command line is empty"));
        };
        let path = if name.contains('/') {
            // Absolute, so that it does not matter where the program is started from.
            std::path::absolute(name).unwrap_or_else(|_| PathBuf::from(name))
        } else {
            find(name)?
        };
        let flaw = if !path.exists() {
            "no such program"
        } else if path.is_dir() {
            "this is a directory, not a program"
        } else if !is_executable(&path) {
            "this file is not executable; try chmod +x"
        } else {
            return Self::new(path, args.to_vec(), line);
        };
        Err(Refused::new(format!("{name}: {flaw}")))
    }

    /// A program whose file is known.
    pub fn new(path: PathBuf, args: Vec<String>, shown: &str) -> Result<Self, Refused> {
        let files = Vec::new();
        let mut program = Self {
            command: Command { path, args, files },
            shown: shown.to_owned(),
            digest: String::new(),
        };
        let digest = crate::digest::program(&program.command);
        program.digest = digest.map_err(|error| Refused::new(format!("{shown}: {error}")))?;
        Ok(program)
    }
}

/// Looks for a name without a slash where a shell would.
fn find(name: &str) -> Result<PathBuf, Refused> {
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
        Refused::new(format!("{name}: no such program{hint}"))
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
