//! What the independent checkers say, for front ends.

use std::fmt;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::Error;

/// A proof in the form that checkers of SAT proofs read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drat {
    /// The clauses that the level justifies, in DIMACS.
    pub formula: String,
    /// The clauses that follow, in DRAT or LRAT.
    pub proof: String,
}

/// What the kernel says about a certificate that it could read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Judgement {
    /// It proves that there is no solution.
    NoAnswer,
    /// It proves that this is the only solution.
    OnlyAnswer(String),
    /// It proves that these are the only solutions, each being the other walked backwards.
    OnlyWay([String; 2]),
    /// It proves that these are all answers.
    AllAnswers(Vec<String>),
    /// It proves nothing.
    Rejected {
        /// The line at which it fails, counted from 1.
        line: usize,
        /// Why.
        reason: String,
    },
}

/// What the independent checker says about an answer that it could read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The answer solves the level.
    Valid,
    /// It does not.
    Wrong {
        /// Where and why, in one line.
        reason: String,
        /// The board at the failure, as text of several lines.
        board: String,
    },
}

impl From<unicursal_check::Verdict> for Verdict {
    fn from(verdict: unicursal_check::Verdict) -> Self {
        match verdict {
            unicursal_check::Verdict::Valid => Self::Valid,
            unicursal_check::Verdict::Wrong(wrong) => Self::Wrong {
                reason: wrong.to_string(),
                board: wrong.board().to_owned(),
            },
        }
    }
}

impl Verdict {
    /// What one of our checkers says; an error means that it cannot read the answer.
    pub(crate) fn of(
        checked: Result<unicursal_check::Verdict, impl fmt::Display>,
    ) -> Result<Self, Error> {
        let verdict = checked.map_err(|bad| Error::bad_input(bad, None))?;
        Ok(verdict.into())
    }
}

/// `{"valid": true}`, or `{"valid": false, "reason": ..., "board": ...}`.
impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("valid", &matches!(self, Self::Valid))?;
        if let Self::Wrong { reason, board } = self {
            map.serialize_entry("reason", reason)?;
            map.serialize_entry("board", board)?;
        }
        map.end()
    }
}
