//! The arguments that a user gave, read once into the struct of a command.
//!
//! The names of arguments appear only where a command defines them and where it reads them into its
//! struct, side by side in one file; the code that does the work sees only the struct.

use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::time::Duration;

use clap::ArgMatches;
use clap::parser::ValueSource;
use unicursal::{
    Control, Error, Figures, Interruption, Level, OptionSpec, OptionValue, Options, Puzzle,
    SolveRequest,
};

use crate::exit::{self, Exit};
use crate::input::NamedLevel;
use crate::session::{self, Session};
use crate::{memory, output, signals};

/// The arguments of one command. A name that the command does not define is a bug, and panics.
///
/// Commands see nothing of what is inside, so that they cannot look up arguments while they work.
#[derive(Clone, Copy)]
pub struct Given<'a>(&'a ArgMatches);

impl<'a> Given<'a> {
    pub fn new(matches: &'a ArgMatches) -> Self {
        Self(matches)
    }

    /// Whether a flag was given.
    pub fn flag(self, name: &str) -> bool {
        self.0.get_flag(name)
    }

    /// The same for a flag that not every command has.
    pub fn maybe_flag(self, name: &str) -> bool {
        self.maybe(name) == Some(true)
    }

    /// The value of an argument, if it was given or has a default.
    pub fn value<T: Clone + Send + Sync + 'static>(self, name: &str) -> Option<T> {
        self.0.get_one(name).cloned()
    }

    /// The same for an argument that some of the commands that share a set of options leave out.
    pub fn maybe<T: Clone + Send + Sync + 'static>(self, name: &str) -> Option<T> {
        self.0.try_get_one(name).ok().flatten().cloned()
    }

    /// The time of an option that has a default.
    pub fn time(self, name: &str) -> Duration {
        self.value(name).unwrap_or_default()
    }

    /// The numbers of levels from `--start` to `--end`.
    pub fn range(self) -> RangeInclusive<u64> {
        self.value("start").unwrap_or(1)..=self.value("end").unwrap_or(u64::MAX)
    }

    /// The text of an argument.
    pub fn text(self, name: &str) -> Option<String> {
        self.value(name)
    }

    /// All values of an argument.
    pub fn all<T: Clone + Send + Sync + 'static>(self, name: &str) -> Vec<T> {
        self.0
            .get_many(name)
            .into_iter()
            .flatten()
            .cloned()
            .collect()
    }

    /// The same for an argument that not every command has.
    pub fn maybe_all<T: Clone + Send + Sync + 'static>(self, name: &str) -> Vec<T> {
        let values = self.0.try_get_many(name).ok().flatten();
        values.into_iter().flatten().cloned().collect()
    }

    /// Whether an argument was given by the user, not by its default.
    pub fn is_given(self, name: &str) -> bool {
        self.0.value_source(name) == Some(ValueSource::CommandLine)
    }

    /// The word that follows an option whose value was left out, if it was read as something else.
    pub fn after_bare(self, option: &str) -> Option<String> {
        let at = self.0.index_of(option)? + 1;
        // Defaults have places behind all words of the user.
        let mut given = self.0.ids().filter(|id| self.is_given(id.as_str()));
        given.find_map(|id| {
            let raw = self.0.get_raw(id.as_str())?;
            let mut words = self.0.indices_of(id.as_str())?.zip(raw);
            let (_, word) = words.find(|(index, _)| *index == at)?;
            Some(word.to_string_lossy().into_owned())
        })
    }

    /// The word that names the level.
    pub fn level(self) -> Option<OsString> {
        self.value("level")
    }

    /// See [`Limits`].
    pub fn limits(self) -> Limits {
        Limits {
            time: self.value("time-limit"),
            memory: self.value("memory-limit"),
            threads: self.maybe("threads"),
        }
    }

    /// The values of a puzzle's own options.
    pub fn options(self, specs: &'static [OptionSpec]) -> Options {
        let mut options = Options::default();
        for spec in specs {
            if spec.value != OptionValue::Flag {
                if let Some(value) = self.text(spec.name) {
                    options.set(spec.name, value);
                }
            } else if self.flag(spec.name) {
                options.set(spec.name, "true");
            }
        }
        options
    }

    /// A request with these options of the puzzle.
    pub fn request(self, specs: &'static [OptionSpec]) -> SolveRequest {
        SolveRequest {
            options: self.options(specs),
            ..SolveRequest::default()
        }
    }

    /// See [`Rules`].
    pub fn rules(self, puzzle: &'static dyn Puzzle) -> Rules {
        self.rules_among(puzzle.about().rule_options)
    }

    /// The same, where a command chooses the rule by other options.
    pub fn rules_among(self, specs: &'static [OptionSpec]) -> Rules {
        Rules {
            are_several: !specs.is_empty(),
            asked: self.options(specs),
        }
    }
}

