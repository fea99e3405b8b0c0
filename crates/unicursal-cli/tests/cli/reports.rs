//! Reports of `evaluate` and `merge`: JSON lines, CSV, records, shards, resumed runs, comparisons.
#![cfg(target_os = "linux")]

use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::run::{Ended, LEVEL, Place, ended};

/// A folder of seven levels, numbered with gaps, and a solver that passes all but level 5.
fn seven(test: &str) -> Place {
    let place = Place::new(test);
    std::fs::create_dir(place.path().join("levels")).expect("a folder can be made");
    let mut place = place.with(
        "solver",
        "read line; case $line in *X.......X) echo 'x=1&y=0&path=RDLDR';; *) exit 9;; esac",
    );
    for number in [1, 2, 3, 5, 8, 13, 21] {
        let level = if number == 5 {
            "x=2&y=1&board=..\n"
        } else {
            LEVEL
        };
        place = place.with(&format!("levels/{number}"), level);
    }
    place
}

const ALL: [&str; 6] = [
    "coil",
    "evaluate",
    "sh solver",
    "--levels",
    "levels",
    "--keep-going",
];

fn run(place: &Place, further: &[&str]) -> Ended {
    place.run(&[&ALL[..], further].concat())
}

/// The entries of a file, without what a clock or the system measured.
fn entries(place: &Place, file: &str) -> Vec<Value> {
    let text = String::from_utf8(place.read(file)).expect("JSON is text");
    let lines = text.lines().map(|line| {
        let mut entry: Value = serde_json::from_str(line).expect("a line is JSON");
        for measured in ["seconds", "cpu_seconds", "peak_memory"] {
            assert!(entry[measured].is_number(), "{line}");
            entry[measured] = Value::Null;
        }
        // Where the system counts them.
        entry["processes"] = Value::Null;
        entry
    });
    lines.collect()
}

/// A report without its times.
fn timeless(text: &str) -> String {
    let line = |line: &str| match line.rsplit_once([' ', '(']) {
        Some((line, time)) if time.trim_end_matches(')').ends_with('s') => line.to_owned(),
        _ => line.to_owned(),
    };
    text.lines().map(|text| line(text) + "\n").collect()
}

#[test]
fn a_json_line_tells_everything() {
    let place = seven("json_line");
    let ended = run(&place, &["--end", "5", "--json"]);
    let lines: Vec<Value> = ended
        .stdout
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect();
    assert_eq!(lines.len(), 4, "{ended:?}");
    let entry = &lines[3];
    assert_eq!(entry["puzzle"], "coil");
    assert_eq!(entry["solver"], "sh solver");
    assert_eq!(
        (&entry["level"], &entry["width"], &entry["height"]),
        (&5.into(), &2.into(), &1.into())
    );
    assert_eq!(
        (&entry["position"], &entry["total"]),
        (&4.into(), &4.into())
    );
    assert_eq!(
        (&entry["verdict"], &entry["reason"]),
        (&"CRASH".into(), &"exit code 9".into())
    );
    assert!(entry["seconds"].as_f64().unwrap() > 0.0);
    assert!(entry["peak_memory"].as_u64().unwrap() > 100_000);
    assert_eq!(
        (&entry["timeout"], &entry["loaded"]),
        (&60.0.into(), &false.into())
    );
}

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
    // Where it is told to be, it is slow from the third level on, so that there is time to kill the run.
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
    let give_up = std::time::Instant::now() + Duration::from_secs(20);
    while place.read("started").len() < 3 {
        assert!(
            std::time::Instant::now() < give_up,
            "the third level does not start"
        );
        thread::sleep(Duration::from_millis(5));
    }
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

