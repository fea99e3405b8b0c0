//! `unicursal evaluate`: any puzzle, judged by a checker that the user provides, in our arena.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use anyhow::{anyhow, bail};
use clap::{Arg, Command};
use unicursal_arena::Program;

use super::checker::{Checked, own_files};
use super::folder::Folder;
use super::trial::{Asked, Trial};
use super::{containment, guard, options, reports, say_default, solvers, submissions};
use crate::args::{self, Given};
use crate::commands::General;
use crate::exit::Exit;
use crate::results;
use crate::session::Session;

/// See the [module](self).
pub struct Evaluate {
    solver: Option<String>,
    checker: Program,
    checker_time: Duration,
    /// What results call the puzzle.
    name: String,
    asked: Asked,
}

impl General for Evaluate {
    const NAME: &'static str = "evaluate";

    fn command() -> Command {
        Command::new(Self::NAME)
            .about("Run a program on levels of any puzzle, judged by your own checker")
            .arg(Arg::new("solver").value_name("PROGRAM").help(
                "The program's command line, in quotes if it has arguments; if not given, ./run_solver",
            ))
            .arg(
                args::option("checker", "COMMAND")
                    .help("The checker's command line; the files of the level and the answer are added to it"),
            )
            .arg(
                args::option("checker-time", "TIME")
                    .value_parser(args::duration)
                    .default_value("60")
                    .help("Time for the checker to judge an answer"),
            )
            .arg(
                args::option("name", "NAME")
                    .default_value("other")
                    .help("What results call the puzzle"),
            )
            .args(options::level_args().map(|arg| match arg.get_id().as_str() {
                "levels" => arg.help(
                    "A folder of files named by number, or a file with one level, or an archive that 'openssl enc' has \
                     encrypted; may be given several times",
                ),
                _ => arg,
            }))
            .args(options::limit_args())
            .args(containment::args())
            .args(guard::args())
            .args(options::run_args())
            .args(results::args())
            .args(submissions::args())
            .args(reports::args())
            .after_help(
                "The program gets each level on standard input and prints its answer. Then 'COMMAND LEVEL ANSWER' is\n\
                 run, LEVEL and ANSWER being files: exit code 0 accepts the answer, 1 refuses it (the first line on\n\
                 standard output says why), any other means that the checker failed (ARENA). The checker is contained\n\
                 as the program is; the program sees none of its files.\n\
                 For unicursal's own puzzles: unicursal coil evaluate.\n\n\
                 Examples:\n  \
                 unicursal evaluate ./solver --levels levels --checker 'python3 check.py'\n  \
                 unicursal evaluate ./a --levels l --checker ./check --json=a.jsonl\n  \
                 unicursal merge a.jsonl b.jsonl --html leaderboard.html",
            )
    }

    fn read(given: Given) -> anyhow::Result<Self> {
        let Some(checker) = given.text("checker") else {
            let ways = unicursal::puzzles().iter();
            let ways = ways.map(|puzzle| format!("'unicursal {} evaluate'", puzzle.name()));
            let ways = ways.collect::<Vec<_>>().join(", ");
            bail!("which puzzle? Say {ways}, or --checker COMMAND for one of your own");
        };
        let name = given.text("name").unwrap_or_default();
        if name.is_empty() || unicursal::puzzle(&name).is_some() {
            bail!("--name '{name}': this is the name of none, or of a puzzle that unicursal knows");
        }
        Ok(Self {
            solver: given.text("solver"),
            asked: Asked::read(&name, given)?,
            checker: Program::parse(&checker).map_err(|error| anyhow!("--checker: {error}"))?,
            checker_time: given.time("checker-time"),
            name,
        })
    }

    fn run(self, session: &Session) -> anyhow::Result<Exit> {
        let asked = self.asked;
        say_default(self.solver.as_deref(), session);
        let none = || bail!("no program: name one, or put ./run_solver here");
        let class = solvers(self.solver.as_deref(), &none, &asked, session)?;
        let task = Checked {
            cage: containment::cage(&asked.policy, std::slice::from_ref(&self.checker))?,
            time: self.checker_time,
            folder: Folder::new("answers")?,
            interrupted: session.interrupted(),
            next: AtomicU64::new(1),
            checker: self.checker,
        };
        let trial = Trial {
            puzzle: None,
            name: &self.name,
            hidden: own_files(&task.checker, &class.programs),
            solvers: class.programs.clone(),
            task: &task,
            keep_going: asked.run.keep_going,
            line: results::line,
        };
        trial.report(asked, &class, session)
    }
}
