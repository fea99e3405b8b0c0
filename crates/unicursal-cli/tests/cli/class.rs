//! `maze evaluate`: a class of programs, each compared with the right frames, in the same
//! containment as solvers.
#![cfg(target_os = "linux")]

use std::os::unix::fs::PermissionsExt;

use serde_json::Value;

use crate::run::{Ended, Place};

const MAZE: &str = "##S####\n# #   #\n# ### #\n#   # E\n";
const OTHER: &str = "S##\n  #\n  E\n";

/// Two mazes, and a folder of programs. Each is a script in which `SOLVE` walks as it should.
fn class(test: &str, programs: &[(&str, &str)]) -> Place {
    let place = Place::new(test);
    for folder in ["mazes", "class", "tmp"] {
        std::fs::create_dir(place.path().join(folder)).expect("a folder can be made");
    }
    // Where programs can reach it, wherever the tests run.
    let program = env!("CARGO_BIN_EXE_unicursal");
    let copied = std::fs::copy(program, place.path().join("unicursal"));
    copied.expect("our program can be copied");
    let mut place = place.with("mazes/1", MAZE).with("mazes/2.txt", OTHER);
    for (name, script) in programs {
        let script = format!(
            "#!/bin/sh\n{}\n",
            script.replace("SOLVE", "./unicursal maze solve")
        );
        let name = format!("class/{name}");
        place = place.with(&name, script);
        let file = place.path().join(&name);
        std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o755))
            .expect("a file can be made executable");
    }
    place
}

