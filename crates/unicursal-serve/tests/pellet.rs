//! The challenge over real sockets: byte by byte, with a client written from the description alone,
//! with our client, and with malicious clients.

use std::cell::Cell;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{JoinHandle, sleep};
use std::time::Duration;

use serde_json::Value;
use unicursal::pellet::text::parse_board;
use unicursal::{Control, Error, Interruption, Place};
use unicursal_serve::pellet::{
    BoardError, Boards, Limits, Log, PlayError, Played, Player, Server, Settings, play,
};

/// A server in its own thread, which stops when this is dropped.
struct Running {
    address: SocketAddr,
    stop: Arc<AtomicBool>,
    log: Shared,
    thread: Option<JoinHandle<()>>,
}

#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Running {
    fn start(boards: Boards, limits: Limits, most_players: usize) -> Self {
        let log = Shared::default();
        let settings = Settings {
            boards,
            key: "Sesame".to_owned(),
            limits,
            most_players,
            most_per_address: usize::MAX,
        };
        let server = Server::bind("127.0.0.1:0", settings, Log::lines(log.clone())).unwrap();
        let address = server.address().unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let thread = Some(std::thread::spawn(move || server.run(&flag)));
        Self {
            address,
            stop,
            log,
            thread,
        }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        // A test that waits forever reports nothing.
        let limit = Some(Duration::from_secs(60));
        stream.set_read_timeout(limit).unwrap();
        stream
    }

    fn stop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }

    /// All events so far; every line must be JSON.
    fn events(&self) -> Vec<Value> {
        let log = self.log.0.lock().unwrap().clone();
        let lines = log
            .split(|&byte| byte == b'\n')
            .filter(|line| !line.is_empty());
        lines
            .map(|line| serde_json::from_slice(line).unwrap())
            .collect()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
    }
}

fn given(boards: &[&str]) -> Boards {
    let boards = boards
        .iter()
        .map(|board| parse_board(board.as_bytes()).unwrap());
    Boards::Given(boards.collect())
}

fn fresh(count: usize, from: (usize, usize), to: (usize, usize)) -> Boards {
    let seed = "test".to_owned();
    Boards::Fresh {
        count,
        from,
        to,
        seed,
    }
}

fn read_all(mut stream: &TcpStream) -> String {
    let mut text = Vec::new();
    // A connection that is reset ends as well.
    let _ = stream.read_to_end(&mut text);
    String::from_utf8_lossy(&text).into_owned()
}

/// Plays with our client, and returns what the server said last.
fn play_to_the_end(address: SocketAddr) -> Played {
    let player = Player {
        team: None,
        patience: Duration::from_secs(60),
        total: Duration::from_secs(600),
        most_cells: 1 << 24,
        control: &Control::new,
        on_board: &|_| {},
        on_turn: &|_| {},
    };
    play(&address.to_string(), &player).unwrap()
}

#[test]
fn a_transcript_byte_by_byte() {
    let server = Running::start(given(&["S.\n", "S.\n#.\n"]), Limits::default(), 8);
    let mut stream = server.connect();
    stream.write_all(b"r\nrd\n").unwrap();
    assert_eq!(
        read_all(&stream),
        "Pellet Eater: 2 boards, 30 seconds each.\n\
         Start on S, visit every . once, and send your steps as one line of u, d, l, r.\n\
         Ready?\n\
         2 1\nS.\nCorrect, 1 of 2.\n2 2\nS.\n#.\nCorrect. The key is Sesame\n"
    );
}

#[test]
fn refusals_say_why_in_one_line() {
    let limits = Limits {
        board: Duration::from_millis(300),
        idle: Duration::from_millis(200),
        ..Limits::default()
    };
    let server = Running::start(given(&["S..\n"]), limits, 8);
    let cases: [(&[u8], &str); 8] = [
        (b"rl\n", "Wrong: step 2 (l): (0, 0) was visited before."),
        (b"u\n", "Wrong: step 1 (u): the board ends at (0, 0)."),
        (b"r\n", "Wrong: the path misses the cell (2, 0)."),
        (
            b"RR\n",
            "Wrong: path: letter 1, 'R', is none of u, d, l, r.",
        ),
        (
            b"\xff\x00\n",
            "Wrong: path: letter 1, '\\xff', is none of u, d, l, r.",
        ),
        (b"rrr\n", "Too long: this board takes 2 letters."),
        (b"rrrrrrrrrrrrr", "Too long: this board takes 2 letters."),
        (b"r", "Too late: nothing came for 0.2 seconds."),
    ];
    for (sent, line) in cases {
        let mut stream = server.connect();
        stream.write_all(sent).unwrap();
        let said = read_all(&stream);
        assert_eq!(said.lines().last(), Some(line), "{sent:?}");
        assert!(!said.contains("Sesame"));
    }
    let mut stream = server.connect();
    stream.write_all(b"rr\r\n").unwrap();
    assert!(read_all(&stream).ends_with("The key is Sesame\n"));
}

