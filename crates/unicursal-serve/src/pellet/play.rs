//! The client: plays any server of the protocol to the end.
//!
//! It counts on as little as possible: packets may be split or merged anywhere, lines may end with
//! CRLF, blank lines may stand before a board, and the connection may be closed at any time.

use std::io::{ErrorKind, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use unicursal::pellet::{Board, Pellet};
use unicursal::{Control, Error, Grid, Kind, Outcome, SolveRequest, level_of};

use super::READY;
use super::line::{Lines, NoLine};

/// How to play.
pub struct Player<'a> {
    /// How long the server may keep silent, and how long connecting may take.
    pub patience: Duration,
    /// The limits of solving a board: asked for before each, so that its time begins then.
    pub control: &'a dyn Fn() -> Control<'a>,
    /// What to do when a board has arrived, before it is solved.
    pub on_board: &'a dyn Fn(&Board),
    /// What to do when a verdict has arrived.
    pub on_turn: &'a dyn Fn(&Turn),
}

/// A board, the answer to it, and what the server said.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// Which board, from 1.
    pub number: usize,
    /// The board.
    pub board: Board,
    /// The path that was sent.
    pub path: String,
    /// The server's line.
    pub verdict: String,
    /// Seconds for solving.
    pub seconds: f64,
}

impl Turn {
    /// The turn as a line of a replay file.
    pub fn to_json(&self) -> Value {
        let board = Pellet::print(&self.board);
        json!({
            "number": self.number,
            "board": board,
            "path": self.path,
            "verdict": self.verdict,
            "seconds": self.seconds,
        })
    }
}

/// A game that was played to the end.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// How many boards were answered.
    pub boards: usize,
    /// The last line of the server: the key, or why the last path was refused.
    pub last: String,
}

/// Why a game could not be played to the end.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// This is no host and port.
    #[error("'{0}' is not of the form HOST:PORT")]
    NoAddress(String),
    /// There is no such host, or it does not answer.
    #[error("cannot connect to {0}: {1}")]
    Connect(String, std::io::Error),
    /// The server closed the connection before there was a board.
    #[error("the server closed the connection before the first board{0}")]
    ClosedEarly(String),
    /// It closed the connection in the middle of a board.
    #[error("board {0}: the server closed the connection in the middle of the board")]
    ClosedInBoard(usize),
    /// It closed the connection without a verdict.
    #[error("board {0}: the server closed the connection without a verdict")]
    NoVerdict(usize),
    /// It kept silent.
    #[error("board {0}: the server kept silent for {1:?}")]
    Silent(usize, Duration),
    /// It sent something else than a board.
    #[error("board {0}: {1}")]
    BadBoard(usize, String),
    /// The connection broke.
    #[error("board {0}: {1}")]
    Broken(usize, std::io::Error),
    /// The board has no path, which is proved.
    #[error("board {0} has no path: {1}")]
    Unsolvable(usize, String),
    /// No path was found within the limits, or the one that was found is wrong.
    #[error("board {0}: {1}")]
    Failed(usize, Error),
}

/// The longest line that is read, and the longest greeting.
const MOST_BYTES: usize = 1 << 20;

