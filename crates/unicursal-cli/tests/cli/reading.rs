//! Input is read within the limits, from the first byte, in every command.
#![cfg(unix)]

use std::io::Write;
use std::process::{Command, Stdio};

use crate::run::{LEVEL, Place, output_of, signal};

/// What every command with limits is tried with: words before and after the level.
const COMMANDS: [(&[&str], &[&str]); 9] = [
    (&["coil", "solve"], &[]),
    (&["coil", "check"], &["solution"]),
    (&["coil", "count"], &[]),
    (&["coil", "hint"], &[]),
    (&["coil", "draw"], &[]),
    (&["coil", "info"], &[]),
    (&["maze", "solve"], &[]),
    (&["maze", "compare"], &[]),
    (&["pellet", "replay"], &[]),
];

fn run(place: &Place, words: &[&str], stdin: Stdio) -> (Option<i32>, String) {
    let child = place.command(words).stdin(stdin).spawn();
    let output = output_of(child.expect("the program starts"));
    (
        output.status.code(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

/// A named pipe that nobody writes to, and a standard input that stays silent.
#[test]
fn silence_ends_at_the_time_limit() {
    let place = Place::new("reading_silence").with("solution", "x=1&y=0&path=R");
    let pipe = place.path().join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("there is mkfifo").success());
    for (before, after) in COMMANDS {
        for level in ["pipe", "-"] {
            let words = [before, &[level], after, &["--time-limit", "200ms"]].concat();
            let mut silent = Command::new("sleep");
            let mut silent = silent
                .arg("60")
                .stdout(Stdio::piped())
                .spawn()
                .expect("there is sleep");
            let stdin = Stdio::from(silent.stdout.take().expect("a pipe"));
            let (code, said) = run(&place, &words, stdin);
            let _ = silent.kill();
            let _ = silent.wait();
            assert_eq!(code, Some(3), "{words:?}: {said}");
            assert!(said.contains("time limit reached"), "{words:?}: {said}");
        }
    }
}

#[test]
fn endless_input_ends_at_the_memory_limit_or_at_ours() {
    let place = Place::new("reading_endless").with("solution", "x=1&y=0&path=R");
    for (before, after) in COMMANDS {
        let words = [before, &["/dev/zero"], after];
        let mut words = words.concat();
        let (code, said) = run(&place, &words, Stdio::null());
        assert_eq!(code, Some(2), "{words:?}: {said}");
        assert!(said.contains("more than 256 MiB"), "{words:?}: {said}");
        if !words.contains(&"maze") {
            words.extend(["--memory-limit", "1M"]);
            let (code, said) = run(&place, &words, Stdio::null());
            assert_eq!(code, Some(3), "{words:?}: {said}");
            assert!(said.contains("memory limit reached"), "{words:?}: {said}");
        }
    }
}

#[test]
fn ids_and_packs_are_made_within_the_limits() {
    let place = Place::new("reading_ids");
    for words in [
        &["coil", "info", "coil:2000x2000#a", "--time-limit", "1ms"][..],
        &["coil", "draw", "coil:pack/1240", "--time-limit", "1ms"],
        &["coil", "solve", "coil:1000x1000#a", "--memory-limit", "1K"],
        &["coil", "generate", "900", "900", "--time-limit", "1ms"],
        &[
            "maze",
            "draw",
            "maze:2001x2001/dfs#a",
            "--time-limit",
            "1ms",
        ],
    ] {
        let (code, said) = run(&place, words, Stdio::null());
        assert_eq!(code, Some(3), "{words:?}: {said}");
    }
}

/// Drawing itself does not look at the clock, and is ended all the same.
#[test]
fn large_pictures_are_drawn_within_the_limits() {
    let place = Place::new("reading_draw");
    let side = 3000;
    let level = format!("x={side}&y={side}&board={}", ".".repeat(side * side));
    let place = place.with("level", level);
    for limits in [["--time-limit", "60ms"], ["--memory-limit", "100M"]] {
        let words = [&["coil", "draw", "level", "-o", "l.png"], &limits[..]].concat();
        let (code, said) = run(&place, &words, Stdio::null());
        assert_eq!(code, Some(3), "{words:?}: {said}");
        assert!(!place.path().join("l.png").exists());
    }
}

#[test]
fn sigterm_ends_as_other_programs_do() {
    let place = Place::new("reading_term").with("level", crate::run::endless());
    let words = ["coil", "solve", "level", "--method", "brute"];
    let child = place.command(&words).spawn().expect("the program starts");
    signal(&child, "TERM");
    let output = output_of(child);
    assert_eq!(output.status.code(), Some(143));
}

/// A referee keeps the stream open, and a byte-order mark is no part of the level.
#[test]
fn a_level_that_is_whole_need_not_end() {
    let place = Place::new("reading_whole");
    let board = "1 2\n00\n0\n";
    let mut child = place
        .command(&["connect", "solve"])
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(board.as_bytes()).expect("it reads");
    stdin.flush().expect("it reads");
    let output = output_of(child);
    drop(stdin);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let marked = format!("\u{feff}{LEVEL}");
    let run = place.run_with(&["coil", "solve"], marked.as_bytes());
    assert_eq!(run.code, Some(0), "{run:?}");
}

/// Names of files are bytes; those that are no text were refused with a message of the library that
/// reads the words.
#[test]
#[cfg(target_os = "linux")]
fn a_file_whose_name_is_no_text_is_read() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let place = Place::new("reading_names").with("path", "x=1&y=0&path=RDLDR");
    let name = OsStr::from_bytes(b"l\xff\x1bvel");
    std::fs::write(place.path().join(name), LEVEL).expect("a file can be written");
    for words in [
        &["coil", "solve"][..],
        &["coil", "hint"],
        &["coil", "draw"],
        &["coil", "info", "--json"],
        &["coil", "count"],
        &["coil", "convert", "--from", "own"],
        &["solve"],
    ] {
        let output = place.command(words).arg(name).output();
        let output = output.expect("the program runs");
        assert!(output.status.success(), "{words:?}: {output:?}");
        assert!(!output.stdout.contains(&0x1b), "{words:?}: {output:?}");
    }
    let checked = place
        .command(&["coil", "check"])
        .arg(name)
        .arg("path")
        .output();
    assert!(checked.expect("the program runs").status.success());
    let missing = place
        .command(&["coil", "solve"])
        .arg(OsStr::from_bytes(b"\xff"))
        .output();
    let missing = missing.expect("the program runs");
    assert_eq!(missing.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&missing.stderr).starts_with("unicursal: \u{fffd}: No such"));
}

