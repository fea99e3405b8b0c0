//! `unicursal maze evaluate`: run the programs of a class on mazes, contained and within limits, and
//! compare what they print with the right frames.
//!
//! A program is given the name of a maze file, as `maze solve` asks for one, or the maze itself. The
//! file is a copy that whoever runs the program can read.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use anyhow::{Context, bail};
use clap::{Arg, ArgAction, ArgMatches, Command, builder::PossibleValuesParser};
use unicursal::maze::{Board, Canvas, Maze, Rule, Style, Walk};
use unicursal::{Control, Puzzle, board_of};
use unicursal_arena::levels::Loaded;
use unicursal_arena::verdict::{Kind, Verdict};
use unicursal_arena::{Entry, Program, Report, Task, printable, units};

use super::check;
use crate::commands::evaluate::folder::Folder;
use crate::commands::evaluate::{Trial, guard, options};
use crate::exit::Exit;
use crate::results::{self, Results};
use crate::session::Session;
use crate::{args, output, permissions};

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
                    "Command lines, in quotes if they have arguments, or folders: all programs in \
                     them; our own walker if not given",
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
        .after_help(
            "Every program runs on every maze. For one that prints something else than 'maze solve' would, \
             the first line that differs is named. Exit code 0 if all are right, else 1.\n\n\
             Examples:\n  \
             unicursal maze evaluate class --levels mazes\n  \
             unicursal maze evaluate ./alice 'python3 bob.py' --levels maze.txt --timeout 5\n  \
             unicursal maze evaluate class --levels mazes --csv=marks.csv",
        )
}

pub fn run(
    puzzle: &'static dyn Puzzle,
    matches: &ArgMatches,
    session: &Session,
) -> anyhow::Result<Exit> {
    let results = Results::new(matches)?;
    let folder = Folder::new("mazes")?;
    let most_output = matches.get_one::<usize>("output-limit").copied();
    let task = Frames {
        rule: super::rule(args::Given(matches))?,
        style: super::style(args::Given(matches)),
        gives_name: args::word(matches, "input") == Some("name"),
        folder: folder.path(),
        most_output: most_output.map_or(u64::MAX, |most| most as u64),
        interrupted: session.interrupted(),
    };
    let trial = Trial {
        puzzle: Some(puzzle),
        name: puzzle.name(),
        solvers: class(puzzle, matches, session)?,
        hidden: Vec::new(),
        task: &task,
        keep_going: true,
        line,
    };
    let Some(tried) = trial.run(&results, matches, session)? else {
        return Ok(Exit::Interrupted);
    };
    if results.prints_text() {
        output::stdout(summary(&tried.reports, tried.levels()).as_bytes())?;
    }
    Ok(tried.exit())
}

/// What is printed of an entry.
fn line(entry: &Entry, names: &[String]) -> String {
    match names.len() {
        1 => format!("{}\n", entry.line()),
        _ => format!("{}: {}\n", printable(&entry.solver), entry.line()),
    }
}

/// All programs, those who passed the most first, each with its first failure.
fn summary(reports: &[Report], levels: usize) -> String {
    let mut ranked: Vec<&Report> = reports.iter().collect();
    ranked.sort_by_key(|report| std::cmp::Reverse(report.passed()));
    let name = |report: &Report| printable(&report.solver);
    let width = ranked
        .iter()
        .map(|report| name(report).chars().count())
        .max();
    let width = width.unwrap_or(0).min(40);
    let mut text = "\n".to_owned();
    for report in ranked {
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "{:width$}  {} of {levels} right, {:.2}s",
            name(report),
            report.passed(),
            report.seconds()
        );
        // What the arena could not ask for is nobody's fault.
        let unfair = |entry: &&Entry| matches!(entry.verdict, Kind::Arena | Kind::Unreadable);
        let not_judged = report.entries.iter().filter(unfair).count();
        if not_judged > 0 {
            let _ = write!(text, ", {not_judged} not judged");
        }
        let failed = |entry: &&Entry| !entry.passed() && !unfair(entry);
        let mut entries = report.entries.iter();
        let first = entries.find(failed);
        if let Some(failed) = first.or_else(|| report.entries.iter().find(unfair)) {
            let (level, verdict) = (failed.level, failed.verdict);
            let reason = printable(&failed.reason);
            let _ = write!(text, "; maze {level}: {verdict} - {reason}");
        }
        text.push('\n');
    }
    let mut ways: Vec<&str> = reports
        .iter()
        .flat_map(|report| &report.entries)
        .map(|entry| entry.contained.as_str())
        .collect();
    ways.sort_unstable();
    ways.dedup();
    for way in ways {
        let _ = writeln!(text, "Contained by: {}", printable(way));
    }
    text
}

