//! Levels played move by move, put into words, and scored.
#![expect(
    clippy::float_cmp,
    reason = "1 is exactly 1, and shares are computed in the same way"
)]

use std::collections::HashMap;

use unicursal::game::{Game, PLANES};
use unicursal::implement::Rng;
use unicursal::{
    Control, GenerateRequest, Level, MOST_FOR_WRONG, Moves, Options, Outcome, PromptStyle, Puzzle,
    SolveRequest, Verdict, prompt, puzzle, puzzles, score,
};

fn read(puzzle: &dyn Puzzle, text: &[u8]) -> Box<dyn Level> {
    puzzle.parse(text, &Control::new()).expect("it is a level")
}

/// Levels with everything that changes what can be done.
const LEVELS: &[(&str, &str)] = &[
    ("coil", "x=3&y=3&board=X.......X"),
    ("coil", "x=1&y=1&board=."),
    ("connect", "4 4\n0..e\nV...\n..H.\n0XXe\n2\n0 2 0\n2 0 e\n"),
    ("connect", "3 3\n1..\n...\n..1\n0\n"),
    ("connect", "2 2\n11\n22\n0\n"),
    ("connect", "rule: blanks\n3 4\n1..1\n2..2\n....\n1\n1 2 2\n"),
    (
        "connect",
        "rule: no-touch, blanks\n3 4\n1...\n1..2\n...2\n0\n",
    ),
    ("pellet", "S..\n.#.\n...\n"),
    ("pellet", "S\n"),
    ("trail", "1|2 . .\n    -\n. . . .\n. . . 3\n"),
    ("trail", "1 .\n. .\n"),
];

fn levels() -> impl Iterator<Item = Box<dyn Level>> {
    LEVELS.iter().map(|(name, text)| {
        read(
            puzzle(name).expect("it is in the registry"),
            text.as_bytes(),
        )
    })
}

/// What is asked of an answer that is made step by step: any number of pieces.
fn in_any_pieces(level: &dyn Level) -> SolveRequest {
    let mut options = Options::default();
    if level.about().moves == Moves::Join {
        options.set("turns", "any");
    }
    SolveRequest {
        options,
        ..SolveRequest::default()
    }
}

fn planes_of(game: &Game) -> Vec<i16> {
    let (width, height) = game.size();
    let mut planes = vec![0; PLANES * width * height];
    game.observe(&mut planes);
    planes
}

fn mask_of(game: &Game) -> Vec<i8> {
    let mut mask = vec![1; game.move_count()];
    let any = game.mask(&mut mask);
    assert_eq!(any, mask.contains(&1));
    mask
}

#[test]
fn an_answer_is_followed_to_its_end() {
    for level in levels() {
        let solved = level.solve(&SolveRequest::default(), &Control::new());
        let Outcome::Solved(answer) = solved.expect("a good request").outcome else {
            panic!("{} has a solution", level.text());
        };
        let mut game = Game::new(&*level).expect("it is played");
        let (moves, legal) = game.follow(&*level, answer.as_bytes()).expect("it is one");
        assert_eq!(moves, legal, "{}", level.text());
        assert!(game.is_won(), "{}{answer}", level.text());
        let listed = game
            .moves_of(&*level, answer.as_bytes())
            .expect("it is one");
        assert_eq!(listed.len(), moves);
        let again = level.check(&in_any_pieces(&*level), game.answer().as_bytes());
        assert_eq!(again.expect("it can be read"), Verdict::Valid);
        assert_eq!(score(&*level, &answer).score, 1.0);
        if !answer.trim().is_empty() {
            let fenced = format!("So:\n```\n{answer}```\n");
            assert_eq!(score(&*level, &fenced).score, 1.0);
        }
    }
}

/// Games at random: won where the checker says so, with planes that are written alike as a whole
/// and change by change; and games that look the same have the same moves.
#[test]
fn games_at_random_are_won_where_the_checker_says_so() {
    let mut rng = Rng::from_text("games at random");
    for level in levels() {
        let mut game = Game::new(&*level).expect("it is played");
        let request = in_any_pieces(&*level);
        let mut seen: HashMap<Vec<i16>, (Vec<i8>, bool)> = HashMap::new();
        let mut won = 0;
        for _ in 0..200 {
            game.restart();
            let mut planes = planes_of(&game);
            loop {
                let mask = mask_of(&game);
                assert!(
                    planes
                        .iter()
                        .all(|&number| (0..=game.most()).contains(&number))
                );
                let known = seen.entry(planes.clone());
                let known = known.or_insert_with(|| (mask.clone(), game.is_won()));
                assert_eq!(*known, (mask.clone(), game.is_won()), "{}", level.text());
                let legal: Vec<usize> = (0..mask.len()).filter(|&at| mask[at] == 1).collect();
                if game.is_won() || legal.is_empty() {
                    break;
                }
                assert!(game.play(legal[rng.below(legal.len())]));
                game.observe_change(&mut planes);
                assert_eq!(planes, planes_of(&game), "{}", level.text());
            }
            let answer = game.answer();
            let begun = !answer.is_empty() || level.about().moves == Moves::Step;
            let valid =
                begun && level.check(&request, answer.as_bytes()).ok() == Some(Verdict::Valid);
            assert_eq!(game.is_won(), valid, "{}{answer}", level.text());
            let (done, of) = game.progress();
            assert!(done <= of);
            won += usize::from(valid);
        }
        assert!(
            won > 0,
            "{} is small enough to be won by chance",
            level.text()
        );
    }
}