/// A client written straight from the description: it reads one byte at a time, and tries all
/// paths.
#[test]
fn a_minimal_client_plays_to_the_key() {
    fn read_until(stream: &mut TcpStream, end: &str) -> String {
        let mut text = String::new();
        let mut byte = [0];
        while !text.ends_with(end) && stream.read(&mut byte).unwrap() == 1 {
            text.push(char::from(byte[0]));
        }
        text
    }
    fn search(rows: &mut [Vec<u8>], x: usize, y: usize, left: usize, path: &mut String) -> bool {
        if left == 0 {
            return true;
        }
        rows[y][x] = b'#';
        for (letter, dx, dy) in [('u', 0, -1), ('d', 0, 1), ('l', -1, 0), ('r', 1, 0)] {
            let (to_x, to_y) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
            if rows.get(to_y).and_then(|row| row.get(to_x)) == Some(&b'.') {
                path.push(letter);
                if search(rows, to_x, to_y, left - 1, path) {
                    return true;
                }
                path.pop();
            }
        }
        rows[y][x] = b'.';
        false
    }
    let server = Running::start(fresh(5, (5, 5), (7, 7)), Limits::default(), 8);
    let mut stream = server.connect();
    read_until(&mut stream, "Ready?\n");
    let mut verdict = String::new();
    for _ in 0..5 {
        let width: usize = read_until(&mut stream, " ").trim().parse().unwrap();
        let height: usize = read_until(&mut stream, "\n").trim().parse().unwrap();
        let mut rows: Vec<Vec<u8>> = (0..height)
            .map(|_| read_until(&mut stream, "\n").trim().as_bytes().to_vec())
            .collect();
        assert!(rows.iter().all(|row| row.len() == width));
        let left = rows.iter().flatten().filter(|&&cell| cell == b'.').count();
        let start = rows.iter().position(|row| row.contains(&b'S')).unwrap();
        let x = rows[start].iter().position(|&cell| cell == b'S').unwrap();
        let mut path = String::new();
        assert!(search(&mut rows, x, start, left, &mut path));
        stream.write_all(format!("{path}\n").as_bytes()).unwrap();
        verdict = read_until(&mut stream, "\n");
    }
    assert!(verdict.contains("Sesame"), "{verdict}");
    assert_eq!(read_until(&mut stream, "\n"), "");
}

#[test]
fn boards_follow_from_the_seed_and_the_connection() {
    let boards = fresh(3, (8, 8), (12, 10));
    let sizes: Vec<_> = (0..3)
        .map(|index| boards.board(1, index).unwrap())
        .collect();
    let sizes: Vec<_> = sizes
        .iter()
        .map(|board| (board.width(), board.height()))
        .collect();
    assert_eq!(sizes, [(8, 8), (10, 9), (12, 10)]);
    assert_eq!(boards.board(4, 1).unwrap(), boards.board(4, 1).unwrap());
    assert_ne!(boards.board(4, 1).unwrap(), boards.board(5, 1).unwrap());
}

#[test]
fn those_who_mean_harm_do_not_disturb_others() {
    let limits = Limits {
        board: Duration::from_secs(2),
        ..Limits::default()
    };
    let mut server = Running::start(fresh(4, (8, 8), (16, 12)), limits, 40);
    std::thread::scope(|scope| {
        // One byte now and then, far too few.
        scope.spawn(|| {
            let mut stream = server.connect();
            while stream.write_all(b"u").is_ok() {
                sleep(Duration::from_millis(200));
            }
        });
        // No end of line, as fast as it goes.
        scope.spawn(|| {
            let mut stream = server.connect();
            for _ in 0..64 {
                if stream.write_all(&vec![b'u'; 1 << 16]).is_err() {
                    break;
                }
            }
        });
        // Lines of a megabyte, garbage, and resets in the middle of a board.
        for bytes in [vec![b'r'; 1 << 20], (0..=255).collect(), b"ru".to_vec()] {
            for _ in 0..4 {
                let mut stream = server.connect();
                let _ = stream.write_all(&bytes);
            }
        }
        assert!(play_to_the_end(server.address).last.ends_with("Sesame"));
        // More connections than there are places: the rest are refused, and told so.
        let crowd: Vec<TcpStream> = (0..200).map(|_| server.connect()).collect();
        let said: Vec<String> = crowd[150..].iter().map(read_all).collect();
        let refused = said
            .iter()
            .filter(|line| line.starts_with("Sorry, all places"));
        assert!(refused.count() > 0, "{said:?}");
        drop(crowd);
    });
    assert!(play_to_the_end(server.address).last.ends_with("Sesame"));
    server.stop();
    let events = server.events();
    let count = |name: &str| events.iter().filter(|event| event["event"] == name).count();
    assert_eq!(count("connect"), count("end"));
    assert_eq!(count("connect") + count("refuse"), 2 + 12 + 2 + 200);
    let ends: Vec<&str> = events
        .iter()
        .filter_map(|event| event["how"].as_str())
        .collect();
    for how in ["late", "overlong", "wrong", "left", "won"] {
        assert!(ends.contains(&how), "nobody ended by '{how}': {ends:?}");
    }
}

