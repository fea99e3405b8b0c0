//! What other people's programs may see and do: options of `evaluate` and of `connect referee`.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use clap::{Arg, ArgAction, builder::PossibleValuesParser, value_parser};
use unicursal_arena::Program;
use unicursal_contain::{Cage, ContainError, Containment, Groups, Means, Policy};

use crate::args::{self, Given};

/// The options.
pub fn args() -> [Arg; 8] {
    let several = |name: &'static str, value: &'static str, help: &'static str| {
        args::option(name, value)
            .action(ArgAction::Append)
            .help(help)
    };
    let path = value_parser!(PathBuf);
    [
        args::flag("allow-network", "Let the program use the network"),
        several(
            "allow-read",
            "PATH",
            "Let the program read this file or folder; it sees its own folder, the folders of files on its command line, and the system's",
        )
        .value_parser(path.clone()),
        several("allow-write", "DIR", "Let the program change files in this folder")
            .value_parser(path.clone()),
        several(
            "hide",
            "PATH",
            "Hide this file or folder from the program (answers, for example); levels are always hidden",
        )
        .value_parser(path),
        several(
            "env",
            "NAME[=VALUE]",
            "Add a variable to the program's environment, which has PATH, HOME, LANG and TMPDIR; without \
             a value, yours is passed on",
        ),
        args::option("containment", "HOW")
            .value_parser(PossibleValuesParser::new(["namespace", "tree", "none"]))
            .default_value("namespace")
            .hide_short_help(true)
            .help(
                "How the program is kept apart: in namespaces; without them, by a filter of system calls \
                 and Landlock; or not at all",
            ),
        args::option("groups", "HOW")
            .value_parser(PossibleValuesParser::new(["auto", "none", "require"]))
            .default_value("auto")
            .hide_short_help(true)
            .help("Whether control groups measure and limit the program, where available"),
        Arg::new("as-caller")
            .long("as-caller")
            .action(ArgAction::SetTrue)
            .hide_short_help(true)
            .help("As root, run the program as root too, instead of as a user of its own"),
    ]
}

/// What the options say.
pub fn policy(given: Given) -> anyhow::Result<Policy> {
    let writable = paths(given, "allow-write")?;
    if let Some(file) = writable.iter().find(|path| !path.is_dir()) {
        bail!("{}: this is not a folder", file.display());
    }
    let variables: Vec<String> = given.all("env");
    Ok(Policy {
        containment: match given.text("containment").as_deref() {
            Some("tree") => Containment::Tree,
            Some("none") => Containment::None,
            _ => Containment::Namespace,
        },
        groups: match given.text("groups").as_deref() {
            Some("none") => Groups::None,
            Some("require") => Groups::Required,
            _ => Groups::Auto,
        },
        as_caller: given.flag("as-caller"),
        network: given.flag("allow-network"),
        writable,
        readable: paths(given, "allow-read")?,
        hidden: paths(given, "hide")?,
        env: variables
            .iter()
            .map(|word| variable(word))
            .collect::<Result<_, _>>()?,
        // A class and a referee have no use for it.
        evict: given.maybe_flag("evict"),
    })
}

/// A cage for programs; an error names the option that accepts less.
pub fn cage(policy: &Policy, programs: &[Program]) -> anyhow::Result<Cage> {
    let commands: Vec<_> = programs
        .iter()
        .map(|program| program.command.clone())
        .collect();
    Cage::new(policy, &commands).map_err(|error| {
        let less = match (&error, policy.containment) {
            (ContainError::Missing { means, .. }, _) if *means == Means::Groups => {
                "--groups none measures less exactly"
            }
            (ContainError::Missing { .. }, Containment::Namespace) => {
                "--containment tree keeps it apart by other means"
            }
            (ContainError::Missing { .. }, Containment::Tree) => {
                "--containment none accepts that it is not kept apart"
            }
            (ContainError::WouldBeRoot { .. }, Containment::Namespace) => {
                "--as-caller accepts that"
            }
            (ContainError::WouldBeRoot { .. }, _) => {
                "--containment namespace shows it a copy, --as-caller accepts that"
            }
            _ => return error.into(),
        };
        anyhow!("{error}; {less}")
    })
}

/// The files and folders that an option names, in full.
fn paths(given: Given, option: &str) -> anyhow::Result<Vec<PathBuf>> {
    let paths: Vec<PathBuf> = given.all(option);
    let whole = |path: &PathBuf| {
        let whole = path.canonicalize();
        whole.with_context(|| path.display().to_string())
    };
    paths.iter().map(whole).collect()
}

/// A variable of `--env`.
fn variable(word: &str) -> anyhow::Result<(String, String)> {
    let (name, value) = match word.split_once('=') {
        Some((name, value)) => (name, value.to_owned()),
        None => (
            word,
            std::env::var(word).map_err(|_| anyhow!("--env {word}: there is no such variable"))?,
        ),
    };
    if name.is_empty() || word.contains('\0') {
        bail!("--env {word}: this is no variable");
    }
    Ok((name.to_owned(), value))
}

/// Everything that tells of levels: the file or folder itself, levels beside a single file, and
/// both halves of a series.
pub fn telling_of(levels: &Path) -> Vec<PathBuf> {
    let Ok(levels) = levels.canonicalize() else {
        return Vec::new();
    };
    let folder = if levels.is_dir() {
        levels.as_path()
    } else {
        levels.parent().unwrap_or(&levels)
    };
    let is_level = |path: &PathBuf| {
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        stem.is_some_and(|stem| stem.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut hidden: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_level).collect();
    let mut above = levels.ancestors().take(4);
    if let Some(public) = above.find(|folder| folder.join("manifest.json").is_file()) {
        hidden.push(public.to_owned());
        hidden.extend(public.parent().map(|series| series.join("secret")));
    }
    hidden.push(levels);
    hidden
}

/// The files that results go to, with words of earlier runs in them: the named ones, and what
/// standard output and error lead to.
pub fn written<'a>(named: impl Iterator<Item = &'a str>) -> Vec<PathBuf> {
    let streams = ["/proc/self/fd/1", "/proc/self/fd/2"].map(PathBuf::from);
    let all = named.map(PathBuf::from).chain(streams);
    // One that is not there yet has a folder that is.
    let whole = |path: PathBuf| {
        path.canonicalize().ok().or_else(|| {
            let path = std::path::absolute(path).ok()?;
            Some(path.parent()?.canonicalize().ok()?.join(path.file_name()?))
        })
    };
    let all = all.filter_map(whole);
    all.filter(|path| path.is_file() || !path.exists())
        .collect()
}
