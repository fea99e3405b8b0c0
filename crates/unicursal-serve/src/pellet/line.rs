//! Lines from a socket, within limits of length and time.

use std::io::{ErrorKind, Read};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Why there is no line.
#[derive(Debug)]
pub enum NoLine {
    /// The other side closed the connection.
    Closed,
    /// The time is over.
    Late,
    /// Nothing came for too long.
    Idle,
    /// The line is longer than allowed.
    TooLong,
    /// The connection broke.
    Broken(std::io::Error),
}

/// What was read from a socket and not yet used.
pub struct Lines<'a> {
    stream: &'a TcpStream,
    buffer: Vec<u8>,
    used: usize,
}

/// Bytes that are read at once.
const CHUNK: usize = 4096;

impl<'a> Lines<'a> {
    pub fn new(stream: &'a TcpStream) -> Self {
        Self {
            stream,
            buffer: Vec::new(),
            used: 0,
        }
    }

    /// The next line without its end (LF or CRLF), of at most `most` bytes, before `deadline` and
    /// with no silence longer than `idle`.
    pub fn next(
        &mut self,
        most: usize,
        deadline: Instant,
        idle: Duration,
    ) -> Result<Vec<u8>, NoLine> {
        self.next_by(&|_| most, deadline, idle)
    }

    /// The same, with a maximum length that depends on how the line begins.
    pub fn next_by(
        &mut self,
        most: &dyn Fn(&[u8]) -> usize,
        deadline: Instant,
        idle: Duration,
    ) -> Result<Vec<u8>, NoLine> {
        loop {
            let unused = &self.buffer[self.used..];
            let most = most(unused);
            if let Some(end) = unused.iter().position(|&byte| byte == b'\n') {
                let line = &unused[..end];
                let line = line.strip_suffix(b"\r").unwrap_or(line).to_vec();
                self.used += end + 1;
                return if line.len() > most {
                    Err(NoLine::TooLong)
                } else {
                    Ok(line)
                };
            }
            // The end of the line may be CR LF.
            if unused.len() > most + 1 {
                return Err(NoLine::TooLong);
            }
            self.buffer.drain(..self.used);
            self.used = 0;
            self.fill(deadline, idle)?;
        }
    }

    fn fill(&mut self, deadline: Instant, idle: Duration) -> Result<(), NoLine> {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(NoLine::Late);
        }
        let wait = left.min(idle).max(Duration::from_millis(1));
        let set = self.stream.set_read_timeout(Some(wait));
        set.map_err(NoLine::Broken)?;
        let mut chunk = [0; CHUNK];
        match self.stream.read(&mut chunk) {
            Ok(0) => Err(NoLine::Closed),
            Ok(count) => {
                self.buffer.extend_from_slice(&chunk[..count]);
                Ok(())
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => Ok(()),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                Err(if left <= idle {
                    NoLine::Late
                } else {
                    NoLine::Idle
                })
            }
            Err(error) => Err(NoLine::Broken(error)),
        }
    }
}
