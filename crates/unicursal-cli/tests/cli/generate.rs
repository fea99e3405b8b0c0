//! `generate`, and ids in place of files.

use std::collections::HashSet;

use serde_json::Value;

use crate::run::{Ended, Place, ended};

fn refused(place: &Place, words: &[&str], reason: &str) {
    let run = place.run(words);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{words:?}");
    assert!(run.stderr.contains(reason), "{words:?}: {}", run.stderr);
}

fn yes(run: Ended) -> String {
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    run.stdout
}

#[test]
fn an_id_stands_for_the_level_that_it_was_printed_for() {
    let place = Place::new("generate_id");
    for profile in [
        "original", "open", "sparse", "corridor", "rooms", "lanes", "mixed", "gradient", "nested",
    ] {
        let words = ["coil", "generate", "21", "17", "--profile", profile];
        let run = place.run(&[&words[..], &["--seed", "a b"]].concat());
        let id = format!("coil:21x17/{profile}#a b");
        assert_eq!(run.stderr, format!("{id}\n"));
        let level = yes(run);
        assert_eq!(
            place.run(&["coil", "generate", &id, "-q"]),
            ended(0, &level, "")
        );
        let from_file = yes(place.run_with(&["coil", "info", "--json"], level.as_bytes()));
        let from_id = yes(place.run(&["coil", "info", "--json", &id]));
        assert_eq!(from_file.replace("<stdin>", &id), from_id);
    }
}

#[test]
fn the_solution_is_valid() {
    let place = Place::new("generate_solution");
    let words = ["coil", "generate", "40", "30", "--density", "0.6"];
    yes(place.run(&[&words[..], &["-o", "level", "-s", "solution"]].concat()));
    let run = place.run(&["coil", "check", "level", "solution"]);
    assert_eq!(run, ended(0, "valid\n", ""));
}

#[test]
fn several_levels_go_to_a_directory() {
    let place = Place::new("generate_several");
    let words = ["coil", "generate", "9", "8", "--count", "3", "--seed", "s"];
    let run = place.run(&[&words[..], &["-o", "levels", "-s", "solutions"]].concat());
    let ids = "coil:9x8/original#s\ncoil:9x8/original#s-2\ncoil:9x8/original#s-3\n";
    assert_eq!(run, ended(0, "", ids));
    for number in 1..=3 {
        let [level, solution] = ["levels", "solutions"].map(|dir| format!("{dir}/{number}"));
        let run = place.run(&["coil", "check", &level, &solution]);
        assert_eq!(run, ended(0, "valid\n", ""));
    }
    assert_ne!(place.read("levels/1"), place.read("levels/2"));
}

#[test]
fn unique_levels_have_one_solution_up_to_direction() {
    let place = Place::new("generate_unique");
    for (side, number) in [("7", "20"), ("60", "3")] {
        let words = ["coil", "generate", side, side, "--seed", "p", "--unique"];
        let run =
            place.run(&[&words[..], &["--count", number, "-o", "levels", "--force"]].concat());
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let ids: Vec<&str> = run.stderr.lines().collect();
        let different: HashSet<&&str> = ids.iter().collect();
        assert_eq!(
            (ids.len(), different.len()),
            (number.parse().unwrap(), ids.len())
        );
        for (id, number) in ids.into_iter().zip(1..) {
            let level = yes(place.run(&["coil", "generate", id]));
            assert_eq!(level.as_bytes(), place.read(&format!("levels/{number}")));
            // There and, where that is possible too, back.
            let count = yes(place.run(&["coil", "count", id]));
            assert!(matches!(count.trim(), "1" | "2"), "{id}: {count}");
        }
    }
}

#[test]
fn unsolvable_levels_are_not_given_away_by_counting() {
    let place = Place::new("generate_unsolvable");
    for (size, profile, method) in [
        ("7", "original", "brute"),
        ("20", "rooms", "engine"),
        ("60", "original", "engine"),
        ("120", "original", "engine"),
    ] {
        let words = ["coil", "generate", size, size, "--profile", profile];
        let run = place.run(&[&words[..], &["--unsolvable", "--seed", "p"]].concat());
        let id = run.stderr.trim_end().to_owned();
        let level = yes(run);
        assert_eq!(yes(place.run(&["coil", "generate", &id])), level);
        let words = ["coil", "solve", "--method", method, "--explain"];
        let solved = place.run_with(&words, level.as_bytes());
        assert_eq!(solved.code, Some(1), "{id}: {}", solved.stderr);
        for easy in ["dead ends:", "colours:", "disconnected:"] {
            assert!(!solved.stderr.contains(easy), "{id}: {}", solved.stderr);
        }
    }
    // Without a wall there is nothing to change.
    let run = place.run(&["coil", "generate", "2", "1", "--unsolvable"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(3), ""));
}

