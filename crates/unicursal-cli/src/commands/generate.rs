//! `unicursal PUZZLE generate`: new levels.

use std::collections::hash_map::RandomState;
use std::fs;
use std::hash::BuildHasher;
use std::ops::RangeInclusive;
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use clap::{Arg, Command};
use serde_json::{Value, json};
use unicursal::{
    Control, Error, Figures, GenerateRequest, Generated, LevelName, Options, Progress, Puzzle,
};
use unicursal_arena::printable;

use super::OfPuzzle;
use crate::args::{Given, Limits};
use crate::exit::Exit;
use crate::output::Guard;
use crate::progress::ProgressLine;
use crate::session::Session;
use crate::{args, input, output, proofs};

/// See the [module](self).
pub struct Generate {
    wish: Wish,
    seed: Option<String>,
    /// How many levels, and the number of the first.
    count: u32,
    first: u32,
    options: Options,
    /// Whether the level is chosen by how hard it is, which is then reported.
    by_difficulty: bool,
    output: Option<String>,
    solution: Option<String>,
    proof: Option<String>,
    force: bool,
    limits: Limits,
}

/// What to make: levels of a size, or the level of a name.
enum Wish {
    Sized(usize, usize),
    Named(LevelName),
}

impl OfPuzzle for Generate {
    const NAME: &'static str = "generate";

