//! Which puzzle a level belongs to, when the user does not say: `unicursal solve level.txt`, or
//! `unicursal solve < level.txt`.

use std::ffi::OsString;
use std::fs::File;
use std::io::{IsTerminal, Read};

use anyhow::bail;
use unicursal::{Control, Puzzle};

use crate::{args, commands, input};

/// More bytes are not read to find out what a file is.
const MOST_BYTES: u64 = 1 << 28;

/// The command line with the puzzle's name put in, where it was left out and a file or an id among the
/// words shows it. Words that are no command of a puzzle are left as they are.
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
    if able.is_empty() {
        return Ok(given);
    }
    let mut unclear = None;
    let (files, from_stdin) = sources(&words);
    for word in files.into_iter().chain(from_stdin) {
        let found = match word {
            "-" => puzzles_of_stdin(&words)?,
            word => puzzles_of(word),
        };
        match found[..] {
            [puzzle] if !has(puzzle, command) || is_of_servers(puzzle, command) => bail!(
                "{}: this is a level of {}, which has no '{command}' in the terminal{}",
                input::name(word),
                puzzle.about().title,
                if command == "play" {
                    "; 'unicursal studio' plays it"
                } else {
                    ""
                }
            ),
            [puzzle] => {
                let at = given.iter().position(|word| word == command).unwrap_or(1);
                given.insert(at, puzzle.name().into());
                if word == "-" && !words.iter().any(|word| word == "-") {
                    given.push("-".into());
                }
                return Ok(given);
            }
            [] => {}
            _ => {
                unclear.get_or_insert((word, found));
            }
        }
    }
    let commands: Vec<String> = able
        .iter()
        .map(|puzzle| format!("'unicursal {} {command}'", puzzle.name()))
        .collect();
    let commands = commands.join(", ");
    match unclear {
        Some((word, found)) => {
            let titles: Vec<&str> = found.iter().map(|puzzle| puzzle.about().title).collect();
            bail!(
                "{}: this could be a level of {}; say which: {commands}",
                input::name(word),
                titles.join(" or ")
            )
        }
        None => bail!("no file or input shows which puzzle is meant; say which: {commands}"),
    }
}

fn has(puzzle: &'static dyn Puzzle, command: &str) -> bool {
    commands::of_puzzle(puzzle).any(|known| known.name == command)
}

/// Whether a command is about a server, not about a level.
fn is_of_servers(puzzle: &'static dyn Puzzle, command: &str) -> bool {
    puzzle.name() == "pellet" && command == "play"
}

/// The words that may name levels, and `-` if standard input may hold one: where it is named, or where no
/// word stands by itself and nobody would have to type the level.
fn sources(words: &[String]) -> (Vec<&str>, Option<&str>) {
    let files: Vec<&str> = args::named(words).skip(1).collect();
    let is_alone = |word: &&str| {
        let at = words.iter().position(|other| other == word).unwrap_or(0);
        at > 0 && !words[at - 1].starts_with('-')
    };
    let from_stdin = words.iter().any(|word| word == "-")
        || (!files.iter().any(is_alone) && !std::io::stdin().is_terminal());
    (files, from_stdin.then_some("-"))
}

/// The puzzles of which standard input can hold a level. It is read to its end and kept, within the limit
/// of time that the words give.
fn puzzles_of_stdin(words: &[String]) -> anyhow::Result<Vec<&'static dyn Puzzle>> {
    let limit = words.iter().enumerate().find_map(|(at, word)| {
        let value = word.strip_prefix("--time-limit")?;
        let value = value.strip_prefix('=');
        let next = || words.get(at + 1).map(String::as_str);
        args::duration(value.or_else(next)?).ok()
    });
    let control = match limit {
        Some(limit) => Control::new().time_limit(limit),
        None => Control::new(),
    };
    let text = input::keep_stdin(&control)?;
    Ok(puzzles_of_text(text))
}

/// The puzzles of which a word can be a level: an id, or a file in the form of one.
fn puzzles_of(word: &str) -> Vec<&'static dyn Puzzle> {
    if let Some(puzzle) = unicursal::puzzle_of_id(word) {
        return vec![puzzle];
    }
    let mut text = Vec::new();
    let is_file = std::fs::metadata(word).is_ok_and(|found| found.is_file());
    let read = is_file.then(|| File::open(word)).and_then(Result::ok);
    let read = read.map(|file| file.take(MOST_BYTES).read_to_end(&mut text));
    if !matches!(read, Some(Ok(_))) {
        return Vec::new();
    }
    puzzles_of_text(&text)
}

fn puzzles_of_text(text: &[u8]) -> Vec<&'static dyn Puzzle> {
    let control = Control::new();
    let puzzles = unicursal::puzzles().iter().copied();
    let fits =
        |puzzle: &&'static dyn Puzzle| input::named(*puzzle, String::new(), text, &control).is_ok();
    puzzles.filter(fits).collect()
}
