//! The command line, built from the registry: the program's own options and commands, and how the
//! words of a user are read.

mod given;
mod shared;
mod values;

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, ArgMatches, Command, builder::PossibleValuesParser};
use serde_json::json;
use unicursal_arena::printable_lines;

use crate::exit::{self, Exit};
use crate::{commands, output, recognise, session};

pub use given::{Given, Limits, Rules, report_stats};
pub use shared::{
    default_method, flag, json, level, limits, method, method_or_default, option, puzzle_options,
    required_level, stats,
};
pub use values::{duration, positive, size, whole};

/// The whole command line. The commands of a puzzle are built only when they are needed: building
/// all of them takes longer than most of the program's work.
pub fn command() -> Command {
    let mut root = root();
    for &puzzle in unicursal::puzzles() {
        let group = Command::new(puzzle.name())
            .about(puzzle.about().summary)
            .subcommand_required(true)
            .arg_required_else_help(true);
        root = root.subcommand(group.defer(with_commands));
    }
    for command in commands::GENERAL {
        root = root.subcommand((command.build)());
    }
    root
}

/// Adds its commands to the group with a puzzle's name.
fn with_commands(group: Command) -> Command {
    let Some(puzzle) = unicursal::puzzle(group.get_name()) else {
        return group;
    };
    group.subcommands(commands::of_puzzle(puzzle).map(|command| (command.build)(puzzle)))
}

/// The words that are neither options nor values of the options that may come before a command.
pub fn named(words: &[String]) -> impl Iterator<Item = &str> {
    let mut is_value = false;
    let words = words.iter().map(String::as_str);
    words.filter(move |word| {
        let skipped = std::mem::replace(&mut is_value, *word == "--color");
        !skipped && !word.starts_with('-')
    })
}

/// The program itself, without its commands.
fn root() -> Command {
    Command::new("unicursal")
        .version(clap::crate_version!())
        .about("A workbench for puzzles in which a path must fill a grid")
        .after_help(
            "The puzzle may be left out where a file shows which one it is:\n\
             unicursal solve level.txt; likewise check, count, draw, hint, info, play.\n\n\
             Exit codes: 0 yes, 1 no (proved unsolvable, wrong answer), 2 bad usage or input,\n\
             3 unknown (a limit was reached), 130 interrupted by Ctrl-C, 143 by SIGTERM",
        )
        .subcommand_required(true)
        .arg_required_else_help(true)
        .arg(
            Arg::new("quiet")
                .short('q')
                .long("quiet")
                .global(true)
                .help_heading("Global options")
                .action(ArgAction::SetTrue)
                .help("No messages or progress, only results and errors"),
        )
        .arg(
            Arg::new("verbose")
                .short('v')
                .long("verbose")
                .global(true)
                .help_heading("Global options")
                .action(ArgAction::SetTrue)
                .conflicts_with("quiet")
                .help("Say more on standard error"),
        )
        .arg(
            Arg::new("color")
                .long("color")
                .global(true)
                .help_heading("Global options")
                .value_name("WHEN")
                .value_parser(PossibleValuesParser::new(["auto", "always", "never"]))
                .default_value("auto")
                .help("When to use colours on standard output"),
        )
}

/// Reads the command line; ends the program if that is all there is to do, or if it is wrong.
pub fn matches() -> ArgMatches {
    let given: Vec<OsString> = std::env::args_os().collect();
    if matches!(&given[..], [_, word] if word == "--version" || word == "-V") {
        // `--version` and the like are answered without building the whole command line.
        let version = format!("unicursal {}\n", clap::crate_version!());
        std::process::exit(
            exit::of_printed(output::stdout(version.as_bytes()))
                .code()
                .into(),
        );
    }
    let given: Vec<OsString> = match recognise::with_puzzle(given) {
        Ok(given) => given,
        Err(error) => {
            session::error(&format!("{error:#}"));
            if std::env::args_os().any(|word| word == "--json") {
                // The exit code still tells.
                let _ = output::json(&exit::report(&error));
            }
            std::process::exit(Exit::of_error(&error).code().into());
        }
    };
    let lossy = given.iter().map(|word| word.to_string_lossy().into_owned());
    let words: Vec<String> = lossy.skip(1).collect();
    let given = with_equals(given, &words);
    let parsed = command().try_get_matches_from(given);
    parsed.unwrap_or_else(|error| end(error, &words))
}

