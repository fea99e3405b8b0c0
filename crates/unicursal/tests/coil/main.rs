//! Coil from the outside: one list of cases, all small boards and random ones, on every method.

mod boards;
mod cases;
mod properties;
mod small;
