//! `unicursal PUZZLE generate`: new levels.

use std::collections::hash_map::RandomState;
use std::fs;
use std::hash::BuildHasher;
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, value_parser};
use serde_json::{Value, json};
use unicursal::{Control, Error, GenerateRequest, Generated, LevelName, Progress, Puzzle};

use crate::exit::Exit;
use crate::progress::ProgressLine;
use crate::session::Session;
use crate::{args, input, output};

pub fn command(puzzle: &'static dyn Puzzle) -> Command {
    let name = puzzle.name();
    Command::new("generate")
        .about("Make new levels")
        .arg(
            Arg::new("size")
                .value_names(["WIDTH", "HEIGHT"])
                .num_args(1..=2)
                .required(true)
                .help("Columns and rows, a level id, or a level of the pack"),
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
                .value_parser(value_parser!(u32).range(1..=1_000_000))
                .default_value("1")
                .help("Make so many levels, with seeds TEXT, TEXT-2, TEXT-3, ..."),
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
        .args(args::puzzle_options(puzzle.about().generate_options))
        .arg(args::json())
        .args(args::limits())
        .after_help(format!(
            "Prints the level, and its id on standard error; the id can be used instead of a file.\n\n\
             Examples:\n  \
             unicursal {name} generate 40 30\n  \
             unicursal {name} generate 40 30 --seed spring -o level.txt -s solution.txt\n  \
             unicursal {name} generate 20 20 --count 100 --output levels\n  \
             unicursal {name} generate {name}:pack/1\n  \
             unicursal {name} draw {name}:40x30#spring"
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
    let word = |name| args::word(matches, name);
    let count = matches.get_one::<u32>("count").copied().unwrap_or(1);
    let wish = wish(puzzle, matches, count)?;
    let seed = word("seed").map_or_else(new_seed, str::to_owned);
    if seed.contains(char::is_control) {
        bail!("a seed is part of an id: it cannot have line ends or other control characters");
    }
    let (output, solution) = (word("output"), word("solution"));
    if output.unwrap_or("-") == "-" && solution == Some("-") {
        bail!("the level and its solution cannot both go to standard output");
    }
    if count > 1 && solution == Some("-") {
        bail!("with --count, --solution needs a directory");
    }
    let line = ProgressLine::new(session);
    let show = |progress: &Progress| line.show(progress);
    let control = args::control(matches, session).watched_by(&show);
    for number in 1..=count {
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
        if let Some(path) = solution {
            let answer = made.answer(&control)?;
            let answer = answer.with_context(|| format!("{}: no solution is known", made.id))?;
            write(path, number, count, answer.as_bytes())?;
        }
        session.say(&made.id);
        if matches.get_flag("json") {
            let report = report(&made, &control)?;
            output::stdout(format!("{report}\n").as_bytes())?;
            if output.is_none() {
                continue;
            }
        }
        write(
            output.unwrap_or("-"),
            number,
            count,
            made.level.text().as_bytes(),
        )?;
    }
    Ok(Exit::Yes)
}

/// What the words after the command ask for.
fn wish(puzzle: &'static dyn Puzzle, matches: &ArgMatches, count: u32) -> anyhow::Result<Wish> {
    let words: Vec<&String> = matches.get_many("size").into_iter().flatten().collect();
    match words[..] {
        [id] if LevelName::meant(puzzle.name(), id).is_some() => {
            if count > 1 {
                bail!("an id stands for one level: --count makes no sense with it");
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
            let name = name.with_context(|| format!("'{id}' is not a level id"))?;
            Ok(Wish::Named(name))
        }
        [width, height] => {
            let side = |word: &str| {
                word.parse::<usize>()
                    .map_err(|_| anyhow!("'{word}' is not a number of cells"))
            };
            Ok(Wish::Sized(side(width)?, side(height)?))
        }
        [id] if unicursal::puzzle_of_id(id).is_some() => {
            let other = unicursal::puzzle_of_id(id).map_or("", Puzzle::name);
            bail!("{id}: this is the id of a level of {other}; use 'unicursal {other} generate'")
        }
        _ => bail!(
            "give a width and a height, or a level id such as {}:40x30#spring",
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

/// Writes one of `count` texts to a file, to a numbered file of a directory, or to standard output.
fn write(path: &str, number: u32, count: u32, data: &[u8]) -> anyhow::Result<()> {
    if path == "-" || (count == 1 && !Path::new(path).is_dir() && !path.ends_with('/')) {
        return output::file(path, data);
    }
    if Path::new(path).is_file() {
        bail!("{path}: this is a file, and several levels need a directory");
    }
    fs::create_dir_all(path).with_context(|| path.to_owned())?;
    let file = Path::new(path).join(number.to_string());
    fs::write(&file, data).with_context(|| input::name(&file.to_string_lossy()).to_owned())
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
