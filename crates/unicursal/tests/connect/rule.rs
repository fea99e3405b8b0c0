//! The rule belongs to the level: ids, texts, sheets and foreign forms carry it, options override
//! it, and everything that is done with a level follows it.

use unicursal::connect::{Connect, text};
use unicursal::implement::{Rng, level_of};
use unicursal::{
    Control, Level, LevelName, Options, Outcome, Puzzle, SolveRequest, Verdict, puzzle,
};
use unicursal_check::connect::Game;

use crate::boards::random;

fn connect() -> &'static dyn Puzzle {
    puzzle("connect").expect("it is in the registry")
}

fn read(text: &str) -> Box<dyn Level> {
    connect()
        .parse(text.as_bytes(), &Control::new())
        .expect("it can be read")
}

fn asked(options: &[(&str, &str)]) -> SolveRequest {
    let mut set = Options::default();
    for (name, value) in options {
        set.set(*name, *value);
    }
    SolveRequest {
        options: set,
        ..SolveRequest::default()
    }
}

fn outcome(level: &dyn Level, options: &[(&str, &str)]) -> Outcome {
    let solved = level.solve(&asked(options), &Control::new());
    solved.expect("it can be asked").outcome
}

/// A path along the upper row leaves the lower one empty; nothing fills the board.
const BLANKS: &str = "rule: blanks\n2 3\n0.0\n...\n0\n";

#[test]
fn a_generated_level_is_solved_by_its_own_rule() {
    for recipe in [
        "c2-d5-b5-k0-e",
        "c3-d5-b20-k1-n",
        "c2-d5-b20-k0-n-e",
        "c2-d0-b20-k0-e-u",
    ] {
        for seed in 1..=6 {
            let id = format!("connect:6x6/{recipe}#{seed}");
            let name = LevelName::Id(id.parse().expect("it is an id"));
            let Ok(made) = connect().make(&name, &Control::new()) else {
                continue;
            };
            let known = made
                .answer(&Control::new())
                .expect("the checker accepts it");
            let known = known.expect("the generator knows an answer");
            let level = made.level;
            assert!(matches!(outcome(&*level, &[]), Outcome::Solved(_)), "{id}");
            let verdict = level.check(&asked(&[]), known.as_bytes());
            assert_eq!(verdict.expect("it can be judged"), Verdict::Valid, "{id}");
            let count = level.count(&asked(&[]), Some(1), &Control::new());
            assert_eq!(count.expect("it can be counted").found, 1_u8.into(), "{id}");
            let hint = level.hint(b"", &Control::new()).expect("it can be asked");
            assert!(matches!(hint.outcome, Outcome::Solved(_)), "{id}");
            // And so is what its text says, a sheet of it, and its draft.
            let again = read(&level.text());
            assert_eq!((again.rule(), again.text()), (level.rule(), level.text()));
            let sheet = connect().print_sheet(&level.sheet());
            assert_eq!(sheet.expect("it is a sheet"), level.text());
        }
    }
}

#[test]
fn options_override_the_rule_of_the_level() {
    let level = read(BLANKS);
    assert!(matches!(outcome(&*level, &[]), Outcome::Solved(_)));
    for options in [[("fill", "true")], [("blanks", "false")]] {
        assert!(
            matches!(outcome(&*level, &options), Outcome::Unsolvable { .. }),
            "{options:?}"
        );
        let ruled = level
            .ruled(&asked(&options).options)
            .expect("there is such a rule");
        assert_eq!(ruled.text(), BLANKS.replace("rule: blanks\n", ""));
        assert!(matches!(outcome(&*ruled, &[]), Outcome::Unsolvable { .. }));
    }
    let both = level.solve(
        &asked(&[("fill", "true"), ("blanks", "true")]),
        &Control::new(),
    );
    assert!(both.is_err());
    let number = |options: &[(&str, &str)]| {
        let count = level.count(&asked(options), None, &Control::new());
        u64::try_from(count.expect("it can be counted").found).expect("it is small")
    };
    assert_eq!(number(&[]), 4);
    assert_eq!(number(&[("no-touch", "true")]), 2);
    assert_eq!(number(&[("fill", "true")]), 0);
    let limit = read("rule: blanks, turns 1\n2 3\n0.0\n.X.\n0\n");
    let straight = outcome(&*limit, &[]);
    assert_eq!(straight, Outcome::Solved("0 0 2 0 0\n".to_owned()));
}

