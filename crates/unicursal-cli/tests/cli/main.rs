//! The real program from the outside: what it prints, where, and how it ends.

mod bad_input;
mod check;
mod coil_play;
mod connect;
mod containment;
mod count;
mod draw;
mod evaluate;
mod general;
mod generate;
mod hint;
mod limits;
mod maze;
mod pellet;
mod play;
mod pty;
mod reports;
mod run;
mod solve;
mod studio;
mod unix;
