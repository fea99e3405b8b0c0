//! What programs are asked to do: what they get on standard input, and what their output is worth.

use unicursal::{REFUSAL, SolveRequest};

use crate::levels::Loaded;
use crate::verdict::{Kind, Verdict, first_not_text};

/// A task for programs.
pub trait Task: Sync {
    /// What a program gets on standard input for a level; or why the arena cannot ask for it.
    fn input(&self, number: u64, loaded: &Loaded) -> Result<Vec<u8>, String>;

    /// Judges what a program printed that ended by itself.
    fn judge(&self, loaded: &Loaded, output: &[u8]) -> Verdict;
}

/// To read a level and print an answer, or that there is none. The puzzle's independent checker judges it.
#[derive(Clone, Copy, Debug)]
pub struct Answers;

impl Task for Answers {
    fn input(&self, _: u64, loaded: &Loaded) -> Result<Vec<u8>, String> {
        Ok(loaded.text.clone())
    }

    fn judge(&self, loaded: &Loaded, output: &[u8]) -> Verdict {
        if output.trim_ascii() == REFUSAL.as_bytes() {
            return Verdict::new(Kind::NoSolution, "as claimed by the solver");
        }
        if output.trim_ascii().is_empty() {
            return Verdict::new(Kind::Fail, "it printed nothing");
        }
        if let Some(byte) = first_not_text(output) {
            let found = output.get(byte).copied().unwrap_or_default();
            let reason = format!("not text: byte {byte} is 0x{found:02x}");
            return Verdict::new(Kind::Output, reason);
        }
        match loaded.level.check(&SolveRequest::default(), output) {
            Ok(unicursal::Verdict::Valid) => Verdict::new(Kind::Pass, ""),
            Ok(unicursal::Verdict::Wrong { reason, board }) => Verdict {
                board: Some(board),
                ..Verdict::new(Kind::Fail, reason)
            },
            Err(error) => Verdict::new(Kind::Fail, error.to_string()),
        }
    }
}
