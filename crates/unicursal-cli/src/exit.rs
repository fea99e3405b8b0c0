//! How the program ends.

use std::io;
use std::process::ExitCode;

use serde_json::{Value, json};
use unicursal::{Error, Interruption, Outcome};

use crate::session::{self, Session};
use crate::{output, signals};

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Yes: solved, valid, done.
    Yes,
    /// No, and that is certain: proved unsolvable, a wrong answer.
    No,
    /// Bad usage or bad input.
    BadInput,
    /// A limit was reached before the answer was known.
    Unknown,
    /// A bug of this program, caught before a wrong answer was printed.
    Bug,
    /// Stopped by Ctrl-C, or by the system.
    Interrupted,
    /// Everything was done, whatever signal came: a server that was asked to stop and did, or
    /// files that were all written.
    Complete,
}

impl Exit {
    /// Yes, if this is so.
    pub fn yes_if(is_so: bool) -> Self {
        if is_so { Self::Yes } else { Self::No }
    }

    /// The exit code.
    pub fn code(self) -> u8 {
        match self {
            Self::Yes | Self::Complete => 0,
            Self::No => 1,
            Self::BadInput => 2,
            Self::Unknown => 3,
            Self::Bug => 70,
            Self::Interrupted => signals::exit_code(),
        }
    }

    /// How a command with this result ends.
    pub fn of<A>(outcome: &Outcome<A>) -> Self {
        match outcome {
            Outcome::Solved(_) => Self::Yes,
            Outcome::Unsolvable { .. } => Self::No,
            Outcome::Unknown(unknown) => Self::of_interruption(unknown.why),
        }
    }

    /// How a command that did not get to its result ends.
    pub fn of_interruption(why: Interruption) -> Self {
        match why {
            Interruption::Cancelled => Self::Interrupted,
            _ => Self::Unknown,
        }
    }

    /// How a command that failed with this error ends.
    pub fn of_error(error: &anyhow::Error) -> Self {
        match library_error(error) {
            Some(Error::WrongAnswer { .. } | Error::WrongProof { .. }) => Self::Bug,
            Some(Error::Unfinished(unknown)) => Self::of_interruption(unknown.why),
            _ => Self::BadInput,
        }
    }
}

/// The library's error behind an error of a command, whatever context was added on the way.
pub fn library_error(error: &anyhow::Error) -> Option<&Error> {
    error.chain().find_map(|cause| cause.downcast_ref())
}

/// Shows an error, if there is one, and returns the exit code.
pub fn code(ended: anyhow::Result<Exit>, session: &Session) -> ExitCode {
    let exit = ended.unwrap_or_else(|error| {
        if is_broken_pipe(&error) {
            return Exit::Yes;
        }
        session::error(&format!("{error:#}"));
        if let Some(Error::Unfinished(unknown)) = library_error(&error) {
            session.explain_unknown(unknown);
        }
        if session.is_json() {
            // If standard output is closed as well, there is still the exit code.
            let _ = output::json(&report(&error));
        }
        Exit::of_error(&error)
    });
    let is_cut_short = session.is_interrupted() && exit != Exit::Complete;
    let exit = if is_cut_short {
        Exit::Interrupted
    } else {
        exit
    };
    ExitCode::from(exit.code())
}

/// How a program that only had to print something ends. If it could not, this shows why.
pub fn of_printed(printed: anyhow::Result<()>) -> Exit {
    match printed {
        Err(error) if !is_broken_pipe(&error) => {
            session::error(&format!("{error:#}"));
            Exit::BadInput
        }
        _ => Exit::Yes,
    }
}

/// An error as every command with `--json` prints it: `outcome` (`error`, or `unknown` at a limit),
/// `kind` and `message`; the place of bad input, and what ended unfinished work, if known.
pub fn report(error: &anyhow::Error) -> Value {
    let message = format!("{error:#}");
    let mut report = json!({"outcome": "error", "kind": "bad-input", "message": message});
    if let Some(error) = library_error(error)
        && let (Value::Object(report), Value::Object(fields)) = (&mut report, json!(error))
    {
        report.extend(fields);
        // The whole line, with the name of the file.
        report.insert("message".to_owned(), json!(message));
        if let Error::Unfinished(_) = error {
            report.insert("outcome".to_owned(), json!("unknown"));
        }
    }
    report
}

/// Whether the reader of our output closed it, which is not an error.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;
    use unicursal::{Error, Interruption};

    use super::Exit;

    #[test]
    fn each_kind_of_error_has_its_code_behind_any_context() {
        let exit = |error: Error| Exit::of_error(&anyhow!(error).context("level.txt"));
        let wrong = Error::WrongAnswer {
            reason: "blocked".to_owned(),
            answer: "U".to_owned(),
        };
        assert_eq!(exit(wrong), Exit::Bug);
        assert_eq!(
            exit(Error::interrupted(Interruption::Time, "")),
            Exit::Unknown
        );
        assert_eq!(
            exit(Error::interrupted(Interruption::Cancelled, "")),
            Exit::Interrupted
        );
        assert_eq!(exit(Error::bad_request("no")), Exit::BadInput);
        assert_eq!(exit(Error::bad_input("no", None)), Exit::BadInput);
    }
}
