//! `unicursal PUZZLE evaluate`: run a solver program on numbered levels and judge its answers.

pub mod any;
mod checker;
pub mod folder;
pub mod grades;
pub mod guard;
pub mod options;
mod reporter;
pub mod reports;
mod sealed;
pub mod submissions;

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Arg, ArgMatches, Command};
use unicursal::Puzzle;
use unicursal_arena::{
    Answers, Entry, Log, Plan, Program, Report, RunError, Shard, Task, printable, record,
};
use unicursal_contain::ContainError;

use crate::exit::Exit;
use crate::results::{self, Mode, Results, Wanted};
use crate::session::Session;
use crate::{args, output, signals};
use reporter::{Bar, Reporter};
use reports::Reports;
use submissions::Class;

/// The program that is evaluated where none is named, if it is there.
const RUN_SOLVER: &str = "./run_solver";

pub fn command(puzzle: &'static dyn Puzzle) -> Command {
    let name = puzzle.name();
    Command::new("evaluate")
        .about("Run a solver program on levels, check its answers, measure its times")
        .arg(Arg::new("solver").value_name("SOLVER").help(
            "The program's command line, in quotes if it has arguments; or a folder or archive (.zip, .tar, .tar.gz) of \
             programs; if not given, ./run_solver where it is there, else our own solver",
        ))
        .args(options::level_args())
        .args(options::limit_args())
        .args(options::containment_args())
        .args(guard::args())
        .args(options::run_args())
        .arg(
            Arg::new("judge-no")
                .long("judge-no")
                .value_name("TIME")
                .value_parser(args::duration)
                .default_value("1")
                .help("Time for our own solver to judge that there is no solution, where a program says so; 0 to leave it unjudged"),
        )
        .arg(
            Arg::new("style")
                .long("style")
                .value_name("STYLE")
                .value_parser(["own", "coilbench"])
                .default_value("own")
                .help("Lines as the public Coil benchmark prints them (PASS, FAIL, TIMEOUT, ERROR), and exit code 0 at the end of a run"),
        )
        .args(results::args())
        .args(submissions::args())
        .args(reports::args())
        .after_help(format!(
            "The program gets each level on standard input and prints its answer, or '{}'.\n\
             Stops at the first level that is not passed (exit code 1), but for reports and folders of programs.\n\n\
             Examples:\n  \
             unicursal {name} evaluate ./my_solver --levels levels --start 1 --end 3\n  \
             unicursal {name} evaluate 'python3 solver.py' --estimate --plot times.svg\n  \
             unicursal {name} evaluate ./new --versus ./old --repeat 5\n  \
             unicursal {name} evaluate ./my_solver --shard 2/8 --json=part2.jsonl --resume",
            unicursal::REFUSAL
        ))
}

pub fn run(
    puzzle: &'static dyn Puzzle,
    matches: &ArgMatches,
    session: &Session,
) -> anyhow::Result<Exit> {
    let mut results = Results::new(matches)?;
    let reports = Reports::new(puzzle.name(), matches)?;
    reports.claim_stdout(&mut results)?;
    let task = Answers {
        judge_no: args::time(matches, "judge-no"),
        interrupted: session.interrupted(),
    };
    let is_theirs = args::word(matches, "style") == Some("coilbench");
    let own = || {
        let own = std::env::current_exe().context("our own program")?;
        let words = vec![puzzle.name().to_owned(), "solve".to_owned()];
        let shown = format!("unicursal {} solve", puzzle.name());
        Ok(Program::new(own, words, &shown)?)
    };
    let class = solvers(&own, matches, session)?;
    let trial = Trial {
        puzzle: Some(puzzle),
        name: puzzle.name(),
        solvers: class.programs.clone(),
        hidden: Vec::new(),
        task: &task,
        keep_going: matches.get_flag("keep-going"),
        line: if is_theirs { theirs } else { results::line },
    };
    let exit = trial.report(results, &reports, &class, matches, session)?;
    // There, a run that came to its end is a good run.
    Ok(match exit {
        Exit::No if is_theirs => Exit::Yes,
        exit => exit,
    })
}

/// A level's line as the public Coil benchmark prints it, with the reason below.
fn theirs(entry: &Entry, _: &[String]) -> String {
    use unicursal_arena::verdict::Kind;

    let verdict = match entry.verdict {
        Kind::Pass => "PASS",
        Kind::Timeout => "TIMEOUT",
        Kind::Fail | Kind::NoSolution => "FAIL",
        Kind::Memory
        | Kind::Crash
        | Kind::Output
        | Kind::Cheat
        | Kind::Arena
        | Kind::Unreadable => "ERROR",
    };
    let (level, width, height) = (entry.level, entry.width, entry.height);
    let reason = match (entry.verdict, entry.reason.as_str()) {
        (Kind::Pass, _) | (_, "") => String::new(),
        (kind, reason) => format!("  Error: {kind}: {}\n", printable(reason)),
    };
    let seconds = entry.seconds;
    format!("Level {level} ({width}x{height}): {verdict} ({seconds:.2}s)\n{reason}")
}

