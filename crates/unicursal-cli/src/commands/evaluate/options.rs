//! The options of `evaluate`: which levels, within which limits, in which way.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::{Arg, ArgAction, ArgMatches, builder::PossibleValuesParser, value_parser};
use unicursal_arena::Shard;
use unicursal_arena::contain::{Cage, Containment, Limits, Wanted};

use crate::args;

/// Which levels.
pub fn level_args() -> [Arg; 4] {
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
            .help("A folder of files named by number, or a file with a level, or with one in each line ('-' for standard input); our own pack if not given"),
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
pub fn limit_args() -> [Arg; 13] {
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
        time("timeout", "Time for each level: 60, 500ms, 2m").default_value("60"),
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
        Arg::new("allow-network")
            .long("allow-network")
            .action(ArgAction::SetTrue)
            .help("Let the program use the network"),
        Arg::new("allow-write")
            .long("allow-write")
            .value_name("DIR")
            .action(ArgAction::Append)
            .value_parser(value_parser!(PathBuf))
            .help("Let the program change files in this folder"),
        Arg::new("hide")
            .long("hide")
            .value_name("DIR")
            .action(ArgAction::Append)
            .value_parser(value_parser!(PathBuf))
            .help("Hide this folder from the program, answers for example"),
        Arg::new("containment")
            .long("containment")
            .value_name("HOW")
            .value_parser(PossibleValuesParser::new(["auto", "namespace", "tree"]))
            .default_value("auto")
            .hide_short_help(true)
            .help("How the program's processes are kept together: in namespaces, or by following their tree"),
        Arg::new("groups")
            .long("groups")
            .value_name("HOW")
            .value_parser(PossibleValuesParser::new(["auto", "none"]))
            .default_value("auto")
            .hide_short_help(true)
            .help("Whether control groups measure and limit the program, where they can be had"),
    ]
}

/// How to go through the levels.
pub fn run_args() -> [Arg; 6] {
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
            "Run each level so many times and take the median",
        ),
        count(
            "jobs",
            "J",
            "Work on so many levels at the same time; times are then marked as loaded",
        ),
        Arg::new("versus")
            .long("versus")
            .value_name("SOLVER")
            .action(ArgAction::Append)
            .help("Run this program too, in turn with the others, and compare"),
    ]
}

/// The containment asked for.
pub fn containment(matches: &ArgMatches) -> anyhow::Result<Wanted> {
    let word = |name| matches.get_one::<String>(name).map(String::as_str);
    let mut hidden = folders(matches, "hide")?;
    let levels = matches.get_one::<PathBuf>("levels");
    hidden.extend(levels.and_then(|levels| secrets_beside(levels)));
    Ok(Wanted {
        fences: true,
        containment: match word("containment") {
            Some("namespace") => Some(Containment::Namespace),
            Some("tree") => Some(Containment::Tree),
            _ => None,
        },
        groups: word("groups") != Some("none"),
        network: matches.get_flag("allow-network"),
        writable: folders(matches, "allow-write")?,
        readable: Vec::new(),
        hidden,
    })
}

/// The folders that an option names, in full.
fn folders(matches: &ArgMatches, option: &str) -> anyhow::Result<Vec<PathBuf>> {
    let folders = matches.get_many::<PathBuf>(option).unwrap_or_default();
    let folders = folders.map(|folder| {
        let whole = folder.canonicalize();
        let whole = whole.with_context(|| folder.display().to_string())?;
        if !whole.is_dir() {
            bail!("{}: this is not a folder", folder.display());
        }
        Ok(whole)
    });
    folders.collect()
}

/// The half that is held back, where the levels are the public half of a series and it still lies beside them.
fn secrets_beside(levels: &Path) -> Option<PathBuf> {
    let levels = levels.canonicalize().ok()?;
    let public = levels
        .ancestors()
        .take(2)
        .find(|folder| folder.join("manifest.json").is_file())?;
    let secret = public.parent()?.join("secret");
    secret.is_dir().then_some(secret)
}

/// The limits given, and defaults for the others; and all but the time as text. A limit on memory that
/// nobody gave differs from machine to machine, and the text does not.
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
