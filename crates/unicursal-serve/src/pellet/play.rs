//! The client: plays any server of the protocol to the end.
//!
//! It assumes as little as possible: packets may be split or merged anywhere, lines may end with
//! CRLF, blank lines may come before a board, and the connection may be closed at any time.

use std::io::{ErrorKind, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use unicursal::implement::{Kind, level_of};
use unicursal::pellet::{Board, Pellet};
use unicursal::{Control, Error, Grid, Outcome, SolveRequest};

use super::READY;
use super::game::TEAM;
use super::line::{Lines, NoLine};

/// How to play.
pub struct Player<'a> {
    /// Who plays, for servers that want to know.
    pub team: Option<&'a str>,
    /// How long the server may keep silent, and how long connecting may take.
    pub patience: Duration,
    /// How long the whole game may take.
    pub total: Duration,
    /// The most cells that a board may have, so that a server cannot fill the memory.
    pub most_cells: usize,
    /// The limits for solving a board. It is called before each board, so that its time begins
    /// then.
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
            "puzzle": "pellet",
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
    /// This is not a host and port.
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
    /// The game took too long.
    #[error("board {0}: the game takes longer than {1:?}")]
    TooLong(usize, Duration),
    /// It sent something other than a board.
    #[error("board {0}: {1}")]
    BadBoard(usize, String),
    /// The connection broke.
    #[error("board {0}: {1}")]
    Broken(usize, std::io::Error),
    /// The board provably has no path.
    #[error("board {0} has no path: {1}")]
    Unsolvable(usize, String),
    /// No path was found within the limits, or the one that was found is wrong.
    #[error("board {0}: {1}")]
    Failed(usize, Error),
}

/// The longest greeting, with all its lines.
const MOST_GREETING: usize = 1 << 16;

/// The longest verdict, and the longest line with a size.
const MOST_LINE: usize = 1 << 12;

/// What the server says, line by line.
struct Server<'a> {
    lines: Lines<'a>,
    patience: Duration,
    total: Duration,
    most_cells: usize,
    /// When the game is over.
    end: Instant,
}

impl Server<'_> {
    /// The next line, of at most `most` bytes; `None` if the server closed the connection.
    fn line(&mut self, board: usize, most: usize) -> Result<Option<Vec<u8>>, PlayError> {
        // Every line may take as long as the server may keep silent.
        let patience = self.patience;
        let deadline = self.end.min(Instant::now() + patience);
        match self.lines.next(most, deadline, patience) {
            Ok(line) => Ok(Some(line)),
            Err(NoLine::Closed) => Ok(None),
            Err(NoLine::Late | NoLine::Idle) if Instant::now() >= self.end => {
                Err(PlayError::TooLong(board, self.total))
            }
            Err(NoLine::Late | NoLine::Idle) => Err(PlayError::Silent(board, patience)),
            Err(NoLine::TooLong) => {
                let what = format!("a line of more than {most} bytes");
                Err(PlayError::BadBoard(board, what))
            }
            Err(NoLine::Broken(error)) => Err(PlayError::Broken(board, error)),
        }
    }

    /// Reads the greeting to its end.
    fn greeting(&mut self) -> Result<(), PlayError> {
        let mut room = MOST_GREETING;
        let mut last = String::new();
        loop {
            let Some(line) = self.line(1, room)? else {
                let said = if last.is_empty() {
                    last
                } else {
                    format!(": {last}")
                };
                return Err(PlayError::ClosedEarly(said));
            };
            if line.ends_with(READY.as_bytes()) {
                return Ok(());
            }
            room = room.saturating_sub(line.len() + 1);
            last = String::from_utf8_lossy(&line).into_owned();
        }
    }
}

/// Plays on a server, e.g. `127.0.0.1:5555`.
pub fn play(address: &str, player: &Player) -> Result<Played, PlayError> {
    let begun = Instant::now();
    let far = begun + Duration::from_secs(1 << 30);
    let end = begun.checked_add(player.total).unwrap_or(far);
    let stream = connect(address, player.patience.min(player.total))?;
    let _ = stream.set_nodelay(true);
    let mut server = Server {
        lines: Lines::new(&stream),
        patience: player.patience,
        total: player.total,
        most_cells: player.most_cells,
        end,
    };
    server.greeting()?;
    let mut boards = 0;
    let mut last = String::new();
    loop {
        let number = boards + 1;
        let Some(board) = read_board(number, &mut server, &mut last)? else {
            break;
        };
        (player.on_board)(&board);
        let begun = Instant::now();
        let control = (player.control)();
        let left = end.saturating_duration_since(begun);
        let left = control.time_left().map_or(left, |own| own.min(left));
        let path = solve(number, &board, &control.time_limit(left));
        let path = path.map_err(|error| match error {
            PlayError::Failed(number, _) if Instant::now() >= end => {
                PlayError::TooLong(number, player.total)
            }
            error => error,
        })?;
        let seconds = begun.elapsed().as_secs_f64();
        // A server that does not read must not block us.
        let _ = stream.set_write_timeout(Some(player.patience.max(Duration::from_millis(1))));
        let name = player.team.filter(|_| number == 1);
        let name = name.map_or_else(String::new, |name| format!("{}{name}\n", TEAM.0));
        let sent = (&stream).write_all(format!("{name}{path}").as_bytes());
        // A server that refuses may close before it has read everything; its line is still there.
        let Some(verdict) =
            server
                .line(number, MOST_LINE)
                .or_else(|error| match (&sent, error) {
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

/// Reads a board; `None` if the server closed the connection instead. Lines after a verdict that do
/// not begin a board belong to the verdict.
fn read_board(
    number: usize,
    server: &mut Server,
    last: &mut String,
) -> Result<Option<Board>, PlayError> {
    let (header, width, height) = loop {
        let line = match server.line(number, MOST_LINE) {
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
    let cells = width.checked_mul(height);
    let fits = cells.is_some_and(|cells| cells <= server.most_cells);
    if width > Grid::MAX_SIDE || height > Grid::MAX_SIDE || !fits {
        let what = format!("{header} is too large");
        return Err(PlayError::BadBoard(number, what));
    }
    let mut board = format!("{width} {height}\n").into_bytes();
    for y in 0..height {
        let Some(row) = server.line(number, width.max(MOST_LINE))? else {
            return Err(PlayError::ClosedInBoard(number));
        };
        if row.len() != width {
            let what = format!("row {} has {} cells instead of {width}", y + 1, row.len());
            return Err(PlayError::BadBoard(number, what));
        }
        // Everything that is neither open nor the start is a wall.
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
