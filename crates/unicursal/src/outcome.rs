//! Results of work on a level, as values that serialise to the JSON form that all front ends share.

use std::fmt;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::{BigUint, Figures, Interruption, reason};

/// The outcome of solving, and the work it took.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Solved<A = String> {
    /// The result.
    pub outcome: Outcome<A>,
    /// The work it took.
    pub stats: Figures,
}

/// The three ways in which solving ends; none of them is an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<A = String> {
    /// An answer, as text where front ends see it.
    Solved(A),
    /// It is proved that there is no solution.
    Unsolvable {
        /// The argument that proves it, in one line.
        proof: String,
    },
    /// Neither was established.
    Unknown(Unknown),
}

/// Why nothing was established, and what was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unknown {
    /// What ended the work.
    pub why: Interruption,
    /// How far it got, in one line.
    pub how_far: String,
    /// The stage in which it ended, in words a user understands; empty for work of one stage.
    pub stage: String,
    /// What was tried and did not decide it, in order, one line each.
    pub tried: Vec<String>,
    /// What could still be tried, one line each.
    pub left: Vec<String>,
}

impl Unknown {
    /// Work that ended for this reason, and how far it got.
    pub fn new(why: Interruption, how_far: impl Into<String>) -> Self {
        Self {
            why,
            how_far: how_far.into(),
            stage: String::new(),
            tried: Vec::new(),
            left: Vec::new(),
        }
    }

    /// Names the stage in which it ended.
    #[must_use]
    pub fn in_stage(mut self, stage: impl Into<String>) -> Self {
        self.stage = stage.into();
        self
    }

    /// Adds something that was tried.
    #[must_use]
    pub fn after(mut self, tried: impl Into<String>) -> Self {
        self.tried.push(tried.into());
        self
    }

    /// Adds something that could still be tried.
    #[must_use]
    pub fn before(mut self, left: impl Into<String>) -> Self {
        self.left.push(left.into());
        self
    }

    /// The full details, line by line: the stage, what was tried, what is left.
    pub fn details(&self) -> impl Iterator<Item = String> + '_ {
        let stage = (!self.stage.is_empty()).then(|| format!("ended while: {}", self.stage));
        let tried = self.tried.iter().map(|line| format!("tried: {line}"));
        let left = self.left.iter().map(|line| format!("not tried: {line}"));
        stage.into_iter().chain(tried).chain(left)
    }

    pub(crate) fn serialize_fields<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("why", &self.why.to_string())?;
        map.serialize_entry("how_far", &self.how_far)?;
        if !self.stage.is_empty() {
            map.serialize_entry("stage", &self.stage)?;
        }
        for (name, lines) in [("tried", &self.tried), ("left", &self.left)] {
            if !lines.is_empty() {
                map.serialize_entry(name, lines)?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.why, self.how_far)
    }
}

impl<A> Outcome<A> {
    /// Nothing was established.
    pub fn unknown(why: Interruption, how_far: impl Into<String>) -> Self {
        Self::Unknown(Unknown::new(why, how_far))
    }
}

impl<A> Solved<A> {
    /// An outcome with no figures yet.
    pub fn new(outcome: Outcome<A>) -> Self {
        let stats = Figures::new();
        Self { outcome, stats }
    }

    /// Adds a figure.
    #[must_use]
    pub fn with_stat(mut self, name: &str, value: impl Serialize) -> Self {
        self.stats.add(name, value);
        self
    }

    /// Turns the answer into another form.
    pub fn map<B>(self, form: impl FnOnce(A) -> B) -> Solved<B> {
        let outcome = match self.outcome {
            Outcome::Solved(answer) => Outcome::Solved(form(answer)),
            Outcome::Unsolvable { proof } => Outcome::Unsolvable { proof },
            Outcome::Unknown(unknown) => Outcome::Unknown(unknown),
        };
        let stats = self.stats;
        Solved { outcome, stats }
    }
}

/// The fields that an answer adds to the JSON of an outcome.
trait Fields {
    fn serialize_fields<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error>;
}

impl Fields for String {
    fn serialize_fields<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("answer", self.trim_end())
    }
}

