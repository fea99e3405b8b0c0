//! `solve --proof` and `check --proof`.

use crate::run::{Place, ended};

/// Without a solution, and not for a simple reason.
const NONE: &str = "x=5&y=3&board=.XX.X..........\n";
const OTHER: &str = "x=5&y=3&board=.XX............\n";

fn place(name: &str) -> Place {
    let place = Place::new(name).with("none", NONE).with("other", OTHER);
    let proved = place.run(&["coil", "solve", "none", "--proof", "proof"]);
    assert_eq!(proved, ended(1, "No solution found\n", ""));
    place
}

#[test]
fn a_proof_is_written_and_accepted() {
    let place = place("proof-accepted");
    let judged = place.run(&["coil", "check", "none", "--proof", "proof"]);
    assert_eq!(judged, ended(0, "proved: there is no solution\n", ""));
    let json = place.run(&["coil", "check", "none", "--proof", "proof", "--json"]);
    assert_eq!(
        json.stdout,
        "{\"level\":\"none\",\"valid\":true,\"proof\":\"no_answer\",\"by_kernel\":true,\"level_as_given\":true}\n"
    );
    // A newer version may replace it.
    let again = place.run(&["coil", "solve", "none", "--proof", "proof"]);
    assert_eq!(again.code, Some(1));
}

#[test]
fn a_proof_of_something_else_is_rejected_with_its_line() {
    let place = place("proof-rejected");
    let other = place.run(&["coil", "check", "other", "--proof", "proof"]);
    assert_eq!((other.code, other.stdout.as_str()), (Some(1), ""));
    assert!(
        other.stderr.starts_with("unicursal: proof: line "),
        "{}",
        other.stderr
    );
    let proof = String::from_utf8(place.read("proof")).unwrap();
    // Without its last line, which is the contradiction.
    let (shorter, _) = proof.trim_end().rsplit_once('\n').expect("some lines");
    let place = place.with("shorter", shorter);
    let judged = place.run(&["coil", "check", "none", "--proof", "shorter"]);
    assert_eq!(judged.code, Some(1));
    assert!(
        judged.stderr.contains("it ends without a contradiction"),
        "{}",
        judged.stderr
    );
}

/// Its checker had to be believed.
#[test]
fn a_proof_in_the_older_form_is_refused() {
    let place = Place::new("proof-older")
        .with("none", NONE)
        .with("proof", "unicursal coil proof 1\nworld\nsearch 56\n");
    let judged = place.run(&["coil", "check", "none", "--proof", "proof"]);
    let said = "unicursal: proof: line 1: it must begin with 'unicursal certificate 1 coil'; proofs in the \
                older form are no longer judged, but 'solve --proof' writes a certificate\n";
    assert_eq!(judged, ended(2, "", said));
}

/// What only a sweep decides has no certificate: the file says so, and the checker sweeps.
#[test]
fn a_sweep_is_trusted_with_a_reservation() {
    let place = Place::new("proof-sweep")
        .with("none", "3 3\n0.1\n...\n1.0\n0\n")
        .with("some", "3 3\n0..\n...\n..0\n0\n")
        .with("proof", "unicursal sweep 1 connect\n");
    let check = |level: &str, more: &[&str]| {
        let words = ["connect", "check", level, "--proof", "proof"];
        place.run(&[&words[..], more].concat())
    };
    let said = "proved, trusting the checker's sweep: there is no solution\n";
    assert_eq!(check("none", &[]), ended(0, said, ""));
    let json = check("none", &["--json"]);
    assert!(
        json.stdout.contains("\"by_kernel\":false"),
        "{}",
        json.stdout
    );
    let found = "unicursal: proof: line 1: the sweep finds a solution\n";
    assert_eq!(check("some", &[]), ended(1, "", found));
    assert_eq!(check("none", &["--lrat", "sat"]).code, Some(2));
    assert_eq!(check("none", &["--no-touch"]).code, Some(2));
}

