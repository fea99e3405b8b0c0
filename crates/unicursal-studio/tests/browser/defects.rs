//! What people ran into: one test for each thing that was wrong.

use serde_json::json;

use crate::server::{SMALL, Server, open, studio};

/// A corridor with a side room: whoever goes right first never sees the cell on the left.
const CORRIDOR: &str = "x%3D4%26y%3D1%26board%3D....";

#[test]
fn a_damaged_link_is_said_and_the_page_goes_on() {
    let (server, browser) = studio();
    // Three bytes of nothing, and a megabyte of nothing that is packed small.
    for level in ["~AAAA", "~", "~!!!"] {
        open(&browser, &server, &format!("puzzle=coil&level={level}"));
        browser.until_message("this link is damaged");
        browser.click("mode-play");
        browser.until("document.body.dataset.mode === 'play'");
        browser.load(SMALL);
        browser.until_message("3 columns");
    }
}

#[test]
fn a_link_that_is_too_long_is_not_read() {
    let (server, browser) = studio();
    for level in ["1".repeat(540_000), format!("~{}", "A".repeat(540_000))] {
        open(&browser, &server, &format!("puzzle=coil&level={level}"));
        browser.until_message("this link is too long");
    }
    browser.click("mode-play");
    browser.until("!document.getElementById('game').hidden");
}

#[test]
fn where_the_system_chooses_the_colours_what_is_chosen_is_seen() {
    let (_server, browser) = studio();
    browser.choose("connect");
    browser.click("mode-make");
    browser.until("document.querySelector('#brushes [aria-pressed=true]')");
    browser.force_colours();
    browser.until("matchMedia('(forced-colors: active)').matches");
    let differs = |selector: &str| {
        let script = format!(
            "const look = (state) => {{ const {{ backgroundColor, outlineColor, outlineWidth }} = \
             getComputedStyle(document.querySelector(`{selector}[aria-pressed=${{state}}]`)); \
             return [backgroundColor, outlineColor, outlineWidth].join(); }}; return look(true) !== look(false)"
        );
        assert_eq!(browser.run(&script), json!(true), "{selector}");
    };
    differs(".modes button");
    differs("#brushes button");
    differs("#swatches button");
    let meter = "getComputedStyle(document.getElementById('meter'))";
    let image = browser.run(&format!("return {meter}.backgroundImage"));
    assert!(image.as_str().unwrap().contains("gradient"), "{image}");
}

#[test]
fn a_board_on_paper_keeps_its_shape() {
    let (_server, browser) = studio();
    browser.load(SMALL);
    browser.until_message("3 columns");
    browser.print();
    let fit = browser.run("return getComputedStyle(document.getElementById('canvas')).objectFit");
    assert_eq!(fit, "contain");
    let seen = browser.run("return document.querySelector('header').offsetHeight + document.getElementById('side').offsetHeight");
    assert_eq!(seen, 0);
}

#[test]
fn a_hint_on_a_lost_position_is_counted_and_lit() {
    let (server, browser) = studio();
    open(
        &browser,
        &server,
        &format!("puzzle=coil&mode=play&level={CORRIDOR}"),
    );
    browser.until_text("game-text", "Choose");
    browser.run("document.activeElement.blur()");
    browser.press("RRER");
    browser.until_text("game-text", "Stuck");
    browser.click("hint");
    browser.until_message("No solution begins at this cell");
    let told =
        "return import('./modes/table.js').then(({ table }) => [table.hints, table.lit.length])";
    assert_eq!(browser.run(told), json!([1, 1]));
    // A move that was wrong is lit as a whole.
    open(
        &browser,
        &server,
        "puzzle=pellet&mode=play&level=S..%0A...%0A...%0A",
    );
    browser.until_text("game-text", "8 cells left");
    browser.run("document.activeElement.blur()");
    browser.press("RDR");
    browser.click("hint");
    browser.until_message("was the wrong one");
    let told = browser.run(told);
    assert!(told[1].as_u64().unwrap() > 0, "{told}");
}

