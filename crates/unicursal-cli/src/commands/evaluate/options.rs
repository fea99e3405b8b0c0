//! The options of `evaluate`: which levels, within which limits, in which way.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use clap::{Arg, ArgAction, ArgMatches, builder::PossibleValuesParser, value_parser};
use unicursal_arena::{Program, Shard};
use unicursal_contain::{Cage, ContainError, Containment, Groups, Limits, Means, Policy};

use crate::args;

/// Which levels.
pub fn level_args() -> [Arg; 5] {
    let number = |name: &'static str, help: &'static str| {
        let number = args::whole::<u64>(0..=u64::MAX);
        Arg::new(name)
            .long(name)
            .value_name("N")
            .value_parser(number)
            .help(help)
    };
    [
        Arg::new("levels")
            .long("levels")
            .value_name("PATH")
            .value_parser(value_parser!(PathBuf))
            .action(ArgAction::Append)
            .help("A folder of files named by number, or a file with a level, or with one in each line ('-' for standard input), or an archive that 'openssl enc' has encrypted; may be given several times; our own pack if not given"),
        Arg::new("password")
            .long("password")
            .value_name("FILE")
            .value_parser(value_parser!(PathBuf))
            .help("The file with the password of an encrypted archive, '-' for standard input; programs do not see it"),
        number("start", "First level").default_value("1"),
        number("end", "Last level [default: the last there is]"),
        Arg::new("shard")
            .long("shard")
            .value_name("I/N")
            .value_parser(|word: &str| word.parse::<Shard>())
            .help("Only every N-th level, beginning with the I-th: for runs spread over machines"),
    ]
}

/// What a program may use.
pub fn limit_args() -> [Arg; 8] {
    let time = |name: &'static str, help: &'static str| {
        Arg::new(name)
            .long(name)
            .value_name("TIME")
            .value_parser(args::duration)
            .help(help)
    };
    let size = |name: &'static str, help: &'static str| {
        Arg::new(name)
            .long(name)
            .value_name("SIZE")
            .value_parser(args::size)
            .help(help)
    };
    [
        time("timeout", "Time for each level: 60, 500ms, 2m")
            .alias("time-limit")
            .default_value("60"),
        time(
            "cpu-limit",
            "Processor time of all processes of the program, in whole seconds",
        ),
        size(
            "memory-limit",
            "Memory in use by all processes of the program [default: 3/4 of the machine's]",
        ),
        size(
            "address-limit",
            "Address space of each process; some languages reserve far more than they use",
        ),
        size("file-limit", "Size of each file that the program writes").default_value("1G"),
        size(
            "scratch-limit",
            "All files in the program's scratch folder, /tmp",
        )
        .default_value("1G"),
        size("output-limit", "Bytes on standard output").default_value("64M"),
        Arg::new("process-limit")
            .long("process-limit")
            .value_name("N")
            .value_parser(args::positive)
            .default_value("4096")
            .help("Processes and threads at the same time"),
    ]
}

/// What a program may see and do.
pub fn containment_args() -> [Arg; 8] {
    let several = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name)
            .long(name)
            .value_name(value)
            .action(ArgAction::Append)
            .help(help)
    };
    let path = value_parser!(PathBuf);
    [
        Arg::new("allow-network")
            .long("allow-network")
            .action(ArgAction::SetTrue)
            .help("Let the program use the network"),
        several(
            "allow-read",
            "PATH",
            "Let the program read this file or folder; it sees its own folder, those of files that its \
             command line names, and the system's",
        )
        .value_parser(path.clone()),
        several("allow-write", "DIR", "Let the program change files in this folder")
            .value_parser(path.clone()),
        several(
            "hide",
            "PATH",
            "Hide this file or folder from the program, answers for example; levels are hidden anyway",
        )
        .value_parser(path),
        several(
            "env",
            "NAME[=VALUE]",
            "A variable for the program's environment, which has PATH, HOME, LANG and TMPDIR; without a \
             value it is passed on",
        ),
        Arg::new("containment")
            .long("containment")
            .value_name("HOW")
            .value_parser(PossibleValuesParser::new(["namespace", "tree", "none"]))
            .default_value("namespace")
            .hide_short_help(true)
            .help(
                "How the program is kept apart: in namespaces; without them, by a filter of system calls \
                 and Landlock; or not at all",
            ),
        Arg::new("groups")
            .long("groups")
            .value_name("HOW")
            .value_parser(PossibleValuesParser::new(["auto", "none", "require"]))
            .default_value("auto")
            .hide_short_help(true)
            .help("Whether control groups measure and limit the program, where they can be had"),
        Arg::new("as-caller")
            .long("as-caller")
            .action(ArgAction::SetTrue)
            .hide_short_help(true)
            .help("As root, run the program as root too, instead of as a user of its own"),
    ]
}

