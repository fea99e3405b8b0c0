//! `evaluate`: each verdict, with small solvers written for it.
#![cfg(target_os = "linux")]

use crate::run::{Ended, LEVEL, Place, ended};

/// A right answer for [`LEVEL`], as a shell command.
pub const RIGHT: &str = "echo 'x=1&y=0&path=RDLDR'";

/// Runs a shell script as the solver of [`LEVEL`].
fn evaluate(test: &str, script: &str, options: &[&str]) -> Ended {
    let place = Place::new(test).with("1", LEVEL).with("solver", script);
    place.run(&[&["coil", "evaluate", "sh solver", "--levels", "1"], options].concat())
}

/// The first line of the report without its time, and the exit code.
fn verdict(test: &str, script: &str, options: &[&str]) -> (String, Option<i32>) {
    let ended = evaluate(test, script, options);
    let line = ended.stdout.lines().next().unwrap_or(&ended.stderr);
    let line = line.rsplit_once(" (").map_or(line, |(line, _)| line);
    let line = line.strip_prefix("Level 1 (3x3): ").unwrap_or(line);
    (line.to_owned(), ended.code)
}

#[test]
fn a_right_answer_passes() {
    let ended = evaluate("right", RIGHT, &[]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    let lines: Vec<&str> = ended.stdout.lines().collect();
    assert!(lines[0].starts_with("Level 1 (3x3): PASS (0."), "{lines:?}");
    assert!(lines[0].ends_with("s)"), "{lines:?}");
    assert_eq!(lines[2], "Highest level passed in sequence: 1");
    assert!(
        lines[3].starts_with("Passed 1 of 1 levels in "),
        "{lines:?}"
    );
}

#[test]
fn every_wrong_answer_fails_with_its_reason() {
    let cases = [
        (
            "echo 'x=1&y=0&path=RDU'",
            "step 3 (U): the direction is blocked at (2, 1)",
        ),
        (
            "echo 'x=1&y=0&path=RDL'",
            "the path misses 2 cells, one of them at (0, 2)",
        ),
        ("echo 'x=0&y=0&path=R'", "the start (0, 0) is a wall"),
        (
            "echo 'x=9&y=0&path=R'",
            "the start (9, 0) is outside the 3x3 board",
        ),
        (
            "echo hello",
            "solution: 'hello' is not of the form name=value, as in x=0&y=1&path=DRURD",
        ),
        (
            "echo 'x=1&y=0&path=RDQ'",
            "solution: letter 3 of the path, 'Q', is none of U, D, L, R",
        ),
        (":", "it printed nothing"),
    ];
    for (index, (script, reason)) in cases.into_iter().enumerate() {
        let found = verdict(&format!("wrong_{index}"), script, &[]);
        assert_eq!(found, (format!("FAIL - {reason}"), Some(1)));
    }
}

#[test]
fn debug_shows_the_board_and_the_last_words() {
    let ended = evaluate("debug", "echo 'x=1&y=0&path=RDU'", &["--debug"]);
    assert!(
        ended.stderr.ends_with("\nX##\n..@\n..X\n"),
        "{}",
        ended.stderr
    );
    let ended = evaluate(
        "debug_crash",
        "echo one >&2; echo two >&2; exit 4",
        &["--debug"],
    );
    assert!(
        ended.stderr.ends_with("\n  | one\n  | two\n"),
        "{}",
        ended.stderr
    );
}

#[test]
fn a_lie_that_there_is_no_solution_fails() {
    let expected = "FAIL - it says 'No solution found', and there is one";
    for (index, end) in ["", "; exit 1"].into_iter().enumerate() {
        let refuse = format!("echo 'No solution found'{end}");
        let found = verdict(&format!("refusal_{index}"), &refuse, &[]);
        assert_eq!(found, (expected.to_owned(), Some(1)));
    }
    let unjudged = verdict(
        "refusal_unjudged",
        "echo 'No solution found'",
        &["--judge-no", "0"],
    );
    let expected = "NO SOLUTION - unjudged: as claimed by the solver";
    assert_eq!(unjudged, (expected.to_owned(), Some(1)));
    // On a level of the pack a solution is known without a search.
    let place = Place::new("refusal_pack").with("solver", "echo 'No solution found'");
    let pack = place.run(&[
        "coil",
        "evaluate",
        "sh solver",
        "--start",
        "40",
        "--end",
        "40",
    ]);
    let expected = "FAIL - it says 'No solution found', and a solution is known";
    assert!(pack.stdout.contains(expected), "{pack:?}");
}

#[test]
fn a_proof_that_there_is_no_solution_passes() {
    for (index, end) in ["", "; exit 1"].into_iter().enumerate() {
        let refuse = format!("echo 'No solution found'{end}");
        let place = Place::new(&format!("refusal_right_{index}"));
        let place = place
            .with("1", "x=3&y=3&board=.X.X.X.X.")
            .with("solver", refuse);
        let ended = place.run(&["coil", "evaluate", "sh solver", "--levels", "1"]);
        let expected = "Level 1 (3x3): PASS - no solution, as we can prove (";
        assert!(ended.stdout.starts_with(expected), "{ended:?}");
        assert_eq!(ended.code, Some(0));
    }
}

#[test]
fn programs_that_do_not_end_time_out() {
    let expected = ("TIMEOUT - Exceeded 0.3s limit".to_owned(), Some(1));
    let cases = [
        "sleep 60",
        "while :; do :; done",
        "trap '' TERM INT HUP; while :; do :; done",
        "yes >&2",
        // An answer is one when the program has ended.
        "echo 'x=1&y=0&path=RDLDR'; exec sleep 60",
    ];
    for (index, script) in cases.into_iter().enumerate() {
        let found = verdict(&format!("timeout_{index}"), script, &["--timeout", "300ms"]);
        assert_eq!(found, expected, "{script}");
    }
    let spin = "while :; do :; done";
    let found = verdict("cpu_limit", spin, &["--cpu-limit", "1", "--timeout", "20"]);
    assert_eq!(found.0, "TIMEOUT - Exceeded 1s of processor time");
}

#[test]
fn programs_that_eat_memory_are_stopped() {
    let eat = "x=xxxxxxxxxxxxxxxx; while :; do x=$x$x; done";
    let found = verdict("memory", eat, &["--memory-limit", "40M"]);
    assert_eq!(
        found,
        ("MEMORY - Exceeded 40 MiB limit".to_owned(), Some(1))
    );
    // What a shell does without memory differs; that it is for lack of memory is known.
    let found = verdict("address_space", eat, &["--address-limit", "100M"]);
    assert!(found.0.starts_with("MEMORY - "), "{found:?}");
    assert!(found.0.ends_with("100 MiB of address space"), "{found:?}");
}

#[test]
fn crashes_tell_their_cause() {
    let cases = [
        ("exit 3", "CRASH - exit code 3"),
        (
            "echo 'x=1&y=0&path=RDLDR'; exit 3",
            "CRASH - exit code 3 after a right answer",
        ),
        (
            "echo 'x=1&y=0&path=R'; exit 3",
            "CRASH - exit code 3 after a wrong answer",
        ),
        ("kill -SEGV $$", "CRASH - signal 11 (SIGSEGV)"),
        ("kill -KILL $$", "CRASH - signal 9 (SIGKILL)"),
        ("kill -64 $$", "CRASH - an unknown signal"),
        (
            "exec head -c 2000000 /dev/zero > /tmp/big",
            "CRASH - wrote a file of more than 1 MiB, signal 25 (SIGXFSZ)",
        ),
    ];
    for (index, (script, expected)) in cases.into_iter().enumerate() {
        let found = verdict(&format!("crash_{index}"), script, &["--file-limit", "1M"]);
        assert_eq!(found, (expected.to_owned(), Some(1)), "{script}");
    }
}

#[test]
fn a_crash_shows_its_last_words() {
    let run = evaluate(
        "last_words",
        "echo first >&2; printf 'last \\033[1m\\n' >&2; exit 4",
        &[],
    );
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert!(
        lines[0].starts_with("Level 1 (3x3): CRASH - exit code 4 ("),
        "{run:?}"
    );
    assert!(
        lines[1].starts_with("  | last ") && lines[1].ends_with(" (--debug shows more)"),
        "{run:?}"
    );
    assert!(!run.stdout.contains('\x1b'), "{run:?}");
    let silent = evaluate("no_words", "exit 4", &[]);
    assert_eq!(silent.stdout.lines().nth(1), Some(""), "{silent:?}");
}

#[test]
fn too_much_output_and_output_that_is_no_text() {
    let found = verdict("flood", "yes", &["--output-limit", "1M"]);
    assert_eq!(found, ("OUTPUT - more than 1 MiB".to_owned(), Some(1)));
    let found = verdict(
        "flood_and_end",
        "head -c 3000 /dev/zero",
        &["--output-limit", "2K"],
    );
    assert_eq!(found, ("OUTPUT - more than 2 KiB".to_owned(), Some(1)));
    let found = verdict("binary", r"printf 'x=1&\377'", &[]);
    assert_eq!(found.0, "OUTPUT - not text: byte 4 is 0xff");
}

#[test]
fn other_streams_do_no_harm() {
    let pass = ("PASS".to_owned(), Some(0));
    let chatty = format!("head -c 9000000 /dev/zero >&2; {RIGHT}");
    assert_eq!(verdict("stderr_flood", &chatty, &[]), pass);
    let deaf = format!("exec <&-; {RIGHT}");
    assert_eq!(verdict("closed_stdin", &deaf, &[]), pass);
    // More than a pipe holds, and nobody reads it.
    let board = format!("x=300&y=300&board=.{}", "X".repeat(89_999));
    let place = Place::new("unread_stdin").with("1", board);
    let ended = place.run(&["coil", "evaluate", "echo 'x=0&y=0&path='", "--levels", "1"]);
    assert!(
        ended.stdout.starts_with("Level 1 (300x300): PASS ("),
        "{ended:?}"
    );
}

#[test]
fn the_program_gets_the_file_byte_by_byte() {
    let level = "x=3&y=3&board=X.......X";
    let script = format!("cat > input; {RIGHT}");
    let place = Place::new("bytes").with("1", level).with("solver", script);
    let place = place.open_to_all();
    place.run(&[
        "coil",
        "evaluate",
        "sh solver",
        "--levels",
        "1",
        "--allow-write",
        ".",
    ]);
    assert_eq!(place.read("input"), level.as_bytes());
}

#[test]
fn our_own_solver_passes_our_own_levels() {
    let ended = Place::new("own").run(&["coil", "evaluate", "--end", "5"]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert!(ended.stdout.starts_with("Level 1 ("), "{ended:?}");
}

/// Every run by itself, in the same order for the same seed; the report is in the order of levels.
#[test]
fn runs_come_in_an_order_of_chance() {
    let program = env!("CARGO_BIN_EXE_unicursal");
    let place =
        Place::new("shuffle").with("solver", format!("tee -a out/order | {program} coil solve"));
    let runs = |shuffle: &[&str]| {
        let out = place.path().join("out");
        let _ = std::fs::remove_dir_all(&out);
        std::fs::create_dir(&out).expect("a folder can be made");
        let open = std::os::unix::fs::PermissionsExt::from_mode(0o777);
        std::fs::set_permissions(&out, open).expect("it can be opened");
        let words = [
            "coil",
            "evaluate",
            "sh solver",
            "--end",
            "6",
            "--repeat",
            "3",
            "--evict",
        ];
        let more = [
            "--keep-going",
            "--allow-write",
            "out",
            "--allow-read",
            program,
        ];
        let run = place.run(&[&words[..], &more, shuffle].concat());
        assert_eq!(run.code, Some(0), "{run:?}");
        let levels: Vec<&str> = run.stdout.lines().take(6).collect();
        for (number, line) in (1..).zip(levels) {
            assert!(line.starts_with(&format!("Level {number} (")), "{line}");
        }
        let order = String::from_utf8(place.read("out/order")).expect("text");
        let order: Vec<String> = order.lines().map(str::to_owned).collect();
        (order, run.stderr)
    };
    let (plain, _) = runs(&[]);
    let (once, said) = runs(&["--shuffle=spring"]);
    assert!(said.contains("shuffled by seed 'spring'"), "{said}");
    assert_eq!(runs(&["--shuffle=spring"]).0, once);
    assert_ne!(once, plain);
    assert_ne!(runs(&["--shuffle"]).0, once);
    let sorted = |mut order: Vec<String>| {
        order.sort();
        order
    };
    // Two at the same time are two users, of whom one may write; both pass.
    let _ = runs(&["--shuffle=spring", "--jobs", "2"]);
    assert_eq!(sorted(once), sorted(plain));
    let alone = place.run(&["coil", "evaluate", "--shuffle"]);
    assert_eq!(alone.code, Some(2), "{alone:?}");
}

#[test]
fn it_stops_at_the_first_failure_unless_told_to_keep_going() {
    // Passes levels 1 and 3 only: they are the ones without a final newline.
    let script = format!("read line && exit 1; {RIGHT}");
    let place = Place::new("stops").with("solver", script);
    let place = place
        .with("1", LEVEL.trim())
        .with("2", LEVEL)
        .with("3", LEVEL.trim());
    // Where there are no groups, `auto` would add its warning.
    let words = [
        "coil",
        "evaluate",
        "sh solver",
        "--levels",
        ".",
        "--groups",
        "none",
    ];
    let stopped = place.run(&words);
    assert_eq!(stopped.code, Some(1));
    assert_eq!(
        stopped.stderr,
        ".: skipped 'solver', which is not named by a number\n"
    );
    assert!(!stopped.stdout.contains("Level 3"), "{stopped:?}");
    assert!(
        stopped
            .stdout
            .contains("sequence: 1\nPassed 1 of 3 levels in ")
    );
    assert!(stopped.stdout.contains("s, 1 not run\n"), "{stopped:?}");
    let going = place.run(&[&words[..], &["--keep-going"]].concat());
    assert!(going.stdout.contains("Level 3 (3x3): PASS"), "{going:?}");
    assert!(
        going
            .stdout
            .contains("sequence: 1\nPassed 2 of 3 levels in ")
    );
    let jobs = place.run(&[&words[..], &["--jobs", "3"]].concat());
    assert!(!jobs.stdout.contains("Level 3"), "{jobs:?}");
    assert!(jobs.stdout.contains("Times are loaded"), "{jobs:?}");
}

#[test]
fn bad_input_is_one_line_and_code_2() {
    let place = Place::new("evaluate_bad_input")
        .with("1", LEVEL)
        .with("bad", "x=3");
    std::fs::create_dir(place.path().join("empty")).expect("a folder can be made");
    std::fs::create_dir(place.path().join("twice")).expect("a folder can be made");
    let place = place.with("twice/1", LEVEL).with("twice/01.txt", LEVEL);
    let cases: [(&[&str], &str); 17] = [
        (&["./nobody"], "./nobody: no such program"),
        (&["nobody-at-all"], "nobody-at-all: no such program"),
        (&["./1"], "./1: this file is not executable; try chmod +x"),
        (
            &["1"],
            "1: no such program in PATH; for the file here write ./1",
        ),
        (&["./empty"], "./empty: no file here is executable"),
        (&[""], "the solver's command line is empty"),
        (&["sh 'x"], "sh 'x: a quote is not closed"),
        (
            &["true", "--levels", "none"],
            "none: No such file or directory (os error 2)",
        ),
        (
            &["true", "--levels", "empty"],
            "empty: no file here is named by a number, such as 1, 2.txt",
        ),
        (
            &["true", "--levels", "twice"],
            "twice/01.txt and twice/1 are both level 1",
        ),
        (
            &["true", "--levels", "bad"],
            "bad: level 1: field 'y' is missing",
        ),
        (
            &["true", "--levels", "1", "--start", "3", "--end", "2"],
            "the start, 3, is beyond the end, 2",
        ),
        (
            &["true", "--levels", "1", "--start", "3"],
            "no level has a number from 3 on; they go from 1 to 1",
        ),
        (
            &["true", "--levels", "1", "--plot", "x.gif"],
            "x.gif: a plot is written as .svg or .png",
        ),
        // What cannot be written is refused before hours of work, not after them.
        (
            &["true", "--levels", "1", "--plot", "none/x.svg"],
            "none/x.svg: No such file or directory (os error 2)",
        ),
        (
            &["true", "--levels", "1", "--record", "empty"],
            "empty: Is a directory (os error 21)",
        ),
        (
            &["true", "--levels", "-"],
            "<stdin>: level 1: the input is empty",
        ),
    ];
    for (words, message) in cases {
        // Where there are no groups, `auto` would add its warning.
        let first = ["coil", "evaluate", "--groups=none"];
        let found = place.run(&[&first[..], words].concat());
        assert_eq!(
            found,
            ended(2, "", &format!("unicursal: {message}\n")),
            "{words:?}"
        );
    }
}

/// The folder of the public Coil benchmark: odd levels in the open, even ones encrypted,
/// `./run_solver`.
#[test]
fn a_folder_of_the_public_benchmark_is_evaluated_as_it_is() {
    let program = env!("CARGO_BIN_EXE_unicursal");
    // It looks for the other levels and the password wherever it can.
    let solver = format!(
        "#!/bin/sh\nif ls levels_public/* levels_secret_even.tar.enc password >&2 2>&-; then echo found; exit; fi\n\
         cat levels_secret_even.tar.enc password 2>&- >&2 && exit 9\nexec {program} coil solve\n"
    );
    let place = Place::new("benchmark")
        .with("run_solver", solver)
        .with("password", "sesame\n");
    let shell = |script: &str| {
        let mut command = std::process::Command::new("sh");
        let ran = command
            .args(["-ec", script])
            .current_dir(place.path())
            .output();
        let ran = ran.expect("there is a shell");
        assert!(ran.status.success(), "{script}: {ran:?}");
    };
    let make = format!(
        "chmod +x run_solver; mkdir levels_public even; for n in 1 2 3 4 5 6; do \
         if [ $((n % 2)) = 1 ]; then f=levels_public/$n; else f=even/$n; fi; \
         {program} coil generate coil:pack/$n > $f; done; tar -C even -cf even.tar .; \
         printf '%s\\n' sesame | openssl enc -aes-256-cbc -pbkdf2 -salt -pass stdin -in even.tar -out levels_secret_even.tar.enc; \
         rm -r even even.tar"
    );
    shell(&make);
    let words = [
        "coil",
        "evaluate",
        "--levels",
        "levels_public",
        "--levels",
        "levels_secret_even.tar.enc",
    ];
    let more = ["--style", "coilbench", "--allow-read", program];
    let run = place.run(&[&words[..], &more, &["--password", "password"]].concat());
    assert_eq!(run.code, Some(0), "{run:?}");
    let lines: Vec<&str> = run.stdout.lines().take(6).collect();
    for (number, line) in (1..).zip(lines) {
        let start = format!("Level {number} (");
        assert!(
            line.starts_with(&start) && line.contains("): PASS ("),
            "{run:?}"
        );
    }
    let without = place.run(&[&words[..], &more].concat());
    assert_eq!(without.code, Some(2), "{without:?}");
    assert!(without.stderr.contains("--password FILE"), "{without:?}");
    std::fs::write(place.path().join("password"), "other\n").expect("written");
    let wrong = place.run(&[&words[..], &more, &["--password", "password"]].concat());
    assert_eq!(wrong.code, Some(2), "{wrong:?}");
    assert!(wrong.stderr.contains("the password is wrong"), "{wrong:?}");
    let twice = [
        "coil",
        "evaluate",
        "--levels",
        "levels_public",
        "--levels",
        "levels_public/1",
    ];
    let twice = place.run(&twice);
    assert_eq!(twice.code, Some(2), "{twice:?}");
    // A failure is no error of the run, and its reason follows.
    std::fs::write(place.path().join("run_solver"), "#!/bin/sh\nexit 3\n").expect("written");
    let failed = place.run(&[
        "coil",
        "evaluate",
        "--levels",
        "levels_public",
        "--style",
        "coilbench",
    ]);
    assert_eq!(failed.code, Some(0), "{failed:?}");
    assert!(
        failed.stdout.starts_with("Level 1 (3x3): ERROR ("),
        "{failed:?}"
    );
    assert!(
        failed.stdout.contains("\n  Error: CRASH: exit code 3\n"),
        "{failed:?}"
    );
}
