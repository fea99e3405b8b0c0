//! Commands that only Coil has.

pub mod play;
