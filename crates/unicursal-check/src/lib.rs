//! Independent checkers: they read level and answer as text and share no code with the solvers.
//!
//! One module for each puzzle. They are written to be read next to the rules, and they trust
//! nothing: not even that the level's text is well-formed.

#![warn(missing_docs)]

pub mod coil;
pub mod coil_proof;
pub mod connect;
pub mod connect_proof;
pub mod edge_proof;
pub mod maze;
pub mod pellet;
mod proof;
pub mod recount;
mod rup;
mod steps;
pub mod trail;
pub mod trail_proof;
mod verdict;

pub use verdict::{Missed, Step, Verdict, Wrong};

/// The example of the README is run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
