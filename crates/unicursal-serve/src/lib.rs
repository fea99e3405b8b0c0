//! Servers, for several people who use puzzles over a network at the same time.
//!
//! [`pellet`] is the Pellet Eater challenge, server and client.

#![warn(missing_docs)]

pub mod pellet;
