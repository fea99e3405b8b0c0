//! Runs of `evaluate` whose results other tests look at: a folder of levels, and what was measured.
#![cfg(target_os = "linux")]

use serde_json::Value;

use crate::run::{Ended, LEVEL, Place};

/// A folder of seven levels, numbered with gaps, and a solver that passes all but level 5.
pub fn seven(test: &str) -> Place {
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

pub const ALL: [&str; 6] = [
    "coil",
    "evaluate",
    "sh solver",
    "--levels",
    "levels",
    "--keep-going",
];

pub fn run(place: &Place, further: &[&str]) -> Ended {
    place.run(&[&ALL[..], further].concat())
}

/// The entries of a file, without what a clock or the system measured.
pub fn entries(place: &Place, file: &str) -> Vec<Value> {
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
pub fn timeless(text: &str) -> String {
    let line = |line: &str| match line.rsplit_once([' ', '(']) {
        Some((line, time)) if time.trim_end_matches(')').ends_with('s') => line.to_owned(),
        _ => line.to_owned(),
    };
    text.lines().map(|text| line(text) + "\n").collect()
}
