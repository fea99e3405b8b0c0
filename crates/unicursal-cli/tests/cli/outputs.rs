//! Nothing is lost: what a command writes destroys nothing else.

use std::fs;

use crate::run::{LEVEL, Place, ended};

fn refused(place: &Place, words: &[&str]) -> String {
    let run = place.run(words);
    assert_eq!(
        (run.code, run.stdout.as_str()),
        (Some(2), ""),
        "{words:?}: {run:?}"
    );
    assert_eq!(run.stderr.lines().count(), 1, "{words:?}: {run:?}");
    run.stderr
}

#[test]
fn level_and_solution_never_go_to_the_same_file() {
    let place = Place::new("outputs_same");
    fs::create_dir(place.path().join("d")).expect("a directory can be made");
    for words in [
        &["coil", "generate", "5", "5", "-o", "same", "-s", "same"][..],
        &[
            "coil", "generate", "5", "5", "-o", "same", "-s", "./same", "--force",
        ],
        &[
            "coil",
            "generate",
            "5",
            "5",
            "-o",
            "same",
            "-s",
            "d/../same",
        ],
        &[
            "coil", "generate", "5", "5", "--count", "2", "-o", "d", "-s", "d",
        ],
    ] {
        let message = refused(&place, words);
        assert!(
            message.contains("which a solution would destroy"),
            "{message}"
        );
    }
    assert_eq!(place.read("same"), b"");
}

#[test]
fn a_level_is_not_drawn_over_itself() {
    let place = Place::new("outputs_input")
        .with("l.txt", LEVEL)
        .with("s.txt", "x=1&y=0&path=RDLDR");
    for words in [
        &["coil", "draw", "l.txt", "-o", "l.txt"][..],
        &["coil", "draw", "l.txt", "-o", "l.txt", "--force"],
        &[
            "coil", "draw", "l.txt", "-s", "s.txt", "-o", "s.txt", "--force",
        ],
    ] {
        let message = refused(&place, words);
        assert!(
            message.contains("which the drawing would destroy"),
            "{message}"
        );
    }
    assert_eq!(place.read("l.txt"), LEVEL.as_bytes());
}

#[test]
fn other_files_are_replaced_only_by_force() {
    let place = Place::new("outputs_force")
        .with("l", LEVEL)
        .with("notes.txt", "dear diary");
    let message =
        "unicursal: notes.txt: this file exists and is something else; --force replaces it\n";
    for words in [
        &["coil", "draw", "l", "-o", "notes.txt"][..],
        &["coil", "generate", "5x5", "-o", "notes.txt"],
        &["coil", "generate", "5x5", "--seed", "a", "-o", "notes.txt"],
        &[
            "coil",
            "generate",
            "5x5",
            "--seed",
            "a",
            "-o",
            "new.txt",
            "-s",
            "notes.txt",
        ],
        &["pellet", "play", "127.0.0.1:9", "--record", "notes.txt"],
    ] {
        let run = place.run(words);
        assert_eq!(run.code, Some(2), "{words:?}");
        assert!(run.stderr.ends_with(message), "{words:?}: {run:?}");
        assert_eq!(place.read("notes.txt"), b"dear diary");
    }
    assert_eq!(
        place
            .run(&["coil", "draw", "l", "-o", "notes.txt", "--force"])
            .code,
        Some(0)
    );
    assert!(place.read("notes.txt").starts_with(b"Level: l\n"));
    // A new version of itself: a picture over a picture, a text over a text, the same level again.
    for words in [
        &["coil", "draw", "l", "-o", "notes.txt"][..],
        &["coil", "draw", "l", "-o", "l.svg"],
        &["coil", "draw", "l", "-o", "l.svg"],
        &[
            "coil", "generate", "5x5", "--seed", "a", "-o", "a.txt", "-s", "s.txt", "-q",
        ],
        &[
            "coil", "generate", "5x5", "--seed", "a", "-o", "a.txt", "-s", "s.txt", "-q",
        ],
    ] {
        assert_eq!(place.run(words), ended(0, "", ""), "{words:?}");
    }
}

#[test]
fn a_second_set_of_levels_does_not_replace_the_first() {
    let place = Place::new("outputs_count");
    let make = |words: &[&str]| {
        let all = [
            &[
                "coil", "generate", "5", "5", "--count", "3", "-o", "levels", "-q",
            ],
            words,
        ];
        place.run(&all.concat())
    };
    assert_eq!(make(&["--seed", "a"]).code, Some(0));
    let first = place.read("levels/1");
    let message =
        "unicursal: levels/1: this file exists and is something else; --force replaces it\n";
    assert_eq!(make(&[]), ended(2, "", message));
    assert_eq!(make(&["--seed", "b"]), ended(2, "", message));
    assert_eq!(place.read("levels/1"), first);
    // The same again, and the next ones of the same seed.
    assert_eq!(make(&["--seed", "a"]), ended(0, "", ""));
    assert_eq!(make(&["--seed", "a", "--first", "4"]), ended(0, "", ""));
    assert!(place.read("levels/6").starts_with(b"x=5&y=5&"));
    assert_eq!(make(&["--seed", "b", "--force"]), ended(0, "", ""));
    assert_ne!(place.read("levels/1"), first);
}

#[test]
fn recordings_are_replaced_when_there_is_a_game() {
    let place =
        Place::new("outputs_record").with("game", "{\"number\":1,\"board\":\"2 1\\nS.\\n\"}\n");
    let before = place.read("game");
    // Nobody listens there.
    let run = place.run(&["pellet", "play", "127.0.0.1:9", "--record", "game"]);
    assert_eq!(run.code, Some(2));
    assert_eq!(place.read("game"), before);
}