/// Says what is wrong with the command line, or what was asked for (`--help`), and ends.
fn end(mut error: clap::Error, words: &[String]) -> ! {
    let is_option = |word: &ContextValue| word.to_string().starts_with("--");
    match tip(&error, words) {
        Some(tip) => {
            let tips = ContextValue::StyledStrs(vec![tip.into()]);
            error.insert(ContextKind::Suggested, tips);
        }
        // Clap says how to pass it as a value, which is hardly what was meant.
        None if error.get(ContextKind::InvalidArg).is_some_and(is_option) => {
            error.remove(ContextKind::Suggested);
        }
        None => {}
    }
    let text = error.render().to_string();
    if error.use_stderr() && words.iter().any(|word| word == "--json") {
        let line = text.lines().next().unwrap_or_default();
        let line = line.strip_prefix("error: ").unwrap_or(line);
        let report = json!({"outcome": "error", "kind": "bad-request", "message": line});
        // The exit code still tells.
        let _ = output::json(&report);
    }
    if printable_lines(&text) != text {
        // The message may contain words of the user that a terminal would obey. It has no colours.
        session::note(text.trim_end());
        std::process::exit(error.exit_code());
    }
    if !error.use_stderr() {
        let printed = error.print().and_then(|()| std::io::stdout().flush());
        let printed = printed.context("<stdout>");
        std::process::exit(exit::of_printed(printed).code().into());
    }
    error.exit()
}

/// What the user may have meant.
fn tip(error: &clap::Error, words: &[String]) -> Option<String> {
    match (error.kind(), error.get(ContextKind::InvalidSubcommand)) {
        (_, Some(ContextValue::String(word))) => {
            // The puzzle was forgotten, or the command belongs to another puzzle.
            let puzzles = unicursal::puzzles().iter();
            let puzzles = puzzles.filter(|&&p| commands::of_puzzle(p).any(|c| c.name == *word));
            let there = puzzles.map(|puzzle| format!("'unicursal {} {word}'", puzzle.name()));
            let there: Vec<String> = there.collect();
            (!there.is_empty()).then(|| format!("there is {}", there.join(", ")))
        }
        (ErrorKind::UnknownArgument, _) => {
            let optional = |word: &str| ["--json", "--csv"].contains(&word);
            let mut pairs = words.windows(2);
            let pair = pairs.find(|pair| optional(&pair[0]) && !pair[1].starts_with('-'))?;
            Some(format!("to write to a file: {}={}", pair[0], pair[1]))
        }
        (ErrorKind::InvalidUtf8, _) => {
            let word = words.iter().find(|word| word.contains('\u{fffd}'))?;
            Some(format!(
                "only the name of a LEVEL can contain bytes that are not UTF-8, as '{word}' does"
            ))
        }
        _ => None,
    }
}

