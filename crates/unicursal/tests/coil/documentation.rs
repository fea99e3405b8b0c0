//! The documentation of the method cites files, sections, entries and constants: they exist, and
//! are what it says.

use std::path::Path;

use unicursal::internals::coil::schedule::ENTRIES;

const DOCUMENTATION: &str = include_str!("../../../../docs/coil.md");
const CONSTANTS: &str = include_str!("../../../../record/coil-constants.md");

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What a text in `docs/` cites, and whether that is there: files that it links, with or without a
/// section, sections of its own, and names of files in the solver's rooms.
fn cited(text: &str) -> Vec<(String, bool)> {
    let (root, mut cited) = (root(), Vec::new());
    for link in text.split("](").skip(1) {
        let link = link.split(')').next().unwrap_or_default();
        let (path, section) = link.split_once('#').unwrap_or((link, ""));
        if path.contains("://") {
            continue;
        }
        let file = root.join("docs").join(path);
        let is_there = path.is_empty() || file.exists();
        let has_section = || {
            let other = std::fs::read_to_string(&file).unwrap_or_default();
            has_section(if path.is_empty() { text } else { &other }, section)
        };
        let is_there = is_there && (section.is_empty() || has_section());
        cited.push((link.to_owned(), is_there));
    }
    let solver = root.join("crates/unicursal/src");
    for name in text.split('`').skip(1).step_by(2) {
        let is_room = [
            "slides/",
            "ends/",
            "deduce/",
            "walk/",
            "reference/",
            "coil/",
        ];
        if is_room.iter().any(|room| name.starts_with(room)) && !name.contains(' ') {
            let places = [solver.join("coil/solve").join(name), solver.join(name)];
            let is_there = places.iter().any(|place| place.exists());
            cited.push((name.to_owned(), is_there));
        }
    }
    cited
}

/// Whether a text has a heading of which pages make this anchor.
fn has_section(text: &str, anchor: &str) -> bool {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings.into_iter().any(|heading| {
        let words = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = words
            .chars()
            .filter(|sign| sign.is_alphanumeric() || " -_".contains(*sign));
        kept.map(|sign| if sign == ' ' { '-' } else { sign })
            .eq(anchor.chars())
    })
}

#[test]
fn everything_that_is_cited_exists() {
    let cited = cited(DOCUMENTATION);
    let missing: Vec<_> = cited.iter().filter(|(_, is_there)| !is_there).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(cited.len() > 60, "{}", cited.len());
}

#[test]
fn a_missing_file_or_section_is_noticed() {
    for (wrong, name) in [
        (
            "[x](../crates/unicursal/src/coil/solve/nowhere.rs)",
            "../crates/unicursal/src/coil/solve/nowhere.rs",
        ),
        ("[x](#nowhere)", "#nowhere"),
        (
            "[x](../record/coil-solve.md#nowhere)",
            "../record/coil-solve.md#nowhere",
        ),
        ("see `slides/nowhere.rs`", "slides/nowhere.rs"),
    ] {
        let text = format!("{DOCUMENTATION}\n{wrong}\n");
        let cited = cited(&text);
        let missing: Vec<_> = cited.iter().filter(|(_, is_there)| !is_there).collect();
        assert_eq!(missing, [&(name.to_owned(), false)], "{wrong}");
    }
}

/// The table of the schedule, and that of the file with the entries, have a row for each.
#[test]
fn the_tables_of_entries_name_all_of_them() {
    let code = include_str!("../../src/coil/solve/schedule/entries.rs");
    let first_words = |text: &str, begin: &str| -> Vec<String> {
        let rows = text.lines().filter_map(|line| line.strip_prefix(begin));
        let words = rows.map(|row| row.split(|sign: char| !sign.is_alphabetic()).next());
        words
            .map(|word| word.unwrap_or_default().to_lowercase())
            .collect()
    };
    assert_eq!(first_words(code, "//! | [`"), ENTRIES);
    let table = DOCUMENTATION.split("\n| entry | can run |").nth(1);
    let table = table.and_then(|rest| rest.split("\n\n").next());
    let rows = first_words(table.expect("there is a table of entries"), "| ");
    assert_eq!(rows, ENTRIES);
}

/// The names and values of a table: its rows begin with both, in code.
fn rows(table: &str) -> Vec<(String, String)> {
    let rows = table.lines().filter(|line| line.starts_with("| `"));
    let cells = rows.map(|row| {
        let mut code = row.split('`').skip(1).step_by(2).map(str::to_owned);
        (
            code.next().unwrap_or_default(),
            code.next().unwrap_or_default(),
        )
    });
    cells.collect()
}

/// The constants of a file with a module for each part of the method.
fn constants(code: &str) -> Vec<(String, String)> {
    let (mut module, mut constants) = ("", Vec::new());
    let mut lines = code.lines();
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix("pub mod ") {
            module = name.trim_end_matches(" {");
        }
        let Some(rest) = line.trim().strip_prefix("pub const ") else {
            continue;
        };
        let mut rest = rest.to_owned();
        while !rest.ends_with(';') {
            rest += lines.next().expect("a constant ends").trim();
        }
        let (name, rest) = rest.split_once(": ").expect("a constant has a type");
        let value = rest.split_once('=').expect("a constant has a value").1;
        let value = value
            .trim()
            .trim_end_matches(';')
            .replace(",]", "]")
            .replace("),", "), ");
        constants.push((format!("{module}::{name}"), value));
    }
    constants
}

/// The record of the constants names every one, with its value, and where else some are.
#[test]
fn the_record_of_constants_agrees_with_the_code() {
    let (tables, elsewhere) = CONSTANTS
        .split_once("## Elsewhere")
        .expect("some are elsewhere");
    // Behind them are runs with other values.
    let elsewhere = elsewhere.split("\n## ").next().unwrap_or_default();
    let code = constants(include_str!("../../src/coil/tuning.rs"));
    for (row, constant) in rows(tables).iter().zip(&code) {
        assert_eq!(row, constant);
    }
    assert_eq!(rows(tables).len(), code.len());
    assert!(code.len() > 30, "{}", code.len());
    for (name, value) in rows(elsewhere) {
        let (file, name) = name.split_once("::").expect("a file and a name");
        let path = root().join("crates/unicursal/src").join(file);
        let code = std::fs::read_to_string(path).unwrap_or_else(|why| panic!("{file}: {why}"));
        let is_it = |line: &str| {
            line.contains(&format!("const {name}: ")) && line.ends_with(&format!(" = {value};"))
        };
        assert!(code.lines().any(is_it), "{file} {name} {value}");
    }
}