#[test]
fn a_certificate_is_packed_and_unpacked_and_written_for_other_checkers() {
    let place = place("proof-packed");
    let packed = place.run(&["coil", "solve", "none", "--proof", "proof.gz"]);
    assert_eq!(packed.code, Some(1), "{}", packed.stderr);
    assert!(place.read("proof.gz").starts_with(&[0x1f, 0x8b]));
    let words = ["coil", "check", "none", "--proof", "proof.gz"];
    let judged = place.run(&[&words[..], &["--lrat", "sat"]].concat());
    assert_eq!(judged, ended(0, "proved: there is no solution\n", ""));
    assert!(place.read("sat.cnf").starts_with(b"p cnf "));
    let lrat = String::from_utf8(place.read("sat.lrat")).expect("text");
    let last = lrat.lines().rfind(|line| !line.contains(" d "));
    assert!(
        last.is_some_and(|line| line.split(' ').nth(1) == Some("0")),
        "{lrat}"
    );
    let followed = [&place.read("proof.gz")[..], b"and more"].concat();
    let twice = place.read("proof.gz").repeat(2);
    for (broken, code) in [
        (vec![0x1f, 0x8b, 8, 0, 1], 2),
        (followed, 2),
        // Files that follow each other are one when they are unpacked.
        (twice, 1),
    ] {
        std::fs::write(place.path().join("broken.gz"), broken).expect("it can be written");
        let judged = place.run(&["coil", "check", "none", "--proof", "broken.gz"]);
        assert_eq!(judged.code, Some(code), "{}", judged.stderr);
    }
}

#[test]
fn what_is_no_proof_is_refused_with_its_line() {
    let place = place("proof-malformed")
        .with("text", "hello\n")
        .with("odd", "unicursal certificate 1 coil\ndance 1,2\n");
    let text = place.run(&["coil", "check", "none", "--proof", "text"]);
    let reason =
        "unicursal: text: proof: line 1: it must begin with 'unicursal certificate 1 coil'\n";
    assert_eq!(text, ended(2, "", reason));
    let odd = place.run(&["coil", "check", "none", "--proof", "odd"]);
    let reason = "unicursal: odd: line 2: this is no line of a certificate\n";
    assert_eq!(odd, ended(1, "", reason));
}

#[test]
fn the_only_solution_is_proved_and_other_files_are_kept() {
    // Two solutions, there and back: nothing is proved, and nothing is written.
    let place = place("proof-unique").with("line", "x=3&y=1&board=...\n");
    let several = place.run(&["coil", "solve", "line", "--unique", "--proof", "several"]);
    assert_eq!(several.code, Some(1));
    assert!(several.stderr.contains("no proof was written"));
    assert!(!place.path().join("several").exists());
    let kept = place.run(&["coil", "solve", "none", "--proof", "other"]);
    assert_eq!(kept.code, Some(2));
    assert_eq!(place.read("other"), OTHER.as_bytes());
    let place = place.with("single", "x=4&y=4&board=......X.X.XXX...\n");
    let only = place.run(&["coil", "solve", "single", "--unique", "--proof", "only"]);
    assert_eq!(only.code, Some(0), "{}", only.stderr);
    let judged = place.run(&["coil", "check", "single", "--proof", "only"]);
    assert_eq!(judged.code, Some(0), "{}", judged.stderr);
    assert!(
        judged
            .stdout
            .starts_with("proved: this is the only solution\nx="),
        "{}",
        judged.stdout
    );
}

/// Boards of the other puzzles without a solution, and what is asked of them.
const OTHERS: [(&str, &str, &[&str]); 4] = [
    ("pellet", "3 2\nS..\n#.#\n", &[]),
    ("connect", "3 3\n0.1\n...\n1.0\n0\n", &[]),
    ("connect", "2 3\n0.0\n...\n0\n", &["--no-touch"]),
    ("trail", "trail 3x2\n1 .|.\n. . 2\n", &[]),
];

