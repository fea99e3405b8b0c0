//! `unicursal PUZZLE evaluate`: run a solver program on numbered levels and judge its answers.

pub mod any;
mod checker;
pub mod containment;
pub mod folder;
pub mod grades;
pub mod guard;
pub mod options;
mod reporter;
pub mod reports;
mod sealed;
pub mod submissions;
pub mod trial;

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::{Arg, Command};
use unicursal::Puzzle;
use unicursal_arena::{Answers, Entry, Program, printable};

use super::OfPuzzle;
use crate::args::{self, Given};
use crate::exit::Exit;
use crate::results;
use crate::session::Session;
use submissions::Class;
use trial::{Asked, Trial};

/// The program that is evaluated where none is named, if it is there.
const RUN_SOLVER: &str = "./run_solver";

/// See the [module](self).
pub struct Evaluate {
    /// The program, or a folder or archive of programs.
    solver: Option<String>,
    /// Time for our own solver to judge that there is no solution.
    judge_no: Duration,
    /// Whether lines and exit codes are those of the public Coil benchmark.
    is_theirs: bool,
    asked: Asked,
}

impl OfPuzzle for Evaluate {
    const NAME: &'static str = "evaluate";

    fn command(puzzle: &'static dyn Puzzle) -> Command {
        let name = puzzle.name();
        Command::new(Self::NAME)
            .about("Run a solver program on levels, check its answers, measure its times")
            .arg(Arg::new("solver").value_name("SOLVER").help(
                "The program's command line, in quotes if it has arguments; or a folder or archive (.zip, .tar, .tar.gz) of programs; if not given, ./run_solver if it exists, else our own solver",
            ))
            .args(options::level_args())
            .args(options::limit_args())
            .args(containment::args())
            .args(guard::args())
            .args(options::run_args())
            .arg(
                args::option("judge-no", "TIME")
                    .value_parser(args::duration)
                    .default_value("1")
                    .help("Time for our own solver to check a program's claim that there is no solution; 0 to leave it unchecked"),
            )
            .arg(
                args::option("style", "STYLE")
                    .value_parser(["own", "coilbench"])
                    .default_value("own")
                    .help("Print lines like those of the public Coil benchmark (PASS, FAIL, TIMEOUT, ERROR), and end with exit code 0"),
            )
            .args(results::args())
            .args(submissions::args())
            .args(reports::args())
            .after_help(format!(
                "The program gets each level on standard input and prints its answer, or '{}'.\n\
                 Stops at the first level that is not passed (exit code 1), except for reports and folders of programs.\n\n\
                 Examples:\n  \
                 unicursal {name} evaluate ./my_solver --levels levels --start 1 --end 3\n  \
                 unicursal {name} evaluate 'python3 solver.py' --estimate --plot times.svg\n  \
                 unicursal {name} evaluate ./new --versus ./old --repeat 5\n  \
                 unicursal {name} evaluate ./my_solver --shard 2/8 --json=part2.jsonl --resume",
                unicursal::REFUSAL
            ))
    }

    fn read(puzzle: &'static dyn Puzzle, given: Given) -> anyhow::Result<Self> {
        Ok(Self {
            solver: given.text("solver"),
            judge_no: given.time("judge-no"),
            is_theirs: given.text("style").as_deref() == Some("coilbench"),
            asked: Asked::read(puzzle.name(), given)?,
        })
    }

    fn run(self, puzzle: &'static dyn Puzzle, session: &Session) -> anyhow::Result<Exit> {
        let asked = self.asked;
        if !self.is_theirs {
            // The benchmark's tools would read this as the reason of a failure.
            say_default(self.solver.as_deref(), session);
        }
        let own = || own_solver(puzzle);
        let class = solvers(self.solver.as_deref(), &own, &asked, session)?;
        let task = Answers {
            judge_no: self.judge_no,
            interrupted: session.interrupted(),
        };
        let trial = Trial {
            puzzle: Some(puzzle),
            name: puzzle.name(),
            solvers: class.programs.clone(),
            hidden: Vec::new(),
            task: &task,
            keep_going: asked.run.keep_going,
            line: if self.is_theirs {
                theirs
            } else {
                results::line
            },
        };
        // In that benchmark, every run that reaches its end is a success.
        Ok(match trial.report(asked, &class, session)? {
            Exit::No if self.is_theirs => Exit::Yes,
            exit => exit,
        })
    }
}

/// Our own solver, as a program.
fn own_solver(puzzle: &'static dyn Puzzle) -> anyhow::Result<Program> {
    let own = std::env::current_exe().context("our own program")?;
    let words = vec![puzzle.name().to_owned(), "solve".to_owned()];
    let shown = format!("unicursal {} solve", puzzle.name());
    Ok(Program::new(own, words, &shown)?)
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

/// Says which program is evaluated where none is named.
fn say_default(word: Option<&str>, session: &Session) {
    if word.is_none() && Path::new(RUN_SOLVER).is_file() {
        session.say(&format!("evaluating {RUN_SOLVER}"));
    }
}

/// All programs that take part; `own` if none is named and none is there.
fn solvers(
    word: Option<&str>,
    own: &dyn Fn() -> anyhow::Result<Program>,
    asked: &Asked,
    session: &Session,
) -> anyhow::Result<Class> {
    let mut class = Class::default();
    match word {
        Some(word) => class.take(word, &asked.tools, &asked.policy, session)?,
        None if Path::new(RUN_SOLVER).is_file() => class.add(Program::parse(RUN_SOLVER)?)?,
        None => class.add(own()?)?,
    }
    for line in &asked.run.versus {
        let solver = Program::parse(line)?;
        if (class.programs.iter()).any(|other| other.shown == solver.shown) {
            bail!("{line}: this solver is named twice");
        }
        class.add(solver)?;
    }
    Ok(class)
}
