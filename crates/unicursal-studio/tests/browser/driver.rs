//! A browser to test with: Chromium, told what to do through chromedriver.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

/// Longer than anything here takes, so that a page that hangs fails the test.
const PATIENCE: Duration = Duration::from_secs(60);

const FLAGS: [&str; 8] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

/// A browser window; the browser ends with it.
pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
}

impl Browser {
    pub fn start() -> Self {
        Self::start_in("en-GB")
    }

    /// A browser whose user reads this language.
    pub fn start_in(language: &str) -> Self {
        // The port that it takes for itself may be taken in between; then it ends.
        let (driver, port) = (0..10)
            .find_map(|_| start_driver())
            .expect("chromedriver starts");
        let mut browser = Self {
            driver,
            port,
            session: String::new(),
        };
        let spoken = format!("--accept-lang={language}");
        let flags: Vec<&str> = FLAGS.into_iter().chain([spoken.as_str()]).collect();
        let options = json!({"args": flags});
        let wanted = json!({"alwaysMatch": {"goog:chromeOptions": options}});
        let session = browser.call("POST", "/session", &json!({"capabilities": wanted}));
        browser
            .session
            .push_str(session["sessionId"].as_str().unwrap());
        browser.resize(1280, 800);
        browser
    }

    /// A call of the protocol.
    fn call(&self, method: &str, path: &str, body: &Value) -> Value {
        let body = if method == "POST" {
            body.to_string()
        } else {
            String::new()
        };
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\
             Connection: close\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(body.as_bytes()).unwrap();
        // chromedriver keeps connections open, so the reply ends where its head says.
        let mut reader = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).unwrap();
            let line = line.trim_end().to_ascii_lowercase();
            if line.is_empty() {
                break;
            }
            if let Some(number) = line.strip_prefix("content-length:") {
                length = number.trim().parse().unwrap();
            }
        }
        let mut reply = vec![0; length];
        reader.read_exact(&mut reply).unwrap();
        let reply: Value = serde_json::from_slice(&reply).unwrap();
        assert!(
            reply["value"]["error"].is_null(),
            "{path}: {}",
            reply["value"]
        );
        reply["value"].clone()
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        self.call("POST", &format!("/session/{}{path}", self.session), body)
    }

    pub fn open(&self, address: &str) {
        self.post("/url", &json!({"url": address}));
    }

    pub fn reload(&self) {
        self.post("/refresh", &json!({}));
    }

    /// Runs a script in the page and returns what it returns.
    pub fn run(&self, script: &str) -> Value {
        self.post("/execute/sync", &json!({"script": script, "args": []}))
    }

    /// Waits until a condition holds in the page.
    pub fn until(&self, condition: &str) {
        let script = format!("return Boolean({condition})");
        self.wait(condition, || self.run(&script) == json!(true));
    }

    /// Waits until something holds.
    pub fn wait(&self, what: &str, mut holds: impl FnMut() -> bool) {
        let begun = Instant::now();
        while !holds() {
            if begun.elapsed() > PATIENCE {
                self.shoot("never");
                panic!("never: {what}; message: {}", self.text("message"));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until the page's message has these words.
    pub fn until_message(&self, words: &str) {
        self.until_text("message", words);
    }

    /// Waits until an element's text has these words.
    pub fn until_text(&self, id: &str, words: &str) {
        let words = json!(words);
        self.until(&format!(
            "document.getElementById('{id}')?.textContent.includes({words})"
        ));
    }

    /// Waits until the note under a form has these words.
    pub fn until_note(&self, form: &str, words: &str) {
        let words = json!(words);
        self.until(&format!(
            "document.querySelector('#{form} .note').textContent.includes({words})"
        ));
    }

    /// Takes the message away, so that the next one can be waited for.
    pub fn clear_message(&self) {
        self.run("document.getElementById('message').textContent = ''");
    }

    /// Sets a field and says so to the page.
    pub fn fill(&self, id: &str, value: &str) {
        let value = json!(value);
        self.run(&format!(
            "const field = document.getElementById('{id}'); field.value = {value}; \
             field.dispatchEvent(new Event('input')); field.dispatchEvent(new Event('change'))"
        ));
    }

    pub fn submit(&self, form: &str) {
        self.run(&format!(
            "document.getElementById('{form}').requestSubmit()"
        ));
    }

    pub fn value(&self, id: &str) -> String {
        let value = self.run(&format!("return document.getElementById('{id}').value"));
        value.as_str().unwrap_or("").to_owned()
    }

    pub fn text(&self, id: &str) -> String {
        let text = self.run(&format!(
            "return document.getElementById('{id}')?.textContent"
        ));
        text.as_str().unwrap_or("").to_owned()
    }

    pub fn click(&self, id: &str) {
        self.run(&format!("document.getElementById('{id}').click()"));
    }

    /// Puts a level into the field for it and loads it.
    pub fn load(&self, level: &str) {
        self.fill("text", level);
        self.submit("load");
    }

    /// Chooses a puzzle, which loads its example.
    pub fn choose(&self, puzzle: &str) {
        self.clear_message();
        self.fill("puzzle", puzzle);
        self.until_message("columns");
    }

    /// Presses real keys: arrows as `L R U D`, `<` is Home, `E` Enter, others as they are.
    pub fn press(&self, keys: &str) {
        let actions = keys.chars().flat_map(|key| {
            let key = match key {
                'L' => '\u{e012}',
                'U' => '\u{e013}',
                'R' => '\u{e014}',
                'D' => '\u{e015}',
                '<' => '\u{e011}',
                'E' => '\u{e007}',
                other => other,
            };
            ["keyDown", "keyUp"].map(|kind| json!({"type": kind, "value": key}))
        });
        let actions: Vec<Value> = actions.collect();
        let keys = json!({"type": "key", "id": "keyboard", "actions": actions});
        self.post("/actions", &json!({"actions": [keys]}));
    }

    /// Presses at the first point, goes over the others and lets go, with `mouse` or `touch`.
    pub fn drag(&self, kind: &str, points: &[(f64, f64)]) {
        self.hold(kind, points, 0);
    }

    /// The same, and stays at the last point for this many milliseconds before it lets go.
    pub fn hold(&self, kind: &str, points: &[(f64, f64)], milliseconds: u32) {
        let go = |&(x, y): &(f64, f64)| json!({"type": "pointerMove", "duration": 0, "x": x.round(), "y": y.round()});
        let mut actions: Vec<Value> = points.iter().map(go).collect();
        actions.insert(1, json!({"type": "pointerDown", "button": 0}));
        actions.push(json!({"type": "pause", "duration": milliseconds}));
        actions.push(json!({"type": "pointerUp", "button": 0}));
        let pointer = json!({
            "type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": actions,
        });
        self.post("/actions", &json!({"actions": [pointer]}));
    }

    /// Swipes on the board of a telephone: `L`, `R`, `U` or `D`.
    pub fn swipe(&self, way: char) {
        let (x, y) = match way {
            'L' => (-30.0, 0.0),
            'R' => (30.0, 0.0),
            'U' => (0.0, -30.0),
            _ => (0.0, 30.0),
        };
        self.drag("touch", &[(195.0, 400.0), (195.0 + x, 400.0 + y)]);
    }

    /// The points at which the cells of the board are.
    pub fn cells(&self, _size: (f64, f64), cells: &[(f64, f64)]) -> Vec<(f64, f64)> {
        let place = self.run(
            "return import('./page/shown.js').then(({ view }) => { \
             const { left, top } = view.canvas.getBoundingClientRect(); \
             return [left + view.left, top + view.top, view.scale]; })",
        );
        let number = |index: usize| place[index].as_f64().unwrap();
        let (left, top, scale) = (number(0), number(1), number(2));
        let point = |&(x, y): &(f64, f64)| (left + (x + 0.5) * scale, top + (y + 0.5) * scale);
        cells.iter().map(point).collect()
    }

    /// Drops a file on the page.
    pub fn drop_file(&self, name: &str, text: &str) {
        let (name, text) = (json!(name), json!(text));
        self.run(&format!(
            "const data = new DataTransfer(); data.items.add(new File([{text}], {name})); \
             document.body.dispatchEvent(new DragEvent('drop', \
             {{dataTransfer: data, bubbles: true, cancelable: true}}))"
        ));
    }

    /// Lets the page save files into a folder.
    pub fn save_into(&self, folder: &std::path::Path) {
        let place = json!({"behavior": "allow", "downloadPath": folder});
        self.command("Browser.setDownloadBehavior", &place);
    }

    /// Makes the page think that the window has this size; a narrow one is that of a telephone,
    /// which is touched.
    pub fn resize(&self, width: u32, height: u32) {
        let phone = width.min(height) < 600;
        let size =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone});
        self.command("Emulation.setDeviceMetricsOverride", &size);
        self.command(
            "Emulation.setTouchEmulationEnabled",
            &json!({"enabled": phone}),
        );
    }

    /// Lets the system choose the colours.
    pub fn force_colours(&self) {
        let features = json!([{"name": "forced-colors", "value": "active"}]);
        self.command("Emulation.setEmulatedMedia", &json!({"features": features}));
    }

    /// Lays the page out as for paper.
    pub fn print(&self) {
        self.command("Emulation.setEmulatedMedia", &json!({"media": "print"}));
    }

    /// Prints the page on paper of this size in inches. Returns how many pages that takes.
    pub fn pages(&self, width: f64, height: f64) -> usize {
        let paper = json!({"paperWidth": width, "paperHeight": height});
        let printed = self.command("Page.printToPDF", &paper);
        let bytes = BASE64_STANDARD.decode(printed["data"].as_str().unwrap());
        let bytes = bytes.expect("a document arrives whole");
        let page = b"/Type /Page\n";
        bytes
            .windows(page.len())
            .filter(|part| part == page)
            .count()
    }

    /// Asks for a dark page or a light one, and perhaps for one without motion.
    pub fn emulate(&self, dark: bool, still: bool) {
        let scheme = if dark { "dark" } else { "light" };
        let motion = if still { "reduce" } else { "no-preference" };
        let features = json!([
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": motion},
        ]);
        self.command("Emulation.setEmulatedMedia", &json!({"features": features}));
    }

    /// Makes every page that is opened from now on think that it is this moment.
    pub fn set_clock(&self, moment: &str) {
        let moment = json!(moment);
        let source = format!(
            "{{ const Real = Date, shift = Real.parse({moment}) - Real.now(); \
             const now = () => Real.now() + shift + Number(sessionStorage.getItem('ahead') ?? 0); \
             globalThis.Date = class extends Real {{ \
             constructor(...given) {{ given.length ? super(...given) : super(now()); }} \
             static now() {{ return now(); }} }}; }}"
        );
        let source = json!({"source": source});
        self.command("Page.addScriptToEvaluateOnNewDocument", &source);
    }

    /// Puts the clock ahead of the moment to which it was set.
    pub fn go_ahead(&self, minutes: u32) {
        let milliseconds = minutes * 60_000;
        self.run(&format!("sessionStorage.setItem('ahead', {milliseconds})"));
    }

    /// Opens another window of the same browser. Returns this one and that one.
    pub fn open_window(&self) -> (String, String) {
        let path = format!("/session/{}/window", self.session);
        let here = self.call("GET", &path, &Value::Null);
        let there = self.post("/window/new", &json!({"type": "tab"}));
        let name = |value: &Value| value.as_str().unwrap().to_owned();
        (name(&here), name(&there["handle"]))
    }

    /// Goes on in another window.
    pub fn turn_to(&self, window: &str) {
        self.post("/window", &json!({"handle": window}));
    }

    /// A command to the browser itself.
    pub fn command(&self, name: &str, params: &Value) -> Value {
        self.post("/goog/cdp/execute", &json!({"cmd": name, "params": params}))
    }

    /// Keeps a picture of the page, for people to look at.
    pub fn shoot(&self, name: &str) -> Vec<u8> {
        let path = format!("/session/{}/screenshot", self.session);
        let encoded = self.call("GET", &path, &Value::Null);
        let bytes = BASE64_STANDARD.decode(encoded.as_str().unwrap());
        let bytes = bytes.expect("a picture arrives whole");
        assert!(bytes.starts_with(b"\x89PNG"));
        let folder = env!("CARGO_TARGET_TMPDIR");
        std::fs::write(format!("{folder}/studio-{name}.png"), &bytes).unwrap();
        bytes
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.call(
                "DELETE",
                &format!("/session/{}", self.session),
                &Value::Null,
            );
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// Starts chromedriver. Returns it with its port, unless it ended before it had one.
fn start_driver() -> Option<(Child, u16)> {
    let driver = Command::new("chromedriver")
        .arg("--port=0")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut driver = driver.expect("chromedriver must be installed; ./setup does that");
    let mut lines = BufReader::new(driver.stdout.take().unwrap()).lines();
    let port = lines.find_map(|line| {
        let line = line.ok()?;
        let (_, port) = line.split_once("started successfully on port ")?;
        port.trim_end_matches('.').parse().ok()
    });
    // What else it says must not fill the pipe.
    std::thread::spawn(move || lines.for_each(drop));
    let Some(port) = port else {
        let _ = driver.wait();
        return None;
    };
    Some((driver, port))
}
