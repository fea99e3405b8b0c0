//! What a search is given to show complete paths to.

/// Looks at the cells of a complete path; returns false if no more are wanted.
pub type OnPath<'a> = &'a mut dyn FnMut(&[u32]) -> bool;