#[test]
fn csv_and_record() {
    let place = seven("tables");
    let ended = run(&place, &["--end", "3", "--csv", "--record", "record.md"]);
    let lines: Vec<&str> = ended.stdout.lines().collect();
    assert_eq!(
        lines[0],
        "solver,level,width,height,verdict,seconds,cpu_seconds,peak_memory,loaded,reason"
    );
    assert!(lines[1].starts_with("sh solver,1,3,3,PASS,0."), "{lines:?}");
    assert_eq!(lines.len(), 4);
    run(
        &place,
        &["--record", "record.md", "--timeout", "1.5", "--jobs", "2"],
    );
    let record = String::from_utf8(place.read("record.md")).unwrap();
    let rows: Vec<&str> = record.lines().collect();
    assert_eq!(
        rows[0],
        "| Date | Solver | Timeout | Highest passed | Mode | Command |"
    );
    assert!(rows[2].starts_with("| 20"), "{record}");
    assert!(
        rows[2]
            .contains("| sh solver | 60s | 3 | all levels | unicursal coil evaluate 'sh solver' ")
    );
    assert!(
        rows[3].contains("| sh solver | 1.5s | 3 | all levels, 2 jobs | "),
        "{record}"
    );
    assert_eq!(rows.len(), 4);
}

#[test]
fn repeated_runs_give_a_median() {
    let place = seven("repeat");
    let ended = run(&place, &["--end", "1", "--repeat", "3", "--json"]);
    let entry: Value = serde_json::from_str(ended.stdout.trim()).unwrap();
    let mut runs: Vec<f64> = entry["runs"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_f64)
        .collect();
    runs.sort_by(f64::total_cmp);
    assert_eq!(runs.len(), 3);
    assert_eq!(entry["seconds"].as_f64(), Some(runs[1]));
}

