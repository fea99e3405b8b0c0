//! The kernel from the outside: is every clause that it takes for a premise true of every answer,
//! and is no forged certificate accepted?

// Texts are put together from parts, which need not be quick.
#![allow(clippy::format_push_string, clippy::format_collect)]

mod brute;
mod examples;
mod forge;
mod forger;
mod premises;
mod readers;
