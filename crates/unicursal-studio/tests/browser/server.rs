//! A server for a page, and a page of it.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread::JoinHandle;

use unicursal_studio::Config;

use crate::driver::Browser;

/// A level with a wall in two corners.
pub const SMALL: &str = "x=3&y=3&board=X.......X";

/// A puzzle's example, as an address has it.
pub fn example(puzzle: &str) -> String {
    let text = unicursal::puzzle(puzzle).unwrap().about().example;
    let bytes: Vec<String> = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
    bytes.concat()
}

/// A server that ends with the test.
pub struct Server {
    pub address: SocketAddr,
    stop: &'static AtomicBool,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    pub fn start(address: &str) -> Self {
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

    pub fn page(&self) -> String {
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

/// Opens what a link of the server's page shows, in a page that has shown nothing yet.
pub fn open(browser: &Browser, server: &Server, link: &str) {
    browser.open("about:blank");
    browser.open(&format!("{}#{link}", server.page()));
    browser.until("document.body?.dataset.mode");
}

/// A server and a page of it that has shown its first level.
pub fn studio() -> (Server, Browser) {
    let server = Server::start("127.0.0.1:0");
    let browser = Browser::start();
    browser.open(&format!("{}#mode=watch", server.page()));
    browser.until_message("columns");
    (server, browser)
}
