//! Playing by hand: undo, hints that explain, wrong moves, gliding, a race, and links to a game.

use serde_json::json;

use crate::driver::Browser;
use crate::server::{SMALL, example, open, studio};

/// Presses an arrow and returns where the disc was seen across the board until it stood at a
/// column.
fn glided(browser: &Browser, key: &str, goal: f64) -> Vec<f64> {
    let seen = browser.run(&format!(
        "return import('./page/shown.js').then(({{ view }}) => new Promise((done) => {{ \
         const seen = [], begun = performance.now(); \
         document.body.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true }})); \
         const frame = () => {{ seen.push(view.heads()[0].x); \
         const isLate = performance.now() - begun > 300; \
         if (isLate && seen.at(-1) === {goal}) done(seen); else requestAnimationFrame(frame); }}; frame(); }}))"
    ));
    serde_json::from_value(seen).unwrap()
}

#[test]
fn a_slide_glides_and_a_blocked_one_shakes_unless_motion_is_not_wanted() {
    let (server, browser) = studio();
    let corridor = "x%3D12%26y%3D1%26board%3D............";
    let is_between = |x: &f64| x.fract() != 0.0;
    for still in [false, true] {
        browser.emulate(false, still);
        open(
            &browser,
            &server,
            &format!("puzzle=coil&mode=play&level={corridor}"),
        );
        browser.until("!document.getElementById('game').hidden");
        browser.run("localStorage.clear()");
        open(
            &browser,
            &server,
            &format!("puzzle=coil&mode=play&level={corridor}"),
        );
        browser.until_text("game-text", "Choose");
        browser.run("document.activeElement.blur()");
        // The second cell, from which only one slide is left.
        browser.press("RRE");
        browser.until_text("game-text", "cells left");
        let slid = glided(&browser, "ArrowRight", 11.0);
        assert_eq!(slid.iter().any(is_between), !still, "{slid:?}");
        let shaken = glided(&browser, "ArrowRight", 11.0);
        assert_eq!(shaken.iter().any(is_between), !still, "{shaken:?}");
    }
}

#[test]
fn coil_is_hinted_taken_back_and_won_and_mazes_are_raced() {
    let (_server, browser) = studio();
    browser.load(SMALL);
    browser.until_message("3 columns");
    browser.click("mode-play");
    browser.drag("mouse", &browser.cells((3.0, 3.0), &[(1.0, 0.0)]));
    browser.until_text("game-text", "6 cells left");
    browser.press("RD");
    browser.press("uu");
    assert!(browser.text("game-text").starts_with("6 cells left"));
    // Down leads through the middle, and leaves cells on both sides.
    browser.click("hint");
    browser.until_text("game-text", "5 cells left");
    browser.until_message("Right, because down would");
    browser.press("DLDR");
    browser.until_message("You solved it!");
    // The moving picture of it.
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("studio-moving");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    browser.save_into(&folder);
    browser.until("!document.getElementById('win').hidden");
    browser.click("win-picture");
    browser.wait("a GIF", || {
        std::fs::read(folder.join("coil.gif")).is_ok_and(|bytes| bytes.starts_with(b"GIF89a"))
    });
    // After a win it begins anew.
    browser.click("reset");
    browser.until_text("game-text", "Choose a cell");

    browser.choose("maze");
    browser.load("S##\n  #\n ##\n E ");
    browser.until_message("4 rows");
    // Two walkers at once, with their steps; this maze has no other way.
    let end = "document.getElementById('race-end').offsetHeight";
    assert_eq!(browser.run(&format!("return {end}")), 0);
    browser.submit("race");
    browser.until(end);
    browser.until_text("step-text", "left 6 / 6 · shortest 6 / 6");
    // The game below it stays as it was.
    browser.drag(
        "mouse",
        &browser.cells((3.0, 4.0), &[(0.0, 0.0), (1.0, 0.0)]),
    );
    browser.click("race-end");
    browser.until_text("game-text", "0 steps");
}

