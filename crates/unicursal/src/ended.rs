//! How a step of a search ended.

/// How a step of a search ended, if it was not interrupted: an interrupted one returns an
/// [`Interruption`](crate::Interruption) as an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// A complete path was found, and no more are wanted.
    Found,
    /// Everything has been tried: there is no further path.
    Exhausted,
    /// The step has used up the work it was allowed.
    Undecided,
}
