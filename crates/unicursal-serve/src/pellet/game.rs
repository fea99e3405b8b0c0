//! One player's game, from the greeting to the key.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;
use unicursal::implement::Kind;
use unicursal::pellet::Pellet;
use unicursal::{SolveRequest, Verdict};

use super::READY;
use super::boards::Boards;
use super::line::{Lines, NoLine};
use super::log::Log;
use super::maker::Maker;

/// The limits of one connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Time for each board.
    pub board: Duration,
    /// The longest silence within that time.
    pub idle: Duration,
    /// Time for the whole game.
    pub total: Duration,
    /// Time for the player to receive what is sent.
    pub write: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            board: Duration::from_secs(30),
            idle: Duration::from_secs(30),
            total: Duration::from_secs(900),
            write: Duration::from_secs(5),
        }
    }
}

/// What all games share.
pub struct Table<'a> {
    pub boards: &'a Boards,
    pub key: &'a str,
    pub limits: &'a Limits,
    pub log: &'a Log,
    pub stopping: &'a AtomicBool,
    /// Makes the next boards.
    pub maker: &'a Maker,
}

/// How a game ended: a word for the log, and the last line for the player.
struct Ended {
    word: &'static str,
    line: String,
}

/// How long, and for how many bytes, a closing connection is still read, so that the last line
/// arrives.
const LINGER: (Duration, usize) = (Duration::from_secs(1), 4 << 20);
/// The message to players when the server stops.
const GOODBYE: &str = "The server is closing, goodbye.";
/// The beginning of a line in which a player gives a name, and the most letters of a name.
pub const TEAM: (&str, usize) = ("team ", 40);
/// The most letters of the error about an unreadable answer that are sent back.
const MOST_REASON: usize = 200;

/// Plays with one player until one side ends it.
pub fn play(table: &Table, stream: &TcpStream, player: u64) {
    let begun = Instant::now();
    let _ = stream.set_nodelay(true);
    let ended = rounds(table, stream, player).unwrap_or_else(|error| Ended {
        word: "cut off",
        line: error.to_string(),
    });
    let seconds = begun.elapsed().as_secs_f64();
    let fields =
        json!({"player": player, "how": ended.word, "line": ended.line, "seconds": seconds});
    table.log.event("end", fields);
    close(table, stream);
}

fn rounds(table: &Table, stream: &TcpStream, player: u64) -> std::io::Result<Ended> {
    let limits = table.limits;
    let mut over = Instant::now() + limits.total;
    let mut lines = Lines::new(stream);
    let count = table.boards.count();
    let mut message = format!(
        "Pellet Eater: {count} boards, {} seconds each.\n\
         Start on S, visit every . once, and send your steps as one line of u, d, l, r.\n{READY}\n",
        limits.board.as_secs_f64()
    );
    // From the end of the player's line to the last byte of the reply.
    let mut answered: Option<Answered> = None;
    let stopped = || table.stopping.load(Ordering::Relaxed);
    let mut following = Some(table.maker.order(player, 0));
    for index in 0..count {
        let Some(order) = following.take() else { break };
        let asked = Instant::now();
        let board = match order.wait(stopped) {
            Some(Ok(board)) => board,
            Some(Err(error)) => {
                return end(stream, limits, "no board", &format!("Sorry: {error}."));
            }
            None => return end(stream, limits, "stopped", GOODBYE),
        };
        // No clock runs while a board is made.
        over += asked.elapsed();
        let level = Pellet::print(&board);
        message.push_str(&level);
        send(stream, message.as_bytes(), limits.write)?;
        log_answer(table, player, answered.take());
        table.log.event(
            "board",
            json!({"player": player, "board": index + 1, "of": count, "width": board.width(), "height": board.height()}),
        );
        let sent = Instant::now();
        // The next board is made while the player thinks about this one.
        if index + 1 < count {
            following = Some(table.maker.order(player, index + 1));
        }
        let letters = board.free_count() - 1;
        let deadline = over.min(sent + limits.board);
        // Names are sent before the first path, within its time.
        let line = if index == 0 {
            first_line(table, player, &mut lines, letters, deadline)
        } else {
            lines.next(letters, deadline, limits.idle)
        };
        let arrived = Instant::now();
        let line = match line {
            Ok(line) => line,
            Err(reason) => {
                let (word, text) = refusal(table, &reason, letters, over <= arrived);
                return end(stream, limits, word, &text);
            }
        };
        let reason = match Pellet::check(level.as_bytes(), &SolveRequest::default(), &line) {
            Ok(Verdict::Valid) => None,
            Ok(Verdict::Wrong { reason, .. }) => Some(reason),
            Err(error) => Some(error.to_string()),
        };
        if let Some(mut reason) = reason {
            reason.truncate(MOST_REASON);
            let ended = end(stream, limits, "wrong", &format!("Wrong: {reason}."))?;
            log_answer(table, player, Some(Answered::new(index, arrived, &line)));
            return Ok(ended);
        }
        answered = Some(Answered::new(index, arrived, &line));
        message = format!("Correct, {} of {count}.\n", index + 1);
    }
    let ended = end(
        stream,
        limits,
        "won",
        &format!("Correct. The key is {}", table.key),
    )?;
    log_answer(table, player, answered);
    Ok(ended)
}