#[test]
fn a_stop_says_goodbye() {
    let mut server = Running::start(fresh(2, (8, 8), (8, 8)), Limits::default(), 8);
    let stream = server.connect();
    while !server
        .events()
        .iter()
        .any(|event| event["event"] == "board")
    {
        sleep(Duration::from_millis(5));
    }
    server.stop();
    assert!(read_all(&stream).ends_with("The server is closing, goodbye.\n"));
    assert_eq!(server.events().last().unwrap()["event"], "stop");
}

/// A class behind one address may not take all places, if the organiser says so.
#[test]
fn one_address_gets_so_many_games_at_once() {
    let log = Shared::default();
    let settings = Settings {
        boards: given(&["S.\n"]),
        key: "Sesame".to_owned(),
        limits: Limits::default(),
        most_players: 8,
        most_per_address: 2,
    };
    let server = Server::bind("127.0.0.1:0", settings, Log::lines(log.clone())).unwrap();
    let address = server.address().unwrap();
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| server.run(&stop));
        let connect = || TcpStream::connect(address).unwrap();
        let (mut first, _second) = (connect(), connect());
        let third = read_all(&connect());
        assert!(
            third.starts_with("Sorry, no more games at once from your address"),
            "{third}"
        );
        first.write_all(b"r\n").unwrap();
        assert!(read_all(&first).ends_with("The key is Sesame\n"));
        drop(first);
        // The place is free again, as soon as the server has noticed.
        let mut said = String::from("Sorry");
        while said.starts_with("Sorry") {
            let mut next = connect();
            let _ = next.write_all(b"r\n");
            said = read_all(&next);
        }
        assert!(said.ends_with("The key is Sesame\n"));
        stop.store(true, Ordering::Relaxed);
    });
    let log = log.0.lock().unwrap();
    assert!(String::from_utf8_lossy(&log).contains("too many from this address"));
}

/// A server of the test's own, which sends these pieces with pauses, and reads nothing.
fn other_server(pieces: &'static [&'static [u8]]) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        for piece in pieces {
            stream.write_all(piece).unwrap();
            sleep(Duration::from_millis(20));
        }
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let _ = stream.read_to_end(&mut Vec::new());
    });
    address
}

