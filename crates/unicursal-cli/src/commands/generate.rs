//! `unicursal PUZZLE generate`: new levels.

use std::collections::hash_map::RandomState;
use std::fs;
use std::hash::BuildHasher;
use std::ops::RangeInclusive;
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};
use serde_json::{Value, json};
use unicursal::{
    Control, Error, Figures, GenerateRequest, Generated, LevelName, Progress, Puzzle, SolveRequest,
};

use crate::exit::Exit;
use crate::output::Guard;
use crate::printable::printable;
use crate::progress::ProgressLine;
use crate::session::Session;
use crate::{args, input, output, proofs};

pub fn command(puzzle: &'static dyn Puzzle) -> Command {
    let name = puzzle.name();
    Command::new("generate")
        .about("Make new levels")
        .arg(
            Arg::new("size")
                .value_names(["WIDTH", "HEIGHT"])
                .num_args(1..=2)
                .required(true)
                .help(format!(
                    "Columns and rows, a level id, or a level of the pack: {name}:pack/1{}",
                    match puzzle.about().pack_size {
                        1 => String::new(),
                        size => format!(" to {name}:pack/{size}"),
                    }
                )),
        )
        .arg(
            Arg::new("seed")
                .long("seed")
                .value_name("TEXT")
                .help("The same text makes the same level [default: a new one, which is printed]"),
        )
        .arg(
            Arg::new("count")
                .long("count")
                .value_name("N")
                .value_parser(args::whole::<u32>(1..=1_000_000))
                .default_value("1")
                .help("Make so many levels, with seeds TEXT, TEXT-2, TEXT-3, ..."),
        )
        .arg(
            Arg::new("first")
                .long("first")
                .value_name("N")
                .value_parser(args::whole::<u32>(1..=1_000_000_000))
                .default_value("1")
                .help("The number of the first: the levels of one seed can be made in parts"),
        )
        .arg(
            Arg::new("output")
                .long("output")
                .short('o')
                .value_name("FILE|DIR")
                .help("Write the level to this file, or several to this directory as 1, 2, 3, ..."),
        )
        .arg(
            Arg::new("solution")
                .long("solution")
                .short('s')
                .value_name("FILE|DIR")
                .help("Write the solution too, in the same way"),
        )
        .args(certain(puzzle).next().map(|_| proof(puzzle)))
        .arg(output::force())
        .args(args::puzzle_options(puzzle.about().generate_options))
        .arg(args::json())
        .args(args::limits())
        .after_help(format!(
            "Prints the level, and its id on standard error; the id can be used instead of a file.\n\n\
             Examples:\n  \
             unicursal {name} generate 40 30\n  \
             unicursal {name} generate 9x7 --count 5 --first 6 --seed spring -o levels\n  \
             unicursal {name} generate 40 30 --seed spring -o level.txt -s solution.txt\n  \
             unicursal {name} generate 20 20 --count 100 --output levels\n  \
             unicursal {name} generate {name}:pack/1\n  \
             unicursal {name} draw {name}:40x30#spring{}",
            match certain(puzzle).next() {
                Some(option) => format!(
                    "\n  unicursal {name} generate 12 12 --{option} -o level.txt --proof proof.txt"
                ),
                None => String::new(),
            }
        ))
}

