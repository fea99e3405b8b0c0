//! `unicursal evaluate`: a puzzle of the user's, judged by a program of the user's, in the arena of
//! ours.

use std::sync::atomic::AtomicU64;

use anyhow::{anyhow, bail};
use clap::{Arg, ArgMatches, Command};
use unicursal_arena::Program;

use super::checker::{Checked, own_files};
use super::folder::Folder;
use super::reports::{self, Reports};
use super::{Trial, guard, options, solvers, submissions};
use crate::args;
use crate::exit::Exit;
use crate::results::{self, Results};
use crate::session::Session;

pub fn command() -> Command {
    Command::new("evaluate")
        .about("Run a program on levels of any puzzle, judged by a checker of yours")
        .arg(Arg::new("solver").value_name("PROGRAM").help(
            "The program's command line, in quotes if it has arguments; if not given, ./run_solver",
        ))
        .arg(
            args::option("checker", "COMMAND")
                .help("The checker's command line, to which the files of level and answer are added"),
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
        .args(options::containment_args())
        .args(guard::args())
        .args(options::run_args())
        .args(results::args())
        .args(submissions::args())
        .args(reports::args())
        .after_help(
            "The program gets each level on standard input and prints its answer. Then 'COMMAND LEVEL ANSWER' is\n\
             run, LEVEL and ANSWER being files: exit code 0 accepts the answer, 1 refuses it (the first line on\n\
             standard output says why), any other says that the checker failed (ARENA). The checker is contained\n\
             as the program is; of its own files the program sees none.\n\
             The puzzles of unicursal have their own: unicursal coil evaluate.\n\n\
             Examples:\n  \
             unicursal evaluate ./solver --levels levels --checker 'python3 check.py'\n  \
             unicursal evaluate ./a --levels l --checker ./check --json=a.jsonl\n  \
             unicursal merge a.jsonl b.jsonl --html leaderboard.html",
        )
}

pub fn run(matches: &ArgMatches, session: &Session) -> anyhow::Result<Exit> {
    let Some(checker) = args::word(matches, "checker") else {
        let ways = unicursal::puzzles().iter();
        let ways = ways.map(|puzzle| format!("'unicursal {} evaluate'", puzzle.name()));
        let ways = ways.collect::<Vec<_>>().join(", ");
        bail!("which puzzle? Say {ways}, or --checker COMMAND for one of your own");
    };
    let name = args::word(matches, "name").unwrap_or_default();
    if name.is_empty() || unicursal::puzzle(name).is_some() {
        bail!("--name '{name}': this is the name of none, or of a puzzle that unicursal knows");
    }
    let mut results = Results::new(matches)?;
    let reports = Reports::new(name, matches)?;
    reports.claim_stdout(&mut results)?;
    let checker = Program::parse(checker).map_err(|error| anyhow!("--checker: {error}"))?;
    let none = || bail!("no program: name one, or put ./run_solver here");
    let class = solvers(&none, matches, session)?;
    let policy = options::policy(matches, &[])?;
    let task = Checked {
        cage: options::cage(&policy, std::slice::from_ref(&checker))?,
        time: args::time(matches, "checker-time"),
        folder: Folder::new("answers")?,
        interrupted: session.interrupted(),
        next: AtomicU64::new(1),
        checker,
    };
    let trial = Trial {
        puzzle: None,
        name,
        hidden: own_files(&task.checker, &class.programs),
        solvers: class.programs.clone(),
        task: &task,
        keep_going: matches.get_flag("keep-going"),
        line: results::line,
    };
    trial.report(results, &reports, &class, matches, session)
}