#[test]
fn other_puzzles_have_proofs_too() {
    for (puzzle, board, options) in OTHERS {
        let place = Place::new(&format!("proof-{puzzle}-{}", options.len())).with("none", board);
        let words = [&[puzzle, "solve", "none", "--proof", "proof"], options].concat();
        let solved = place.run(&words);
        let said = (solved.code, solved.stdout.as_str());
        assert_eq!(said, (Some(1), "No solution found\n"));
        let words = [&[puzzle, "check", "none", "--proof", "proof"], options].concat();
        let proved = ended(0, "proved: there is no solution\n", "");
        assert_eq!(place.run(&words), proved);
        let words = [&words[..], &["--drat", "sat"]].concat();
        assert_eq!(place.run(&words), proved);
        assert!(place.read("sat.cnf").starts_with(b"p cnf "));
        assert!(place.read("sat.drat").ends_with(b"0\n"));
        // What is there is kept.
        let again = place.run(&words);
        assert_eq!(again.code, Some(2), "{}", again.stderr);
    }
}

#[test]
fn a_proof_by_other_rules_is_no_proof() {
    let place = Place::new("proof-rules").with("none", OTHERS[2].1);
    let proved = place.run(&["connect", "solve", "none", "--no-touch", "--proof", "proof"]);
    assert_eq!(proved.code, Some(1));
    let judged = place.run(&["connect", "check", "none", "--proof", "proof"]);
    let reason =
        "unicursal: proof: proof: line 1: it must begin with 'unicursal certificate 1 connect'\n";
    assert_eq!(judged, ended(2, "", reason));
}

/// The only solution has three pieces.
#[test]
fn that_all_answers_are_longer_than_asked_for_is_proved() {
    let place = Place::new("proof-turns").with("board", "2 2\n0.\n0.\n0\n");
    let words = [
        "connect", "solve", "board", "--turns", "2", "--proof", "proof",
    ];
    let solved = place.run(&words);
    assert_eq!(
        (solved.code, solved.stdout.as_str()),
        (Some(1), "No solution found\n")
    );
    let judge = |turns: &str| {
        let words = ["connect", "check", "board", "--proof", "proof", "--turns"];
        place.run(&[&words[..], &[turns]].concat())
    };
    assert_eq!(judge("2"), ended(0, "proved: there is no solution\n", ""));
    assert_eq!(judge("1"), ended(0, "proved: there is no solution\n", ""));
    for longer in ["3", "100", "any"] {
        let judged = judge(longer);
        assert_eq!(
            (judged.code, judged.stdout.as_str()),
            (Some(1), ""),
            "{longer}"
        );
        assert!(
            judged.stderr.contains("the level does not justify this"),
            "{}",
            judged.stderr
        );
    }
}

/// All solutions of a board of each puzzle, and that there are no others.
#[test]
fn counts_have_proofs_that_name_all_solutions() {
    for (puzzle, board, number) in [
        ("coil", "x=3&y=2&board=......\n", 12),
        ("pellet", "3 3\nS..\n...\n...\n", 8),
        ("trail", "trail 3x2\n1 . .\n. . .\n", 3),
        ("connect", "3 3\n0..\n...\n..0\n0\n", 2),
        ("coil", NONE, 0),
        ("coil", "x=1&y=1&board=.\n", 1),
    ] {
        let place = Place::new(&format!("count-{puzzle}-{number}")).with("level", board);
        let counted = place.run(&[puzzle, "count", "level", "--proof", "proof"]);
        let code = Some(i32::from(number == 0));
        assert_eq!(
            (counted.code, counted.stdout),
            (code, format!("{number}\n"))
        );
        let judged = place.run(&[puzzle, "check", "level", "--proof", "proof"]);
        let said = match number {
            0 => "proved: there is no solution\n".to_owned(),
            1 => "proved: this is the only solution\n".to_owned(),
            _ => format!("proved: these {number} are all solutions\n"),
        };
        assert!(
            judged.stdout.starts_with(&said),
            "{}{}",
            judged.stdout,
            judged.stderr
        );
        assert_eq!(judged.code, Some(0));
        // With an answer less, or one twice, it is none.
        let proof = String::from_utf8(place.read("proof")).expect("text");
        let lines: Vec<&str> = proof.lines().collect();
        let Some(at) = lines.iter().position(|line| line.starts_with("answer")) else {
            continue;
        };
        let (mut fewer, mut twice) = (lines.clone(), lines.clone());
        fewer.remove(at);
        twice.insert(at, lines[at]);
        let place = place
            .with("fewer", fewer.join("\n"))
            .with("twice", twice.join("\n"));
        for forged in ["fewer", "twice"] {
            let judged = place.run(&[puzzle, "check", "level", "--proof", forged]);
            assert_eq!(
                (judged.code, judged.stdout.as_str()),
                (Some(1), ""),
                "{forged}"
            );
        }
    }
    let place = Place::new("count-many").with(
        "level",
        "6 6\nS.....\n......\n......\n......\n......\n......\n",
    );
    let counted = place.run(&["pellet", "count", "level", "--proof", "proof"]);
    assert_eq!(counted.code, Some(3));
    assert!(
        counted.stderr.contains("there are more than 100"),
        "{}",
        counted.stderr
    );
    assert!(!place.path().join("proof").exists());
}

