//! Methods to compare with, which share nothing with the engine.
//!
//! In: a board. Out: an answer, or that there is none. [`brute`] leaves nothing out; [`search`] is
//! what a player would write in an afternoon, and measures how hard a level is: its slides are
//! counted by ids, so that it stays as it is.

pub mod brute;
pub mod search;
