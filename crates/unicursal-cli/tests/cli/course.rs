//! `maze course`: its grader, in a folder that looks like Gradescope's.
#![cfg(target_os = "linux")]

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::run::Place;

/// Walks as it should, by a program that is submitted with it and has to become executable first.
const RIGHT: &str = "cp class/submission/unicursal $TMPDIR/u; chmod +x $TMPDIR/u\n\
    exec $TMPDIR/u maze solve\n";

/// A course of six visible and six hidden mazes.
fn course(test: &str, further: &[&str]) -> Place {
    let place = Place::new(test);
    let words = [
        &["maze", "course", "spring", "--seed", "s", "--hidden", "6"],
        further,
    ]
    .concat();
    let made = place.run(&words);
    assert_eq!(made.code, Some(0), "{made:?}");
    place
}

/// Puts the grader where Gradescope would, gives it files, and reads its results.
fn graded(place: &Place, submission: &[(&str, &str)]) -> Value {
    let grader = place.path().join("grader");
    let _ = fs::remove_dir_all(&grader);
    let submitted = grader.join("submission");
    fs::create_dir_all(&submitted).expect("a folder can be made");
    fs::create_dir(grader.join("results")).expect("a folder can be made");
    let shell = |line: &str| {
        let mut command = Command::new("sh");
        command.args(["-c", line]).current_dir(place.path());
        let ended = command.env("AUTOGRADER", "grader").output();
        let ended = ended.expect("there is a shell");
        assert!(ended.status.success(), "{line}: {ended:?}");
    };
    shell("cp -R spring/autograder grader/source && cp grader/source/run_autograder grader");
    shell("grader/source/setup.sh");
    for (name, text) in submission {
        fs::write(submitted.join(name), text).expect("a file can be written");
    }
    if !submission.is_empty() {
        // Not executable, as is nothing that students upload.
        shell("cp spring/autograder/unicursal grader/submission && chmod a-x grader/submission/*");
    }
    shell("grader/run_autograder");
    let results = place.read("grader/results/results.json");
    serde_json::from_slice(&results).expect("results are JSON")
}

#[test]
fn the_grader_grades_what_is_submitted() {
    let place = course("course_graded", &["--with", "sh"]);
    let report = graded(&place, &[("solution.sh", RIGHT), ("notes.txt", "mine")]);
    assert_eq!(report["score"], 60, "{report:#}");
    let tests = report["tests"].as_array().expect("tests are a list");
    let shown = tests.iter().map(|test| test["visibility"] == "visible");
    assert_eq!(
        shown.collect::<Vec<_>>(),
        [[true; 6], [false; 6]].concat(),
        "{report:#}"
    );

    // The wrong hand.
    let wrong = RIGHT.replace("maze solve", "maze solve --rule right");
    let report = graded(&place, &[("solution.sh", &wrong)]);
    let score = report["score"].as_u64().expect("a number");
    assert!(score < 60, "{report:#}");
    let tests = report["tests"].as_array().expect("tests are a list");
    let failed = |test: &&Value| test["status"] == "failed";
    for test in tests[..6].iter().filter(failed) {
        let told = test["output"].as_str().unwrap_or_default();
        assert!(told.contains("expected"), "{test:#}");
    }
    let mut hidden = tests[6..].iter().filter(failed).peekable();
    assert!(hidden.peek().is_some(), "{report:#}");
    assert!(
        hidden.all(|test| test["output"] == "FAIL. This maze is hidden, so no more is told."),
        "{report:#}"
    );
}

/// Nothing is no reason for a grader to fail.
#[test]
fn the_grader_explains_what_it_cannot_run() {
    let place = course("course_refused", &["--with", "sh"]);
    for (submission, why) in [
        (&[][..], "this folder is empty"),
        (
            &[("one.sh", RIGHT), ("two.sh", RIGHT)],
            "several files here could be the program; call one of them solution",
        ),
    ] {
        let report = graded(&place, submission);
        assert_eq!(
            (&report["score"], &report["output"]),
            (&0.into(), &why.into()),
            "{report:#}"
        );
    }
}

/// Programs look for the mazes and for the results.
#[test]
fn a_submission_sees_neither_mazes_nor_results() {
    let place = course("course_hidden", &["--with", "sh"]);
    let grader = place.path().join("grader").display().to_string();
    let spy = format!("cat {grader}/source/mazes/* >&2; echo 1 > {grader}/results/results.json\n");
    let report = graded(&place, &[("solution.sh", &format!("{spy}exit 3"))]);
    assert_eq!(report["score"], 0, "{report:#}");
    let first = report["tests"][0]["output"].as_str().unwrap_or_default();
    let maze = String::from_utf8(place.read("spring/autograder/mazes/7")).expect("a maze is text");
    let row = maze.lines().next().expect("a maze has rows");
    assert!(!first.contains(row), "{first}");
}

