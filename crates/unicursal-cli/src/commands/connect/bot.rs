//! A program that plays: started by a shell, given its input once, read line by line.
//!
//! Its standard input stays open while it plays, as on the game's site. Two threads of ours feed and
//! read it, so that a program that does not read, or writes without end, blocks nobody. When the bot is
//! dropped its whole process group is killed.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};

/// Longer lines are cut, which no referee minds: they are wrong anyway.
const LONGEST_LINE: u64 = 4096;
/// Lines read ahead of the referee; a program that prints more has to wait.
const AHEAD: usize = 1024;
/// How much later than it came a line may be seen by us.
const SLACK: Duration = Duration::from_millis(250);

/// A running program.
pub struct Bot {
    child: Child,
    lines: Receiver<(Instant, Vec<u8>)>,
}

/// What a bot did when it was asked for a line.
#[derive(Debug, PartialEq, Eq)]
pub enum Reply {
    /// It printed one, so long after it was asked.
    Line(Vec<u8>, Duration),
    /// It printed one too late, or none.
    Late,
    /// It closed its output.
    Ended,
}

impl Bot {
    /// Starts a command line and begins to feed it.
    pub fn start(command: &str, input: Vec<u8>) -> anyhow::Result<Self> {
        let mut shell = Command::new("sh");
        shell
            .args(["-c", command])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut shell, 0);
        let mut child = shell.spawn().with_context(|| command.to_owned())?;
        let missing = || anyhow!("{command}: its input and output cannot be reached");
        let mut stdin = child.stdin.take().ok_or_else(missing)?;
        let stdout = child.stdout.take().ok_or_else(missing)?;
        let (sender, lines) = sync_channel(AHEAD);
        std::thread::spawn(move || read(stdout, &sender));
        std::thread::spawn(move || {
            // A bot that does not want its input is free not to read it.
            let _ = stdin.write_all(&input).and_then(|()| stdin.flush());
            loop {
                std::thread::park();
            }
        });
        Ok(Self { child, lines })
    }

    /// Asks for the next line.
    pub fn next_line(&self, limit: Duration) -> Reply {
        let asked = Instant::now();
        match self.lines.recv_timeout(limit + SLACK) {
            Ok((came, line)) => {
                let after = came.saturating_duration_since(asked);
                if after > limit {
                    Reply::Late
                } else {
                    Reply::Line(line, after)
                }
            }
            Err(RecvTimeoutError::Timeout) => Reply::Late,
            Err(RecvTimeoutError::Disconnected) => Reply::Ended,
        }
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        // The shell may have started others; they are in its group.
        let group = format!("-{}", self.child.id());
        let _ = Command::new("kill")
            .args(["-KILL", "--", &group])
            .stderr(Stdio::null())
            .status();
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends lines and when they came until the output or the interest in it ends.
fn read(output: impl Read, sender: &SyncSender<(Instant, Vec<u8>)>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let read = (&mut output)
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line);
        if !matches!(read, Ok(length) if length > 0) {
            return;
        }
        if line.last() == Some(&b'\n') {
            line.pop();
        }
        if sender.send((Instant::now(), line)).is_err() {
            return;
        }
    }
}
