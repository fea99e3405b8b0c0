//! What a teacher needs of mazes: a student's whole output is compared, and the first difference
//! named.

use serde_json::Value;

use crate::run::{Place, ended};

const MAZE: &str = "##S####\n# #   #\n# ### #\n#   # E\n";

/// The right output, and a place that has it.
fn place(test: &str) -> (Place, String) {
    let place = Place::new(test).with("maze", MAZE);
    let output = place.run(&["maze", "solve", "maze"]).stdout;
    (place, output)
}

#[test]
fn the_right_output_is_valid() {
    let (place, output) = place("teacher_valid");
    let windows = output.replace('\n', "\r\n");
    let asked = format!("Please give the maze file:\n{output}\n\n");
    for text in [output.clone(), windows, asked] {
        let run = place.run_with(&["maze", "check", "maze", "-"], text.as_bytes());
        assert_eq!(run, ended(0, "valid\n", ""));
    }
    for words in [["--rule", "right"], ["--facing-down", "V"]] {
        let wanted = place
            .run(&[&["maze", "solve", "maze"], &words[..]].concat())
            .stdout;
        let check = [&["maze", "check", "maze", "-"], &words[..]].concat();
        assert_eq!(
            place.run_with(&check, wanted.as_bytes()).code,
            Some(0),
            "{words:?}"
        );
        assert_eq!(
            place.run_with(&check, output.as_bytes()).code,
            Some(1),
            "{words:?}"
        );
    }
}

#[test]
fn the_first_difference_is_named() {
    let (place, output) = place("teacher_wrong");
    let lines: Vec<&str> = output.lines().collect();
    let changed = |line: usize, text: &str| {
        let mut lines = lines.clone();
        lines[line - 1] = text;
        lines.join("\n") + "\n"
    };
    for (text, message) in [
        (
            changed(2, "#\x1b[31m#"),
            "line 2: frame 1, line 2: expected '# #   #', found '#\\u{1b}[31m#'",
        ),
        (
            changed(14, "Current Position:  9,9"),
            "line 14: frame 2, line 6: expected 'Current Position:  1,0', found 'Current Position:  9,9'",
        ),
        (
            lines[..10].join("\n"),
            "line 11: frame 2, line 3: expected '# ### #', found nothing",
        ),
    ] {
        let run = place.run_with(&["maze", "check", "maze", "-"], text.as_bytes());
        let found = run
            .stderr
            .strip_prefix("unicursal: <stdin>: ")
            .unwrap_or("");
        assert_eq!((run.code, found.trim_end()), (Some(1), message), "{run:?}");
    }
    let more = format!("{output}and more\n");
    let run = place.run_with(&["maze", "check", "maze", "-", "--json"], more.as_bytes());
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!((run.code, &report["valid"]), (Some(1), &false.into()));
    assert_eq!(
        (&report["expected"], &report["found"]),
        (&Value::Null, &"and more".into())
    );
}
