//! `unicursal PUZZLE evaluate`: run a solver program on numbered levels and judge its answers.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::{Arg, ArgAction, ArgMatches, Command, builder::PossibleValuesParser, value_parser};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use unicursal::puzzle::{Error, Puzzle};
use unicursal_arena::contain::{Cage, ContainError, Containment, Limits, machine_memory};
use unicursal_arena::{Entry, Levels, Log, Observer, Plan, Program, Report, RunError, Shard};

use crate::exit::Exit;
use crate::results::{self, Mode, Results};
use crate::session::{self, Session};
use crate::{args, output};

pub fn command(puzzle: &'static dyn Puzzle) -> Command {
    let name = puzzle.name();
    Command::new("evaluate")
        .about("Run a solver program on levels, check its answers, measure its times")
        .arg(Arg::new("solver").value_name("SOLVER").help(
            "The program's command line, in quotes if it has arguments; our own solver if not given",
        ))
        .args(level_args())
        .args(limit_args())
        .args(run_args())
        .args(results::args())
        .after_help(format!(
            "The program gets each level on standard input and prints its answer, or '{}'.\n\
             Stops at the first level that is not passed (exit code 1).\n\n\
             Examples:\n  \
             unicursal {name} evaluate ./my_solver --levels levels --start 1 --end 3\n  \
             unicursal {name} evaluate 'python3 solver.py --fast' --estimate --plot times.svg\n  \
             unicursal {name} evaluate ./new --versus ./old --repeat 5\n  \
             unicursal {name} evaluate ./my_solver --shard 2/8 --json=part2.jsonl --resume",
            unicursal::puzzle::REFUSAL
        ))
}

