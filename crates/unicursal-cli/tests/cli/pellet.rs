//! What only Pellet Eater has: the counting search, the challenge, and recorded games.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::run::{self, Ended, Guard, Place, ended};

/// A challenge that runs until it is dropped.
pub struct Challenge {
    child: Child,
    stderr: BufReader<ChildStderr>,
    pub address: String,
}

impl Challenge {
    /// Starts it on a free port, with its log in the file `log`.
    pub fn start(place: &Place, words: &[&str]) -> Self {
        let fixed = ["pellet", "serve", "--listen", "127.0.0.1:0", "--log", "log"];
        let words: Vec<&str> = fixed.iter().chain(words).copied().collect();
        Self::await_address(place.command(&words).spawn())
    }

    /// A challenge that was started and is about to say where it listens.
    fn await_address(started: std::io::Result<Child>) -> Self {
        let mut child = started.expect("the program starts");
        let stderr = child.stderr.take().expect("standard error is a pipe");
        let mut stderr = BufReader::new(stderr);
        let mut line = String::new();
        stderr.read_line(&mut line).expect("it says something");
        let address = line
            .strip_prefix("listening on ")
            .unwrap_or_else(|| panic!("an address: {line}"));
        let address = address.trim().to_owned();
        Self {
            child,
            stderr,
            address,
        }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("it listens");
        let limit = Some(Duration::from_secs(60));
        stream.set_read_timeout(limit).expect("a limit can be set");
        stream
    }

    /// Plays to the end with our client.
    fn play(&self, place: &Place, words: &[&str]) -> Ended {
        let words: Vec<&str> = ["pellet", "play", &self.address]
            .iter()
            .chain(words)
            .copied()
            .collect();
        place.run(&words)
    }

    /// Sends a signal, and waits for the end: the exit code and what else it said.
    fn end(mut self, signal: &str) -> (Option<i32>, String) {
        run::signal(&self.child, signal);
        let _guard = Guard::of(&self.child);
        let status = self.child.wait().expect("the program ends");
        let mut said = String::new();
        let read = self.stderr.read_to_string(&mut said);
        read.expect("what it said is text");
        (status.code(), said)
    }
}

