//! `unicursal maze play` in a real terminal.
#![cfg(unix)]

use crate::pty::{Terminal, signal};
use crate::run::Place;

const MAZE: &str = "##S##\n#   #\n### ##E\n";

const RIGHT: &str = "\x1b[C";
const LEFT: &str = "\x1b[D";
const HOME: &str = "\x1b[H";
const END: &str = "\x1b[F";

#[test]
fn every_key_does_what_it_says() {
    let place = Place::new("play_keys").with("maze.txt", MAZE);
    let mut terminal = Terminal::start(&place, (24, 80), "maze play maze.txt --paused");
    terminal.shows(&["##<##\n#   #\n### ##E\nleft: step 0 of", "2,0 W", "paused"]);
    assert!(terminal.screen.screen().alternate_screen());
    assert!(terminal.screen.screen().hide_cursor());
    terminal.press(RIGHT);
    terminal.shows(&["#<.##", "step 1 of", "1,0 W"]);
    terminal.press(RIGHT);
    terminal.shows(&["v..##", "step 2 of", "0,0 S"]);
    terminal.press(LEFT);
    terminal.shows(&["#<.##", "step 1 of"]);
    terminal.press(END);
    terminal.shows(&[".....\n.   .\n... .>E", "step 17 of 17", "Solution Found!"]);
    terminal.press(RIGHT);
    terminal.press(LEFT);
    terminal.shows(&["step 16 of 17", "paused"]);
    terminal.press(HOME);
    terminal.press(LEFT);
    terminal.shows(&["##<##", "step 0 of 17"]);
    terminal.press("+");
    terminal.shows(&["20 steps/s"]);
    terminal.press("--");
    terminal.shows(&["5 steps/s"]);
    terminal.press("+++++++");
    terminal.shows(&["1000 steps/s"]);
    terminal.press(" ");
    terminal.shows(&["step 17 of 17", "Solution Found!"]);
    terminal.press("q");
    terminal.is_restored(0);
}

#[test]
fn plays_by_itself_and_pauses() {
    let place = Place::new("play_itself").with("maze.txt", MAZE);
    let words = "maze play maze.txt --rule right --speed 1000";
    let mut terminal = Terminal::start(&place, (24, 80), words);
    terminal.shows(&["right: step 5 of 5", "Solution Found!"]);
    terminal.press("\x1b");
    terminal.is_restored(0);

    let long = "maze play maze:99x99/dfs#long --speed 1";
    let mut terminal = Terminal::start(&place, (24, 80), long);
    terminal.shows(&["step 1 of"]);
    terminal.press(" ");
    terminal.shows(&["paused"]);
    terminal.press("\x03");
    terminal.is_restored(130);
}

#[test]
fn follows_the_size_of_the_terminal() {
    let place = Place::new("play_resize");
    let words = "maze play maze:199x99#size --paused";
    let mut terminal = Terminal::start(&place, (12, 40), words);
    terminal.shows(&["step 0 of", "space play/pause"]);
    // The keys are in the last line, and the walker is in view wherever it goes.
    for (rows, cols) in [(30, 100), (6, 20), (1, 1), (50, 250)] {
        terminal.resize(rows, cols);
        if cols > 1 {
            terminal.shows(&["left: step"]);
        }
        terminal.press(END);
        if cols >= 100 {
            terminal.shows(&["Solution Found!", "q quit"]);
            let text = terminal.text();
            let map = text.split("left: ").next().unwrap_or("");
            assert_eq!(map.matches(['<', '>', '^', 'v']).count(), 1, "\n{text}");
            assert_eq!(map.lines().count(), usize::from(rows) - 2, "\n{text}");
        }
        terminal.press(HOME);
    }
    terminal.press("q");
    terminal.is_restored(0);
}

#[test]
fn a_key_that_comes_with_a_change_of_size_is_not_lost() {
    let place = Place::new("play_both").with("maze.txt", MAZE);
    let mut terminal = Terminal::start(&place, (12, 40), "maze play maze.txt --paused");
    // Often enough that the player finds both at once: one key in some hundred was lost.
    for round in 0..500 {
        terminal.shows(&["step 0 of"]);
        terminal.resize(20 + round % 10, 60);
        terminal.press(END);
        terminal.shows(&["step 17 of 17"]);
        terminal.press(HOME);
    }
    terminal.press("q");
    terminal.is_restored(0);
}

#[test]
fn signals_restore_the_terminal() {
    for (name, test, code) in [
        ("TERM", "play_term", 143),
        ("HUP", "play_hup", 129),
        ("INT", "play_int", 130),
    ] {
        let place = Place::new(test).with("maze.txt", MAZE);
        let mut terminal = Terminal::start(&place, (24, 80), "maze play maze.txt --paused");
        terminal.shows(&["step 0 of"]);
        signal(&place, name);
        terminal.is_restored(code);
    }
}

#[test]
fn without_a_terminal_it_says_so() {
    let place = Place::new("play_nowhere").with("maze.txt", MAZE);
    let run = place.run(&["maze", "play", "maze.txt"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(
        run.stderr.contains("play needs a terminal"),
        "{}",
        run.stderr
    );
}
