//! `unicursal maze evaluate`: run the programs of a class on mazes, contained and within limits,
//! and compare what they print with the right frames.

use anyhow::Context;
use clap::{Arg, ArgAction, ArgMatches, Command, builder::PossibleValuesParser};
use unicursal::Puzzle;
use unicursal_arena::Program;

use super::frames::Frames;
use crate::commands::evaluate::folder::Folder;
use crate::commands::evaluate::reports::{self, Reports};
use crate::commands::evaluate::submissions::{self, Class};
use crate::commands::evaluate::{Trial, grades, guard, options, student_line};
use crate::exit::Exit;
use crate::results::{self, Results};
use crate::session::Session;
use crate::{args, output};

pub fn command(puzzle: &'static dyn Puzzle) -> Command {
    // A class is not compared by its times.
    let run_args = options::run_args().into_iter();
    let run_args = run_args.filter(|arg| {
        let name = arg.get_id().as_str();
        !["keep-going", "repeat", "versus", "shuffle", "evict"].contains(&name)
    });
    let [json, csv, ..] = results::args();
    Command::new("evaluate")
        .about("Run a class of programs on mazes, and compare their frames with the right ones")
        .arg(
            Arg::new("programs")
                .value_name("PROGRAMS")
                .action(ArgAction::Append)
                .help(
                    "Command lines, in quotes if they have arguments; folders or archives (.zip, .tar, .tar.gz): all \
                     programs in them, also class/alice/solution.py; our own walker if not given",
                ),
        )
        .args(options::level_args())
        .arg(
            Arg::new("input")
                .long("input")
                .value_name("WHAT")
                .value_parser(PossibleValuesParser::new(["name", "maze"]))
                .default_value("name")
                .help("What a program gets on standard input: the name of a maze file, or the maze"),
        )
        .arg(args::method_or_default(puzzle, "How the programs are to walk"))
        .arg(super::facing_down())
        .arg(super::compact())
        .args(options::limit_args())
        .args(options::containment_args())
        .args(guard::args())
        .args(run_args)
        .args([json, csv])
        .args(submissions::args())
        .args(reports::args())
        .after_help(
            "Every program runs on every maze. For one that prints something else than 'maze solve' would, \
             the first line that differs is named. Exit code 0 if all are right, else 1.\n\n\
             Examples:\n  \
             unicursal maze evaluate class --levels mazes\n  \
             unicursal maze evaluate ./alice 'python3 bob.py' --levels maze.txt --timeout 5\n  \
             unicursal maze evaluate class --levels mazes --with python3\n  \
             unicursal maze evaluate class.zip --report csv=marks.csv\n  \
             unicursal maze evaluate ./alice --report gradescope=results.json",
        )
}

pub fn run(
    puzzle: &'static dyn Puzzle,
    matches: &ArgMatches,
    session: &Session,
) -> anyhow::Result<Exit> {
    let mut results = Results::new(matches)?;
    let folder = Folder::new("mazes")?;
    let most_output = matches.get_one::<usize>("output-limit").copied();
    let task = Frames {
        rule: super::rule(args::Given(matches))?,
        style: super::style(args::Given(matches)),
        gives_name: args::word(matches, "input") == Some("name"),
        folder: &folder,
        most_output: most_output.map_or(u64::MAX, |most| most as u64),
        interrupted: session.interrupted(),
    };
    let reports = Reports::new(puzzle.name(), matches)?;
    reports.claim_stdout(&mut results)?;
    let mut class = Class::gather(matches, session)?;
    if class.is_empty() {
        let own = std::env::current_exe().context("our own program")?;
        let words = own_words(puzzle, matches);
        class.add(Program::new(own, words, "unicursal maze solve")?)?;
    }
    reports.demand_fitting(class.len())?;
    let trial = Trial {
        puzzle: Some(puzzle),
        name: puzzle.name(),
        solvers: class.programs.clone(),
        hidden: Vec::new(),
        task: &task,
        keep_going: true,
        line: student_line,
    };
    let Some(tried) = trial.run(&results, matches, session)? else {
        return Ok(Exit::Interrupted);
    };
    let students = grades::students(&tried, &class);
    if results.prints_text() {
        output::stdout(grades::summary(&students, tried.levels()).as_bytes())?;
    }
    reports.write(&students, tried.levels())?;
    Ok(if class.refused.is_empty() {
        tried.exit()
    } else {
        Exit::No
    })
}

/// The words that make our own walker do what is asked of the class.
fn own_words(puzzle: &'static dyn Puzzle, matches: &ArgMatches) -> Vec<String> {
    let mut words = vec![puzzle.name(), "solve"];
    for (option, name) in [("--rule", "method"), ("--facing-down", "facing-down")] {
        words.extend(
            args::word(matches, name)
                .into_iter()
                .flat_map(|word| [option, word]),
        );
    }
    if matches.get_flag("compact") {
        words.push("--compact");
    }
    if args::word(matches, "input") == Some("maze") {
        words.push("-");
    }
    words.into_iter().map(str::to_owned).collect()
}
