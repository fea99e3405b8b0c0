//! Arguments that several commands have.

use std::ffi::OsString;
use std::fmt::Write;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, value_parser};
use unicursal::{OptionSpec, OptionValue, Puzzle};

use super::{duration, size, whole};

/// The level to work on.
pub fn level() -> Arg {
    Arg::new("level")
        .value_name("LEVEL")
        .value_parser(value_parser!(OsString))
        .help("A level file, '-' for standard input, or a level id; standard input if not given")
}

/// The level, if it must be given.
pub fn required_level() -> Arg {
    level()
        .required(true)
        .help("A level file, '-' for standard input, or a level id")
}

/// `--json`.
pub fn json() -> Arg {
    flag("json", "Print one JSON object instead of text")
}

/// `--stats`.
pub fn stats() -> Arg {
    flag(
        "stats",
        "Print figures on the work done, as JSON on standard error",
    )
}

/// An option without a value.
pub fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .action(ArgAction::SetTrue)
        .help(help)
}

/// An option that takes a value. A negative number is a value too, which its parser refuses in
/// plainer words than clap does.
pub fn option(name: &'static str, value_name: &'static str) -> Arg {
    let option = Arg::new(name).long(name).value_name(value_name);
    option.allow_negative_numbers(true)
}

/// `--time-limit`, which may be called `--timeout` as in `evaluate`, `--memory-limit` and
/// `--threads`.
pub fn limits() -> [Arg; 3] {
    [
        option("time-limit", "TIME")
            .alias("timeout")
            .value_parser(duration)
            .help("Stop after this time: 10, 1.5s, 500ms, 2m, 1h"),
        option("memory-limit", "SIZE")
            .value_parser(size)
            .help("Refuse steps that need more memory: 500M, 2G [default: what is free]"),
        option("threads", "N")
            .value_parser(whole::<u16>(1..=1024))
            .help("Use this many threads [default: all cores]"),
    ]
}

/// `--method`, or what the puzzle calls it; without a default, although `about` may name one.
pub fn method(puzzle: &'static dyn Puzzle, about: &str) -> Arg {
    let methods = puzzle.about().methods;
    let mut help = format!("{about}:");
    for method in methods {
        // Writing to a string cannot fail.
        let _ = write!(help, "\n  {}: {}", method.name, method.help);
    }
    Arg::new("method")
        .long(puzzle.about().method_word)
        .value_name("NAME")
        .value_parser(PossibleValuesParser::new(methods.iter().map(|m| m.name)))
        .hide_possible_values(true)
        .help(help)
}

/// The same with the puzzle's default, which is named before the list.
pub fn method_or_default(puzzle: &'static dyn Puzzle, about: &str) -> Arg {
    let default = default_method(puzzle);
    if default.is_empty() {
        // A puzzle that has one way to be solved has no names for it.
        return method(puzzle, about).hide(true);
    }
    method(puzzle, &format!("{about} [default: {default}]"))
        .default_value(default)
        .hide_default_value(true)
}

/// The name of the puzzle's default method.
pub fn default_method(puzzle: &'static dyn Puzzle) -> &'static str {
    puzzle
        .about()
        .methods
        .first()
        .map_or("", |method| method.name)
}

/// The command-line options for a puzzle's own options.
pub fn puzzle_options(specs: &'static [OptionSpec]) -> impl Iterator<Item = Arg> {
    specs.iter().map(|spec| {
        let arg = Arg::new(spec.name)
            .long(spec.name)
            .help(spec.help)
            .hide_short_help(spec.hidden);
        match spec.value {
            OptionValue::Flag => arg.action(ArgAction::SetTrue),
            OptionValue::Choice { choices } => arg
                .value_name("CHOICE")
                .value_parser(PossibleValuesParser::new(choices))
                .default_value(choices.first().copied().unwrap_or("")),
            OptionValue::Text {
                placeholder,
                default,
            } => {
                let arg = arg.value_name(placeholder).allow_negative_numbers(true);
                let default = (!default.is_empty()).then_some(default);
                arg.default_values(default)
            }
        }
    })
}
