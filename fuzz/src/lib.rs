//! What fuzzers do with bytes: a function for each target, which must return, whatever it is given.
//!
//! `./fuzz/run TIME [TARGET...]` runs each target for a time with cargo-fuzz. Inputs that broke
//! something are kept in `regressions/TARGET/`; the tests of this crate run all of them, and the
//! seeds of each target, through the same functions.

pub mod forge;
pub mod proofs;

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use unicursal::{Control, Level, LevelName, Puzzle, SolveRequest};
use unicursal_arena::{Entry, Estimate, Report, merge, plot};
use unicursal_serve::pellet::{Player, play};
use unicursal_studio::Config;

/// A target: its name, what it does, and inputs to begin with.
pub struct Target {
    /// The name of the binary and of the folder with regressions.
    pub name: &'static str,
    /// What it does with an input.
    pub run: fn(&[u8]),
    /// Inputs to begin with.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// All targets.
pub const TARGETS: &[Target] = &[
    Target {
        name: "levels",
        run: levels,
        seeds: examples,
    },
    Target {
        name: "formats",
        run: formats,
        seeds: || {
            // Beside the examples, levels that most forms can say.
            let plain = ["2 3\n1.2\n1.2\n", "##E #\n# # #\nS # #\n"];
            let written = |(n, &puzzle): (u8, &&'static dyn Puzzle)| {
                let texts = plain.into_iter().chain([puzzle.about().example]);
                let levels =
                    texts.filter_map(|text| puzzle.parse(text.as_bytes(), &Control::new()).ok());
                let formats = levels.flat_map(|level| {
                    (0..)
                        .zip(puzzle.formats())
                        .filter_map(move |(form, format)| {
                            let text = level.write_as(format.name).ok()?;
                            Some([&[n, form], text.as_slice()].concat())
                        })
                });
                formats.collect::<Vec<_>>()
            };
            (0..).zip(unicursal::puzzles()).flat_map(written).collect()
        },
    },
    Target {
        name: "answers",
        run: answers,
        seeds: || {
            let answers = ["x=0&y=1&path=DRURD", "0 0 0 3 0\n", "NNEE", "rrdd", "dd"];
            (0..)
                .zip(answers)
                .map(|(n, text)| [&[n], text.as_bytes()].concat())
                .collect()
        },
    },
    Target {
        name: "ids",
        run: ids,
        seeds: || {
            let ids = [
                "coil:9x9/original@0.7+3.7#a",
                "connect:5x5/c3-d5-b5-k1-u#a",
                "maze:9x9/dfs#a",
                "pellet:9x9/15-hard#a",
                "trail:6x6/hard-none-symmetric#a",
                "coil:pack/7",
            ];
            ids.map(|id| id.as_bytes().to_vec()).to_vec()
        },
    },
    Target {
        name: "forge",
        run: forge::run,
        seeds: forge::seeds,
    },
    Target {
        name: "proofs",
        run: proofs::run,
        seeds: proofs::seeds,
    },
    Target {
        name: "recordings",
        run: recordings,
        seeds: || {
            let games = [
                r#"{"puzzle":"pellet","number":1,"board":"3 2\n###\nS..\n","path":"RR","verdict":"Correct"}"#,
                r#"{"puzzle":"connect","level":"2 2\n00\n11\n0\n","victory":true,"turns":[{"line":"0 0 1 0 0","ms":1.0}]}"#,
                r#"{"puzzle":"connect","level":"2 2\n00\n11\n0\n","turns":[],"loss":{"turn":1,"reason":"late"}}"#,
            ];
            games.map(|game| game.as_bytes().to_vec()).to_vec()
        },
    },
    Target {
        name: "results",
        run: results,
        seeds: || vec![b"{\"puzzle\":\"coil\"}\n".to_vec()],
    },
    Target {
        name: "client",
        run: client,
        seeds: || vec![b"hello\nReady?\n3 2\n###\nS..\nCorrect. The key is K\n".to_vec()],
    },
    Target {
        name: "page",
        run: page,
        seeds: || {
            let bodies = [
                "/level {\"puzzle\":\"coil\",\"level\":\"coil:pack/1\"}",
                "/generate {\"puzzle\":\"maze\",\"width\":5,\"height\":5}",
                "/count {\"puzzle\":\"connect\",\"level\":\"2 2\\n00\\n11\\n0\\n\"}",
            ];
            bodies.map(|body| body.as_bytes().to_vec()).to_vec()
        },
    },
];

/// Boards beyond this are read, but nothing long is done with them.
const MOST_CELLS: usize = 400;

/// The puzzle that the first byte stands for, and the rest.
fn chosen(data: &[u8]) -> Option<(&'static dyn Puzzle, &[u8])> {
    let (first, rest) = data.split_first()?;
    let puzzles = unicursal::puzzles();
    Some((puzzles[usize::from(*first) % puzzles.len()], rest))
}

fn examples() -> Vec<Vec<u8>> {
    let puzzles = unicursal::puzzles().iter();
    let texts = puzzles.map(|puzzle| puzzle.about().example.as_bytes());
    (0..)
        .zip(texts)
        .map(|(n, text)| [&[n], text].concat())
        .collect()
}

fn control() -> Control<'static> {
    Control::new()
        .time_limit(Duration::from_millis(200))
        .memory_limit(1 << 28)
}

