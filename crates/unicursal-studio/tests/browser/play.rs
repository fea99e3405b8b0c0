//! Playing by hand to a win, for each puzzle, by mouse, touch and keys.

use crate::server::{SMALL, studio};

#[test]
fn coil_a_maze_and_pellets_are_won_by_hand() {
    let (_server, browser) = studio();
    browser.load(SMALL);
    browser.until_message("3 columns");
    browser.click("mode-play");
    browser.drag("mouse", &browser.cells((3.0, 3.0), &[(1.0, 0.0)]));
    browser.until_text("game-text", "6 cells left");
    browser.press("RD");
    browser.press("uu");
    assert!(browser.text("game-text").starts_with("6 cells left"));
    browser.click("hint");
    browser.until_text("game-text", "5 cells left");
    browser.press("DLDR");
    browser.until_message("You solved it!");
    browser.shoot("coil-won");
    // The same by keys alone: the cursor chooses the start.
    browser.click("reset");
    browser.until_text("game-text", "Choose a cell");
    browser.run("document.activeElement.blur()");
    browser.press("DRE");
    browser.until_text("game-text", "6 cells left");

    browser.choose("maze");
    browser.load("S##\n  #\n ##\n E ");
    browser.until_message("4 rows");
    browser.press("RRDDLD");
    browser.until_message("You solved it!");
    // Two walkers at once, with their steps; this maze has no other way.
    browser.submit("race");
    browser.until_text("step-text", "left 6 / 6 · shortest 6 / 6");
    browser.click("race-end");
    browser.until_text("game-text", "0 steps");

    browser.choose("pellet");
    browser.press("RRRDDLLLU");
    browser.until_message("You solved it!");
}

#[test]
fn connect_is_won_by_mouse_by_touch_and_by_keys() {
    let (_server, browser) = studio();
    browser.choose("connect");
    browser.click("mode-play");
    let blue = [(0.0, 0.0), (0.0, 3.0)];
    let orange = [
        (3.0, 0.0),
        (3.0, 1.0),
        (2.0, 1.0),
        (2.0, 0.0),
        (1.0, 0.0),
        (1.0, 2.0),
        (3.0, 2.0),
        (3.0, 3.0),
    ];
    for pointer in ["mouse", "touch"] {
        browser.until_text("game-text", "0 of 2 colours joined");
        browser.drag(pointer, &browser.cells((4.0, 4.0), &blue));
        browser.until_text("game-text", "1 of 2 colours joined · 10 tiles left");
        browser.drag(pointer, &browser.cells((4.0, 4.0), &orange));
        browser.until_message("You solved it!");
        browser.click("reset");
        browser.clear_message();
    }
    // A path cuts those that it runs into, and Undo brings both back.
    browser.drag(
        "mouse",
        &browser.cells((4.0, 4.0), &[(3.0, 0.0), (1.0, 0.0)]),
    );
    browser.until_text("game-text", "0 of 2 colours joined · 11 tiles left");
    browser.click("undo");
    browser.until_text("game-text", "14 tiles left");
    // What is known of a tile under the pointer.
    browser.drag("mouse", &browser.cells((4.0, 4.0), &[(0.0, 2.0)]));
    browser.until_text("hover", "0, 2 · empty tile · checkpoint of colour 0");
    browser.drag("mouse", &browser.cells((4.0, 4.0), &[(2.0, 2.0)]));
    browser.until_text("hover", "2, 2 · horizontal tile");

    browser.run("document.activeElement.blur()");
    browser.press("LEDDDE");
    browser.until_text("game-text", "1 of 2 colours joined");
    browser.press("UUURRRE");
    browser.press("DLULDDRRD");
    browser.press("E");
    browser.until_message("You solved it!");
    browser.shoot("connect-won");

    // From the other end of a colour, by hints alone.
    browser.click("reset");
    browser.clear_message();
    browser.drag(
        "mouse",
        &browser.cells((4.0, 4.0), &[(3.0, 3.0), (3.0, 2.0)]),
    );
    let mut before = browser.text("game-text");
    assert!(before.contains("12 tiles left"), "{before}");
    while before != "Done" {
        browser.click("hint");
        browser.wait("a hint", || browser.text("game-text") != before);
        browser.until("document.getElementById('work').hidden");
        before = browser.text("game-text");
    }
    browser.until_message("You solved it!");
}

#[test]
fn coil_pellets_and_a_maze_are_won_by_swipes_on_a_phone() {
    let (_server, browser) = studio();
    browser.resize(390, 844);
    browser.until("innerWidth === 390");
    let swipe = |ways: &str| {
        for way in ways.chars() {
            let (x, y) = match way {
                'L' => (-60.0, 0.0),
                'R' => (60.0, 0.0),
                'U' => (0.0, -60.0),
                _ => (0.0, 60.0),
            };
            let (from, half) = ((195.0, 400.0), (x / 2.0, y / 2.0));
            browser.drag("touch", &[from, (from.0 + half.0, from.1 + half.1)]);
        }
    };
    browser.load(SMALL);
    browser.until_message("3 columns");
    browser.click("mode-play");
    browser.drag("touch", &browser.cells((3.0, 3.0), &[(1.0, 0.0)]));
    browser.until_text("game-text", "6 cells left");
    swipe("RDLDR");
    browser.until_message("You solved it!");
    browser.until("!document.getElementById('win').hidden");
    browser.shoot("phone-won");

    browser.choose("pellet");
    swipe("RRRDDLLLU");
    browser.until_message("You solved it!");

    browser.choose("maze");
    browser.load("S##\n  #\n ##\n E ");
    browser.until_message("4 rows");
    swipe("RRDDLD");
    browser.until_message("You solved it!");
}
