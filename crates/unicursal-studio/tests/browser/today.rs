//! Every day: the page of today, its calendar, taking progress elsewhere, challenges, and other
//! languages.

use serde_json::json;

use crate::driver::Browser;
use crate::server::{Server, open, studio};

#[test]
fn past_days_are_played_from_the_calendar_and_count_apart() {
    let (server, browser) = studio();
    open(&browser, &server, "mode=today");
    browser.until("document.querySelectorAll('.day-card').length >= 4");
    browser.click("month-back");
    browser.run("document.querySelectorAll('.calendar button')[4].click()");
    browser.until_text("today-note", "counts apart");
    assert!(!browser.text("today-title").contains("Today"));
    // Days that are still to come cannot be played.
    browser.click("month-next");
    let ahead = browser.run("const all = [...document.querySelectorAll('.calendar button')]; const now = all.findIndex((day) => day.classList.contains('today-cell')); return all.every((day, i) => day.disabled === i > now)");
    assert_eq!(ahead, json!(true));
    // A day that was solved on another day is no part of a streak.
    browser.run("localStorage.setItem('unicursal days coil', JSON.stringify({'2026-01-01': {on: '2026-01-05', seconds: 3, moves: 2, hints: 0}}))");
    open(&browser, &server, "mode=today");
    browser.until_text("figures", "Longest streak: 0");
}

#[test]
fn progress_is_saved_as_a_file_and_brought_in_elsewhere() {
    let (server, browser) = studio();
    browser.run("localStorage.setItem('unicursal solved coil', JSON.stringify({1: {moves: 3, seconds: 9, hints: 0}}))");
    open(&browser, &server, "mode=today");
    browser.until_text("figures", "1 / 1,240");
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("studio-progress");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    browser.save_into(&folder);
    browser.click("progress-save");
    let saved = || {
        std::fs::read_dir(&folder).unwrap().flatten().find(|entry| {
            entry
                .path()
                .extension()
                .is_some_and(|ending| ending == "json")
        })
    };
    browser.wait("a file", || saved().is_some());
    let text = std::fs::read_to_string(saved().unwrap().path()).unwrap();
    // In a browser that has done something else.
    browser.run("localStorage.clear(); localStorage.setItem('unicursal solved coil', JSON.stringify({2: {moves: 1, seconds: 1, hints: 0}}))");
    let bring = |text: &str| {
        browser.run(&format!(
            "const data = new DataTransfer(); data.items.add(new File([{}], 'progress.json')); \
             const field = document.getElementById('progress-file'); field.files = data.files; \
             field.dispatchEvent(new Event('change'))",
            json!(text)
        ));
    };
    bring(&text);
    browser.until_text("progress-note", "1 entries");
    browser.until_text("figures", "2 / 1,240");
    for bad in ["{}", "no", "[]", "{\"unicursal\":1,\"kept\":null}"] {
        bring(bad);
        browser.until_text("progress-note", "no file of saved progress");
        browser.run("document.getElementById('progress-note').textContent = ''");
    }
}

#[test]
fn a_challenge_shows_how_far_the_other_one_was() {
    let (server, browser) = studio();
    open(
        &browser,
        &server,
        "puzzle=pellet&mode=play&level=S..%0A...%0A&run=600.0.0.500",
    );
    browser.until_message("Somebody took 10:00");
    browser.until(
        "document.getElementById('meter-other').style.getPropertyValue('--share') === '0.5'",
    );
    browser.run("document.activeElement.blur()");
    browser.press("RRDLL");
    browser.until_text("win-more", "You won");
    // Nonsense is no challenge.
    open(
        &browser,
        &server,
        "puzzle=pellet&mode=play&level=S..%0A...%0A&run=x.y",
    );
    browser.until_text("game-text", "5 cells left");
    assert!(!browser.text("message").contains("Somebody"));
}

#[test]
fn the_page_speaks_german_to_those_who_read_it() {
    let server = Server::start("127.0.0.1:0");
    let browser = Browser::start_in("de-DE");
    open(
        &browser,
        &server,
        "puzzle=pellet&mode=play&level=S..%0A...%0A",
    );
    browser.until_text("game-text", "noch 5 Felder");
    assert_eq!(browser.run("return document.documentElement.lang"), "de");
    assert_eq!(browser.text("undo").trim(), "Zurück");
    browser.run("document.activeElement.blur()");
    browser.press("RRDLL");
    browser.until_message("Du hast es gelöst!");
    open(&browser, &server, "mode=today");
    browser.until_text("today-title", "Heute");
}

#[test]
fn in_a_frame_there_is_only_the_board_and_the_page_around_hears_of_a_win() {
    let (server, browser) = studio();
    open(
        &browser,
        &server,
        "embed=1&puzzle=pellet&level=S..%0A...%0A",
    );
    browser.until_text("game-text", "5 cells left");
    let seen = "return ['header', '#side', '#puzzle'].filter((name) => document.querySelector(name).offsetHeight > 0)";
    assert_eq!(browser.run(seen), json!([]));
    browser.run(
        "window.heard = []; Object.defineProperty(window, 'parent', { value: { postMessage: (data) => window.heard.push(data) } }); \
         document.activeElement.blur()",
    );
    browser.press("RRDLL");
    browser.until("!document.getElementById('win').hidden");
    let heard = browser.run("return window.heard[0]");
    assert_eq!(heard["type"], "unicursal:solved");
    assert_eq!(heard["puzzle"], "pellet");
}

#[test]
fn a_sheet_is_laid_out_for_printing_with_solutions() {
    let (server, browser) = studio();
    open(
        &browser,
        &server,
        "puzzle=coil&mode=play&level=coil%3Apack%2F5",
    );
    browser.until("!document.getElementById('game').hidden");
    browser.run(
        "window.print = () => { window.printed = document.querySelectorAll('.paper img').length; }",
    );
    browser.click("print");
    browser.run("document.getElementById('print-solutions').checked = true");
    browser.click("print-now");
    browser.until("window.printed === 8");
    browser.print();
    let lay = "return [document.querySelector('.paper').offsetHeight > 0, document.querySelector('.bench').offsetHeight, \
               [...document.querySelectorAll('.paper img')].every(({ naturalWidth }) => naturalWidth > 0)]";
    assert_eq!(browser.run(lay), json!([true, 0, true]));
}

#[test]
fn a_level_is_written_for_another_program() {
    let (_server, browser) = studio();
    browser.choose("connect");
    browser.load("4 4\n0..1\n....\n....\n0..1\n0\n");
    browser.until_message("4 columns");
    browser.run("Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied = text; } } })");
    browser.fill("form", "puzz.link");
    browser.click("copy-form");
    browser.until("window.copied");
    let copied = browser.run("return window.copied");
    assert!(copied.as_str().unwrap().contains("puzz.link"), "{copied}");
    // The same address opens it again, whichever puzzle is chosen.
    browser.choose("coil");
    browser.load(copied.as_str().unwrap());
    browser.until("document.getElementById('puzzle').value === 'connect'");
    browser.until_message("4 columns");
}