impl Fields for Hint {
    fn serialize_fields<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("next", &self.next)?;
        map.serialize_entry("so_far", self.so_far.trim_end())?;
        if let Some(reason) = &self.reason {
            map.serialize_entry("reason", reason)?;
        }
        map.serialize_entry("answer", self.answer.trim_end())
    }
}

impl<A: Fields> Fields for Outcome<A> {
    fn serialize_fields<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        match self {
            Self::Solved(answer) => {
                map.serialize_entry("outcome", "solved")?;
                answer.serialize_fields(map)
            }
            Self::Unsolvable { proof } => {
                map.serialize_entry("outcome", "unsolvable")?;
                map.serialize_entry("proof", proof)
            }
            Self::Unknown(unknown) => {
                map.serialize_entry("outcome", "unknown")?;
                unknown.serialize_fields(map)
            }
        }
    }
}

/// `{"outcome": "solved", "answer": ...}` (a hint has `next` and `so_far` as well), `{"outcome":
/// "unsolvable", "proof": ...}` or `{"outcome": "unknown", "why": ..., "how_far": ...}`.
impl<A: Fields> Serialize for Outcome<A> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.serialize_fields(&mut map)?;
        map.end()
    }
}

/// The fields of the outcome, and `stats`.
impl<A: Fields> Serialize for Solved<A> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.outcome.serialize_fields(&mut map)?;
        map.serialize_entry("stats", &self.stats)?;
        map.end()
    }
}

/// A number of solutions, however large.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// How many were found.
    pub found: BigUint,
    /// Whether these are all.
    pub complete: bool,
}

impl Count {
    /// This many, and whether these are all.
    pub fn new(found: impl Into<BigUint>, complete: bool) -> Self {
        let found = found.into();
        Self { found, complete }
    }

    /// The count for a caller who asks for at most this many: there are more only if it says 'at
    /// least'.
    #[must_use]
    pub fn up_to(self, most: Option<u64>) -> Self {
        match most.map(BigUint::from) {
            Some(most) if self.found > most => Self::new(most, false),
            _ => self,
        }
    }

    /// The count when at least this many are known from elsewhere.
    #[must_use]
    pub fn at_least(self, known: usize) -> Self {
        let found = self.found.max(known.into());
        Self { found, ..self }
    }
}

/// `{"found": ..., "complete": ...}`. A number beyond 64 bits is a string of its digits, because
/// few JSON readers preserve numbers of that size.
impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match u64::try_from(&self.found) {
            Ok(found) => map.serialize_entry("found", &found)?,
            Err(_) => map.serialize_entry("found", &self.found.to_string())?,
        }
        map.serialize_entry("complete", &self.complete)?;
        map.end()
    }
}

/// A next move, with the answer that it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hint {
    /// The move alone, as a user would write it; empty if the answer is complete already.
    pub next: String,
    /// The state after the move, written like an answer.
    pub so_far: String,
    /// A whole answer that begins with `so_far`.
    pub answer: String,
    /// Why the move is right, where a person can see that; it is one of the moves of this step.
    pub reason: Option<reason::Step>,
}

#[cfg(test)]
mod tests {
    use super::{Outcome, Solved, Unknown};
    use crate::Interruption;

    #[test]
    fn outcomes_are_flat_objects_with_their_figures() {
        let json = |solved: &Solved| serde_json::to_string(solved).expect("an outcome is JSON");
        let solved = Solved::new(Outcome::Solved("udlr\n".to_owned())).with_stat("states", 7);
        assert_eq!(
            json(&solved),
            r#"{"outcome":"solved","answer":"udlr","stats":{"states":7}}"#
        );
        let unknown = Unknown::new(Interruption::Time, "3 of 9")
            .in_stage("walking")
            .after("deduction")
            .before("the sweep");
        let lines: Vec<String> = unknown.details().collect();
        assert_eq!(
            lines,
            [
                "ended while: walking",
                "tried: deduction",
                "not tried: the sweep"
            ]
        );
        assert_eq!(
            json(&Solved::new(Outcome::Unknown(unknown))),
            r#"{"outcome":"unknown","why":"time limit reached","how_far":"3 of 9","stage":"walking","tried":["deduction"],"left":["the sweep"],"stats":{}}"#
        );
    }
}
