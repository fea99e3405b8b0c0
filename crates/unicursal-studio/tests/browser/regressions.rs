//! What once went wrong in the page.

use serde_json::json;

use crate::driver::Browser;
use crate::server::{SMALL, Server, open, studio};

/// Marks the page, so that a reload is noticed.
const MARK: &str = "window.mark = 'here'";

#[test]
fn a_heavy_id_can_be_cancelled_and_given_up_for_another_level() {
    let (_server, browser) = studio();
    let heavy = "connect:60x60/c150-d5-b5-k0-u#1";
    browser.load(heavy);
    browser.until("!document.getElementById('work').hidden");
    browser.click("cancel");
    browser.until_message("Cancelled");
    for _ in 0..4 {
        browser.load(heavy);
        browser.until("!document.getElementById('work').hidden");
    }
    browser.load(SMALL);
    browser.until_message("3 columns");
    browser.until("document.getElementById('work').hidden");
}

#[test]
fn enter_in_a_field_neither_reloads_the_page_nor_replaces_a_drawing() {
    let (_server, browser) = studio();
    browser.choose("connect");
    browser.click("mode-make");
    browser.run(MARK);
    let before = browser.value("text");
    for field in ["colour", "width", "seed"] {
        browser.run(&format!("document.getElementById('{field}').focus()"));
        browser.press("E");
    }
    browser.until("document.getElementById('work').hidden");
    assert_eq!(browser.run("return window.mark"), "here");
    assert_eq!(browser.value("text"), before);
}

#[test]
fn a_large_drawing_is_still_there_after_a_reload() {
    let (_server, browser) = studio();
    // The first fits into a link when it is compressed; the second, without any order, does not.
    let noise = |cell: usize| (cell.wrapping_mul(2_654_435_761) >> 13) % 97 > 38;
    for side in [100_usize, 300] {
        let board: String = (0..side * side)
            .map(|cell| if noise(cell * cell) { '.' } else { 'X' })
            .collect();
        browser.load(&format!("x={side}&y={side}&board={board}"));
        browser.until_message(&format!("{side} columns"));
        browser.click("mode-make");
        browser.run("document.activeElement.blur()");
        // The first cell becomes a wall, or free, whichever it is not.
        let (brush, symbol) = if board.starts_with('X') {
            ("1", '.')
        } else {
            ("2", 'X')
        };
        browser.press(brush);
        browser.press("DUE");
        let begins = format!("board={symbol}{}", &board[1..40]);
        let holds = format!("document.getElementById('text')?.value.includes('{begins}')");
        browser.until(&holds);
        browser.run("return new Promise((done) => setTimeout(done, 600))");
        let is_kept = browser.run("return location.hash.includes('kept=')");
        assert_eq!(is_kept, side > 100, "{side}");
        browser.reload();
        browser.until(&holds);
        browser.until("document.body.dataset.mode === 'make'");
        browser.click("mode-watch");
        browser.until("document.body.dataset.mode === 'watch'");
    }
}

#[test]
fn a_drawing_that_is_kept_nowhere_is_not_lost_without_a_warning() {
    let (_server, browser) = studio();
    browser.click("mode-make");
    let warns = || {
        browser.run(
            "const event = new Event('beforeunload', { cancelable: true }); \
             dispatchEvent(event); return event.defaultPrevented",
        )
    };
    let resize = |side: &str| {
        browser.fill("width", side);
        browser.fill("height", side);
        browser.click("clear");
        browser.until_message(&format!("{side} columns"));
    };
    // Nothing is drawn, and what is small is kept in the address.
    assert_eq!(warns(), json!(false));
    resize("20");
    assert_eq!(warns(), json!(false));
    resize("400");
    assert_eq!(warns(), json!(true));
    // A level that is opened instead is no drawing.
    browser.load(SMALL);
    browser.until_message("3 columns");
    assert_eq!(warns(), json!(false));
}

