//! What `evaluate` reports: JSON lines, CSV, records, comparisons.
#![cfg(target_os = "linux")]

use serde_json::Value;

use crate::results::{run, seven};
use crate::run::Place;

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

/// Such a word was only said to be no program, or no file.
#[test]
fn a_file_for_results_that_was_taken_for_something_else_is_explained() {
    let place = Place::new("reports_bare").with("old.jsonl", "");
    for (words, said) in [
        (
            &["coil", "evaluate", "--csv", "results"][..],
            "--csv=results",
        ),
        (&["maze", "evaluate", "--csv", "marks"], "--csv=marks"),
        (
            &["coil", "merge", "old.jsonl", "--json", "all.jsonl"],
            "--json=all.jsonl",
        ),
    ] {
        let run = place.run(words);
        assert_eq!(run.code, Some(2), "{words:?}");
        assert!(
            run.stderr.contains(&format!("to write to it: {said}\n")),
            "{}",
            run.stderr
        );
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
fn levels_of_every_puzzle_are_reported_as_mazes_are() {
    let place = seven("reported");
    let ended = run(
        &place,
        &["--report", "json", "--points", "2", "--visible", "3"],
    );
    let report: Value = serde_json::from_str(&ended.stdout).expect("only the report");
    let student = &report["students"][0];
    let levels = student["levels"].as_array().expect("levels");
    // Also those after the first that was not passed.
    assert_eq!(levels.len() as u64, report["levels"].as_u64().unwrap());
    let crash = levels.iter().find(|level| level["level"] == 5).unwrap();
    assert_eq!(crash["verdict"], "CRASH");
    assert_eq!(crash["visible"], false);
    assert_eq!(
        crash["told"],
        "CRASH. This level is hidden, so no more is told."
    );
    let right = student["right"].as_u64().unwrap();
    assert!(right >= 3 && right < levels.len() as u64, "{report}");
    assert_eq!(student["points"], 2 * right);

    let forms = [
        "junit=a.xml",
        "gradescope=a.json",
        "check50=b.json",
        "csv=c.csv",
    ];
    let words: Vec<&str> = forms.iter().flat_map(|form| ["--report", form]).collect();
    run(&place, &words);
    let text = |name: &str| String::from_utf8(place.read(name)).unwrap();
    let failures = levels.len() as u64 - right;
    assert!(text("a.xml").contains(&format!("failures=\"{failures}\"")));
    let gradescope: Value = serde_json::from_str(&text("a.json")).unwrap();
    assert_eq!(gradescope["score"], right);
    let output = gradescope["tests"][3]["output"].as_str().unwrap();
    assert!(output.contains("ended with an error"), "{output}");
    let check50: Value = serde_json::from_str(&text("b.json")).unwrap();
    assert_eq!(check50["slug"], "unicursal/coil");
    assert_eq!(check50["results"][3]["passed"], false);
    assert!(text("c.csv").starts_with("rank,name,right,levels,points,of,trouble\n1,sh solver,"));
}
