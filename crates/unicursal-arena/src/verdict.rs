//! The verdict on a run of a program on a level, and why.

use std::fmt;

use serde::{Deserialize, Serialize};
use unicursal_contain::{Ended, Limits, Run, Stop};

use crate::units;

/// How many lines of standard error a report shows.
const STDERR_LINES: usize = 5;

/// What programs in various languages say when they get no more memory, in lower case.
const NO_MEMORY: [&str; 7] = [
    "out of memory",
    "outofmemory",
    "memoryerror",
    "bad_alloc",
    "memory allocation of",
    "cannot allocate memory",
    "memory exhausted",
];

/// The kinds of verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// A right answer.
    #[serde(rename = "PASS")]
    Pass,
    /// A wrong answer, or none.
    #[serde(rename = "FAIL")]
    Fail,
    /// The program says that there is no solution, and we could not judge that.
    #[serde(rename = "NO SOLUTION")]
    NoSolution,
    /// It took too long.
    #[serde(rename = "TIMEOUT")]
    Timeout,
    /// It took too much memory.
    #[serde(rename = "MEMORY")]
    Memory,
    /// It ended by a signal or with an exit code other than 0.
    #[serde(rename = "CRASH")]
    Crash,
    /// It printed too much, or something that is not text.
    #[serde(rename = "OUTPUT")]
    Output,
    /// It tampered with what measures it.
    #[serde(rename = "CHEAT")]
    Cheat,
    /// The arena failed, which says nothing about the program.
    #[serde(rename = "ARENA")]
    Arena,
    /// The level itself cannot be read.
    #[serde(rename = "UNREADABLE")]
    Unreadable,
}

impl Kind {
    /// Whether the program was stopped, or failed.
    pub fn is_bad_end(self) -> bool {
        matches!(
            self,
            Self::Timeout | Self::Memory | Self::Crash | Self::Output
        )
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pass => "PASS",
            Self::Fail => "FAIL",
            Self::NoSolution => "NO SOLUTION",
            Self::Timeout => "TIMEOUT",
            Self::Memory => "MEMORY",
            Self::Crash => "CRASH",
            Self::Output => "OUTPUT",
            Self::Cheat => "CHEAT",
            Self::Arena => "ARENA",
            Self::Unreadable => "UNREADABLE",
        })
    }
}

/// A verdict and its reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Which one.
    pub kind: Kind,
    /// Why, in one line; empty for the pass of an answer.
    pub reason: String,
    /// Whether the program said that there is no solution. Many then end with an exit code of their
    /// own.
    pub is_refusal: bool,
    /// The board at the failure, where the checker shows one.
    pub board: Option<String>,
    /// The last lines of standard error, for programs that ended badly.
    pub stderr: Vec<String>,
}

impl Verdict {
    /// A verdict with its reason.
    pub fn new(kind: Kind, reason: impl Into<String>) -> Self {
        Self {
            kind,
            reason: reason.into(),
            is_refusal: false,
            board: None,
            stderr: Vec::new(),
        }
    }
}

/// Judges a run. What the program printed is judged by `output`, where it ended by itself.
pub fn judge(run: &Run, limits: &Limits, output: &dyn Fn(&[u8]) -> Verdict) -> Verdict {
    let mut verdict = match &run.ended {
        Ended::Stopped(Stop::Time) => over_time(limits),
        Ended::Stopped(Stop::Memory) => over_memory(limits),
        Ended::Stopped(Stop::Processor) => over_processor(limits),
        Ended::Stopped(Stop::Output) => {
            let limit = units::bytes(limits.output);
            Verdict::new(Kind::Output, format!("more than {limit}"))
        }
        Ended::Stopped(Stop::Unwanted) => Verdict::new(Kind::Arena, "it was stopped"),
        Ended::Cheated(why) => Verdict::new(Kind::Cheat, why),
        Ended::Failed(failure) => Verdict::new(Kind::Arena, &failure.why),
        // However it ended: neither a signal that a program ignores nor a keeper that is late on a
        // busy machine is a way around a limit.
        _ if run.wall > limits.wall => over_time(limits),
        _ if limits
            .cpu_seconds
            .is_some_and(|limit| run.cpu.as_secs() >= limit) =>
        {
            over_processor(limits)
        }
        _ if limits.memory.is_some_and(|limit| run.peak_memory > limit) => over_memory(limits),
        Ended::Signalled(signal) => judge_signal(*signal, run, limits),
        Ended::Exited(code) => judge_exit(*code, run, limits, output(&run.stdout)),
    };
    if matches!(verdict.kind, Kind::Crash | Kind::Memory | Kind::Timeout) {
        verdict.stderr = last_lines(&run.stderr);
    }
    verdict
}

fn over_time(limits: &Limits) -> Verdict {
    let limit = limits.wall.as_secs_f64();
    Verdict::new(Kind::Timeout, format!("Exceeded {limit}s limit"))
}

fn over_memory(limits: &Limits) -> Verdict {
    let limit = units::bytes(limits.memory.unwrap_or(0));
    Verdict::new(Kind::Memory, format!("Exceeded {limit} limit"))
}