impl Drop for Challenge {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The lines of JSON in a file.
fn lines(place: &Place, name: &str) -> Vec<Value> {
    let text = String::from_utf8(place.read(name)).expect("a log is text");
    let parse = |line| serde_json::from_str(line).expect("a line is JSON");
    text.lines().map(parse).collect()
}

/// Reads until the text ends so, or the other side closes.
fn read_until(stream: &mut TcpStream, end: &str) -> String {
    let mut text = String::new();
    let mut byte = [0];
    while !text.ends_with(end) && matches!(stream.read(&mut byte), Ok(1)) {
        text.push(char::from(byte[0]));
    }
    text
}

#[test]
fn the_plain_search_counts_aloud() {
    // A board on which it examines 2445 states.
    let board = "pellet:14x12/15-medium#t2";
    let place = Place::new("pellet_dfs");
    let run = place.run(&["pellet", "solve", board, "--method", "dfs"]);
    let notes: Vec<&str> = run.stderr.lines().collect();
    assert_eq!((run.code, notes.len()), (Some(0), 2), "{run:?}");
    for (note, states) in notes.iter().zip(["1000", "2000"]) {
        let end = note.strip_prefix(states);
        let end = end.and_then(|rest| rest.strip_prefix(" states examined: "));
        assert!(end.is_some_and(|end| end.ends_with(" steps")), "{note}");
    }
    let quiet = place.run(&["pellet", "solve", board, "--method", "dfs", "--quiet"]);
    assert_eq!(quiet, ended(0, &run.stdout, ""));
}

#[test]
fn a_game_is_played_recorded_and_drawn() {
    let place = Place::new("pellet_game");
    let words = [
        "--count", "3", "--to", "12x10", "--key", "Sesame", "--seed", "spring",
    ];
    let challenge = Challenge::start(&place, &words);
    let played = challenge.play(&place, &["--record", "game"]);
    assert_eq!(played, ended(0, "Correct. The key is Sesame\n", ""));
    let verbose = challenge.play(&place, &["--verbose"]);
    assert_eq!(verbose.stdout, played.stdout);
    assert!(verbose.stderr.contains("01234567\n"), "{}", verbose.stderr);
    assert!(verbose.stderr.contains("board 3: "), "{}", verbose.stderr);

    let list = place.run(&["pellet", "replay", "game"]);
    assert_eq!((list.code, list.stdout.lines().count()), (Some(0), 3));
    assert!(list.stdout.starts_with("1: 8x8, "), "{}", list.stdout);
    assert!(
        list.stdout
            .ends_with(" steps: Correct. The key is Sesame\n")
    );

    // The drawing of a recorded board is the drawing of the board with its path.
    let turn = &lines(&place, "game")[1];
    let place = place
        .with("board", turn["board"].as_str().expect("a board"))
        .with("path", turn["path"].as_str().expect("a path"));
    let drawn = place.run(&["pellet", "draw", "board", "--solution", "path"]);
    assert_eq!(drawn.code, Some(0), "{drawn:?}");
    let replayed = place.run(&["pellet", "replay", "game", "--board", "2"]);
    assert_eq!((replayed.code, replayed.stderr.as_str()), (Some(0), ""));
    assert!(drawn.stdout.ends_with(&replayed.stdout), "{}", drawn.stdout);
    assert!(
        replayed.stdout.contains("\n  0123456789"),
        "{}",
        replayed.stdout
    );
    for (file, magic) in [("2.svg", &b"<svg"[..]), ("2.png", b"\x89PNG")] {
        let run = place.run(&["pellet", "replay", "game", "-b", "2", "-o", file]);
        assert_eq!(run, ended(0, "", ""));
        assert!(place.read(file).starts_with(magic), "{file}");
    }
    let last = place.run(&["pellet", "replay", "game", "-b", "3"]);
    let drawn = place.run(&["pellet", "draw", "game"]);
    assert_eq!(drawn.code, Some(0), "{drawn:?}");
    assert!(drawn.stdout.ends_with(&last.stdout), "{}", drawn.stdout);
    let missing = place.run(&["pellet", "replay", "game", "-b", "4"]);
    assert_eq!(
        missing,
        ended(2, "", "unicursal: game: there is no board 4\n")
    );

    let empty = place.run(&["pellet", "replay", "-"]);
    assert_eq!(
        empty,
        ended(2, "", "unicursal: <stdin>: there are no boards\n")
    );

    for (line, reason) in [
        (
            "{\"board\": \"2 1\\nS.\\n\"}",
            "line 2: 'path' or 'turns' is missing",
        ),
        ("{board}", "line 2: this is no recorded game"),
        (
            "{\"board\": \"2 1",
            "the recording ends in the middle of a line",
        ),
    ] {
        let bad = format!("{turn}\n{line}");
        for command in ["draw", "replay"] {
            let refused = place.run_with(&["pellet", command, "-"], bad.as_bytes());
            let message = format!("unicursal: <stdin>: {reason}\n");
            assert_eq!(refused, ended(2, "", &message), "{command}");
        }
    }

    // The same seed and the same connection: the same boards.
    let again = Challenge::start(&place, &words);
    again.play(&place, &["--record", "again"]);
    let boards = |name| -> Vec<Value> {
        let turns = lines(&place, name);
        turns.iter().map(|turn| turn["board"].clone()).collect()
    };
    assert_eq!(boards("game"), boards("again"));
}

#[test]
fn a_stop_says_goodbye_and_is_logged() {
    for signal in ["TERM", "INT"] {
        let place = Place::new(&format!("pellet_stop_{signal}"));
        let challenge = Challenge::start(&place, &["--count", "1"]);
        let mut player = challenge.connect();
        let greeting = read_until(&mut player, "\n8 8\n");
        assert!(greeting.ends_with("Ready?\n8 8\n"), "{greeting}");
        let (code, said) = challenge.end(signal);
        assert_eq!(code, Some(0), "it did as it was asked");
        let said: Vec<&str> = said
            .lines()
            .filter_map(|line| line.split_once("Z "))
            .map(|(_, rest)| rest)
            .collect();
        assert!(said[0].starts_with("player 1 from 127.0.0.1:"), "{said:?}");
        assert!(
            said[1].starts_with("player 1: stopped after 0 of 1 boards, "),
            "{said:?}"
        );
        assert_eq!(said[2..], ["closed: 0 won, 1 did not, 0 were refused"]);
        let said = read_until(&mut player, "\0");
        assert!(
            said.ends_with("The server is closing, goodbye.\n"),
            "{said}"
        );
        let log = lines(&place, "log");
        let events: Vec<&str> = log
            .iter()
            .filter_map(|line| line["event"].as_str())
            .collect();
        assert_eq!(events, ["start", "connect", "board", "end", "stop"]);
        assert_eq!(log[3]["how"], "stopped");
    }
}

#[test]
fn boards_of_a_directory_are_tried_first() {
    let place = Place::new("pellet_boards");
    let boards = place.path().join("boards");
    std::fs::create_dir(&boards).expect("a directory can be made");
    let serve = |place: &Place| {
        place.run(&[
            "pellet",
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--boards",
            "boards",
        ])
    };
    assert_eq!(
        serve(&place),
        ended(2, "", "unicursal: boards: there are no files\n")
    );
    let place = place.with("boards/1", "S..\r\n").with("boards/2", ".S.\n");
    let message = "unicursal: boards/2: the board has no path: dead ends: (0, 0) and (2, 0) have one \
                   neighbour each, and only one cell can be the last\n";
    assert_eq!(serve(&place), ended(2, "", message));
    let place = place.with("boards/2", "S.\n..x\n");
    let run = serve(&place);
    assert_eq!(run.code, Some(2));
    assert!(
        run.stderr.starts_with("unicursal: boards/2: "),
        "{}",
        run.stderr
    );
    let place = place.with("boards/2", "2 2\nS.\n..\n");
    let challenge = Challenge::start(&place, &["--boards", "boards"]);
    let played = challenge.play(&place, &["--record", "game"]);
    assert_eq!(played.stdout, "Correct. The key is WellEaten\n");
    assert_eq!(lines(&place, "game")[0]["board"], "3 1\nS..\n");
}

#[test]
fn troubles_of_the_network_are_errors() {
    let place = Place::new("pellet_network");
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = taken.local_addr().expect("it has an address").to_string();
    let run = place.run(&["pellet", "serve", "--listen", &address]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    let start = format!("unicursal: {address}: Address already in use");
    assert!(run.stderr.starts_with(&start), "{}", run.stderr);
    let silent = place.run(&["pellet", "play", &address, "--patience", "100ms"]);
    let message = "unicursal: board 1: the server kept silent for 100ms\n";
    assert_eq!(silent, ended(2, "", message));
    let run = place.run(&["pellet", "serve", "--listen", &address, "--to", "3x3"]);
    assert_eq!(run.code, Some(2));
    assert!(
        run.stderr.starts_with("unicursal: a board of 3x3"),
        "{}",
        run.stderr
    );
    let run = place.run(&["pellet", "serve", "--seconds", "0"]);
    let message = "unicursal: --seconds: nobody can play in no time\n";
    assert_eq!(run, ended(2, "", message));
    drop(taken);
    for (nowhere, shown) in [("127.0.0.1", "127.0.0.1"), ("", "''")] {
        let run = place.run(&["pellet", "play", nowhere]);
        let message =
            format!("unicursal: {shown}: this is neither a level nor HOST:PORT of a server\n");
        assert_eq!(run, ended(2, "", &message));
    }
    for nowhere in [address.as_str(), "no.such.host.invalid:1"] {
        let run = place.run(&["pellet", "play", nowhere, "--patience", "2"]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{nowhere}");
        let start = format!("unicursal: cannot connect to {nowhere}: ");
        assert!(run.stderr.starts_with(&start), "{}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    }
}

#[test]
fn a_refused_path_is_told_apart_from_a_key() {
    let place = Place::new("pellet_refused");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = listener
        .local_addr()
        .expect("it has an address")
        .to_string();
    let server = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a player comes");
        let _ = stream.write_all(b"Ready?\n2 1\nS.\n");
        read_until(&mut stream, "\n");
        let _ = stream.write_all(b"Wrong: not today.\n");
    });
    let run = place.run(&["pellet", "play", &address]);
    assert_eq!(
        run,
        ended(1, "Wrong: not today.\n", "board 1 was refused\n")
    );
    server.join().expect("the server ends");
}

/// A server of the test's own that says this after one board.
fn says(verdict: &'static [u8]) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = listener.local_addr().expect("it has an address");
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a player comes");
        let _ = stream.write_all(b"Ready?\n2 1\nS.\n");
        read_until(&mut stream, "\n");
        let _ = stream.write_all(verdict);
    });
    address.to_string()
}

#[test]
fn what_a_server_says_is_harmless_and_judged_by_its_form() {
    let place = Place::new("pellet_says");
    let run = place.run(&[
        "pellet",
        "play",
        &says(b"\x1b]0;pwned\x07\xe2\x80\xae key\n"),
        "-v",
        "--record",
        "game",
    ]);
    let shown = "\\u{1b}]0;pwned\\u{7}\\u{202e} key";
    assert_eq!((run.code, run.stdout), (Some(0), format!("{shown}\n")));
    assert!(run.stderr.contains(shown), "{}", run.stderr);
    let list = place.run(&["pellet", "replay", "game"]);
    assert_eq!(list, ended(0, &format!("1: 2x1, 1 steps: {shown}\n"), ""));
    for (verdict, code, outcome) in [(&b"Wrongside-42\n"[..], 0, "won"), (b"Wrong!\n", 1, "lost")] {
        let run = place.run(&["pellet", "play", &says(verdict), "--json"]);
        assert_eq!(run.code, Some(code), "{run:?}");
        let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
        assert_eq!(report["outcome"], outcome);
        assert_eq!(report["boards"][0]["steps"], 1);
    }
}

/// Nobody reads its standard error; whoever knows the seed knows all boards, so only the log has
/// it.
#[test]
fn a_server_never_waits_for_those_who_watch() {
    let place = Place::new("pellet_deaf").with("log", "{\"event\":\"cut o");
    let challenge = Challenge::start(&place, &["--count", "1", "--per-address", "3"]);
    for _ in 0..900 {
        let mut player = challenge.connect();
        let _ = player.write_all(b"?\n");
        read_until(&mut player, "\0");
    }
    let last = challenge.play(&place, &[]);
    assert_eq!(last.code, Some(0), "{last:?}");
    let (code, said) = challenge.end("TERM");
    assert_eq!(code, Some(0));
    let log = String::from_utf8(place.read("log")).expect("a log is text");
    // What another run left in the middle of a line stays a line of its own.
    let events: Vec<Option<Value>> = log
        .lines()
        .map(|line| serde_json::from_str(line).ok())
        .collect();
    assert!(events[0].is_none() && events[1..].iter().all(Option::is_some));
    let seed = events[1].as_ref().and_then(|start| start["seed"].as_str());
    let seed = seed.expect("the log has the seed");
    assert!(seed.len() >= 32 && !said.contains(seed));
}

/// A disk that has no more room: lines that do not fit are left out as a whole, and that is told.
#[test]
fn a_full_disk_breaks_no_line_of_the_log() {
    let place = Place::new("pellet_full");
    let program = env!("CARGO_BIN_EXE_unicursal");
    // For a file, this limit is the end of the disk: what fits of a write is written, then it
    // fails.
    let script = format!(
        "trap '' XFSZ; ulimit -f 4; exec '{program}' pellet serve --listen 127.0.0.1:0 --count 1 --log log"
    );
    let mut command = Command::new("sh");
    command.args(["-c", &script]).current_dir(place.path());
    let challenge = Challenge::await_address(command.stderr(Stdio::piped()).spawn());
    for _ in 0..20 {
        let played = challenge.play(&place, &[]);
        assert_eq!(played.code, Some(0), "{played:?}");
    }
    let (code, said) = challenge.end("TERM");
    assert_eq!(code, Some(0));
    let told =
        said.matches("log: File too large (os error 27): events are missing in the log from here");
    let log = place.read("log");
    assert!(log.ends_with(b"\n") && log.len() > 1500, "{}", log.len());
    // A shorter event may still fit behind one that does not: each gap is told once, and is as long
    // as the next line says.
    let log = lines(&place, "log");
    let is_cut = log.last().is_some_and(|last| last["event"] != "stop");
    let gaps = log.iter().filter(|line| line["left_out_before"].is_u64());
    assert_eq!(told.count(), gaps.count() + usize::from(is_cut), "{said}");
    assert!(log.len() > 5, "{log:?}");
    // Each player connects, gets a board, answers and ends; the last two may be told after the next
    // one came.
    let mut at = 0;
    for line in &log {
        at += line["left_out_before"].as_u64().unwrap_or(0);
        let player = line["player"]
            .as_u64()
            .unwrap_or(if at == 0 { 0 } else { 21 });
        assert!(player.abs_diff(at.div_ceil(4)) <= 1, "{at}: {log:?}");
        at += 1;
    }
    assert!(if is_cut { at < 82 } else { at == 82 }, "{at}: {log:?}");
}

#[test]
fn teams_have_places_and_a_file_of_results() {
    use std::os::unix::fs::PermissionsExt;

    let place = Place::new("pellet_teams");
    std::fs::write(place.path().join("log"), "older\n").expect("written");
    let words = [
        "--count",
        "2",
        "--from",
        "4x4",
        "--to",
        "5x5",
        "--results",
        "results.csv",
    ];
    let challenge = Challenge::start(&place, &words);
    for team in ["Owls", "=1+1", "Owls"] {
        let played = challenge.play(&place, &["--team", team]);
        assert_eq!(played.code, Some(0), "{played:?}");
    }
    assert_eq!(challenge.play(&place, &[]).code, Some(0));
    // A name that is none, one of another's terminal, and no path behind it.
    let mut stream = challenge.connect();
    stream.write_all(b"team \x1b[2J\n\n").expect("it listens");
    let said = read_until(&mut stream, "never");
    assert!(said.contains("Wrong:"), "{said}");
    let mut stream = challenge.connect();
    let long = format!("team {}\n", "x".repeat(500));
    stream.write_all(long.as_bytes()).expect("it listens");
    let said = read_until(&mut stream, "never");
    assert!(said.contains("Too long:"), "{said}");
    let (code, said) = challenge.end("TERM");
    assert_eq!(code, Some(0));
    assert!(
        said.contains(" is Owls\n") && !said.contains('\x1b'),
        "{said}"
    );
    let places = said.lines().filter(|line| line.contains("2 of 2"));
    assert_eq!(places.count(), 3, "{said}");
    let results = String::from_utf8(place.read("results.csv")).expect("text");
    let rows: Vec<Vec<&str>> = results
        .lines()
        .map(|row| row.split(',').collect())
        .collect();
    assert_eq!(
        rows[0].join(","),
        "place,team,player,from,solved,boards,seconds,how"
    );
    let mut teams: Vec<&str> = rows[1..].iter().map(|row| row[1]).collect();
    teams.sort_unstable();
    assert_eq!(teams, ["", "'=1+1", "Owls"], "{results}");
    let seconds = |row: &Vec<&str>| row[6].parse::<f64>().expect("a number");
    assert!(rows[1..].is_sorted_by_key(seconds), "{results}");
    let mode = std::fs::metadata(place.path().join("log")).expect("there");
    assert_eq!(mode.permissions().mode() & 0o777, 0o600);
    // What is something else is not replaced.
    std::fs::write(place.path().join("other"), "precious").expect("written");
    let run = place.run(&[
        "pellet",
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--results",
        "other",
    ]);
    assert_eq!(run.code, Some(2), "{run:?}");
}

/// Three who connect and cut off as fast as they can, and someone who only wants to play.
#[test]
fn those_who_churn_take_nobodys_time() {
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    let place = Place::new("pellet_churn");
    let words = ["--seconds", "5", "--to", "14x14", "--per-address", "50"];
    let challenge = Challenge::start(&place, &words);
    let (over, churned) = (AtomicBool::new(false), AtomicUsize::new(0));
    let played = std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    if let Ok(stream) = TcpStream::connect(&challenge.address) {
                        // No time for the rest: the connection is reset.
                        let socket = socket2::SockRef::from(&stream);
                        let _ = socket.set_linger(Some(Duration::ZERO));
                        churned.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
        // Under the limit of an address, places are free again at once.
        let honest = (0..50).find_map(|_| {
            let played = challenge.play(&place, &[]);
            (!played.stderr.contains("no more games at once")).then_some(played)
        });
        over.store(true, Ordering::Relaxed);
        honest
    });
    let played = played.expect("there is a place for someone honest");
    assert_eq!(played.code, Some(0), "{played:?}");
    assert!(churned.into_inner() > 10);
    let (code, said) = challenge.end("TERM");
    assert_eq!(code, Some(0), "{said}");
}

