//! Recorded games are opened and played back.

use serde_json::{Value, json};
use unicursal::pellet::text::parse_board;
use unicursal::{Control, GenerateRequest, Generated, Options};
use unicursal_serve::pellet::Turn;

use crate::server::studio;

/// A level of this size with its answer.
fn generated(puzzle: &str, width: usize, height: usize) -> Generated {
    let request = GenerateRequest {
        width,
        height,
        seed: "spring".to_owned(),
        options: Options::default(),
    };
    let puzzle = unicursal::puzzle(puzzle).unwrap();
    puzzle.generate(&request, &Control::new()).unwrap()
}

/// A board as `pellet play --record` writes it, and the steps to be played.
fn eaten(number: usize, width: usize) -> (String, usize) {
    let made = generated("pellet", width, 8);
    let path = made
        .answer(&Control::new())
        .unwrap()
        .unwrap()
        .trim()
        .to_owned();
    let steps = path.len() + 1;
    let turn = Turn {
        number,
        board: parse_board(made.level.text().as_bytes()).unwrap(),
        path,
        verdict: format!("Correct, that was board {number}"),
        seconds: 0.0,
    };
    (turn.to_json().to_string(), steps)
}

#[test]
fn a_game_of_several_boards_is_played_back_board_by_board() {
    let (_server, browser) = studio();
    let boards = [eaten(1, 8), eaten(2, 11)];
    browser.drop_file("game.jsonl", &format!("{}\n{}\n", boards[0].0, boards[1].0));
    browser.until_message("8 columns, 8 rows, recorded: Correct, that was board 1");
    assert_eq!(browser.value("puzzle"), "pellet");
    browser.press("<RR");
    browser.until_text("step-text", &format!("2 / {}", boards[0].1));
    browser.shoot("recording");

    browser.fill("recorded", "1");
    browser.until_message("11 columns, 8 rows, recorded: Correct, that was board 2");
    browser.press("<R");
    let step = format!("1 / {}", boards[1].1);
    browser.until_text("step-text", &step);
    // A link has the answer that was given.
    browser.until("location.hash.includes('answer=') && location.hash.endsWith('step=1')");
    browser.reload();
    browser.until_text("step-text", &step);

    // Another level is no board of the game.
    browser.drop_file("game.jsonl", &format!("{}\n{}\n", boards[0].0, boards[1].0));
    browser.until("!document.getElementById('recorded-field').hidden");
    browser.click("example");
    browser.until("document.getElementById('recorded-field').hidden");
    browser.until("document.getElementById('transport').hidden");

    browser.load(&format!("{}\n{{\"board\": 1}}\n", boards[0].0));
    browser.until_note("load", "line 2: ");
}

#[test]
fn a_game_of_a_referee_is_played_back_as_far_as_it_went() {
    let (_server, browser) = studio();
    let made = generated("connect", 7, 6);
    let answer = made.answer(&Control::new()).unwrap().unwrap();
    let lines: Vec<&str> = answer.lines().collect();
    // As `connect referee --record` writes it.
    let game = |lines: &[&str], loss: Value| {
        let turns = lines.iter().map(|line| json!({"line": line, "ms": 1.0}));
        let mut game = json!({
            "puzzle": "connect", "name": "board.txt", "level": made.level.text(),
            "victory": loss.is_null(), "turns": turns.collect::<Vec<_>>(),
        });
        if !loss.is_null() {
            game["loss"] = loss;
        }
        game.to_string()
    };
    browser.load(&game(&lines, Value::Null));
    let turns = lines.len();
    browser.until_message(&format!(
        "7 columns, 6 rows, recorded: victory in {turns} turns"
    ));
    assert_eq!(browser.value("puzzle"), "connect");
    assert_eq!(browser.value("text"), made.level.text());
    let length = || browser.run("return Number(document.getElementById('step').max)");
    let whole = length().as_u64().unwrap();
    assert!(whole >= turns as u64, "{whole}");

    let loss = json!({"turn": 2, "reason": "no line within 50 ms", "line": null});
    browser.load(&game(&lines[..1], loss));
    browser.until_message("recorded: loss at turn 2: no line within 50 ms");
    assert!(length().as_u64().unwrap() < whole);

    // Nothing was drawn, so there is nothing to play.
    let loss = json!({"turn": 1, "reason": "no line within 2000 ms", "line": null});
    browser.load(&game(&[], loss));
    browser.until_message("recorded: loss at turn 1: no line within 2000 ms");
    browser.until("document.getElementById('transport').hidden");
}