fn evaluate(place: &Place, further: &[&str]) -> Ended {
    let words = [&["maze", "evaluate", "class", "--levels", "mazes"], further].concat();
    let mut command = place.command(&words);
    let temporary = place.path().join("tmp");
    command.env("TMPDIR", &temporary);
    let output = command.output().expect("the program ends");
    let left = std::fs::read_dir(&temporary).expect("it is there").count();
    assert_eq!(left, 0, "copies of mazes are left");
    Ended {
        code: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

#[test]
fn every_program_is_told_where_it_first_differs() {
    let place = class(
        "class_differs",
        &[
            ("alice", "SOLVE"),
            ("bob", "SOLVE | sed '15s/1,0/9,9/'"),
            ("carol", "SOLVE | head -n 9"),
            ("dan", "cat > /dev/null"),
            ("erin", "read name; echo \"$name\" | SOLVE; exit 3"),
        ],
    )
    .with("class/notes.txt", "not a program");
    let run = evaluate(&place, &[]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(
        run.stderr
            .contains("class/notes.txt: skipped, because it is not executable; --with COMMAND")
    );
    for line in [
        "class/alice: Level 1 (7x4): PASS (",
        "class/alice: Level 2 (3x3): PASS (",
        "class/bob: Level 1 (7x4): FAIL - line 15: frame 2, line 6: expected 'Current Position:  1,0', \
         found 'Current Position:  9,9' (",
        "class/dan: Level 2 (3x3): FAIL - it printed nothing (",
        "class/erin: Level 1 (7x4): CRASH - exit code 3 after a right answer; what it had printed is right (",
        "\n\n  1. class/alice  2 of 2 right, ",
        "\n  3. class/carol  0 of 2 right, ",
        "\n  3. class/erin   0 of 2 right, ",
        "; maze 1: FAIL - line 10: frame 2, line 1: expected '#<.####', found nothing\n",
        "\nContained by: ",
    ] {
        assert!(run.stdout.contains(line), "{line}: {}", run.stdout);
    }
}

#[test]
fn a_class_is_written_as_data_and_merged() {
    let place = class("class_data", &[("alice", "SOLVE"), ("bob", "echo no")]);
    let run = evaluate(&place, &["--csv=marks.csv", "--json"]);
    let lines: Vec<Value> = run
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line is JSON"))
        .collect();
    assert_eq!((run.code, lines.len()), (Some(1), 4), "{run:?}");
    assert_eq!(lines[0]["verdict"], "PASS");
    assert_eq!(lines[1]["solver"], "class/bob");
    assert_eq!(
        lines[1]["reason"],
        "line 1: frame 1, line 1: expected '##<####', found 'no'"
    );
    let marks = String::from_utf8(place.read("marks.csv")).expect("CSV is text");
    assert_eq!(marks.lines().count(), 5, "{marks}");
    assert!(marks.contains("\nclass/alice,1,7,4,PASS,"), "{marks}");
    let place = place.with("results.jsonl", &run.stdout);
    let merged = place.run(&["maze", "merge", "results.jsonl", "--html", "page.html"]);
    assert_eq!(merged.code, Some(1), "{merged:?}");
    let page = String::from_utf8(place.read("page.html")).expect("a page is text");
    assert!(
        page.contains("</i>class/alice<td>2 of 2<td>2<td>"),
        "{page}"
    );
}

#[test]
fn limits_and_containment_are_those_of_the_arena() {
    let place = class(
        "class_limits",
        &[
            ("daemon", "setsid sleep 86533 & SOLVE"),
            ("slow", "sleep 86534"),
            ("flood", "yes 'Current Position:  0,0'"),
        ],
    );
    let run = evaluate(&place, &["--timeout", "3", "--output-limit", "1M"]);
    for line in [
        "class/daemon: Level 1 (7x4): PASS (",
        "class/slow: Level 1 (7x4): TIMEOUT - Exceeded 3s limit; it had printed nothing (",
        "class/flood: Level 2 (3x3): OUTPUT - more than 1 MiB; line 1: frame 1, line 1: expected '>##', found ",
    ] {
        assert!(run.stdout.contains(line), "{line}: {}", run.stdout);
    }
    // A maze whose right output nobody may print says nothing about a program.
    let run = evaluate(&place, &["--output-limit", "100"]);
    for line in [
        "class/daemon: Level 1 (7x4): ARENA - the right output has about 1.",
        "class/slow: Level 2 (3x3): ARENA - the right output has about ",
        "\n  1. class/slow    0 of 2 right, 0.00s, 2 not judged; maze 1: ARENA - the right output has about 1.",
    ] {
        assert!(run.stdout.contains(line), "{line}: {run:?}");
    }
}

#[test]
fn programs_may_get_the_maze_itself_and_walk_otherwise() {
    let place = class(
        "class_input",
        &[("alice", "cat > $TMPDIR/m; SOLVE $TMPDIR/m --rule right")],
    );
    let run = evaluate(&place, &["--input", "maze", "--rule", "right"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let run = evaluate(&place, &["--input", "maze"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    // Without a program it is our own, which does what is asked.
    let styled = ["--rule", "right", "--facing-down", "V", "--compact"];
    for further in [&[][..], &["--input", "maze"], &styled] {
        let words = [&["maze", "evaluate", "--levels", "mazes"], further].concat();
        let own = place.run(&words);
        assert_eq!(own.code, Some(0), "{own:?}");
        assert!(
            own.stdout
                .contains("\nunicursal maze solve  2 of 2 right, "),
            "{own:?}"
        );
    }
    for (words, message) in [
        (&["nobody"][..], "unicursal: nobody: no such program\n"),
        (&["tmp"], "unicursal: tmp: no file here is executable\n"),
        (
            &["class", "class"],
            "unicursal: class/alice: this program is named twice\n",
        ),
    ] {
        let refused = place.run(&[&["maze", "evaluate"], words].concat());
        assert_eq!((refused.code, refused.stderr.as_str()), (Some(2), message));
    }
}

/// Classes as course systems hand them out: with folders in folders, notes and archives.
#[test]
fn a_class_may_be_as_course_systems_pack_it() {
    let place = class("class_packed", &[]);
    let right = "exec ./unicursal maze solve\n";
    for folder in ["alice/hw/one", "bob", "carol/a", "carol/b", "dan"] {
        let folder = place.path().join("class").join(folder);
        std::fs::create_dir_all(folder).expect("a folder can be made");
    }
    let place = place
        .with("class/alice/hw/one/walk.sh", right)
        .with("class/bob/walk.sh", right)
        .with("class/bob/README.md", "mine")
        .with("class/dan/hw.zip", "PK")
        .with("class/erin.zip", "PK")
        .with("class/submission_metadata.yml", "a: 1\n");
    let run = evaluate(&place, &["--with", "sh", "--report", "csv"]);
    let packed = "this is an archive inside the class; unpack it into a folder of its own";
    let expected = format!(
        "rank,name,right,mazes,points,of,trouble\n\
        1,class/alice,2,2,2,2,\n1,class/bob,2,2,2,2,\n\
        3,class/carol,0,2,0,2,there are only folders here; the program belongs outside of them\n\
        3,class/dan,0,2,0,2,{packed}\n3,class/erin.zip,0,2,0,2,{packed}\n"
    );
    assert_eq!(run.stdout, expected);
    let skipped = "class/submission_metadata.yml: skipped, because it is no program\n";
    assert!(run.stderr.contains(skipped), "{run:?}");
}

/// What a program prints cannot break the form that it is reported in.
#[test]
fn reports_can_be_read_whatever_a_program_prints() {
    let bad = "printf '\\001\\033[31m<b>&]]>\\357\\277\\276\\377\\n'; echo '\\003' >&2; exit 1";
    let place = class("class_hostile", &[("alice", bad)]);
    let run = evaluate(&place, &["--report", "junit"]);
    let is_known = |letter: char| {
        matches!(letter, '\n' | ' '..='\u{fffd}' | '\u{10000}'..) && letter != '\u{7f}'
    };
    assert!(run.stdout.chars().all(is_known), "{run:?}");
    assert!(!run.stdout.contains("<b>"), "{run:?}");
}

/// Without a program there are no results in this form, but an error.
#[test]
fn check50_says_why_nothing_was_checked() {
    let place = class("class_check50", &[]);
    std::fs::create_dir(place.path().join("class/alice")).expect("a folder can be made");
    let run = evaluate(&place, &["--with", "sh", "--report", "check50"]);
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(report["error"]["value"], "this folder is empty");
    assert!(report.get("results").is_none(), "{report:#}");
}

/// The folder of one student, and files that nobody marked as executable.
#[test]
fn folders_scripts_and_archives_are_submissions() {
    let place = class("class_folders", &[]);
    for name in ["alice", "bob", "carol", "dan"] {
        let folder = place.path().join("class").join(name);
        std::fs::create_dir(folder).expect("a folder can be made");
    }
    let right = "exec ./unicursal maze solve\n";
    let place = place
        .with("class/alice/solution.sh", right)
        .with("class/alice/notes.txt", "mine")
        .with("class/bob/walk", right)
        .with("class/carol/one", right)
        .with("class/carol/two", right)
        .with("class/erin.sh", right);
    let run = evaluate(&place, &["--with", "sh", "--report", "csv=marks.csv"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    let marks = String::from_utf8(place.read("marks.csv")).expect("CSV is text");
    let expected = "rank,name,right,mazes,points,of,trouble\n\
        1,class/alice,2,2,2,2,\n1,class/bob,2,2,2,2,\n1,class/erin.sh,2,2,2,2,\n\
        4,class/carol,0,2,0,2,several files here could be the program; call one of them solution\n\
        4,class/dan,0,2,0,2,this folder is empty\n";
    assert_eq!(marks, expected);
    // Archives of it, with the folder inside and without.
    for (archive, tool) in [
        ("a.tar.gz", "tar czf a.tar.gz class"),
        ("b.tar", "tar cf b.tar -C class ."),
    ] {
        let mut words = tool.split(' ');
        let made = std::process::Command::new(words.next().expect("a word"))
            .args(words)
            .current_dir(place.path())
            .status();
        assert!(made.is_ok_and(|made| made.success()));
        let words = [
            "maze", "evaluate", archive, "--levels", "mazes", "--with", "sh", "--report", "csv",
        ];
        let packed = place.run(&words);
        assert_eq!(
            packed.stdout,
            expected.replace("class/", &format!("{archive}/")),
            "{packed:?}"
        );
    }
    let bad = place.with("c.tar", "this is no archive");
    let bad = bad.run(&["maze", "evaluate", "c.tar"]);
    assert_eq!(
        (bad.code, bad.stderr.as_str()),
        (Some(2), "unicursal: c.tar: tar cannot unpack it\n")
    );
}

#[test]
fn submissions_are_compiled_in_a_copy_and_errors_are_told() {
    let place = class("class_compile", &[]);
    for name in ["alice", "bob"] {
        let folder = place.path().join("class").join(name);
        std::fs::create_dir(folder).expect("a folder can be made");
    }
    let here = place.path().display().to_string();
    let place = place
        .with(
            "class/alice/source",
            format!("#!/bin/sh\nexec {here}/unicursal maze solve\n"),
        )
        .with("class/bob/other", "nothing");
    let run = evaluate(
        &place,
        &[
            "--compile",
            "cp source run && chmod +x run",
            "--allow-read",
            "unicursal",
            "--report",
            "json",
        ],
    );
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(run.code, Some(1), "{run:?}");
    assert_eq!(report["students"][0]["right"], 2, "{report:#}");
    let refused = report["students"][1]["refused"]
        .as_str()
        .unwrap_or_default();
    assert!(
        refused.starts_with("does not compile: cp: ") && refused.contains("source"),
        "{refused}"
    );
    assert!(
        !place.path().join("class/alice/run").exists(),
        "the student's own folder was changed"
    );
}

#[test]
fn reports_have_the_forms_of_others_and_hide_what_is_hidden() {
    let place = class(
        "class_reports",
        &[("alice", "SOLVE | sed '15s/1,0/9,9/;s/^.>#$/leak/'")],
    );
    let run = evaluate(
        &place,
        &["--visible", "1", "--points", "5", "--report", "gradescope"],
    );
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(
        (run.code, &report["score"]),
        (Some(1), &0.into()),
        "{run:?}"
    );
    let (first, second) = (&report["tests"][0], &report["tests"][1]);
    assert_eq!(
        (&first["max_score"], &first["visibility"]),
        (&5.into(), &"visible".into())
    );
    let told = first["output"].as_str().unwrap_or_default();
    let sides = "> Current Position:  1,0 | Current Position:  9,9\n";
    assert!(
        told.contains(sides) && told.contains("  #<.####                | #<.####\n"),
        "{told}"
    );
    assert_eq!(second["visibility"], "after_published");
    assert_eq!(report["output"], "0 of 1 visible mazes are right.");
    assert_eq!(
        second["output"],
        "FAIL. This maze is hidden, so no more is told."
    );
    for kind in ["junit", "html", "check50", "json", "csv"] {
        let run = evaluate(&place, &["--visible", "1", "--report", kind]);
        let shows = run.stdout.contains("Position:  9,9");
        assert!(shows && !run.stdout.contains("leak"), "{kind}: {run:?}");
    }
    let two = [
        &["maze", "evaluate", "class", "./unicursal"][..],
        &["--report", "check50"],
    ]
    .concat();
    let refused = place.run(&two);
    let message = "unicursal: --report check50 is about one program, and there are 2\n";
    assert_eq!((refused.code, refused.stderr.as_str()), (Some(2), message));
    let both = evaluate(&place, &["--json", "--report", "html"]);
    assert_eq!(both.code, Some(2), "{both:?}");
}

/// A program that never ends was told only that.
#[test]
fn a_timeout_names_the_first_wrong_frame() {
    let place = class(
        "class_timeout",
        &[
            ("right", "SOLVE | head -n 12; sleep 86536"),
            ("wrong", "SOLVE | sed 's/^v/V/' | head -n 30; sleep 86536"),
        ],
    );
    let run = evaluate(&place, &["--timeout", "2", "--end", "1"]);
    for line in [
        "class/right: Level 1 (7x4): TIMEOUT - Exceeded 2s limit; what it had printed is right so far (",
        "class/wrong: Level 1 (7x4): TIMEOUT - Exceeded 2s limit; line 18: frame 3, line 1: expected 'v..####', found 'V..####' (",
    ] {
        assert!(run.stdout.contains(line), "{line}: {run:?}");
    }
}