#[test]
fn the_board_stays_where_it_is_while_a_level_is_solved_and_won() {
    let (server, browser) = studio();
    for (width, height) in [(1280, 800), (390, 844), (844, 390)] {
        browser.resize(width, height);
        browser.emulate(false, true);
        open(
            &browser,
            &server,
            "puzzle=coil&level=coil%3A60x60%2Foriginal%23spring",
        );
        browser.until_message("60 columns");
        let size = || {
            browser.run("const { width, height, top } = document.getElementById('canvas').getBoundingClientRect(); return [width, height, top]")
        };
        let before = size();
        browser.fill("method", "brute");
        browser.click("solve-button");
        browser.until("!document.getElementById('work').hidden");
        assert_eq!(size(), before, "while it is solved, {width}");
        browser.click("cancel");
        browser.until_message("Cancelled");
        browser.fill("method", "engine");
        browser.click("solve-button");
        browser.until_message("Solved");
        assert_eq!(size(), before, "when it is solved, {width}");

        open(
            &browser,
            &server,
            "puzzle=pellet&mode=play&level=S..%0A...%0A",
        );
        browser.until_text("game-text", "5 cells left");
        browser.run("document.activeElement.blur()");
        let place = || {
            browser.run("return import('./page/shown.js').then(({ view }) => [view.left, view.top, view.scale])")
        };
        let (before, lay) = (size(), place());
        browser.press("RRDLL");
        browser.until("!document.getElementById('win').hidden");
        assert_eq!((size(), place()), (before, lay), "won, {width}");
    }
}

#[test]
fn neither_the_board_nor_a_button_moves_with_what_is_said_below_it() {
    let (server, browser) = studio();
    let place = "return ['canvas', 'undo'].map((id) => JSON.stringify(document.getElementById(id).getBoundingClientRect()))";
    for (width, height) in [
        (1280, 720),
        (1100, 800),
        (1024, 768),
        (820, 1180),
        (768, 1024),
        (390, 844),
        (360, 640),
        (844, 390),
        (667, 375),
    ] {
        browser.resize(width, height);
        browser.emulate(false, true);
        // One with a legend, and one with a pad of arrows.
        for level in ["connect:pack2/60", "pellet:pack2/30"] {
            open(&browser, &server, &format!("mode=play&level={level}"));
            browser.until("!document.getElementById('game').hidden");
            let before = browser.run(place);
            for (text, clock) in [
                ("", ""),
                ("0 of 8 colours joined · 79 tiles left", "0:00"),
                (
                    "Choose a cell to start from: click, or arrows and Enter",
                    "0:07",
                ),
                (
                    "45 cells left · 12 dead ends: only one can be the end",
                    "10:00",
                ),
                ("Stuck: 43 cells left. Take something back.", "1:00:00"),
            ] {
                let say = format!(
                    "const [text, clock] = ['game-text', 'clock'].map((id) => document.getElementById(id)); \
                     text.textContent = {}; clock.textContent = {}; return text.scrollHeight <= text.clientHeight + 1",
                    json!(text),
                    json!(clock)
                );
                assert_eq!(browser.run(&say), json!(true), "{text}, {width}, {level}");
                assert_eq!(browser.run(place), before, "{text}, {width}, {level}");
            }
            browser.run(
                "document.getElementById('message').textContent = 'No solution goes on from here: move 4 was the wrong one.'; \
                 document.getElementById('back-to-right').hidden = false",
            );
            assert_eq!(browser.run(place), before, "a way back, {width}, {level}");
        }
    }
}

#[test]
fn with_letters_of_twice_the_size_there_is_a_board_and_no_word_covers_another() {
    let (server, browser) = studio();
    for (width, height) in [(390, 844), (1280, 800)] {
        browser.resize(width, height);
        open(&browser, &server, "mode=play&level=connect:pack2/60");
        browser.until("!document.getElementById('game').hidden");
        browser.run("document.documentElement.style.fontSize = '32px'; document.body.style.fontSize = '30px'");
        let side = "document.getElementById('canvas').clientHeight";
        browser.until(&format!("{side} >= 200"));
        let cut = "return [...document.querySelectorAll('.modes button, .acts button')] \
             .filter((button) => button.scrollWidth > button.clientWidth + 1).map(({ id }) => id)";
        assert_eq!(browser.run(cut), json!([]), "{width}");
        let over = "const [level, zoom] = ['.rail', '.zoom'].map((name) => document.querySelector(name).getBoundingClientRect()); \
             return level.right <= zoom.left";
        assert_eq!(browser.run(over), json!(true), "{width}");
    }
}

