//! Signals and pipes.
#![cfg(unix)]

use std::io::Read;
use std::process::{Command, Stdio};
use std::thread;

use crate::run::{Place, endless, output_of, signal};

#[test]
fn ctrl_c_ends_with_130() {
    let place = Place::new("ctrl_c").with("level", endless());
    let words = ["coil", "solve", "level", "--method", "brute", "--verbose"];
    let child = place.command(&words).spawn().expect("the program starts");
    signal(&child, "INT");
    let output = output_of(child);
    assert_eq!(output.status.code(), Some(130));
    assert!(output.stdout.is_empty());
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    // More text than a pipe holds.
    let level = format!("x=300&y=300&board={}", ".".repeat(90_000));
    let place = Place::new("broken_pipe").with("level", level);
    let mut child = place
        .command(&["coil", "draw", "level"])
        .spawn()
        .expect("the program starts");
    let mut first = [0; 6];
    let mut stdout = child.stdout.take().expect("standard output is a pipe");
    stdout.read_exact(&mut first).expect("there is output");
    drop(stdout);
    let output = output_of(child);
    assert_eq!((output.status.code(), &first), (Some(0), b"Level:"));
    assert!(
        output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn a_full_disk_is_an_error() {
    let place = Place::new("full_disk").with("level", "x=2&y=1&board=..");
    for words in [
        &["coil", "solve", "level"][..],
        &["--version"],
        &["--help"],
        &["coil", "solve", "-h"],
    ] {
        let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") else {
            return;
        };
        let mut command = place.command(words);
        let output = command
            .stdout(Stdio::from(full))
            .output()
            .expect("the program runs");
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(String::from_utf8_lossy(&output.stderr).starts_with("unicursal: <stdout>: "));
    }
}

/// That it can be written is found out before the work, and not by opening the pipe.
#[test]
fn a_picture_goes_into_a_named_pipe() {
    let place = Place::new("named_pipe").with("level", "x=2&y=1&board=..");
    let pipe = place.path().join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("there is mkfifo").success());
    let reader = thread::spawn(move || std::fs::read_to_string(pipe));
    let run = place.run(&["coil", "draw", "level", "-o", "pipe"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let text = reader.join().expect("the reader ends").expect("it is text");
    assert!(text.starts_with("Level: level\n"), "{text}");
}
