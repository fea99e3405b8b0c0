//! The server: accepts up to a number of players, gives each a thread, and stops on request.
//!
//! A thread that waits for its player costs only its stack, which is small; every wait has a
//! deadline, so no thread stays forever. The listener is polled, so that a stop is noticed soon.

use std::collections::HashMap;
use std::io::{ErrorKind, Write};
use std::net::{IpAddr, Shutdown, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::json;
use socket2::{Domain, Socket, Type};

use super::boards::Boards;
use super::game::{self, Limits, Table};
use super::log::Log;
use super::maker::Maker;

/// What a server needs to know.
pub struct Settings {
    /// The boards.
    pub boards: Boards,
    /// What the verdict on the last board says.
    pub key: String,
    /// The limits of one connection.
    pub limits: Limits,
    /// How many may play at once.
    pub most_players: usize,
    /// How many of them may come from one address.
    pub most_per_address: usize,
}

/// A server that is bound to its address.
pub struct Server {
    listener: TcpListener,
    settings: Settings,
    log: Log,
}

/// The connections of the current players, by their numbers, with the addresses they come from.
type Players = Mutex<HashMap<u64, (IpAddr, Arc<TcpStream>)>>;

/// The stack of a player's thread.
const STACK: usize = 256 << 10;
/// The time between two looks at the listener.
const POLL: Duration = Duration::from_millis(5);
/// How many connections the system queues for us between two looks, so that none is lost when many
/// come at once.
const BACKLOG: i32 = 4096;
/// How long a stop may take.
const GOODBYE: Duration = Duration::from_millis(200);
/// How long to wait for a refused player.
const REFUSAL: Duration = Duration::from_millis(50);

impl Server {
    /// Binds the address. [`Boards::check`] says whether there are boards for everybody.
    pub fn bind(
        address: impl ToSocketAddrs,
        settings: Settings,
        log: Log,
    ) -> std::io::Result<Self> {
        let listener = listen(address)?;
        Ok(Self {
            listener,
            settings,
            log,
        })
    }

    /// Where the server listens.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `stop` is set; players who are connected at that time get a message.
    pub fn run(&self, stop: &AtomicBool) {
        let address = self.address().map(|address| address.to_string());
        let address = address.unwrap_or_default();
        let boards = self.settings.boards.count();
        let seed = match &self.settings.boards {
            Boards::Fresh { seed, .. } => Some(seed),
            Boards::Given(_) => None,
        };
        self.log.event(
            "start",
            json!({"address": address, "boards": boards, "seed": seed}),
        );
        let stopping = AtomicBool::new(false);
        let players = Players::default();
        let mut connected = 0;
        let mut trouble = None;
        let maker = Maker::default();
        std::thread::scope(|scope| {
            scope.spawn(|| maker.work(&self.settings.boards));
            while !stop.load(Ordering::Relaxed) {
                match self.listener.accept() {
                    Ok((stream, from)) => {
                        connected += 1;
                        trouble = None;
                        let admitted = self.admit(stream, from, connected, &players);
                        let Some(stream) = admitted else { continue };
                        let (stopping, players, maker) = (&stopping, &players, &maker);
                        let thread = std::thread::Builder::new().stack_size(STACK);
                        let started = thread.spawn_scoped(scope, move || {
                            let _place = Place(players, connected);
                            game::play(&self.table(stopping, maker), &stream, connected);
                        });
                        if let Err(error) = started {
                            forget(players, connected);
                            let why = error.to_string();
                            self.log
                                .event("refuse", json!({"player": connected, "why": why}));
                        }
                    }
                    Err(error) if error.kind() == ErrorKind::WouldBlock => {
                        std::thread::sleep(POLL);
                    }
                    // Too many open files, or a player who left at once: others must not be
                    // affected. This may last until a player leaves, and is reported once.
                    Err(error) => {
                        let error = error.to_string();
                        if trouble.as_ref() != Some(&error) {
                            self.log.event("accept", json!({"error": error}));
                            trouble = Some(error);
                        }
                        std::thread::sleep(POLL);
                    }
                }
            }
            stopping.store(true, Ordering::Relaxed);
            maker.close();
            say_goodbye(&players);
        });
        self.log.event("stop", json!({"players": connected}));
        self.log.flush();
    }

    /// Admits a player, or refuses politely if the server is full.
    fn admit(
        &self,
        stream: TcpStream,
        from: SocketAddr,
        player: u64,
        players: &Players,
    ) -> Option<Arc<TcpStream>> {
        let refuse = |why: &str| {
            self.log.event(
                "refuse",
                json!({"player": player, "from": from.to_string(), "why": why}),
            );
        };
        if stream.set_nonblocking(false).is_err() {
            refuse("the connection is gone");
            return None;
        }
        let stream = Arc::new(stream);
        let Ok(mut places) = players.lock() else {
            return None;
        };
        let address = from.ip().to_canonical();
        let same = places.values().filter(|(other, _)| *other == address);
        let settings = &self.settings;
        let full = if places.len() >= settings.most_players {
            Some((
                "full",
                "Sorry, all places are taken; please come back later.\n",
            ))
        } else if same.count() >= settings.most_per_address {
            Some((
                "too many from this address",
                "Sorry, no more games at once from your address; please come back later.\n",
            ))
        } else {
            None
        };
        if let Some((why, line)) = full {
            drop(places);
            refuse(why);
            let _ = stream.set_write_timeout(Some(REFUSAL));
            let _ = (&*stream).write_all(line.as_bytes());
            let _ = stream.shutdown(Shutdown::Write);
            return None;
        }
        places.insert(player, (address, Arc::clone(&stream)));
        let playing = places.len();
        drop(places);
        self.log.event(
            "connect",
            json!({"player": player, "from": from.to_string(), "playing": playing}),
        );
        Some(stream)
    }

    fn table<'a>(&'a self, stopping: &'a AtomicBool, maker: &'a Maker) -> Table<'a> {
        Table {
            boards: &self.settings.boards,
            key: &self.settings.key,
            limits: &self.settings.limits,
            log: &self.log,
            stopping,
            maker,
        }
    }
}