#[test]
fn solvers_are_compared_on_the_same_levels() {
    let place = seven("versus").with("other", "echo 'x=1&y=0&path=RDLDR'");
    let ended = run(
        &place,
        &["--versus", "sh other", "--end", "5", "--plot", "both.svg"],
    );
    let text = &ended.stdout;
    for line in [
        "[A] Level 1 (3x3): PASS",
        "[B] Level 5 (2x1): FAIL",
        "A: sh solver",
        "B: sh other",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert!(
        text.contains(
            " times faster than A on average (geometric mean of 3 levels that both passed)"
        ) || text.contains(
            " times slower than A on average (geometric mean of 3 levels that both passed)"
        ),
        "{text}"
    );
    assert!(place.read("both.svg").starts_with(b"<svg "));
    let same = run(&place, &["--versus", "sh solver"]);
    assert_eq!(
        same.stderr,
        "unicursal: sh solver: this solver is named twice\n"
    );
}

#[test]
fn an_estimate_says_when_it_cannot_tell() {
    let place = seven("estimate");
    let ended = run(&place, &["--end", "3", "--estimate"]);
    assert!(
        ended
            .stdout
            .contains("No estimate: it takes passed levels of at least three sizes")
    );
}

/// The estimate and the plot for five squares whose times follow a law.
fn estimated(test: &str, seconds: impl Fn(f64) -> f64) -> (String, Place) {
    let mut lines = String::new();
    for (index, side) in [10_u32, 20, 30, 40, 60].into_iter().enumerate() {
        let entry = serde_json::json!({
            "puzzle": "coil", "solver": "s", "level": index + 1, "width": side, "height": side,
            "position": index + 1, "total": 5, "verdict": "PASS",
            "seconds": seconds(f64::from(side * side)),
            "cpu_seconds": 0.0, "peak_memory": 0, "timeout": 60.0, "loaded": false,
        });
        lines.extend([&entry.to_string(), "\n"]);
    }
    let place = Place::new(test).with("all.jsonl", lines);
    let words = [
        "coil",
        "merge",
        "all.jsonl",
        "--estimate",
        "--plot",
        "law.png",
    ];
    (place.run(&words).stdout, place)
}

#[test]
fn an_estimate_finds_the_law_in_a_report() {
    let (text, place) = estimated("law", |cells| 1e-6 * cells.powi(2));
    assert!(
        text.contains("power law    seconds = 1.000e-6 n^2.000"),
        "{text}"
    );
    assert!(
        text.contains("Best fit: power law, and it fits well"),
        "{text}"
    );
    // 1e-6 s * (4e6)^2 = 1.6e7 s.
    let last = text.lines().find(|line| line.starts_with("2000x2000:"));
    let last = last.unwrap_or_default();
    assert!(last.starts_with("2000x2000:         185.19 days"), "{last}");
    assert!(place.read("law.png").starts_with(b"\x89PNG"));
}

#[test]
fn times_that_are_too_alike_are_not_fitted() {
    let (text, place) = estimated("alike", |cells| 0.1 + cells * 1e-6);
    assert!(
        text.contains("The times are too alike to fit a curve (100.10 ms to 103.60 ms)"),
        "{text}"
    );
    // 0.5066 s for 6600 cells, and 4e6 cells.
    assert!(text.ends_with("\n2000x2000: 5.12 minutes\n"), "{text}");
    assert!(place.read("law.png").starts_with(b"\x89PNG"));

    let jumpy = |cells: f64| {
        if (cells as u32).is_multiple_of(400) {
            1.0
        } else {
            0.01
        }
    };
    let (text, _) = estimated("jumpy", jumpy);
    assert!(
        text.contains("The times hardly depend on the size, so that no curve fits"),
        "{text}"
    );
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
fn files_without_end_are_not_read_to_their_end() {
    let place = seven("endless");
    for words in [
        &["coil", "merge", "/dev/zero"][..],
        &["coil", "evaluate", "true", "--levels", "/dev/zero"],
        &[
            "coil",
            "evaluate",
            "true",
            "--levels",
            "levels",
            "--json=/dev/full",
            "--resume",
        ],
    ] {
        assert_eq!(place.run(words).code, Some(2), "{words:?}");
    }
}

#[test]
fn a_file_that_is_no_table_is_not_replaced_by_one() {
    let place = seven("notes").with("notes.txt", "buy milk\n");
    let refused = run(&place, &["--csv=notes.txt"]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
    assert_eq!(place.read("notes.txt"), b"buy milk\n");
    for _ in 0..2 {
        assert_eq!(run(&place, &["--end", "1", "--csv=new.csv"]).code, Some(0));
    }
    let twice = run(&place, &["--csv=x", "--json=x"]);
    assert_eq!(twice.code, Some(2), "{twice:?}");
}

#[test]
fn an_unreadable_level_does_not_end_a_run_that_keeps_going() {
    let place = seven("unreadable")
        .with("levels/2", "x=3")
        .with("levels/3.bak", "");
    let going = run(&place, &["--end", "3"]);
    assert_eq!(going.code, Some(1));
    let line = "Level 2 (0x0): UNREADABLE - levels/2: field 'y' is missing (0.00s)\n";
    assert!(going.stdout.contains(line), "{going:?}");
    assert!(going.stdout.contains("Level 3 (3x3): PASS"), "{going:?}");
    assert!(going.stderr.contains("skipped '3.bak'"), "{going:?}");
}

#[test]
fn a_part_claims_no_sequence() {
    let place = seven("part");
    let part = run(&place, &["--end", "3", "--shard", "2/3"]);
    assert!(!part.stdout.contains("sequence"), "{part:?}");
    assert!(part.stdout.contains("Passed 1 of 1 levels"), "{part:?}");
}

#[test]
fn a_series_is_made_evaluated_and_ranked() {
    let place = Place::new("series");
    let words = [
        "coil",
        "series",
        "s",
        "--count",
        "8",
        "--largest",
        "9",
        "--seed",
        "spring",
    ];
    let made = place.run(&words);
    assert_eq!(made.code, Some(0), "{made:?}");
    assert_eq!(place.run(&words).code, Some(2), "it does not replace one");
    let manifest: Value = serde_json::from_slice(&place.read("s/public/manifest.json")).unwrap();
    assert_eq!(manifest["levels"].as_array().map(Vec::len), Some(4));
    let text = place.read("s/public/levels/1");
    assert!(text.starts_with(b"x=3&y=3&board=") && !text.ends_with(b"\n"));
    let digest = unicursal_arena::digest::bytes(&place.read("s/secret/sealed.tar"));
    assert_eq!(manifest["sealed"]["archive_sha256"], digest.as_str());
    let readme = String::from_utf8(place.read("s/public/README.md")).unwrap();
    assert!(readme.contains(&digest), "{readme}");
    let unpacked = std::process::Command::new("tar")
        .args(["xf", "s/secret/sealed.tar"])
        .current_dir(place.path())
        .status();
    assert!(unpacked.is_ok_and(|status| status.success()));

    for folder in ["s/public", "sealed"] {
        let file = format!("--json={}.jsonl", folder.replace('/', "-"));
        let ended = place.run(&["coil", "evaluate", "--levels", folder, &file]);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        assert!(ended.stdout.contains("Passed 4 of 4 levels"), "{ended:?}");
    }
    let other = [
        "coil",
        "evaluate",
        "echo '<b>'",
        "--levels",
        "s/public",
        "--json=other.jsonl",
    ];
    assert_eq!(place.run(&other).code, Some(1));
    let html = [
        "coil",
        "merge",
        "s-public.jsonl",
        "other.jsonl",
        "--html",
        "page.html",
    ];
    assert_eq!(place.run(&html).code, Some(1));
    let page = String::from_utf8(place.read("page.html")).unwrap();
    assert!(page.starts_with("<!doctype html>"), "{page}");
    assert!(
        page.contains("<td>unicursal coil solve<td>4 of 4<td>4<td>"),
        "{page}"
    );
    assert!(page.contains("echo '&lt;b&gt;'<td>0 of 4<td>-"), "{page}");
    assert!(
        page.contains("<polyline") && !page.contains("<b>"),
        "{page}"
    );
    let place = place.with("s/public/levels/2", "x=1&y=1&board=.");
    let changed = place.run(&["coil", "evaluate", "--levels", "s/public"]);
    let message = "unicursal: s/public/manifest.json: level 2 is not the one that is listed here\n";
    assert_eq!(changed, ended(2, "", message));
}

/// The estimate for squares of which the larger ones were not finished.
fn unfinished(test: &str, seconds: impl Fn(f64) -> f64) -> String {
    let mut lines = String::new();
    for (index, side) in [3_u32, 4, 5, 6, 7, 8, 10, 12, 14, 16]
        .into_iter()
        .enumerate()
    {
        let time = seconds(f64::from(side * side));
        let entry = serde_json::json!({
            "puzzle": "coil", "solver": "s", "level": index + 1, "width": side, "height": side,
            "position": index + 1, "total": 10,
            "verdict": if time < 2.0 { "PASS" } else { "TIMEOUT" },
            "seconds": time.min(2.0),
            "cpu_seconds": 0.0, "peak_memory": 0, "timeout": 2.0, "loaded": false,
        });
        lines.extend([&entry.to_string(), "\n"]);
    }
    let place = Place::new(test).with("all.jsonl", lines);
    place
        .run(&["coil", "merge", "all.jsonl", "--estimate"])
        .stdout
}

#[test]
fn a_timeout_is_a_lower_bound_in_an_estimate() {
    // Brute force: from 144 cells on it takes longer than anyone waits.
    let text = unfinished("bounds", |cells| 0.001 * (cells / 12.0).exp());
    assert!(
        text.contains("that were not finished, as lower bounds"),
        "{text}"
    );
    assert!(text.contains("so far out, this is a guess"), "{text}");
    let last = text
        .lines()
        .find(|line| line.starts_with("2000x2000:"))
        .unwrap_or_default();
    let best = last.split_ascii_whitespace().nth(2);
    assert_eq!(best, Some("millennia"), "{text}");
    // Times that are all start-up, and then none: nothing can be said.
    let text = unfinished(
        "bounds_flat",
        |cells| if cells < 140.0 { 0.003 } else { 9.0 },
    );
    assert!(
        text.contains("No estimate: 3 levels were not finished"),
        "{text}"
    );
    assert!(!text.contains("2000x2000"), "{text}");
}
