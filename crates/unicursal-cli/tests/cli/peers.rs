//! `benches/peers/run`, which lets solvers of others play beside ours.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::run::Place;

/// What stands in for LKH: it reads parameters and problem as LKH does, tries every cycle of the
/// small graph, and writes the tour.
const STAND_IN: &str = r#"#!/usr/bin/env python3
import sys
named = dict(line.split(" = ") for line in open(sys.argv[1]).read().splitlines())
head, edges = open(named["PROBLEM_FILE"]).read().split("EDGE_DATA_SECTION\n")
beside = {}
for line in edges.splitlines():
    if line == "-1":
        break
    a, b = map(int, line.split())
    beside.setdefault(a, []).append(b)
    beside.setdefault(b, []).append(a)
def walk(tour):
    if len(tour) == len(beside):
        return tour if tour[0] in beside[tour[-1]] else None
    for then in beside[tour[-1]]:
        if then not in tour:
            found = walk(tour + [then])
            if found:
                return found
tour = walk([max(beside)])
with open(named["TOUR_FILE"], "w") as file:
    file.write("TYPE : TOUR\nTOUR_SECTION\n" + "\n".join(map(str, tour)) + "\n-1\nEOF\n")
"#;

/// Whether the project is there, and not the program's crate on its own.
fn is_there() -> bool {
    run().is_file()
}

fn run() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches/peers/run")
}

fn peers(place: &Place, words: &[&str]) -> Output {
    let mut command = Command::new("python3");
    command.arg(run()).args(words);
    command.args(["--unicursal", env!("CARGO_BIN_EXE_unicursal")]);
    let ended = command.current_dir(place.path()).output();
    ended.expect("there is Python")
}

#[test]
fn others_play_the_same_levels_and_ours_solves_them() {
    if !is_there() {
        return;
    }
    let place = Place::new("peers_played");
    let lkh = place.path().join("stand-in");
    fs::write(&lkh, STAND_IN).expect("a file can be written");
    let made = Command::new("chmod").arg("+x").arg(&lkh).status();
    assert!(made.is_ok_and(|made| made.success()));
    let small = ["--count", "2", "--limit", "20", "--sides", "4", "6"];
    let words = ["out", "pellet", "trail", "--solver", "lkh=./stand-in"];
    let ended = peers(&place, &[&words[..], &small[..]].concat());
    let table = String::from_utf8_lossy(&ended.stdout);
    assert!(ended.status.success(), "{ended:?}");
    for row in [
        "| pellet, 2 | ours | 2 |",
        "| pellet, 2 | lkh | 2 |",
        "| trail, 2 | ours | 2 |",
    ] {
        assert!(table.contains(row), "{row}: {ended:?}");
    }
    let page = place.read("out/pellet.html");
    assert!(
        String::from_utf8_lossy(&page).contains("<svg"),
        "a cactus plot"
    );
    // What is there is not run again, and gives the same table.
    let again = peers(&place, &[&["out", "pellet"][..], &small[..]].concat());
    let again = String::from_utf8_lossy(&again.stdout);
    let rows = |table: &str| table.lines().take(4).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(rows(&again), rows(&table));
}

#[test]
fn what_cannot_be_run_is_named() {
    if !is_there() {
        return;
    }
    let place = Place::new("peers_refused");
    for (words, complaint) in [
        (
            &["out", "--solver", "gurobi=x"][..],
            "there is no program 'gurobi'",
        ),
        (&["out", "sudoku"], "there is no series 'sudoku'"),
        (
            &["out", "pellet", "--count", "2", "--solver", "lkh=./missing"],
            "./missing is no program",
        ),
    ] {
        let ended = peers(&place, words);
        assert!(!ended.status.success());
        assert!(
            String::from_utf8_lossy(&ended.stderr).contains(complaint),
            "{ended:?}"
        );
    }
}
