//! Commands that are not about one puzzle, and what all commands have.

use crate::run::Place;

#[test]
fn demo_prints_and_writes_a_picture() {
    let place = Place::new("demo");
    let run = place.run(&["demo"]);
    assert_eq!(run.code, Some(0));
    assert!(
        run.stdout.contains("A solution, checked:\nx="),
        "{}",
        run.stdout
    );
    assert_eq!(run.stderr, "The picture is in unicursal-demo.svg\n");
    assert!(place.read("unicursal-demo.svg").starts_with(b"<svg "));
    assert_eq!(place.run(&["demo", "-q", "-o", "demo.png"]).stderr, "");
    assert!(place.read("demo.png").starts_with(b"\x89PNG"));
    assert_eq!(place.run(&["demo", "-o", "demo.bmp"]).code, Some(2));
}

#[test]
fn completions_for_every_shell() {
    let place = Place::new("completions");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = place.run(&["completions", shell]);
        assert_eq!(run.code, Some(0), "{shell}");
        assert!(run.stdout.contains("time-limit"), "{shell}");
    }
}

#[test]
fn manual_pages() {
    let place = Place::new("man");
    let whole = place.run(&["man"]);
    assert!(whole.stdout.contains(".TH unicursal 1"), "{}", whole.stdout);
    let solve = place.run(&["man", "coil", "solve"]);
    assert!(
        solve.stdout.contains(".TH unicursal-coil-solve 1"),
        "{}",
        solve.stdout
    );
}

#[test]
fn help_of_every_command_has_examples() {
    let place = Place::new("help");
    let mut commands: Vec<Vec<&str>> = vec![vec!["demo"], vec!["completions"], vec!["man"]];
    for puzzle in unicursal::puzzles() {
        for command in ["solve", "check", "draw", "info"] {
            commands.push(vec![puzzle.name(), command]);
        }
    }
    for mut words in commands {
        words.push("--help");
        let run = place.run(&words);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{words:?}");
        assert!(run.stdout.contains("Examples:\n"), "{words:?}");
    }
    let version = place.run(&["--version"]).stdout;
    assert_eq!(
        version,
        format!("unicursal {}\n", env!("CARGO_PKG_VERSION"))
    );
}
