//! On a terminal, everything that takes long shows that it goes on; in the end nothing of that is
//! left.
#![cfg(unix)]

use crate::pty::{Terminal, signal};
use crate::run::{LEVEL, Place};

#[test]
fn generating_shows_progress() {
    let place = Place::new("progress_generate");
    let words = "connect generate 40 40 --unique --seed a --time-limit 4s";
    let mut terminal = Terminal::start(&place, (10, 80), words);
    terminal.shows(&[" 1s "]);
    terminal.is_restored(3);
    terminal.hides(" 1s ");
}

/// A line that is wider than the terminal left its first half behind at every change.
#[test]
fn a_line_of_progress_is_cut_where_the_terminal_ends() {
    let place = Place::new("progress_narrow");
    let words = "connect generate 40 40 --unique --seed a --time-limit 4s";
    let mut terminal = Terminal::start(&place, (10, 16), words);
    terminal.shows(&[" 1s "]);
    terminal.shows(&[" 2s "]);
    let lines = terminal
        .text()
        .lines()
        .filter(|line| !line.is_empty())
        .count();
    assert_eq!(lines, 1, "{}", terminal.text());
    terminal.is_restored(3);
}

#[test]
fn ctrl_c_says_what_was_made_and_how_to_go_on() {
    let place = Place::new("progress_interrupted");
    let words = "connect generate 30 30 --count 1000 --seed a -o levels";
    let mut terminal = Terminal::start(&place, (30, 100), words);
    terminal.shows(&["connect:30x30"]);
    signal(&place, "INT");
    terminal.shows(&[
        " of 1000 levels were made; the others: --first ",
        "--seed 'a'",
    ]);
    terminal.is_restored(130);
}

#[test]
fn counting_shows_progress() {
    let row = ".".repeat(24);
    let open = format!("S{}\n{}", &row[1..], format!("{row}\n").repeat(23));
    let place = Place::new("progress_count").with("level", open);
    let words = "pellet count level --time-limit 4s";
    let mut terminal = Terminal::start(&place, (10, 80), words);
    terminal.shows(&[" 1s "]);
    terminal.is_restored(3);
    terminal.hides(" 1s ");
}

#[test]
fn making_the_level_of_an_id_shows_progress() {
    let place = Place::new("progress_id");
    let words = "coil info coil:5000x5000/original#a --time-limit 4s";
    let mut terminal = Terminal::start(&place, (10, 80), words);
    terminal.shows(&[" 1s "]);
    terminal.is_restored(3);
    terminal.hides(" 1s ");
}

#[test]
fn drawing_a_large_picture_shows_progress() {
    let place = Place::new("progress_draw");
    let words = "coil generate 900 900 --profile open --seed a -o level -s path".split(' ');
    let made = place.run(&words.collect::<Vec<_>>());
    assert_eq!(made.code, Some(0), "{made:?}");
    let words = "coil draw level -s path -o moving.apng --time-limit 4s";
    let mut terminal = Terminal::start(&place, (10, 80), words);
    terminal.shows(&[" 1s drawing"]);
    terminal.is_restored(3);
    assert!(!place.path().join("moving.apng").exists());
}

/// Before the first result nobody knows how long it will take.
#[test]
#[cfg(target_os = "linux")]
fn a_run_does_not_guess_before_its_first_result() {
    let place = Place::new("progress_evaluate")
        .with("levels", LEVEL.repeat(2))
        .with("solver", "sleep 1.5; echo 'x=1&y=0&path=RDLDR'");
    let words = "coil evaluate \"sh solver\" --levels levels";
    let mut terminal = Terminal::start(&place, (10, 100), words);
    terminal.shows(&["0/2 levels"]);
    assert!(!terminal.text().contains("about"), "{}", terminal.text());
    terminal.shows(&["1/2 levels, about "]);
    terminal.is_restored(0);
}

#[test]
fn a_challenge_shows_its_players() {
    let place = Place::new("progress_scoreboard");
    let words = "pellet serve --listen 127.0.0.1:0 --count 2 --log log";
    let mut terminal = Terminal::start(&place, (20, 80), words);
    terminal.shows(&["listening on 127.0.0.1:"]);
    let text = terminal.text();
    let address = text.split("listening on ").nth(1).unwrap_or_default();
    let address = address.split_whitespace().next().unwrap_or_default();
    let played = place.run(&["pellet", "play", address]);
    assert_eq!(played.code, Some(0), "{played:?}");
    terminal.shows(&[
        "player 1 from 127.0.0.1:",
        "player 1: won, 2 boards in ",
        "0 playing · 1 won · 0 out · 0 refused",
        "player 1       2 of 2   127.0.0.1:",
        "  won",
    ]);
    signal(&place, "TERM");
    terminal.is_restored(0);
    terminal.shows(&["closed: 1 won, 0 did not, 0 were refused"]);
    terminal.hides("0 playing");
}
