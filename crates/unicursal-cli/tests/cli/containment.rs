//! `evaluate` leaves no process behind, whatever the program does and however we end.
#![cfg(target_os = "linux")]

use std::fs;
use std::process::{Child, Command};

use crate::evaluate::RIGHT;
use crate::pellet::Challenge;
use crate::run::{LEVEL, Place, output_of, signal, wait_until};

/// In a namespace where there is one, and without.
const WAYS: [&str; 2] = ["namespace", "tree"];

/// Whether a process with these words in its command line runs.
fn runs(words: &str) -> bool {
    let processes = fs::read_dir("/proc").expect("Linux has /proc").flatten();
    processes.into_iter().any(|process| {
        let line = fs::read(process.path().join("cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        line.trim_end() == words
    })
}

/// Scripts that leave things behind. Each sleeps so long that it would still be there.
fn runaways(sleep: &str) -> [String; 4] {
    [
        // A daemon that keeps our pipe open.
        format!("setsid {sleep} & {RIGHT}"),
        format!("(setsid sh -c 'trap \"\" TERM HUP INT; {sleep}; :' &) ; {RIGHT}"),
        // Many children, some of them detached, and a parent that does not end.
        format!("trap '' TERM; for i in 1 2 3 4 5; do {sleep} & setsid {sleep} & done; {sleep}"),
        // Children whose parent dies of a signal.
        format!("{sleep} & setsid {sleep} & kill -KILL $$"),
    ]
}

#[test]
fn no_process_is_left_after_a_run() {
    for (way, sleep) in WAYS.iter().zip(["sleep 86501", "sleep 86502"]) {
        let expected = ["PASS", "PASS", "TIMEOUT", "CRASH"];
        for (index, script) in runaways(sleep).iter().enumerate() {
            let place = Place::for_others(&format!("runaway_{way}_{index}"));
            let place = place.with("1", LEVEL).with("solver", script);
            // Only the one that does not end needs a limit; the others may be slow to start.
            let timeout = if expected[index] == "TIMEOUT" {
                "500ms"
            } else {
                "60s"
            };
            let ended = place.run(&[
                "coil",
                "evaluate",
                "sh solver",
                "--levels",
                "1",
                "--timeout",
                timeout,
                "--containment",
                way,
            ]);
            assert!(!runs(sleep), "{way}: {script}");
            let line = format!("Level 1 (3x3): {}", expected[index]);
            assert!(
                ended.stdout.starts_with(&line),
                "{way}: {script}: {ended:?}"
            );
        }
    }
}

/// Starts a run whose program sleeps in a session of its own, and waits until it does.
fn start(test: &str, way: &str, sleep: &str) -> Child {
    let script = format!("setsid {sleep} & {sleep}");
    let place = Place::for_others(test)
        .with("1", LEVEL)
        .with("solver", script);
    let words = [
        "coil",
        "evaluate",
        "sh solver",
        "--levels",
        "1",
        "--containment",
        way,
    ];
    let child = place.command(&words).spawn().expect("the program starts");
    wait_until("the solver has started", || runs(sleep));
    child
}

#[test]
fn ctrl_c_leaves_no_process() {
    for (way, sleep) in WAYS.iter().zip(["sleep 86511", "sleep 86512"]) {
        let child = start(&format!("interrupt_{way}"), way, sleep);
        signal(&child, "INT");
        let output = output_of(child);
        assert_eq!(output.status.code(), Some(130), "{way}");
        wait_until("the solver is gone", || !runs(sleep));
    }
}

/// The board at hand counted as lost, and nothing said how to go on.
#[test]
fn a_referee_that_is_stopped_says_where_to_go_on() {
    let place = Place::for_others("referee_stopped");
    // By a shell: a bot that is named itself has its folder in its command line.
    let bot = ["--bot", "sh -c 'exec sleep 86515'", "--first", "600s"];
    let words = [
        &["connect", "referee", "connect:pack", "--start", "7"],
        &bot[..],
    ]
    .concat();
    let child = place.command(&words).spawn().expect("the program starts");
    wait_until("the bot has started", || runs("sleep 86515"));
    signal(&child, "INT");
    let output = output_of(child);
    assert_eq!(output.status.code(), Some(130));
    let said = String::from_utf8_lossy(&output.stderr);
    let on = "interrupted: the rest is played with --start 7\n";
    assert!(said.ends_with(on), "{said}");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        said.contains("Won 0 of 295 boards, 295 not played"),
        "{said}"
    );
}

/// It used to end before it could say anything, because ending the solver takes its time.
#[test]
fn ctrl_c_sums_up_and_names_the_command_that_resumes() {
    for (way, sleep) in WAYS.iter().zip(["sleep 86513", "sleep 86514"]) {
        let script = format!("read line; [ -e go ] || case $line in *..) {sleep};; esac; {RIGHT}");
        let place = Place::for_others(&format!("resumed_{way}")).with("solver", script);
        fs::create_dir(place.path().join("my levels")).expect("a folder can be made");
        let place = place
            .with("my levels/1", LEVEL)
            .with("my levels/2", "x=2&y=1&board=..\n");
        let words = [
            "coil",
            "evaluate",
            "sh solver",
            "--levels",
            "my levels",
            "--containment",
            way,
        ];
        for kept in [false, true] {
            let mut words = words.to_vec();
            words.extend(kept.then_some("--json=run.jsonl"));
            let child = place.command(&words).spawn().expect("the program starts");
            wait_until("the solver has started", || runs(sleep));
            signal(&child, "INT");
            let output = output_of(child);
            assert_eq!(output.status.code(), Some(130), "{way}");
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            let last = said.lines().last().unwrap_or_default();
            let begun = "interrupted: 1 of 2 levels done, 1 passed; ";
            let way_on = last.strip_prefix(begun).unwrap_or_default();
            if !kept {
                let nothing = "nothing to resume, because there was no --json=FILE";
                assert_eq!(way_on, nothing, "{way}: {said}");
                continue;
            }
            let resume = way_on.strip_prefix("resume with: ");
            let resume = resume.unwrap_or_else(|| panic!("{way}: {said}"));
            // As it was typed: it need not be in PATH.
            let program = env!("CARGO_BIN_EXE_unicursal");
            assert!(resume.starts_with(program), "{way}: {said}");
            let place = place.path().join("go");
            fs::write(&place, "").expect("a file can be written");
            let resumed = Command::new("sh")
                .args(["-c", resume])
                .current_dir(place.parent().expect("it is in a folder"))
                .output()
                .expect("there is a shell");
            let stdout = String::from_utf8_lossy(&resumed.stdout);
            assert!(stdout.contains("Level 1 (3x3): PASS"), "{resumed:?}");
            assert!(stdout.contains("Level 2 (2x1): FAIL"), "{resumed:?}");
        }
    }
}

#[test]
fn kill_9_leaves_no_process() {
    for (way, sleep) in WAYS.iter().zip(["sleep 86521", "sleep 86522"]) {
        let mut child = start(&format!("kill_9_{way}"), way, sleep);
        child.kill().expect("the program can be killed");
        child.wait().expect("the program ends");
        wait_until("the solver is gone", || !runs(sleep));
    }
}

#[test]
fn the_program_has_no_terminal_and_its_exit_is_its_own() {
    // A program that signals its whole group, or everything it may, does not hit us.
    let script = format!("trap '' TERM; kill -TERM 0; {RIGHT}");
    let place = Place::new("group").with("1", LEVEL).with("solver", script);
    let ended = place.run(&["coil", "evaluate", "sh solver", "--levels", "1"]);
    assert!(ended.stdout.starts_with("Level 1 (3x3): PASS"), "{ended:?}");
}

/// By default a program reaches no one; the network can be opened to it.
#[test]
fn the_network_is_closed_unless_it_is_opened() {
    let place = Place::new("contained_network");
    let challenge = Challenge::start(&place, &["--count", "1"]);
    let script = format!(
        "\"$1\" -q pellet play {} > /dev/null && {RIGHT}",
        challenge.address
    );
    let place = place.with("1", LEVEL).with("solver", script);
    let solver = format!("sh solver '{}'", env!("CARGO_BIN_EXE_unicursal"));
    let words = ["coil", "evaluate", &solver, "--levels", "1"];
    let closed = place.run(&words);
    if !closed.stdout.contains(" network; ") {
        println!("NOT TESTED: no network namespace can be made here");
        return;
    }
    assert!(
        closed.stdout.starts_with("Level 1 (3x3): CRASH"),
        "{closed:?}"
    );
    let open = place.run(&[&words[..], &["--allow-network"]].concat());
    assert!(open.stdout.starts_with("Level 1 (3x3): PASS"), "{open:?}");
    assert!(!open.stdout.contains(" network; "), "{open:?}");
}

/// What only root can reach runs as a user of its own from a copy, or not at all; never as root.
#[test]
fn a_program_that_only_root_can_reach_does_not_run_as_root() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};

    let place = Place::new("contained_private").with("1", LEVEL);
    let folder = place.path().join("private");
    fs::create_dir(&folder).expect("a folder can be made");
    if fs::metadata(&folder).map(|found| found.uid()).ok() != Some(0) {
        println!("NOT TESTED: only root runs programs as someone else");
        return;
    }
    let script = format!("#!/bin/sh\n[ $(id -u) = 0 ] && exit 9; {RIGHT}\n");
    let place = place.with("private/solver", script);
    for (path, mode) in [(folder.join("solver"), 0o755), (folder, 0o700)] {
        let mode = fs::Permissions::from_mode(mode);
        fs::set_permissions(path, mode).expect("permissions can be set");
    }
    let words = ["-q", "coil", "evaluate", "private/solver", "--levels", "1"];
    let copied = place.run(&words);
    assert!(
        copied.stdout.starts_with("Level 1 (3x3): PASS"),
        "{copied:?}"
    );
    for way in ["tree", "none"] {
        let ended = place.run(&[&words[..], &["--containment", way]].concat());
        assert_eq!((ended.code, ended.stdout.as_str()), (Some(2), ""), "{way}");
        let found = ended
            .stderr
            .contains("private/solver: this program would have to run as root: ");
        assert!(
            found && ended.stderr.contains("; --containment namespace "),
            "{ended:?}"
        );
    }
    let words = [&words[1..], &["--as-caller", "--containment", "none"]].concat();
    let root = place.run(&words);
    assert!(root.stdout.contains("AS ROOT"), "{root:?}");
}

