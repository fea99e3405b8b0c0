//! `generate`, and ids in place of files.

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
    for profile in ["original", "open", "sparse", "corridor", "rooms"] {
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
fn levels_about_which_something_is_proved() {
    let place = Place::new("generate_proved");
    let small = ["coil", "generate", "7", "7", "--seed", "p"];
    let run = |more: &[&str]| yes(place.run(&[&small[..], more].concat()));
    let none = run(&["--unsolvable"]);
    let solved = place.run_with(&["coil", "solve", "--method", "brute"], none.as_bytes());
    assert_eq!(solved.code, Some(1));
    run(&["--unique"]);
    run(&["--hard", "5"]);
}

#[test]
fn the_pack_begins_with_the_example_of_the_game() {
    let place = Place::new("generate_pack");
    let drawn = yes(place.run(&["coil", "draw", "coil:pack/1"]));
    assert!(drawn.contains("| █ . . |\n| . . . |\n| . . █ |"), "{drawn}");
    refused(&place, &["coil", "draw", "coil:pack/0"], "no level 0");
    refused(&place, &["coil", "draw", "coil:pack/x"], "'coil:pack/x'");
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
    generate(&["9", "9", "--hard", "0"], "'0'");
    generate(&["9", "9", "--unique", "--unsolvable"], "only be one");
    generate(&["coil:9x9/odd#s"], "'odd'");
    generate(&["coil:9x9/original-v9#s"], "version '9'");
    generate(&["coil:9x9"], "not a level id");
    generate(&["coil:9x9#s", "--seed", "t"], "--seed");
}
