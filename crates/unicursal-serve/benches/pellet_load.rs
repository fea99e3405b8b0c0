//! A load test of the challenge server, all on this machine: 500 players at once, each of whom
//! solves 10 boards of 28x21 with our client.
//!
//! `cargo bench -p unicursal-serve --bench pellet_load` prints a Markdown table and fails if
//! anybody did not get the key. It ends by itself: every wait of players and server has a limit.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::ScopedJoinHandle;
use std::time::{Duration, Instant};

use serde_json::Value;
use unicursal::Control;
use unicursal_serve::pellet::{Boards, Limits, Log, Player, Server, Settings, play};

const PLAYERS: usize = 500;
const BOARDS: usize = 10;

#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no writer panics").write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Lets players wait until all are there, but not forever.
#[derive(Default)]
struct Together {
    count: Mutex<usize>,
    all: Condvar,
}

impl Together {
    fn wait(&self) {
        let mut count = self.count.lock().expect("nobody panics here");
        *count += 1;
        self.all.notify_all();
        let missing = |count: &mut usize| *count < PLAYERS;
        let limit = Duration::from_secs(20);
        let waited = self.all.wait_timeout_while(count, limit, missing);
        assert!(
            !waited.expect("nobody panics here").1.timed_out(),
            "not all came"
        );
    }
}

fn main() {
    let log = Shared::default();
    let settings = Settings {
        boards: Boards::Fresh {
            count: BOARDS,
            from: (28, 21),
            to: (28, 21),
            seed: "load".to_owned(),
        },
        key: "Sesame".to_owned(),
        limits: Limits::default(),
        most_players: PLAYERS,
        most_per_address: PLAYERS,
    };
    let server = Server::bind("127.0.0.1:0", settings, Log::lines(log.clone()));
    let server = server.expect("a free port on this machine");
    let address = server.address().expect("an address").to_string();
    let stop = AtomicBool::new(false);
    let together = Together::default();
    let begun = Instant::now();
    let winners = std::thread::scope(|scope| {
        let running = scope.spawn(|| server.run(&stop));
        let players: Vec<_> = (0..PLAYERS)
            .map(|_| scope.spawn(|| wins(&address, &together)))
            .collect();
        let results = players.into_iter().map(ScopedJoinHandle::join);
        let winners = results.filter(|result| matches!(result, Ok(true))).count();
        stop.store(true, Ordering::Relaxed);
        running.join().expect("the server does not panic");
        winners
    });
    let seconds = begun.elapsed().as_secs_f64();
    let log = log.0.lock().expect("no writer panics").clone();
    let mut replies: Vec<u64> = String::from_utf8_lossy(&log)
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok()?["reply_us"].as_u64())
        .collect();
    replies.sort_unstable();
    let part = |share: f64| {
        let place = (replies.len() as f64 * share) as usize;
        replies
            .get(place)
            .map_or(0.0, |&micros| micros as f64 / 1e3)
    };
    println!("| players | boards each | keys | replies | median | p99 | slowest | all |");
    println!("|---|---|---|---|---|---|---|---|");
    println!(
        "| {PLAYERS} | {BOARDS} | {winners} | {} | {:.2} ms | {:.2} ms | {:.2} ms | {seconds:.1} s |",
        replies.len(),
        part(0.5),
        part(0.99),
        part(1.0 - 1e-9),
    );
    assert_eq!(winners, PLAYERS, "somebody did not get the key");
    assert_eq!(replies.len(), PLAYERS * BOARDS);
}

/// Plays one game; all players wait with their first board until everybody has one.
fn wins(address: &str, together: &Together) -> bool {
    let waited = AtomicBool::new(false);
    let player = Player {
        team: None,
        patience: Duration::from_secs(120),
        total: Duration::from_secs(600),
        most_cells: 1 << 24,
        control: &Control::new,
        on_board: &|_| {
            if !waited.swap(true, Ordering::Relaxed) {
                together.wait();
            }
        },
        on_turn: &|_| {},
    };
    match play(address, &player) {
        Ok(played) if played.last.ends_with("Sesame") => true,
        Ok(played) => {
            eprintln!("refused: {}", played.last);
            false
        }
        Err(error) => {
            eprintln!("failed: {error}");
            false
        }
    }
}
