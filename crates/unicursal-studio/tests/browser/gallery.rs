//! Pictures of every mode for people to look at, of both editions, light and dark, at six sizes.

use crate::compare::results;
use crate::driver::Browser;
use crate::server::Server;
use crate::site::serve;

/// What is shown: a name, a link, and what holds when it is there.
const SCENES: [(&str, &str, &str); 11] = [
    (
        "play-trail",
        "puzzle=trail&level=trail:pack/150&mode=play",
        "!document.getElementById('game').hidden",
    ),
    (
        "today",
        "mode=today",
        "document.querySelectorAll('.day-card').length >= 4",
    ),
    ("home", "", "document.body.dataset.home === 'ready'"),
    (
        "watch",
        "puzzle=coil&level=coil:30x20/original%23spring&step=300",
        "!document.getElementById('transport').hidden",
    ),
    (
        "watch-connect",
        "puzzle=connect&level=connect:pack/40&step=30",
        "!document.getElementById('transport').hidden",
    ),
    (
        "play",
        "puzzle=coil&level=coil:pack/30&mode=play",
        "!document.getElementById('game').hidden",
    ),
    (
        "play-connect",
        "puzzle=connect&level=connect:pack/20&mode=play",
        "!document.getElementById('game').hidden",
    ),
    (
        "play-maze",
        "puzzle=maze&level=maze:17x13/dfs%23spring&mode=play",
        "!document.getElementById('game').hidden",
    ),
    (
        "play-pellet",
        "puzzle=pellet&level=pellet:12x9%23spring&mode=play",
        "!document.getElementById('game').hidden",
    ),
    (
        "make",
        "puzzle=connect&level=connect:pack/20&mode=make",
        "document.querySelector('#swatches button')",
    ),
    (
        "compare",
        "puzzle=coil&mode=compare",
        "document.getElementById('entries').offsetHeight",
    ),
];

#[test]
#[ignore = "makes pictures to look at: UNICURSAL_SITE=DIR cargo test -p unicursal-studio gallery -- --ignored"]
fn a_gallery_of_all_modes() {
    let folder = std::env::var_os("UNICURSAL_SITE").expect("UNICURSAL_SITE names a folder");
    let server = Server::start("127.0.0.1:0");
    let editions = [
        ("server", server.page()),
        ("static", format!("http://{}/", serve(folder.into()))),
    ];
    let browser = Browser::start();
    for (edition, page) in editions {
        for (width, height) in [
            (1440, 900),
            (1280, 720),
            (1024, 768),
            (768, 1024),
            (390, 844),
            (844, 390),
        ] {
            for dark in [false, true] {
                browser.emulate(dark, true);
                browser.resize(width, height);
                for (name, link, condition) in SCENES {
                    browser.open("about:blank");
                    browser.open(&format!("{page}#{link}"));
                    browser.until("document.body?.dataset.mode");
                    browser.until(condition);
                    if name == "compare" {
                        browser.drop_file("results.jsonl", &results());
                        browser.until("document.querySelector('#rows tr')");
                    }
                    if name.starts_with("play") {
                        browser.click("hint");
                        browser
                            .until("document.getElementById('message').textContent.endsWith('.')");
                    }
                    let tone = if dark { "dark" } else { "light" };
                    browser.shoot(&format!("gallery-{edition}-{name}-{width}-{tone}"));
                }
            }
        }
    }
}