/// The options that ask for levels of which something can be proved.
fn certain(puzzle: &'static dyn Puzzle) -> impl Iterator<Item = &'static str> {
    let about = puzzle.about();
    let options = about.generate_options.iter().map(|option| option.name);
    options.filter(|name| about.abilities.prove && ["unique", "unsolvable"].contains(name))
}

/// `--proof`.
fn proof(puzzle: &'static dyn Puzzle) -> Arg {
    let certain: Vec<String> = certain(puzzle).map(|name| format!("--{name}")).collect();
    Arg::new("proof")
        .long("proof")
        .value_name("FILE|DIR")
        .help(format!(
            "With {}: write the proof too, in the same way; 'check --proof' judges it",
            certain.join(" or ")
        ))
}

/// What to make: levels of a size, or the level of a name.
enum Wish {
    Sized(usize, usize),
    Named(LevelName),
}

pub fn run(
    puzzle: &'static dyn Puzzle,
    matches: &ArgMatches,
    session: &Session,
) -> anyhow::Result<Exit> {
    let line = ProgressLine::new(session);
    let show = |progress: &Progress| line.show(progress);
    let control = args::control(matches, session).watched_by(&show);
    let word = |name| args::word(matches, name);
    let number = |name| matches.get_one::<u32>(name).copied().unwrap_or(1);
    let (first, count) = (number("first"), number("count"));
    let wish = wish(puzzle, matches, first, count)?;
    let seed = word("seed").map_or_else(new_seed, str::to_owned);
    if seed.contains(char::is_control) {
        bail!("a seed is part of an id: it cannot have line ends or other control characters");
    }
    let numbers = first..=first.saturating_add(count - 1);
    if proves(puzzle, matches) && !certain(puzzle).any(|name| matches.get_flag(name)) {
        let certain: Vec<String> = certain(puzzle).map(|name| format!("--{name}")).collect();
        bail!(
            "--proof needs {}; for other levels 'solve --proof' writes one",
            certain.join(" or ")
        );
    }
    let is_known = word("seed").is_some() || matches!(wish, Wish::Named(_));
    let places = Places::new(puzzle, matches, numbers.clone(), is_known)?;
    for number in numbers {
        control.report(|| Progress {
            phase: "making a level",
            ..Progress::default()
        });
        let made = match &wish {
            Wish::Named(name) => puzzle.make(name, &control),
            Wish::Sized(width, height) => {
                let request = GenerateRequest {
                    width: *width,
                    height: *height,
                    seed: if number == 1 {
                        seed.clone()
                    } else {
                        format!("{seed}-{number}")
                    },
                    options: args::puzzle_option_values(puzzle.about().generate_options, matches),
                };
                puzzle.generate(&request, &control)
            }
        };
        let made = made?;
        let level = made.level.text();
        let mut files = Vec::new();
        if let Some(path) = places.solution(number) {
            let answer = made.answer(&control)?;
            let answer = answer.with_context(|| format!("{}: no solution is known", made.id))?;
            files.push((path, answer));
        }
        if let Some(path) = places.proof(number) {
            let proof = made.proof(&control).with_context(|| made.id.clone())?;
            let proof = proof.ok_or_else(|| Error::WrongAnswer {
                reason: "a solution was found while the proof that there is none was written"
                    .to_owned(),
                answer: String::new(),
            })?;
            let request = SolveRequest::default();
            let proof = proofs::certified(&made.id, &*made.level, &request, proof, &control)?;
            files.push((path, proof));
        }
        if let Some(path) = places.level(number) {
            files.push((path, level.clone()));
        }
        for (path, text) in &files {
            places.demand_same(path, text.as_bytes())?;
        }
        for (path, text) in files {
            output::file(&path, text.as_bytes())?;
        }
        let difficulty = if asks_how_hard(puzzle, matches) {
            Some(made.level.difficulty(&control)?).filter(|figures| *figures != Figures::new())
        } else {
            None
        };
        line.note(&made.id, session);
        if let Some(difficulty) = &difficulty {
            let figures = difficulty.rows().map(|(name, value)| {
                let name = name.replace('_', " ");
                format!("{name} {value}")
            });
            let figures: Vec<String> = figures.collect();
            line.note(&format!("  {}", figures.join(", ")), session);
        }
        if matches.get_flag("json") {
            let mut report = report(&made, &control)?;
            if let Some(difficulty) = difficulty {
                report["difficulty"] = json!(difficulty);
            }
            line.suspend(|| output::json(&report))?;
        } else if places.level(number).is_none() {
            line.suspend(|| output::stdout(level.as_bytes()))?;
        }
    }
    Ok(Exit::Yes)
}

/// Whether the level was chosen by how hard it is, which is then told.
fn asks_how_hard(puzzle: &'static dyn Puzzle, matches: &ArgMatches) -> bool {
    let mut options = puzzle.about().generate_options.iter();
    options.any(|option| {
        let source = matches.value_source(option.name);
        ["hard", "difficulty"].contains(&option.name) && source == Some(ValueSource::CommandLine)
    })
}

/// Whether a proof is asked for.
fn proves(puzzle: &'static dyn Puzzle, matches: &ArgMatches) -> bool {
    certain(puzzle).next().is_some() && args::word(matches, "proof").is_some()
}

/// Where levels, solutions and proofs go.
struct Places<'a> {
    output: Option<&'a str>,
    solution: Option<&'a str>,
    proof: Option<&'a str>,
    /// Whether the words name directories, with a file for each number.
    several: bool,
    /// Whether what is there may be replaced by something else.
    force: bool,
}

impl<'a> Places<'a> {
    /// Refuses, before anything is made, what would destroy something. Files with other levels are
    /// something else; a level that `is_known` may turn out to be the one in the file.
    fn new(
        puzzle: &'static dyn Puzzle,
        matches: &'a ArgMatches,
        numbers: RangeInclusive<u32>,
        is_known: bool,
    ) -> anyhow::Result<Self> {
        let word = |name| args::word(matches, name);
        let (output, solution) = (word("output"), word("solution"));
        let proof = if proves(puzzle, matches) {
            word("proof")
        } else {
            None
        };
        let to_stdout = output.unwrap_or("-") == "-";
        if to_stdout && solution == Some("-") {
            bail!("the level and its solution cannot both go to standard output");
        }
        if proof == Some("-") && (to_stdout || solution == Some("-")) {
            bail!("only one of level, solution and proof can go to standard output");
        }
        let several = numbers.start() != numbers.end() || *numbers.start() != 1;
        for (name, path) in [("solution", solution), ("proof", proof)] {
            if several && path == Some("-") {
                bail!("with several levels, --{name} needs a directory");
            }
        }
        let places = Self {
            output: output.filter(|path| *path != "-"),
            solution,
            proof,
            several,
            force: matches.get_flag("force"),
        };
        let mut guard = Guard::new(places.force);
        for number in numbers.clone() {
            let made = [
                (places.level(number), "a level"),
                (places.solution(number), "a solution"),
                (places.proof(number), "a proof"),
            ];
            for (path, what) in made {
                let Some(path) = path else { continue };
                if number == *numbers.start() {
                    places.make_directory(&path)?;
                    output::probe(&path)?;
                }
                guard.output(&path, what, |_| is_known)?;
            }
        }
        Ok(places)
    }