/// Programs that are to do a task on levels, as the options want it.
pub struct Trial<'a> {
    /// `None`: one that only the user's checker knows.
    pub puzzle: Option<&'static dyn Puzzle>,
    /// What results call it.
    pub name: &'a str,
    pub solvers: Vec<Program>,
    /// What programs do not see, besides levels and what the options hide.
    pub hidden: Vec<PathBuf>,
    pub task: &'a dyn Task,
    pub keep_going: bool,
    /// What is printed of an entry, given the names of all programs.
    pub line: fn(&Entry, &[String]) -> String,
}

/// How that went.
pub struct Tried {
    pub reports: Vec<Report>,
    /// The positions of the levels of this part, and whether they are all there are.
    positions: Vec<usize>,
    whole: bool,
    /// Whether everything that is guarded is as it was.
    is_unchanged: bool,
    timeout: f64,
    /// How the run went through its levels.
    mode: String,
}

impl Tried {
    /// How many levels each program was to run on.
    pub fn levels(&self) -> usize {
        self.positions.len()
    }

    /// Yes if every program passed every level that it ran on, and changed nothing.
    pub fn exit(&self) -> Exit {
        let mut reports = self.reports.iter();
        if self.is_unchanged && reports.all(|report| report.passed() == report.entries.len()) {
            Exit::Yes
        } else {
            Exit::No
        }
    }
}

impl Trial<'_> {
    /// Runs everything, and tells in the end how it went. Whoever is marked by points, or is one of
    /// many, is tried on every level.
    fn report(
        mut self,
        mut results: Results,
        reports: &Reports,
        class: &Class,
        matches: &ArgMatches,
        session: &Session,
    ) -> anyhow::Result<Exit> {
        let name = self.name;
        reports.demand_fitting(class.len())?;
        self.keep_going |= class.from_many || !reports.is_empty();
        if class.from_many {
            self.line = student_line;
        }
        let Some(tried) = self.run(&results, matches, session)? else {
            return Ok(Exit::Interrupted);
        };
        let students = grades::students(&tried, class);
        if class.from_many && results.prints_text() {
            output::stdout(grades::summary(&students, tried.levels()).as_bytes())?;
            // A table that compares a hundred programs by time is of no use.
            results.is_silent = true;
        }
        reports.write(&students, tried.levels())?;
        let mode = Mode {
            timeout: tried.timeout,
            text: &tried.mode,
        };
        let wanted = Wanted {
            positions: &tried.positions,
            whole: tried.whole,
        };
        results.finish(name, &tried.reports, &wanted, &mode)?;
        Ok(if class.refused.is_empty() {
            tried.exit()
        } else {
            Exit::No
        })
    }

    /// Runs everything, and writes entries as they come; nothing comes back after Ctrl-C.
    pub fn run(
        self,
        results: &Results,
        matches: &ArgMatches,
        session: &Session,
    ) -> anyhow::Result<Option<Tried>> {
        let levels = sealed::levels(self.puzzle, matches)?;
        for note in &levels.notes {
            session.say(note);
        }
        let number = |name| matches.get_one::<u64>(name).copied();
        let range = number("start").unwrap_or(1)..=number("end").unwrap_or(u64::MAX);
        let numbers = levels.numbers_in(&range)?;
        // A class has no use for some of these.
        let count = |name| {
            let count = matches.try_get_one::<u16>(name).ok().flatten();
            count.map_or(1, |&n| usize::from(n))
        };
        let mut policy = options::policy(matches, &sealed::places(matches))?;
        policy.hidden.extend(self.hidden);
        let guard = guard::Guard::new(matches)?;
        let cage = options::cage(&policy, &self.solvers)?;
        if let Some(warning) = cage.warning() {
            session.say(&warning);
        }
        let (limits, limits_text) = options::limits(matches, &cage)?;
        let mut plan = Plan {
            puzzle: self.name,
            task: self.task,
            levels: &levels,
            numbers: &numbers,
            shard: matches.get_one("shard").copied().unwrap_or(Shard::WHOLE),
            solvers: &self.solvers,
            limits,
            limits_text,
            repeat: count("repeat"),
            jobs: count("jobs"),
            shuffle: seed(matches)?,
            keep_going: self.keep_going,
            done: Vec::new(),
        };
        if let Some(seed) = &plan.shuffle {
            session.say(&format!("shuffled by seed '{seed}'"));
        }
        let log = open_log(matches, results, &mut plan)?;
        let names: Vec<String> = self.solvers.iter().map(|s| s.shown.clone()).collect();
        let mut reporter = Reporter {
            results,
            names: &names,
            line: self.line,
            log,
            csv: results.csv()?,
            debug: matches.get_flag("debug"),
            bar: Bar::new(session, plan.positions().count() * self.solvers.len()),
            entries: Vec::new(),
        };
        signals::tidies_up();
        let ended = plan.run(&cage, session.interrupted(), &mut reporter);
        reporter.bar.clear();
        let is_unchanged = guard.compare(session)?;
        match ended {
            Ok(()) => {}
            Err(RunError::Contain(ContainError::Cancelled)) => {
                session.say(&interrupted(&reporter, matches));
                return Ok(None);
            }
            Err(RunError::Observer(error)) => return Err(anyhow::Error::from_boxed(error)),
            Err(error) => return Err(error.into()),
        }
        if let Some(csv) = reporter.csv.take() {
            csv.finish()?;
        }
        let positions: Vec<usize> = plan.positions().collect();
        if positions.is_empty() {
            session.say(&format!("part {} has no levels", plan.shard));
        }
        Ok(Some(Tried {
            reports: Report::by_solver(reporter.entries),
            positions,
            whole: plan.shard == Shard::WHOLE,
            is_unchanged,
            timeout: plan.limits.wall.as_secs_f64(),
            mode: mode(&plan),
        }))
    }
}