#[test]
fn commands_with_quotes_come_through_and_submissions_are_compiled() {
    let build = "printf '#!/bin/sh\\necho \"it'\"'\"'s built\"\\n' > run && chmod +x run";
    let place = course("course_compiled", &["--compile", build]);
    let report = graded(&place, &[("source.c", "")]);
    let told = report["tests"][0]["output"].as_str().unwrap_or_default();
    assert!(told.contains("found 'it's built'"), "{report:#}");
}

/// The most frames in a row in which no cell was left for the first time.
fn longest_way_back(output: &str) -> usize {
    let (mut dots, mut run, mut most) = (None, 0, 0);
    for frame in output.split("Current Position:") {
        let now = frame.matches('.').count();
        run = if dots == Some(now) { run + 1 } else { 0 };
        dots = Some(now);
        most = most.max(run);
    }
    most
}

#[test]
fn each_example_is_what_the_handout_says() {
    let place = course("course_examples", &[]);
    let read = |name: String| String::from_utf8(place.read(&name)).expect("it is text");
    let mut maps = Vec::new();
    let mut outputs = Vec::new();
    for number in 1..=6 {
        let name = format!("spring/handout/examples/{number}.txt");
        let right = place.run_with(&["maze", "solve"], name.as_bytes());
        outputs.push(read(format!("spring/handout/examples/{number}.out")));
        assert_eq!(
            (right.code, Some(&right.stdout)),
            (Some(0), outputs.last()),
            "{number}"
        );
        maps.push(read(name));
        assert_eq!(
            maps.last(),
            Some(&read(format!("spring/autograder/mazes/{number}")))
        );
    }
    let around = |map: &str| {
        let rows: Vec<&[u8]> = map.lines().map(str::as_bytes).collect();
        let find = |row: &&[u8]| row.contains(&b'S');
        let y = rows.iter().position(find).expect("there is a start");
        let x = rows[y].iter().position(|&c| c == b'S').expect("in its row");
        let at = |x: usize, y: usize| {
            let cell = rows.get(y).and_then(|row| row.get(x));
            cell.is_some_and(|&cell| cell != b' ')
        };
        // North, west, south, east.
        let before = usize::wrapping_sub;
        [
            at(x, before(y, 1)),
            at(before(x, 1), y),
            at(x, y + 1),
            at(x + 1, y),
        ]
    };
    assert_eq!(around(&maps[1]), [false, false, false, true], "{}", maps[1]);
    assert!(around(&maps[2])[0], "{}", maps[2]);
    assert!(longest_way_back(&outputs[3]) > longest_way_back(&outputs[0]));
    assert!(maps[4].lines().count() == 1 && maps[4].starts_with('#'));
    assert!(maps[5].lines().all(|row| row.len() == 1));
    // What is hidden is not handed out.
    assert!(!place.path().join("spring/handout/examples/7.txt").exists());
    let handout = read("spring/handout/handout.md".to_owned());
    assert!(handout.contains("| 2 | 5x5 | walls north, west and south of the start |"));
    assert!(handout.contains("on 6 more") && handout.contains("60 in all"));
}

#[test]
fn courses_are_made_again_by_their_seed_and_nothing_is_overwritten() {
    let place = course("course_again", &["--compact", "--facing-down", "V"]);
    let output = String::from_utf8(place.read("spring/handout/examples/6.out")).expect("text");
    assert!(output.contains('V') && !output.contains("\n\nCurrent Position"));
    for (folder, seed, same) in [("again", "s", true), ("other", "t", false)] {
        let made = place.run(&["maze", "course", folder, "--seed", seed]);
        assert_eq!(made.code, Some(0), "{made:?}");
        let maze = |folder: &str| place.read(&format!("{folder}/autograder/mazes/12"));
        let plain = |folder: &str| place.read(&format!("{folder}/autograder/mazes/7"));
        assert_eq!(plain(folder) == plain("spring"), same, "{folder}");
        assert!(!maze(folder).is_empty());
    }
    for (words, message) in [
        (&["spring"][..], "unicursal: spring: this exists already\n"),
        (
            &["new", "--install", "g++ $(id)"],
            "unicursal: --install: '$(id)' is no name of a package\n",
        ),
        (
            &["new", "--install=-oX=1"],
            "unicursal: --install: '-oX=1' is no name of a package\n",
        ),
    ] {
        let words = [&["maze", "course"], words].concat();
        let refused = place.run(&words);
        assert_eq!(
            (refused.code, refused.stderr.as_str()),
            (Some(2), message),
            "{words:?}"
        );
        assert!(!place.path().join("new").exists());
    }
}