    fn level(&self, number: u32) -> Option<String> {
        self.output.map(|path| self.place(path, number))
    }

    fn solution(&self, number: u32) -> Option<String> {
        self.solution.map(|path| self.place(path, number))
    }

    fn proof(&self, number: u32) -> Option<String> {
        self.proof.map(|path| self.place(path, number))
    }

    /// A file, or a numbered file of a directory.
    fn place(&self, path: &str, number: u32) -> String {
        if path == "-" || (!self.several && !is_directory(path)) {
            return path.to_owned();
        }
        let file = Path::new(path).join(number.to_string());
        file.to_string_lossy().into_owned()
    }

    fn make_directory(&self, path: &str) -> anyhow::Result<()> {
        let named = [self.output, self.solution, self.proof]
            .into_iter()
            .flatten();
        for directory in named.filter(|directory| self.place(directory, 1) != **directory) {
            let shown = || input::name(directory).into_owned();
            if Path::new(directory).is_file() {
                bail!(
                    "{}: this is a file, and several levels need a directory",
                    shown()
                );
            }
            if Path::new(path).starts_with(directory) {
                fs::create_dir_all(directory).with_context(shown)?;
            }
        }
        Ok(())
    }

    /// Refuses to replace a file that holds something else.
    fn demand_same(&self, path: &str, data: &[u8]) -> anyhow::Result<()> {
        let found = Path::new(path);
        let is_free = self.force
            || !found.is_file()
            || fs::metadata(found).is_ok_and(|found| found.len() == 0)
            || fs::read(found).is_ok_and(|old| old == data);
        if is_free {
            return Ok(());
        }
        bail!(
            "{}: this file exists and is something else; --force replaces it",
            input::name(path)
        )
    }
}

fn is_directory(path: &str) -> bool {
    path.ends_with('/') || Path::new(path).is_dir()
}

/// What the words after the command ask for.
fn wish(
    puzzle: &'static dyn Puzzle,
    matches: &ArgMatches,
    first: u32,
    count: u32,
) -> anyhow::Result<Wish> {
    let words: Vec<&String> = matches.get_many("size").into_iter().flatten().collect();
    match words[..] {
        [id] if LevelName::meant(puzzle.name(), id).is_some() => {
            for (name, number) in [("count", count), ("first", first)] {
                if number > 1 {
                    bail!("an id stands for one level: --{name} makes no sense with it");
                }
            }
            if matches.get_one::<String>("seed").is_some() {
                bail!("an id has its own seed: --seed makes no sense with it");
            }
            let options = puzzle.about().generate_options.iter();
            let mut given = options.filter(|option| {
                let source = matches.value_source(option.name);
                source == Some(ValueSource::CommandLine)
            });
            if let Some(option) = given.next() {
                bail!(
                    "an id says it all: --{} makes no sense with it",
                    option.name
                );
            }
            let name = LevelName::meant(puzzle.name(), id).transpose()?;
            let name = name.with_context(|| format!("'{}' is not a level id", printable(id)))?;
            Ok(Wish::Named(name))
        }
        [width, height] => Ok(Wish::Sized(side(width)?, side(height)?)),
        [size] if size.contains(['x', 'X', '×']) && !size.contains(':') => {
            let sides = size.split_once(['x', 'X', '×']).unwrap_or_default();
            Ok(Wish::Sized(side(sides.0)?, side(sides.1)?))
        }
        [id] if unicursal::puzzle_of_id(id).is_some() => {
            let other = unicursal::puzzle_of_id(id).map_or("", Puzzle::name);
            bail!(
                "{}: this is the id of a level of {other}; use 'unicursal {other} generate'",
                printable(id)
            )
        }
        _ => bail!(
            "give a width and a height (40 30 or 40x30), or a level id such as {}:40x30#spring",
            puzzle.name()
        ),
    }
}

fn report(made: &Generated, control: &Control) -> Result<Value, Error> {
    let answer = made.answer(control)?;
    let (width, height) = made.level.size();
    Ok(json!({
        "id": made.id,
        "width": width,
        "height": height,
        "level": made.level.text().trim_end(),
        "answer": answer.as_deref().map(str::trim_end),
    }))
}

/// A number of columns or rows.
fn side(word: &str) -> anyhow::Result<usize> {
    word.parse()
        .map_err(|_| anyhow!("'{}' is not a number of cells", printable(word)))
}

/// A seed that nobody had before: ten letters from the system's source of randomness.
fn new_seed() -> String {
    let mut bits = RandomState::new().hash_one(std::process::id());
    let mut letters = String::new();
    for _ in 0..10 {
        letters.push(char::from(b'a' + (bits % 26) as u8));
        bits /= 26;
    }
    letters
}
