//! Runs in parts: shards, resumed and extended runs, and `merge`, which trusts no file.
#![cfg(target_os = "linux")]

use serde_json::Value;

use crate::results::{ALL, entries, run, seven, timeless};
use crate::run::{LEVEL, Place, ended, output_of, signal, wait_until};

#[test]
fn shards_merged_equal_one_run() {
    let place = seven("shards");
    let whole = run(&place, &["--json=whole.jsonl"]);
    for part in ["1", "2", "3"] {
        let (shard, file) = (format!("{part}/3"), format!("--json=part{part}.jsonl"));
        run(&place, &["--shard", &shard, &file]);
    }
    assert_eq!(entries(&place, "part2.jsonl").len(), 2);
    let files = ["part3.jsonl", "part1.jsonl", "part2.jsonl"];
    let words = [&["coil", "merge"], &files[..], &["--json=merged.jsonl"]].concat();
    let merged = place.run(&words);
    assert_eq!((merged.code, whole.code), (Some(1), Some(1)));
    assert_eq!(merged.stderr, "");
    assert_eq!(timeless(&merged.stdout), timeless(&whole.stdout));
    assert!(
        merged.stdout.contains("sequence: 3\nPassed 6 of 7 levels"),
        "{merged:?}"
    );
    assert_eq!(
        entries(&place, "merged.jsonl"),
        entries(&place, "whole.jsonl")
    );
}

#[test]
fn merge_finds_gaps_duplicates_and_contradictions() {
    let place = seven("gaps");
    let passing = ["--end", "3"];
    for part in ["1", "2", "3"] {
        let (shard, file) = (format!("{part}/3"), format!("--json=part{part}.jsonl"));
        run(
            &place,
            &[&passing[..], &["--shard", &shard, &file]].concat(),
        );
    }
    let gap = place.run(&["coil", "merge", "part1.jsonl", "part3.jsonl"]);
    assert_eq!(gap.code, Some(3));
    assert_eq!(gap.stderr, "'sh solver': missing of 3 levels: 2\n");
    assert!(gap.stdout.contains("sequence: 1\nPassed 2 of 3"), "{gap:?}");

    // Also where a level after it was not passed; what comes after that need not be there.
    for part in ["1", "3"] {
        let (shard, file) = (format!("{part}/3"), format!("--json=long{part}.jsonl"));
        run(&place, &["--shard", &shard, &file]);
    }
    let failed = place.run(&["coil", "merge", "long1.jsonl", "long3.jsonl"]);
    assert_eq!(failed.code, Some(3), "{failed:?}");
    let stopped = run(&place, &["--end", "5", "--json=stopped.jsonl"]);
    let stopped = (
        stopped.code,
        place.run(&["coil", "merge", "stopped.jsonl"]).code,
    );
    assert_eq!(stopped, (Some(1), Some(1)));

    let all = ["coil", "merge", "part1.jsonl", "part2.jsonl", "part3.jsonl"];
    let piped = place.read("part2.jsonl");
    let piped = place.run_with(
        &[&all[..2], &["part1.jsonl", "-", "part3.jsonl"]].concat(),
        &piped,
    );
    assert_eq!((piped.code, piped.stderr.as_str()), (Some(0), ""));
    let other = place.run_with(&["coil", "merge", "-"], b"\n{}\n");
    let message = "unicursal: <stdin>: line 2: this is no result of evaluate: missing field `puzzle` at column 2\n";
    assert_eq!(other, ended(2, "", message));

    // Files without results are named.
    let place = place.with("none", "").with("blank", "\n");
    let nothing = place.run(&["coil", "merge", "none", "blank"]);
    let message = "none, blank: there are no results here\n";
    assert_eq!(nothing, ended(2, "", &format!("unicursal: {message}")));
    let part = place.run(&["coil", "merge", "part1.jsonl", "none", "blank"]);
    assert_eq!(part.code, Some(3));
    assert!(part.stderr.starts_with(message), "{part:?}");

    assert_eq!(place.run(&all).code, Some(0));
    let twice = place.run(&[&all[..], &["part2.jsonl"]].concat());
    assert_eq!(twice.code, Some(0));
    let note = "level 2 of 'sh solver' is there more than once; the first counts\n";
    assert_eq!(twice.stderr, note);

    let other = String::from_utf8(place.read("part2.jsonl"))
        .unwrap()
        .replace("PASS", "FAIL");
    let place = place.with("other.jsonl", other);
    let conflict = place.run(&[&all[..], &["other.jsonl"]].concat());
    assert_eq!(conflict.code, Some(2));
    let place = place.with("torn.jsonl", "{\"puzzle\"\nx\n");
    let torn = place.run(&["coil", "merge", "torn.jsonl"]);
    assert_eq!(torn.code, Some(2));
    assert!(
        torn.stderr.starts_with("unicursal: torn.jsonl: line 1: "),
        "{torn:?}"
    );
}

