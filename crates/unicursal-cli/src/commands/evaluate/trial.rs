//! Runs programs on levels as the options of `evaluate` say, whatever the task is, and reports how
//! it went.

use std::path::{Path, PathBuf};

use anyhow::bail;
use unicursal::Puzzle;
use unicursal_arena::{
    Entry, Levels, Log, Plan, Program, Report, RunError, Shard, Task, printable, record,
};
use unicursal_contain::{Cage, ContainError, Limits, Policy};

use super::guard::{Guard, GuardOptions};
use super::options::{self, LevelOptions, RunOptions};
use super::reporter::{Bar, Reporter};
use super::reports::Reports;
use super::submissions::{Class, Tools};
use super::{containment, grades, sealed};
use crate::args::Given;
use crate::exit::Exit;
use crate::results::{Mode, Results, Wanted};
use crate::session::Session;
use crate::{output, signals};

/// What every form of `evaluate` is asked for.
pub struct Asked {
    pub levels: LevelOptions,
    /// The limits that were given.
    pub limits: Limits,
    /// What programs may see and do. The levels, which they do not see either, come later.
    pub policy: Policy,
    pub guard: GuardOptions,
    pub run: RunOptions,
    pub tools: Tools,
    pub results: Results,
    pub reports: Reports,
}

impl Asked {
    /// Reads the options and refuses those that cannot be met, before any work is done.
    pub fn read(puzzle: &str, given: Given) -> anyhow::Result<Self> {
        let mut results = Results::read(given)?;
        let reports = Reports::read(puzzle, given)?;
        reports.claim_stdout(&mut results)?;
        let levels = LevelOptions::read(given);
        let mut policy = containment::policy(given)?;
        let password = levels.password.iter();
        policy
            .hidden
            .extend(password.filter_map(|path| path.canonicalize().ok()));
        policy.hidden.extend(containment::written(results.files()));
        Ok(Self {
            levels,
            limits: options::limits(given)?,
            policy,
            guard: GuardOptions::read(given),
            run: RunOptions::read(given)?,
            tools: Tools::read(given),
            results,
            reports,
        })
    }

    /// Where programs run: they see neither the levels nor anything else that is hidden.
    fn cage(&self, solvers: &[Program], hidden: Vec<PathBuf>) -> anyhow::Result<Cage> {
        let mut policy = self.policy.clone();
        let places = self.levels.places.iter();
        policy
            .hidden
            .extend(places.flat_map(|path| containment::telling_of(path)));
        policy.hidden.extend(hidden);
        containment::cage(&policy, solvers)
    }

    /// The limits of each run. Without one on the memory, jobs share most of what there is.
    fn limits_in(&self, cage: &Cage) -> Limits {
        let share = || Some(cage.memory()? / 4 * 3 / self.run.jobs as u64);
        Limits {
            memory: self.limits.memory.or_else(share),
            ..self.limits.clone()
        }
    }

    /// Opens the file of JSON lines, and reads the results that an earlier run left in it.
    fn open_log(&self, plan: &mut Plan) -> anyhow::Result<Option<Log>> {
        let Some(path) = self.results.json.as_deref().filter(|path| *path != "-") else {
            if self.run.resume {
                bail!("--resume needs the file of the interrupted run: --json=FILE");
            }
            return Ok(None);
        };
        let (log, done) = Log::open(Path::new(path), self.run.resume)?;
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

    /// What was done before Ctrl-C, and how to continue.
    fn interrupted(&self, reporter: &Reporter) -> String {
        let (done, passed, all) = (reporter.done, reporter.passed, reporter.bar.length());
        let resume = if self.run.resume { "" } else { " --resume" };
        let way_on = if reporter.log.is_some() {
            format!("resume with: {}{resume}", record::typed_command_line())
        } else {
            "nothing to resume, because there was no --json=FILE".to_owned()
        };
        format!("interrupted: {done} of {all} levels done, {passed} passed; {way_on}")
    }
}

/// Programs that do a task on levels, as the options say.
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
    /// Whether everything that is guarded is unchanged.
    is_unchanged: bool,
    timeout: f64,
    /// In which way the run went through its levels.
    mode: String,
}

impl Tried {
    /// How many levels each program was to run on.
    pub fn levels(&self) -> usize {
        self.positions.len()
    }

