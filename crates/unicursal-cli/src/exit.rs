//! How the program ends.

use std::io;
use std::process::ExitCode;

use unicursal::Interruption;
use unicursal::puzzle::{Outcome, WrongAnswer};

use crate::session::{self, Session};

/// The meaning of an exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Yes: solved, valid, done.
    Yes = 0,
    /// No, and that is certain: proved unsolvable, a wrong answer.
    No = 1,
    /// Bad usage or bad input.
    BadInput = 2,
    /// A limit was reached before the answer was known.
    Unknown = 3,
    /// A bug of this program, caught before a wrong answer was printed.
    Bug = 70,
    /// Stopped by Ctrl-C.
    Interrupted = 130,
}

impl Exit {
    /// The end of a command whose result is this.
    pub fn of<A>(outcome: &Outcome<A>) -> Self {
        match outcome {
            Outcome::Solved(_) => Self::Yes,
            Outcome::Unsolvable { .. } => Self::No,
            Outcome::Unknown { why, .. } if *why == Interruption::Cancelled => Self::Interrupted,
            Outcome::Unknown { .. } => Self::Unknown,
        }
    }
}

/// Shows an error, if there is one, and gives the exit code.
pub fn code(ended: anyhow::Result<Exit>, session: &Session) -> ExitCode {
    let exit = ended.unwrap_or_else(|error| {
        if is_broken_pipe(&error) {
            return Exit::Yes;
        }
        session::error(&format!("{error:#}"));
        match error.downcast_ref::<WrongAnswer>() {
            Some(_) => Exit::Bug,
            None => Exit::BadInput,
        }
    });
    let exit = if session.is_interrupted() {
        Exit::Interrupted
    } else {
        exit
    };
    ExitCode::from(exit as u8)
}

/// Whether the reader of our output went away, which is its right.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}
