//! The real program from the outside: what it prints, where, and how it ends.

mod bad_input;
mod check;
mod draw;
mod general;
mod maze;
mod play;
mod run;
mod solve;
mod unix;
