//! The plain search: slides on the plain field, with shallow looks ahead.
//!
//! In: a board, where a path may start and end, perhaps what was deduced. Out: a complete path, or
//! that there is none. The [`field`] knows what a walk leaves and whether that can be completed;
//! the [`walker`] goes from choice to choice and back; what differs between searches is its policy:
//! [`tries`] that look for one path, [`every`] walk. [`restarts`] says which start is tried next
//! and for how long, [`core_slides`] the same where an end is known, and [`backwards`] where paths to
//! such an end may start.

pub(crate) mod backwards;
mod cell_set;
pub(crate) mod core_slides;
pub(crate) mod every;
pub(crate) mod field;
mod groups;
pub(crate) mod restarts;
pub(crate) mod tries;
mod walker;
pub(crate) mod window_facts;