#[test]
fn paths_of_connect_are_cut_taken_back_hinted_and_found_wrong() {
    let (_server, browser) = studio();
    browser.choose("connect");
    browser.click("mode-play");
    let draw = |cells: &[(f64, f64)]| browser.drag("mouse", &browser.cells((4.0, 4.0), cells));
    browser.until_text("game-text", "0 of 2 colours joined");
    draw(&[(0.0, 0.0), (0.0, 3.0)]);
    browser.until_text("game-text", "1 of 2 colours joined · 10 tiles left");
    // A path cuts those that it runs into, and Undo brings both back.
    draw(&[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0)]);
    browser.until_text("game-text", "0 of 2 colours joined");
    browser.click("undo");
    browser.until_text("game-text", "1 of 2 colours joined · 10 tiles left");
    // A tap on an end takes its path away.
    draw(&[(0.0, 3.0)]);
    browser.until_text("game-text", "0 of 2 colours joined · 14 tiles left");
    browser.click("undo");
    browser.until_text("game-text", "1 of 2 colours joined · 10 tiles left");
    browser.click("undo");
    browser.until_text("game-text", "0 of 2 colours joined · 14 tiles left");
    // What is known of a tile under the pointer.
    draw(&[(0.0, 2.0)]);
    browser.until_text("hover", "0, 2 · empty tile · checkpoint of blue");
    draw(&[(2.0, 2.0)]);
    browser.until_text("hover", "2, 2 · horizontal tile");

    // The second drawing bars the way of the other colour: it is named, and there is a way back.
    draw(&[(3.0, 3.0), (3.0, 2.0)]);
    browser.until_text("game-text", "12 tiles left");
    draw(&[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0)]);
    browser.until_text("game-text", "9 tiles left");
    browser.click("hint");
    browser.until_message("drawing 2, the path of blue, was the wrong one");
    browser.click("back-to-right");
    browser.until_text("game-text", "12 tiles left");
    // What was said is said no longer.
    assert_eq!(browser.text("message"), "");

    // From the other end of a colour, by hints alone; each says why.
    let mut before = browser.text("game-text");
    let mut reasons = String::new();
    while before != "Done" {
        browser.click("hint");
        browser.wait("a hint", || browser.text("game-text") != before);
        browser.until("document.getElementById('work').hidden");
        before = browser.text("game-text");
        reasons += &browser.text("message");
    }
    browser.until_message("You solved it!");
    assert!(
        reasons.contains("one way left") && reasons.contains("needs both"),
        "{reasons}"
    );
}

#[test]
fn a_link_has_how_far_a_game_is() {
    let (server, browser) = studio();
    let games = [
        ("coil", "RREL", "cells left"),
        (
            "connect",
            "REDD",
            "drawing blue · 0 of 2 colours joined · 11 tiles left",
        ),
        ("pellet", "RRR", "6 cells left"),
    ];
    for (puzzle, keys, status) in games {
        let level = example(puzzle);
        open(
            &browser,
            &server,
            &format!("puzzle={puzzle}&mode=play&level={level}"),
        );
        browser.until("!document.getElementById('game').hidden");
        browser.run("document.activeElement.blur()");
        browser.press(keys);
        browser.until_text("game-text", status);
        browser.until("location.hash.includes('progress=')");
        let (status, link) = (
            browser.text("game-text"),
            browser.run("return location.href"),
        );
        // For someone who has nothing of it.
        browser.run("localStorage.clear()");
        browser.open("about:blank");
        browser.open(link.as_str().unwrap());
        let status = status.rsplit("drawing blue · ").next().unwrap().to_owned();
        browser.until_text("game-text", &status);
    }
    // What such a link makes up is played by the rules.
    open(
        &browser,
        &server,
        "puzzle=pellet&mode=play&progress=LLLLxx%20RRRRRRRRRR",
    );
    browser.until_text("game-text", "cells left");
    open(
        &browser,
        &server,
        "puzzle=connect&mode=play&progress=9%2099%20-1%200%200%0A0%200%201e9%200%200",
    );
    browser.until_text("game-text", "0 of 3 colours joined · 36 tiles left");
}

