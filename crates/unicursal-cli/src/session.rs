//! What all commands of one run share: how to talk to the user, and whether to stop.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::ArgMatches;
use unicursal::Unknown;

use crate::exit::Exit;
use crate::terminal;

/// Set by Ctrl-C.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// How long work may take to notice Ctrl-C before the program ends without it.
const PATIENCE: Duration = Duration::from_millis(300);

/// How long it may take where others must be told, which is not in our hands.
const LONG_PATIENCE: Duration = Duration::from_secs(5);

/// Set when others must be told.
static OTHERS_WAIT: AtomicBool = AtomicBool::new(false);

/// One run of the program.
pub struct Session {
    quiet: bool,
    verbose: bool,
    /// `auto`, `always` or `never`.
    color: String,
    /// The flag that Ctrl-C sets.
    interrupted: &'static AtomicBool,
}

impl Session {
    /// Reads the options that all commands have, and listens for Ctrl-C.
    pub fn new(matches: &ArgMatches) -> Self {
        // Global options may stand before or after the commands' names.
        let mut innermost = matches;
        while let Some((_, inner)) = innermost.subcommand() {
            innermost = inner;
        }
        let color = innermost.get_one::<String>("color");
        // Without a handler Ctrl-C still ends the program, only with the system's own code.
        let _ = ctrlc::set_handler(|| {
            INTERRUPTED.store(true, Ordering::Relaxed);
            std::thread::sleep(if OTHERS_WAIT.load(Ordering::Relaxed) {
                LONG_PATIENCE
            } else {
                PATIENCE
            });
            if terminal::is_changed() {
                // In a thread of its own, because a terminal that nobody reads would block it.
                std::thread::spawn(terminal::restore);
                std::thread::sleep(PATIENCE);
            }
            std::process::exit(Exit::Interrupted as i32);
        });
        Self {
            quiet: innermost.get_flag("quiet"),
            verbose: innermost.get_flag("verbose"),
            color: color.map_or("auto", String::as_str).to_owned(),
            interrupted: &INTERRUPTED,
        }
    }

    /// The flag that Ctrl-C sets.
    pub fn interrupted(&self) -> &'static AtomicBool {
        self.interrupted
    }

    /// Whether Ctrl-C was pressed.
    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
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
            let _ = writeln!(std::io::stderr(), "{text}");
        }
    }

    /// With `--verbose`, what was tried before a question was left open, and what was not.
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

/// Gives the work more time to end after Ctrl-C, because it has to say goodbye to others.
pub fn others_wait() {
    OTHERS_WAIT.store(true, Ordering::Relaxed);
}

/// An error: one line on standard error, also with `--quiet`.
pub fn error(text: &str) {
    // When standard error is gone as well, the exit code still tells.
    let _ = writeln!(std::io::stderr(), "unicursal: {text}");
}

/// A line on standard error that the user asked for, also with `--quiet`.
pub fn note(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}