#[test]
fn a_move_that_is_not_legal_changes_nothing() {
    for level in levels() {
        let mut game = Game::new(&*level).expect("it is played");
        let before = planes_of(&game);
        for number in 0..game.move_count() + 9 {
            if !game.is_legal(number) {
                assert!(!game.play(number));
                assert_eq!(planes_of(&game), before);
            }
        }
        assert!(!game.play(usize::MAX));
    }
}

/// A wrong answer is worth what its legal beginning does, and never as much as half of a right one
/// would be.
#[test]
fn wrong_answers_get_what_their_beginning_is_worth() {
    let worth = |name: &str, level: &str, text: &str| {
        let level = read(
            puzzle(name).expect("it is in the registry"),
            level.as_bytes(),
        );
        let score = score(&*level, text);
        assert_eq!(score.valid, score.reason.is_empty(), "{score:?}");
        assert!(score.score <= MOST_FOR_WRONG || score.valid, "{score:?}");
        (score.score, score.legal, score.moves)
    };
    assert_eq!(worth("pellet", "S..\n...\n", "rrd"), (0.3, 3, 3));
    assert_eq!(worth("pellet", "S..\n...\n", "rrdllu"), (0.5, 5, 6));
    assert_eq!(worth("pellet", "S..\n...\n", "u"), (0.0, 0, 1));
    let coil = "x=3&y=3&board=X.......X";
    assert_eq!(worth("coil", coil, "x=0&y=1&path=DRU"), (2.0 / 6.0, 4, 4));
    assert_eq!(worth("coil", coil, "x=0&y=0&path=DRU"), (0.0, 0, 4));
    // Outside of the board.
    assert_eq!(worth("coil", coil, "x=9&y=0&path=DRU").0, 0.0);
    let maze = "S##\n  #\nE##\n";
    assert_eq!(
        worth("maze", maze, "rule=left&path=EESSW"),
        (5.0 / 12.0, 5, 5)
    );
    // Another rule is not what was asked for.
    assert_eq!(worth("maze", maze, "rule=shortest&path=EESSWW").0, 0.0);
    let connect = "3 3\n1.1\n2.2\n...\n0\n";
    assert_eq!(worth("connect", connect, "0 0 2 0 1").1, 2);
    // A loop that comes back, and a piece that leaves the board.
    assert_eq!(
        worth(
            "connect",
            connect,
            "0 0 0 2 1\n0 2 2 2 1\n2 2 2 1 1\n2 1 0 1 1"
        )
        .1,
        0
    );
    assert_eq!(worth("connect", connect, "0 0 999999999 0 1").0, 0.0);
    assert_eq!(worth("connect", connect, "0 0 2 2 1").0, 0.0);
}

/// Nothing that can be written as a text makes it fail, or worth something that it is not.
#[test]
fn words_that_hold_no_answer_are_worth_next_to_nothing() {
    let texts = [
        String::new(),
        "\0\0\0".to_owned(),
        "I am sorry, but I cannot solve this. The dull old ruler led us down.".to_owned(),
        "```".repeat(1000),
        "<answer>".repeat(1000),
        "\u{202e}\u{0}é".repeat(1000),
        "x=&y=&path=".repeat(100),
        "9".repeat(1 << 20),
    ];
    for level in levels().filter(|level| level.size() != (1, 1)) {
        for text in &texts {
            let score = score(&*level, text);
            assert!(
                score.score < 0.2 && !score.valid,
                "{}{score:?}",
                level.text()
            );
        }
    }
}

/// Of a text of many megabytes the end is read.
#[test]
fn the_end_of_a_long_text_counts() {
    let level = read(
        puzzle("pellet").expect("it is in the registry"),
        b"S..\n...\n",
    );
    let long = "u".repeat(20 << 20);
    assert_eq!(score(&*level, &format!("{long}\nanswer: rrdll")).score, 1.0);
    assert_eq!(score(&*level, &format!("answer: rrdll\n{long}")).score, 0.0);
    let wide = "é".repeat(5 << 20);
    assert_eq!(score(&*level, &format!("{wide}\nanswer: rrdll")).score, 1.0);
}

#[test]
fn a_prompt_says_rules_board_and_form_in_every_style() {
    let request = |width, height| GenerateRequest {
        width,
        height,
        seed: "words".to_owned(),
        options: Options::default(),
    };
    for &puzzle in puzzles() {
        let made = puzzle.generate(&request(9, 7), &Control::new());
        let level = made.expect("it is a good size").level;
        let about = puzzle.about();
        assert!(about.rules.len() > about.summary.len());
        let mut all: Vec<String> = Vec::new();
        for style in PromptStyle::ALL {
            assert_eq!(PromptStyle::from_name(style.name()), Some(style));
            let words = prompt(&*level, style);
            for part in [
                about.rules,
                about.answer_form,
                "9 columns and 7 rows",
                "</answer>",
            ] {
                assert!(words.contains(part), "{words}");
            }
            all.push(words);
        }
        all.dedup();
        assert_eq!(all.len(), 3, "{}", puzzle.name());
        assert!(all[2].contains(&level.text()));
    }
    let checkpoint = prompt(&*levels().nth(2).expect("it is there"), PromptStyle::Rows);
    assert!(
        checkpoint.contains("(2, 0) is a checkpoint of colour e."),
        "{checkpoint}"
    );
    let trail = prompt(&*levels().nth(9).expect("it is there"), PromptStyle::Cells);
    assert!(
        trail.contains("thin wall between (0, 0) and (1, 0)"),
        "{trail}"
    );
    assert!(trail.contains("number 3: (3, 2)"), "{trail}");
}
