//! `unicursal maze course`: the exercise for a course: a folder with an autograder in the form of
//! Gradescope, mazes that nobody has seen, and a handout for students.

mod mazes;
mod texts;

use std::path::Path;

use anyhow::{Context, bail};
use clap::{Arg, Command};
use serde_json::json;
use unicursal::Puzzle;
use unicursal::maze::{Canvas, Rule, Style, Walk, text};

use super::solve::{FOUND, PROMPT};
use crate::args::{self, Given, Limits};
use crate::commands::evaluate::submissions;
use crate::commands::{OfPuzzle, series};
use crate::exit::Exit;
use crate::session::Session;
use crate::{input, output};
use mazes::Made;

/// See the [module](self).
pub struct MakeCourse {
    folder: String,
    /// How many mazes students get, and how many only the grader has.
    visible: u32,
    hidden: u32,
    points: u32,
    timeout: u32,
    with: String,
    compile: Option<String>,
    install: Option<String>,
    style: Style,
    seed: Option<String>,
    limits: Limits,
}

impl OfPuzzle for MakeCourse {
    const NAME: &'static str = "course";

    fn command(_: &'static dyn Puzzle) -> Command {
        let count = |name: &'static str, default: &'static str| {
            args::option(name, "N")
                .value_parser(args::whole::<u32>(1..=30))
                .default_value(default)
        };
        let [with, compile] = submissions::args();
        Command::new(Self::NAME)
            .about("Make an autograder (Gradescope), mazes and a handout for a course")
            .arg(
                Arg::new("folder")
                    .value_name("DIR")
                    .required(true)
                    .help("A new folder"),
            )
            .arg(count("visible", "6").help("Mazes that students get, with the right output"))
            .arg(count("hidden", "12").help("Mazes that only the grader has"))
            .arg(
                args::option("points", "N")
                    .value_parser(args::whole::<u32>(1..=1000))
                    .default_value("5")
                    .help("Points for each maze"),
            )
            .arg(
                args::option("timeout", "SECONDS")
                    .value_parser(args::whole::<u32>(1..=600))
                    .default_value("10")
                    .help("Time for each maze"),
            )
            .arg(with.default_value("python3"))
            .arg(compile)
            .arg(
                args::option("install", "PACKAGES")
                    .help("What setup.sh installs with apt-get: --install 'g++ make'"),
            )
            .arg(super::facing_down())
            .arg(super::compact())
            .arg(
                args::option("seed", "TEXT")
                    .help("Make the same mazes again [default: from the system's randomness]"),
            )
            .arg(args::json())
            // Here --timeout is the time of the programs.
            .args(args::limits().map(|arg| arg.alias(None)))
            .after_help(
                "DIR/autograder is what Gradescope wants as a zip file, with this program and all mazes in it: \
                 cd DIR/autograder && zip -r ../autograder.zip .\n\
                 DIR/handout is for students: the exercise, and the visible mazes with the right output.\n\
                 To try the grader without Gradescope, set AUTOGRADER=FOLDER, a folder that has source, \
                 submission and results.\n\n\
                 Examples:\n  \
                 unicursal maze course spring\n  \
                 unicursal maze course spring --install g++ --compile 'g++ -O2 -o run *.cpp'",
            )
    }

    fn read(_: &'static dyn Puzzle, given: Given) -> anyhow::Result<Self> {
        let number = |name| given.value::<u32>(name).unwrap_or(1);
        let install = given.text("install");
        if let Some(packages) = &install {
            demand_packages(packages)?;
        }
        Ok(Self {
            folder: given.text("folder").unwrap_or_default(),
            visible: number("visible"),
            hidden: number("hidden"),
            points: number("points"),
            timeout: number("timeout"),
            with: given.text("with").unwrap_or_default(),
            compile: given.text("compile"),
            install,
            style: super::style(given),
            seed: given.text("seed"),
            limits: given.limits(),
        })
    }

    fn run(self, puzzle: &'static dyn Puzzle, session: &Session) -> anyhow::Result<Exit> {
        let shown = input::name(&self.folder);
        let folder = Path::new(&self.folder);
        if folder.symlink_metadata().is_ok() {
            bail!("{shown}: this exists already");
        }
        let seed = match &self.seed {
            Some(seed) => seed.clone(),
            None => series::random_seed()?,
        };
        let control = self.limits.control(session);
        let (visible, hidden) = (self.visible, self.hidden);
        let course = Course {
            mazes: mazes::make(puzzle, visible + hidden, &seed, &control)?,
            asked: &self,
        };
        let mut files = course.files()?;
        files.push(("seed.txt".to_owned(), format!("{seed}\n").into_bytes()));
        series::write(folder, &files, &["autograder"])
            .with_context(|| shown.clone().into_owned())?;
        let points = course.all_points();
        if session.is_json() {
            output::json(&json!({
                "folder": self.folder,
                "visible": visible,
                "hidden": hidden,
                "points": points,
            }))?;
        } else {
            session.say(&format!(
                "{visible} visible and {hidden} hidden mazes, {points} points: the grader is in {shown}/autograder, what students \
                 get in {shown}/handout"
            ));
        }
        Ok(Exit::Complete)
    }
}

/// What the grader and the handout both must know.
struct Course<'a> {
    mazes: Vec<Made>,
    asked: &'a MakeCourse,
}

/// They become words of a script.
fn demand_packages(packages: &str) -> anyhow::Result<()> {
    let is_name = |name: &str| {
        let is_fine = |c: char| c.is_ascii_alphanumeric() || "+-.:".contains(c);
        name.starts_with(|c: char| c.is_ascii_alphanumeric()) && name.chars().all(is_fine)
    };
    let mut names = packages.split_ascii_whitespace();
    match names.find(|name| !is_name(name)) {
        Some(name) => bail!("--install: '{name}' is no name of a package"),
        None if packages.trim().is_empty() => bail!("--install: no package is named"),
        None => Ok(()),
    }
}

impl Course<'_> {
    fn all_points(&self) -> usize {
        self.mazes.len() * self.asked.points as usize
    }

    fn files(&self) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
        let own = std::env::current_exe().and_then(std::fs::read);
        let own = own.context("our own program")?;
        let mut files = vec![
            ("autograder/unicursal".to_owned(), own),
            ("autograder/setup.sh".to_owned(), self.setup().into_bytes()),
            (
                "autograder/run_autograder".to_owned(),
                self.run_autograder().into_bytes(),
            ),
            (
                "handout/handout.md".to_owned(),
                self.handout()?.into_bytes(),
            ),
        ];
        for (index, made) in self.mazes.iter().enumerate() {
            let number = index + 1;
            let maze = text::print(&made.board).into_bytes();
            if index < self.asked.visible as usize {
                let right = right_output(&made.board, self.asked.style);
                files.push((format!("handout/examples/{number}.txt"), maze.clone()));
                files.push((format!("handout/examples/{number}.out"), right));
            }
            files.push((format!("autograder/mazes/{number}"), maze));
        }
        Ok(files)
    }
}

/// What a program should print, the prompt included.
fn right_output(board: &unicursal::maze::Board, style: Style) -> Vec<u8> {
    let mut printed = format!("{PROMPT}\n").into_bytes();
    let mut canvas = Canvas::new(board, style);
    for state in Walk::new(board, Rule::Left) {
        canvas.show(board, state);
        printed.extend_from_slice(canvas.frame(board));
    }
    printed.extend_from_slice(format!("{FOUND}\n").as_bytes());
    printed
}
