//! A program with a puzzle of its own, which it registers: the example, started by its test.

#[path = "../examples/with_own_puzzle.rs"]
mod program;

use std::io::Write;
use std::process::{Command, ExitCode, Stdio};

/// Set where this is to be the program, not its test.
const AS_PROGRAM: &str = "UNICURSAL_TEST_AS_PROGRAM";

fn main() -> ExitCode {
    if std::env::var_os(AS_PROGRAM).is_some() {
        return program::main();
    }
    a_registered_puzzle_has_every_command_that_it_can_have();
    println!("a registered puzzle has every command that it can have: ok");
    ExitCode::SUCCESS
}

/// Runs the program with these words and input; its exit code, and what it printed.
fn run(words: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut child = Command::new(std::env::current_exe().expect("a test is a file"))
        .args(words)
        .env(AS_PROGRAM, "yes")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it can be started");
    let mut stdin = child.stdin.take().expect("it is a pipe");
    // A program that refuses its words does not read.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let ended = child.wait_with_output().expect("it ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        ended.status.code(),
        text(&ended.stdout),
        text(&ended.stderr),
    )
}

fn a_registered_puzzle_has_every_command_that_it_can_have() {
    let board = "..#\n...\n";
    let (code, answer, said) = run(&["stroll", "solve", "-"], board);
    // It has no methods to choose from: their option once asked for a value.
    assert_eq!((code, said.as_str()), (Some(0), ""));
    let file = concat!(env!("CARGO_TARGET_TMPDIR"), "/own-puzzle-board");
    std::fs::write(file, board).expect("it is written");
    let checked = run(&["stroll", "check", file, "-"], &answer);
    assert_eq!(checked, (Some(0), "valid\n".to_owned(), String::new()));
    assert_eq!(run(&["stroll", "check", file, "-"], "0 0 R\n").0, Some(1));
    let drawn = run(&["stroll", "draw", file], "");
    assert!(drawn.0 == Some(0) && drawn.1.contains("3x2"), "{drawn:?}");
    assert_eq!(run(&["stroll", "info", file], "").0, Some(0));
    let bad = run(&["stroll", "solve", "-"], "..\n.?\n");
    assert_eq!(bad.0, Some(2));
    assert!(bad.2.contains("line 2, column 2"), "{}", bad.2);
    // What it does not implement it does not offer, and the others are as they were.
    assert_eq!(run(&["stroll", "generate", "3", "3"], "").0, Some(2));
    assert_eq!(run(&["coil", "solve", "-"], "x=1&y=1&board=.").0, Some(0));
    let help = run(&["--help"], "").1;
    assert!(help.contains("stroll"), "{help}");
}