/// Which levels.
fn level_args() -> [Arg; 4] {
    let number = |name: &'static str, help: &'static str| {
        let number = value_parser!(u64);
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
            .help("A folder of files named by number, or a file with a level in each line; our own pack if not given"),
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
fn limit_args() -> [Arg; 7] {
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
        time("cpu-limit", "Processor time of each process, in whole seconds"),
        size(
            "memory-limit",
            "Memory in use by all processes of the program [default: 3/4 of the machine's]",
        ),
        size(
            "address-limit",
            "Address space of each process; some languages reserve far more than they use",
        ),
        size("file-limit", "Size of each file that the program writes").default_value("1G"),
        size("output-limit", "Bytes on standard output").default_value("64M"),
        Arg::new("containment")
            .long("containment")
            .value_name("HOW")
            .value_parser(PossibleValuesParser::new(["auto", "namespace", "tree"]))
            .default_value("auto")
            .hide_short_help(true)
            .help("How the program's processes are kept together: in a PID namespace, or by following their tree"),
    ]
}

/// How to go through the levels.
fn run_args() -> [Arg; 6] {
    let flag = |name: &'static str, help: &'static str| {
        Arg::new(name)
            .long(name)
            .action(ArgAction::SetTrue)
            .help(help)
    };
    let count = |name: &'static str, letter: &'static str, help: &'static str| {
        let range = value_parser!(u16).range(1..=1000);
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

pub fn run(
    puzzle: &'static dyn Puzzle,
    matches: &ArgMatches,
    session: &Session,
) -> anyhow::Result<Exit> {
    let results = Results::new(matches)?;
    let solvers = solvers(puzzle, matches)?;
    let levels = match matches.get_one::<PathBuf>("levels") {
        Some(path) => Levels::open(puzzle, path)?,
        None => Levels::pack(puzzle),
    };
    for note in &levels.notes {
        session.say(note);
    }
    let number = |name| matches.get_one::<u64>(name).copied();
    let range = number("start").unwrap_or(1)..=number("end").unwrap_or(u64::MAX);
    let numbers = levels.numbers_in(&range)?;
    let count = |name| matches.get_one::<u16>(name).map_or(1, |&n| usize::from(n));
    let mut plan = Plan {
        puzzle: puzzle.name(),
        levels: &levels,
        numbers: &numbers,
        shard: matches.get_one("shard").copied().unwrap_or(Shard::WHOLE),
        solvers: &solvers,
        limits: limits(matches)?,
        repeat: count("repeat"),
        jobs: count("jobs"),
        keep_going: matches.get_flag("keep-going"),
        done: Vec::new(),
    };
    let log = open_log(matches, &results, &mut plan)?;
    let cage = cage(matches, session)?;
    let names: Vec<String> = solvers.iter().map(|solver| solver.shown.clone()).collect();
    let mut reporter = Reporter {
        results: &results,
        names: &names,
        log,
        csv: results.csv()?,
        debug: matches.get_flag("debug"),
        bar: bar(session, plan.positions().count() * solvers.len()),
        entries: Vec::new(),
    };
    let ended = plan.run(&cage, session.interrupted(), &mut reporter);
    reporter.bar.finish_and_clear();
    match ended {
        Ok(()) => {}
        Err(RunError::Contain(ContainError::Cancelled)) => {
            session.say("interrupted");
            return Ok(Exit::Interrupted);
        }
        Err(RunError::Observer(error)) => return Err(anyhow::Error::from_boxed(error)),
        Err(error) => return Err(error.into()),
    }
    let positions: Vec<usize> = plan.positions().collect();
    if positions.is_empty() {
        session.say(&format!("part {} has no levels", plan.shard));
    }
    let reports = Report::by_solver(reporter.entries);
    let mode = Mode {
        timeout: plan.limits.wall.as_secs_f64(),
        text: &mode(&plan),
    };
    results.finish(puzzle.name(), &reports, &positions, &mode)?;
    let all_passed = reports.iter().all(|r| r.passed() == r.entries.len());
    Ok(if all_passed { Exit::Yes } else { Exit::No })
}

/// All programs that take part, ours if none is named.
fn solvers(puzzle: &'static dyn Puzzle, matches: &ArgMatches) -> anyhow::Result<Vec<Program>> {
    let first = match matches.get_one::<String>("solver") {
        Some(line) => Program::parse(line)?,
        None => Program {
            path: std::env::current_exe().context("our own program")?,
            args: vec![puzzle.name().to_owned(), "solve".to_owned()],
            shown: format!("unicursal {} solve", puzzle.name()),
        },
    };
    let mut solvers = vec![first];
    for line in matches.get_many::<String>("versus").unwrap_or_default() {
        let solver = Program::parse(line)?;
        if solvers.iter().any(|other| other.shown == solver.shown) {
            bail!("{line}: this solver is named twice");
        }
        solvers.push(solver);
    }
    Ok(solvers)
}

fn limits(matches: &ArgMatches) -> anyhow::Result<Limits> {
    let time = |name| matches.get_one::<Duration>(name).copied();
    let size = |name| matches.get_one::<usize>(name).map(|&size| size as u64);
    let jobs = matches.get_one::<u16>("jobs").map_or(1, |&n| u64::from(n));
    let wall = time("timeout").unwrap_or(Duration::from_secs(60));
    if wall.is_zero() {
        bail!("--timeout must be longer than 0");
    }
    Ok(Limits {
        wall,
        cpu_seconds: time("cpu-limit").map(|time| (time.as_secs_f64().ceil() as u64).max(1)),
        memory: size("memory-limit").or_else(|| Some(machine_memory()? / 4 * 3 / jobs)),
        address_space: size("address-limit"),
        file_size: size("file-limit"),
        output: size("output-limit").unwrap_or(64 << 20),
    })
}

/// Opens the file of JSON lines, and takes over what an earlier run left in it.
fn open_log(
    matches: &ArgMatches,
    results: &Results,
    plan: &mut Plan,
) -> anyhow::Result<Option<Log>> {
    let resume = matches.get_flag("resume");
    let Some(path) = results.json.as_deref().filter(|path| *path != "-") else {
        if resume {
            bail!("--resume needs the file of the interrupted run: --json=FILE");
        }
        return Ok(None);
    };
    let (log, done) = Log::open(Path::new(path), resume)?;
    for entry in &done {
        let expected = plan.numbers.get(entry.position.wrapping_sub(1));
        let same_levels = expected == Some(&entry.level) && entry.total == plan.numbers.len();
        let same_solver = plan.solvers.iter().any(|s| s.shown == entry.solver);
        let same_limit = (entry.timeout - plan.limits.wall.as_secs_f64()).abs() < 1e-6;
        if !(same_levels && same_solver && same_limit && entry.puzzle == plan.puzzle) {
            let (level, solver, limit) = (entry.level, &entry.solver, entry.timeout);
            bail!(
                "{path}: level {level} is from another run ('{solver}', {limit}s, {} levels)",
                entry.total
            );
        }
    }
    plan.done = done;
    Ok(Some(log))
}

fn cage(matches: &ArgMatches, session: &Session) -> anyhow::Result<Cage> {
    let wanted = matches.get_one::<String>("containment");
    let wanted = match wanted.map(String::as_str) {
        Some("namespace") => Some(Containment::Namespace),
        Some("tree") => Some(Containment::Tree),
        _ => None,
    };
    let cage = Cage::new(wanted)?;
    if wanted.is_none() && cage.containment() == Containment::Tree {
        session.say(
            "warning: no PID namespace can be made here; \
             a program that means to can leave processes behind",
        );
    }
    Ok(cage)
}

/// How the run goes through its levels, for the record.
fn mode(plan: &Plan) -> String {
    let way = if plan.keep_going {
        "all levels"
    } else {
        "until the first failure"
    };
    let further = [
        (plan.shard != Shard::WHOLE).then(|| format!("part {}", plan.shard)),
        (plan.repeat > 1).then(|| format!("median of {}", plan.repeat)),
        (plan.jobs > 1).then(|| format!("{} jobs", plan.jobs)),
    ];
    let further = further.into_iter().flatten();
    let parts: Vec<String> = std::iter::once(way.to_owned()).chain(further).collect();
    parts.join(", ")
}

/// A bar on a terminal, nothing elsewhere.
fn bar(session: &Session, length: usize) -> ProgressBar {
    let target = if session.shows_progress() {
        ProgressDrawTarget::stderr_with_hz(10)
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(Some(length as u64), target);
    let template = "{elapsed} [{bar:30}] {pos}/{len} levels, about {eta} left";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("=> "));
    }
    if !bar.is_hidden() {
        bar.enable_steady_tick(Duration::from_millis(200));
    }
    bar
}

/// Writes results as they come.
struct Reporter<'a> {
    results: &'a Results,
    names: &'a [String],
    log: Option<Log>,
    csv: Option<Box<dyn Write + Send>>,
    debug: bool,
    bar: ProgressBar,
    entries: Vec<Entry>,
}

