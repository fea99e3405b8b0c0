//! The whole program on the 3x3 example, start and end of the process included:
//! `cargo bench -p unicursal-cli --bench start`.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Instant;

const RUNS: usize = 200;

fn main() {
    let mut times: Vec<f64> = (0..RUNS).map(|_| run()).collect();
    times.sort_by(f64::total_cmp);
    println!(
        "unicursal coil solve, 3x3: {:.2} ms (best {:.2})",
        times[RUNS / 2],
        times[0]
    );
}

/// Runs the program once; milliseconds.
fn run() -> f64 {
    let begun = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_unicursal"))
        .args(["coil", "solve"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    stdin
        .write_all(b"x=3&y=3&board=X.......X")
        .expect("the program reads");
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    let milliseconds = begun.elapsed().as_secs_f64() * 1e3;
    assert!(output.status.success() && output.stdout.starts_with(b"x="));
    milliseconds
}