#[test]
fn a_board_whose_place_changes_is_never_shown_empty() {
    let (server, browser) = studio();
    open(&browser, &server, "mode=play&level=coil:pack/30");
    browser.until("!document.getElementById('game').hidden");
    // Whoever watches a size after the page does sees the canvas as it is about to be shown.
    let filled = "return import('./page/shown.js').then(({ view }) => new Promise((done) => { \
        const { canvas, context } = view; let before = canvas.width; \
        new ResizeObserver(() => { \
            if (canvas.width === before) return; \
            done(context.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data[3]); \
        }).observe(canvas); \
        requestAnimationFrame(() => { document.querySelector('.bench').style.width = '70%'; }); }))";
    assert_eq!(browser.run(filled), json!(255));
}

#[test]
fn the_clock_goes_on_while_nothing_is_heard_of_a_solve() {
    let (_server, browser) = studio();
    browser.run(
        "return import('./page/work.js').then(({ working }) => { \
         working('Thinking…', () => new Promise(() => {})); })",
    );
    // Whichever times a busy machine leaves out.
    let seconds = "parseFloat(document.getElementById('work-text').textContent)";
    browser.until(&format!("{seconds} > 0"));
    let before = browser.run(&format!("return {seconds}"));
    browser.until(&format!("{seconds} > {before}"));
}

#[test]
fn what_is_known_of_a_cell_covers_none() {
    let (_server, browser) = studio();
    browser.choose("connect");
    browser.drag("mouse", &browser.cells((4.0, 4.0), &[(0.0, 3.0)]));
    browser.until("document.getElementById('hover').textContent");
    let above = "return import('./page/shown.js').then(({ view }) => \
        document.getElementById('hover').getBoundingClientRect().bottom <= view.canvas.getBoundingClientRect().top + view.top)";
    assert_eq!(browser.run(above), json!(true));
}

#[test]
fn enter_goes_on_after_a_win_and_the_focus_stays_on_the_board() {
    let (server, browser) = studio();
    open(
        &browser,
        &server,
        "puzzle=pellet&mode=play&level=S..%0A...%0A",
    );
    browser.until_text("game-text", "5 cells left");
    browser.run("document.activeElement.blur()");
    browser.press("RRDLL");
    browser.until("!document.getElementById('win').hidden");
    assert_eq!(browser.run("return document.activeElement.id"), "win-next");
    browser.press("E");
    browser.until("document.getElementById('win').hidden");
    browser.until("document.activeElement.id === 'canvas'");
}

#[test]
fn there_is_no_moving_picture_of_nothing() {
    let (server, browser) = studio();
    let level = "S..%0A...%0A";
    open(
        &browser,
        &server,
        &format!("puzzle=pellet&mode=play&level={level}"),
    );
    browser.until_text("game-text", "5 cells left");
    assert_eq!(
        browser.run("return document.getElementById('save-gif').hidden"),
        json!(true)
    );
    browser.run("document.activeElement.blur()");
    browser.press("RRDLL");
    browser.until("!document.getElementById('win').hidden");
    assert_eq!(
        browser.run("return document.getElementById('save-gif').hidden"),
        json!(false)
    );
    // Elsewhere it is solved first.
    open(&browser, &server, &format!("puzzle=pellet&level={level}"));
    browser.until_message("3 columns");
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("studio-solved-moving");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    browser.save_into(&folder);
    browser.click("save-gif");
    let frames = |bytes: &[u8]| {
        bytes
            .windows(3)
            .filter(|part| part == b"\x21\xf9\x04")
            .count()
    };
    browser.wait("a GIF of several frames", || {
        std::fs::read(folder.join("pellet.gif")).is_ok_and(|bytes| frames(&bytes) > 3)
    });
}