    fn command(puzzle: &'static dyn Puzzle) -> Command {
        let name = puzzle.name();
        Command::new(Self::NAME)
            .about("Make new levels")
            .arg(
                Arg::new("size")
                    .value_names(["WIDTH", "HEIGHT"])
                    .num_args(1..=2)
                    .allow_negative_numbers(true)
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
                args::option("seed", "TEXT")
                    .help("The same text makes the same level [default: a new one, which is printed]"),
            )
            .arg(
                args::option("count", "N")
                    .value_parser(args::whole::<u32>(1..=1_000_000))
                    .default_value("1")
                    .help("Make this many levels, with seeds TEXT, TEXT-2, TEXT-3, ..."),
            )
            .arg(
                args::option("first", "N")
                    .value_parser(args::whole::<u32>(1..=1_000_000_000))
                    .default_value("1")
                    .help("The number of the first level, to make the levels of one seed in parts"),
            )
            .arg(
                args::option("output", "FILE|DIR")
                    .short('o')
                    .help("Write the level to this file, or several to this directory as 1, 2, 3, ..."),
            )
            .arg(
                args::option("solution", "FILE|DIR")
                    .short('s')
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
                 unicursal {name} generate 30 20\n  \
                 unicursal {name} generate 12x9 --count 10 --output levels\n  \
                 unicursal {name} generate 12x9 --count 5 --first 6 --seed spring -o more\n  \
                 unicursal {name} generate 30 20 --seed spring -o level.txt -s solution.txt\n  \
                 unicursal {name} draw {name}:30x20#spring\n  \
                 unicursal {name} generate {name}:pack/1{}",
                match certain(puzzle).next() {
                    Some(option) => format!(
                        "\n  unicursal {name} generate 12 12 --{option} -o {option}.txt --proof proof.txt"
                    ),
                    None => String::new(),
                }
            ))
    }

    fn read(puzzle: &'static dyn Puzzle, given: Given) -> anyhow::Result<Self> {
        let wish = wish(puzzle, given)?;
        let specs = puzzle.about().generate_options;
        let mut own = specs.iter();
        let proof = given.maybe("proof");
        if proof.is_some() && !certain(puzzle).any(|name| given.flag(name)) {
            let certain: Vec<String> = certain(puzzle).map(|name| format!("--{name}")).collect();
            bail!(
                "--proof needs {}; for other levels 'solve --proof' writes one",
                certain.join(" or ")
            );
        }
        Ok(Self {
            wish,
            seed: given.text("seed"),
            count: given.value("count").unwrap_or(1),
            first: given.value("first").unwrap_or(1),
            options: given.options(specs),
            by_difficulty: own.any(|option| {
                ["hard", "difficulty"].contains(&option.name) && given.is_given(option.name)
            }),
            output: given.text("output"),
            solution: given.text("solution"),
            proof,
            force: given.flag("force"),
            limits: given.limits(),
        })
    }

    fn run(self, puzzle: &'static dyn Puzzle, session: &Session) -> anyhow::Result<Exit> {
        let line = ProgressLine::new(session);
        let show = |progress: &Progress| line.show(progress);
        let control = self.limits.control(session).watched_by(&show);
        let seed = self.seed.clone().unwrap_or_else(new_seed);
        if seed.contains(char::is_control) {
            bail!("a seed is part of an id: it cannot have line ends or other control characters");
        }
        let places = Places::new(&self)?;
        for number in self.numbers() {
            control.report(|| Progress {
                phase: "making a level",
                ..Progress::default()
            });
            let made = self.make(puzzle, number, &seed, &control);
            let made = made.inspect_err(|_| self.say_rest(number, &seed, session))?;
            let level = made.level.text();
            for (path, bytes) in &files(&made, &level, number, &places, &control)? {
                output::file(path, bytes)?;
            }
            let difficulty = if self.by_difficulty {
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
            if session.is_json() {
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
}

impl Generate {
    /// Says how many levels were made when Ctrl-C or a limit ended the work, and how to continue.
    fn say_rest(&self, number: u32, seed: &str, session: &Session) {
        let done = number - self.first;
        if done > 0 {
            let (count, left) = (self.count, self.count - done);
            session.say(&format!(
                "{done} of {count} levels were made; the others: \
                 --first {number} --count {left} --seed '{seed}'"
            ));
        }
    }

    fn numbers(&self) -> RangeInclusive<u32> {
        self.first..=self.first.saturating_add(self.count - 1)
    }

    fn make(
        &self,
        puzzle: &'static dyn Puzzle,
        number: u32,
        seed: &str,
        control: &Control,
    ) -> Result<Generated, Error> {
        let (width, height) = match &self.wish {
            Wish::Named(name) => return puzzle.make(name, control),
            Wish::Sized(width, height) => (*width, *height),
        };
        let request = GenerateRequest {
            width,
            height,
            seed: if number == 1 {
                seed.to_owned()
            } else {
                format!("{seed}-{number}")
            },
            options: self.options.clone(),
        };
        puzzle.generate(&request, control)
    }
}

/// What is to be written for a level, and where, if that destroys nothing.
fn files(
    made: &Generated,
    level: &str,
    number: u32,
    places: &Places,
    control: &Control,
) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
    let mut files = Vec::new();
    if let Some(path) = places.solution(number) {
        let answer = made.answer(control)?;
        let answer = answer.with_context(|| format!("{}: no solution is known", made.id))?;
        files.push((path, answer.into_bytes()));
    }
    if let Some(path) = places.proof(number) {
        let proof = made.proof(control).with_context(|| made.id.clone())?;
        let proof = proof.ok_or_else(|| Error::WrongProof {
            reason: "a solution was found while the proof that there is none was written"
                .to_owned(),
            proof: String::new(),
        })?;
        let bytes = proofs::bytes(&path, &proof)?;
        files.push((path, bytes));
    }
    if let Some(path) = places.level(number) {
        files.push((path, level.as_bytes().to_vec()));
    }
    for (path, bytes) in &files {
        places.demand_same(path, bytes)?;
    }
    Ok(files)
}

/// The options that ask for levels about which something is proved.
fn certain(puzzle: &'static dyn Puzzle) -> impl Iterator<Item = &'static str> {
    let about = puzzle.about();
    let options = about.generate_options.iter().map(|option| option.name);
    options.filter(|name| about.abilities.prove && ["unique", "unsolvable"].contains(name))
}

/// `--proof`.
fn proof(puzzle: &'static dyn Puzzle) -> Arg {
    let certain: Vec<String> = certain(puzzle).map(|name| format!("--{name}")).collect();
    args::option("proof", "FILE|DIR").help(format!(
        "With {}: write the proof too, in the same way; 'check --proof' judges it",
        certain.join(" or ")
    ))
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
    /// something else; a level whose seed is known may turn out to be the one in the file.
    fn new(asked: &'a Generate) -> anyhow::Result<Self> {
        let output = asked.output.as_deref();
        let (solution, proof) = (asked.solution.as_deref(), asked.proof.as_deref());
        let to_stdout = output.unwrap_or("-") == "-";
        if to_stdout && solution == Some("-") {
            bail!("the level and its solution cannot both go to standard output");
        }
        if proof == Some("-") && (to_stdout || solution == Some("-")) {
            bail!("only one of level, solution and proof can go to standard output");
        }
        let numbers = asked.numbers();
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
            force: asked.force,
        };
        let is_known = asked.seed.is_some() || matches!(asked.wish, Wish::Named(_));
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

/// What the arguments of the command ask for.
fn wish(puzzle: &'static dyn Puzzle, given: Given) -> anyhow::Result<Wish> {
    let words: Vec<String> = given.all("size");
    match &words[..] {
        [id] if LevelName::is_meant(puzzle.name(), id) => {
            for name in ["count", "first"] {
                if given.value(name).is_some_and(|number: u32| number > 1) {
                    bail!("an id stands for one level: --{name} makes no sense with it");
                }
            }
            if given.is_given("seed") {
                bail!("an id has its own seed: --seed makes no sense with it");
            }
            let mut options = puzzle.about().generate_options.iter();
            if let Some(option) = options.find(|option| given.is_given(option.name)) {
                bail!(
                    "an id says it all: --{} makes no sense with it",
                    option.name
                );
            }
            let name = LevelName::read(puzzle.name(), id)?;
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

/// A fresh seed: ten letters from the system's source of randomness.
fn new_seed() -> String {
    let mut bits = RandomState::new().hash_one(std::process::id());
    let mut letters = String::new();
    for _ in 0..10 {
        letters.push(char::from(b'a' + (bits % 26) as u8));
        bits /= 26;
    }
    letters
}
