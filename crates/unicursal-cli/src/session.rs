//! What all commands of one run share: how to talk to the user, and whether to stop.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::ArgMatches;
use unicursal::Unknown;
use unicursal_arena::printable_lines;

use crate::signals;

/// One run of the program.
pub struct Session {
    quiet: bool,
    verbose: bool,
    /// `auto`, `always` or `never`.
    color: String,
    /// Whether results are printed as JSON.
    json: bool,
    /// The flag that signals set.
    interrupted: &'static AtomicBool,
}

impl Session {
    /// Reads the options that all commands have, and listens for Ctrl-C.
    pub fn new(matches: &ArgMatches) -> Self {
        // Global options may come before or after the names of commands.
        let mut innermost = matches;
        while let Some((_, inner)) = innermost.subcommand() {
            innermost = inner;
        }
        let color = innermost.get_one::<String>("color");
        signals::listen();
        Self {
            quiet: innermost.get_flag("quiet"),
            verbose: innermost.get_flag("verbose"),
            color: color.map_or("auto", String::as_str).to_owned(),
            json: innermost
                .try_get_one::<bool>("json")
                .is_ok_and(|json| json == Some(&true)),
            interrupted: signals::flag(),
        }
    }

    /// The flag that is set by Ctrl-C, or when the system asks the program to end.
    pub fn interrupted(&self) -> &'static AtomicBool {
        self.interrupted
    }

    /// Whether Ctrl-C was pressed.
    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Whether messages are suppressed.
    pub fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Whether results, errors too, are printed as JSON.
    pub fn is_json(&self) -> bool {
        self.json
    }

    /// Whether to write colours to standard output.
    pub fn colours_stdout(&self) -> bool {
        let unwanted = |name: &str, value: &str| {
            std::env::var_os(name)
                .is_some_and(|v| !v.is_empty() && (value.is_empty() || v == value))
        };
        match self.color.as_str() {
            "always" => true,
            "never" => false,
            _ => {
                std::io::stdout().is_terminal()
                    && !unwanted("NO_COLOR", "")
                    && !unwanted("TERM", "dumb")
            }
        }
    }

    /// Whether to show moving progress.
    pub fn shows_progress(&self) -> bool {
        !self.quiet && std::io::stderr().is_terminal()
    }

    /// A message on standard error, unless `--quiet`.
    pub fn say(&self, text: &str) {
        if !self.quiet {
            note(text);
        }
    }

    /// With `--verbose`, shows what was tried before a question was left open, and what was not.
    pub fn explain_unknown(&self, unknown: &Unknown) {
        for line in unknown.details() {
            self.explain(&line);
        }
    }

    /// A message on standard error with `--verbose`.
    pub fn explain(&self, text: &str) {
        if self.verbose {
            self.say(text);
        }
    }
}

/// An error: one line on standard error, also with `--quiet`.
pub fn error(text: &str) {
    note(&format!("unicursal: {text}"));
}

/// A line on standard error that the user asked for, also with `--quiet`.
pub fn note(text: &str) {
    // If standard error is closed as well, there is still the exit code.
    let _ = writeln!(std::io::stderr(), "{}", printable_lines(text));
}