/// Programs see neither the levels, nor each other, nor our environment but what is passed on.
#[test]
fn a_program_sees_no_levels_and_no_other_program() {
    let script = format!(
        "for f in $FILES; do ! cat $f $f/* 2>&- || {{ echo $f; exit 5; }}; done; [ -r c ] && {RIGHT}"
    );
    let place = Place::new("contained_levels")
        .with("1", LEVEL)
        .with("2", LEVEL);
    fs::create_dir_all(place.path().join("series/public/levels")).expect("folders can be made");
    fs::create_dir_all(place.path().join("series/secret")).expect("folders can be made");
    let place = place
        .with("series/public/manifest.json", "{}")
        .with("series/public/levels/1", LEVEL)
        .with("series/public/levels/3", LEVEL)
        .with("series/secret/sealed.tar", "sealed")
        .with("a", &script)
        .with("b", &script)
        .with("c", "data");
    for (levels, files) in [
        ("1", "FILES=1 2 b"),
        (".", "FILES=1 2 b"),
        (
            "series/public/levels/1",
            "FILES=series/public series/public/levels series/secret b",
        ),
        (
            "series/public/levels",
            "FILES=series/public series/public/levels series/secret b",
        ),
    ] {
        let words = [
            "coil", "evaluate", "sh a", "--versus", "sh b", "--end", "1", "--levels", levels,
        ];
        let ended = place.run(&[&words[..], &["--env", files]].concat());
        let line = ended
            .stdout
            .lines()
            .find(|line| line.starts_with("[A] Level 1"));
        assert!(
            line.is_some_and(|line| line.contains("PASS")),
            "{levels}: {ended:?}"
        );
    }
    let words = ["coil", "evaluate", "sh a", "--levels", "1", "--env"];
    let hidden = place.run(&[&words[..], &["FILES=/etc/shadow", "--hide", "c"]].concat());
    assert!(hidden.stdout.contains("CRASH"), "{hidden:?}");
    let none = place.run(&[&words[..], &["NO_SUCH_VARIABLE"]].concat());
    let error = "unicursal: --env NO_SUCH_VARIABLE: there is no such variable\n";
    assert_eq!((none.code, none.stderr.as_str()), (Some(2), error));
}

/// Words of earlier runs are in the results, and would be notes for later ones.
#[test]
fn programs_do_not_see_results() {
    let script = "cat out.jsonl out.csv && exit 3; echo a note >&2; exit 4";
    let place = Place::new("results_hidden");
    let place = place.with("1", LEVEL).with("2", LEVEL).with("a", script);
    let words = ["coil", "evaluate", "sh a", "--levels", ".", "--keep-going"];
    for output in ["--json=out.jsonl", "--csv=out.csv"] {
        let ended = place.run(&[&words[..], &[output]].concat());
        let lines = ended.stdout.matches("CRASH - exit code 4").count();
        assert_eq!(lines, 2, "{output}: {ended:?}");
    }
}

/// A device is there in every view, and an argument that names one is nothing to be shown.
#[test]
fn a_program_may_be_told_to_read_standard_input() {
    let place = Place::new("standard_input").with("1", LEVEL);
    let ended = place.run(&["coil", "evaluate", "cat /dev/stdin", "--levels", "1"]);
    assert!(ended.stdout.contains("FAIL"), "{ended:?}");
}
