//! Watching: solving, playing back, links, pictures to look at.

use crate::driver::Browser;
use crate::server::{SMALL, open, studio};

#[test]
fn a_level_is_solved_and_played_back_and_a_link_shows_the_same_step() {
    let (_server, browser) = studio();
    browser.click("solve-button");
    browser.until_message("Solved");
    browser.shoot("desktop");
    let length = browser.run("return Number(document.getElementById('step').max)");
    let length = length.as_u64().unwrap();
    browser.press("LLL");
    let at = |step: u64| format!("{step} / {length}");
    assert_eq!(browser.text("step-text"), at(length - 3));
    browser.press("<RR");
    assert_eq!(browser.text("step-text"), at(2));
    browser.press(" ");
    browser.until("!document.getElementById('step-text').textContent.startsWith('2 /')");
    browser.press(" ");
    browser.until("document.getElementById('play').getAttribute('aria-label') === 'Play'");
    browser.press("<RRRR");
    browser.until("location.hash.endsWith('step=4')");
    browser.reload();
    browser.until_text("step-text", &at(4));

    // A second page at the same time, on a telephone and in the dark.
    let other = Browser::start();
    let link = browser.run("return location.href");
    other.open(link.as_str().unwrap());
    other.until_text("step-text", &at(4));
    other.resize(390, 844);
    other.until("innerWidth === 390");
    for mode in ["watch", "play", "make", "compare"] {
        other.click(&format!("mode-{mode}"));
        other.until(&format!("document.body.dataset.mode === '{mode}'"));
        let width = other.run("return document.documentElement.scrollWidth");
        assert_eq!(width, 390, "{mode}");
        other.shoot(&format!("phone-{mode}"));
    }
    other.click("mode-watch");
    other.click("solve-button");
    other.until_message("Solved");
    other.emulate(true, false);
    other.resize(1280, 800);
    other.shoot("dark");
    // The first page has not moved.
    assert_eq!(browser.text("step-text"), at(4));
}

#[test]
fn playback_follows_the_head_when_zoomed() {
    let (server, browser) = studio();
    browser.emulate(false, true);
    open(
        &browser,
        &server,
        "puzzle=coil&level=coil:30x20/original%23spring&step=0",
    );
    browser.until_message("Solved");
    browser.run("document.activeElement.blur()");
    browser.press("++++++++");
    let is_seen = "return import('./page/shown.js').then(({ view }) => { \
         const { head } = view.walk, { width } = view.picture, { clientWidth, clientHeight } = view.canvas; \
         const [left, top] = [view.left + (head % width) * view.scale, view.top + Math.floor(head / width) * view.scale]; \
         return left >= 0 && top >= 0 && left + view.scale <= clientWidth && top + view.scale <= clientHeight; })";
    for step in [1, 100, 200, 300, 400] {
        browser.fill("step", &step.to_string());
        browser.until_text("step-text", &format!("{step} / "));
        browser.wait("the head in sight", || {
            browser.run(is_seen) == serde_json::json!(true)
        });
    }
}

#[test]
fn an_answer_in_a_link_is_checked() {
    let (server, browser) = studio();
    let level = "x%3D3%26y%3D3%26board%3DX.......X";
    let answers = [
        ("RDLDR", "The answer in this link is right"),
        ("RDLD", "The answer in this link is not right"),
    ];
    for (path, words) in answers {
        let answer = format!("x%3D1%26y%3D0%26path%3D{path}");
        open(
            &browser,
            &server,
            &format!("puzzle=coil&level={level}&answer={answer}&step=3"),
        );
        browser.until_message(words);
        browser.until_text("step-text", "3 / ");
    }
}

#[test]
fn every_control_has_a_name_and_a_level_is_kept_in_files() {
    let (_server, browser) = studio();
    let nameless = browser.run(
        "const name = (e) => e.getAttribute('aria-label') || e.textContent.trim() || \
         [...(e.labels ?? [])].some((label) => label.textContent.trim()); \
         return [...document.querySelectorAll('button, input, select, textarea, canvas:not([aria-hidden])')] \
         .filter((e) => !name(e)).map((e) => e.outerHTML)",
    );
    assert_eq!(nameless, serde_json::json!([]));

    browser.fill("number", "30");
    browser.click("pick");
    browser.until("document.getElementById('text').value === 'coil:pack/30'");
    browser.load(SMALL);
    browser.until_message("3 columns");
    browser.click("solve-button");
    browser.until_message("Solved");
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("studio-saved");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    browser.save_into(&folder);
    let kept = [
        ("level", "coil.txt", SMALL),
        ("svg", "coil.svg", "<svg"),
        ("png", "coil.png", "PNG"),
    ];
    for (button, name, part) in kept {
        browser.click(&format!("save-{button}"));
        let mut text = String::new();
        browser.wait(name, || {
            let bytes = std::fs::read(folder.join(name)).unwrap_or_default();
            text = String::from_utf8_lossy(&bytes).into_owned();
            text.contains(part)
        });
    }
    browser.drop_file("level.txt", "x=4&y=1&board=....");
    browser.until_message("4 columns, 1 row");
    // An id brings its puzzle along.
    browser.load("maze:9x7/dfs#spring\n");
    browser.until_message("9 columns, 7 rows");
    assert_eq!(browser.value("puzzle"), "maze");
    browser.click("solve-button");
    browser.until_message("Solved");
}

#[test]
fn a_level_is_solved_and_played_by_one_button_below_the_board() {
    let (_server, browser) = studio();
    browser.click("solve-now");
    browser.until_message("Solved");
    browser.until("!document.getElementById('transport').hidden");
    assert_eq!(
        browser.run("return document.getElementById('unsolved').hidden"),
        true
    );
    // It plays from the start to the end.
    browser.until("Number(document.getElementById('step').value) > 0");
    browser.press(" ");
    browser.until("document.getElementById('play').ariaLabel === 'Play'");
    // Another level is not solved yet.
    browser.load(crate::server::SMALL);
    browser.until("!document.getElementById('unsolved').hidden");
}