#[test]
fn modes_that_are_chosen_at_home_begin_with_a_level() {
    let server = Server::start("127.0.0.1:0");
    let browser = Browser::start();
    for (mode, level) in [
        ("play", "coil:pack/1"),
        ("watch", "x=30&y=18"),
        ("make", "x=30&y=18"),
    ] {
        open(&browser, &server, "");
        browser.until("document.body.dataset.home === 'ready'");
        browser.click(&format!("mode-{mode}"));
        browser.until(&format!(
            "document.getElementById('text').value.startsWith('{level}')"
        ));
    }
    // A comparison has an address of its own as well.
    open(&browser, &server, "");
    browser.until("document.body.dataset.home === 'ready'");
    browser.click("mode-compare");
    browser.until("location.hash === '#mode=compare'");
    browser.reload();
    browser.until("document.body.dataset.mode === 'compare'");
    // Who plays and chooses another puzzle goes on with its ladder.
    open(&browser, &server, "mode=play");
    browser.until("!document.getElementById('game').hidden");
    browser.fill("puzzle", "pellet");
    browser.until("document.getElementById('text').value === 'pellet:pack2/1'");
}

#[test]
fn the_number_of_a_level_and_its_text_do_not_get_into_each_others_way() {
    let (_server, browser) = studio();
    browser.fill("number", "500");
    browser.submit("ladder");
    browser.until("document.getElementById('text').value === 'coil:pack/500'");
    assert_eq!(browser.value("number"), "500");
    browser.fill("number", "5000");
    browser.submit("ladder");
    browser.until_note("ladder", "numbered from 1 to");
    browser.load(SMALL);
    browser.until_message("3 columns");
}

#[test]
fn a_dropped_file_of_another_puzzle_is_recognised() {
    let (_server, browser) = studio();
    for puzzle in ["maze", "connect", "pellet", "coil"] {
        let example = unicursal::puzzle(puzzle).unwrap().about().example;
        browser.drop_file("level.txt", example);
        browser.until(&format!(
            "document.getElementById('puzzle').value === '{puzzle}'"
        ));
    }
}

/// What the server could not read was shown in its own words: "expected usize at line 1 column 27".
#[test]
fn a_generator_wants_whole_numbers() {
    let (_server, browser) = studio();
    browser.click("mode-make");
    for columns in ["-3", "1.5", "", "0"] {
        browser.fill("width", columns);
        browser.click("generate-button");
        browser.until_note("generate", "whole numbers from 1 on");
        browser.run("document.querySelector('#generate .note').textContent = ''");
    }
}

#[test]
fn names_of_modes_that_are_none_show_the_level() {
    let (server, browser) = studio();
    for mode in ["__proto__", "constructor", "toString"] {
        browser.open("about:blank");
        browser.open(&format!("{}#mode={mode}", server.page()));
        browser.until_message("columns");
        browser.until("document.body.dataset.mode === 'watch'");
    }
}

#[test]
fn numbers_that_measure_nothing_are_refused_and_the_same_results_count_once() {
    let (_server, browser) = studio();
    browser.click("mode-compare");
    let good = json!({
        "puzzle": "coil", "solver": "./mine", "level": 1, "width": 5, "height": 5,
        "verdict": "PASS", "seconds": 0.5,
    });
    for (field, value) in [
        ("width", json!(1e308)),
        ("height", json!(-3)),
        ("seconds", json!(1e308)),
    ] {
        let mut bad = good.clone();
        bad[field] = value;
        browser.fill("entries-text", &format!("{good}\n{bad}\n"));
        browser.submit("entries");
        browser.until_note("entries", &format!("line 2: '{field}'"));
    }
    for _ in 0..2 {
        browser.drop_file("mine.jsonl", &format!("{good}\n"));
        browser.until_text("summary-rows", "1 of 1");
    }
    browser.reload();
    browser.until_text("summary-rows", "1 of 1");
}

