//! A server on a free port, a small client, and a puzzle that misbehaves on demand.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use serde_json::Value;
use unicursal::implement::{Counting, Counts, Generates, Generating, Kind, Known, Made};
use unicursal::picture::{Fill, Picture};
use unicursal::{
    About, Control, Count, Error, Figures, GenerateRequest, Interruption, LevelId, Options,
    Outcome, Sheet, SolveRequest, Solved, Verdict,
};
use unicursal_studio::Config;

/// A server that ends with the test.
pub struct Server {
    pub address: SocketAddr,
    stop: &'static AtomicBool,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// A reply: status, head and body.
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    pub fn error(&self) -> String {
        self.json()["error"].as_str().unwrap_or("").to_owned()
    }
}

impl Server {
    pub fn start(config: Config) -> Self {
        let stop: &'static AtomicBool = Box::leak(Box::default());
        let (sender, receiver) = mpsc::channel();
        std::thread::spawn(move || {
            let ready = move |address| sender.send(address).unwrap();
            let any = "127.0.0.1:0".parse().unwrap();
            unicursal_studio::run(any, config, ready, stop).unwrap();
        });
        let address = receiver.recv().unwrap();
        Self { address, stop }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        // Nothing here takes this long; a test that would hang fails instead.
        let limit = Some(Duration::from_secs(60));
        stream.set_read_timeout(limit).unwrap();
        stream
    }

    /// Sends a request with these header lines and returns the connection.
    pub fn send(&self, line: &str, headers: &str, body: &str) -> TcpStream {
        let mut stream = self.connect();
        let length = body.len();
        let head = format!("{line} HTTP/1.1\r\n{headers}Content-Length: {length}\r\n\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(body.as_bytes()).unwrap();
        stream
    }

    pub fn start_post(&self, path: &str, body: &Value) -> TcpStream {
        let address = self.address;
        let headers =
            format!("Host: {address}\r\nConnection: close\r\nContent-Type: application/json\r\n");
        self.send(&format!("POST {path}"), &headers, &body.to_string())
    }

    pub fn post(&self, path: &str, body: &Value) -> Reply {
        reply(self.start_post(path, body))
    }

    pub fn get(&self, path: &str) -> Reply {
        let headers = format!("Host: {}\r\nConnection: close\r\n", self.address);
        reply(self.send(&format!("GET {path}"), &headers, ""))
    }
}

/// Reads a reply until the server closes the connection.
pub fn reply(mut stream: TcpStream) -> Reply {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    let (head, body) = text.split_once("\r\n\r\n").expect("a reply has a head");
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    let body = if head
        .to_ascii_lowercase()
        .contains("transfer-encoding: chunked")
    {
        dechunk(body)
    } else {
        body.to_owned()
    };
    let head = head.to_owned();
    Reply { status, head, body }
}

fn dechunk(mut rest: &str) -> String {
    let mut body = String::new();
    while let Some((length, after)) = rest.split_once("\r\n") {
        let length = usize::from_str_radix(length, 16).unwrap();
        body.push_str(&after[..length]);
        rest = after[length..].trim_start_matches("\r\n");
    }
    body
}

/// The data of the last event with this name.
pub fn event(reply: &Reply, name: &str) -> Option<Value> {
    let wanted = format!("event: {name}");
    let mut found = None;
    let mut lines = reply.body.lines();
    while let Some(line) = lines.next() {
        if line == wanted {
            let data = lines.next().and_then(|line| line.strip_prefix("data: "));
            found = data.map(|data| serde_json::from_str(data).unwrap());
        }
    }
    found
}

/// A puzzle whose levels say how its solver misbehaves: `wait` works until it is told to end,
/// `panic` panics, `wrong` gives an answer that the checker refuses, also when it is generated.
pub struct Unruly;

/// How many solvers of [`Unruly`] run now.
pub static RUNNING: AtomicUsize = AtomicUsize::new(0);

fn work_until_told(control: &Control) -> Interruption {
    RUNNING.fetch_add(1, Ordering::SeqCst);
    let why = loop {
        if let Some(why) = control.interruption() {
            break why;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    RUNNING.fetch_sub(1, Ordering::SeqCst);
    why
}

impl Kind for Unruly {
    type Board = String;
    type Answer = String;
    type Request = ();

    const ABOUT: About = About {
        ..About::new("unruly", "Unruly", "Misbehaves", "wait")
    };
    const COUNTING: Option<Counting<Self>> = Some(Counting::BY_TRAIT);
    const GENERATING: Option<Generating<Self>> = Some(Generating::BY_TRAIT);

    fn parse(text: &[u8]) -> Result<String, Error> {
        Ok(String::from_utf8_lossy(text).into_owned())
    }

    fn print(board: &String) -> String {
        board.clone()
    }

    fn size(_: &String) -> (usize, usize) {
        (1, 1)
    }

    fn request(_: &String, _: &SolveRequest) -> Result<(), Error> {
        Ok(())
    }

    fn solve(board: &String, (): &(), control: &Control) -> Result<Solved<String>, Error> {
        assert_ne!(board, "panic", "this solver panics when it is told to");
        if board == "wrong" {
            return Ok(Solved::new(Outcome::Solved("nonsense".to_owned())));
        }
        let why = work_until_told(control);
        Ok(Solved::new(Outcome::unknown(why, "nowhere")))
    }

    fn parse_answer(_: &String, text: &[u8]) -> Result<String, Error> {
        Ok(String::from_utf8_lossy(text).into_owned())
    }

    fn print_answer(_: &String, (): &(), answer: &String) -> String {
        answer.clone()
    }

    fn check(_: &[u8], (): &(), _: &[u8]) -> Result<Verdict, Error> {
        Ok(Verdict::Wrong {
            reason: "everything is wrong".to_owned(),
            board: String::new(),
        })
    }

    fn draw(_: &String, _: Option<&String>) -> Result<Picture, Error> {
        Ok(Picture::new(1, 1, |_, _| Fill::Open))
    }

    fn facts(_: &String) -> Figures {
        Figures::new()
    }

    fn sheet(_: &String) -> Sheet {
        Sheet::from_fn(1, 1, |_, _| '.')
    }

    fn print_sheet(sheet: &Sheet) -> String {
        sheet.lines()
    }
}

impl Counts for Unruly {
    fn count(
        _: &String,
        (): &Self::Request,
        _: Option<u64>,
        control: &Control,
    ) -> Result<Count, Error> {
        work_until_told(control);
        Ok(Count::default())
    }

    fn list(_: &String, (): &(), _: usize, _: &Control) -> Result<Vec<String>, Error> {
        Ok(Vec::new())
    }
}

impl Generates for Unruly {
    fn generate_id(id: &LevelId, control: &Control) -> Result<Made<Self>, Error> {
        let request = GenerateRequest {
            width: id.width,
            height: id.height,
            seed: id.seed.clone(),
            options: Options::default(),
        };
        Self::generate(&request, control)
    }

    /// A seed is the level; `wait` is not finished in time, and every answer is wrong.
    fn generate(request: &GenerateRequest, control: &Control) -> Result<Made<Self>, Error> {
        if request.seed == "wait" {
            let why = work_until_told(control);
            return Err(Error::interrupted(why, "nowhere"));
        }
        Ok(Made {
            board: request.seed.clone(),
            answer: Known::Answer("nonsense".to_owned()),
            id: "unruly:1x1#wrong".parse()?,
        })
    }
}
