//! The page without a server: the folder that `./site` writes, served as mere files. `./test`
//! builds it and names it in `UNICURSAL_SITE`.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

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

/// Answers a request. Returns the name of the file, unless the browser has it already.
fn answer(mut stream: TcpStream, folder: &Path) -> Option<String> {
    let mut head = BufReader::new(&stream).lines().map_while(Result::ok);
    let line = head.next().unwrap_or_default();
    let known = head
        .take_while(|line| !line.is_empty())
        .find_map(|line| Some(line.split_once("If-None-Match: ")?.1.to_owned()));
    let path = line.split(' ').nth(1).unwrap_or("/");
    let mut name = path.trim_start_matches('/').to_owned();
    if name.is_empty() || name.ends_with('/') {
        name.push_str("index.html");
    }
    let kind = match Path::new(&name)
        .extension()
        .and_then(|ending| ending.to_str())
    {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    };
    let (status, bytes) = match std::fs::read(folder.join(&name)) {
        Ok(bytes) => ("200 OK", bytes),
        Err(_) => ("404 Not Found", Vec::new()),
    };
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    let tag = format!("\"{:x}\"", hasher.finish());
    let is_known = known.is_some_and(|known| known == tag);
    let (status, bytes) = if is_known {
        ("304 Not Modified", Vec::new())
    } else {
        (status, bytes)
    };
    let length = bytes.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nETag: {tag}\r\n\
         Cache-Control: no-cache\r\nConnection: close\r\n\r\n"
    );
    let _ = stream.write_all(head.as_bytes());
    let _ = stream.write_all(&bytes);
    (!is_known).then_some(name)
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

/// What a browser wants of a page that can be installed: a manifest that can be read, icons that
/// are there, a worker that answers, and an address to start from. Returns what is missing.
const INSTALLABLE: &str = "return (async () => { const wrong = []; \
     const link = document.querySelector('link[rel=manifest]').href; \
     const manifest = await (await fetch(link)).json(); \
     for (const name of ['name', 'short_name', 'start_url', 'display']) if (!manifest[name]) wrong.push(name); \
     const sizes = manifest.icons.map(({ sizes }) => sizes); \
     for (const size of ['192x192', '512x512']) if (!sizes.includes(size)) wrong.push(size); \
     if (!manifest.icons.some(({ purpose }) => purpose === 'maskable')) wrong.push('maskable'); \
     for (const { src, sizes } of manifest.icons) { const image = new Image(); image.src = new URL(src, link); \
       await image.decode().catch(() => wrong.push(src)); \
       if (/x/.test(sizes) && sizes !== `${image.naturalWidth}x${image.naturalHeight}`) wrong.push(`${src} ${sizes}`); } \
     if (!(await navigator.serviceWorker.getRegistration())?.active) wrong.push('worker'); \
     if (!(await fetch(new URL(manifest.start_url, link))).ok) wrong.push('start'); return wrong; })()";

#[test]
#[ignore = "needs a folder that ./site wrote: UNICURSAL_SITE=DIR cargo test -p unicursal-studio -- --ignored"]
fn the_static_edition_is_installable_plays_without_a_network_and_takes_up_a_new_version() {
    let folder =
        PathBuf::from(std::env::var_os("UNICURSAL_SITE").expect("UNICURSAL_SITE names a folder"));
    // A copy, in which another version can be put. Its folder begins like the API of a server.
    let top = Path::new(env!("CARGO_TARGET_TMPDIR")).join("studio-versions");
    let _ = std::fs::remove_dir_all(&top);
    let copy = top.join("apiary");
    copy_folder(&folder, &copy);
    let (address, gate, sent) = serve_with_gate(top);
    let page = format!("http://{address}/apiary/");
    let browser = Browser::start();
    browser.open(&page);
    browser.until("document.body.dataset.offline === 'ready'");
    assert_eq!(browser.run(INSTALLABLE), serde_json::json!([]));
    // The library, by far the largest file, comes over the network once, for the page and for what keeps it offline.
    let libraries = || {
        let sent = sent.lock().unwrap();
        let is_library = |name: &&String| name.ends_with("/unicursal.wasm");
        sent.iter().filter(is_library).count()
    };
    assert_eq!(libraries(), 1);

    // Nobody answers any more.
    gate.store(false, Ordering::Relaxed);
    browser.open("about:blank");
    browser.open(&page);
    browser.until("document.body.dataset.home === 'ready'");
    browser.open("about:blank");
    browser.open(&format!(
        "{page}#puzzle=pellet&mode=play&level=S..%0A...%0A"
    ));
    browser.until_text("game-text", "5 cells left");
    browser.run("document.activeElement.blur()");
    browser.press("RRDLL");
    browser.until("!document.getElementById('win').hidden");
    browser.open("about:blank");
    browser.open(&format!("{page}#mode=today"));
    browser.until("document.querySelectorAll('.day-card').length >= 4");

    // A new version: it is offered, and when it is taken everything is of it.
    gate.store(true, Ordering::Relaxed);
    let edit = |name: &str, from: &str, to: &str| {
        let path = copy.join(name);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{name}");
        std::fs::write(path, text.replace(from, to)).unwrap();
    };
    edit("index.html", "<h1>One line.", "<h1>Two lines.");
    edit("sw.js", "VERSION = \"", "VERSION = \"next-");
    browser.open("about:blank");
    browser.open(&page);
    browser.until("document.body.dataset.home === 'ready'");
    assert_eq!(
        browser.run("return document.querySelector('#home h1').textContent.includes('One')"),
        true
    );
    browser.until("!document.getElementById('news').hidden");
    browser.click("news-button");
    browser.until("document.querySelector('#home h1')?.textContent.includes('Two')");
    let caches = browser.run("return caches.keys()");
    browser.wait("the older version gone", || {
        browser
            .run("return caches.keys()")
            .as_array()
            .unwrap()
            .len()
            == 1
    });
    assert!(caches.to_string().contains("next-"), "{caches}");
}

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Serves a folder as long as the gate is open; else connections are closed at once.
/// Also returns the names of the files that were sent.
fn serve_with_gate(folder: PathBuf) -> (SocketAddr, Arc<AtomicBool>, Arc<Mutex<Vec<String>>>) {
    let gate = Arc::new(AtomicBool::new(true));
    let sent = Arc::new(Mutex::new(Vec::new()));
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let (open, log) = (Arc::clone(&gate), Arc::clone(&sent));
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            if !open.load(Ordering::Relaxed) {
                continue;
            }
            let (folder, log) = (folder.clone(), Arc::clone(&log));
            std::thread::spawn(move || {
                let name = answer(stream, &folder);
                log.lock().unwrap().extend(name);
            });
        }
    });
    (address, gate, sent)
}
