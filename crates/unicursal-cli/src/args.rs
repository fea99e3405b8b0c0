//! The command line, built from the registry: options that several commands share, and how values
//! such as `1.5s` and `2G` are read.

use std::ffi::OsString;
use std::io::Write;
use std::ops::RangeInclusive;
use std::time::Duration;

use anyhow::Context;
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, ArgAction, ArgMatches, Command, builder::PossibleValuesParser};
use serde_json::json;
use unicursal::{
    Control, Error, Figures, Interruption, Level, OptionSpec, OptionValue, Options, Puzzle,
};

use crate::exit::{self, Exit};
use crate::printable::printable_lines;
use crate::session::{self, Session};
use crate::{commands, memory, output, recognise, signals};

/// The whole command line.
pub fn command() -> Command {
    build(&Needed::Everything)
}

/// How much of the command line is needed to read some words. Building all of it takes longer than
/// most of what the program is asked for.
enum Needed<'a> {
    Everything,
    /// The names of puzzles and commands.
    Names,
    /// A command without a puzzle.
    General(&'a str),
    /// A puzzle, and one of its commands, or all of them.
    Puzzle(&'static dyn Puzzle, Option<&'a str>),
}

impl<'a> Needed<'a> {
    fn of(words: &'a [String]) -> Self {
        let mut named = named(words);
        let Some(first) = named.next() else {
            return Self::Names;
        };
        if commands::GENERAL.iter().any(|known| known.name == first) {
            return Self::General(first);
        }
        let Some(puzzle) = unicursal::puzzle(first) else {
            return Self::Everything;
        };
        let known = |word: &&str| commands::of_puzzle(puzzle).any(|known| known.name == *word);
        Self::Puzzle(puzzle, named.next().filter(known))
    }
}

/// The words that are neither options nor values of those that may stand before a command.
pub fn named(words: &[String]) -> impl Iterator<Item = &str> {
    let mut is_value = false;
    let words = words.iter().map(String::as_str);
    words.filter(move |word| {
        let skipped = std::mem::replace(&mut is_value, *word == "--color");
        !skipped && !word.starts_with('-')
    })
}

fn build(needed: &Needed) -> Command {
    let mut root = root();
    for &puzzle in unicursal::puzzles() {
        let mut group = Command::new(puzzle.name())
            .about(puzzle.about().summary)
            .subcommand_required(true)
            .arg_required_else_help(true);
        let wanted = match needed {
            Needed::Everything => Some(None),
            Needed::Puzzle(wanted, command) => (wanted.name() == puzzle.name()).then_some(*command),
            _ => None,
        };
        if let Some(only) = wanted {
            for command in commands::of_puzzle(puzzle) {
                group = group.subcommand(if only.is_none_or(|only| only == command.name) {
                    (command.build)(puzzle)
                } else {
                    Command::new(command.name)
                });
            }
        }
        root = root.subcommand(group);
    }
    for command in commands::GENERAL {
        let is_needed = match needed {
            Needed::Everything | Needed::Names => true,
            Needed::General(name) => *name == command.name,
            Needed::Puzzle(..) => false,
        };
        root = root.subcommand(if is_needed {
            (command.build)()
        } else {
            Command::new(command.name)
        });
    }
    root
}

