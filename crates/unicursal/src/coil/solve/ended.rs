//! How a step of a search ended.

/// How a step of a search ended that nobody interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// `on_path` was shown a complete path and returned false.
    Stopped,
    /// Everything has been tried: there is no further path.
    Exhausted,
    /// The limit of work was reached.
    Undecided,
}

/// Looks at the cells of a complete path; returns false if no more are wanted.
pub type OnPath<'a> = &'a mut dyn FnMut(&[u32]) -> bool;