/// Plays on a server, e.g. `127.0.0.1:5555`.
pub fn play(address: &str, player: &Player) -> Result<Played, PlayError> {
    let stream = connect(address, player.patience)?;
    let _ = stream.set_nodelay(true);
    let mut lines = Lines::new(&stream);
    let mut boards = 0;
    let mut next = |board: usize| {
        // Every line may take as long as the server may keep silent.
        let line = lines.next(
            MOST_BYTES,
            Instant::now() + player.patience,
            player.patience,
        );
        match line {
            Ok(line) => Ok(Some(line)),
            Err(NoLine::Closed) => Ok(None),
            Err(NoLine::Late | NoLine::Idle) => Err(PlayError::Silent(board, player.patience)),
            Err(NoLine::TooLong) => Err(PlayError::BadBoard(board, "an endless line".to_owned())),
            Err(NoLine::Broken(error)) => Err(PlayError::Broken(board, error)),
        }
    };
    let mut greeting = String::new();
    loop {
        let Some(line) = next(1)? else {
            let said = greeting.lines().last().map(|line| format!(": {line}"));
            return Err(PlayError::ClosedEarly(said.unwrap_or_default()));
        };
        if line.ends_with(READY.as_bytes()) {
            break;
        }
        greeting.push_str(&String::from_utf8_lossy(&line));
        greeting.push('\n');
        if greeting.len() > MOST_BYTES {
            return Err(PlayError::BadBoard(1, "an endless greeting".to_owned()));
        }
    }
    let mut last = String::new();
    loop {
        let number = boards + 1;
        let Some(board) = read_board(number, &mut next, &mut last)? else {
            break;
        };
        (player.on_board)(&board);
        let begun = Instant::now();
        let path = solve(number, &board, &(player.control)())?;
        let seconds = begun.elapsed().as_secs_f64();
        let sent = (&stream).write_all(path.as_bytes());
        // A server that refuses may close before it has read everything; its line is still there.
        let Some(verdict) = next(number).or_else(|error| match (&sent, error) {
            (Err(_), _) => Ok(None),
            (Ok(()), error) => Err(error),
        })?
        else {
            return Err(PlayError::NoVerdict(number));
        };
        last = String::from_utf8_lossy(&verdict).into_owned();
        boards = number;
        (player.on_turn)(&Turn {
            number,
            board,
            path: path.trim_end().to_owned(),
            verdict: last.clone(),
            seconds,
        });
    }
    if boards == 0 {
        return Err(PlayError::ClosedEarly(String::new()));
    }
    Ok(Played { boards, last })
}

fn connect(address: &str, patience: Duration) -> Result<TcpStream, PlayError> {
    let failed = |error: std::io::Error| match error.kind() {
        ErrorKind::InvalidInput => PlayError::NoAddress(address.to_owned()),
        _ => PlayError::Connect(address.to_owned(), error),
    };
    let mut error = std::io::Error::other("no such host");
    for place in address.to_socket_addrs().map_err(failed)? {
        match TcpStream::connect_timeout(&place, patience) {
            Ok(stream) => return Ok(stream),
            Err(refused) => error = refused,
        }
    }
    Err(failed(error))
}

/// Reads a board; none when the server closed the connection instead. Lines after a verdict that
/// begin no board belong to the verdict.
fn read_board(
    number: usize,
    next: &mut impl FnMut(usize) -> Result<Option<Vec<u8>>, PlayError>,
    last: &mut String,
) -> Result<Option<Board>, PlayError> {
    let (header, width, height) = loop {
        let line = match next(number) {
            Ok(Some(line)) => line,
            Ok(None) => return Ok(None),
            // After the last verdict it does not matter how the connection ended.
            Err(PlayError::Broken(..)) if number > 1 => return Ok(None),
            Err(error) => return Err(error),
        };
        let line = String::from_utf8_lossy(&line).trim().to_owned();
        let sizes: Option<Vec<usize>> = line.split_whitespace().map(|n| n.parse().ok()).collect();
        match sizes.as_deref() {
            Some([]) => {}
            Some(&[width, height]) => break (line, width, height),
            _ if number == 1 => {
                let what = format!("'{}' is not WIDTH HEIGHT", line.escape_debug());
                return Err(PlayError::BadBoard(number, what));
            }
            _ => *last = line,
        }
    };
    if width > Grid::MAX_SIDE || height > Grid::MAX_SIDE {
        let what = format!("{header} is too large");
        return Err(PlayError::BadBoard(number, what));
    }
    let mut board = format!("{width} {height}\n").into_bytes();
    for _ in 0..height {
        let Some(row) = next(number)? else {
            return Err(PlayError::ClosedInBoard(number));
        };
        // Whatever is neither open nor the start blocks.
        board.extend(row.iter().map(|&cell| match cell {
            b'.' | b'S' => cell,
            _ => b'#',
        }));
        board.push(b'\n');
    }
    let parsed = Pellet::parse(&board);
    let parsed = parsed.map_err(|error| PlayError::BadBoard(number, error.to_string()))?;
    Ok(Some(parsed))
}

fn solve(number: usize, board: &Board, control: &Control) -> Result<String, PlayError> {
    let level = level_of::<Pellet>(board.clone());
    let solved = level.solve(&SolveRequest::default(), control);
    match solved.map(|solved| solved.outcome) {
        Ok(Outcome::Solved(path)) => Ok(path),
        Ok(Outcome::Unsolvable { proof }) => Err(PlayError::Unsolvable(number, proof)),
        Ok(Outcome::Unknown(unknown)) => Err(PlayError::Failed(number, unknown.into())),
        Err(error) => Err(PlayError::Failed(number, error)),
    }
}
