//! `unicursal evaluate --checker`: puzzles that only the user's own checker knows; and `--guard`.
#![cfg(target_os = "linux")]

use std::os::unix::fs::PermissionsExt;

use crate::run::{Ended, Place};

/// Accepts the number of the level twice over, fails by itself for level 7 and looks for a secret
/// beside it.
const CHECKER: &str = "read n < \"$1\"; want=$((n * 2))\n\
    [ $want = 14 ] && { echo broken >&2; exit 9; }\n\
    [ \"$(cat \"$2\")\" = $want ] || { echo \"expected $want\"; exit 1; }\n";

fn place(test: &str, solver: &str) -> Place {
    let place = Place::new(test);
    std::fs::create_dir(place.path().join("levels")).expect("a folder can be made");
    place
        .with("levels/1", "1\n")
        .with("levels/2.txt", "2\n")
        .with("levels/7", "7\nof two lines\n")
        .with("check.sh", CHECKER)
        .with("solver", solver)
}

fn evaluate(place: &Place, further: &[&str]) -> Ended {
    let words = [
        "evaluate",
        "sh solver",
        "--levels",
        "levels",
        "--checker",
        "sh check.sh",
    ];
    place.run(&[&words[..], further].concat())
}

#[test]
fn the_exit_code_of_a_checker_is_the_verdict() {
    let place = place("checker", "read n; echo $((n + 1))");
    let run = evaluate(&place, &["--keep-going", "--json=a.jsonl"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    for line in [
        "Level 1 (1x1): PASS (",
        "Level 2 (1x1): FAIL - expected 4 (",
        "Level 7 (12x2): ARENA - the checker: exit code 9 broken (",
        "\nHighest level passed in sequence: 1\nPassed 1 of 3 levels in ",
    ] {
        assert!(run.stdout.contains(line), "{line}: {run:?}");
    }
    // Resumed, merged and ranked as every run.
    let again = evaluate(&place, &["--keep-going", "--json=a.jsonl", "--resume"]);
    assert_eq!(again.stdout, run.stdout);
    assert_eq!(place.read("a.jsonl").split(|&b| b == b'\n').count(), 4);
    let merged = place.run(&["merge", "a.jsonl", "--html", "page.html"]);
    assert_eq!(merged.code, Some(1), "{merged:?}");
    let page = String::from_utf8(place.read("page.html")).expect("a page is text");
    assert!(page.contains("<h1>other: leaderboard</h1>"), "{page}");
    // Such results are none of a puzzle that we know, and cannot be made to look so.
    let coil = place.run(&["coil", "merge", "a.jsonl"]);
    assert_eq!(coil.code, Some(2), "{coil:?}");
    assert_eq!(evaluate(&place, &["--name", "coil"]).code, Some(2));
}

/// It would tell what the answers are.
#[test]
fn a_program_does_not_see_the_checker_nor_other_levels() {
    let peek = "cat check.sh levels/* /tmp/unicursal-answers-*/* 2> /dev/null; echo nothing";
    let place = place("checker_hidden", peek).with(
        "check.sh",
        "cat \"$2\" | tr '\\n' ' '; ls levels > /dev/null 2>&1; exit 1\n",
    );
    let run = evaluate(&place, &["--end", "1"]);
    if run.stdout.contains("namespaces for processes, files") {
        assert!(run.stdout.contains("FAIL - nothing ("), "{run:?}");
    } else {
        eprintln!("NOT TESTED: there is no mount namespace here");
    }
}

#[test]
fn a_checker_that_does_not_end_says_nothing_about_the_program() {
    let place = place("checker_slow", "echo 2").with("check.sh", "sleep 86535\n");
    let run = evaluate(&place, &["--checker-time", "1", "--end", "1"]);
    let line = "Level 1 (1x1): ARENA - the checker: no verdict within 1s (";
    assert!(run.stdout.contains(line), "{run:?}");
    for (words, message) in [
        (
            &["evaluate", "sh solver"][..],
            "unicursal: which puzzle? Say 'unicursal coil evaluate', ",
        ),
        (
            &[
                "evaluate",
                "sh solver",
                "--checker",
                "./nobody",
                "--levels",
                "levels",
            ],
            "unicursal: --checker: ./nobody: no such program\n",
        ),
        (
            &["evaluate", "sh solver", "--checker", "true"],
            "unicursal: --levels PATH is needed",
        ),
        (
            &["evaluate", "--checker", "true", "--levels", "levels"],
            "unicursal: no program: name one",
        ),
    ] {
        let refused = place.run(words);
        assert_eq!(refused.code, Some(2), "{refused:?}");
        assert!(refused.stderr.starts_with(message), "{refused:?}");
    }
}

#[test]
fn guarded_files_that_change_are_named() {
    let spoil = "read n; echo $((n * 2)); { echo x > kept/new; rm kept/old; echo y > kept/same; } 2> /dev/null; exit 0";
    let place = place("guard", spoil).open_to_all();
    let kept = place.path().join("kept");
    std::fs::create_dir(&kept).expect("a folder can be made");
    let place = place
        .with("kept/old", "1")
        .with("kept/same", "2")
        .with("kept/left", "3");
    for path in [kept.clone(), kept.join("same")] {
        let all = std::fs::Permissions::from_mode(0o777);
        std::fs::set_permissions(path, all).expect("permissions can be set");
    }
    let options = ["--end", "1", "--guard", "kept", "--guard-notes", "notes"];
    let run = evaluate(&place, &options);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(
        run.stderr.contains("guarded: 3 files are unchanged\n"),
        "{run:?}"
    );
    let run = evaluate(&place, &[&options[..], &["--allow-write", "kept"]].concat());
    assert_eq!(run.code, Some(1), "{run:?}");
    let told = "guarded: kept/new: new\nguarded: kept/old: removed\nguarded: kept/same: changed\n";
    assert!(run.stderr.contains(told), "{run:?}");
    // Notes of an earlier run still know what was there.
    let later = evaluate(&place, &options);
    assert_eq!(later.code, Some(1), "{later:?}");
    assert!(later.stderr.contains(told), "{later:?}");
    for (further, message) in [
        (
            ["--guard", "solver"],
            "unicursal: solver: this is not a folder\n",
        ),
        (["--guard-notes", "check.sh"], "error: "),
    ] {
        let refused = evaluate(&place, &further);
        assert_eq!(refused.code, Some(2), "{refused:?}");
        assert!(refused.stderr.starts_with(message), "{refused:?}");
    }
    let bad = evaluate(&place, &["--guard", "kept", "--guard-notes", "check.sh"]);
    assert_eq!(
        bad.stderr,
        "unicursal: check.sh, line 1: this is no digest of a file\n"
    );
}