/// The program itself, without its commands.
fn root() -> Command {
    Command::new("unicursal")
        .version(clap::crate_version!())
        .about("A workbench for puzzles in which a path must fill a grid")
        .after_help(
            "Where a file is given that shows which puzzle it belongs to, the puzzle may be left out:\n\
             unicursal solve level.txt, and so with check, count, draw, hint, info, play.\n\n\
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

/// Reads the command line; ends the program where that is its whole purpose, or where it is wrong.
pub fn matches() -> ArgMatches {
    let given: Vec<OsString> = std::env::args_os().collect();
    if matches!(&given[..], [_, word] if word == "--version" || word == "-V") {
        // What scripts ask before anything else needs no command line.
        let version = format!("unicursal {}\n", clap::crate_version!());
        std::process::exit(exit::of_printed(output::stdout(version.as_bytes())) as i32);
    }
    let given: Vec<OsString> = match recognise::with_puzzle(given) {
        Ok(given) => given,
        Err(error) => {
            session::error(&format!("{error:#}"));
            if std::env::args_os().any(|word| word == "--json") {
                // The exit code still tells.
                let _ = output::json(&exit::report(&error));
            }
            std::process::exit(Exit::of_error(&error) as i32);
        }
    };
    let given = with_equals(given);
    let lossy = given.iter().map(|word| word.to_string_lossy().into_owned());
    let words: Vec<String> = lossy.collect();
    let rest = words.get(1..).unwrap_or_default();
    let command = build(&Needed::of(rest));
    command
        .try_get_matches_from(given)
        .unwrap_or_else(|mut error| {
            if let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) {
                // The puzzle was forgotten, or it is another one's command.
                let puzzles = unicursal::puzzles().iter();
                let puzzles = puzzles.filter(|&&p| commands::of_puzzle(p).any(|c| c.name == word));
                let there: Vec<_> = puzzles
                    .map(|puzzle| format!("'unicursal {} {word}'", puzzle.name()))
                    .collect();
                if !there.is_empty() {
                    let tip = format!("there is {}", there.join(", "));
                    let tips = ContextValue::StyledStrs(vec![tip.into()]);
                    error.insert(ContextKind::Suggested, tips);
                }
            }
            let text = error.render().to_string();
            if error.use_stderr() && rest.iter().any(|word| word == "--json") {
                let line = text.lines().next().unwrap_or_default();
                let line = line.strip_prefix("error: ").unwrap_or(line);
                let report = json!({"outcome": "error", "kind": "bad-request", "message": line});
                // The exit code still tells.
                let _ = output::json(&report);
            }
            if printable_lines(&text) != text {
                // With words of the user that a terminal would obey; without colours.
                session::note(text.trim_end());
                std::process::exit(error.exit_code());
            }
            if !error.use_stderr() {
                let printed = error.print().and_then(|()| std::io::stdout().flush());
                let printed = printed.context("<stdout>");
                std::process::exit(exit::of_printed(printed) as i32);
            }
            error.exit()
        })
}

/// The level to work on.
pub fn level() -> Arg {
    Arg::new("level")
        .value_name("LEVEL")
        .help("A level file, '-' for standard input, or a level id; standard input if not given")
}

/// The level, where it must be given.
pub fn required_level() -> Arg {
    level()
        .required(true)
        .help("A level file, '-' for standard input, or a level id")
}

/// `--json`.
pub fn json() -> Arg {
    Arg::new("json")
        .long("json")
        .action(ArgAction::SetTrue)
        .help("Print one JSON object instead of text")
}

/// `--stats`.
pub fn stats() -> Arg {
    Arg::new("stats")
        .long("stats")
        .action(ArgAction::SetTrue)
        .help("Print what it took, as JSON on standard error")
}

/// What a piece of work took, for `--stats` or `--verbose`.
pub fn report_stats(
    matches: &ArgMatches,
    mut stats: Figures,
    seconds: f64,
    name: &str,
    session: &Session,
) {
    if matches.get_flag("stats") {
        stats.add("seconds", seconds);
        if let Some(bytes) = memory::peak() {
            stats.add("peak_memory_bytes", bytes);
        }
        session::note(&stats.to_string());
    } else {
        session.explain(&format!("{name}: {seconds:.3} s"));
    }
}

/// `--time-limit`, `--memory-limit` and `--threads`.
pub fn limits() -> [Arg; 3] {
    [
        Arg::new("time-limit")
            .long("time-limit")
            .value_name("TIME")
            .value_parser(duration)
            .help("Stop after this time: 10, 1.5s, 500ms, 2m, 1h"),
        Arg::new("memory-limit")
            .long("memory-limit")
            .value_name("SIZE")
            .value_parser(size)
            .help("Refuse steps that need more memory: 500M, 2G [default: what is free]"),
        Arg::new("threads")
            .long("threads")
            .value_name("N")
            .value_parser(whole::<u16>(1..=1024))
            .help("Use this many threads [default: all cores]"),
    ]
}

/// The control of all work of a command: within the limits that were given, until Ctrl-C. To be made
/// first, because the time runs from here. Work that does not look at the clock is ended all the same.
pub fn control(matches: &ArgMatches, session: &Session) -> Control<'static> {
    if let Some(limit) = given::<Duration>(matches, "time-limit") {
        let is_json = session.is_json();
        let late = Error::interrupted(Interruption::Time, "the work was ended");
        signals::end_after(limit, output::has_begun, Exit::Unknown as u8, move || {
            let late = anyhow::Error::new(late);
            session::error(&late.to_string());
            if is_json {
                let _ = output::json(&exit::report(&late));
            }
        });
    }
    control_of_part(matches, session)
}

