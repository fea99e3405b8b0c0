//! The modules of this crate depend on each other in one direction, and know nothing of puzzles.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The sources of every module at the top of the crate, with those inside it.
fn modules() -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut modules: BTreeMap<String, String> = BTreeMap::new();
    let mut open: Vec<PathBuf> = vec![folder.clone()];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            let inside = fs::read_dir(&path).expect("a folder can be listed");
            open.extend(inside.map(|entry| entry.expect("an entry can be read").path()));
            continue;
        }
        let inside = path.strip_prefix(&folder).expect("it lies in the folder");
        let top = inside.iter().next().expect("it has a name");
        let name = top.to_string_lossy().trim_end_matches(".rs").to_owned();
        let text = fs::read_to_string(&path).expect("a source can be read");
        let code = text
            .lines()
            .map(|line| line.split("//").next().unwrap_or(""));
        let code: Vec<&str> = code.collect();
        modules.entry(name).or_default().push_str(&code.join("\n"));
    }
    modules
}

/// The names that follow `crate::`, also in braces.
fn used(code: &str) -> BTreeSet<&str> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let first = |text: &'_ str| text.find(|c| !is_name(c)).unwrap_or(text.len());
    let mut used = BTreeSet::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        let Some(several) = rest.strip_prefix('{') else {
            used.insert(&rest[..first(rest)]);
            continue;
        };
        let mut depth = 0;
        let mut begins = true;
        for (index, c) in several.char_indices() {
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' => begins = depth == 0,
                c if is_name(c) && begins => {
                    let name = &several[index..];
                    used.insert(&name[..first(name)]);
                    begins = false;
                }
                _ => {}
            }
        }
    }
    used
}

#[test]
fn modules_depend_in_one_direction() {
    let modules = modules();
    let mut open: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (name, code) in &modules {
        // The root declares them all.
        if name != "lib" {
            let others = used(code).into_iter();
            let others = others.filter(|other| modules.contains_key(*other) && other != name);
            open.insert(name, others.collect());
        }
    }
    assert!(open["cage"].contains("running"), "{open:?}");
    // Modules that use nothing that is left go, until none can.
    while let Some(name) = open.iter().find(|(_, uses)| uses.is_empty()) {
        let name = *name.0;
        open.remove(name);
        for uses in open.values_mut() {
            uses.remove(name);
        }
    }
    assert!(
        open.is_empty(),
        "these use each other in a circle: {open:?}"
    );
}

#[test]
fn no_word_of_puzzles_is_in_the_code() {
    let words = ["puzzle", "solver", "coil", "pellet", "maze", "trail"];
    for (name, code) in modules() {
        let code = code.to_lowercase();
        let found = words.iter().find(|word| code.contains(*word));
        assert_eq!(found, None, "{name}");
    }
}
