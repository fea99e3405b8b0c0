//! The page for everybody: axe-core looks at every mode, light and dark, on a desk and on a
//! telephone, for contrasts, names and landmarks. `./setup` installs it, and `./test` names it in
//! `UNICURSAL_AXE`.

use serde_json::json;

use crate::compare::results;
use crate::driver::Browser;
use crate::server::{Server, open};

/// What axe-core objects to.
fn objections(browser: &Browser, axe: &str) -> serde_json::Value {
    browser.run(axe);
    browser.run(
        "const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], \
         rules = { 'label-content-name-mismatch': { enabled: true } }; \
         return axe.run(document, { runOnly, rules }).then(({ violations }) => violations.map((found) => \
         `${found.id}: ${found.nodes.map(({ target }) => target).join(' ')}`))",
    )
}

#[test]
#[ignore = "needs axe-core: UNICURSAL_AXE=FILE cargo test -p unicursal-studio -- --ignored"]
fn axe_core_objects_to_nothing() {
    let file = std::env::var_os("UNICURSAL_AXE").expect("UNICURSAL_AXE names a file");
    let axe = std::fs::read_to_string(file).unwrap();
    let server = Server::start("127.0.0.1:0");
    let browser = Browser::start();
    // It finds what is wrong.
    browser.open(&format!("{}style.css", server.page()));
    browser.run("document.body.append(document.createElement('button'))");
    let found = objections(&browser, &axe).to_string();
    assert!(found.contains("button-name"), "{found}");

    let scenes = [
        ("", "document.body.dataset.home === 'ready'"),
        (
            "mode=today",
            "document.querySelectorAll('.day-card').length >= 4",
        ),
        (
            "puzzle=coil&step=4",
            "!document.getElementById('transport').hidden",
        ),
        (
            "puzzle=coil&mode=play",
            "!document.getElementById('game').hidden",
        ),
        (
            "puzzle=connect&mode=play",
            "!document.getElementById('game').hidden",
        ),
        (
            "puzzle=maze&mode=play",
            "!document.getElementById('game').hidden",
        ),
        (
            "puzzle=pellet&mode=play&level=S..%0A...%0A",
            "!document.getElementById('game').hidden",
        ),
        (
            "puzzle=coil&mode=make",
            "document.getElementById('draw').offsetHeight",
        ),
        (
            "puzzle=connect&mode=make",
            "document.querySelector('#swatches button')",
        ),
        (
            "puzzle=coil&mode=compare",
            "document.getElementById('entries').offsetHeight",
        ),
    ];
    for (dark, width, height) in [
        (false, 1280, 800),
        (true, 1280, 800),
        (false, 390, 844),
        (true, 390, 844),
        (false, 844, 390),
    ] {
        browser.emulate(dark, true);
        browser.resize(width, height);
        for (link, condition) in scenes {
            open(&browser, &server, link);
            browser.until(condition);
            if link.ends_with("compare") {
                browser.drop_file("results.jsonl", &results());
                browser.until("document.querySelector('#rows tr')");
            }
            if link == "puzzle=pellet&mode=play&level=S..%0A...%0A" {
                // The moment of a win.
                browser.press("RRDLL");
                browser.until("!document.getElementById('win').hidden");
            }
            assert_eq!(
                objections(&browser, &axe),
                json!([]),
                "{link} dark: {dark} width: {width}"
            );
        }
    }
}