/// A thousand who connect and mean harm: others play on meanwhile, and the memory stays flat.
#[test]
#[cfg(target_os = "linux")]
fn a_thousand_connections_cost_no_memory() {
    use nix::sys::resource::{Resource, getrlimit, setrlimit};

    fn resident(pid: u32) -> usize {
        let statm = std::fs::read_to_string(format!("/proc/{pid}/statm")).expect("it runs");
        let pages = statm.split(' ').nth(1).and_then(|word| word.parse().ok());
        let pages: usize = pages.expect("the second word is a number");
        pages * 4096
    }
    let (_, hard) = getrlimit(Resource::RLIMIT_NOFILE).expect("there is a limit");
    let crowd = hard.saturating_sub(100).min(1000) as usize;
    if crowd < 1000 {
        eprintln!("only {crowd} connections: the system allows {hard} open files");
    }
    setrlimit(Resource::RLIMIT_NOFILE, hard.min(4096), hard).expect("it can be raised");

    let place = Place::new("pellet_crowd");
    let words = [
        "--count",
        "2",
        "--players",
        "1100",
        "--per-address",
        "1100",
        "--seconds",
        "20s",
        "--to",
        "12x10",
    ];
    let challenge = Challenge::start(&place, &words);
    // How many sessions are open at once differs from round to round, and with that what the
    // allocator keeps. But what each of a thousand left behind would show in every round.
    let mut held: Vec<usize> = Vec::new();
    for round in 0..6 {
        let mut streams: Vec<TcpStream> = (0..crowd).map(|_| challenge.connect()).collect();
        for (number, stream) in streams.iter_mut().enumerate() {
            // Some of these are refused while they still send.
            let _ = match number % 4 {
                0 => stream.write_all(&[b'u'; 4096]),
                1 => stream.write_all(b"\xff\0\x1b garbage"),
                2 => stream.write_all(b"u"),
                _ => Ok(()),
            };
        }
        let played = challenge.play(&place, &[]);
        assert_eq!(played, ended(0, "Correct. The key is WellEaten\n", ""));
        drop(streams);
        // Everybody has left before the memory is looked at.
        let wanted = (round + 1) * (crowd + 1);
        let ends = || {
            let log = String::from_utf8_lossy(&place.read("log")).into_owned();
            log.matches("\"event\":\"end\"").count()
        };
        run::wait_until("everybody has left", || ends() >= wanted);
        let before = held.iter().copied().max();
        held.push(resident(challenge.child.id()));
        if before.is_some_and(|before| held[round] < before + (4 << 20)) {
            break;
        }
        assert!(round < 5, "memory grows with every round: {held:?}");
    }
    assert_eq!(challenge.end("TERM").0, Some(0));
}
