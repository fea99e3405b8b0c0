//! Scores a text as an answer to a level, for programs that learn from scores.
//!
//! The text may be anything: an answer as solvers print it, or the words of a language model with
//! an answer somewhere in them. [`extract`] finds the answer that is meant; the independent checker
//! judges it. A right answer scores 1. A wrong one scores [`MOST_FOR_WRONG`] times the share of the
//! work that its legal beginning does.

mod extract;
mod words;

use serde::Serialize;

use crate::game::Game;
use crate::puzzle::Level;
use crate::{Control, Moves, Outcome, SolveRequest, Verdict};

/// The score of a wrong answer that is almost right.
pub const MOST_FOR_WRONG: f64 = 0.5;

/// Only the end of a text is looked at: this many bytes, plus this many for each cell.
const MOST_BYTES: usize = 1 << 16;
const MOST_BYTES_PER_CELL: usize = 32;

/// The score of a text as an answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Score {
    /// 1 if and only if the checker accepts the answer; otherwise from 0 to [`MOST_FOR_WRONG`].
    pub score: f64,
    /// Whether the checker accepts it.
    pub valid: bool,
    /// The answer that was found in the text, as solvers write it.
    pub answer: Option<String>,
    /// What is wrong and where; empty for a right answer.
    pub reason: String,
    /// The moves of the answer, and how many of them come before the first illegal one (in Connect
    /// the Colours: the first of each colour).
    pub moves: usize,
    /// See `moves`.
    pub legal: usize,
    /// How much of the work the legal moves do, 0 to 1: the share of cells beyond those where paths
    /// begin; in Connect the Colours, joined colours count as cells, and if tiles may stay empty
    /// only they count; in mazes, the share of the right walk.
    pub filled: f64,
}

impl Score {
    fn nothing(reason: impl Into<String>) -> Self {
        Self {
            score: 0.0,
            valid: false,
            answer: None,
            reason: reason.into(),
            moves: 0,
            legal: 0,
            filled: 0.0,
        }
    }
}

/// Judges a text as an answer to a level.
///
/// ```
/// use unicursal::{Control, puzzle, score};
///
/// let pellet = puzzle("pellet").expect("it is in the registry");
/// let level = pellet.parse(b"S..\n...\n", &Control::new())?;
/// let right = score(&*level, "First right twice, then down:\n\n```\nR R D L L\n```\n");
/// assert_eq!((right.score, right.answer.as_deref()), (1.0, Some("rrdll")));
/// let wrong = score(&*level, "<answer>rrr</answer>");
/// assert_eq!((wrong.score, wrong.legal, wrong.moves), (0.2, 2, 3));
/// assert_eq!(score(&*level, "I give up.").score, 0.0);
/// # Ok::<(), unicursal::Error>(())
/// ```
pub fn score(level: &dyn Level, text: &str) -> Score {
    let (width, height) = level.size();
    let most = MOST_BYTES + MOST_BYTES_PER_CELL.saturating_mul(width.saturating_mul(height));
    let mut from = text.len().saturating_sub(most);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let Some(found) = extract::answer(level.about().moves, &text[from..]) else {
        return Score::nothing("no answer was found in the text");
    };
    let verdict = level.check(&SolveRequest::default(), found.as_bytes());
    let (valid, reason) = match verdict {
        Ok(Verdict::Valid) => (true, String::new()),
        Ok(Verdict::Wrong { reason, .. }) => (false, reason),
        Err(error) => (false, error.to_string()),
    };
    let (moves, legal, filled) = credit(level, &found).unwrap_or((0, 0, 0.0));
    Score {
        score: if valid { 1.0 } else { MOST_FOR_WRONG * filled },
        valid,
        answer: Some(found),
        reason,
        moves,
        legal,
        filled: if valid { 1.0 } else { filled },
    }
}

/// The moves of an answer, the legal ones at its beginning, and how much of the work those do.
fn credit(level: &dyn Level, answer: &str) -> Option<(usize, usize, f64)> {
    let share = |part: usize, whole: usize| part as f64 / whole.max(1) as f64;
    if level.about().moves == Moves::Walk {
        // There is one right walk.
        let solved = level
            .solve(&SolveRequest::default(), &Control::new())
            .ok()?;
        let Outcome::Solved(right) = solved.outcome else {
            return None;
        };
        let right = right.trim_end().rsplit('=').next()?;
        let given = answer.rsplit('=').next()?;
        let pairs = right.bytes().zip(given.bytes());
        let same = pairs.take_while(|(right, given)| right == given).count();
        return Some((given.len(), same, share(same, right.len())));
    }
    let mut game = Game::new(level).ok()?;
    let (moves, legal) = game.follow(level, answer.as_bytes()).ok()?;
    let (done, of) = game.progress();
    Some((moves, legal, share(done, of)))
}