#[test]
fn no_answer_is_said_with_its_rule_and_whether_another_rule_has_one() {
    let said = |text: &str, options: &[(&str, &str)]| match outcome(&*read(text), options) {
        Outcome::Unsolvable { proof } => proof,
        other => panic!("{other:?}"),
    };
    let text = BLANKS.replace("rule: blanks\n", "");
    let filled = said(&text, &[]);
    assert!(
        filled.starts_with("no solution by the rule 'every tile is used, a path may touch itself"),
        "{filled}"
    );
    assert!(
        filled.ends_with("there is one if tiles may stay empty (--blanks)"),
        "{filled}"
    );
    // The only way to fill it goes beside itself.
    let beside = said(
        "2 3\n0..\n...\n0\n"
            .replace("0..\n...", "...\n00.")
            .as_str(),
        &[("no-touch", "true")],
    );
    assert!(beside.contains("no path touches itself"), "{beside}");
    assert!(
        beside.contains("there is one if a path may touch itself (--touch)"),
        "{beside}"
    );
    // Another rule helps only with more pieces than this one permits.
    let short = said("rule: turns 1\n2 3\n0..\n..0\n", &[("no-touch", "true")]);
    assert!(
        short.contains("at most 1 piece'")
            && short.ends_with("there is one of 5 pieces if a path may touch itself (--touch)"),
        "{short}"
    );
    let crossing = said("2 2\n01\n10\n0\n", &[]);
    assert!(
        crossing.ends_with("at most 100 pieces' (1 conflict), nor by any rule that permits more"),
        "{crossing}"
    );
}

#[test]
fn texts_say_their_rule_and_old_ones_mean_what_they_meant() {
    for (text, rule) in [
        (
            "2 3\n0.0\n1.1\n0\n",
            "every tile is used, a path may touch itself, at most 100 pieces",
        ),
        (
            "2 3\n0.0\n1.1\n",
            "every tile is used, a path may touch itself, at most 60 pieces",
        ),
        (
            BLANKS,
            "tiles may stay empty, a path may touch itself, at most 100 pieces",
        ),
        (
            "rule: blanks, no-touch, turns any\n2 3\n0.0\n1.1\n",
            "tiles may stay empty, no path touches itself",
        ),
        (
            "rule: turns 7\n2 3\n0.0\n1.1\n",
            "every tile is used, a path may touch itself, at most 7 pieces",
        ),
    ] {
        let level = read(text);
        assert_eq!(level.rule(), rule);
        assert_eq!(level.text(), text);
        assert_eq!(
            connect().is_whole(text.as_bytes()),
            connect().is_whole(without_rule(text))
        );
    }
    // What is usual is not written.
    let usual = read("rule: fill , touch,turns 100\r\n2 3\n0.0\n1.1\n0\n");
    assert_eq!(usual.text(), "2 3\n0.0\n1.1\n0\n");
    for (bad, line) in [
        (
            "rule: blank\n2 3\n0.0\n1.1\n",
            "'blank' is no part of a rule",
        ),
        ("rule:\n2 3\n0.0\n1.1\n", "'' is no part of a rule"),
        (
            "rule: fill, blanks\n2 3\n0.0\n1.1\n",
            "blanks (it is said twice)",
        ),
        (
            "rule: fill\n",
            "line 2: the text ends where 'height width' should be",
        ),
        (
            "rule: fill\nrule: fill\n2 3\n0.0\n1.1\n",
            "line 2: expected 'height width'",
        ),
        (
            "2 3\n0.0\n1.1\nrule: fill\n",
            "line 4: expected the number of checkpoints",
        ),
    ] {
        let error = connect().parse(bad.as_bytes(), &Control::new());
        let error = error.err().expect("it is no board").to_string();
        assert!(error.contains(line), "{error}");
    }
}

fn without_rule(text: &str) -> &[u8] {
    match text.split_once('\n') {
        Some((rule, rest)) if rule.starts_with("rule:") => rest.as_bytes(),
        _ => text.as_bytes(),
    }
}

/// The checker reads the rule by itself; the two readers agree on every text.
#[test]
fn the_checker_reads_the_same_rule_from_the_text() {
    let parts = [
        "",
        "blanks",
        "fill",
        "touch",
        "no-touch",
        "turns any",
        "turns 3",
        "turns x",
        "blank",
    ];
    let boards = ["2 2\n00\n..\n", "2 2\n00\n..\n0\n"];
    let mut read = 0;
    for one in parts {
        for other in parts {
            for board in boards {
                let text = match (one, other) {
                    ("", "") => board.to_owned(),
                    (one, "") | ("", one) => format!("rule: {one}\n{board}"),
                    _ => format!("rule: {one}, {other}\n{board}"),
                };
                match (
                    text::parse_board(text.as_bytes()),
                    Game::new(text.as_bytes()),
                ) {
                    (Ok(ours), Ok(game)) => {
                        read += 1;
                        let theirs = game.rules();
                        assert_eq!(
                            (
                                ours.rules().blanks,
                                ours.rules().no_touch,
                                ours.turn_limit()
                            ),
                            (theirs.blanks, theirs.no_touch, theirs.turns),
                            "{text}"
                        );
                        let printed = text::print_board(&ours);
                        let again = Game::new(printed.as_bytes()).expect("we wrote it");
                        assert_eq!(again.rules(), theirs, "{text}");
                    }
                    (Err(_), Err(_)) => {}
                    (ours, theirs) => panic!("{text}: {ours:?} {theirs:?}"),
                }
            }
        }
    }
    assert!(read > 60, "{read}");
}

