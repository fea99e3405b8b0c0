//! What the documents show is what the program does, and their links lead somewhere.
#![cfg(unix)]

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::run::Place;

/// The folder of the whole project.
fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The documents in the project's folder and in its `docs` and `record`, with their text. None
/// where the program is tested on its own.
fn documents() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for folder in ["", "docs", "record", "python"] {
        let Ok(entries) = fs::read_dir(project().join(folder)) else {
            continue;
        };
        let paths = entries.map(|entry| entry.expect("a folder can be read").path());
        for path in paths.filter(|path| path.extension().is_some_and(|end| end == "md")) {
            let text = fs::read_to_string(&path).expect("a document can be read");
            found.push((path, text));
        }
    }
    found
}

#[test]
fn links_lead_somewhere() {
    for (path, text) in documents() {
        let folder = path.parent().expect("a document is in a folder");
        for (before, after) in text.match_indices("](").map(|(at, _)| text.split_at(at)) {
            let link = after[2..].split([')', '#']).next().unwrap_or("");
            if link.is_empty() || link.contains("://") || link.contains(char::is_whitespace) {
                continue;
            }
            let line = before.lines().count();
            let name = path.display();
            assert!(folder.join(link).exists(), "{name}, line {line}: {link}");
        }
    }
}

/// A command of a document, and what is shown to come of it.
struct Shown {
    command: String,
    output: String,
}

/// The conversations with the shell that begin with a file being made, so that they can be
/// repeated.
fn conversations(text: &str) -> Vec<Vec<Shown>> {
    let blocks = text
        .split("```console\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next());
    let makes_its_files = |block: &&str| {
        let begins = ["$ echo ", "$ printf ", "$ (echo "];
        begins.iter().any(|begin| block.starts_with(begin))
    };
    let commands = |block: &str| {
        let parts = block.split("\n$ ").map(|part| {
            let part = part.strip_prefix("$ ").unwrap_or(part);
            let (command, output) = part.split_once('\n').unwrap_or((part, ""));
            Shown {
                command: command.to_owned(),
                output: output.to_owned(),
            }
        });
        parts.collect()
    };
    blocks.filter(makes_its_files).map(commands).collect()
}

/// Without what differs from run to run: times.
fn timeless(text: &str) -> String {
    let words = text.trim_end().split(' ').collect::<Vec<_>>();
    let is_time = |at: usize| words.get(at + 1).is_some_and(|next| next.starts_with("ms"));
    let kept = (0..words.len()).map(|at| if is_time(at) { "T" } else { words[at] });
    kept.collect::<Vec<_>>().join(" ")
}

#[test]
fn examples_print_what_is_shown() {
    let program = Path::new(env!("CARGO_BIN_EXE_unicursal"));
    let folder = program.parent().expect("the program is in a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", folder.display());
    let mut repeated = 0;
    for (document, text) in documents() {
        for shown in conversations(&text) {
            let place = Place::new("documents");
            for Shown { command, output } in shown {
                let ran = Command::new("sh")
                    .args(["-c", &format!("{{ {command}; }} 2>&1")])
                    .current_dir(place.path())
                    .env("PATH", &path)
                    .stdin(Stdio::null())
                    .output()
                    .expect("there is a shell");
                let printed = String::from_utf8_lossy(&ran.stdout);
                let name = document.display();
                assert_eq!(timeless(&printed), timeless(&output), "{name}: {command}");
                repeated += 1;
            }
        }
    }
    let alone = !project().join("README.md").exists();
    assert!(alone || repeated > 10, "{repeated} commands");
}

/// The picture of the crates fell behind twice: a crate was missing, and so were arrows.
#[test]
fn the_picture_of_the_crates_is_what_they_depend_on() {
    let Ok(text) = fs::read_to_string(project().join("docs/architecture.md")) else {
        return;
    };
    let picture = text.split("```mermaid\ngraph TD\n").nth(1).unwrap_or("");
    let picture = picture.split("```").next().unwrap_or("");
    let mut names = HashMap::new();
    let mut arrows = Vec::new();
    for line in picture.lines().filter(|line| !line.trim().is_empty()) {
        let (from, to) = line.split_once("-->").expect("a line is an arrow");
        let [from, to] = [from, to].map(|end| {
            let (short, rest) = end.trim().split_once('[').unwrap_or((end.trim(), ""));
            if let Some((name, _)) = rest.split_once("<br>") {
                names.insert(short.to_owned(), name.to_owned());
            }
            short.to_owned()
        });
        arrows.push((from, to));
    }
    let drawn = arrows.iter().map(|(from, to)| (&names[from], &names[to]));
    let drawn: BTreeSet<(String, String)> =
        drawn.map(|(from, to)| (from.clone(), to.clone())).collect();

    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let words = [
        "metadata",
        "--no-deps",
        "--offline",
        "--format-version",
        "1",
    ];
    let told = Command::new(cargo)
        .args(words)
        .current_dir(project())
        .output();
    let told = told.expect("there is cargo").stdout;
    let told: Value = serde_json::from_slice(&told).expect("cargo tells JSON");
    let mut real = BTreeSet::new();
    for package in told["packages"].as_array().expect("there are packages") {
        let name = package["name"].as_str().unwrap_or("");
        if name == "unicursal-fuzz" {
            continue;
        }
        for other in package["dependencies"].as_array().into_iter().flatten() {
            let needed = other["name"].as_str().unwrap_or("");
            // Those for tests alone have a kind.
            if other["kind"].is_null() && needed.starts_with("unicursal") {
                real.insert((name.to_owned(), needed.to_owned()));
            }
        }
    }
    assert_eq!(drawn, real);
}