#[test]
fn a_killed_run_resumes_to_the_same_report() {
    let place = seven("resume");
    let solver = String::from_utf8(place.read("solver")).unwrap();
    // Where it is told to be, it is slow from the third level on, so that there is time to kill the
    // run.
    let slow = "echo >> started; [ ! -e slow ] || [ $(wc -l < started) -lt 3 ] || sleep 50";
    let place = place
        .with("solver", format!("{slow}; {solver}"))
        .open_to_all();
    let run = |place: &Place, further: &[&str]| {
        place.run(&[&ALL[..], &["--allow-write", "."], further].concat())
    };
    let whole = run(&place, &["--json=whole.jsonl"]);
    std::fs::remove_file(place.path().join("started")).expect("it was made");
    let place = place.with("slow", "");
    let resumed = &["--allow-write", ".", "--json=resumed.jsonl"];
    let mut child = place
        .command(&[&ALL[..], resumed].concat())
        .spawn()
        .unwrap();
    wait_until("the third level has started", || {
        place.read("started").len() >= 3
    });
    let second = run(&place, &["--json=resumed.jsonl", "--resume"]);
    let busy = "unicursal: resumed.jsonl: another run is writing to this file\n";
    assert_eq!((second.code, second.stderr.as_str()), (Some(2), busy));
    child.kill().expect("the program can be killed");
    child.wait().expect("the program ends");
    assert_eq!(entries(&place, "resumed.jsonl").len(), 2);
    // As if killed in the middle of a line.
    let mut text = place.read("resumed.jsonl");
    text.extend(b"{\"puzzle\":\"coil\",\"solv");
    let place = place.with("resumed.jsonl", text);
    for made in ["slow", "started"] {
        std::fs::remove_file(place.path().join(made)).expect("it is there");
    }

    let refused = run(&place, &["--json=resumed.jsonl"]);
    assert_eq!(refused.code, Some(2));
    assert!(
        refused.stderr.contains("continue them with --resume"),
        "{refused:?}"
    );
    let again = run(&place, &["--json=resumed.jsonl", "--resume"]);
    assert_eq!(timeless(&again.stdout), timeless(&whole.stdout));
    assert_eq!(
        entries(&place, "resumed.jsonl"),
        entries(&place, "whole.jsonl")
    );
    assert_eq!(
        place.read("started").len(),
        5,
        "the first two were not run again"
    );

    let other = run(
        &place,
        &["--json=resumed.jsonl", "--resume", "--timeout", "5"],
    );
    assert_eq!(other.code, Some(2));
    assert!(
        other.stderr.contains("level 1 is from another run"),
        "{other:?}"
    );
}

/// One program that does not end keeps nobody else's result from the file.
#[test]
fn results_are_written_although_others_are_still_at_the_level() {
    let place = seven("at_once").with("slow", "sleep 50").open_to_all();
    let words = [&ALL[..], &["--versus", "sh slow", "--json=r.jsonl"]].concat();
    let child = place.command(&words).spawn().expect("the program starts");
    wait_until("the first result is there", || {
        std::fs::read(place.path().join("r.jsonl")).is_ok_and(|text| text.ends_with(b"\n"))
    });
    signal(&child, "INT");
    let ended = output_of(child);
    assert_eq!(ended.status.code(), Some(130), "{ended:?}");
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(
        said.contains("interrupted: 1 of 14 levels done, 1 passed"),
        "{said}"
    );
    assert_eq!(entries(&place, "r.jsonl").len(), 1);
}

/// One that stopped at an earlier level, while it was at a later one, took the others with it.
#[test]
fn a_solver_that_stopped_does_not_stop_another() {
    let one = "read line; case $line in x=2*) exit 9;; *) sleep 50;; esac";
    let two = "read line; case $line in x=2*) echo 'x=0&y=0&path=R';; *) echo 'x=1&y=0&path=RDLDR';; esac";
    let place = seven("two_stop")
        .with("levels/1", "x=2&y=1&board=..\n")
        .with("solver", one)
        .with("two", two);
    let run = place.run(&[
        "coil",
        "evaluate",
        "sh solver",
        "--versus",
        "sh two",
        "--levels",
        "levels",
        "--end",
        "3",
        "--jobs",
        "2",
        "--json=r.jsonl",
    ]);
    assert_eq!(run.code, Some(1), "{run:?}");
    let entries = entries(&place, "r.jsonl");
    let of_two = entries.iter().filter(|entry| entry["solver"] == "sh two");
    let mut levels: Vec<u64> = of_two.filter_map(|entry| entry["level"].as_u64()).collect();
    levels.sort_unstable();
    assert_eq!(levels, [1, 2, 3], "{run:?}");
}