/// Listens on the first address that is available.
fn listen(address: impl ToSocketAddrs) -> std::io::Result<TcpListener> {
    let mut error = std::io::Error::other("no such address");
    for place in address.to_socket_addrs()? {
        let bound =
            Socket::new(Domain::for_address(place), Type::STREAM, None).and_then(|socket| {
                // A challenge that is restarted need not wait for the connections of the last one.
                socket.set_reuse_address(true)?;
                socket.set_nonblocking(true)?;
                socket.bind(&place.into())?;
                socket.listen(BACKLOG)?;
                Ok(socket.into())
            });
        match bound {
            Ok(listener) => return Ok(listener),
            Err(refused) => error = refused,
        }
    }
    Err(error)
}

/// A player's place, which is freed when the thread ends, however it ends.
struct Place<'a>(&'a Players, u64);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        forget(self.0, self.1);
    }
}

fn forget(players: &Players, player: u64) {
    if let Ok(mut players) = players.lock() {
        players.remove(&player);
    }
}

/// Wakes the threads of all players, which then say goodbye, and cuts off players who do not read
/// it.
fn say_goodbye(players: &Players) {
    let shut = |how: Shutdown| {
        players.lock().map_or(0, |players| {
            for (_, stream) in players.values() {
                let _ = stream.shutdown(how);
            }
            players.len()
        })
    };
    let begun = Instant::now();
    let mut left = shut(Shutdown::Read);
    while left > 0 && begun.elapsed() < GOODBYE {
        std::thread::sleep(POLL);
        left = players.lock().map_or(0, |players| players.len());
    }
    shut(Shutdown::Both);
}
