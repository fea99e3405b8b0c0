//! Certificates judged by checkers of the world of SAT, where they are installed.

use std::path::{Path, PathBuf};
use std::process::Command;

use unicursal_certificate::{Learned, by_clauses, export};
use unicursal_kernel::{Board, Rules, Verdict};

/// The checkers that we know: which proof each reads, and how it says yes.
const CHECKERS: [(&str, &str, &str); 3] = [
    ("drat-trim", "drat", "s VERIFIED"),
    ("lrat-check", "lrat", "c VERIFIED"),
    ("cake_lpr", "lrat", "s VERIFIED UNSAT"),
];

const CONNECT: Rules = Rules::Connect { no_touch: false, blanks: false, turns: None };

/// Levels without an answer, for which something has to be learned.
const LEVELS: [(Rules, &str); 5] = [
    (Rules::Coil, "x=5&y=3&board=.XX.X.........."),
    (Rules::Pellet, "4 4\n..S.\n..#.\n....\n##.#\n"),
    (Rules::Trail, "trail 3x2\n1 .|.\n. . 2\n"),
    (CONNECT, "3 5\n..0..\n..1..\n..0.1\n0\n"),
    (Rules::Connect { no_touch: false, blanks: false, turns: Some(2) }, "2 2\n0.\n0.\n0\n"),
];

fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// What a checker prints about a proof.
fn said(checker: &Path, folder: &Path, form: &str) -> String {
    let files = ["cnf", form].map(|end| folder.join(format!("level.{end}")));
    let output = Command::new(checker).args(files).output().expect("it can be run");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn foreign_checkers_accept_what_the_kernel_accepts() {
    let found: Vec<_> = CHECKERS.iter().filter_map(|checker| Some((checker, on_path(checker.0)?))).collect();
    if found.is_empty() {
        println!("skipped: neither drat-trim nor lrat-check nor cake_lpr is on the PATH");
        return;
    }
    for (number, (rules, level)) in LEVELS.into_iter().enumerate() {
        let board = Board::read(level.as_bytes(), rules).expect(level);
        let learned = by_clauses(&board, &[], u64::MAX, &|| true).expect("not stopped");
        let Learned::Certificate(certificate) = learned else { panic!("{level}") };
        let (verdict, exported) = export(&board, &mut certificate.as_bytes(), &|| true).expect("text");
        assert_eq!(verdict, Verdict::Proved(Vec::new()));
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("foreign-{number}"));
        std::fs::create_dir_all(&folder).expect("a folder");
        let write = |end: &str, text: &str| {
            std::fs::write(folder.join(format!("level.{end}")), text).expect("a file");
        };
        write("cnf", &exported.cnf);
        write("drat", &exported.drat);
        write("lrat", &exported.lrat);
        for ((name, form, yes), checker) in &found {
            let said = said(checker, &folder, form);
            assert!(said.lines().any(|line| line.trim() == *yes), "{name}: {level}\n{said}");
        }
        // Without a premise that it needs, a formula is refuted by nobody. A single literal would not do: lrat-check
        // takes a last hint with one literal left for a contradiction.
        let (first, _) = exported.cnf.split_once('\n').expect("a first line");
        let facts: usize = first.split(' ').nth(2).and_then(|word| word.parse().ok()).expect("a number");
        write("cnf", &format!("p cnf {0} 1\n1 {0} 0\n", facts + 1));
        for ((name, form, yes), checker) in &found {
            let said = said(checker, &folder, form);
            assert!(!said.lines().any(|line| line.trim() == *yes), "{name}: {level}\n{said}");
        }
    }
}