#[test]
fn foreign_forms_have_the_rule_of_their_site() {
    let blanks = "tiles may stay empty, a path may touch itself";
    let fill = "every tile is used, a path may touch itself";
    for (text, rule) in [
        ("https://puzz.link/p?numlin/3/2/1g1i", blanks),
        ("https://puzz.link/p?arukone/3/2/1g1i", fill),
        ("https://puzz.link/p?arukone/e/3/2/1g1i", blanks),
        ("pzprv3/arukone/2/3/dontpassallcell/A . A /. . . /", blanks),
        ("pzprv3/arukone/2/3/passallcell/A . A /. . . /", fill),
        ("3 2\n1.1\n...\n", fill),
        ("SIZE 3X2\nLINE_NUM 1\nLINE#1 (0,0)-(2,0)\n", blanks),
        ("2\n3\n1 - 1\n- - -\n", blanks),
    ] {
        let level = read(text);
        assert_eq!(level.rule(), rule, "{text}");
        let solved = matches!(outcome(&*level, &[]), Outcome::Solved(_));
        assert_eq!(solved, rule == blanks, "{text}");
        // The sites that have a kind of puzzle for each rule say it again.
        for form in ["puzz.link", "pzprv3", "own"] {
            let written = level.write_as(form).expect("it can be said");
            let again = connect().parse_as(form, &written, &Control::new());
            let again = again.expect("it was written");
            assert_eq!(
                (again.rule(), again.size()),
                (level.rule(), level.size()),
                "{form}: {text}"
            );
        }
        let filling = level.write_as("flowfree");
        assert_eq!(filling.is_err(), rule == blanks, "{text}");
    }
}

#[test]
fn a_board_of_another_rule_is_played_by_it() {
    let mut game = Game::new(BLANKS.as_bytes()).expect("it is a board");
    assert!(!game.is_complete());
    game.play(b"0 0 2 0 0").expect("it is a line");
    assert!(game.is_complete() && game.verdict().is_ok());
    let filled = without_rule(BLANKS);
    let mut game = Game::new(filled).expect("it is a board");
    game.play(b"0 0 2 0 0").expect("it is a line");
    assert!(!game.is_complete());
    let level = level_of::<Connect>(text::parse_board(BLANKS.as_bytes()).expect("it is a board"));
    let hint = level
        .hint(b"0 0 1 0 0\n", &Control::new())
        .expect("it can be asked");
    assert!(matches!(hint.outcome, Outcome::Solved(_)));
}

/// What 'no solution' says of other rules and of their pieces, against solving by them.
#[test]
fn what_is_said_of_other_rules_is_so() {
    let mut rng = Rng::from_text("other rules");
    let mut said = [0; 3];
    for _ in 0..400 {
        let (width, height) = (2 + rng.below(3), 2 + rng.below(3));
        let level = level_of::<Connect>(random(&mut rng, width, height));
        let turns = ["1", "3", "5", "any"][rng.below(4)];
        for own in [vec![], vec!["no-touch"], vec!["blanks", "no-touch"]] {
            let by = |flags: &[&'static str], turns| {
                let flags = flags.iter().map(|&flag| (flag, "true"));
                let all: Vec<(&str, &str)> = flags.chain([("turns", turns)]).collect();
                outcome(&*level, &all)
            };
            let Outcome::Unsolvable { proof } = by(&own, turns) else {
                continue;
            };
            let text = level.text();
            if let Some((_, one)) = proof.split_once("; there is one") {
                let (pieces, other) = one.split_once(" if ").expect("it says by which rule");
                let mut flags = Vec::new();
                if own.contains(&"blanks") || other.contains("--blanks") {
                    flags.push("blanks");
                }
                if own.contains(&"no-touch") && !other.contains("--touch") {
                    flags.push("no-touch");
                }
                assert_ne!(flags, own, "{proof}\n{text}");
                let is_long = !pieces.is_empty();
                assert!(turns != "any" || !is_long, "{proof}\n{text}");
                let most = if is_long { "any" } else { turns };
                let found = by(&flags, most);
                assert!(matches!(found, Outcome::Solved(_)), "{proof}\n{text}");
                said[usize::from(is_long)] += 1;
            } else if proof.ends_with("nor by any rule that permits more") {
                let found = by(&["blanks"], "any");
                assert!(!matches!(found, Outcome::Solved(_)), "{proof}\n{text}");
                said[2] += 1;
            }
        }
    }
    assert!(said.iter().all(|&number| number > 10), "{said:?}");
}