#[test]
fn the_hardest_of_several_levels_takes_the_most_slides() {
    let place = Place::new("generate_hard");
    let slides = |id: &str| {
        let words = ["coil", "solve", "--method", "search", "--json", id];
        let report: Value = serde_json::from_str(&yes(place.run(&words))).expect("JSON");
        report["stats"]["slides"].as_u64().expect("a number")
    };
    let words = ["coil", "generate", "9", "9", "--seed", "p", "--hard", "5"];
    let chosen = place.run(&words).stderr;
    let most = (1..=5)
        .map(|number| match number {
            1 => slides("coil:9x9/original#p"),
            _ => slides(&format!("coil:9x9/original#p.{number}")),
        })
        .max();
    let chosen = chosen.lines().next().unwrap_or_default();
    assert_eq!(Some(slides(chosen)), most);
}

/// These two used to exclude each other.
#[test]
fn the_hardest_of_several_levels_can_be_asked_to_have_one_solution() {
    let place = Place::new("generate_hard_unique");
    let both = [
        &["--hard", "3"][..],
        &["--difficulty", "1.."],
        &["--hard", "1"],
    ];
    for options in both {
        let words = ["coil", "generate", "6", "5", "--seed", "p", "--unique"];
        let run = place.run(&[&words[..], options].concat());
        assert_eq!(run.code, Some(0), "{options:?}: {}", run.stderr);
        let count = yes(place.run_with(&["coil", "count"], run.stdout.as_bytes()));
        // There and, where that is possible too, back.
        assert!(matches!(count.trim(), "1" | "2"), "{options:?}: {count}");
    }
    let words = ["coil", "generate", "6", "5", "--seed", "p", "--unique"];
    let hardest_of_one = place.run(&[&words[..], &["--hard", "1"]].concat());
    assert_eq!(hardest_of_one.stdout, place.run(&words).stdout);
}

#[test]
fn the_pack_begins_with_the_example_of_the_game() {
    let place = Place::new("generate_pack");
    let drawn = yes(place.run(&["coil", "draw", "coil:pack/1"]));
    assert!(drawn.contains("| █ . . |\n| . . . |\n| . . █ |"), "{drawn}");
    for command in ["draw", "generate"] {
        refused(&place, &["coil", command, "coil:pack/0"], "no level 0");
        refused(&place, &["coil", command, "coil:pack/x"], "'coil:pack/x'");
    }
    let words = [
        "coil",
        "generate",
        "coil:pack/9",
        "-o",
        "level",
        "-s",
        "solution",
    ];
    let id = place.run(&words).stderr;
    assert_eq!(id, "coil:6x6/original#pack-9\n");
    yes(place.run(&["coil", "check", "level", "solution"]));
    let again = yes(place.run(&["coil", "generate", id.trim_end()]));
    assert_eq!(again.as_bytes(), place.read("level"));
}

#[test]
fn bad_requests_write_nothing() {
    let place = Place::new("generate_bad");
    let generate = |more: &[&str], reason: &str| {
        let words = [&["coil", "generate"], more, &["-o", "level"]].concat();
        refused(&place, &words, reason);
        assert!(!place.path().join("level").exists());
    };
    generate(&["0", "9"], "0x9");
    generate(&["20001", "9"], "20001x9");
    generate(&["nine", "9"], "'nine'");
    generate(&["9"], "a width and a height");
    generate(&["9", "9", "--profile", "odd"], "'odd'");
    generate(&["9", "9", "--density", "2"], "'2'");
    generate(&["9", "9", "--density", "0.1"], "10%");
    generate(&["9", "9", "--ends", "far", "--profile", "open"], "'far'");
    generate(&["coil:9x9/original~close#s"], "'close'");
    generate(&["9", "9", "--hard", "0"], "'0'");
    let refusal = "'unsolvable' cannot be combined with";
    generate(&["9", "9", "--unique", "--unsolvable"], refusal);
    generate(&["9", "9", "--hard", "2", "--unsolvable"], refusal);
    let refusal = "'hard' cannot be combined with 'difficulty'";
    generate(&["9", "9", "--hard", "2", "--difficulty", "9.."], refusal);
    generate(&["coil:9x9/odd#s"], "'odd'");
    generate(&["coil:9x9/original-v9#s"], "version '9'");
    generate(&["coil:9x9"], "not a level id");
    generate(&["coil:9x9#s", "--seed", "t"], "--seed");
    generate(&["coil:9x9#s", "--profile", "open"], "--profile");
    generate(&["coil:pack/9", "--unique"], "--unique");
    generate(&["9", "9", "--seed", "a\nb"], "control characters");
    generate(&["20000", "20000"], "at most 100000000 cells");
    let place = Place::new("generate_many_bad").with("level", "as it was");
    let many = [
        "coil", "generate", "5", "5", "--count", "2", "-o", "level", "--seed", "s",
    ];
    let run = place.run(&many);
    assert_eq!(run.code, Some(2), "{run:?}");
    assert!(
        run.stderr
            .ends_with("unicursal: level: this is a file, and several levels need a directory\n")
    );
    assert_eq!(place.read("level"), b"as it was");
    let huge = ["connect", "generate", "4294967296", "4294967296"];
    refused(&place, &huge, "4294967296x4294967296");
}

