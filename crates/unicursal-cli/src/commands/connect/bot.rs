//! A program that plays: contained as the arena contains solvers, given its input once, read line
//! by line.
//!
//! Its standard input stays open while it plays, as on the game's site. A thread of ours reads it,
//! so that a program that writes without end blocks nobody. When the bot is dropped, nothing of it
//! is left.

use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use anyhow::anyhow;
use unicursal_arena::Program;
use unicursal_arena::verdict;
use unicursal_contain::{Cage, Ended, Limits, Running};

/// Longer lines are cut, which does not matter: they are wrong anyway.
const LONGEST_LINE: u64 = 4096;
/// Lines read ahead of the referee; a program that prints more has to wait.
const AHEAD: usize = 1024;
/// How long after its arrival we may notice a line.
const SLACK: Duration = Duration::from_millis(250);
/// How many times longer a bot may take by the clock on the wall when its processor time counts.
const ASLEEP: u32 = 20;
/// How often we read the processor time of a bot.
const LOOK: Duration = Duration::from_millis(20);
/// How long a program that has closed its output may take to end.
const GRACE: Duration = Duration::from_millis(300);

/// How much of a bot's standard error is shown.
const MOST_WORDS: u64 = 64 << 10;

/// What only a shell understands.
const SHELL_SIGNS: [char; 15] = [
    ';', '|', '&', '<', '>', '$', '`', '(', ')', '{', '}', '*', '?', '#', '\n',
];

/// The program that a command line names: directly if possible, otherwise the shell that runs it.
pub fn program(command: &str) -> anyhow::Result<Program> {
    if !command.contains(SHELL_SIGNS) {
        return Ok(Program::parse(command)?);
    }
    let mut shell = Program::parse("sh")?;
    shell.command.args = vec!["-c".to_owned(), command.to_owned()];
    Ok(shell)
}

/// A running program.
pub struct Bot {
    running: Running,
    lines: Receiver<(Instant, Vec<u8>)>,
    /// When it started, until it was asked for its first line.
    started: Option<Instant>,
}

/// By which clock a bot's time is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// As on the game's site.
    Wall,
    /// The processor time of all its processes, which does not depend on other programs.
    Processor,
}

/// What a bot did when it was asked for a line.
#[derive(Debug, PartialEq, Eq)]
pub enum Reply {
    /// It printed one, this long after it was asked.
    Line(Vec<u8>, Duration),
    /// It printed one too late, or none, and used this much processor time meanwhile.
    Late(Duration),
    /// It closed its output.
    Ended,
}

impl Bot {
    /// Starts a program and begins to feed it.
    pub fn start(cage: &Cage, program: &Program, input: &[u8]) -> anyhow::Result<Self> {
        let limits = Limits {
            // The referee keeps the time.
            wall: Duration::from_secs(24 * 3600),
            memory: cage.memory().map(|memory| memory / 4 * 3),
            ..Limits::default()
        };
        let mut running = cage.start(&program.command, input, &limits)?;
        let missing = || anyhow!("{}: its output cannot be reached", program.shown);
        let stdout = running.take_stdout().ok_or_else(missing)?;
        let stderr = running.take_stderr().ok_or_else(missing)?;
        let (sender, lines) = sync_channel(AHEAD);
        std::thread::spawn(move || read(stdout, &sender));
        // The game's site shows what a bot writes to standard error, and so do we.
        std::thread::spawn(move || pass_on(stderr));
        // Our preparations do not count as its time.
        let ago = running.wait_for_start();
        let started = Instant::now().checked_sub(ago);
        Ok(Self {
            running,
            lines,
            started,
        })
    }

    /// Asks for the next line; nobody waits for it when it is no longer wanted.
    pub fn next_line(
        &mut self,
        limit: Duration,
        clock: Clock,
        is_unwanted: &dyn Fn() -> bool,
    ) -> Reply {
        // Everything since its start belongs to its first line.
        let (asked, used_before) = match self.started.take() {
            Some(started) => (started, Duration::ZERO),
            None => (Instant::now(), self.running.processor_time()),
        };
        let mut used = || self.running.processor_time().saturating_sub(used_before);
        // One that sleeps uses no processor time.
        let patience = match clock {
            Clock::Wall => limit + SLACK,
            Clock::Processor => limit * ASLEEP + SLACK,
        };
        loop {
            let left = patience.saturating_sub(asked.elapsed());
            match self.lines.recv_timeout(left.min(LOOK)) {
                Ok((came, line)) => {
                    let after = match clock {
                        Clock::Wall => came.saturating_duration_since(asked),
                        Clock::Processor => used(),
                    };
                    if after > limit {
                        return Reply::Late(used());
                    }
                    return Reply::Line(line, after);
                }
                Err(RecvTimeoutError::Timeout) => {
                    let is_late = clock == Clock::Processor && used() > limit;
                    if is_late || asked.elapsed() >= patience || is_unwanted() {
                        return Reply::Late(used());
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Reply::Ended,
            }
        }
    }

    /// How a program that has closed its output ended, in words.
    pub fn ending(&mut self) -> String {
        let closed = Instant::now();
        let account = self.running.wait(&|| closed.elapsed() > GRACE);
        match account.map(|account| account.ended) {
            Ok(Ended::Exited(code)) => format!("exit code {code}"),
            Ok(Ended::Signalled(signal)) => verdict::signal_name(signal),
            Ok(Ended::Cheated(why)) => why,
            Ok(Ended::Failed(failure)) => failure.why,
            Ok(Ended::Stopped(_)) | Err(_) => "its output is closed".to_owned(),
        }
    }
}

/// Sends lines with the times at which they came, until the output ends or nobody wants more.
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

/// Shows what a bot writes to standard error, line by line, without what a terminal would obey;
/// after the first words of a flood, that there was more.
fn pass_on(from: impl Read) {
    let mut from = BufReader::new(from);
    let mut shown = 0;
    loop {
        let mut line = Vec::new();
        let read = (&mut from).take(LONGEST_LINE).read_until(b'\n', &mut line);
        let Some(length) = read.ok().filter(|&length| length > 0) else {
            return;
        };
        let is_more = shown > MOST_WORDS;
        shown += length as u64;
        // It is read to its end, so that the bot does not wait for us.
        if is_more {
            continue;
        }
        let text = String::from_utf8_lossy(&line);
        crate::session::note(&unicursal_arena::printable(text.trim_end()));
        if shown > MOST_WORDS {
            crate::session::note("the rest of what the bot writes to standard error is not shown");
        }
    }
}