/// Everything that can be done with a level in little time. What is printed must be read back.
fn use_level(puzzle: &dyn Puzzle, level: &dyn Level) {
    let text = level.text();
    let again = puzzle.parse(text.as_bytes(), &Control::new());
    let again = again.unwrap_or_else(|error| panic!("printed, but not read back: {error}\n{text}"));
    assert_eq!(again.text(), text);
    let sheet = puzzle
        .print_sheet(&level.sheet())
        .expect("a sheet fits itself");
    let again = puzzle.parse(sheet.as_bytes(), &Control::new());
    assert!(again.is_ok(), "a sheet was not read back:\n{sheet}");
    let (width, height) = level.size();
    if width * height > MOST_CELLS {
        return;
    }
    let _ = level.facts().to_string();
    let _ = level.draw(None).map(|picture| picture.to_svg());
    let _ = level.solve(&SolveRequest::default(), &control());
    let _ = level.hint(b"", &control());
}

/// Texts of levels of all puzzles.
pub fn levels(data: &[u8]) {
    let Some((puzzle, text)) = chosen(data) else {
        return;
    };
    let _ = puzzle.is_whole(text);
    if let Ok(level) = puzzle.parse(text, &control()) {
        use_level(puzzle, &*level);
    }
}

/// Texts of levels in the form that the second byte stands for: what can be read can be written in
/// any form that can say it, and is read again.
pub fn formats(data: &[u8]) {
    let Some((puzzle, [form, text @ ..])) = chosen(data) else {
        return;
    };
    let formats = puzzle.formats();
    let form = formats[usize::from(*form) % formats.len()].name;
    let Ok(level) = puzzle.parse_as(form, text, &control()) else {
        return;
    };
    for format in formats.iter().filter(|format| format.reads) {
        if let Ok(written) = level.write_as(format.name) {
            let again = puzzle.parse_as(format.name, &written, &Control::new());
            assert!(again.is_ok_and(|again| again.size() == level.size()));
        }
    }
}

/// Texts of answers to the examples: the library and the checkers read them, and must agree on what
/// cannot be read at all only as far as a picture can be drawn.
pub fn answers(data: &[u8]) {
    let Some((puzzle, text)) = chosen(data) else {
        return;
    };
    let example = puzzle.about().example.as_bytes();
    let level = puzzle
        .parse(example, &Control::new())
        .expect("the example is a level");
    let _ = level.check(&SolveRequest::default(), text);
    let _ = level.draw(Some(text)).map(|picture| picture.to_text(false));
    let _ = level.hint(text, &control());
}