/// The programs that take part.
fn class(
    puzzle: &'static dyn Puzzle,
    matches: &ArgMatches,
    session: &Session,
) -> anyhow::Result<Vec<Program>> {
    let mut class: Vec<Program> = Vec::new();
    for word in matches.get_many::<String>("programs").unwrap_or_default() {
        if Path::new(word).is_dir() {
            class.extend(members(Path::new(word), session)?);
        } else {
            class.push(Program::parse(word)?);
        }
    }
    for (index, program) in class.iter().enumerate() {
        if class[..index]
            .iter()
            .any(|other| other.shown == program.shown)
        {
            bail!("{}: this program is named twice", printable(&program.shown));
        }
    }
    if class.is_empty() {
        let own = std::env::current_exe().context("our own program")?;
        class.push(Program::new(
            own,
            own_words(puzzle, matches),
            "unicursal maze solve",
        )?);
    }
    Ok(class)
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

/// The programs in a folder, in the order of their names.
fn members(folder: &Path, session: &Session) -> anyhow::Result<Vec<Program>> {
    let shown = || printable(&folder.display().to_string());
    let entries = fs::read_dir(folder).with_context(shown)?;
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()
        .with_context(shown)?;
    files.sort();
    let mut members = Vec::new();
    for file in files.into_iter().filter(|file| file.is_file()) {
        let name = file.display().to_string();
        if !permissions::is_executable(&file) {
            session.say(&format!("{name}: skipped, because it is not executable"));
            continue;
        }
        let whole = std::path::absolute(&file).unwrap_or(file);
        members.push(Program::new(whole, Vec::new(), &name)?);
    }
    if members.is_empty() {
        bail!("{}: no file here is executable", shown());
    }
    Ok(members)
}

/// To walk through a maze and print a frame after every step.
struct Frames<'a> {
    rule: Rule,
    style: Style,
    /// Whether the program gets the name of the maze's file, or the maze.
    gives_name: bool,
    folder: &'a Path,
    most_output: u64,
    interrupted: &'static AtomicBool,
}

impl Frames<'_> {
    /// The copy of a maze.
    fn file(&self, number: u64) -> PathBuf {
        self.folder.join(format!("maze-{number}.txt"))
    }
}

impl Task for Frames<'_> {
    fn input(&self, number: u64, loaded: &Loaded) -> Result<Vec<u8>, String> {
        let board = maze(loaded)?;
        let bytes = output_bytes(board, self.rule, self.style);
        if bytes > self.most_output {
            let (bytes, most) = (units::bytes(bytes), units::bytes(self.most_output));
            return Err(format!(
                "the right output has about {bytes}, and --output-limit is {most}"
            ));
        }
        if !self.gives_name {
            return Ok(loaded.text.clone());
        }
        let file = self.file(number);
        let failed = |error: std::io::Error| format!("{}: {error}", file.display());
        fs::write(&file, &loaded.text).map_err(failed)?;
        permissions::set_mode(&file, 0o644).map_err(failed)?;
        Ok(format!("{}\n", file.display()).into_bytes())
    }

    fn files(&self, number: u64) -> Vec<PathBuf> {
        if self.gives_name {
            vec![self.file(number)]
        } else {
            Vec::new()
        }
    }

    fn judge(&self, loaded: &Loaded, output: &[u8]) -> Verdict {
        if output.trim_ascii().is_empty() {
            return Verdict::new(Kind::Fail, "it printed nothing");
        }
        let board = match maze(loaded) {
            Ok(board) => board,
            Err(why) => return Verdict::new(Kind::Arena, why),
        };
        let control = Control::new().cancelled_by(self.interrupted);
        match check::compare(board, self.rule, self.style, output, &control) {
            Ok(None) => Verdict::new(Kind::Pass, ""),
            Ok(Some(difference)) => Verdict::new(Kind::Fail, difference.to_string()),
            Err(error) => Verdict::new(Kind::Arena, error.to_string()),
        }
    }
}

fn maze(loaded: &Loaded) -> Result<&Board, String> {
    let level = loaded.level.as_deref();
    let board = level.and_then(board_of::<Maze>);
    board.ok_or_else(|| "this is no maze".to_owned())
}

/// How many bytes the frames of a walk have; numbers that grow longer add some.
fn output_bytes(board: &Board, rule: Rule, style: Style) -> u64 {
    let mut walk = Walk::new(board, rule);
    let mut canvas = Canvas::new(board, style);
    let Some(first) = walk.next() else { return 0 };
    canvas.show(board, first);
    let frame = canvas.frame(board).len() as u64;
    let steps = 1 + walk.count() as u64;
    steps.saturating_mul(frame)
}
