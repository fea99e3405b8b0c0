//! What the checkers of proofs have in common: what they say, and how the text of a proof is read.

use thiserror::Error;

/// What a checker says of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It proves this.
    Accepted(Claim),
    /// It proves nothing.
    Rejected {
        /// The line, counted from 1, at which it fails.
        line: usize,
        /// Why.
        reason: String,
    },
    /// The caller wanted to wait no longer.
    Stopped,
}

/// What a proof proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The level has no answer.
    NoAnswer,
    /// This is an answer, and the level has no other.
    OnlyAnswer(String),
    /// These are answers, each the other walked backwards, and the level has no other.
    OnlyWay([String; 2]),
}

/// A text that is no level, or no proof.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Malformed {
    /// Something is wrong with the level.
    #[error("level: {0}")]
    Level(String),
    /// Something is wrong with the form of the proof.
    #[error("proof: line {line}: {reason}")]
    Proof {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
}

/// What is wrong with a step.
pub(crate) enum Fault {
    /// It is none.
    Form(String),
    /// It does not follow.
    Wrong(String),
    /// The caller wanted to wait no longer.
    Stopped,
}

/// A step that does not follow.
pub(crate) fn wrong<T>(reason: &str) -> Result<T, Fault> {
    Err(Fault::Wrong(reason.to_owned()))
}

/// A line that is no step.
pub(crate) fn no_step(line: &str) -> Fault {
    Fault::Form(format!("'{}' is no step of a proof", shown(line)))
}

/// A column and a row, `X,Y`.
pub(crate) fn place(text: &str) -> Result<(usize, usize), Fault> {
    let place = text
        .split_once(',')
        .and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
    place.ok_or_else(|| Fault::Form(format!("'{}' is no cell: one looks like 3,7", shown(text))))
}

/// The beginning of a text, printable.
pub(crate) fn shown(text: &str) -> String {
    text.chars()
        .take(30)
        .flat_map(char::escape_default)
        .collect()
}

/// Takes the steps of a proof, which follow its first line, one after the other until one completes
/// it, as long as the caller wants to go on.
pub(crate) fn read(
    header: &str,
    proof: &[u8],
    go_on: &dyn Fn() -> bool,
    mut step: impl FnMut(&str) -> Result<Option<Claim>, Fault>,
) -> Result<Verdict, Malformed> {
    let malformed = |line: usize, reason: String| Malformed::Proof { line, reason };
    let mut lines = (1..).zip(proof.split(|&byte| byte == b'\n'));
    let first = lines.next().map(|(_, line)| line.trim_ascii());
    if first != Some(header.as_bytes()) {
        return Err(malformed(1, format!("a proof begins with '{header}'")));
    }
    let mut last = 1;
    while let Some((number, line)) = lines.next() {
        last = number;
        let line = std::str::from_utf8(line);
        let line = line.map_err(|_| malformed(number, "this is no text".to_owned()))?;
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        if !go_on() {
            return Ok(Verdict::Stopped);
        }
        match step(line) {
            Ok(None) => {}
            Ok(Some(claim)) => {
                return match lines.find(|(_, line)| !line.trim_ascii().is_empty()) {
                    None => Ok(Verdict::Accepted(claim)),
                    Some((number, _)) => Err(malformed(
                        number,
                        "the proof was complete before".to_owned(),
                    )),
                };
            }
            Err(Fault::Form(reason)) => return Err(malformed(number, reason)),
            Err(Fault::Stopped) => return Ok(Verdict::Stopped),
            Err(Fault::Wrong(reason)) => {
                return Ok(Verdict::Rejected {
                    line: number,
                    reason,
                });
            }
        }
    }
    Ok(Verdict::Rejected {
        line: last,
        reason: "the proof ends before it has proved anything".to_owned(),
    })
}
