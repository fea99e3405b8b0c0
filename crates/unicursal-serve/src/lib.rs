//! Servers: what several people at once do with puzzles over a network.
//!
//! [`pellet`] is the Pellet Eater challenge, server and client.

#![warn(missing_docs)]

pub mod pellet;
