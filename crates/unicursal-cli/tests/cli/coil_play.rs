//! `unicursal coil play` in a real terminal.
#![cfg(unix)]

use crate::pty::{Terminal, signal};
use crate::run::{LEVEL, Place};

const UP: &str = "\x1b[A";
const DOWN: &str = "\x1b[B";
const RIGHT: &str = "\x1b[C";
const LEFT: &str = "\x1b[D";

#[test]
fn a_level_is_played_to_the_end() {
    let place = Place::new("coil_play_end").with("level", LEVEL);
    let mut terminal = Terminal::start(&place, (24, 80), "coil play level");
    terminal.shows(&[
        "█ ◎ .\n. . .\n. . █\nchoose a start · 1,0",
        "enter start here",
    ]);
    assert!(terminal.screen.screen().alternate_screen());
    terminal.press(LEFT);
    terminal.press("\r");
    terminal.shows(&["this is a wall"]);
    terminal.press(LEFT);
    terminal.shows(&["blocked · choose a start · 0,0"]);
    terminal.press(RIGHT);
    terminal.press("\r");
    terminal.shows(&["█ ● .\n", "6 cells left", "u undo"]);
    terminal.press(UP);
    terminal.shows(&["blocked · 6 cells left"]);
    terminal.press(DOWN);
    terminal.shows(&["█ ○ !\n! │ !\n. ● █\n4 cells left · 3 dead ends"]);
    terminal.press("u");
    terminal.shows(&["█ ● .\n", "6 cells left"]);
    // Right, down, left, down, right: with all sets of keys.
    terminal.press("l");
    terminal.shows(&["█ ○─●\n", "5 cells left"]);
    terminal.press("s");
    terminal.press("a");
    terminal.shows(&["█ ○─┐\n●───┘\n", "2 cells left"]);
    terminal.press("j");
    terminal.press(RIGHT);
    terminal.shows(&["█ ○─┐\n┌───┘\n└─● █\nSolved in 5 slides!"]);
    terminal.press("q");
    terminal.is_restored(0);
    terminal.shows(&["x=1&y=0&path=RDLDR"]);
}

/// Ctrl-D slid to the right, as D does, and Ctrl-H, a backspace on some terminals, to the left.
#[test]
fn letters_with_control_are_not_those_letters() {
    let place = Place::new("coil_play_control").with("level", LEVEL);
    let mut terminal = Terminal::start(&place, (24, 80), "coil play level");
    terminal.shows(&["choose a start · 1,0"]);
    terminal.press("\r");
    terminal.press("L");
    terminal.shows(&["█ ○─●\n", "5 cells left"]);
    terminal.press("\x08");
    terminal.shows(&["█ ● .\n", "6 cells left"]);
    terminal.press("\x0e\x13j");
    terminal.shows(&["4 cells left · 3 dead ends"]);
    terminal.press("\x04");
    terminal.is_restored(1);
}

