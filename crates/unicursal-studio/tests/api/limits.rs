//! Each limit of the server, reached.

use std::io::{Read, Write};
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use unicursal::Puzzle;
use unicursal::coil::Coil;
use unicursal::implement::adapt;
use unicursal_studio::Config;

use crate::client::{RUNNING, Server, Unruly, event, reply};

/// The tests that count running solvers take turns.
static TURN: Mutex<()> = Mutex::new(());

/// The puzzle that misbehaves, and one that does not.
const PUZZLES: &[&dyn Puzzle] = &[adapt::<Unruly>(), adapt::<Coil>()];

fn unruly() -> Config {
    Config {
        puzzles: PUZZLES,
        ..Config::default()
    }
}

fn behave(how: &str) -> Value {
    json!({"puzzle": "unruly", "level": how})
}

/// Waits until this many solvers run.
fn until_running(count: usize) {
    let begun = Instant::now();
    while RUNNING.load(Ordering::SeqCst) != count {
        assert!(begun.elapsed() < Duration::from_secs(60), "never {count}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_level_of_2000x2000_is_taken_and_a_larger_one_refused() {
    let server = Server::start(Config::default());
    let board = |side: usize| format!("x={side}&y={side}&board={}", ".".repeat(side * side));
    let asked = |level: String| json!({"puzzle": "coil", "level": level});
    let taken = server.post("/api/level", &asked(board(2000)));
    assert_eq!(taken.status, 200);
    assert_eq!(taken.json()["width"], 2000);
    let refused = server.post("/api/level", &asked(board(2001)));
    assert_eq!(refused.status, 413);
    assert!(refused.error().contains("2001x2001"), "{}", refused.body);
    let refused = server.post("/api/level", &asked("coil:9000x9000/original#a".into()));
    assert_eq!(refused.status, 413);
    let big = json!({"puzzle": "coil", "width": 1_000_000, "height": 1_000_000});
    assert_eq!(server.post("/api/generate", &big).status, 413);
}

#[test]
fn a_body_that_is_too_large_is_refused_by_its_announced_and_by_its_real_size() {
    let server = Server::start(Config {
        most_bytes: 1000,
        ..Config::default()
    });
    let head = format!(
        "POST /api/level HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\
         Content-Type: application/json\r\n",
        server.address
    );
    let mut stream = server.connect();
    write!(stream, "{head}Content-Length: 99999999\r\n\r\n").unwrap();
    let announced = reply(stream);
    assert_eq!(announced.status, 413);
    assert!(announced.error().contains("1000 bytes"));
    let mut stream = server.connect();
    let chunk = "x".repeat(0x401);
    write!(
        stream,
        "{head}Transfer-Encoding: chunked\r\n\r\n401\r\n{chunk}"
    )
    .unwrap();
    assert_eq!(reply(stream).status, 413);
}

#[test]
fn solves_beyond_the_first_few_wait_and_beyond_the_queue_are_refused() {
    let _turn = TURN.lock();
    let server = Server::start(Config {
        at_once: 1,
        waiting: 1,
        ..unruly()
    });
    let first = server.start_post("/api/solve", &behave("wait"));
    until_running(1);
    let mut second = server.start_post("/api/solve", &behave("wait"));
    let mut seen = String::new();
    while !seen.contains("event: queued") {
        let mut part = [0; 256];
        let length = second.read(&mut part).unwrap();
        assert!(length > 0, "the connection ended");
        seen.push_str(&String::from_utf8_lossy(&part[..length]));
    }
    let third = server.post("/api/solve", &behave("wait"));
    assert_eq!(third.status, 503);
    assert!(third.error().contains("waiting"));
    // A level can be looked at all the same.
    assert_eq!(server.post("/api/level", &behave("wait")).status, 200);
    // When the first goes away its work ends, and the second has its turn.
    drop(first);
    while !seen.contains("event: started") {
        let mut part = [0; 256];
        let length = second.read(&mut part).unwrap();
        assert!(length > 0, "the connection ended");
        seen.push_str(&String::from_utf8_lossy(&part[..length]));
    }
    until_running(1);
    drop(second);
    until_running(0);
}

#[test]
fn work_ends_at_the_time_limit_of_the_server_whatever_the_request_says() {
    let _turn = TURN.lock();
    let server = Server::start(Config {
        time_limit: Duration::from_millis(50),
        ..unruly()
    });
    let mut asked = behave("wait");
    asked["time_limit"] = json!(1e9);
    let done = event(&server.post("/api/solve", &asked), "done").unwrap();
    assert_eq!(done["outcome"], "unknown");
    assert_eq!(done["why"], "time limit reached");
}

#[test]
fn a_panic_and_a_wrong_answer_end_one_request_and_not_the_server() {
    let server = Server::start(unruly());
    for (how, part) in [("panic", "panic"), ("wrong", "everything is wrong")] {
        let reply = server.post("/api/solve", &behave(how));
        let error = event(&reply, "error").unwrap();
        let message = error["error"].as_str().unwrap();
        assert!(message.contains("INTERNAL ERROR"), "{message}");
        assert!(message.contains(part), "{message}");
        assert!(event(&reply, "done").is_none());
    }
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn idle_and_slow_clients_are_cut_off() {
    let server = Server::start(Config {
        patience: Duration::from_millis(100),
        ..Config::default()
    });
    let mut idle = server.connect();
    let mut slow_head = server.connect();
    slow_head.write_all(b"GET / HTTP/1.1\r\nHos").unwrap();
    for stream in [&mut idle, &mut slow_head] {
        // Ends by the server's closing; a read that runs into its own timeout is an error.
        let mut rest = Vec::new();
        stream.read_to_end(&mut rest).unwrap();
    }
    let mut slow_body = server.connect();
    let head = format!("POST /api/level HTTP/1.1\r\nHost: {}\r\n", server.address);
    let kind = "Content-Type: application/json\r\nContent-Length: 10\r\n\r\n{";
    write!(slow_body, "{head}{kind}").unwrap();
    assert_eq!(reply(slow_body).status, 408);
}

#[test]
fn more_connections_than_allowed_wait_for_a_free_place() {
    let server = Server::start(Config {
        connections: 1,
        patience: Duration::from_millis(200),
        ..Config::default()
    });
    let _idle = server.connect();
    // Answered when the idle one has been cut off.
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn work_ends_when_its_page_goes_away() {
    let _turn = TURN.lock();
    let server = Server::start(unruly());
    for path in ["/api/solve", "/api/count"] {
        let page = server.start_post(path, &behave("wait"));
        until_running(1);
        drop(page);
        until_running(0);
    }
}

#[test]
fn a_client_that_takes_no_answer_is_cut_off() {
    let server = Server::start(Config {
        connections: 1,
        patience: Duration::from_millis(300),
        ..Config::default()
    });
    // Many requests in a row, whose answers together are more than the system keeps for a reader.
    let mut deaf = server.connect();
    let request = format!(
        "GET /style.css HTTP/1.1\r\nHost: {}\r\n\r\n",
        server.address
    );
    deaf.write_all(request.repeat(3000).as_bytes()).unwrap();
    // The only place is free again when the deaf one has lost it.
    assert_eq!(server.get("/").status, 200);
    let mut taken = Vec::new();
    let _ = deaf.read_to_end(&mut taken);
    let all = 3000 * server.get("/style.css").body.len();
    assert!(taken.len() < all, "{} of {all} bytes", taken.len());
}

#[test]
fn foreign_hosts_and_origins_are_refused() {
    let server = Server::start(Config::default());
    let port = server.address.port();
    let get = |headers: String| reply(server.send("GET /api/puzzles", &headers, "")).status;
    let with = |host: &str, origin: &str| {
        let origin = match origin {
            "" => String::new(),
            origin => format!("Origin: {origin}\r\n"),
        };
        get(format!("Host: {host}\r\nConnection: close\r\n{origin}"))
    };
    let local = format!("127.0.0.1:{port}");
    assert_eq!(with(&local, ""), 200);
    assert_eq!(with(&local, &format!("http://{local}")), 200);
    assert_eq!(with(&format!("localhost:{port}"), ""), 200);
    assert_eq!(with(&format!("evil.example:{port}"), ""), 403);
    assert_eq!(with(&local, "http://evil.example"), 403);
    assert_eq!(with(&local, "null"), 403);
    assert_eq!(with(&local, &format!("http://localhost:{port}")), 403);
}

#[test]
fn a_form_of_another_page_is_not_json() {
    let server = Server::start(Config::default());
    let headers = format!(
        "Host: {}\r\nConnection: close\r\nContent-Type: text/plain\r\n",
        server.address
    );
    let body = json!({"puzzle": "coil", "level": "coil:pack/1"}).to_string();
    let refused = reply(server.send("POST /api/level", &headers, &body));
    assert_eq!(refused.status, 415);
}

#[test]
fn regression_wrong_and_unfinished_generated_levels_are_not_bad_requests() {
    let _turn = TURN.lock();
    let server = Server::start(Config {
        time_limit: Duration::from_millis(100),
        ..unruly()
    });
    let generate = |seed: &str| {
        let asked = json!({"puzzle": "unruly", "width": 1, "height": 1, "seed": seed});
        server.post("/api/generate", &asked)
    };
    let wrong = generate("wrong");
    assert_eq!(wrong.status, 500, "{}", wrong.body);
    assert_eq!(wrong.json()["kind"], "wrong-answer");
    assert!(!wrong.body.contains("nonsense"), "{}", wrong.body);
    let late = generate("wait");
    assert_eq!(late.status, 504, "{}", late.body);
    assert_eq!(late.json()["why"], "time limit reached");
    let solved = server.post("/api/solve", &behave("wrong"));
    let error = event(&solved, "error").expect("the answer is wrong");
    assert_eq!(error["kind"], "wrong-answer");
}

#[test]
fn regression_levels_that_have_to_be_made_do_not_block_those_that_are_there() {
    let _turn = TURN.lock();
    let server = Server::start(Config {
        at_once: 1,
        waiting: 1,
        ..unruly()
    });
    let heavy = json!({"puzzle": "unruly", "level": "unruly:1x1#wait"});
    let first = server.start_post("/api/level", &heavy);
    until_running(1);
    let second = server.start_post("/api/level", &heavy);
    // Two of them once filled the queue in which this waits.
    assert_eq!(server.post("/api/level", &behave("anything")).status, 200);
    drop(first);
    drop(second);
    until_running(0);
}

#[test]
fn regression_a_time_limit_below_nothing_is_refused() {
    let server = Server::start(unruly());
    for path in ["/api/solve", "/api/count"] {
        let mut asked = behave("wait");
        asked["time_limit"] = json!(-1.0);
        let refused = server.post(path, &asked);
        assert_eq!(refused.status, 422, "{}", refused.body);
        assert!(refused.error().contains("-1"), "{}", refused.body);
    }
}

#[test]
fn regression_seventy_idle_connections_delay_nobody() {
    let server = Server::start(Config {
        patience: Duration::from_secs(600),
        ..Config::default()
    });
    let idle: Vec<_> = (0..70).map(|_| server.connect()).collect();
    // The client waits for less long than an idle connection may be kept.
    assert_eq!(server.get("/").status, 200);
    drop(idle);
}

#[test]
fn work_is_not_idle() {
    let _turn = TURN.lock();
    let server = Server::start(Config {
        connections: 2,
        patience: Duration::from_secs(600),
        ..unruly()
    });
    let solve = server.start_post("/api/solve", &behave("wait"));
    until_running(1);
    for _ in 0..5 {
        let idle = server.connect();
        assert_eq!(server.get("/").status, 200);
        drop(idle);
    }
    assert_eq!(RUNNING.load(Ordering::SeqCst), 1);
    drop(solve);
    until_running(0);
}
