//! Coil from the outside: one list of cases, all small boards and random ones, on every method.

#[path = "../cases/mod.rs"]
mod list;

#[path = "../proofs/mod.rs"]
mod changed;

mod boards;
mod cases;
mod core_slides;
mod documentation;
mod ends;
mod engine;
mod engine_runs;
mod engine_truth;
mod generated;
mod proofs;
mod properties;
mod random;
mod reasons;
mod sat;
mod schedule;
mod small;