/// The control of a part of the work that has the limits for itself.
pub fn control_of_part(matches: &ArgMatches, session: &Session) -> Control<'static> {
    let mut control = Control::new().cancelled_by(session.interrupted());
    if let Some(limit) = given::<Duration>(matches, "time-limit") {
        control = control.time_limit(limit);
    }
    if let Some(limit) = memory_limit(matches) {
        control = control.memory_limit(limit);
    }
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = given::<u16>(matches, "threads");
    control.threads(threads.map_or_else(cores, usize::from))
}

/// How many bytes may be used: what was given, or what is free.
pub fn memory_limit(matches: &ArgMatches) -> Option<usize> {
    let free = || memory::available().and_then(|bytes| usize::try_from(bytes).ok());
    given(matches, "memory-limit").or_else(free)
}

/// The value of an option that not every command has.
fn given<T: Copy + Send + Sync + 'static>(matches: &ArgMatches, name: &str) -> Option<T> {
    matches.try_get_one(name).ok().flatten().copied()
}

/// `--method`, or what the puzzle calls it; without a default, though `about` may name it.
pub fn method(puzzle: &'static dyn Puzzle, about: &str) -> Arg {
    use std::fmt::Write;

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
                default: "",
            } => arg.value_name(placeholder),
            OptionValue::Text {
                placeholder,
                default,
            } => arg.value_name(placeholder).default_value(default),
        }
    })
}

/// The time given for an option that has a default.
pub fn time(matches: &ArgMatches, name: &str) -> Duration {
    given(matches, name).unwrap_or_default()
}

/// The text given for an argument, if there is one.
pub fn word<'a>(matches: &'a ArgMatches, name: &str) -> Option<&'a str> {
    matches.get_one::<String>(name).map(String::as_str)
}

/// The values given for a puzzle's own options.
pub fn puzzle_option_values(specs: &'static [OptionSpec], matches: &ArgMatches) -> Options {
    let mut options = Options::default();
    for spec in specs {
        if spec.value == OptionValue::Flag {
            if matches.get_flag(spec.name) {
                options.set(spec.name, "true");
            }
        } else if let Some(value) = word(matches, spec.name) {
            options.set(spec.name, value);
        }
    }
    options
}

/// Writes `--explain steps` with a sign between them: the option's value can be left out, and then the word behind it is the
/// level.
fn with_equals(given: Vec<OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = Vec::with_capacity(given.len());
    for word in given {
        match words.last_mut() {
            Some(last) if last == "--explain" && (word == "steps" || word == "proof") => {
                last.push("=");
                last.push(word);
            }
            _ => words.push(word),
        }
    }
    words
}

/// The level by the rule that the options ask for, if they do.
pub fn by_rule(
    level: Box<dyn Level>,
    specs: &'static [OptionSpec],
    matches: &ArgMatches,
) -> anyhow::Result<Box<dyn Level>> {
    let options = puzzle_option_values(specs, matches);
    if options == Options::default() {
        return Ok(level);
    }
    Ok(level.ruled(&options)?)
}

/// Says by which rule a level is solved, where its own is not the usual one of its puzzle.
pub fn say_rule(
    name: &str,
    level: &dyn Level,
    specs: &'static [OptionSpec],
    matches: &ArgMatches,
    session: &Session,
) -> anyhow::Result<()> {
    if specs.is_empty() || level.sheet().rule.is_empty() {
        return Ok(());
    }
    let rule = level.ruled(&puzzle_option_values(specs, matches))?.rule();
    session.say(&format!("{name}: the rule: {rule}"));
    Ok(())
}

/// Reads a whole number within these bounds.
pub fn whole<T: TryFrom<u64>>(
    bounds: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse::<i128>();
        let number = number.map_err(|_| "not a whole number".to_owned())?;
        let within = u64::try_from(number).ok().filter(|n| bounds.contains(n));
        let number = within.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| match bounds.clone().into_inner() {
            (least, u64::MAX) => format!("it must be at least {least}"),
            (least, most) => format!("it must be from {least} to {most}"),
        })
    }
}