/// The limits of all work of a command.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    pub time: Option<Duration>,
    memory: Option<usize>,
    threads: Option<u16>,
}

impl Limits {
    /// The control of all work of a command: within the limits, until Ctrl-C. It must be made
    /// first, because the time runs from here. Work that does not look at the clock is ended too.
    pub fn control(&self, session: &Session) -> Control<'static> {
        if let Some(limit) = self.time {
            let is_json = session.is_json();
            let late = Error::interrupted(Interruption::Time, "the work was ended");
            signals::end_after(limit, output::has_begun, Exit::Unknown.code(), move || {
                let late = anyhow::Error::new(late);
                session::error(&late.to_string());
                if is_json {
                    let _ = output::json(&exit::report(&late));
                }
            });
        }
        self.control_of_part(session)
    }

    /// The control of a part of the work that has these limits of its own.
    pub fn control_of_part(&self, session: &Session) -> Control<'static> {
        let mut control = Control::new().cancelled_by(session.interrupted());
        if let Some(limit) = self.time {
            control = control.time_limit(limit);
        }
        if let Some(limit) = self.memory() {
            control = control.memory_limit(limit);
        }
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        control.threads(self.threads.map_or_else(cores, usize::from))
    }

    /// How many bytes may be used: what was given, or what is free.
    pub fn memory(&self) -> Option<usize> {
        let free = || memory::available().and_then(|bytes| usize::try_from(bytes).ok());
        self.memory.or_else(free)
    }
}

/// The rule that a user asks for, of a puzzle that has several.
pub struct Rules {
    pub are_several: bool,
    asked: Options,
}

impl Rules {
    /// The level by the rule that is asked for, if one is.
    pub fn apply(&self, level: Box<dyn Level>) -> anyhow::Result<Box<dyn Level>> {
        if self.asked == Options::default() {
            return Ok(level);
        }
        Ok(level.ruled(&self.asked)?)
    }

    /// Says by which rule a level is solved, if its own is not the usual one of its puzzle.
    pub fn say(&self, named: &NamedLevel, session: &Session) -> anyhow::Result<()> {
        if self.are_several && !named.level.sheet().rule.is_empty() {
            let rule = named.level.ruled(&self.asked)?.rule();
            session.say(&format!("{}: the rule: {rule}", named.name));
        }
        Ok(())
    }
}

/// What a piece of work took: as JSON for `--stats`, in words with `--verbose`.
pub fn report_stats(
    as_json: bool,
    mut stats: Figures,
    seconds: f64,
    name: &str,
    session: &Session,
) {
    for (table, lines) in stats.tables() {
        session.explain(&format!("{name}: {table}\n{lines}"));
    }
    if as_json {
        stats.add("seconds", seconds);
        if let Some(bytes) = memory::peak() {
            stats.add("peak_memory_bytes", bytes);
        }
        session::note(&stats.to_string());
    } else {
        session.explain(&format!("{name}: {seconds:.3} s"));
    }
}
