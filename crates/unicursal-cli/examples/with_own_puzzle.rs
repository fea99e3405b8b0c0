//! The whole program with one puzzle more: `cargo run --example with_own_puzzle -- stroll solve -`.

#[path = "../../unicursal/examples/own_puzzle.rs"]
mod own_puzzle;

use std::process::ExitCode;

use unicursal::implement::adapt;

pub fn main() -> ExitCode {
    if let Err(error) = unicursal::register(adapt::<own_puzzle::Stroll>()) {
        eprintln!("{error}");
        return ExitCode::from(2);
    }
    unicursal_cli::main()
}