/// Reads a number of at least 1.
pub fn positive(text: &str) -> Result<u64, String> {
    whole(1..=u64::MAX)(text)
}

/// Reads a time such as `10`, `1.5s`, `500ms`, `2m` or `1h`.
pub fn duration(text: &str) -> Result<Duration, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    if digits.is_empty() {
        return Err("not a time".to_owned());
    }
    let seconds = match &text[digits.len()..] {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        unit => return Err(format!("'{unit}' is not a unit of time; use ms, s, m or h")),
    };
    let number: f64 = digits.parse().map_err(|_| "not a time".to_owned())?;
    Duration::try_from_secs_f64(number * seconds).map_err(|_| "out of range".to_owned())
}

/// Reads a size such as `500M` or `2G`, in units of 1024.
pub fn size(text: &str) -> Result<usize, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    if digits.is_empty() {
        return Err("not a size".to_owned());
    }
    let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" | "B" => 0,
        "K" | "KB" | "KIB" => 10,
        "M" | "MB" | "MIB" => 20,
        "G" | "GB" | "GIB" => 30,
        "T" | "TB" | "TIB" => 40,
        unit => return Err(format!("'{unit}' is not a unit of size; use K, M, G or T")),
    };
    let number: f64 = digits.parse().map_err(|_| "not a size".to_owned())?;
    let bytes = number * f64::from(shift).exp2();
    if (1.0..1e18).contains(&bytes) {
        return Ok(bytes as usize);
    }
    Err("out of range".to_owned())
}

#[cfg(test)]
mod tests {
    use super::{Needed, build, command, duration, positive, size, whole};
    use std::time::Duration;

    #[test]
    fn the_command_line_is_consistent() {
        command().debug_assert();
    }

    /// A part of the command line understands the words that are for it as the whole does.
    #[test]
    fn a_part_of_the_command_line_is_enough() {
        let names = |command: &clap::Command| -> Vec<String> {
            let inner = command.get_subcommands();
            inner.map(|command| command.get_name().to_owned()).collect()
        };
        let whole = command();
        for words in [
            "",
            "--version",
            "coil",
            "coil solve x",
            "-q --color never maze play",
            "demo",
        ] {
            let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
            let part = build(&Needed::of(&words));
            assert_eq!(names(&part), names(&whole), "{words:?}");
            let mut place = (&part, &whole);
            for word in super::named(&words) {
                let inner = (place.0.find_subcommand(word), place.1.find_subcommand(word));
                let (Some(part), Some(whole)) = inner else {
                    break;
                };
                assert_eq!(names(part), names(whole), "{words:?}");
                let options = |command: &clap::Command| command.get_arguments().count();
                assert_eq!(options(part), options(whole), "{words:?}");
                place = (part, whole);
            }
        }
    }

    #[test]
    fn times_and_sizes() {
        assert_eq!(duration("1.5"), Ok(Duration::from_millis(1500)));
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(size("2K"), Ok(2048));
        assert_eq!(size("1.5g"), Ok(3 << 29));
        assert_eq!(duration("nan"), Err("not a time".to_owned()));
        for bad in ["", "x", "1y", "-1", "nan", "1e400"] {
            assert!(duration(bad).is_err(), "{bad}");
            assert!(size(bad).is_err(), "{bad}");
        }
    }

    /// They were refused in the words of Rust's library.
    #[test]
    fn whole_numbers_are_refused_in_plain_words() {
        let number = whole::<u16>(1..=1000);
        assert_eq!(number("1000"), Ok(1000));
        for (bad, why) in [
            ("", "not a whole number"),
            ("1.5", "not a whole number"),
            ("NaN", "not a whole number"),
            ("-1", "it must be from 1 to 1000"),
            ("70000", "it must be from 1 to 1000"),
        ] {
            assert_eq!(number(bad), Err(why.to_owned()), "{bad}");
        }
        let huge = "18446744073709551616";
        assert_eq!(positive("-3"), Err("it must be at least 1".to_owned()));
        assert!(positive(huge).is_err());
    }
}
