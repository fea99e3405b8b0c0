//! The page without a server: the folder that `./site` writes, served as mere files. `./test` builds it
//! and names it in `UNICURSAL_SITE`.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};

use crate::driver::Browser;
use crate::large::winding;

/// Serves the files of a folder until the test ends.
pub fn serve(folder: PathBuf) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let folder = folder.clone();
            std::thread::spawn(move || answer(stream, &folder));
        }
    });
    address
}

fn answer(mut stream: TcpStream, folder: &Path) {
    let mut head = BufReader::new(&stream).lines().map_while(Result::ok);
    let line = head.next().unwrap_or_default();
    head.take_while(|line| !line.is_empty()).for_each(drop);
    let path = line.split(' ').nth(1).unwrap_or("/");
    let name = match path.trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let kind = match Path::new(name)
        .extension()
        .and_then(|ending| ending.to_str())
    {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    };
    let (status, bytes) = match std::fs::read(folder.join(name)) {
        Ok(bytes) => ("200 OK", bytes),
        Err(_) => ("404 Not Found", Vec::new()),
    };
    let length = bytes.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    let _ = stream.write_all(head.as_bytes());
    let _ = stream.write_all(&bytes);
}

#[test]
#[ignore = "needs a folder that ./site wrote: UNICURSAL_SITE=DIR cargo test -p unicursal-studio -- --ignored"]
fn the_static_edition_plays_solves_generates_and_cancels() {
    let folder = std::env::var_os("UNICURSAL_SITE").expect("UNICURSAL_SITE names a folder");
    let page = format!("http://{}/", serve(folder.into()));
    let browser = Browser::start();
    browser.open(&page);
    browser.until("document.body.dataset.home === 'ready'");
    browser.until("document.body.dataset.edition === 'static'");
    browser.shoot("site-home");

    browser.open("about:blank");
    browser.open(&format!("{page}#mode=watch"));
    browser.until_message("columns");
    for puzzle in unicursal::puzzles() {
        browser.choose(puzzle.name());
        browser.click("solve-button");
        browser.until_message("Solved");
    }
    browser.choose("coil");
    browser.load("x=3&y=3&board=X......?X");
    browser.until_note("load", "'?'");
    // Work is cancelled, and the next is done.
    browser.load("coil:60x60/original#spring");
    browser.until_message("60 columns");
    browser.fill("method", "brute");
    browser.click("solve-button");
    browser.until_text("work-text", "s ·");
    browser.click("cancel");
    browser.until_message("Cancelled");
    browser.fill("method", "engine");
    browser.load("coil:200x200/original#spring");
    browser.until_message("200 columns");
    browser.click("solve-button");
    browser.until_message("Solved");

    browser.click("mode-make");
    browser.fill("width", "9");
    browser.fill("height", "7");
    browser.click("generate-button");
    browser.until_message("9 columns, 7 rows");
    browser.click("unique");
    browser.until("/solution/.test(document.getElementById('message').textContent)");
    browser.click("mode-play");
    browser.click("hint");
    browser.until_text("game-text", "left");
    browser.shoot("site-play");
}

#[test]
#[ignore = "needs a folder that ./site wrote: UNICURSAL_SITE=DIR cargo test -p unicursal-studio -- --ignored"]
fn the_static_edition_takes_2000x2000_with_progress_and_cancel() {
    let folder = std::env::var_os("UNICURSAL_SITE").expect("UNICURSAL_SITE names a folder");
    let browser = Browser::start();
    browser.open(&format!("http://{}/#mode=watch", serve(folder.into())));
    browser.until_message("columns");
    // Making such a level takes some seconds; nobody has to wait for it.
    browser.load("coil:2000x2000/original#spring");
    browser.until("!document.getElementById('work').hidden");
    browser.click("cancel");
    browser.until_message("Cancelled");
    browser.load(&winding());
    browser.until_message("2000 columns");
    browser.click("solve-button");
    browser.until_text("work-text", "s ·");
    browser.until_message("Solved");
    let steps = browser.run("return Number(document.getElementById('step').max)");
    assert_eq!(steps, 1000 * 2000 + 1000);
    browser.press("<");
    browser.until_text("step-text", "0 / ");
    // A larger one is refused.
    browser.load("coil:2001x2001/original#spring");
    browser.until_note("load", "too large");
}