#[test]
fn the_only_path_of_a_trail_is_proved() {
    let place = Place::new("proof-trail").with("level", "trail 2x2\n1|3\n. 2\n");
    let words = ["trail", "solve", "level", "--unique", "--proof", "proof"];
    let solved = place.run(&words);
    assert_eq!(solved.code, Some(0), "{}", solved.stderr);
    let judged = place.run(&["trail", "check", "level", "--proof", "proof"]);
    let said = "proved: this is the only solution\ndru\n";
    assert_eq!(judged, ended(0, said, ""));
}

#[test]
fn longer_answers_than_asked_for_are_no_others() {
    let place = Place::new("proof-longer").with("board", "2 2\n0.\n0.\n0\n");
    let words = ["connect", "solve", "board", "--blanks", "--unique"];
    for (turns, code, said) in [
        ("1", 0, "board: the only solution"),
        ("2", 0, "board: the only solution"),
        ("3", 1, "board: not the only solution"),
        ("any", 1, "board: not the only solution"),
    ] {
        let solved = place.run(&[&words[..], &["--turns", turns]].concat());
        assert_eq!(solved.code, Some(code), "{turns}: {}", solved.stderr);
        assert!(solved.stderr.contains(said), "{turns}: {}", solved.stderr);
    }
    // An answer of three pieces is none of at most two.
    let fill = ["connect", "solve", "board", "--unique", "--proof", "fill"];
    assert_eq!(place.run(&fill).code, Some(0));
    let judge = |turns: &str| {
        let words = ["connect", "check", "board", "--proof", "fill", "--turns"];
        place.run(&[&words[..], &[turns]].concat())
    };
    assert_eq!(judge("2").code, Some(1), "{}", judge("2").stderr);
    assert_eq!(judge("100").code, Some(0), "{}", judge("100").stderr);
}

#[test]
fn generators_write_the_proof_beside_the_level() {
    let place = Place::new("proof-generated");
    let words = ["coil", "generate", "8x6", "--unsolvable", "--seed", "a"];
    let made = place.run(&[&words[..], &["-o", "level", "--proof", "proof"]].concat());
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    let judged = place.run(&["coil", "check", "level", "--proof", "proof"]);
    assert_eq!(judged, ended(0, "proved: there is no solution\n", ""));
    let made = place.run(&[&words[..], &["-o", "other", "--proof", "proof.gz"]].concat());
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    assert!(place.read("proof.gz").starts_with(&[0x1f, 0x8b]));
    let judged = place.run(&["coil", "check", "other", "--proof", "proof.gz"]);
    assert_eq!(judged, ended(0, "proved: there is no solution\n", ""));
    for (puzzle, size) in [("connect", "5x5"), ("pellet", "9x8")] {
        let [levels, proofs] = ["levels", "proofs"].map(|folder| format!("{puzzle}-{folder}"));
        let words = [
            puzzle, "generate", size, "--unique", "--seed", "a", "--count", "2",
        ];
        let made = place.run(&[&words[..], &["-o", &levels, "--proof", &proofs]].concat());
        assert_eq!(made.code, Some(0), "{}", made.stderr);
        for number in ["1", "2"] {
            let [level, proof] = [&levels, &proofs].map(|folder| format!("{folder}/{number}"));
            let judged = place.run(&[puzzle, "check", &level, "--proof", &proof]);
            assert_eq!(judged.code, Some(0), "{}", judged.stderr);
            assert!(
                judged
                    .stdout
                    .starts_with("proved: this is the only solution\n")
            );
        }
        let refused = place.run(&[puzzle, "generate", size, "--proof", "other"]);
        let reason =
            "unicursal: --proof needs --unique; for other levels 'solve --proof' writes one\n";
        assert_eq!(refused, ended(2, "", reason));
        let both = place.run(&[puzzle, "generate", size, "--unique", "--proof", "-"]);
        assert_eq!(both.code, Some(2), "{}", both.stderr);
    }
}