/// Some editors write UTF-16 by default, with a byte order mark or without.
#[test]
fn text_in_utf_16_is_named_as_such() {
    let wide = |text: &str, order: fn(u16) -> [u8; 2]| -> Vec<u8> {
        text.encode_utf16().flat_map(order).collect()
    };
    let marked = format!("\u{feff}{LEVEL}");
    let place = Place::new("reading_utf16")
        .with("little", wide(&marked, u16::to_le_bytes))
        .with("big", wide(&marked, u16::to_be_bytes))
        .with("bare", wide(LEVEL, u16::to_le_bytes))
        .with("bare_big", wide(LEVEL, u16::to_be_bytes))
        .with("path", wide("x=1&y=0&path=RDLDR", u16::to_le_bytes))
        .with("level", LEVEL);
    for words in [
        &["coil", "solve", "little"][..],
        &["coil", "draw", "big"],
        &["solve", "little"],
        &["maze", "solve", "big"],
        &["coil", "solve", "bare"],
        &["pellet", "solve", "bare_big"],
        &["coil", "check", "level", "path"],
        &["coil", "hint", "level", "--path", "path"],
        &["coil", "draw", "level", "--solution", "path"],
        &["coil", "convert", "level", "--answer", "path"],
    ] {
        let run = place.run(words);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{words:?}");
        let said = "this text is in UTF-16; save it as UTF-8";
        assert!(run.stderr.contains(said), "{words:?}: {}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    }
}
