//! The real program from the outside: what it prints, where, and how it ends.

mod bad_input;
mod check;
mod coil_play;
mod connect;
mod connect_play;
mod containment;
mod count;
mod draw;
mod evaluate;
mod general;
mod generate;
mod hint;
mod limits;
mod maze;
mod outputs;
mod pellet;
mod play;
mod pty;
mod reading;
mod reports;
mod run;
mod solve;
mod speech;
mod studio;
mod teacher;
mod unix;