#[test]
fn a_win_that_nobody_could_check_is_not_lost() {
    let (server, browser) = studio();
    open(
        &browser,
        &server,
        "puzzle=pellet&mode=play&level=S..%0A...%0A",
    );
    browser.until_text("game-text", "5 cells left");
    browser.run("document.activeElement.blur()");
    browser.press("RRDL");
    let address = server.address.to_string();
    drop(server);
    browser.press("L");
    browser.until_message("cannot be reached");
    browser.until("!document.getElementById('recheck').hidden");
    let server = Server::start(&address);
    browser.click("recheck");
    browser.until("!document.getElementById('win').hidden");
    // The same after a reload.
    open(
        &browser,
        &server,
        "puzzle=pellet&mode=play&level=S..%0A..%23%0A",
    );
    browser.until_text("game-text", "4 cells left");
    browser.run("document.activeElement.blur()");
    browser.run("fetch = () => Promise.reject(new Error('gone'))");
    browser.press("RRL");
    browser.press("uu");
    browser.press("DRUR");
    browser.until("!document.getElementById('recheck').hidden");
    browser.reload();
    browser.until("document.getElementById('win')?.hidden === false");
}

#[test]
fn the_disc_on_the_start_of_a_maze_says_that_it_is_the_start() {
    let (server, browser) = studio();
    open(
        &browser,
        &server,
        "puzzle=maze&mode=play&level=maze%3A17x13%2Fdfs%23spring",
    );
    browser.until_text("game-text", "0 steps");
    let said = browser.run(
        "return import('./page/shown.js').then(({ view }) => import('./draw/paint.js').then(({ paint }) => { \
         const said = []; const { fillText } = view.context; \
         view.context.fillText = (text) => said.push(text); paint(view); view.context.fillText = fillText; return said; }))",
    );
    // Once as the mark that is covered, and once on the disc above it.
    let starts = said.as_array().unwrap().iter().filter(|text| **text == "S");
    assert_eq!(starts.count(), 2, "{said}");
}

#[test]
fn a_wrong_typed_entry_of_the_storage_does_not_empty_the_home() {
    let server = Server::start("127.0.0.1:0");
    let browser = crate::driver::Browser::start();
    open(&browser, &server, "");
    browser.until("document.body.dataset.home === 'ready'");
    for value in [
        "7",
        "null",
        "[1]",
        "{\\\"1\\\":5}",
        "{\\\"1\\\":{\\\"moves\\\":null}}",
        "\\\"x\\\"",
    ] {
        for name in [
            "solved coil",
            "days coil",
            "game coil coil:pack/1",
            "results",
            "hand",
        ] {
            browser.run(&format!(
                "localStorage.setItem('unicursal {name}', \"{value}\")"
            ));
        }
        open(&browser, &server, "");
        browser.until("document.querySelectorAll('.puzzle').length >= 4");
        browser.click("play-easy");
        browser.until("document.body.dataset.mode === 'play'");
        browser.until("!document.getElementById('game').hidden");
        browser.click("mode-today");
        browser.until("document.querySelectorAll('.day-card').length >= 4");
        browser.click("mode-compare");
        browser.until("document.body.dataset.mode === 'compare'");
    }
}

#[test]
fn the_logo_is_called_what_is_written_on_it() {
    let (_server, browser) = studio();
    let [name, text] = ["getAttribute('aria-label')", "textContent.trim()"].map(|what| {
        browser.run(&format!(
            "return document.getElementById('mode-home').{what}"
        ))
    });
    assert!(
        name.as_str().unwrap().contains(text.as_str().unwrap()),
        "{name} {text}"
    );
}

#[test]
fn what_an_address_claims_is_not_counted() {
    let (server, browser) = studio();
    // A small level with the number of another, and one that borrows a day.
    for (link, ladder) in [
        ("puzzle=pellet&mode=play&level=S..%0A...%0A&rung=77", "77"),
        (
            "puzzle=pellet&mode=play&level=pellet%3A5x5%232026-11-17",
            "2026-11-17",
        ),
    ] {
        open(&browser, &server, link);
        browser.until("!document.getElementById('game').hidden");
        browser.run("localStorage.clear()");
        while browser.run("return document.getElementById('win').hidden") == true {
            let before = browser.text("game-text");
            browser.click("hint");
            browser.wait("a move", || browser.text("game-text") != before);
            browser.until("document.getElementById('work').hidden");
            if browser.text("game-text").starts_with("Done") {
                browser.until("!document.getElementById('win').hidden");
            }
        }
        let kept = browser.run(
            "const solved = Object.keys(localStorage).filter((key) => key.startsWith('unicursal solved pellet')); \
             return [solved.length, solved.flatMap((key) => Object.keys(JSON.parse(localStorage.getItem(key)))).filter((key) => /^\\d+$/.test(key)), \
             localStorage.getItem('unicursal days pellet')]",
        );
        // It was put down as a level that was solved, and as nothing else.
        assert_eq!(kept, json!([1, [], null]), "{ladder}");
        assert!(!browser.text("level-name").contains("November"));
    }
}

