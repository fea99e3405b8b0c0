//! The first ten seconds, the ladder, and what the browser keeps.

use crate::driver::Browser;
use crate::server::{Server, example};

/// A page at its home.
fn home() -> (Server, Browser) {
    let server = Server::start("127.0.0.1:0");
    let browser = Browser::start();
    browser.open(&server.page());
    browser.until("document.body.dataset.home === 'ready'");
    (server, browser)
}

#[test]
fn the_page_opens_with_a_picture_and_leads_into_a_game_and_up_the_ladder() {
    let (_server, browser) = home();
    browser.shoot("home");
    let titles = browser.run(
        "return [...document.querySelectorAll('.puzzle h2')].map((title) => title.textContent)",
    );
    let expected: Vec<&str> = unicursal::puzzles()
        .iter()
        .map(|puzzle| puzzle.about().title)
        .collect();
    assert_eq!(titles, serde_json::json!(expected));

    browser.click("play-easy");
    browser.until("document.body.dataset.mode === 'play'");
    browser.until("document.getElementById('text').value === 'coil:pack/1'");
    // By hints to the end: each says why.
    let mut hints = 0;
    while browser.text("win-text").is_empty() {
        let before = browser.text("game-text");
        browser.click("hint");
        browser.wait("a move", || browser.text("game-text") != before);
        hints += 1;
        assert!(hints < 50);
        browser.until("document.getElementById('work').hidden");
        if browser.text("game-text").starts_with("Done") {
            browser.until("!document.getElementById('win').hidden");
        } else {
            browser.until("document.getElementById('message').textContent.endsWith('.')");
        }
    }
    assert!(
        browser.text("win-text").contains("hint"),
        "{}",
        browser.text("win-text")
    );
    // The ladder keeps what it took.
    let took = browser.text("win-text");
    assert!(browser.text("rung-best").contains(&took), "{took}");
    browser
        .until("document.querySelector('#rungs [data-rung=\"1\"]').classList.contains('solved')");
    browser.click("win-next");
    browser.until("document.getElementById('text').value === 'coil:pack/2'");
    browser.until("document.getElementById('win').hidden");
    // What is solved is known after a reload too, and the history goes back.
    browser.until("location.hash.includes('pack%2F2')");
    browser.reload();
    browser
        .until("document.querySelector('#rungs [data-rung=\"1\"]')?.classList.contains('solved')");
    browser.run("history.back()");
    browser.until("document.getElementById('text').value === 'coil:pack/1'");
}

#[test]
fn the_first_picture_is_what_the_library_draws() {
    let (_server, browser) = home();
    let same = browser.run(
        "return Promise.all(['model/hero', 'backend/server', 'model/packed'].map((name) => import(`./${name}.js`))) \
         .then(async ([{ HERO, SOLVED }, { ask }, { unpack }]) => { \
         const [{ start: [x, y], moves }] = unpack(SOLVED).lines; \
         const path = Array.from(moves, (move) => 'RDLU'[move & 3]).join(''); \
         const asked = { puzzle: 'coil', level: HERO, answer: `x=${x}&y=${y}&path=${path}` }; \
         const drawn = await ask('draw', { ...asked, format: 'json' }); \
         const parts = ({ fills, lines: [{ moves }] }) => fills + moves; \
         return [(await ask('check', asked)).valid, parts(drawn) === parts(SOLVED)]; })",
    );
    assert_eq!(same, serde_json::json!([true, true]));
}

#[test]
fn a_game_goes_on_after_a_reload_and_a_reset_can_be_taken_back() {
    let (server, browser) = home();
    let link = format!(
        "{}#puzzle=pellet&mode=play&level={}",
        server.page(),
        example("pellet")
    );
    browser.open(&link);
    browser.until_text("game-text", "cells left");
    browser.press("RRR");
    browser.until_text("game-text", "6 cells left");
    browser.reload();
    browser.until_text("game-text", "6 cells left");
    browser.click("reset");
    browser.until_text("game-text", "9 cells left");
    browser.click("undo");
    browser.until_text("game-text", "6 cells left");
}