/// The checker reads the bytes of the user; what it cannot read it is shown as the library writes
/// it, and that is said.
#[test]
fn a_proof_is_judged_about_the_text_that_was_given() {
    let board = "3 3\n0.1\n...\n1.0\n0\n";
    let place = Place::new("proof-given").with("own", board);
    let solved = place.run(&["connect", "solve", "own", "--proof", "proof"]);
    let said = (solved.code, solved.stdout.as_str());
    assert_eq!(said, (Some(1), "No solution found\n"));
    let foreign = place.run(&["connect", "convert", "own", "--to", "puzz.link"]);
    let link = foreign.stdout.trim_end().to_owned();
    let own = place.run(&["connect", "check", "own", "--proof", "proof"]);
    assert_eq!(own, ended(0, "proved: there is no solution\n", ""));
    let other = place.run(&["connect", "check", &link, "--proof", "proof"]);
    assert_eq!(other.stdout, "proved: there is no solution\n");
    let said = "the checker was shown the level as 'unicursal connect convert' writes it\n";
    assert!(other.stderr.ends_with(said), "{}", other.stderr);
}

#[test]
fn a_generated_level_that_can_be_walked_backwards_has_a_proof_of_both_walks() {
    let mut place = Place::new("proof-backwards");
    let words = ["coil", "generate", "5", "5", "--unique", "--seed", "1"];
    let made = place.run(&[&words[..], &["-o", "level", "--proof", "proof"]].concat());
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    let judged = place.run(&["coil", "check", "level", "--proof", "proof"]);
    let (said, walks) = judged.stdout.split_once('\n').expect("some lines");
    let both = "proved: these two are the only solutions, each the other walked backwards";
    assert_eq!((judged.code, said), (Some(0), both));
    for walk in walks.lines() {
        place = place.with("walk", walk);
        let valid = place.run(&["coil", "check", "level", "walk"]);
        assert_eq!(valid, ended(0, "valid\n", ""));
    }
}

#[test]
fn counts_are_checked_by_counting_again() {
    let square = format!(
        "S{}\n{}",
        ".".repeat(29),
        "..............................\n".repeat(29)
    );
    let place = Place::new("count-again")
        .with("trail", "trail 3x2\n1 . .\n. . .\n")
        .with("square", square);
    let check = |more: &[&str]| place.run(&[&["trail", "check", "trail"], more].concat());
    for three in ["3", "003"] {
        assert_eq!(
            check(&["--count", three]),
            ended(0, "counted again: 3\n", "")
        );
    }
    let wrong = check(&["--count", "4"]);
    assert_eq!(
        wrong,
        ended(1, "", "unicursal: trail: counted again: 3, not 4\n")
    );
    let json = check(&["--count", "18446744073709551617", "--json"]);
    assert_eq!(
        json,
        ended(1, "{\"level\":\"trail\",\"valid\":false,\"found\":3}\n", "")
    );
    for bad in [
        &["--count", "-1"][..],
        &["--count", "1e3"],
        &["--count", ""],
        &["--count", "3", "--proof", "trail"],
        &["trail", "--count", "3"],
    ] {
        assert_eq!(check(bad).code, Some(2), "{bad:?}");
    }
    let late = place.run(&[
        "pellet",
        "check",
        "square",
        "--count",
        "1",
        "--time-limit",
        "200ms",
    ]);
    assert_eq!(late.code, Some(3));
    assert!(
        late.stderr.contains("time limit reached"),
        "{}",
        late.stderr
    );
}
