//! The library for C: `include/unicursal.h` says what each function promises.
//!
//! This crate is the border: all of its unsafe code reads the texts of a caller, gives texts away
//! and takes levels back, in [`border`]. No panic crosses it.

mod border;
mod exports;

pub use border::Handle;
pub use exports::*;