/// The address was a moment behind, and a reload went back to what it said.
#[test]
fn a_reload_goes_on_with_what_was_kept_and_not_with_an_older_address() {
    let (server, browser) = home();
    browser.open("about:blank");
    browser.open(&format!(
        "{}#puzzle=pellet&mode=play&level={}",
        server.page(),
        example("pellet")
    ));
    browser.until_text("game-text", "cells left");
    browser.press("RRR");
    browser.until_text("game-text", "6 cells left");
    browser.until("location.hash.includes('progress=rrr')");
    browser
        .run("history.replaceState(null, '', location.hash.replace('progress=rrr', 'progress=r'))");
    browser.reload();
    browser.until_text("game-text", "6 cells left");
}

#[test]
fn a_wrong_move_is_found_and_taken_back() {
    let (server, browser) = home();
    // A corridor with a side room: whoever goes right first never sees the cell on the left.
    let level = "x=4&y=1&board=....".replace('=', "%3D").replace('&', "%26");
    browser.open(&format!(
        "{}#puzzle=coil&mode=play&level={level}",
        server.page()
    ));
    browser.until_text("game-text", "Choose");
    browser.run("document.activeElement.blur()");
    browser.press("RRE");
    browser.until_text("game-text", "3 cells left");
    browser.press("R");
    browser.until_text("game-text", "Stuck");
    browser.click("hint");
    browser.until_message("No solution begins at this cell");
    browser.until("!document.getElementById('back-to-right').hidden");
    browser.click("back-to-right");
    browser.until_text("game-text", "Choose");
    browser.until("document.getElementById('back-to-right').hidden");
}

/// Lets the page write to a clipboard of its own and share nothing, so that what it copies can be
/// read.
const CLIPBOARD: &str = "Object.defineProperty(navigator, 'share', { value: undefined }); \
     Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied = text; } } })";

#[test]
fn a_day_that_is_solved_is_counted_and_shared_without_its_answer() {
    let (server, browser) = home();
    browser.run("localStorage.clear()");
    browser.open("about:blank");
    browser.open(&format!("{}#mode=today", server.page()));
    browser.until("document.querySelectorAll('.day-card button').length >= 4");
    let day = browser.text("today-title");
    let day = day.strip_prefix("Today, ").unwrap();
    let puzzles = unicursal::puzzles().iter();
    let pellet = puzzles
        .map(|puzzle| puzzle.name())
        .position(|name| name == "pellet");
    browser.run(&format!(
        "document.querySelectorAll('.day-card button')[{}].click()",
        pellet.unwrap()
    ));
    browser.until_text("level-name", day);
    browser.run(CLIPBOARD);
    while browser.run("return document.getElementById('win').hidden") == true {
        let before = browser.text("game-text");
        browser.click("hint");
        browser.wait("a move", || browser.text("game-text") != before);
        browser.until("document.getElementById('work').hidden");
        if browser.text("game-text").starts_with("Done") {
            browser.until("!document.getElementById('win').hidden");
        }
    }
    browser.click("win-share");
    browser.until("window.copied");
    // What is said of that can be read, though the win lies over the line that says it.
    browser.until_text("win-more", "Copied: your result");
    let copied = browser.run("return window.copied");
    let copied = copied.as_str().unwrap();
    assert!(
        copied.starts_with(&format!("Pellet Eater, {day}\n")),
        "{copied}"
    );
    // A sketch of squares, and as many lamps as hints.
    assert!(copied.contains('🟪') && copied.contains('💡'), "{copied}");
    assert!(
        copied.contains("mode=play") && !copied.contains("progress"),
        "{copied}"
    );
    let days = browser.run(
        "return Object.keys(JSON.parse(localStorage.getItem('unicursal days pellet'))).length",
    );
    assert_eq!(days, 1);
    // What comes next is another puzzle of that day.
    browser.click("win-next");
    browser.until("document.getElementById('win').hidden && document.getElementById('puzzle').value !== 'pellet'");
    browser.until_text("level-name", day);
}

#[test]
fn the_puzzle_of_the_day_is_the_same_twice() {
    let (_server, browser) = home();
    let today = |browser: &Browser| {
        browser.run(
            "const card = [...document.querySelectorAll('.puzzle')].at(-1); \
             [...card.querySelectorAll('button')].find((b) => b.textContent.startsWith('Today')).click()",
        );
        browser.until("document.body.dataset.mode === 'play'");
        browser.until("document.getElementById('text').value.includes('#20')");
        browser.value("text")
    };
    let first = today(&browser);
    browser.click("mode-home");
    browser.until("document.body.dataset.mode === 'home'");
    assert_eq!(today(&browser), first);
}
