//! How a step of a search ended.

/// How a step of a search ended that was not interrupted: one that was is an
/// [`Interruption`](crate::Interruption), as an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// A complete path was found, and no more are wanted.
    Found,
    /// Everything has been tried: there is no further path.
    Exhausted,
    /// The work that this step may do is done.
    Undecided,
}
