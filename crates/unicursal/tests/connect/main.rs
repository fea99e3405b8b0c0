//! Connect the Colours from the outside: one list of cases and random boards, on every method,
//! against counting by sweep and by trying everything.

#[path = "../cases/mod.rs"]
mod list;

#[path = "../proofs/mod.rs"]
mod changed;

mod boards;
mod cases;
mod every_rule;
mod generated;
mod hints;
mod no_touch;
mod oracle;
mod proofs;
mod public;
mod reason;
mod relatives;
mod rule;
mod text;
mod turns;
mod unsolvable;
