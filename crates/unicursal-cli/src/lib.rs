//! The program `unicursal`: a thin front end of the library. It is a library itself, so that a
//! program with a puzzle of its own, [registered](unicursal::register) first, has all commands for
//! it: `examples/with_own_puzzle.rs`.
//!
//! `args/` builds the command line from the registry of puzzles, `commands/` has a file for each
//! command, `input.rs` gets levels, `results.rs` writes what the arena measured, `player.rs` plays
//! in the terminal, `progress.rs` shows what long work does, `exit.rs` says how the program ends.

mod args;
mod canvas;
mod commands;
mod exit;
mod files;
mod input;
mod memory;
mod output;
mod permissions;
mod player;
mod progress;
mod proofs;
mod recognise;
mod results;
mod session;
mod signals;
mod terminal;

use std::process::ExitCode;

/// All of the program: reads the command line, does what it says, and returns how it ended.
pub fn main() -> ExitCode {
    // `evaluate` starts this program again to watch over other people's programs.
    if let Some(code) = unicursal_contain::supervise() {
        return code;
    }
    let mut puzzles = unicursal::puzzles().iter().map(|puzzle| puzzle.name());
    if let Some(name) = puzzles.find(|name| commands::is_general(name)) {
        session::error(&format!(
            "a puzzle cannot have the name of the command '{name}'"
        ));
        return ExitCode::from(exit::Exit::BadInput.code());
    }
    let matches = args::matches();
    let session = session::Session::new(&matches);
    let ended = commands::run(&matches, &session);
    exit::code(ended, &session)
}
