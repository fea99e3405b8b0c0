//! The page in a real browser.

mod driver;

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread::JoinHandle;

use driver::Browser;
use unicursal_studio::Config;

const SMALL: &str = "x=3&y=3&board=X.......X";

struct Server {
    address: SocketAddr,
    stop: &'static AtomicBool,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    fn start(address: &str) -> Self {
        let stop: &'static AtomicBool = Box::leak(Box::default());
        let (sender, receiver) = mpsc::channel();
        let address = address.parse().unwrap();
        let thread = std::thread::spawn(move || {
            let ready = move |address| sender.send(address).unwrap();
            unicursal_studio::run(address, Config::default(), ready, stop).unwrap();
        });
        Self {
            address: receiver.recv().unwrap(),
            stop,
            thread: Some(thread),
        }
    }

    fn page(&self) -> String {
        format!("http://{}/", self.address)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A server and a page of it that has shown its first level.
fn studio() -> (Server, Browser) {
    let server = Server::start("127.0.0.1:0");
    let browser = Browser::start();
    browser.open(&server.page());
    browser.until_message("columns");
    (server, browser)
}

/// Clicks a cell of a board that is shown as a whole.
fn click_cell(browser: &Browser, (x, y): (f64, f64), (width, height): (f64, f64)) {
    let place = browser.run(
        "const r = document.getElementById('canvas').getBoundingClientRect(); \
         return [r.left, r.top, r.width, r.height]",
    );
    let number = |index: usize| place[index].as_f64().unwrap();
    let scale = (number(2) / (width + 1.0))
        .min(number(3) / (height + 1.0))
        .min(48.0);
    let across = |start: f64, room: f64, cells: f64, cell: f64| {
        start + (room - cells * scale) / 2.0 + (cell + 0.5) * scale
    };
    browser.click_at(
        across(number(0), number(2), width, x),
        across(number(1), number(3), height, y),
    );
}

#[test]
fn a_level_is_solved_and_played_back_and_a_link_shows_the_same_step() {
    let (server, browser) = studio();
    browser.click("solve-button");
    browser.until_message("Solved");
    browser.shoot("desktop");
    let length = browser.run("return Number(document.getElementById('step').max)");
    let length = length.as_u64().unwrap();
    browser.press("LLL");
    assert_eq!(
        browser.text("step-text"),
        format!("{} / {length}", length - 3)
    );
    browser.press("<RR");
    assert_eq!(browser.text("step-text"), format!("2 / {length}"));
    browser.press(" ");
    browser.until("!document.getElementById('step-text').textContent.startsWith('2 /')");
    browser.press(" ");
    browser.until("document.getElementById('play').getAttribute('aria-label') === 'Play'");
    browser.press("<RRRR");
    browser.reload();
    let shown = format!("document.getElementById('step-text')?.textContent === '4 / {length}'");
    browser.until(&shown);

    let other = Browser::start();
    let link = browser.run("return location.href");
    other.open(link.as_str().unwrap());
    other.until(&shown);
    other.resize(390, 844);
    other.until("innerWidth === 390");
    assert_eq!(
        other.run("return document.documentElement.scrollWidth"),
        390
    );
    other.click("solve-button");
    other.until_message("Solved");
    other.shoot("phone");
    other.darken();
    other.resize(1280, 800);
    other.shoot("dark");
    drop(server);
}

#[test]
fn games_are_won_by_hand() {
    let (_server, browser) = studio();
    browser.load(SMALL);
    browser.until_message("3 columns");
    browser.click("mode-play");
    click_cell(&browser, (1.0, 0.0), (3.0, 3.0));
    browser.until("document.getElementById('game-text').textContent.includes('6 cells left')");
    browser.press("RD");
    browser.press("uu");
    assert!(browser.text("game-text").starts_with("6 cells left"));
    browser.click("hint");
    browser.until("document.getElementById('game-text').textContent.includes('5 cells left')");
    browser.press("DLDR");
    browser.until_message("You solved it!");
    browser.shoot("coil-won");

    browser.click("mode-watch");
    browser.choose("maze");
    browser.load("S##\n  #\n ##\n E ");
    browser.until_message("4 rows");
    browser.click("mode-play");
    browser.press("RRDDLD");
    browser.until_message("You solved it!");

    browser.click("mode-watch");
    browser.choose("pellet");
    browser.click("mode-play");
    browser.press("RRRDDLLLU");
    browser.until_message("You solved it!");
}

#[test]
fn bad_input_is_shown_with_its_place_and_the_page_goes_on() {
    let (_server, browser) = studio();
    browser.load("x=3&y=3&board=X......?X");
    browser.until_message("'?'");
    browser.load(SMALL);
    browser.until_message("3 columns");
}

#[test]
fn a_generated_level_can_be_solved_and_a_large_one_is_drawn() {
    let (_server, browser) = studio();
    browser.run("document.getElementById('generate').requestSubmit()");
    browser.until_message("20 columns, 14 rows");
    assert!(
        browser
            .run("return location.hash")
            .as_str()
            .unwrap()
            .contains("spring")
    );
    browser.click("solve-button");
    browser.until_message("Solved");
    let board = ".".repeat(2000 * 2000);
    browser.load(&format!("x=2000&y=2000&board={board}"));
    browser.until_message("2000 columns");
    let middle = "const c = document.getElementById('canvas'); return Array.from(\
        c.getContext('2d').getImageData(c.width / 2, c.height / 2, 1, 1).data)";
    browser.until("document.getElementById('canvas').width > 300");
    browser.run(
        "return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))",
    );
    assert_eq!(browser.run(middle), serde_json::json!([250, 250, 247, 255]));
    browser.press("+++++++++");
    browser.shoot("large");
}

#[test]
fn a_server_that_ends_is_noticed_and_one_that_comes_back_is_used() {
    let (server, browser) = studio();
    let address = server.address.to_string();
    drop(server);
    browser.click("solve-button");
    browser.until_message("cannot be reached");
    let _server = Server::start(&address);
    browser.click("solve-button");
    browser.until_message("Solved");
}