#[test]
fn our_client_copes_with_other_servers() {
    let client = |address: &str, patience: u64| {
        let player = Player {
            team: None,
            patience: Duration::from_millis(patience),
            total: Duration::from_secs(600),
            most_cells: 1 << 24,
            control: &Control::new,
            on_board: &|_| {},
            on_turn: &|_| {},
        };
        play(address, &player)
            .map(|played| (played.boards, played.last))
            .map_err(|error| error.to_string())
    };
    // Split anywhere, CRLF, blank lines, other walls, a verdict of two lines.
    let pieces: &[&[u8]] = &[
        b"Hi\r\nRea",
        b"dy?\r\n\r\n3",
        b" 1\r\nS.",
        b"X\r\nYes\r\n\r\n2 1\r\n.S\r\nGood\r\nKEY{1}\r\n",
    ];
    assert_eq!(
        client(&other_server(pieces), 5_000),
        Ok((2, "KEY{1}".to_owned()))
    );
    let cases: [(&[&[u8]], &str); 10] = [
        (
            &[],
            "the server closed the connection before the first board",
        ),
        (
            &[b"Full!\n"],
            "the server closed the connection before the first board: Full!",
        ),
        (&[b"Ready?\nno\n"], "board 1: 'no' is not WIDTH HEIGHT"),
        (
            &[b"Ready?\n4000000000 4000000000\nS.\n"],
            "board 1: 4000000000 4000000000 is too large",
        ),
        (
            &[b"Ready?\n5000 5000\nS.\n"],
            "board 1: 5000 5000 is too large",
        ),
        (
            &[b"Ready?\n3 2\nS..\n....\n"],
            "board 1: row 2 has 4 cells instead of 3",
        ),
        (
            &[b"Ready?\n2 2\nS.\n"],
            "board 1: the server closed the connection in the middle of the board",
        ),
        (
            &[b"Ready?\n2 1\nS.\n"],
            "board 1: the server closed the connection without a verdict",
        ),
        (
            &[b"Ready?\n2 1\n..\n"],
            "board 1: the board has no start: one cell must be 'S'",
        ),
        (
            &[b"Ready?\n3 1\n.S.\n"],
            "board 1 has no path: dead ends: (0, 0) and (2, 0) have one neighbour each, and only one \
             cell can be the last",
        ),
    ];
    for (pieces, message) in cases {
        assert_eq!(
            client(&other_server(pieces), 5_000),
            Err(message.to_owned())
        );
    }
    // A time limit applies to a board, not to the game: each board has its own limits.
    let asked = Cell::new(0);
    let player = Player {
        team: None,
        patience: Duration::from_secs(5),
        total: Duration::from_secs(600),
        most_cells: 1 << 24,
        control: &|| {
            asked.set(asked.get() + 1);
            Control::new()
        },
        on_board: &|_| {},
        on_turn: &|turn| assert_eq!(turn.number, asked.get()),
    };
    assert_eq!(play(&other_server(pieces), &player).unwrap().boards, 2);
    assert_eq!(asked.get(), 2);
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = silent.local_addr().unwrap().to_string();
    let message = "board 1: the server kept silent for 100ms";
    assert_eq!(client(&address, 100), Err(message.to_owned()));
    drop(silent);
    assert!(
        client(&address, 100)
            .unwrap_err()
            .starts_with("cannot connect to")
    );
    let message = "'localhost' is not of the form HOST:PORT";
    assert_eq!(client("localhost", 100), Err(message.to_owned()));
}

/// A server that sends something now and then is never silent, but the game has an end.
#[test]
fn our_client_ends_at_a_total_time() {
    const SLOW: &[&[u8]] = &[b"Hello\n" as &[u8]; 500];
    let player = Player {
        team: None,
        patience: Duration::from_secs(5),
        total: Duration::from_millis(300),
        most_cells: 100,
        control: &Control::new,
        on_board: &|_| {},
        on_turn: &|_| {},
    };
    let late = play(&other_server(SLOW), &player).unwrap_err();
    assert_eq!(
        late.to_string(),
        "board 1: the game takes longer than 300ms"
    );
}

/// A limit is not a proof, and front ends tell the two apart by the library's error.
#[test]
fn our_client_says_which_limit_ended_its_work() {
    let player = Player {
        team: None,
        patience: Duration::from_secs(5),
        total: Duration::from_secs(600),
        most_cells: 1 << 24,
        control: &|| Control::new().memory_limit(10),
        on_board: &|_| {},
        on_turn: &|_| panic!("nothing was answered"),
    };
    let error = play(&other_server(&[b"Ready?\n3 2\nS..\n...\n"]), &player).unwrap_err();
    let message = error.to_string();
    let PlayError::Failed(1, Error::Unfinished(unknown)) = error else {
        panic!("{message}");
    };
    assert_eq!(unknown.why, Interruption::Memory);
    assert_eq!(message, format!("board 1: {unknown}"));
}

#[test]
fn boards_that_cannot_be_used_are_refused() {
    let read = |text: &[u8], control: &Control| Boards::read(text, control);
    let (free, narrow) = (Control::new(), Control::new().memory_limit(10));
    assert!(read(b"3 1\nS..\n", &free).is_ok());
    match read(b"3 1\nS.?\n", &free) {
        Err(BoardError::Failed(error)) => assert_eq!(error.place(), Some(Place::column(2, 3))),
        other => panic!("{other:?}"),
    }
    assert!(matches!(
        read(b"3 1\n.S.\n", &free),
        Err(BoardError::Unsolvable(_))
    ));
    match read(b"3 2\nS..\n...\n", &narrow) {
        Err(BoardError::Failed(Error::Unfinished(unknown))) => {
            assert_eq!(unknown.why, Interruption::Memory);
        }
        other => panic!("{other:?}"),
    }
    match fresh(2, (2, 2), (8, 8)).check() {
        Err(BoardError::Failed(error)) => assert_eq!(error.kind(), "bad-request"),
        other => panic!("{other:?}"),
    }
    assert!(matches!(given(&[]).check(), Err(BoardError::None)));
}
