//! Independent checkers: they read level and answer as text and share no code with the solvers.
//!
//! One module for each puzzle. They are written to be read next to the rules, and they trust
//! nothing: not even that the level's text is well-formed.

#![warn(missing_docs)]

pub mod coil;
pub mod connect;
pub mod maze;
pub mod pellet;
pub mod recount;
mod steps;
pub mod trail;
mod verdict;

pub use verdict::{Malformed, Verdict, Wrong};

/// The example of the README is run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