#[test]
#[cfg(target_os = "linux")]
fn a_referee_replaces_nothing_but_recordings() {
    let place = Place::new("outputs_referee")
        .with("board", "1 3\n0.0\n0\n")
        .with("notes", "dear diary\n");
    let game = |record: &str, further: &[&str]| {
        let words = ["connect", "referee", "board", "--bot", "true", "--record"];
        place.run(&[&words[..], &[record], further].concat())
    };
    for (record, further) in [("board", &[][..]), ("board", &["--force"]), ("notes", &[])] {
        let run = game(record, further);
        assert_eq!(run.code, Some(2), "{run:?}");
    }
    assert_eq!(place.read("board"), b"1 3\n0.0\n0\n");
    assert_eq!(place.read("notes"), b"dear diary\n");
    for record in ["game.json", "game.json"] {
        assert_eq!(game(record, &[]).code, Some(1));
    }
    assert_eq!(game("notes", &["--force"]).code, Some(1));
    assert!(place.read("notes").starts_with(b"{\"puzzle\":\"connect\""));
}

/// A series is there as a whole or not at all.
#[test]
#[cfg(target_os = "linux")]
fn a_series_that_does_not_fit_leaves_nothing() {
    let place = Place::new("outputs_series");
    let program = env!("CARGO_BIN_EXE_unicursal");
    // For a file, this limit is the end of the disk.
    let script = format!("trap '' XFSZ; ulimit -f 2; exec '{program}' coil series s --count 4");
    let run = std::process::Command::new("sh")
        .args(["-c", &script])
        .current_dir(place.path())
        .output()
        .expect("there is a shell");
    assert_eq!(run.status.code(), Some(2), "{run:?}");
    let left = std::fs::read_dir(place.path())
        .expect("it is there")
        .count();
    assert_eq!(left, 0);
}

#[test]
fn unknown_endings_are_refused_with_the_list() {
    let place = Place::new("outputs_endings").with("l", LEVEL);
    let message =
        "unicursal: x.jpg: '.jpg' is no kind of picture; use .svg, .png, .gif, .apng or .txt\n";
    assert_eq!(
        place.run(&["coil", "draw", "l", "-o", "x.jpg"]),
        ended(2, "", message)
    );
    assert!(!place.path().join("x.jpg").exists());
}

/// A picture without its path is not written as if it were one.
#[test]
fn a_limit_leaves_no_picture() {
    let place = Place::new("outputs_limit").with("level", crate::run::endless());
    for output in ["-", "p.svg"] {
        let words = [
            "coil",
            "draw",
            "level",
            "--method",
            "brute",
            "--time-limit",
            "100ms",
            "-o",
            output,
        ];
        let run = place.run(&words);
        assert_eq!((run.code, run.stdout.as_str()), (Some(3), ""), "{run:?}");
        assert!(
            run.stderr
                .starts_with("unicursal: level: time limit reached: nothing was drawn"),
            "{run:?}"
        );
    }
    assert!(!place.path().join("p.svg").exists());
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    #[test]
    fn links_and_permissions_behave_as_with_cp() {
        let place = Place::new("outputs_links")
            .with("l", LEVEL)
            .with("real.svg", "");
        let path = |name: &str| place.path().join(name);
        symlink("real.svg", path("link.svg")).expect("a link can be made");
        fs::set_permissions(path("real.svg"), fs::Permissions::from_mode(0o640)).expect("a mode");
        let draw = |name: &str| place.run(&["coil", "draw", "l", "-o", name]);
        assert_eq!(draw("link.svg"), ended(0, "", ""));
        assert!(path("link.svg").is_symlink());
        assert!(place.read("real.svg").starts_with(b"<svg "));
        let mode = fs::metadata(path("real.svg")).expect("it is there").mode() & 0o777;
        assert_eq!(mode, 0o640);
        symlink("nowhere.svg", path("dangling.svg")).expect("a link can be made");
        let run = draw("dangling.svg");
        let message = "unicursal: dangling.svg: this is a symbolic link to nothing\n";
        assert_eq!(run, ended(2, "", message));
        // Nothing is left beside.
        let names = fs::read_dir(place.path()).expect("it can be listed");
        let names = names.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        assert!(names.filter(|name| name.contains(".part")).count() == 0);
    }

    /// With no room for a new file, the old one is there.
    #[test]
    fn a_full_disk_leaves_the_old_file() {
        let place = Place::new("outputs_full").with("l", LEVEL);
        assert_eq!(
            place.run(&["coil", "draw", "l", "-o", "l.svg"]).code,
            Some(0)
        );
        let before = place.read("l.svg");
        let program = env!("CARGO_BIN_EXE_unicursal");
        // A file of this process may not be longer than a block, and the signal is ignored.
        let script =
            format!("ulimit -f 1; trap '' XFSZ; '{program}' coil draw coil:60x60#a -o l.svg");
        let mut shell = std::process::Command::new("sh");
        let run = shell
            .args(["-c", &script])
            .current_dir(place.path())
            .output();
        let run = run.expect("there is a shell");
        assert_eq!(run.status.code(), Some(2), "{run:?}");
        assert_eq!(place.read("l.svg"), before);
        assert_eq!(
            fs::read_dir(place.path())
                .expect("it can be listed")
                .count(),
            2
        );
    }
}