    /// Yes if every program could be run, passed every level that it ran on, and changed nothing.
    pub fn exit(&self, class: &Class) -> Exit {
        let mut reports = self.reports.iter();
        let all_passed = reports.all(|report| report.passed() == report.entries.len());
        Exit::yes_if(class.refused.is_empty() && self.is_unchanged && all_passed)
    }
}

impl Trial<'_> {
    /// Runs everything, and reports at the end. Programs that are marked by points, or that are
    /// part of a class, run on every level.
    pub fn report(
        mut self,
        mut asked: Asked,
        class: &Class,
        session: &Session,
    ) -> anyhow::Result<Exit> {
        let name = self.name;
        asked.reports.demand_fitting(class.len())?;
        self.keep_going |= class.from_many || !asked.reports.is_empty();
        if class.from_many {
            self.line = student_line;
        }
        let Some(tried) = self.run(&asked, session)? else {
            return Ok(Exit::Interrupted);
        };
        let students = grades::students(&tried, class);
        if class.from_many && asked.results.prints_text() {
            output::stdout(grades::summary(&students, tried.levels()).as_bytes())?;
            // A table that compares a hundred programs by time is of no use.
            asked.results.is_silent = true;
        }
        asked.reports.write(&students, tried.levels())?;
        let mode = Mode {
            timeout: tried.timeout,
            text: &tried.mode,
        };
        let wanted = Wanted {
            positions: &tried.positions,
            whole: tried.whole,
        };
        asked.results.finish(name, &tried.reports, &wanted, &mode)?;
        Ok(tried.exit(class))
    }

    /// Runs everything, and writes entries as they come; `None` after Ctrl-C.
    pub fn run(self, asked: &Asked, session: &Session) -> anyhow::Result<Option<Tried>> {
        let levels = sealed::levels(self.puzzle, &asked.levels)?;
        for note in &levels.notes {
            session.say(note);
        }
        let numbers = levels.numbers_in(&asked.levels.range)?;
        let guard = Guard::new(&asked.guard)?;
        let cage = asked.cage(&self.solvers, self.hidden.clone())?;
        if let Some(warning) = cage.warning() {
            session.say(&warning);
        }
        let mut plan = self.plan(asked, &levels, &numbers, asked.limits_in(&cage));
        if let Some(seed) = &plan.shuffle {
            session.say(&format!("shuffled by seed '{seed}'"));
        }
        let names: Vec<String> = self.solvers.iter().map(|s| s.shown.clone()).collect();
        let mut reporter = Reporter {
            results: &asked.results,
            names: &names,
            line: self.line,
            log: asked.open_log(&mut plan)?,
            csv: asked.results.csv()?,
            debug: asked.run.debug,
            bar: Bar::new(session, plan.positions().count() * self.solvers.len()),
            entries: Vec::new(),
            done: 0,
            passed: 0,
        };
        plan.done.iter().for_each(|entry| reporter.count(entry));
        signals::tidies_up();
        let ended = plan.run(&cage, session.interrupted(), &mut reporter);
        reporter.bar.clear();
        let is_unchanged = guard.compare(session)?;
        match ended {
            Ok(()) => {}
            Err(RunError::Contain(ContainError::Cancelled)) => {
                session.say(&asked.interrupted(&reporter));
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

    fn plan<'a>(
        &'a self,
        asked: &Asked,
        levels: &'a Levels,
        numbers: &'a [u64],
        limits: Limits,
    ) -> Plan<'a> {
        Plan {
            puzzle: self.name,
            task: self.task,
            levels,
            numbers,
            shard: asked.levels.shard,
            solvers: &self.solvers,
            limits,
            limits_text: options::limits_text(&asked.limits),
            repeat: asked.run.repeat,
            jobs: asked.run.jobs,
            shuffle: asked.run.shuffle.clone(),
            keep_going: self.keep_going,
            done: Vec::new(),
        }
    }
}

/// What is printed of an entry of a student.
pub fn student_line(entry: &Entry, names: &[String]) -> String {
    match names.len() {
        1 => format!("{}\n", entry.line()),
        _ => format!("{}: {}\n", printable(&entry.solver), entry.line()),
    }
}

/// What shows that an entry does not belong to this run. The run may have been extended since.
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
