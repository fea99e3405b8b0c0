//! `unicursal connect play` and walking a maze by hand, in a real terminal.
#![cfg(unix)]

use crate::pty::Terminal;
use crate::run::{Place, ended};

const RIGHT: &str = "\x1b[C";
const DOWN: &str = "\x1b[B";

#[test]
fn a_board_is_drawn_with_the_pen() {
    let place = Place::new("connect_play").with("board", "2 3\n0.0\n1.1\n0\n");
    let words = "connect play board --record game";
    let mut terminal = Terminal::start(&place, (10, 80), words);
    terminal.shows(&["0 . 0", "1 . 1", "0,0 · 0 lines"]);
    terminal.press("\r");
    terminal.shows(&["drawing 0 · 0,0"]);
    terminal.press(RIGHT);
    terminal.shows(&["drawing 0 · 1,0"]);
    // Into the path of another colour, which the game forbids.
    terminal.press(DOWN);
    terminal.press(DOWN);
    terminal.press("u");
    terminal.press("r");
    terminal.shows(&["0,0 · 0 lines"]);
    terminal.press("\r");
    terminal.press(&RIGHT.repeat(2));
    terminal.shows(&["0─●─0", "2,0 · 1 line"]);
    terminal.press("?");
    terminal.shows(&["hint: draw "]);
    terminal.press(DOWN);
    terminal.press("\r");
    terminal.press("\x1b[D\x1b[D");
    terminal.shows(&["Solved in 2 lines!"]);
    terminal.press("q");
    terminal.shows(&["0 0 2 0 0", "2 1 0 1 1"]);
    terminal.is_restored(0);
    // The recording is a level for every command.
    let check = place.run(&["connect", "check", "game"]);
    assert_eq!(check, ended(0, "valid\n", ""));
    for command in ["solve", "info", "draw", "count", "hint"] {
        assert_eq!(
            place.run(&["connect", command, "game"]).code,
            Some(0),
            "{command}"
        );
    }
    let check = place.run(&["connect", "check", "board", "game"]);
    assert_eq!(check, ended(0, "valid\n", ""));
}

/// The cursor was hard to find on a letter, and paths that go down looked like dots.
#[test]
fn the_cursor_stands_out_and_paths_join_downwards() {
    let place = Place::new("connect_play_joins").with("board", "3 2\n0.\n..\n0.\n0\n");
    let mut terminal = Terminal::start(&place, (10, 40), "connect play board --color never");
    terminal.shows(&["0 .\n\n. .\n\n0 .", "q quit"]);
    let is_reversed = |terminal: &Terminal, row, column| {
        let cell = terminal.screen.screen().cell(row, column);
        cell.is_some_and(vt100::Cell::inverse)
    };
    assert!(is_reversed(&terminal, 0, 0) && !is_reversed(&terminal, 2, 0));
    terminal.press("\r");
    terminal.press(DOWN);
    terminal.shows(&["0 .\n│\n◉ .\n\n0 ."]);
    assert!(is_reversed(&terminal, 2, 0) && !is_reversed(&terminal, 0, 0));
    terminal.press("q");
    terminal.is_restored(1);
}

#[test]
fn a_maze_is_walked_by_hand() {
    let place = Place::new("maze_by_hand").with("maze", "S##\n  #\n  E\n");
    let mut terminal = Terminal::start(&place, (10, 60), "maze play maze --by-hand");
    terminal.shows(&[">##", "step 0 · 0,0"]);
    terminal.press(DOWN);
    terminal.shows(&["a wall · step 0"]);
    terminal.press(RIGHT);
    terminal.press(RIGHT);
    terminal.press("u");
    terminal.shows(&["step 1 · 1,0"]);
    terminal.press(RIGHT);
    terminal.press(DOWN);
    terminal.press(DOWN);
    terminal.shows(&["Solution Found! 4 steps, 4 are enough"]);
    terminal.press("q");
    terminal.is_restored(0);
}

#[test]
fn games_end_as_json() {
    let place = Place::new("connect_play_json")
        .with("board", "2 3\n0.0\n1.1\n0\n")
        .with("maze", "S##\n  #\n  E\n");
    let mut terminal = Terminal::start(&place, (10, 90), "connect play board --json");
    terminal.shows(&["0,0 · 0 lines"]);
    terminal.press("\r");
    terminal.shows(&["drawing 0 · 0,0"]);
    terminal.press(&RIGHT.repeat(2));
    terminal.shows(&["2,0 · 1 line"]);
    terminal.press(DOWN);
    terminal.press("\r");
    terminal.press("\x1b[D\x1b[D");
    terminal.shows(&["Solved in 2 lines!"]);
    terminal.press("q");
    terminal.is_restored(0);
    let answer = r#"{"level":"board","outcome":"solved","answer":"0 0 2 0 0\n2 1 0 1 1"}"#;
    terminal.shows(&[answer]);

    let mut terminal = Terminal::start(&place, (10, 90), "maze play maze --by-hand --json");
    terminal.shows(&["step 0 · 0,0"]);
    terminal.press(&RIGHT.repeat(2));
    terminal.shows(&["step 2"]);
    terminal.press(&DOWN.repeat(2));
    terminal.shows(&["Solution Found! 4 steps, 4 are enough"]);
    terminal.press("q");
    terminal.is_restored(0);
    terminal.shows(&[r#"{"level":"maze","outcome":"solved","steps":4,"shortest":4}"#]);
}