/// The first path of a player, who may name the team before it.
fn first_line(
    table: &Table,
    player: u64,
    lines: &mut Lines,
    letters: usize,
    deadline: Instant,
) -> Result<Vec<u8>, NoLine> {
    let (word, most) = TEAM;
    // A letter has at most four bytes.
    let longest = |begun: &[u8]| {
        if begun.starts_with(word.as_bytes()) {
            word.len() + 4 * most
        } else {
            letters.max(word.len())
        }
    };
    let line = lines.next_by(&longest, deadline, table.limits.idle)?;
    let Some(name) = line.strip_prefix(word.as_bytes()) else {
        return if line.len() > letters {
            Err(NoLine::TooLong)
        } else {
            Ok(line)
        };
    };
    let name = String::from_utf8_lossy(name);
    let name: String = name.trim().chars().take(most).collect();
    let name: String = name.chars().filter(|letter| !letter.is_control()).collect();
    if !name.is_empty() {
        let fields = json!({"player": player, "team": name});
        table.log.event("team", fields);
    }
    lines.next(letters, deadline, table.limits.idle)
}

/// The message to a player who sent no line.
fn refusal(table: &Table, reason: &NoLine, letters: usize, over: bool) -> (&'static str, String) {
    if table.stopping.load(Ordering::Relaxed) {
        return ("stopped", GOODBYE.to_owned());
    }
    let seconds = |time: Duration| time.as_secs_f64();
    let limits = table.limits;
    match reason {
        NoLine::Closed => ("left", "You left.".to_owned()),
        NoLine::Late if over => (
            "late",
            format!(
                "Too late: the whole game takes {} seconds.",
                seconds(limits.total)
            ),
        ),
        NoLine::Late => (
            "late",
            format!("Too late: a board takes {} seconds.", seconds(limits.board)),
        ),
        NoLine::Idle => (
            "idle",
            format!(
                "Too late: nothing came for {} seconds.",
                seconds(limits.idle)
            ),
        ),
        NoLine::TooLong => (
            "overlong",
            format!("Too long: this board takes {letters} letters."),
        ),
        NoLine::Broken(error) => ("cut off", error.to_string()),
    }
}

fn end(
    stream: &TcpStream,
    limits: &Limits,
    word: &'static str,
    line: &str,
) -> std::io::Result<Ended> {
    let line = line.to_owned();
    if !matches!(word, "left" | "cut off") {
        let sent = send(stream, format!("{line}\n").as_bytes(), limits.write);
        // A refused player may be gone already; a winner who is gone did not get the key.
        if word == "won" {
            sent?;
        }
    }
    Ok(Ended { word, line })
}

/// A line that came from a player.
struct Answered {
    board: usize,
    arrived: Instant,
    path: String,
}

impl Answered {
    fn new(index: usize, arrived: Instant, line: &[u8]) -> Self {
        Self {
            board: index + 1,
            arrived,
            path: String::from_utf8_lossy(line).trim().to_owned(),
        }
    }
}

fn log_answer(table: &Table, player: u64, answered: Option<Answered>) {
    if let Some(answered) = answered {
        let micros = answered.arrived.elapsed().as_micros() as u64;
        let (board, path) = (answered.board, answered.path);
        let fields = json!({"player": player, "board": board, "reply_us": micros, "path": path});
        table.log.event("answer", fields);
    }
}

/// Sends everything, or gives up on a player who does not receive it.
fn send(mut stream: &TcpStream, mut bytes: &[u8], limit: Duration) -> std::io::Result<()> {
    let deadline = Instant::now() + limit;
    while !bytes.is_empty() {
        let left = deadline.saturating_duration_since(Instant::now());
        stream.set_write_timeout(Some(left.max(Duration::from_millis(1))))?;
        match stream.write(bytes) {
            Ok(count) => bytes = &bytes[count..],
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
        if left.is_zero() && !bytes.is_empty() {
            return Err(std::io::ErrorKind::TimedOut.into());
        }
    }
    Ok(())
}

/// Closes a connection so that what was sent last is not lost: if a socket is closed while it has
/// unread input, what the other side has not read yet is discarded.
fn close(table: &Table, mut stream: &TcpStream) {
    let _ = stream.shutdown(Shutdown::Write);
    let (time, mut bytes) = LINGER;
    let deadline = Instant::now() + time;
    let mut chunk = [0; 4096];
    while bytes > 0 && !table.stopping.load(Ordering::Relaxed) {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() || stream.set_read_timeout(Some(left)).is_err() {
            break;
        }
        match stream.read(&mut chunk) {
            Ok(0) | Err(_) => break,
            Ok(count) => bytes = bytes.saturating_sub(count),
        }
    }
}
