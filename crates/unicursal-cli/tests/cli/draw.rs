//! `unicursal coil draw` and `info`.

use crate::run::{LEVEL, Place, ended};

const HEAD: &str = "Level: level\nDimensions: 3x3\n";

#[test]
fn text_with_and_without_a_solution() {
    let place = Place::new("draw_text")
        .with("level", LEVEL)
        .with("s", "x=1&y=0&path=RDLDR");
    let plain = format!("{HEAD}+-------+\n| █ . . |\n| . . . |\n| . . █ |\n+-------+\n");
    assert_eq!(place.run(&["coil", "draw", "level"]), ended(0, &plain, ""));
    let solved = format!("{HEAD}+-------+\n| █ o─┐ |\n| ┌───┘ |\n| └─x █ |\n+-------+\n");
    assert_eq!(
        place.run(&["coil", "draw", "level", "-s", "s"]),
        ended(0, &solved, "")
    );
    // Into a file whose ending is no picture's.
    assert_eq!(
        place.run(&["coil", "draw", "level", "-o", "out.txt"]),
        ended(0, "", "")
    );
    assert_eq!(String::from_utf8_lossy(&place.read("out.txt")), plain);
}

#[test]
fn colours_when_wanted() {
    let place = Place::new("draw_colours")
        .with("level", LEVEL)
        .with("s", "x=1&y=0&qpath=R");
    let draw = |when: &str| {
        let words = ["coil", "draw", "level", "-s", "s", "--color", when];
        place.run(&words).stdout.contains("\x1b[38;2;")
    };
    // Standard output is not a terminal here.
    assert_eq!(["auto", "never", "always"].map(draw), [false, false, true]);
}

#[test]
fn pictures_by_the_ending() {
    let place = Place::new("draw_pictures")
        .with("level", LEVEL)
        .with("s", "x=1&y=0&path=RDLDR");
    for name in ["a.svg", "b.SVG", "c.png"] {
        let run = place.run(&["coil", "draw", "level", "-s", "s", "-o", name]);
        assert_eq!(run, ended(0, "", ""), "{name}");
    }
    let svg = String::from_utf8(place.read("a.svg")).expect("SVG is text");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert!(place.read("c.png").starts_with(b"\x89PNG\r\n"));
}

#[test]
fn solutions_that_cannot_be_drawn() {
    let place = Place::new("draw_bad").with("level", LEVEL);
    for (solution, reason) in [
        ("x=0&y=0&path=R", "the start (0, 0) is a wall"),
        ("x=5&y=0&path=R", "the start (5, 0) is outside the board"),
        (
            "x=1&y=18446744073709551616&path=R",
            "byte 6: y is too large: '18446744073709551616'",
        ),
        (
            "x=1&y=0&path=RU",
            "letter 2 of the path: U is blocked at (2, 0)",
        ),
        (
            "x=1&y=0&qpath=RU",
            "letter 2 of the path: U is blocked at (1, 2)",
        ),
        (
            "x=1&y=0&path=r",
            "byte 13: letter 1 of the path, 'r', is none of U, D, L, R",
        ),
        ("x=1&y=0", "field 'path' is missing"),
        (
            "x=1&y=0&path=R&qpath=R",
            "byte 15: a solution has either 'path' or 'qpath', not both",
        ),
    ] {
        let run = place.run_with(&["coil", "draw", "level", "-s", "-"], solution.as_bytes());
        assert_eq!(
            run,
            ended(2, "", &format!("unicursal: <stdin>: {reason}\n")),
            "{solution}"
        );
    }
    let run = place.run(&["coil", "draw", "level", "-o", "no/such/place.svg"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(
        run.stderr.starts_with("unicursal: no/such/place.svg: "),
        "{}",
        run.stderr
    );
}

#[test]
fn facts() {
    let place = Place::new("info").with("level", LEVEL);
    let expected = "\
width                3
height               3
cells                9
free                 7
free share           0.7778
free by neighbours   0 0 6 0 1
dead ends            0
free by colour       3 4
parts                1
largest part         7
degree 2             0.8571
degree 3             0.0
degree 4             0.1429
mean run             2.3333
runs of 1            0.0
runs of 2            0.6667
runs of 3            0.3333
runs of 4            0.0
runs of 5            0.0
runs of 6-10         0.0
runs of 11+          0.0
isolated walls       1.0
mean wall component  1.0
2x2 open             0.5
2x2 wall             0.0
border open          0.75
";
    assert_eq!(
        place.run(&["coil", "info", "level"]),
        ended(0, expected, "")
    );
    let run = place.run(&["coil", "info", "level", "--json"]);
    let facts: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(
        facts["free_by_neighbours"],
        serde_json::json!([0, 0, 6, 0, 1])
    );
    assert_eq!(facts["level"], "level");
    assert_eq!(facts["mean_run"], 2.3333);
}

#[test]
fn a_page_to_print_has_several_boards_and_their_solutions() {
    let place = Place::new("draw_sheet").with("level", LEVEL);
    let more = ["coil:pack/1", "coil:pack/2"];
    let words = ["coil", "draw", "level", "-o", "page.svg", "--solutions"];
    let words: Vec<&str> = words.into_iter().chain(["--sheet"]).chain(more).collect();
    assert_eq!(place.run(&words), ended(0, "", ""));
    let svg = String::from_utf8(place.read("page.svg")).expect("SVG is text");
    // The page, three boards, three solutions.
    assert_eq!(svg.matches("<svg ").count(), 7);
    assert!(svg.contains("width=\"210mm\"") && svg.contains("coil:pack/2 · "));
    // A maze is printed without what would give it away.
    let words = ["maze", "draw", "maze:9x9#1", "--sheet", "-o", "maze.svg"];
    assert_eq!(place.run(&words), ended(0, "", ""));
    let plain = ["maze", "draw", "maze:9x9#1", "-o", "plain.svg"];
    assert_eq!(place.run(&plain), ended(0, "", ""));
    let fills = |name: &str| {
        String::from_utf8(place.read(name))
            .unwrap()
            .matches("evenodd")
            .count()
    };
    assert!(fills("maze.svg") < fills("plain.svg"));
    for bad in [
        &["coil", "draw", "level", "--sheet"][..],
        &["coil", "draw", "level", "--sheet", "-o", "page.png"],
        &[
            "coil",
            "draw",
            "level",
            "--sheet",
            "nothing",
            "-o",
            "other.svg",
        ],
        &[
            "coil",
            "draw",
            "level",
            "--sheet",
            "1",
            "2",
            "3",
            "4",
            "5",
            "6",
            "-o",
            "other.svg",
        ],
        &["coil", "draw", "level", "--solutions", "-o", "other.svg"],
    ] {
        assert_eq!(place.run(bad).code, Some(2), "{bad:?}");
    }
}

/// Of numbers with two digits only the first was drawn.
#[test]
fn text_has_the_whole_number_of_a_cell() {
    let place = Place::new("draw_numbers").with("level", "1 2 3 4\n8 7 6 5\n9 10 11 12\n");
    let drawn = place.run(&["trail", "draw", "level"]);
    assert_eq!(drawn.code, Some(0), "{drawn:?}");
    let last = drawn.stdout.lines().find(|line| line.contains('9'));
    let words: Vec<&str> = last.unwrap_or_default().split_whitespace().collect();
    assert_eq!(words, ["|", "9", "10", "11", "12", "|"], "{}", drawn.stdout);
}
