//! Which puzzle a level belongs to, when the user does not say: `unicursal solve level.txt`, or
//! `unicursal solve < level.txt`.

use std::ffi::OsString;
use std::fs::File;
use std::io::{IsTerminal, Read};
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use clap::Arg;
use unicursal::{Control, Puzzle};

use crate::{args, commands, input, session};

/// The commands whose first word is a level, never a folder or a number.
const TAKE_LEVELS: [&str; 7] = ["check", "count", "draw", "hint", "info", "play", "solve"];

/// No more bytes than this are read to find out what a file is.
const MOST_BYTES: u64 = 1 << 28;

/// The command line with the puzzle's name inserted, if it was left out and a file or an id among
/// the words shows it. Words that are not a command of a puzzle are left as they are.
pub fn with_puzzle(mut given: Vec<OsString>) -> anyhow::Result<Vec<OsString>> {
    let lossy = given
        .iter()
        .skip(1)
        .map(|word| word.to_string_lossy().into_owned());
    let words: Vec<String> = lossy.collect();
    let Some(command) = args::named(&words).next() else {
        return Ok(given);
    };
    if unicursal::puzzle(command).is_some() || commands::is_general(command) {
        return Ok(given);
    }
    let puzzles = unicursal::puzzles().iter().copied();
    let able: Vec<&'static dyn Puzzle> = puzzles.filter(|puzzle| has(*puzzle, command)).collect();
    let Some(first) = able.first() else {
        return Ok(given);
    };
    let at = given.iter().position(|word| word == command).unwrap_or(1);
    let ways: Vec<String> = able
        .iter()
        .map(|puzzle| format!("'unicursal {} {command}'", puzzle.name()))
        .collect();
    let ways = ways.join(", ");
    if words.iter().any(|word| word == "--help" || word == "-h") {
        session::note(&format!("The first of {ways}; some options differ:\n"));
        given.insert(at, first.name().into());
        return Ok(given);
    }
    let mut complaint = None;
    for source in sources(&words, *first, command) {
        let word = source.word;
        let found = match word {
            "-" => match kept_stdin(&words)? {
                // Nothing on the command line says that there is input.
                [] if !words.iter().any(|word| word == "-") => Ok(Vec::new()),
                text => puzzles_of_text(word, text),
            },
            word => {
                // The names of files need not be text.
                let mut given = given.iter();
                let file = given.find(|given| given.to_string_lossy() == word);
                puzzles_of(word, file.map_or(Path::new(word), Path::new))
            }
        };
        match found.as_deref() {
            Ok([puzzle]) if !has(*puzzle, command) => bail!(
                "{}: this is a level of {}, which has no '{command}' in the terminal{}",
                input::name(word),
                puzzle.about().title,
                if command == "play" {
                    "; 'unicursal studio' plays it"
                } else {
                    ""
                }
            ),
            Ok([puzzle]) => {
                given.insert(at, puzzle.name().into());
                if word == "-" && !words.iter().any(|word| word == "-") {
                    given.push("-".into());
                }
                return Ok(given);
            }
            Ok([]) | Err(_) => {}
            Ok(several) => {
                let titles: Vec<&str> = several.iter().map(|puzzle| puzzle.about().title).collect();
                let titles = titles.join(" or ");
                let name = input::name(word);
                complaint.get_or_insert(anyhow!(
                    "{name}: this could be a level of {titles}; say which: {ways}"
                ));
            }
        }
        if source.is_level && TAKE_LEVELS.contains(&command) {
            complaint = complaint.or(found.err());
        }
    }
    let unclear = || anyhow!("no file or input shows which puzzle is meant; say which: {ways}");
    Err(complaint.unwrap_or_else(unclear))
}

fn has(puzzle: &'static dyn Puzzle, command: &str) -> bool {
    commands::of_puzzle(puzzle).any(|known| known.name == command)
}

/// A word that may name a level.
struct Source<'a> {
    word: &'a str,
    /// Whether it stands by itself, so that it is not the value of an option.
    is_level: bool,
}