#[test]
fn a_run_can_be_extended() {
    let place = seven("extended");
    let first = run(&place, &["--end", "3", "--json=r.jsonl"]);
    assert!(first.stdout.contains("Passed 3 of 3 levels"), "{first:?}");
    let more = run(&place, &["--end", "8", "--json=r.jsonl", "--resume"]);
    assert!(more.stdout.contains("Passed 4 of 5 levels"), "{more:?}");
    assert_eq!(entries(&place, "r.jsonl").len(), 5);
    let merged = place.run(&["coil", "merge", "r.jsonl"]);
    assert!(merged.stdout.contains("Passed 4 of 5 levels"), "{merged:?}");
}

#[test]
fn results_of_other_levels_programs_and_limits_are_refused() {
    let place = seven("other_run");
    run(&place, &["--end", "3", "--json=a.jsonl"]);
    let resume = ["--end", "3", "--json=a.jsonl", "--resume"];
    assert_eq!(run(&place, &resume).code, Some(0));
    let refused = |place: &Place, further: &[&str], what: &str| {
        let ended = run(place, &[&resume[..], further].concat());
        assert_eq!(ended.code, Some(2), "{ended:?}");
        assert!(
            ended.stderr.contains(&format!("): {what} differs")),
            "{ended:?}"
        );
    };
    refused(&place, &["--memory-limit", "1G"], "a limit");
    refused(&place, &["--timeout", "7"], "the time limit");
    let place = place.with("levels/2", "x=3&y=3&board=X........");
    refused(&place, &[], "the level's text");
    let place = place.with("levels/2", LEVEL);
    let solver = place.read("solver");
    let place = place.with("solver", [&solver[..], b"\n# new"].concat());
    refused(&place, &[], "the program");
    // The same for shards.
    run(&place, &["--end", "3", "--json=b.jsonl"]);
    let place = place.with("solver", solver);
    run(&place, &["--end", "3", "--timeout", "7", "--json=c.jsonl"]);
    for (other, what) in [("b.jsonl", "the program"), ("c.jsonl", "the time limit")] {
        let merged = place.run(&["coil", "merge", "a.jsonl", other]);
        assert_eq!(merged.code, Some(2), "{merged:?}");
        assert!(
            merged.stderr.contains(&format!("{what} differs")),
            "{merged:?}"
        );
    }
}

#[test]
fn a_part_claims_no_sequence() {
    let place = seven("part");
    let part = run(&place, &["--end", "3", "--shard", "2/3"]);
    assert!(!part.stdout.contains("sequence"), "{part:?}");
    assert!(part.stdout.contains("Passed 1 of 1 levels"), "{part:?}");
}

#[test]
fn numbers_in_results_are_not_trusted() {
    let place = seven("forged_numbers");
    run(&place, &["--end", "1", "--json=a.jsonl"]);
    let text = String::from_utf8(place.read("a.jsonl")).unwrap();
    let entry: Value = serde_json::from_str(&text).unwrap();
    let max = u64::MAX;
    for (name, value) in [
        ("total", "3000000000".to_owned()),
        ("total", "0".to_owned()),
        ("position", "2".to_owned()),
        ("seconds", "-1".to_owned()),
        ("seconds", "1e308".to_owned()),
        ("cpu_seconds", "-0.5".to_owned()),
        ("timeout", "1e300".to_owned()),
        // Once an overflow: width times height.
        ("width", max.to_string()),
        ("height", max.to_string()),
        ("peak_memory", max.to_string()),
    ] {
        let mut forged = entry.clone();
        forged[name] = serde_json::from_str(&value).unwrap();
        let place = Place::new("forged_number").with("f.jsonl", format!("{forged}\n"));
        let ended = place.run(&["coil", "merge", "f.jsonl", "--estimate"]);
        let message = format!(
            "unicursal: f.jsonl: line 1: this is no result of evaluate: {name} is out of range\n"
        );
        assert_eq!((ended.code, ended.stderr), (Some(2), message));
    }
}

#[test]
fn merge_keeps_its_limits() {
    let place = Place::new("merge_limits").with("large", "\n".repeat(2 << 20));
    let large = place.run(&["coil", "merge", "large", "--memory-limit", "1M"]);
    let message = "unicursal: large: memory limit reached: the input was not read\n";
    assert_eq!(large, ended(3, "", message));
    let made = std::process::Command::new("mkfifo")
        .arg(place.path().join("pipe"))
        .status();
    assert!(made.is_ok_and(|status| status.success()));
    // Nobody will ever write into it.
    let silent = place.run(&["coil", "merge", "pipe", "--time-limit", "100ms"]);
    let message = "unicursal: time limit reached: the work was ended\n";
    assert_eq!(silent, ended(3, "", message));
}
