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
    browser.until_text("progress-note", "1 entry");
    browser.until_text("figures", "2 / 1,240");
    // Of what is in both the better one stays: a day counts that was solved on it elsewhere.
    browser.run("localStorage.setItem('unicursal days coil', JSON.stringify({'2026-01-01': {on: '2026-01-05'}, '2026-01-02': {on: '2026-01-02'}}))");
    bring(
        r#"{"unicursal": 1, "kept": {"days coil": {"2026-01-01": {"on": "2026-01-01"}, "2026-01-02": {"on": "2026-01-09"}},
           "solved coil": {"1": {"moves": 3, "seconds": 5, "hints": 0}, "2": {"moves": 1, "seconds": 1, "hints": 1}}}}"#,
    );
    browser.until_text("progress-note", "2 entries");
    browser.until_text("figures", "Longest streak: 2");
    let kept = browser.run("return JSON.parse(localStorage.getItem('unicursal solved coil'))");
    assert_eq!(kept["1"]["seconds"], 5);
    assert_eq!(kept["2"]["hints"], 0);
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
    // What puzzles say of their options, methods and levels is in the table, too.
    let missing = browser.run(
        "return Promise.all(['model/german.js', 'page/shown.js', 'page/form.js', 'backend/server.js'].map((name) => import(`./${name}`))) \
         .then(async ([{ GERMAN }, { offer }, { explained }, { ask }]) => { \
             const found = offer.puzzles.flatMap(({ title, method_word: word, methods, tiles, generate_options, solve_options }) => [ \
                 title, word[0].toUpperCase() + word.slice(1), ...methods.map(({ help }) => help), ...tiles.map(({ name }) => name), \
                 ...[...generate_options, ...solve_options].flatMap(({ name, help, choices = [] }) => [ \
                     name[0].toUpperCase() + name.slice(1), explained(help), ...choices.filter((choice) => !help.includes(`(${choice})`))]), \
             ]); \
             for (const { name: puzzle, example: level } of offer.puzzles) { \
                 const { facts } = await ask('level', { puzzle, level }); \
                 found.push(...Object.keys(facts).map((name) => name.replaceAll('_', ' '))); \
             } \
             return found.filter((words) => !GERMAN.has(words)); \
         })",
    );
    assert_eq!(missing, json!([]));
    // A method that is called as a tile of another puzzle keeps its name.
    open(&browser, &server, "puzzle=coil");
    browser.until("document.querySelector('[data-option=format]')");
    assert_eq!(
        browser.run("return [...document.querySelectorAll('[data-option=format] option')].map(({ text }) => text)"),
        json!(["path", "qpath"])
    );
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
fn a_sheet_fits_on_paper_of_either_size() {
    let (server, browser) = studio();
    for (level, count) in [
        ("coil:pack/30", "2"),
        ("coil:pack/30", "6"),
        ("pellet:8x40%231", "1"),
    ] {
        for (wide, high) in [(8.27, 11.69), (8.5, 11.0)] {
            open(&browser, &server, &format!("mode=play&level={level}"));
            browser.until("!document.getElementById('game').hidden");
            browser.run("window.print = () => { window.isPrinted = true; }");
            browser.click("print");
            browser.fill("print-count", count);
            browser.run("document.getElementById('print-solutions').checked = true");
            browser.click("print-now");
            browser.until("window.isPrinted");
            let pages = browser.pages(wide, high);
            assert_eq!(
                pages, 2,
                "{count} of {level} on {wide}x{high}, and their solutions"
            );
        }
    }
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

/// The moves that solve the level that is played, of a puzzle whose answers are moves.
fn moves(browser: &Browser) -> String {
    let answer = browser.run(
        "return Promise.all(['backend/server.js', 'page/shown.js'].map((name) => import(`./${name}`))) \
         .then(([{ solve }, { asked }]) => solve(asked(), () => {})).then(({ answer }) => answer.trim())",
    );
    let moves = answer.as_str().unwrap().to_uppercase();
    assert!(moves.chars().all(|way| "LRUD".contains(way)), "{moves}");
    moves
}

/// Plays the first puzzle of the shown day that has this name.
fn play_day(browser: &Browser, title: &str) {
    browser.run(&format!(
        "[...document.querySelectorAll('.day-card')].find((card) => card.querySelector('h2').textContent === '{title}') \
         .querySelector('button').click()"
    ));
    browser.until("!document.getElementById('game').hidden");
    browser.run("document.activeElement.blur()");
}

/// The day on which a day's level was solved, as it is kept.
fn solved_on(browser: &Browser, puzzle: &str, day: &str) -> serde_json::Value {
    browser.run(&format!(
        "return JSON.parse(localStorage.getItem('unicursal days {puzzle}') ?? '{{}}')['{day}']?.on"
    ))
}

#[test]
fn who_plays_over_midnight_solves_it_on_the_day_on_which_they_sat_down_to_it() {
    let server = Server::start("127.0.0.1:0");
    let browser = Browser::start();
    browser.set_clock("2026-11-16T23:50:00");
    open(&browser, &server, "mode=today");
    browser.until_text("today-title", "Today, 16 November");
    play_day(&browser, "Pellet Eater");
    let ways = moves(&browser);
    let (first, rest) = ways.split_at(ways.len() / 2);
    browser.press(first);
    browser.go_ahead(20);
    browser.press(rest);
    browser.until("!document.getElementById('win').hidden");
    assert_eq!(solved_on(&browser, "pellet", "2026-11-16"), "2026-11-16");
    assert_eq!(browser.text("win-next"), "Next of this day");
    // The page of today is that of the new day, also while it is looked at.
    open(&browser, &server, "mode=today");
    browser.until_text("today-title", "Today, 17 November");
    browser.go_ahead(20 + 24 * 60);
    browser.run("document.dispatchEvent(new Event('visibilitychange'))");
    browser.until_text("today-title", "Today, 18 November");
    // A day that was chosen stays.
    browser.run("document.querySelectorAll('.calendar button')[3].click()");
    browser.until_text("today-title", "4 November");
    browser.go_ahead(20 + 48 * 60);
    browser.run("document.dispatchEvent(new Event('visibilitychange'))");
    browser.until("document.querySelector('.today-cell').textContent === '19'");
    assert_eq!(browser.text("today-title"), "4 November");
}

#[test]
fn a_game_that_is_taken_up_after_midnight_counts_for_the_new_day() {
    let server = Server::start("127.0.0.1:0");
    let browser = Browser::start();
    browser.set_clock("2026-11-16T12:00:00");
    open(&browser, &server, "mode=today");
    browser.until_text("today-title", "16 November");
    play_day(&browser, "Pellet Eater");
    let ways = moves(&browser);
    let (first, rest) = ways.split_at(ways.len() / 2);
    browser.press(first);
    // It was looked at for an hour before it was left.
    browser.run(
        "const name = Object.keys(localStorage).find((name) => name.startsWith('unicursal game pellet ')); \
         localStorage.setItem(name, JSON.stringify({ ...JSON.parse(localStorage.getItem(name)), seconds: 3600 }))",
    );
    browser.go_ahead(12 * 60 + 5);
    browser.reload();
    browser
        .until("document.body?.dataset.mode === 'play' && !document.getElementById('game').hidden");
    browser.until_text("clock", "1:00:0");
    browser.run("document.activeElement.blur()");
    browser.press(rest);
    browser.until("!document.getElementById('win').hidden");
    assert_eq!(solved_on(&browser, "pellet", "2026-11-16"), "2026-11-17");
}

#[test]
fn what_another_window_solves_is_shown_and_nothing_of_it_is_lost() {
    let (server, browser) = studio();
    let (here, there) = browser.open_window();
    let solved = "document.querySelectorAll('.day-card.solved').length";
    open(&browser, &server, "mode=today");
    browser.until("document.querySelectorAll('.day-card').length >= 4");
    assert_eq!(browser.run(&format!("return {solved}")), 0);
    browser.turn_to(&there);
    open(&browser, &server, "mode=today");
    browser.until("document.querySelectorAll('.day-card').length >= 4");
    play_day(&browser, "Pellet Eater");
    browser.press(&moves(&browser));
    browser.until("!document.getElementById('win').hidden");
    browser.turn_to(&here);
    browser.until(&format!("{solved} === 1"));
    // Both windows put down what they solve beside what the other one did.
    for (window, level) in [(&here, "S..%0A...%0A"), (&there, "S..%0A...%0A...%0A")] {
        browser.turn_to(window);
        open(
            &browser,
            &server,
            &format!("puzzle=pellet&mode=play&level={level}"),
        );
        browser.until("!document.getElementById('game').hidden");
        browser.run("document.activeElement.blur()");
    }
    browser.turn_to(&here);
    browser.press("RRDLL");
    browser.until("!document.getElementById('win').hidden");
    browser.turn_to(&there);
    browser.press("RRDLLDRR");
    browser.until("!document.getElementById('win').hidden");
    let count = "return Object.keys(JSON.parse(localStorage.getItem('unicursal solved pellet:pack2'))).length";
    assert_eq!(browser.run(count), 3);
}

/// Fills what the browser keeps for the page, to the last character.
const FILL: &str = "let text = 'x'.repeat(1 << 20), n = 0; \
    while (text) { try { localStorage.setItem(`other ${n}`, text); n++; } \
    catch { text = text.slice(text.length / 2 + 0.5); } }";

#[test]
fn where_storage_is_full_a_win_takes_the_room_of_games_and_else_says_that_it_is_lost() {
    let (server, browser) = studio();
    let level = "puzzle=pellet&mode=play&level=S..%0A...%0A";
    browser.run("localStorage.setItem('unicursal game coil old', JSON.stringify({ game: 'x'.repeat(9999) }))");
    browser.run(FILL);
    let kept = "return localStorage.getItem('unicursal solved pellet:pack2') !== null";
    let win = || {
        open(&browser, &server, level);
        browser.until_text("game-text", "5 cells left");
        browser.run("document.activeElement.blur()");
        browser.press("RRDLL");
        browser.until("!document.getElementById('win').hidden");
    };
    win();
    assert_eq!(browser.run(kept), true);
    assert_eq!(
        browser.run("return localStorage.getItem('unicursal game coil old')"),
        json!(null)
    );
    assert!(!browser.text("win-more").contains("no room"));
    // Nothing is left that could give way.
    browser.run("localStorage.clear()");
    browser.run(FILL);
    win();
    assert_eq!(browser.run(kept), false);
    browser.until_text("win-more", "no room");
}