/// What was done before Ctrl-C, and how to go on.
fn interrupted(reporter: &Reporter, matches: &ArgMatches) -> String {
    let (done, all) = (reporter.entries.len(), reporter.bar.length());
    let passed = reporter.entries.iter().filter(|entry| entry.passed());
    let passed = passed.count();
    let resume = if matches.get_flag("resume") {
        ""
    } else {
        " --resume"
    };
    let way_on = if reporter.log.is_some() {
        format!("resume with: {}{resume}", record::own_command_line())
    } else {
        "nothing to resume, because there was no --json=FILE".to_owned()
    };
    format!("interrupted: {done} of {all} levels done, {passed} passed; {way_on}")
}

/// The seed of a random order, where one is wanted.
fn seed(matches: &ArgMatches) -> anyhow::Result<Option<String>> {
    let given = matches.try_get_one::<String>("shuffle").ok().flatten();
    Ok(match given.map(String::as_str) {
        Some("") => Some(crate::commands::pellet::serve::fresh_seed()?),
        given => given.map(str::to_owned),
    })
}

/// What is printed of an entry of a student.
pub fn student_line(entry: &Entry, names: &[String]) -> String {
    match names.len() {
        1 => format!("{}\n", entry.line()),
        _ => format!("{}: {}\n", printable(&entry.solver), entry.line()),
    }
}

/// All programs that take part; another one if none is named.
fn solvers(
    own: &dyn Fn() -> anyhow::Result<Program>,
    matches: &ArgMatches,
    session: &Session,
) -> anyhow::Result<Class> {
    let mut class = Class::default();
    match matches.get_one::<String>("solver") {
        Some(word) => class.take(word, matches, session)?,
        None if Path::new(RUN_SOLVER).is_file() => {
            // Their tools take what is said there for the reason of a failure.
            let style = matches.try_get_one::<String>("style").ok().flatten();
            if style.is_none_or(|style| style != "coilbench") {
                session.say(&format!("evaluating {RUN_SOLVER}"));
            }
            class.add(Program::parse(RUN_SOLVER)?)?;
        }
        None => class.add(own()?)?,
    }
    for line in matches.get_many::<String>("versus").unwrap_or_default() {
        let solver = Program::parse(line)?;
        if (class.programs.iter()).any(|other| other.shown == solver.shown) {
            bail!("{line}: this solver is named twice");
        }
        class.add(solver)?;
    }
    Ok(class)
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
        if let Some(what) = other_run(entry, plan) {
            let (level, solver, limit) = (entry.level, &entry.solver, entry.timeout);
            bail!(
                "{path}: level {level} is from another run ('{solver}', {limit}s): {what} differs"
            );
        }
    }
    plan.done = done;
    Ok(Some(log))
}

/// What shows that an entry is not of this run. The run may have become longer since.
fn other_run(entry: &Entry, plan: &Plan) -> Option<&'static str> {
    let expected = plan.numbers.get(entry.position.wrapping_sub(1));
    let Some(solver) = plan.solvers.iter().find(|s| s.shown == entry.solver) else {
        return Some("the solver");
    };
    let digest = plan.levels.digest(entry.level);
    let digest = digest.filter(|_| !entry.level_digest.is_empty());
    let checks = [
        (entry.puzzle == plan.puzzle, "the puzzle"),
        (expected == Some(&entry.level), "the range of levels"),
        (
            digest.is_none_or(|digest| digest == entry.level_digest),
            "the level's text",
        ),
        (
            (entry.timeout - plan.limits.wall.as_secs_f64()).abs() < 1e-6,
            "the time limit",
        ),
        (entry.limits == plan.limits_text, "a limit"),
        (solver.digest == entry.program_digest, "the program"),
    ];
    let found = checks.into_iter().find(|(same, _)| !same);
    found.map(|(_, what)| what)
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
        plan.shuffle
            .as_ref()
            .map(|seed| format!("shuffled by '{seed}'")),
    ];
    let further = further.into_iter().flatten();
    let parts: Vec<String> = std::iter::once(way.to_owned()).chain(further).collect();
    parts.join(", ")
}
