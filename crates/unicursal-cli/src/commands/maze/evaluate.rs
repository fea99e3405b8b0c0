//! `unicursal maze evaluate`: run the programs of a class on mazes, contained and within limits,
//! and compare what they print with the right frames.

use anyhow::Context;
use clap::{Arg, ArgAction, Command, builder::PossibleValuesParser};
use unicursal::Puzzle;
use unicursal::maze::{Rule, Style};
use unicursal_arena::Program;

use super::frames::Frames;
use crate::args::{self, Given};
use crate::commands::OfPuzzle;
use crate::commands::evaluate::folder::Folder;
use crate::commands::evaluate::submissions::{self, Class};
use crate::commands::evaluate::trial::{Asked, Trial, student_line};
use crate::commands::evaluate::{containment, grades, guard, options, reports};
use crate::exit::Exit;
use crate::session::Session;
use crate::{output, results};

/// See the [module](self).
pub struct Evaluate {
    /// Command lines, folders and archives.
    programs: Vec<String>,
    /// Whether a program gets the name of the maze's file, or the maze.
    gives_name: bool,
    rule: Rule,
    style: Style,
    asked: Asked,
}

impl OfPuzzle for Evaluate {
    const NAME: &'static str = "evaluate";

    fn command(puzzle: &'static dyn Puzzle) -> Command {
        // A class is not compared by its times.
        let run_args = options::run_args().into_iter();
        let run_args = run_args.filter(|arg| {
            let name = arg.get_id().as_str();
            !["keep-going", "repeat", "versus", "shuffle", "evict"].contains(&name)
        });
        let [json, csv, ..] = results::args();
        Command::new(Self::NAME)
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
                args::option("input", "WHAT")
                    .value_parser(PossibleValuesParser::new(["name", "maze"]))
                    .default_value("name")
                    .help("What a program gets on standard input: the name of a maze file, or the maze"),
            )
            .arg(args::method_or_default(puzzle, "How the programs are to walk"))
            .arg(super::facing_down())
            .arg(super::compact())
            .args(options::limit_args())
            .args(containment::args())
            .args(guard::args())
            .args(run_args)
            .args([json, csv])
            .args(submissions::args())
            .args(reports::args())
            .after_help(
                "Every program runs on every maze. For a program whose output differs from that of 'maze solve', \
                 the first line that differs is named. Exit code 0 if all are right, else 1.\n\n\
                 Examples:\n  \
                 unicursal maze evaluate class --levels mazes\n  \
                 unicursal maze evaluate ./alice 'python3 bob.py' --levels maze.txt --timeout 5\n  \
                 unicursal maze evaluate class --levels mazes --with python3\n  \
                 unicursal maze evaluate class.zip --report csv=marks.csv\n  \
                 unicursal maze evaluate ./alice --report gradescope=results.json",
            )
    }

    fn read(puzzle: &'static dyn Puzzle, given: Given) -> anyhow::Result<Self> {
        Ok(Self {
            programs: given.all("programs"),
            gives_name: given.text("input").as_deref() == Some("name"),
            rule: super::rule(given)?,
            style: super::style(given),
            asked: Asked::read(puzzle.name(), given)?,
        })
    }

    fn run(self, puzzle: &'static dyn Puzzle, session: &Session) -> anyhow::Result<Exit> {
        let asked = &self.asked;
        let folder = Folder::new("mazes")?;
        let task = Frames {
            rule: self.rule,
            style: self.style,
            gives_name: self.gives_name,
            folder: &folder,
            most_output: asked.limits.output,
            interrupted: session.interrupted(),
        };
        let mut class = Class::gather(&self.programs, &asked.tools, &asked.policy, session)?;
        if class.is_empty() {
            class.add(self.own_walker(puzzle)?)?;
        }
        asked.reports.demand_fitting(class.len())?;
        let trial = Trial {
            puzzle: Some(puzzle),
            name: puzzle.name(),
            solvers: class.programs.clone(),
            hidden: Vec::new(),
            task: &task,
            keep_going: true,
            line: student_line,
        };
        let Some(tried) = trial.run(asked, session)? else {
            return Ok(Exit::Interrupted);
        };
        let students = grades::students(&tried, &class);
        if asked.results.prints_text() {
            output::stdout(grades::summary(&students, tried.levels()).as_bytes())?;
        }
        asked.reports.write(&students, tried.levels())?;
        Ok(tried.exit(&class))
    }
}

impl Evaluate {
    /// Our own walker, which does what the class is asked to do.
    fn own_walker(&self, puzzle: &'static dyn Puzzle) -> anyhow::Result<Program> {
        let facing = char::from(self.style.facing_down).to_string();
        let mut words = vec![puzzle.name(), "solve", "--rule", self.rule.name()];
        words.extend(["--facing-down", &facing]);
        if self.style.compact {
            words.push("--compact");
        }
        if !self.gives_name {
            words.push("-");
        }
        let own = std::env::current_exe().context("our own program")?;
        let words = words.into_iter().map(str::to_owned).collect();
        Ok(Program::new(own, words, "unicursal maze solve")?)
    }
}