#[test]
fn a_game_ends_as_json() {
    let place = Place::new("coil_play_json").with("level", LEVEL);
    let mut terminal = Terminal::start(&place, (24, 80), "coil play level --json");
    terminal.shows(&["choose a start"]);
    terminal.press("\r");
    terminal.shows(&["6 cells left"]);
    terminal.press("ljhjl");
    terminal.shows(&["Solved in 5 slides!"]);
    terminal.press("q");
    terminal.is_restored(0);
    terminal.shows(&[r#"{"level":"level","outcome":"solved","answer":"x=1&y=0&path=RDLDR"}"#]);

    let mut terminal = Terminal::start(&place, (24, 80), "coil play level --json");
    terminal.shows(&["choose a start"]);
    terminal.press("q");
    terminal.is_restored(1);
    terminal.shows(&[r#"{"level":"level","outcome":"unsolved","answer":null}"#]);
}

#[test]
fn warnings_hints_and_a_reset() {
    // Three cells with one neighbour each, of which a walk can have two at most.
    let place = Place::new("coil_play_hints").with("level", "x=4&y=2&board=....X.X.");
    let mut terminal = Terminal::start(&place, (24, 80), "coil play level --color never");
    terminal.shows(&["choose a start"]);
    terminal.press("?");
    terminal.shows(&["this level has no solution"]);
    terminal.press(RIGHT);
    terminal.press(" ");
    terminal.shows(&[
        "3 dead ends: only one can be the last cell",
        "! ● . .\n█ ! █ !",
    ]);
    terminal.press("d");
    terminal.shows(&["! ○───●\n█ ! █ !"]);
    terminal.press("?");
    terminal.shows(&["no solution from here: take something back"]);
    terminal.press("j");
    terminal.shows(&["stuck: 2 cells left"]);
    terminal.press("r");
    terminal.shows(&["choose a start · 1,0"]);
    terminal.press("\x7f");
    terminal.shows(&["nothing to take back"]);
    terminal.press("\x1b");
    terminal.is_restored(1);

    let place = Place::new("coil_play_hinted").with("level", LEVEL);
    let mut terminal = Terminal::start(&place, (24, 80), "coil play level");
    terminal.shows(&["choose a start"]);
    terminal.press("?");
    terminal.shows(&["hint: start here and go "]);
    terminal.press("\r");
    terminal.hides("hint: ");
    // Whoever follows the hints arrives.
    for _ in 0..20 {
        terminal.press("?");
        terminal.shows(&["hint: "]);
        let text = terminal.text();
        let hints = [
            ("go up", UP),
            ("go down", DOWN),
            ("go left", LEFT),
            ("go right", RIGHT),
        ];
        match hints.iter().find(|(hint, _)| text.contains(hint)) {
            Some((_, key)) => terminal.press(key),
            None => break,
        }
        terminal.hides("hint: ");
    }
    terminal.shows(&["Solved in ", "nothing is left to do"]);
    terminal.press("\x03");
    terminal.is_restored(130);
}

#[test]
fn a_large_level_scrolls() {
    let rows: String = (0..100).map(|_| ".".repeat(200)).collect();
    let place = Place::new("coil_play_large").with("level", format!("x=200&y=100&board={rows}"));
    let mut terminal = Terminal::start(&place, (12, 40), "coil play level");
    terminal.shows(&["◎ . .", "choose a start · 0,0"]);
    terminal.press("\r");
    terminal.press(RIGHT);
    terminal.shows(&["●", "19800 cells left"]);
    terminal.press(DOWN);
    terminal.shows(&["●", "19701 cells left"]);
    terminal.resize(30, 100);
    terminal.shows(&["●\n19701 cells left", "q quit"]);
    for (rows, cols) in [(1, 1), (3, 5), (50, 250)] {
        terminal.resize(rows, cols);
    }
    terminal.shows(&["●\n19701 cells left"]);
    terminal.press("q");
    terminal.is_restored(1);
}

#[test]
fn signals_restore_the_terminal() {
    for (name, code) in [("TERM", 143), ("HUP", 129), ("INT", 130)] {
        let place = Place::new(&format!("coil_play_{name}")).with("level", LEVEL);
        let mut terminal = Terminal::start(&place, (24, 80), "coil play level");
        terminal.shows(&["choose a start"]);
        signal(&place, name);
        terminal.is_restored(code);
    }
}

#[test]
fn bad_levels_and_no_terminal_are_errors() {
    let place = Place::new("coil_play_bad")
        .with("level", LEVEL)
        .with("walls", "x=2&y=1&board=XX");
    for (level, message) in [
        ("level", "unicursal: play needs a terminal\n"),
        (
            "walls",
            "unicursal: walls: there is no free cell to start from\n",
        ),
        (
            "none",
            "unicursal: none: No such file or directory (os error 2)\n",
        ),
    ] {
        let run = place.run(&["coil", "play", level]);
        assert_eq!(run, crate::run::ended(2, "", message));
    }
}

#[test]
fn a_recorded_game_is_a_level_for_every_command() {
    let place = Place::new("coil_play_record").with("level", LEVEL);
    let mut terminal = Terminal::start(&place, (24, 80), "coil play level --record game");
    terminal.shows(&["choose a start"]);
    terminal.press("\r");
    terminal.shows(&["6 cells left"]);
    terminal.press("ljhjl");
    terminal.shows(&["Solved in 5 slides!"]);
    terminal.press("q");
    terminal.is_restored(0);
    let check = place.run(&["coil", "check", "game"]);
    assert_eq!((check.code, check.stdout.as_str()), (Some(0), "valid\n"));
    let drawn = place.run(&["draw", "game"]);
    assert_eq!(drawn.code, Some(0), "{drawn:?}");
    // Something else is not replaced, before anything is played.
    let refused = place.run(&["coil", "play", "level", "--record", "level"]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
}

/// A key that stopped a hint was lost, and some hints could not be stopped.
#[test]
fn a_key_during_a_hint_counts() {
    let place = Place::new("play_during_hints")
        .with("level", LEVEL)
        .with("pellets", "3 3\nS..\n##.\n...\n");
    let mut terminal = Terminal::start(&place, (24, 60), "pellet play pellets");
    terminal.shows(&["6 cells left"]);
    terminal.press("?l?l");
    terminal.shows(&["4 cells left"]);
    terminal.press("?q");
    terminal.is_restored(1);
    let mut terminal = Terminal::start(&place, (24, 60), "coil play level");
    terminal.shows(&["choose a start"]);
    terminal.press("?\r");
    terminal.shows(&["6 cells left"]);
    terminal.press("?\x03");
    terminal.is_restored(130);
}

/// The line of keys was cut, and nobody knew how to leave.
#[test]
fn forty_columns_show_how_to_quit() {
    let place = Place::new("coil_play_narrow").with("level", LEVEL);
    let mut terminal = Terminal::start(&place, (24, 40), "coil play level");
    terminal.shows(&["choose a start", "q quit"]);
    terminal.press("q");
    terminal.is_restored(1);
}

#[test]
fn pellet_eater_is_played_step_by_step() {
    let place = Place::new("pellet_play_here").with("level", "3 3\nS..\n##.\n...\n");
    let mut terminal = Terminal::start(&place, (24, 60), "pellet play level --record game");
    terminal.shows(&[" @", "6 cells left"]);
    terminal.press(DOWN);
    terminal.shows(&["a wall"]);
    terminal.press("?");
    terminal.shows(&["hint: go right: right is the only way on"]);
    terminal.press("lljjhh");
    terminal.shows(&["Solved in 6 steps"]);
    terminal.press("q");
    terminal.is_restored(0);
    terminal.shows(&["rrddll"]);
    let check = place.run(&["pellet", "check", "game"]);
    assert_eq!((check.code, check.stdout.as_str()), (Some(0), "valid\n"));
}
