//! `unicursal coil solve`.

use serde_json::Value;

use crate::run::{LEVEL, Place, ended, endless};

#[test]
fn prints_a_solution_that_passes_the_check() {
    let place = Place::new("prints_a_solution").with("level", LEVEL);
    for method in ["brute", "search"] {
        let run = place.run(&["coil", "solve", "level", "--method", method]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{method}");
        let check = place.run_with(&["coil", "check", "level", "-"], run.stdout.as_bytes());
        assert_eq!(check, ended(0, "valid\n", ""), "{method}");
    }
    let run = place.run(&["coil", "solve", "level", "--method", "brute"]);
    assert_eq!(run, ended(0, "x=1&y=0&path=RDLDR\n", ""));
}

#[test]
fn reads_standard_input_with_or_without_a_dash() {
    let place = Place::new("reads_standard_input");
    for words in [&["coil", "solve"][..], &["coil", "solve", "-"]] {
        for level in [
            "x=2&y=1&board=..",
            "x=2&y=1&board=..\n",
            "y=1&x=2&board=..\r\n",
        ] {
            let run = place.run_with(words, level.as_bytes());
            assert_eq!(run.code, Some(0), "{level:?}");
        }
    }
}

#[test]
fn writes_either_form() {
    let place = Place::new("writes_either_form").with("level", LEVEL);
    let words = ["coil", "solve", "level", "--method", "brute", "--format"];
    let run = |form| place.run(&[&words[..], &[form]].concat()).stdout;
    assert_eq!(run("path"), "x=1&y=0&path=RDLDR\n");
    assert_eq!(run("qpath"), "x=1&y=0&qpath=R\n");
}

#[test]
fn says_no_when_that_is_proved() {
    let place = Place::new("says_no").with("level", "x=3&y=1&board=.X.");
    let run = place.run(&["coil", "solve", "level"]);
    assert_eq!(run, ended(1, "No solution found\n", ""));
    let run = place.run(&["coil", "solve", "level", "--method", "search", "--explain"]);
    let proof = "level: the free cells are not connected\n";
    assert_eq!(run, ended(1, "No solution found\n", proof));
}

#[test]
fn a_board_without_free_cells_has_no_solution() {
    let place = Place::new("no_free_cells").with("level", "x=2&y=1&board=XX");
    for method in ["brute", "search"] {
        let run = place.run(&["coil", "solve", "level", "--explain", "--method", method]);
        let proof = "level: there is no free cell to start on\n";
        assert_eq!(run, ended(1, "No solution found\n", proof));
    }
}

#[test]
fn says_unknown_at_the_time_limit() {
    let place = Place::new("says_unknown").with("level", endless());
    let words = [
        "coil",
        "solve",
        "level",
        "--method",
        "brute",
        "--time-limit",
        "50ms",
    ];
    let run = place.run(&words);
    assert_eq!((run.code, run.stdout.as_str()), (Some(3), ""));
    assert!(
        run.stderr
            .starts_with("unicursal: level: time limit reached: "),
        "{}",
        run.stderr
    );
    let run = place.run(&[&words[..], &["--json"]].concat());
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(
        (run.code, &report["outcome"]),
        (Some(3), &Value::from("unknown"))
    );
}

#[test]
fn json_has_the_answer_and_the_figures() {
    let place = Place::new("json_solve").with("level", LEVEL);
    let run = place.run(&["coil", "solve", "level", "--json", "--method", "brute"]);
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(report["outcome"], "solved");
    assert_eq!(report["answer"], "x=1&y=0&path=RDLDR");
    assert_eq!(
        (&report["width"], &report["height"]),
        (&3.into(), &3.into())
    );
    assert!(report["stats"]["slides"].is_u64());
    let run = place.run_with(&["coil", "solve", "--json"], b"x=3&y=1&board=.X.");
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(
        (run.code, &report["outcome"]),
        (Some(1), &Value::from("unsolvable"))
    );
    assert!(report["proof"].is_string());
}

#[test]
fn stats_go_to_standard_error() {
    let place = Place::new("stats").with("level", LEVEL);
    let run = place.run(&["coil", "solve", "level", "--stats", "--quiet"]);
    assert_eq!(run.code, Some(0));
    let stats: Value = serde_json::from_str(&run.stderr).expect("JSON");
    let seconds = |name: &str| stats[name].as_f64();
    let all = seconds("seconds").expect("the time in all");
    // The time by phase is part of it; which of the two solvers comes first depends on the level.
    let phases = ["proofs_seconds", "answer_seconds"];
    assert!(phases.iter().all(|name| seconds(name).is_some()), "{stats}");
    let solvers = ["slides_seconds", "ends_seconds"];
    assert!(
        solvers.iter().any(|name| seconds(name).is_some()),
        "{stats}"
    );
    let named: f64 = phases
        .iter()
        .chain(&solvers)
        .filter_map(|name| seconds(name))
        .sum();
    assert!(0.0 < named && named <= all, "{stats}");
    assert!(stats["found_by"].is_string());
    if cfg!(target_os = "linux") {
        let bytes = stats["peak_memory_bytes"].as_u64();
        assert!(bytes.is_some_and(|bytes| bytes > 100_000), "{stats}");
    }
}

#[test]
fn who_did_what_when_is_a_table_with_verbose() {
    let place = Place::new("timeline").with("level", LEVEL);
    let run = place.run(&["coil", "solve", "level", "--verbose"]);
    assert_eq!(run.code, Some(0));
    let lines: Vec<&str> = run.stderr.lines().collect();
    let heading = lines
        .iter()
        .position(|line| line.trim_start().starts_with("entry"));
    let heading = heading.unwrap_or_else(|| panic!("{}", run.stderr));
    assert_eq!(lines[heading - 1], "level: timeline");
    assert!(lines[heading + 1].contains("slides"), "{}", run.stderr);
    assert!(lines[heading + 1].ends_with("solved"), "{}", run.stderr);
}

#[test]
fn every_method_keeps_within_the_memory_limit() {
    let place = Place::new("memory_limit").with("level", LEVEL);
    for method in ["engine", "search", "brute"] {
        let words = ["coil", "solve", "level", "--method", method];
        let run = place.run(&[&words[..], &["--memory-limit", "100"]].concat());
        assert_eq!((run.code, run.stdout.as_str()), (Some(3), ""), "{method}");
        assert!(
            run.stderr.contains("memory limit reached"),
            "{method}: {run:?}"
        );
        assert_eq!(place.run(&words).code, Some(0), "{method}");
    }
}