/// How to go through the levels.
pub fn run_args() -> [Arg; 8] {
    let flag = |name: &'static str, help: &'static str| {
        Arg::new(name)
            .long(name)
            .action(ArgAction::SetTrue)
            .help(help)
    };
    let count = |name: &'static str, letter: &'static str, help: &'static str| {
        let range = args::whole::<u16>(1..=1000);
        Arg::new(name)
            .long(name)
            .value_name(letter)
            .value_parser(range)
            .default_value("1")
            .help(help)
    };
    [
        flag("keep-going", "Go on after a level that is not passed"),
        flag(
            "debug",
            "Show the board at a failure, processor time and memory, and the solver's last words",
        ),
        flag(
            "resume",
            "Continue an interrupted run from the file of --json=FILE",
        ),
        count(
            "repeat",
            "K",
            "Run each level this many times and take the median",
        ),
        Arg::new("shuffle")
            .long("shuffle")
            .value_name("SEED")
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("")
            .requires("keep-going")
            .help("Every run of every level in an order of chance, so that none knows what comes next; the seed is told"),
        Arg::new("evict")
            .long("evict")
            .action(ArgAction::SetTrue)
            .help("Take the program's files out of the page cache before each run: slower, and fewer notes from run to run"),
        count(
            "jobs",
            "J",
            "Work on this many levels at the same time; times are then marked as loaded",
        ),
        Arg::new("versus")
            .long("versus")
            .value_name("SOLVER")
            .action(ArgAction::Append)
            .help("Run this program too, in turn with the others, and compare"),
    ]
}

/// The containment asked for. Programs see none of these levels.
pub fn policy(matches: &ArgMatches, levels: &[PathBuf]) -> anyhow::Result<Policy> {
    let word = |name| matches.get_one::<String>(name).map(String::as_str);
    let mut hidden = paths(matches, "hide")?;
    hidden.extend(levels.iter().flat_map(|path| all_levels(path)));
    let password = matches.try_get_one::<PathBuf>("password").ok().flatten();
    hidden.extend(password.and_then(|path| path.canonicalize().ok()));
    hidden.extend(written(matches));
    let writable = paths(matches, "allow-write")?;
    if let Some(file) = writable.iter().find(|path| !path.is_dir()) {
        bail!("{}: this is not a folder", file.display());
    }
    Ok(Policy {
        containment: match word("containment") {
            Some("tree") => Containment::Tree,
            Some("none") => Containment::None,
            _ => Containment::Namespace,
        },
        groups: match word("groups") {
            Some("none") => Groups::None,
            Some("require") => Groups::Required,
            _ => Groups::Auto,
        },
        as_caller: matches.get_flag("as-caller"),
        network: matches.get_flag("allow-network"),
        writable,
        readable: paths(matches, "allow-read")?,
        hidden,
        env: variables(matches)?,
        // A class and a referee have no use for it.
        evict: matches.try_get_one("evict").ok().flatten() == Some(&true),
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
fn paths(matches: &ArgMatches, option: &str) -> anyhow::Result<Vec<PathBuf>> {
    let paths = matches.get_many::<PathBuf>(option).unwrap_or_default();
    let whole = |path: &PathBuf| {
        let whole = path.canonicalize();
        whole.with_context(|| path.display().to_string())
    };
    paths.map(whole).collect()
}

/// The variables of `--env`.
fn variables(matches: &ArgMatches) -> anyhow::Result<Vec<(String, String)>> {
    let words = matches.get_many::<String>("env").unwrap_or_default();
    let variables = words.map(|word| {
        let (name, value) = match word.split_once('=') {
            Some((name, value)) => (name, value.to_owned()),
            None => (
                word.as_str(),
                std::env::var(word)
                    .map_err(|_| anyhow!("--env {word}: there is no such variable"))?,
            ),
        };
        if name.is_empty() || word.contains('\0') {
            bail!("--env {word}: this is no variable");
        }
        Ok((name.to_owned(), value))
    });
    variables.collect()
}

/// Everything that tells of levels: the file or folder itself, levels beside a single file, and
/// both halves of a series.
fn all_levels(levels: &Path) -> Vec<PathBuf> {
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

/// The files that results go to, with words of earlier runs in them: those that options name, and
/// what standard output and error lead to.
fn written(matches: &ArgMatches) -> Vec<PathBuf> {
    let options = ["json", "csv", "record", "plot"].into_iter();
    let named = options.filter_map(|name| matches.try_get_one::<String>(name).ok().flatten());
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

/// The limits given, and defaults for the others; and all but the time as text. A limit on memory
/// that nobody gave differs from machine to machine, and the text does not.
pub fn limits(matches: &ArgMatches, cage: &Cage) -> anyhow::Result<(Limits, String)> {
    let time = |name| matches.get_one::<Duration>(name).copied();
    let size = |name| matches.get_one::<usize>(name).map(|&size| size as u64);
    let jobs = matches.get_one::<u16>("jobs").map_or(1, |&n| u64::from(n));
    let wall = time("timeout").unwrap_or(Duration::from_secs(60));
    if wall.is_zero() {
        bail!("--timeout must be longer than 0");
    }
    let memory = size("memory-limit");
    let limits = Limits {
        wall,
        cpu_seconds: time("cpu-limit").map(|time| (time.as_secs_f64().ceil() as u64).max(1)),
        memory: memory.or_else(|| Some(cage.memory()? / 4 * 3 / jobs)),
        processes: matches.get_one::<u64>("process-limit").copied(),
        address_space: size("address-limit"),
        file_size: size("file-limit"),
        scratch: size("scratch-limit").unwrap_or(1 << 30),
        output: size("output-limit").unwrap_or(64 << 20),
    };
    let parts = [
        ("cpu", limits.cpu_seconds),
        ("memory", memory),
        ("processes", limits.processes),
        ("address", limits.address_space),
        ("file", limits.file_size),
        ("scratch", Some(limits.scratch)),
        ("output", Some(limits.output)),
    ];
    let given = parts
        .into_iter()
        .filter_map(|(name, limit)| Some(format!("{name} {}", limit?)));
    let text = given.collect::<Vec<_>>().join(", ");
    Ok((limits, text))
}