#[test]
fn a_text_of_another_puzzle_is_recognised_when_it_is_pasted() {
    let (_server, browser) = studio();
    for puzzle in unicursal::puzzles().iter().rev() {
        browser.load(puzzle.about().example);
        let name = puzzle.name();
        browser.until(&format!(
            "document.getElementById('puzzle').value === '{name}'"
        ));
    }
}

#[test]
fn nothing_is_cut_on_a_phone_in_landscape_and_a_low_window_keeps_what_a_mouse_needs() {
    let (server, browser) = studio();
    browser.emulate(false, true);
    // What lies outside the window, or is wider than its place.
    let cut = "return [...document.querySelectorAll('.strip select, .strip button, #level-name, \
         .foot button')].filter((e) => e.checkVisibility()).filter((e) => { \
         const r = e.getBoundingClientRect(), s = e.tagName === 'SELECT' && e.cloneNode(); \
         if (s) { s.style.cssText = 'position: fixed; width: auto; flex: none'; \
             s.append(new Option(e.selectedOptions[0].text)); e.after(s); } \
         const width = (e) => e.getBoundingClientRect().width; \
         const wide = s ? width(s) > width(e) : e.scrollWidth > e.clientWidth + 1; \
         if (s) s.remove(); \
         return wide || r.bottom > innerHeight + 1 || r.right > innerWidth + 1; }) \
         .map((e) => e.id)";
    for (width, height) in [(844, 390), (740, 360), (667, 375)] {
        browser.resize(width, height);
        for link in [
            "puzzle=connect&level=connect:pack2/40&mode=play",
            "puzzle=trail&level=trail:pack/150&mode=play",
        ] {
            open(&browser, &server, link);
            browser.until("document.getElementById('level-name').textContent.includes(' · ')");
            browser.until("!document.getElementById('game').hidden");
            assert_eq!(browser.run(cut), json!([]), "{link} {width}");
            // The board has the whole height.
            let high = "const { canvas } = (await import('./page/shown.js')).view; \
                 return canvas.getBoundingClientRect().bottom > innerHeight - 2";
            let high = format!("return (async () => {{ {high} }})()");
            assert_eq!(browser.run(&high), json!(true), "{link} {width}");
        }
        // Twice: the second time there is also what was best before.
        for _ in 0..2 {
            let level = "puzzle=pellet&mode=play&level=S..%0A...%0A";
            open(&browser, &server, level);
            browser.until_text("game-text", "5 cells left");
            browser.run("document.activeElement.blur()");
            browser.press("RRDLL");
            browser.until("!document.getElementById('win').hidden");
            let scrolls = "const { scrollHeight, clientHeight } = document.getElementById('win'); \
                 return scrollHeight > clientHeight";
            assert_eq!(browser.run(scrolls), json!(false), "{width}");
            let buttons = cut.replace(".foot button", "#win button");
            assert_eq!(browser.run(&buttons), json!([]), "won, {width}");
        }
    }
    browser.resize(1280, 700);
    let low = json!({"width": 1280, "height": 500, "deviceScaleFactor": 1, "mobile": false});
    browser.command("Emulation.setDeviceMetricsOverride", &low);
    open(
        &browser,
        &server,
        "puzzle=pellet&mode=play&level=S..%0A...%0A",
    );
    browser.until_text("game-text", "5 cells left");
    browser.drag("mouse", &browser.cells((3.0, 2.0), &[(1.0, 1.0)]));
    browser.until_text("hover", "pellet");
    let beside = "return document.querySelector('.strip').getBoundingClientRect().right \
         <= document.querySelector('.foot').getBoundingClientRect().left";
    assert_eq!(browser.run(beside), json!(true));
}
