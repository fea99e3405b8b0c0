//! Commands that are not about one puzzle, and what all commands have.

use crate::run::{Place, ended};

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
    // The help of options for people who study the solver was missing.
    assert!(solve.stdout.contains("Leave out parts"), "{}", solve.stdout);
}

/// The names of the commands in a help.
fn commands(help: &str) -> Vec<&str> {
    let list = help.split("Commands:\n").nth(1).unwrap_or_default();
    let list = list.lines().take_while(|line| !line.is_empty());
    let names = list.filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").collect()
}

#[test]
fn help_of_every_command_has_examples_to_be_copied() {
    let place = Place::new("help");
    let mut seen = 0;
    let mut look_at = |words: &[&str]| {
        let run = place.run(&[words, &["--help"]].concat());
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{words:?}");
        let examples = run.stdout.split("\nExamples").nth(1);
        let mut examples = examples
            .expect("there are examples")
            .lines()
            .skip(1)
            .peekable();
        assert!(examples.peek().is_some(), "{words:?}");
        for example in examples {
            // On most terminals it is in one line, although help is wrapped.
            assert!(example.len() <= 80, "{example}");
            let first = example.split_whitespace().next();
            let known = ["unicursal", "my-solver", "echo", "source"];
            assert!(first.is_some_and(|word| known.contains(&word)), "{example}");
        }
        seen += 1;
    };
    let all = place.run(&["--help"]).stdout;
    for name in commands(&all) {
        let group = place.run(&[name, "--help"]).stdout;
        match commands(&group)[..] {
            [] => look_at(&[name]),
            ref several => several.iter().for_each(|command| look_at(&[name, command])),
        }
    }
    assert!(seen > 30, "{seen} commands");
    let version = place.run(&["--version"]).stdout;
    assert_eq!(
        version,
        format!("unicursal {}\n", env!("CARGO_PKG_VERSION"))
    );
}

/// For Trail they asked for boards that are too large, and one refused what another had written.
#[test]
fn examples_of_generate_can_be_copied_one_after_the_other() {
    for puzzle in ["coil", "connect", "pellet", "trail", "maze"] {
        let place = Place::new(&format!("generate_examples_{puzzle}"));
        let help = place.run(&[puzzle, "generate", "--help"]).stdout;
        let examples = help.split("\nExamples:\n").nth(1).unwrap_or_default();
        let mut count = 0;
        for example in examples.lines() {
            let words = example.split_whitespace().skip(1).collect::<Vec<_>>();
            let run = place.run(&words);
            assert_eq!(run.code, Some(0), "{example}: {}", run.stderr);
            count += 1;
        }
        assert!(count >= 6, "{puzzle}: {count} examples");
    }
}

#[test]
fn all_manual_pages_are_written_into_a_directory() {
    let place = Place::new("man_all").with("file", "");
    assert_eq!(place.run(&["man", "--all", "pages"]), ended(0, "", ""));
    for page in ["unicursal", "unicursal-coil", "unicursal-coil-solve"] {
        let text = place.read(&format!("pages/{page}.1"));
        assert!(text.starts_with(b".ie"), "{page}");
    }
    // Older pages are replaced, other files are not.
    assert_eq!(place.run(&["man", "--all", "pages"]), ended(0, "", ""));
    let place = place.with("pages/unicursal.1", "mine");
    let refused = place.run(&["man", "--all", "pages"]);
    assert_eq!(refused.code, Some(2));
    assert_eq!(place.read("pages/unicursal.1"), b"mine");
    let refused = place.run(&["man", "--all", "file"]);
    assert!(
        refused.stderr.starts_with("unicursal: file: "),
        "{}",
        refused.stderr
    );
}
