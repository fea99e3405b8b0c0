//! What programs are asked to do: what they get on standard input, and how their output is judged.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use unicursal::{Control, Level, Outcome, REFUSAL, SolveRequest};

use crate::levels::Loaded;
use crate::verdict::{Kind, Verdict, first_not_text};

/// A task for programs.
pub trait Task: Sync {
    /// What a program gets on standard input for a level; or why the arena cannot ask for it.
    fn input(&self, number: u64, loaded: &Loaded) -> Result<Vec<u8>, String>;

    /// Files that a program may read for this level, and for no other.
    fn files(&self, _number: u64) -> Vec<PathBuf> {
        Vec::new()
    }

    /// Judges what a program that ended by itself has printed.
    fn judge(&self, loaded: &Loaded, output: &[u8]) -> Verdict;

    /// What to say about the output of a program that was ended, or ended badly: a sentence, and a
    /// board.
    fn remark(&self, _loaded: &Loaded, _output: &[u8]) -> Option<(String, Option<String>)> {
        None
    }
}

/// To read a level and print an answer, or that there is no solution. The puzzle's independent
/// checker judges answers; our own solver judges the claim that there is none.
#[derive(Clone, Copy, Debug)]
pub struct Answers<'a> {
    /// How long our solver may take to judge such a claim; without time nobody judges it.
    pub judge_no: Duration,
    /// Whether the user has interrupted the run.
    pub interrupted: &'a AtomicBool,
}

impl Answers<'_> {
    /// Judges the claim that a level has no solution.
    fn judge_refusal(&self, level: &dyn Level) -> Verdict {
        let control = Control::new()
            .time_limit(self.judge_no)
            .cancelled_by(self.interrupted);
        let unjudged = |why: &str| Verdict::new(Kind::NoSolution, format!("unjudged: {why}"));
        if self.judge_no.is_zero() {
            return unjudged("as claimed by the solver");
        }
        if let Ok(Some(_)) = level.known_answer(&control) {
            return Verdict::new(
                Kind::Fail,
                "it says 'No solution found', and a solution is known",
            );
        }
        match level.solve(&SolveRequest::default(), &control) {
            Ok(solved) => match solved.outcome {
                // The checker has seen it.
                Outcome::Solved(_) => {
                    Verdict::new(Kind::Fail, "it says 'No solution found', and there is one")
                }
                Outcome::Unsolvable { .. } => {
                    Verdict::new(Kind::Pass, "no solution, as we can prove")
                }
                Outcome::Unknown(_) => {
                    let time = self.judge_no.as_secs_f64();
                    unjudged(&format!("our solver does not know after {time}s"))
                }
            },
            Err(error) => unjudged(&error.to_string()),
        }
    }
}

impl Task for Answers<'_> {
    fn input(&self, _: u64, loaded: &Loaded) -> Result<Vec<u8>, String> {
        Ok(loaded.text.clone())
    }

    fn judge(&self, loaded: &Loaded, output: &[u8]) -> Verdict {
        let Some(level) = &loaded.level else {
            return Verdict::new(Kind::Arena, "nobody here knows this puzzle");
        };
        if output.trim_ascii() == REFUSAL.as_bytes() {
            return Verdict {
                is_refusal: true,
                ..self.judge_refusal(&**level)
            };
        }
        if output.trim_ascii().is_empty() {
            return Verdict::new(Kind::Fail, "it printed nothing");
        }
        if let Some(byte) = first_not_text(output) {
            let found = output.get(byte).copied().unwrap_or_default();
            let reason = format!("not text: byte {byte} is 0x{found:02x}");
            return Verdict::new(Kind::Output, reason);
        }
        match level.check(&SolveRequest::default(), output) {
            Ok(unicursal::Verdict::Valid) => Verdict::new(Kind::Pass, ""),
            Ok(unicursal::Verdict::Wrong { reason, board }) => Verdict {
                board: Some(board),
                ..Verdict::new(Kind::Fail, reason)
            },
            Err(error) => Verdict::new(Kind::Fail, error.to_string()),
        }
    }
}
