//! The options of `evaluate`: which levels, within which limits, in which way.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use clap::{Arg, ArgAction, value_parser};
use unicursal_arena::Shard;
use unicursal_contain::Limits;

use crate::args::{self, Given};
use crate::commands::pellet::serve;

/// Which levels.
pub fn level_args() -> [Arg; 5] {
    let number = |name: &'static str, help: &'static str| {
        let number = args::whole::<u64>(0..=u64::MAX);
        args::option(name, "N").value_parser(number).help(help)
    };
    [
        args::option("levels", "PATH")
            .value_parser(value_parser!(PathBuf))
            .action(ArgAction::Append)
            .help("A folder of files named by number, or a file with a level, or with one in each line ('-' for standard input), or an archive that 'openssl enc' has encrypted; may be given several times; our own pack if not given"),
        args::option("password", "FILE")
            .value_parser(value_parser!(PathBuf))
            .help("The file with the password of an encrypted archive, '-' for standard input; programs do not see it"),
        number("start", "First level").default_value("1"),
        number("end", "Last level [default: the last there is]"),
        args::option("shard", "I/N")
            .value_parser(|word: &str| word.parse::<Shard>())
            .help("Only every N-th level, beginning with the I-th: for runs spread over machines"),
    ]
}

/// What a program may use.
pub fn limit_args() -> [Arg; 8] {
    let time = |name: &'static str, help: &'static str| {
        args::option(name, "TIME")
            .value_parser(args::duration)
            .help(help)
    };
    let size = |name: &'static str, help: &'static str| {
        args::option(name, "SIZE")
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
        args::option("process-limit", "N")
            .value_parser(args::positive)
            .default_value("4096")
            .help("Processes and threads at the same time"),
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
            "Show the board at a failure, processor time and memory, and the last lines of standard error",
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
        args::option("shuffle", "SEED")
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("")
            .requires("keep-going")
            .help("Run all levels and repeats in random order, so that no run knows what comes next; the seed is printed"),
        args::flag("evict", "Take the program's files out of the page cache before each run: slower, but runs can pass fewer notes to later ones"),
        count(
            "jobs",
            "J",
            "Work on this many levels at the same time; times are then marked as loaded",
        ),
        args::option("versus", "SOLVER")
            .action(ArgAction::Append)
            .help("Also run this program, taking turns with the others, and compare"),
    ]
}

/// Which levels are asked for.
pub struct LevelOptions {
    /// Files, folders and archives; none: the puzzle's own pack.
    pub places: Vec<PathBuf>,
    /// The file with the password of an encrypted archive.
    pub password: Option<PathBuf>,
    pub range: RangeInclusive<u64>,
    pub shard: Shard,
}

impl LevelOptions {
    pub fn read(given: Given) -> Self {
        Self {
            places: given.all("levels"),
            password: given.value("password"),
            range: given.range(),
            shard: given.value("shard").unwrap_or(Shard::WHOLE),
        }
    }
}

/// How to go through the levels.
pub struct RunOptions {
    pub keep_going: bool,
    pub debug: bool,
    pub resume: bool,
    pub repeat: usize,
    pub jobs: usize,
    /// The seed of a random order.
    pub shuffle: Option<String>,
    /// Further programs, which are compared with the first.
    pub versus: Vec<String>,
}

impl RunOptions {
    /// Some of these make no sense for a class.
    pub fn read(given: Given) -> anyhow::Result<Self> {
        let count = |name| given.maybe::<u16>(name).map_or(1, usize::from);
        Ok(Self {
            keep_going: given.maybe_flag("keep-going"),
            debug: given.flag("debug"),
            resume: given.flag("resume"),
            repeat: count("repeat"),
            jobs: count("jobs"),
            shuffle: match given.maybe::<String>("shuffle") {
                Some(seed) if seed.is_empty() => Some(serve::fresh_seed()?),
                given => given,
            },
            versus: given.maybe_all("versus"),
        })
    }
}

/// The limits that were given, and defaults for the others except memory: its default differs from
/// machine to machine.
pub fn limits(given: Given) -> anyhow::Result<Limits> {
    let size = |name| given.value::<usize>(name).map(|size| size as u64);
    let wall = given.time("timeout");
    if wall.is_zero() {
        bail!("--timeout must be longer than 0");
    }
    let cpu: Option<Duration> = given.value("cpu-limit");
    Ok(Limits {
        wall,
        cpu_seconds: cpu.map(|time| (time.as_secs_f64().ceil() as u64).max(1)),
        memory: size("memory-limit"),
        processes: given.value("process-limit"),
        address_space: size("address-limit"),
        file_size: size("file-limit"),
        scratch: size("scratch-limit").unwrap_or(1 << 30),
        output: size("output-limit").unwrap_or(64 << 20),
    })
}

/// All limits but the time, as results name them.
pub fn limits_text(limits: &Limits) -> String {
    let parts = [
        ("cpu", limits.cpu_seconds),
        ("memory", limits.memory),
        ("processes", limits.processes),
        ("address", limits.address_space),
        ("file", limits.file_size),
        ("scratch", Some(limits.scratch)),
        ("output", Some(limits.output)),
    ];
    let given = parts
        .into_iter()
        .filter_map(|(name, limit)| Some(format!("{name} {}", limit?)));
    given.collect::<Vec<_>>().join(", ")
}