impl Observer for Reporter<'_> {
    fn measured(&mut self, entry: &Entry) -> Result<(), Error> {
        if let Some(log) = &mut self.log {
            log.append(entry)?;
        }
        if self.results.json.as_deref() == Some("-") {
            let line = format!("{}\n", entry.json());
            self.bar.suspend(|| output::stdout(line.as_bytes()))?;
        }
        Ok(())
    }

    fn reported(&mut self, entry: &Entry) -> Result<(), Error> {
        self.bar.inc(1);
        self.entries.push(entry.clone());
        let written = self.bar.suspend(|| -> anyhow::Result<()> {
            if self.results.prints_text() {
                output::stdout(results::line(entry, self.names).as_bytes())?;
            }
            if let Some(csv) = &mut self.csv {
                writeln!(csv, "{}", entry.csv()).and_then(|()| csv.flush())?;
            }
            if self.debug {
                show_details(entry);
            }
            Ok(())
        });
        written.map_err(Error::from)
    }
}

/// What helps to find out what went wrong.
fn show_details(entry: &Entry) {
    let memory = unicursal_arena::units::bytes(entry.peak_memory);
    let cpu = entry.cpu_seconds;
    session::note(&format!("  processor {cpu:.3}s, memory {memory}"));
    for line in &entry.stderr {
        session::note(&format!("  | {line}"));
    }
    if let Some(board) = &entry.board {
        session::note(board.trim_end());
    }
}