/// Inserts `=` between an option and its value if the value is optional and the next word would be
/// taken for something else: `--explain steps` for a level, `--csv results.csv` of `evaluate` for a
/// program.
fn with_equals(given: Vec<OsString>, words: &[String]) -> Vec<OsString> {
    let evaluates = named(words).take(2).any(|word| word == "evaluate");
    let is_value = |option: &str, word: &str| {
        let ending = Path::new(word).extension().and_then(OsStr::to_str);
        match option {
            "--explain" => ["steps", "proof"].contains(&word),
            "--json" => evaluates && matches!(ending, Some("json" | "jsonl")),
            "--csv" => evaluates && ending == Some("csv"),
            _ => false,
        }
    };
    let mut joined: Vec<OsString> = Vec::with_capacity(given.len());
    for word in given {
        match (joined.last_mut(), word.to_str()) {
            (Some(last), Some(text)) if last.to_str().is_some_and(|last| is_value(last, text)) => {
                last.push("=");
                last.push(word);
            }
            _ => joined.push(word),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::{command, tip, with_equals};
    use clap::error::ErrorKind;
    use std::ffi::OsString;
    use std::time::Duration;

    #[test]
    fn the_command_line_is_consistent() {
        command().debug_assert();
    }

    /// `evaluate` says `--timeout`, `solve` says `--time-limit`; either is understood.
    #[test]
    fn a_time_limit_has_two_names() {
        for (line, name) in [
            ("unicursal coil solve --timeout 20 level", "time-limit"),
            ("unicursal coil solve --time-limit 20 level", "time-limit"),
            ("unicursal coil evaluate --time-limit 20", "timeout"),
            ("unicursal maze evaluate --time-limit 20", "timeout"),
        ] {
            let matches = command().try_get_matches_from(line.split(' '));
            let matches = matches.expect(line);
            let (_, puzzle) = matches.subcommand().expect(line);
            let (_, inner) = puzzle.subcommand().expect(line);
            let time = inner.get_one::<Duration>(name);
            assert_eq!(time, Some(&Duration::from_secs(20)), "{line}");
        }
    }

    #[test]
    fn a_negative_number_is_a_value_of_its_option() {
        let line = "unicursal coil solve --time-limit -1 level";
        let error = command().try_get_matches_from(line.split(' '));
        let error = error.expect_err("it is no time");
        assert_eq!(error.kind(), ErrorKind::ValueValidation);
    }

    /// What is said about a command line that is wrong.
    fn tip_for(given: &[OsString]) -> Option<String> {
        let words: Vec<String> = given.iter().map(|w| w.to_string_lossy().into()).collect();
        let error = command().try_get_matches_from(given).expect_err("wrong");
        tip(&error, &words)
    }

    #[test]
    fn a_file_for_results_without_an_equals_sign_is_explained() {
        let line = "unicursal coil evaluate ./solver --csv results";
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let tip = tip_for(&words).expect("a tip");
        assert!(tip.contains("--csv=results"), "{tip}");
    }

    #[cfg(unix)]
    #[test]
    fn an_option_that_is_not_utf_8_is_named() {
        use std::os::unix::ffi::OsStringExt;

        let mut words: Vec<OsString> = ["unicursal", "coil", "draw", "level", "-o"]
            .map(OsString::from)
            .into();
        words.push(OsString::from_vec(b"picture\xff.svg".to_vec()));
        let tip = tip_for(&words).expect("a tip");
        assert!(tip.contains("'picture\u{fffd}.svg'"), "{tip}");
    }

    #[test]
    fn values_that_can_be_left_out_may_stand_behind_a_space() {
        let joined = |line: &str| {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            let texts: Vec<String> = line.split(' ').skip(1).map(str::to_owned).collect();
            let joined = with_equals(words, &texts).join(" ".as_ref());
            joined.into_string().expect("plain letters")
        };
        let same = [
            "unicursal coil evaluate --json ./solver",
            "unicursal coil evaluate ./solver --csv --json",
            "unicursal coil solve --json level.json",
            "unicursal coil merge --json mine.jsonl yours.jsonl",
            "unicursal coil solve --explain level",
        ];
        for line in same {
            assert_eq!(joined(line), line);
        }
        assert_eq!(
            joined("unicursal coil evaluate ./solver --csv res.csv --json res.jsonl"),
            "unicursal coil evaluate ./solver --csv=res.csv --json=res.jsonl"
        );
        assert_eq!(
            joined("unicursal connect solve --explain steps board"),
            "unicursal connect solve --explain=steps board"
        );
    }
}