#[test]
fn how_hard_a_level_is_can_be_asked_for_and_is_told() {
    let place = Place::new("generate_difficulty");
    let words = ["coil", "generate", "12", "12", "--seed", "a"];
    let hardest = place.run(&[&words[..], &["--hard", "5", "--json"]].concat());
    let report: Value = serde_json::from_str(&hardest.stdout).expect("JSON");
    let most = report["difficulty"]["slides"].as_u64().expect("slides");
    assert!(
        report["difficulty"]["choices"]
            .as_u64()
            .is_some_and(|n| n > 0),
        "{report}"
    );
    let share = report["difficulty"]["decided_share"].as_f64();
    assert!(
        share.is_some_and(|share| (0.0..=1.0).contains(&share)),
        "{report}"
    );
    let id = report["id"].as_str().expect("an id");
    assert!(
        hardest
            .stderr
            .contains(&format!("{id}\n  slides {most}, choices ")),
        "{hardest:?}"
    );
    // `info` says the same of it.
    let info = place.run(&["coil", "info", id, "--difficulty", "--json"]);
    let facts: Value = serde_json::from_str(&info.stdout).expect("JSON");
    for name in ["slides", "choices", "decided_share"] {
        assert_eq!(
            facts["difficulty"][name], report["difficulty"][name],
            "{name}"
        );
    }
    let short = place.run(&[
        "coil", "solve", "--method", "search", "--format", "qpath", id,
    ]);
    let letters = short.stdout.trim_end().rsplit('=').next().map(str::len);
    let choices = facts["difficulty"]["choices"].as_u64();
    assert_eq!(choices, letters.map(|letters| letters as u64), "{short:?}");
    let text = place.run(&["coil", "info", id, "--difficulty"]).stdout;
    let line = text
        .lines()
        .find(|line| line.starts_with("difficulty slides "));
    assert!(
        line.is_some_and(|line| line.ends_with(&format!(" {most}"))),
        "{text}"
    );
    // A range leaves out what is easier or harder.
    let range = |range: &str| place.run(&[&words[..], &["--difficulty", range, "--json"]].concat());
    for wanted in [format!("..{}", most - 1), format!("{}..", most + 1)] {
        let made = range(&wanted);
        let report: Value = serde_json::from_str(&made.stdout).expect("JSON");
        let slides = report["difficulty"]["slides"].as_u64().expect("slides");
        assert_eq!(
            slides < most,
            wanted.starts_with(".."),
            "{wanted}: {slides}"
        );
    }
    // Other puzzles have other measures, which are told in a line of their own.
    let other = place.run(&[
        "pellet",
        "generate",
        "5",
        "5",
        "--seed",
        "a",
        "--difficulty",
        "easy",
    ]);
    assert_eq!(other.code, Some(0), "{other:?}");
    let told: Vec<&str> = other.stderr.lines().collect();
    assert!(
        matches!(told[..], ["pellet:5x5/15-unique-easy#a", figures] if figures.starts_with("  difficulty easy,")),
        "{other:?}"
    );
    let none = range("1..2");
    assert_eq!(none.code, Some(3), "{none:?}");
    assert!(
        none.stderr
            .contains("none of 1000 levels is as hard as that"),
        "{none:?}"
    );
    for bad in ["..", "9", "a..", "5..2"] {
        let message =
            format!("unicursal: '{bad}' is not a range of slides; one looks like 1000..20000\n");
        assert_eq!(range(bad).stderr, message);
    }
}