fn over_processor(limits: &Limits) -> Verdict {
    let limit = limits.cpu_seconds.unwrap_or(0);
    Verdict::new(
        Kind::Timeout,
        format!("Exceeded {limit}s of processor time"),
    )
}

/// The signal for too much processor time, on Linux, where programs run.
const SIGXCPU: i32 = 24;
/// The signal for a file that became too large.
const SIGXFSZ: i32 = 25;

/// A signal in words.
pub fn signal_name(signal: i32) -> String {
    #[cfg(unix)]
    let known = nix::sys::signal::Signal::try_from(signal).ok();
    #[cfg(not(unix))]
    let known: Option<String> = None;
    known.map_or("an unknown signal".to_owned(), |known| {
        format!("signal {signal} ({known})")
    })
}

fn judge_signal(signal: i32, run: &Run, limits: &Limits) -> Verdict {
    let shown = signal_name(signal);
    match signal {
        SIGXCPU if limits.cpu_seconds.is_some() => over_processor(limits),
        SIGXFSZ => {
            let limit = units::bytes(limits.file_size.unwrap_or(0));
            let reason = format!("wrote a file of more than {limit}, {shown}");
            Verdict::new(Kind::Crash, reason)
        }
        _ => lack_of_memory(run, limits, &shown).unwrap_or(Verdict::new(Kind::Crash, shown)),
    }
}

fn judge_exit(code: i32, run: &Run, limits: &Limits, answer: Verdict) -> Verdict {
    if code == 0 || answer.is_refusal {
        return answer;
    }
    let shown = format!("exit code {code}");
    if let Some(verdict) = lack_of_memory(run, limits, &shown) {
        return verdict;
    }
    let after = match answer.kind {
        Kind::Pass => " after a right answer",
        _ if run.stdout.is_empty() => "",
        _ => " after a wrong answer",
    };
    Verdict::new(Kind::Crash, format!("{shown}{after}"))
}

/// Where bytes stop being text: at invalid UTF-8, or at a control character.
pub(crate) fn first_not_text(bytes: &[u8]) -> Option<usize> {
    let control = |byte: &u8| byte.is_ascii_control() && !b"\t\n\r".contains(byte);
    let valid = std::str::from_utf8(bytes).map_or_else(|e| e.valid_up_to(), str::len);
    let control = bytes[..valid].iter().position(control);
    control.or_else(|| (valid < bytes.len()).then_some(valid))
}

/// The verdict on a program that ended badly because it got no more address space. Only the program
/// learns of that from the system, so this depends on what the program says and on how close it
/// came: one that doubles its memory fails when half of the limit is in use.
fn lack_of_memory(run: &Run, limits: &Limits, shown: &str) -> Option<Verdict> {
    let limit = limits.address_space?;
    let said = String::from_utf8_lossy(&run.stderr).to_lowercase();
    let (used, all) = (units::bytes(run.peak_memory), units::bytes(limit));
    if NO_MEMORY.iter().any(|words| said.contains(words)) {
        let reason = format!("Exceeded {all} of address space");
        return Some(Verdict::new(Kind::Memory, reason));
    }
    let reason = format!("{shown} with {used} in use of {all} of address space");
    (run.peak_memory > limit / 2).then(|| Verdict::new(Kind::Memory, reason))
}

/// The last lines of some bytes, as text without control characters.
fn last_lines(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes);
    let clean = |line: &str| line.chars().filter(|c| !c.is_control()).take(200).collect();
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let lines: Vec<String> = lines.map(clean).collect();
    lines[lines.len().saturating_sub(STDERR_LINES)..].to_vec()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Kind, Verdict, first_not_text, judge, last_lines};
    use unicursal_contain::{Ended, Limits, Run};

    #[test]
    fn an_answer_that_comes_late_is_a_timeout_though_nobody_ended_the_program() {
        let limits = Limits::default();
        let kind = |wall| {
            let run = Run {
                ended: Ended::Exited(0),
                wall,
                cpu: Duration::ZERO,
                peak_memory: 0,
                processes: None,
                stdout: Vec::new(),
                stderr: Vec::new(),
            };
            judge(&run, &limits, &|_| Verdict::new(Kind::Pass, "")).kind
        };
        assert_eq!(kind(limits.wall), Kind::Pass);
        assert_eq!(kind(limits.wall + Duration::from_millis(1)), Kind::Timeout);
    }

    #[test]
    fn text_and_what_is_none() {
        assert_eq!(first_not_text("x=1&y=0&path=R\r\n é".as_bytes()), None);
        assert_eq!(first_not_text(b"ab\xffc"), Some(2));
        assert_eq!(first_not_text(b"a\0bc\xff"), Some(1));
    }

    #[test]
    fn only_the_last_lines_are_kept() {
        let lines = last_lines(b"1\n2\n\n3\n4\n\x1b[31m5\n6\n7\n");
        assert_eq!(lines, ["3", "4", "[31m5", "6", "7"]);
    }
}