/// The words that may name levels, and `-` if standard input may contain one: if it is named, or if
/// no word stands by itself and standard input is not a terminal.
fn sources<'a>(words: &'a [String], puzzle: &'static dyn Puzzle, command: &str) -> Vec<Source<'a>> {
    let is_alone = |word: &str| {
        let at = words.iter().position(|other| other == word).unwrap_or(0);
        let before = at.checked_sub(1).map(|before| &words[before]);
        before.is_some_and(|before| !before.starts_with('-') || is_flag(before, puzzle, command))
    };
    let files = args::named(words).skip(1);
    let mut sources: Vec<Source> = files
        .map(|word| Source {
            word,
            is_level: is_alone(word),
        })
        .collect();
    let is_silent = || !sources.iter().any(|source| source.is_level);
    if words.iter().any(|word| word == "-") || (is_silent() && !std::io::stdin().is_terminal()) {
        sources.push(Source {
            word: "-",
            is_level: true,
        });
    }
    sources
}

/// Whether a word is an option of a command that takes no value.
fn is_flag(word: &str, puzzle: &'static dyn Puzzle, command: &str) -> bool {
    let Some(known) = commands::of_puzzle(puzzle).find(|known| known.name == command) else {
        return false;
    };
    let is_it = |arg: &Arg| {
        let long = arg.get_long().map(|name| format!("--{name}"));
        let short = arg.get_short().map(|letter| format!("-{letter}"));
        [long, short].iter().flatten().any(|name| name == word)
    };
    let command = (known.build)(puzzle);
    let mut flags = command.get_arguments();
    ["-q", "--quiet", "-v", "--verbose"].contains(&word)
        || flags.any(|arg| is_it(arg) && !arg.get_action().takes_values())
}

/// The content of standard input. It is read to its end and kept, within the time limit that the
/// words give.
fn kept_stdin(words: &[String]) -> anyhow::Result<&'static [u8]> {
    let limit = words.iter().enumerate().find_map(|(at, word)| {
        let mut names = ["--time-limit", "--timeout"].into_iter();
        let value = names.find_map(|name| word.strip_prefix(name))?;
        let value = value.strip_prefix('=');
        let next = || words.get(at + 1).map(String::as_str);
        args::duration(value.or_else(next)?).ok()
    });
    let control = match limit {
        Some(limit) => Control::new().time_limit(limit),
        None => Control::new(),
    };
    input::keep_stdin(&control)
}

/// The puzzles that a word can be a level of: an id, an address, or a file in the form of a level.
fn puzzles_of(word: &str, file: &Path) -> anyhow::Result<Vec<&'static dyn Puzzle>> {
    if let Some(puzzle) = unicursal::puzzle_of_id(word) {
        return Ok(vec![puzzle]);
    }
    // An address contains the level itself.
    if input::is_address(word) {
        return puzzles_of_text(word, word.as_bytes());
    }
    let name = || input::name(word).into_owned();
    let found = std::fs::metadata(file).with_context(name)?;
    if found.is_dir() {
        bail!("{}: this is a directory, not a file", name());
    }
    // Reading from anything else could consume what the command itself must read.
    if !found.is_file() {
        return Ok(Vec::new());
    }
    let mut text = Vec::new();
    let file = File::open(file).with_context(name)?;
    file.take(MOST_BYTES)
        .read_to_end(&mut text)
        .with_context(name)?;
    puzzles_of_text(word, &text)
}

/// The puzzles that can read a text. If there is none, the error says what is wrong for the puzzle
/// that reads furthest.
fn puzzles_of_text(word: &str, text: &[u8]) -> anyhow::Result<Vec<&'static dyn Puzzle>> {
    let read = unicursal::recognise(text, &Control::new());
    let read = read.map_err(|error| anyhow!(error).context(input::name(word).into_owned()))?;
    Ok(read.into_iter().map(|(puzzle, _)| puzzle).collect())
}
