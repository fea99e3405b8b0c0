//! What goes wrong is said where it happened, and the page goes on.

use crate::server::{SMALL, Server, studio};

#[test]
fn bad_input_is_shown_at_its_place() {
    let (_server, browser) = studio();
    browser.load("x=3&y=3&board=X......?X");
    browser.until_note("load", "'?'");
    let selected = "const field = document.getElementById('text'); \
                    return field.value.slice(field.selectionStart, field.selectionEnd)";
    assert_eq!(browser.run(selected), "?");
    browser.load(SMALL);
    browser.until_message("3 columns");
    assert_eq!(
        browser.run("return document.querySelector('#load .note').textContent"),
        ""
    );

    browser.choose("maze");
    browser.load("S##\n#x#\n##E\n");
    browser.until_note("load", "line 2, column 2");
    assert_eq!(browser.run(selected), "x");

    browser.click("mode-make");
    for (width, part) in [("0", "whole numbers"), ("5000", "too large")] {
        browser.fill("width", width);
        browser.fill("height", "5000");
        browser.click("resize");
        browser.until_note("generate", part);
    }
    browser.click("generate-button");
    browser.until_note("generate", "5000x5000");
}

#[test]
fn work_can_be_cancelled_and_a_server_that_ends_and_comes_back_is_noticed() {
    let (server, browser) = studio();
    // Brute force is not done with a level like this for a long time.
    browser.load("coil:60x60/original#spring");
    browser.until_message("60 columns");
    browser.fill("method", "brute");
    browser.click("solve-button");
    browser.until("!document.getElementById('work').hidden");
    browser.until_text("work-text", "s ·");
    browser.click("cancel");
    browser.until_message("Cancelled");
    browser.until("document.getElementById('work').hidden");

    // Another level ends the work on this one.
    browser.click("solve-button");
    browser.until_text("work-text", "s ·");
    browser.load(SMALL);
    browser.until("document.getElementById('work').hidden");
    browser.until_message("3 columns");
    browser.load("coil:60x60/original#spring");
    browser.until_message("60 columns");

    browser.click("solve-button");
    browser.until_text("work-text", "s ·");
    let address = server.address.to_string();
    drop(server);
    browser.until_note("solve", "connection to the server was lost");
    browser.click("solve-button");
    browser.until_note("solve", "cannot be reached");
    let _server = Server::start(&address);
    browser.load(SMALL);
    browser.until_message("3 columns");
    browser.click("solve-button");
    browser.until_message("Solved");
}