#[test]
fn a_phone_shows_the_whole_board_and_one_that_is_zoomed_follows_the_walker() {
    let (server, browser) = studio();
    browser.resize(390, 844);
    browser.emulate(false, true);
    // A corridor that winds through a board wider than the phone.
    let rows: String = (0..9)
        .map(|y| match y % 4 {
            0 | 2 => ".".repeat(20),
            1 => "X".repeat(19) + ".",
            _ => ".".to_owned() + &"X".repeat(19),
        })
        .collect();
    open(
        &browser,
        &server,
        &format!("puzzle=coil&mode=play&level=x%3D20%26y%3D9%26board%3D{rows}"),
    );
    browser.until_text("game-text", "Choose");
    let place = |what: &str| {
        browser.run(&format!(
            "return import('./page/shown.js').then(({{ view }}) => {what})"
        ))
    };
    assert!(place("view.scale").as_f64().unwrap() < 20.0);
    browser.drag("touch", &browser.cells((20.0, 9.0), &[(0.0, 0.0)]));
    browser.until_text("game-text", "cells left");
    // Two fingers, or keys, bring it nearer.
    place("view.zoom(2.5)");
    for way in "RDLD".chars() {
        browser.swipe(way);
        let is_seen = "import('./modes/table.js').then(({ table }) => { const { x, y } = table.game.head; \
             const { clientWidth, clientHeight } = view.canvas; \
             const [left, top] = [view.left + x * view.scale, view.top + y * view.scale]; \
             return left >= 0 && top >= 0 && left + view.scale <= clientWidth && top + view.scale <= clientHeight; })";
        browser.wait("the walker in sight", || place(is_seen) == json!(true));
    }
    browser.shoot("phone-finger");
}

#[test]
fn a_board_that_is_larger_than_the_window_moves_while_a_path_is_held_at_its_edge() {
    let (server, browser) = studio();
    browser.resize(390, 844);
    browser.emulate(false, true);
    let link = format!("puzzle=connect&mode=play&level={}", example("connect"));
    open(&browser, &server, &link);
    browser.until_text("game-text", "0 of 2 colours joined");
    let place = |what: &str| {
        browser.run(&format!(
            "return import('./page/shown.js').then(({{ view }}) => {what})"
        ))
    };
    place("view.zoom(4, view.left, view.top)");
    let before = place("view.left").as_f64().unwrap();
    let start = browser.cells((4.0, 4.0), &[(0.0, 0.0)])[0];
    browser.hold("touch", &[start, (386.0, start.1)], 900);
    let after = place("view.left").as_f64().unwrap();
    assert!(after < before - 50.0, "{before} {after}");
    // What came into sight below the finger was drawn.
    let drawn = browser.run(
        "return import('./modes/table.js').then(({ table }) => table.game.paths.get('0').length)",
    );
    assert!(drawn.as_u64().unwrap() > 1, "{drawn}");
}

/// A link without a level leads to the first one of the ladder, whose name says how hard it is, and
/// the finger there shows the beginning of an answer: whoever follows it can go on.
#[test]
fn who_begins_is_shown_a_way_that_works() {
    let (server, browser) = studio();
    browser.emulate(false, true);
    for (puzzle, name) in [
        ("coil", "Level 1"),
        ("connect", "Level 1 · 6×6 · easy"),
        ("pellet", "Level 1 · 8×8 · easy"),
        ("trail", "Level 1 · 5×5 · easy"),
    ] {
        open(&browser, &server, &format!("puzzle={puzzle}&mode=play"));
        browser.until_text("level-name", name);
        browser.run("import('./modes/table.js').then(({ table }) => { window.table = table; })");
        browser.until("window.table?.ghost");
        let shown = browser.run("return table.ghost.cells.map(({ x, y }) => [x, y])");
        let shown: Vec<(f64, f64)> = serde_json::from_value(shown).unwrap();
        assert!(shown.len() > 1, "{puzzle}");
        if puzzle == "coil" {
            browser.drag("mouse", &browser.cells((0.0, 0.0), &shown[..1]));
        } else {
            browser.drag("mouse", &browser.cells((0.0, 0.0), &shown));
        }
        browser.until("!window.table.ghost && window.table.turn > 0");
        browser.click("hint");
        browser.until("window.table.hints === 1");
        let said = browser.text("message");
        assert!(!said.contains("No solution"), "{puzzle}: {said}");
    }
}