#[test]
fn a_link_can_be_had_where_the_page_may_not_copy() {
    let (_server, browser) = studio();
    browser.run("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    browser.click("share");
    browser.until("!document.getElementById('link-field').hidden");
    assert!(browser.value("link").contains("#puzzle=coil"));
}

#[test]
fn a_server_that_is_gone_is_not_a_bad_drawing() {
    let (server, browser) = studio();
    browser.click("mode-make");
    let address = server.address.to_string();
    drop(server);
    browser.press("DRE");
    browser.until_message("cannot be reached");
    assert_eq!(browser.text("draw-note"), "");
    browser.click("mode-play");
    browser.until_message("cannot be reached");
    let _server = Server::start(&address);
    browser.click("mode-play");
    browser.until("document.body.dataset.mode === 'play'");
}

#[test]
fn a_mouse_that_moves_is_not_spoken_about() {
    let (_server, browser) = studio();
    let live = "return document.getElementById('hover').closest('[role=status], [aria-live]')";
    assert!(browser.run(live).is_null());
    // The cursor of the keyboard is.
    browser.click("mode-make");
    browser.press("DRR");
    browser.until_text("spoken", "2, 0");
}

#[test]
fn texts_borders_and_walls_can_be_told_from_what_is_beside_them() {
    let (_server, browser) = studio();
    let script = "
        const style = getComputedStyle(document.documentElement);
        const light = (name) => {
          const hex = style.getPropertyValue('--' + name).trim();
          const full = hex.length === 4 ? '#' + [...hex.slice(1)].map((c) => c + c).join('') : hex;
          const [r, g, b] = [1, 3, 5].map((i) => parseInt(full.slice(i, i + 2), 16) / 255)
            .map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
          return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
        };
        const ratio = (a, b) => { const [x, y] = [light(a), light(b)]; return Math.max(x, y) / Math.min(x, y); };
        const needed = [['ink', 'paper', 4.5], ['soft', 'paper', 4.5], ['soft', 'panel', 4.5], ['bad', 'paper', 4.5],
          ['bad', 'panel', 4.5], ['good', 'paper', 4.5], ['main', 'paper', 4.5], ['main-ink', 'main', 4.5],
          ['edge', 'paper', 3], ['edge', 'panel', 3], ['wall', 'open', 3], ['wall', 'back', 3], ['head', 'open', 3]];
        return needed.filter(([a, b, least]) => ratio(a, b) < least).map(([a, b]) => `${a} on ${b}: ${ratio(a, b)}`);";
    assert_eq!(browser.run(script), json!([]));
    browser.emulate(true, false);
    browser.until("matchMedia('(prefers-color-scheme: dark)').matches");
    assert_eq!(browser.run(script), json!([]));
}

/// Three lines of words had to be scrolled, and the two great buttons had different heights.
#[test]
fn on_a_small_telephone_what_is_said_fits_and_buttons_are_even() {
    let server = Server::start("127.0.0.1:0");
    let browser = Browser::start();
    browser.resize(360, 640);
    open(&browser, &server, "");
    browser.until("document.body.dataset.home === 'ready'");
    let height = |id: &str| browser.run(&format!("return {id}.getBoundingClientRect().height"));
    assert_eq!(
        height("document.getElementById('play-easy')"),
        height("document.getElementById('watch-one')")
    );
    browser.click("mode-play");
    for (puzzle, words) in [
        ("coil", "Swipe to slide"),
        ("connect", "Drag from an end"),
        ("maze", "Draw the way"),
        ("pellet", "Draw the way"),
    ] {
        browser.choose(puzzle);
        browser.until_message(words);
        let fits = "const said = document.getElementById('message'); \
                    return said.scrollHeight <= said.clientHeight";
        assert_eq!(browser.run(fits), json!(true), "{puzzle}");
    }
    // The smallest one that lies: its buttons were below the edge, beside a legend.
    browser.resize(568, 320);
    open(
        &browser,
        &server,
        "puzzle=connect&level=connect:pack2/60&mode=play",
    );
    browser.until("document.getElementById('legend').offsetHeight");
    let below = "return document.getElementById('reset').getBoundingClientRect().bottom <= window.innerHeight";
    assert_eq!(browser.run(below), json!(true));
}

/// Holds back what the page asks for until `window.release()`.
fn hold_back(browser: &Browser, questions: &str) {
    browser.run(&format!(
        "const ask = window.fetch, gate = new Promise((done) => {{ window.release = done; }}); \
         window.fetch = async (address, ...more) => {{ \
             if (/{questions}/.test(address)) {{ window.isHeld = true; await gate; }} \
             return ask(address, ...more); \
         }}"
    ));
}

/// They answered with "Cannot read properties of undefined", and keys moved in the game of before.
#[test]
fn what_needs_a_level_waits_until_there_is_one() {
    let (_server, browser) = studio();
    browser.click("mode-make");
    browser.until("!document.getElementById('draw').inert");
    hold_back(&browser, "api.level");
    browser.run(
        "const field = document.getElementById('puzzle'); field.value = 'trail'; \
         field.dispatchEvent(new Event('change'))",
    );
    browser.until("window.isHeld");
    let before = browser.value("text");
    assert_eq!(
        browser.run(
            "return [...document.querySelectorAll('#side button, #side form, #canvas')] \
             .filter((part) => part.offsetParent && !part.closest('[inert]')).map(({ id }) => id).filter(Boolean)"
        ),
        json!(["generate", "generate-button", "another", "load", "example"])
    );
    browser.run("document.activeElement.blur()");
    browser.press("uR1");
    browser.drag("mouse", &[(400.0, 300.0)]);
    assert_eq!(browser.value("text"), before);
    browser.run("window.release()");
    browser.until("!document.getElementById('canvas').inert");
    browser.click("clear");
    browser.until("document.getElementById('text').value.startsWith('trail')");
    let notes =
        "return [...document.querySelectorAll('.note')].map((note) => note.textContent).join('')";
    assert_eq!(
        browser.run(notes),
        json!("Not a level yet: the board has no number: the path starts at 1")
    );
}

/// On a slow network a tap was followed by nothing for as long as the library was on its way.
#[test]
fn who_waits_is_told_so_on_every_page() {
    let (server, browser) = studio();
    open(&browser, &server, "mode=today");
    browser.until("document.querySelectorAll('.day-card').length >= 4");
    hold_back(&browser, "api.generate");
    browser.click("month-back");
    browser.run("document.querySelectorAll('.calendar button')[4].click()");
    browser.until("document.querySelector('.day-card p').textContent === 'Loading…'");
    browser.run("document.querySelector('.day-card button').click()");
    browser.until("document.getElementById('loading').offsetHeight");
    browser.run("window.release()");
    browser.until("document.body.dataset.mode === 'play'");
    browser.until("!document.body.dataset.busy");
    assert_eq!(
        browser.run("return document.getElementById('loading').offsetHeight"),
        json!(0)
    );
}

/// The drawer of a telephone lay over the board and over what was said of it.
#[test]
fn what_is_asked_for_in_the_drawer_is_seen_beside_it() {
    let server = Server::start("127.0.0.1:0");
    let browser = Browser::start();
    browser.resize(390, 844);
    open(&browser, &server, "puzzle=maze&mode=play&level=maze:pack/9");
    browser.until("!document.getElementById('canvas').inert");
    let opened = |words: &str, act: &dyn Fn()| {
        browser.click("more");
        browser.until("document.activeElement.id === 'less'");
        act();
        browser.until("document.body.dataset.drawer === 'closed'");
        browser.until_message(words);
    };
    opened("Pink walks by the rule 'left'", &|| browser.submit("race"));
    browser.run(
        "Object.defineProperty(navigator, 'clipboard', { value: { writeText: async () => {} } })",
    );
    opened("The link is copied", &|| browser.click("share"));
    browser.click("mode-watch");
    opened("Solved", &|| browser.submit("solve"));
    // Where it may not be copied, the drawer has the link.
    browser.run("navigator.clipboard.writeText = async () => { throw new Error(); }");
    browser.click("share");
    browser
        .until("document.body.dataset.drawer === 'open' && document.activeElement.id === 'link'");
}