/// Names of levels.
pub fn ids(data: &[u8]) {
    let Ok(word) = std::str::from_utf8(data) else {
        return;
    };
    let Some(puzzle) = unicursal::puzzle_of_id(word) else {
        return;
    };
    let Ok(Some(name)) = LevelName::read(puzzle.name(), word) else {
        return;
    };
    if let Ok(made) = puzzle.make(&name, &control()) {
        let _ = made.answer(&control()).expect("a known answer is right");
        let again = LevelName::read(puzzle.name(), &made.id);
        assert!(matches!(again, Ok(Some(_))), "{}", made.id);
    }
}

/// Recorded games: each board is read, drawn and judged as far as it can be.
pub fn recordings(data: &[u8]) {
    let boards = unicursal::recorded(data).map_while(Result::ok);
    for board in boards.take(20) {
        for puzzle in unicursal::puzzles() {
            let Ok(level) = board.level_of(*puzzle, &control()) else {
                continue;
            };
            let answer = board.answer.as_bytes();
            let _ = level.check(&SolveRequest::default(), answer);
            let _ = level.draw(Some(answer)).map(|picture| picture.to_svg());
        }
    }
}

/// Results of the arena, a line of JSON for each.
pub fn results(data: &[u8]) {
    let lines = data.split(|&byte| byte == b'\n');
    let entries = lines.filter_map(|line| serde_json::from_slice::<Entry>(line).ok());
    let entries: Vec<Entry> = entries.filter(|entry| entry.validate().is_ok()).collect();
    for report in Report::by_solver(entries.clone()) {
        let _ = report.summary(0..10, true);
        let estimate = Estimate::new(&report);
        let _ = (estimate.text(), estimate.json(&report.solver).to_string());
        let _ = plot::plot("coil", &[report]).to_svg();
    }
    let (first, second) = entries.split_at(entries.len() / 2);
    let _ = merge("coil", vec![first.to_vec(), second.to_vec()]);
}

/// What a server sends to a player.
pub fn client(data: &[u8]) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    let address = listener.local_addr().expect("it has an address");
    std::thread::scope(|scope| {
        scope.spawn(|| {
            if let Ok((mut stream, _)) = listener.accept() {
                let _ = stream.write_all(data);
            }
        });
        let player = Player {
            team: None,
            patience: Duration::from_millis(200),
            total: Duration::from_secs(2),
            most_cells: MOST_CELLS,
            control: &control,
            on_board: &|_| {},
            on_turn: &|_| {},
        };
        let _ = play(&address.to_string(), &player);
    });
}

/// A request to the studio: a path, a blank and a body.
pub fn page(data: &[u8]) {
    static STUDIO: OnceLock<SocketAddr> = OnceLock::new();
    static STOP: AtomicBool = AtomicBool::new(false);
    let address = *STUDIO.get_or_init(|| {
        let (sender, receiver) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let config = Config {
                time_limit: Duration::from_millis(200),
                most_cells: MOST_CELLS,
                most_bytes: 1 << 16,
                ..Config::default()
            };
            let any = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
            let ready = move |address| sender.send(address).expect("someone waits");
            unicursal_studio::run(any, config, ready, &STOP).expect("the studio runs");
        });
        receiver.recv().expect("the studio is ready")
    });
    let split = data
        .iter()
        .position(|&byte| byte == b' ')
        .unwrap_or(data.len());
    let (path, body) = data.split_at(split);
    let path: String = path
        .iter()
        .filter(|byte| byte.is_ascii_graphic())
        .map(|&byte| char::from(byte))
        .collect();
    let mut stream = TcpStream::connect(address).expect("the studio listens");
    let patience = Some(Duration::from_secs(20));
    stream
        .set_read_timeout(patience)
        .expect("a time can be set");
    let head = format!(
        "POST /api{path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    let _ = stream.write_all(&[head.as_bytes(), body].concat());
    let mut reply = Vec::new();
    let read = stream.read_to_end(&mut reply);
    let reply = String::from_utf8_lossy(&reply);
    assert!(read.is_err() || reply.starts_with("HTTP/1.1 "), "{reply}");
    assert!(!reply.contains("INTERNAL ERROR"), "{reply}");
}
