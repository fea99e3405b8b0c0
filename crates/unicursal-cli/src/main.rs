//! The program `unicursal`.

use std::process::ExitCode;

fn main() -> ExitCode {
    unicursal_cli::main()
}
