//! Why the arena cannot do what was asked of it.

use std::fmt::Display;
use std::path::Path;

/// What is wrong with a program, a level, a result or another part of a request, in one line for
/// the user.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refused(String);

impl Refused {
    pub(crate) fn new(why: impl Into<String>) -> Self {
        Self(why.into())
    }

    /// What is wrong with a file or folder.
    pub(crate) fn file(path: &Path, why: impl Display) -> Self {
        Self(format!("{}: {why}", path.display()))
    }
}
