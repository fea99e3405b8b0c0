//! The watching process: starts one program, keeps it within its limits, and tells how it went.
//!
//! Threads wait for one thing each (the program's end, its output, our caller's death) and send
//! events; the main thread waits for the next event or deadline and is the only one to decide. Nothing
//! here waits without a deadline once the program has ended, so a pipe that someone keeps open cannot
//! hang it.

use std::io::{BufReader, Read, Write};
use std::process::{ChildStderr, ChildStdout, ExitCode, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::signal::{Signal, kill};
use nix::sys::time::TimeValLike;
use nix::sys::wait::{WaitStatus, wait};
use nix::unistd::{Pid, SysconfVar, sysconf};

use super::{Containment, Ended, Limits, Run, Stop, exec, tree, wire};
use crate::Program;

/// How often the memory is looked at.
const TICK: Duration = Duration::from_millis(50);
/// How long killed processes and their pipes may take to vanish.
const CLEANUP: Duration = Duration::from_secs(5);
/// How much of the end of standard error is kept.
const STDERR_KEPT: usize = 8 << 10;

enum Event {
    /// The program itself has ended.
    Ended(Ended, Instant),
    /// No process is left.
    AllGone,
    /// A pipe of the program has closed.
    Closed,
    /// It printed more than allowed.
    Flood,
    /// Our caller is gone, or wants no answer.
    Abandoned,
}

/// What is known of the program so far.
struct State {
    /// How and when it ended.
    ended: Option<(Ended, Instant)>,
    all_gone: bool,
    open_pipes: u8,
    flooded: bool,
    abandoned: bool,
}

impl State {
    fn note(&mut self, event: Event) {
        match event {
            Event::Ended(how, when) => self.ended = Some((how, when)),
            Event::AllGone => {
                self.all_gone = true;
                // Its end was missed only if the signal has no name here.
                let unknown = (Ended::Signalled(0), Instant::now());
                self.ended.get_or_insert(unknown);
            }
            Event::Closed => self.open_pipes = self.open_pipes.saturating_sub(1),
            Event::Flood => self.flooded = true,
            Event::Abandoned => self.abandoned = true,
        }
    }
}

/// Serves one request from standard input.
pub fn watch(containment: Containment) -> ExitCode {
    let mut input = BufReader::new(std::io::stdin());
    let Ok((program, limits, level)) = wire::read_request(&mut input) else {
        return ExitCode::FAILURE;
    };
    #[cfg(target_os = "linux")]
    {
        // The program runs as the same user; this keeps it away from our memory and pipes.
        let _ = nix::sys::prctl::set_dumpable(false);
        if containment == Containment::Tree {
            let _ = nix::sys::prctl::set_child_subreaper(true);
        }
    }
    let (events, received) = channel();
    let lifeline = events.clone();
    std::thread::spawn(move || {
        // Nothing more is ever written to this pipe.
        let _ = input.read(&mut [0]);
        let _ = lifeline.send(Event::Abandoned);
    });
    let run = run(&program, &limits, level, containment, &events, &received);
    let Some(run) = run else {
        return ExitCode::FAILURE;
    };
    match wire::send_reply(&mut std::io::stdout().lock(), &run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// Runs the program; nothing comes back when the caller is gone.
fn run(
    program: &Program,
    limits: &Limits,
    level: Vec<u8>,
    containment: Containment,
    events: &Sender<Event>,
    received: &Receiver<Event>,
) -> Option<Run> {
    let begun = Instant::now();
    let child = exec::command(program, limits).and_then(|mut command| {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(Stdio::piped()).spawn()
    });
    let mut child = match child {
        Ok(child) => child,
        Err(error) => {
            return Some(Run {
                ended: Ended::NotStarted(error.to_string()),
                wall: Duration::ZERO,
                cpu: Duration::ZERO,
                peak_memory: 0,
                stdout: Vec::new(),
                stderr: Vec::new(),
            });
        }
    };
    if let Some(mut stdin) = child.stdin.take() {
        // A program need not read; then this thread ends with it.
        std::thread::spawn(move || stdin.write_all(&level));
    }
    let stdout = child.stdout.take();
    let stdout = collect_output(stdout, limits.output, events.clone());
    let stderr = collect_tail(child.stderr.take(), events.clone());
    let pid = Pid::from_raw(child.id() as i32);
    reap(pid, events.clone());

    let deadline = begun.checked_add(limits.wall);
    let page = sysconf(SysconfVar::PAGE_SIZE).ok().flatten().unwrap_or(0) as u64;
    let mut peak_memory = 0;
    let mut stop = None;
    let mut state = State {
        ended: None,
        all_gone: false,
        open_pipes: 2,
        flooded: false,
        abandoned: false,
    };
    while state.ended.is_none() && stop.is_none() {
        let left = deadline.map_or(TICK, |deadline| {
            deadline.saturating_duration_since(Instant::now())
        });
        match received.recv_timeout(left.min(TICK)) {
            Ok(event) => state.note(event),
            Err(RecvTimeoutError::Timeout) => {
                let memory = tree::resident_memory(page);
                peak_memory = peak_memory.max(memory);
                if limits.memory.is_some_and(|limit| memory > limit) {
                    stop = Some(Stop::Memory);
                }
            }
            Err(RecvTimeoutError::Disconnected) => state.abandoned = true,
        }
        if state.abandoned {
            end_everything(containment, pid, &mut state, received);
            return None;
        }
        if state.flooded {
            stop = Some(Stop::Output);
        } else if state.ended.is_none() && deadline.is_some_and(|time| Instant::now() >= time) {
            stop = Some(Stop::Time);
        }
    }
    let end = state
        .ended
        .as_ref()
        .map_or_else(Instant::now, |(_, when)| *when);
    end_everything(containment, pid, &mut state, received);
    let mut stdout = take(&stdout);
    if stdout.len() as u64 > limits.output {
        stdout.truncate(limits.output as usize);
        stop = stop.or(Some(Stop::Output));
    }
    let how = state.ended.map_or(Ended::Signalled(0), |(how, _)| how);
    let (cpu, largest) = usage();
    Some(Run {
        ended: stop.map_or(how, Ended::Stopped),
        wall: end.duration_since(begun),
        cpu,
        peak_memory: peak_memory.max(largest),
        stdout,
        stderr: take(&stderr),
    })
}

/// Kills whatever is left, and waits until it is gone and both pipes are closed, or for so long as
/// is reasonable.
fn end_everything(
    containment: Containment,
    program: Pid,
    state: &mut State,
    received: &Receiver<Event>,
) {
    let give_up = Instant::now() + CLEANUP;
    while !(state.all_gone && state.open_pipes == 0) && Instant::now() < give_up {
        match containment {
            // Everything in the namespace but this process, which is its process 1.
            Containment::Namespace => {
                let _ = kill(Pid::from_raw(-1), Signal::SIGKILL);
            }
            // Orphans come to this process, so that the list gets shorter each time. The group is
            // for systems without /proc.
            Containment::Tree => {
                for process in tree::descendants() {
                    let _ = kill(Pid::from_raw(process as i32), Signal::SIGKILL);
                }
                let _ = kill(Pid::from_raw(-program.as_raw()), Signal::SIGKILL);
            }
        }
        match received.recv_timeout(Duration::from_millis(10)) {
            Ok(event) => state.note(event),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

/// Waits for all processes that are or become children of this one, so that their processor time is
/// counted and none stays a zombie.
fn reap(program: Pid, events: Sender<Event>) {
    std::thread::spawn(move || {
        loop {
            let (process, how) = match wait() {
                Ok(WaitStatus::Exited(process, code)) => (process, Ended::Exited(code)),
                Ok(WaitStatus::Signaled(process, signal, _)) => {
                    (process, Ended::Signalled(signal as i32))
                }
                Err(Errno::ECHILD) => break,
                // Interrupted, or a signal without a name here.
                Ok(_) | Err(_) => continue,
            };
            if process == program {
                let _ = events.send(Event::Ended(how, Instant::now()));
            }
        }
        let _ = events.send(Event::AllGone);
    });
}

type Collected = Arc<Mutex<Vec<u8>>>;

fn take(collected: &Collected) -> Vec<u8> {
    std::mem::take(&mut *collected.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Collects output up to one byte beyond the limit and throws away what follows.
fn collect_output(from: Option<ChildStdout>, limit: u64, events: Sender<Event>) -> Collected {
    collect(from, events, move |kept, part, events| {
        let room = (limit + 1).saturating_sub(kept.len() as u64);
        if room == 0 {
            return;
        }
        kept.extend_from_slice(&part[..part.len().min(room as usize)]);
        if kept.len() as u64 > limit {
            let _ = events.send(Event::Flood);
        }
    })
}

/// Collects the end of what is written.
fn collect_tail(from: Option<ChildStderr>, events: Sender<Event>) -> Collected {
    collect(from, events, |kept, part, _| {
        kept.extend_from_slice(part);
        kept.drain(..kept.len().saturating_sub(STDERR_KEPT));
    })
}

fn collect(
    from: Option<impl Read + Send + 'static>,
    events: Sender<Event>,
    keep: impl Fn(&mut Vec<u8>, &[u8], &Sender<Event>) + Send + 'static,
) -> Collected {
    let collected = Collected::default();
    let shared = Arc::clone(&collected);
    std::thread::spawn(move || {
        let mut buffer = vec![0; 64 << 10];
        if let Some(mut from) = from {
            loop {
                match from.read(&mut buffer) {
                    Ok(0) => break,
                    Ok(count) => {
                        let mut kept = shared.lock().unwrap_or_else(PoisonError::into_inner);
                        keep(&mut kept, &buffer[..count], &events);
                    }
                    Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                    Err(_) => break,
                }
            }
        }
        let _ = events.send(Event::Closed);
    });
    collected
}

/// Processor time of all processes waited for, and the peak memory of the largest.
fn usage() -> (Duration, u64) {
    let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else {
        return (Duration::ZERO, 0);
    };
    let times = [usage.user_time(), usage.system_time()];
    let microseconds: i64 = times.iter().map(TimeValLike::num_microseconds).sum();
    // Linux counts in KiB, macOS in bytes.
    let unit = if cfg!(target_os = "macos") { 1 } else { 1024 };
    let largest = u64::try_from(usage.max_rss()).unwrap_or(0) * unit;
    let cpu = Duration::from_micros(u64::try_from(microseconds).unwrap_or(0));
    (cpu, largest)
}
